"""`fingerpost board make MAP --out BOARD.json`: a board/1 file, laid out from a map (docs/boards.md).

With --mend a board keeps its places: where lines come too near to each other at a city, or cross there, they
are led straight into it, and nothing else of the file changes. So the boards that ship were mended.
"""

import argparse
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import cast

from announce.colour_letters import COLOURS
from command_line.by_name import board_file, means_a_file, need_same, read_text, the_map
from engine import GameMap, place_complaints
from storage.whole_file import write_whole
from table.errors import CallError
from tabletop import parse_layout


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Which map, and where its board goes."""
    parser.add_argument("map", metavar="MAP", help="a map id, or a map/1 file")
    parser.add_argument(
        "--out", type=Path, required=True, metavar="BOARD.json", help="is written whole or not"
    )
    parser.add_argument(
        "--mend",
        metavar="BOARD",
        help="keep this board, a file or a map id; only lead tangled lines anew",
    )


def run_make(args: argparse.Namespace) -> int:
    """Try with ever less room between pins; then tell how near things come to each other."""
    from printing.distances import LIMITS, Measured
    from printing.plain_letters import strange

    out = cast(Path, args.out)
    game_map = the_map(args.map)
    if not out.absolute().parent.is_dir():
        raise CallError(f"board make --out {out}: there is no folder {out.parent}; make it first")
    need_letters(game_map, args.map, strange)
    need_colours(game_map, args.map)
    if args.mend is None and means_a_file(args.map):
        for complaint in place_complaints(json.loads(read_text(Path(args.map), "map"))):
            raise CallError(f"board make {args.map}: {complaint}")
    text = _laid_out(game_map, args.map) if args.mend is None else _mended(game_map, args.mend)
    least = Measured(parse_layout(text), game_map).least()
    for limit in LIMITS:
        found = least.get(limit.name)
        if found is not None:
            sys.stderr.write(f"{limit.name:34} {found.value:7.2f} {limit.unit}, at least {limit.least:g}\n")
    write_whole(out, text.encode())
    return 0


def need_letters(game_map: GameMap, named: str, lacks: Callable[[str], str]) -> None:
    """Every city has a name that can be printed and felt.

    Args:
        lacks: which letters of a name cannot.
    Raises:
        CallError: one has not.
    """
    for city in game_map.cities.values():
        found = "" if city.junction else lacks(city.name or city.id)
        if found:
            raise CallError(
                f"map {named}: city {city.id}: nothing here can print {found[:20]} or write it in braille;"
                " spell its name in Latin, Greek or Cyrillic letters"
            )


def need_colours(game_map: GameMap, named: str) -> None:
    """Every route has a colour that a board can show: in print, by a letter, under the finger.

    Raises:
        CallError: one has not.
    """
    for route in game_map.routes.values():
        if route.colour not in COLOURS:
            raise CallError(
                f"map {named}: route {route.id} is {route.colour[:40]}, which no board can show; "
                f"give one of {', '.join(COLOURS)}"
            )


def _laid_out(game_map: GameMap, named: str) -> str:
    from printing.making import MakeError, made_board

    try:
        return made_board(game_map, _told)
    except MakeError as error:
        raise CallError(f"board make {named}: {error}") from None


def _mended(game_map: GameMap, board: str) -> str:
    """The board with other paths near cities, where they broke a limit; every other byte as it was.

    Raises:
        CallError: it is another map's, or its sites do not stand a line each.
    """
    from printing.board_text import with_paths
    from printing.line_mending import mended

    text = board_file(board)
    layout = parse_layout(text, source=board)
    need_same(layout, game_map, board)
    paths = mended(layout, game_map)
    made = with_paths(text, paths)
    found = parse_layout(made, source=board).sites
    if any(found[site].path != path for site, path in paths.items()):
        raise CallError(f"board make --mend {board}: its sites stand not a line each, as in boards that ship")
    said = f"{len(paths)} lines led anew" if paths else "no line has to be led anew"
    sys.stderr.write(f"fingerpost: {board}: {said}\n")
    return made


def _told(aim: int, broken: int) -> None:
    said = f"{broken} distances too small, trying with less room" if broken else "every distance kept"
    sys.stderr.write(f"fingerpost: pins {aim} mm apart: {said}\n")
