"""Arguments that several subcommands share."""

import argparse
from pathlib import Path
from typing import Protocol

from engine import CARD_MODES, SEATS, Edition, GameMap, Seat, edition, game_map, parse_map
from table.errors import CallError, why
from tabletop import BoardLayout, board_layout, parse_layout


class Subparsers(Protocol):
    """What argparse's add_subparsers returns, as far as we use it."""

    def add_parser(
        self, name: str, *, help: str, description: str | None = None
    ) -> argparse.ArgumentParser: ...


def add_game(parser: argparse.ArgumentParser, *, seats_default: str) -> None:
    """--map, --edition, --seats, --seed, --cards."""
    parser.add_argument("--map", help="a map id, or a map/1 file (default: the edition's own)")
    parser.add_argument("--edition", default="us-accessible", help="the rules (default us-accessible)")
    parser.add_argument("--seats", default=seats_default, help="how many, or which: blue,red,green")
    parser.add_argument("--seed", type=int, default=7, help="same seed, same game (default 7)")
    parser.add_argument("--cards", choices=CARD_MODES, default="dealt", help="who deals (default dealt)")


def the_game(args: argparse.Namespace) -> tuple[Edition, GameMap]:
    """--edition and --map: the rules, and the map that was named or else the one they are printed on."""
    rules = edition(args.edition)
    return rules, the_map(args.map or rules.map)


def the_map(name: str) -> GameMap:
    """A map by id, or from a map/1 file."""
    path = Path(name)
    if _means_a_file(name):
        return parse_map(read_text(path, "map"), source=str(path))
    return game_map(name)


def _means_a_file(name: str) -> bool:
    """A file, not the id of a map: `board.json`, `./board`, or `board.txt` if it is there."""
    suffix = Path(name).suffix
    return suffix == ".json" or "/" in name or (suffix != "" and Path(name).is_file())


def the_layout(name: str) -> BoardLayout:
    """A board that ships, by map id, or a board/1 file."""
    path = Path(name)
    if _means_a_file(name):
        return parse_layout(read_text(path, "board"), source=str(path))
    return board_layout(name)


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


def read_text(path: Path, what: str) -> str:
    """The text of a file the caller named."""
    try:
        return path.read_text(encoding="utf-8-sig")  # editors on Windows write a mark before it
    except (OSError, UnicodeDecodeError) as error:
        raise CallError(f"{what} {path}: {why(error)}; check the path") from None
