"""SHELL: maps, boards and seats by the names that a caller gives, and files that he names."""

import json
import shlex
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

from engine import (
    EDITIONS,
    SEATS,
    CardMode,
    Edition,
    EditionError,
    Game,
    GameMap,
    MapError,
    Seat,
    StartError,
    edition,
    game_map,
    parse_map,
    unplayable,
)
from storage import reading
from table.errors import CallError, why
from tabletop import BoardLayout, LayoutError, board_layout, layout_text, parse_layout


def layout_or_none(map_id: str) -> BoardLayout | None:
    """The board that ships for a map, or None: routes are then told apart as first and second."""
    try:
        return board_layout(map_id)
    except LayoutError:
        return None


def the_map(name: str) -> GameMap:
    """A map by id, or from a map/1 file."""
    path = Path(name)
    if means_a_file(name):
        return parse_map(read_text(path, "map"), source=str(path))
    return game_map(name)


def map_file(name: str | None) -> str:
    """The map/1 text of a file; "" where a map that ships is named, or none."""
    return read_text(Path(name), "map") if name is not None and means_a_file(name) else ""


def map_or_none(name: str) -> GameMap | None:
    """The same, or None where there is no such map: for what only looks, and is told of that elsewhere."""
    try:
        return the_map(name)
    except (CallError, MapError):
        return None


def the_layout(name: str) -> BoardLayout:
    """A board that ships, by map id, or a board/1 file."""
    path = Path(name)
    if not means_a_file(name):
        return board_layout(name)
    text = read_text(path, "board")
    try:
        return parse_layout(text, source=str(path))
    except LayoutError:
        if _is_a_map(text):
            made = f"fingerpost board make {shlex.quote(str(path))} --out board.json"
            raise CallError(
                f"{path}: is a map, and no board; lay its board out and name that: {made}"
            ) from None
        raise


def _is_a_map(text: str) -> bool:
    try:
        raw: object = json.loads(text)
    except (ValueError, RecursionError):
        return False
    return isinstance(raw, dict) and raw.get("format") == "map/1"


def board_file(name: str) -> str:
    """The board/1 text of a board that ships, by map id, or of a file."""
    return read_text(Path(name), "board") if means_a_file(name) else layout_text(name)


def need_same(layout: BoardLayout, game_map: GameMap, board: str) -> None:
    """Raises CallError unless the board has the map's routes and cities, and no others."""
    if differs := unlike(layout, game_map):
        raise CallError(f"board {board}: {differs}; is {game_map.id} its map?")


def unlike(layout: BoardLayout, game_map: GameMap) -> str:
    """What a board has not of a map's routes and cities, or the map not of the board's; "": nothing."""
    wanted = {*game_map.routes, *game_map.cities}
    found = {site.id for site in layout.sites.values() if site.kind in ("route", "city")}
    for which, names in (("lacks", wanted - found), ("has no place on its map for", found - wanted)):
        if names:
            return f"{which} {min(map(str, names))}"
    return ""


def is_a_path(name: str) -> bool:
    """What is named so is a path, whatever is there: no id of a map has a slash or a dot."""
    return "/" in name or Path(name).suffix != ""


def means_a_file(name: str) -> bool:
    """A path, no id of a map, as callers type it: `board.json`, `./board`, `board.txt` if it is there."""
    return is_a_path(name) and ("/" in name or name.endswith(".json") or Path(name).is_file())


def the_seats(text: str) -> tuple[Seat, ...]:
    """`3` → the first three seats; `red,blue` → these, in turn order."""
    if text.isdecimal():
        if not 2 <= int(text) <= len(SEATS):
            raise CallError(f"--seats {text}: give 2 to {len(SEATS)}")
        return SEATS[: int(text)]
    chosen: list[Seat] = []
    for name in text.split(","):
        match = [seat for seat in SEATS if seat == name.strip()]
        if not match or match[0] in chosen:
            raise CallError(f"--seats {text}: give each of {', '.join(SEATS)} at most once, with commas")
        chosen += match
    if not 2 <= len(chosen) <= len(SEATS):
        raise CallError(f"--seats {text}: give 2 to {len(SEATS)} seats")
    return tuple(chosen)


def read_text(path: Path, what: str, *, most: int = reading.MOST_BYTES) -> str:
    """The text of a file the caller named."""
    try:
        return reading.read_text(path, most=most)
    except (OSError, UnicodeDecodeError) as error:
        raise CallError(f"{what} {path}: {why(error)}; check the path") from None


@contextmanager
def writing_to(option: str, path: Path, kind: Literal["file", "folder"] = "file") -> Iterator[None]:
    """What cannot be written to where an option says is the caller's to correct.

    Raises:
        CallError: in the place of an OSError.
    """
    try:
        yield
    except OSError as error:
        raise CallError(f"{option} {path}: {why(error)}; choose another {kind}") from None


def editions_on(board: GameMap) -> list[str]:
    """The editions that are printed on a map; of one's own none is."""
    return [name for name in EDITIONS if edition(name).map == board.id]


def edition_on(board: GameMap | None) -> str:
    """The first of them; of a map of one's own, and of none, the classic one."""
    return next(iter(editions_on(board)), "us-accessible") if board is not None else "us-accessible"


def is_played_on(
    rules: Edition, board: GameMap, settings: Mapping[str, object] | None = None, cards: CardMode = "dealt"
) -> bool:
    """Whether an edition is offered on a map: its own, or one of one's own that its rules allow.

    Args:
        settings: that a table changes; those that the edition has count.
    """
    if editions_on(board):
        return rules.map == board.id
    return not why_not(rules, board, settings, cards)


def why_not(
    rules: Edition, board: GameMap, settings: Mapping[str, object] | None = None, cards: CardMode = "dealt"
) -> str:
    """Why the smallest table cannot begin by these rules on a map; "": it can."""
    own = {name: value for name, value in (settings or {}).items() if name in rules.setting_names}
    try:
        Game.new(rules, board, SEATS[: rules.fewest_seats], cards, 1, own)
    except (EditionError, StartError) as error:
        return str(error)
    return ""


def no_edition(
    board: GameMap, settings: Mapping[str, object] | None = None, cards: CardMode = "dealt"
) -> str:
    """Why no edition at all can be played on a map, by those that come nearest; "": one can."""
    if editions_on(board):
        return ""
    rules = [edition(name) for name in EDITIONS]
    told = {one.name: why_not(one, board, settings, cards) for one in rules}
    if not all(told.values()):
        return ""
    near = [one.name for one in rules if not unplayable(one, board)] or list(told)
    reasons = "; ".join(f"{name}: {told[name].partition('; ')[0]}" for name in near[:2])
    more = "give the map more tickets, or make the settings start_tickets and start_long_tickets smaller"
    advice = more if "tickets" in reasons else "change those routes"
    return f"no edition can be played on it ({reasons}); {advice}"


def not_played_on(rules: Edition, board: GameMap) -> str:
    """Why a map of another edition cannot be played by these rules; "": it can.

    Raises:
        EditionError, StartError: nor can a map of one's own.
    """
    try:
        Game.new(rules, board, SEATS[:2], "dealt", 1)
    except (EditionError, StartError) as error:
        if not editions_on(board):
            raise
        return str(error).partition("; ")[0]
    return ""
