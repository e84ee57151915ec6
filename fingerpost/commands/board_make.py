"""`fingerpost board make MAP --out BOARD.json`: a board/1 file, laid out from a map (docs/boards.md)."""

import argparse
import sys
from pathlib import Path
from typing import cast

from fingerpost.by_name import the_map
from storage.whole_file import write_whole
from table.errors import CallError
from tabletop import parse_layout


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Which map, and where its board goes."""
    parser.add_argument("map", metavar="MAP", help="a map id, or a map/1 file")
    parser.add_argument(
        "--out", type=Path, required=True, metavar="BOARD.json", help="is written whole or not"
    )


def run_make(args: argparse.Namespace) -> int:
    """Try with ever less room between pins; then tell how near things come to each other."""
    from printing.distances import LIMITS, Measured
    from printing.making import MakeError, made_board

    out = cast(Path, args.out)
    game_map = the_map(args.map)
    if not out.absolute().parent.is_dir():
        raise CallError(f"board make --out {out}: there is no folder {out.parent}; make it first")
    try:
        text = made_board(game_map, _told)
    except MakeError as error:
        raise CallError(f"board make {args.map}: {error}") from None
    least = Measured(parse_layout(text), game_map).least()
    for limit in LIMITS:
        found = least.get(limit.name)
        if found is not None:
            sys.stderr.write(f"{limit.name:34} {found.value:7.2f} {limit.unit}, at least {limit.least:g}\n")
    write_whole(out, text.encode())
    return 0


def _told(aim: int, broken: int) -> None:
    said = f"{broken} distances too small, trying with less room" if broken else "every distance kept"
    sys.stderr.write(f"fingerpost: pins {aim} mm apart: {said}\n")
