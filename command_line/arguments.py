"""Arguments that several subcommands share."""

import argparse
from pathlib import Path
from typing import Final, Protocol

from command_line.by_name import edition_on, editions_on, not_played_on, the_map
from engine import CARD_MODES, Edition, GameMap, edition
from table.errors import CallError


class Subparsers(Protocol):
    """What argparse's add_subparsers returns, as far as we use it."""

    def add_parser(
        self, name: str, *, help: str, description: str | None = None
    ) -> argparse.ArgumentParser: ...


SEED: Final = 7
"""What the same seed, the same game begins with where none is given."""


def add_game(
    parser: argparse.ArgumentParser, *, seats_default: str | None, seed_default: int | None = SEED
) -> None:
    """--map, --edition, --seats, --seed, --cards. A default None: whoever reads it fills it in."""
    parser.add_argument("--map", help="a map id, or a map/1 file (default: the edition's own)")
    parser.add_argument("--edition", help="the rules (default: those of the map, else us-accessible)")
    parser.add_argument("--seats", default=seats_default, help="how many, or which: blue,red,green")
    parser.add_argument(
        "--seed", type=int, default=seed_default, help=f"same seed, same game (default {SEED})"
    )
    parser.add_argument("--cards", choices=CARD_MODES, default="dealt", help="who deals (default dealt)")


def add_broker(parser: argparse.ArgumentParser) -> None:
    """--url, --password-file, --ca."""
    parser.add_argument("--url", default="mqtt://localhost", help="the broker (default mqtt://localhost)")
    parser.add_argument("--password-file", type=Path, help="holds the password of the user in --url")
    parser.add_argument("--ca", type=Path, help="the CA that signed the broker's certificate")


def the_game(args: argparse.Namespace) -> tuple[Edition, GameMap]:
    """--edition and --map: the rules, and the map that was named or else the one they are printed on."""
    named = the_map(args.map) if args.map else None
    rules = edition(args.edition or edition_on(named))
    board = named or the_map(rules.map)
    if board.id != rules.map:
        _fits(rules, board)
    return rules, board


def most_seats(asked: str, wanted: int, rules: Edition) -> str:
    """The seats that were asked for; else as many as wanted, or as an edition takes."""
    return asked or str(min(wanted, rules.most_seats))


def _fits(rules: Edition, board: GameMap) -> None:
    """The map of another edition cannot be played by these rules: then the option that was meant is named."""
    why = not_played_on(rules, board)
    if why:
        told = f"--edition {rules.name} cannot be played on --map {board.id} ({why})"
        raise CallError(f"{told}; give --edition {' or '.join(editions_on(board))}") from None
