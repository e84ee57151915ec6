"""A map as map/1 holds it, for others to read."""

from typing import cast

import msgspec

from engine.game_map import GameMap, MapError
from engine.map_library import game_map


def map_dict(board: GameMap) -> dict[str, list[object]]:
    """A map as map/1 would hold it."""
    told: dict[str, object] = {
        "id": board.id,
        "name": board.name,
        "boards": [{"name": name} for name in board.boards],
        "companies": [{"colour": colour, "name": name} for colour, name in board.companies.items()],
        "cities": list(board.cities.values()),
        "routes": list(board.routes.values()),
        "tickets": list(board.tickets.values()),
        "edge_stubs": list(board.stubs),
    }
    return cast("dict[str, list[object]]", msgspec.json.decode(msgspec.json.encode(told)))


def own_map(board: GameMap) -> dict[str, object] | None:
    """The map/1 object of a map that does not ship, or ships otherwise by its id; None: it ships so."""
    try:
        if game_map(board.id) == board:
            return None
    except MapError:
        pass
    return {"format": "map/1", **map_dict(board)}
