"""A map that does not ship, noted with the game that is played on it.

A map/1 file of one's own may keep the id of a map that ships, with a route more or a city less, and it may
have changed or be gone when the game is read. So the game takes its map along: what its events may name is
looked up there, in whatever program and for whomever it is read.
"""

from typing import Final

from engine import GameMap, MapError, parse_map

MAP: Final = "map"
"""The kind of its note."""


def map_of_note(body: object) -> GameMap | None:
    """The map that was noted; None where the note cannot be read: then the table's may do."""
    try:
        return parse_map(body) if isinstance(body, str) else None
    except MapError:
        return None
