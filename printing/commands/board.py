"""`fingerpost board make|check|draw|print`: a board of a map, whether fingers can read it, its picture.

make lays the cities, pins and labels of a map out, and tells how near things come to each other. check prints
a line for each distance that is too small, and exits with 1 when there is one. draw writes its face as an SVG
in millimetres, or as a PNG of 4 pixels a millimetre. print writes a folder of files, from which it is made.
"""

import argparse
import sys
from pathlib import Path
from typing import cast

from command_line.arguments import Subparsers
from command_line.by_name import need_same, read_text, the_layout, the_map
from command_line.language import add_language, the_wording
from command_line.position_text import parse
from engine import GameMap, MapError, Seat, read_position
from printing.commands import board_make, board_print
from storage.whole_file import write_whole
from table.errors import CallError
from tabletop import BoardLayout, SiteId


def add(sub: Subparsers) -> None:
    """Add the subcommand."""
    parser = sub.add_parser("board", help="make, check, draw and print a board", description=__doc__)
    verbs = parser.add_subparsers(dest="verb", required=True, metavar="make|check|draw|print")
    make = verbs.add_parser(
        "make", help="a board/1 file of a map; takes some minutes", description=board_make.__doc__
    )
    board_make.add_arguments(make)
    make.set_defaults(run=board_make.run_make)
    check = verbs.add_parser("check", help="each distance that is too small")
    _add_board(check)
    check.set_defaults(run=run_check)
    draw = verbs.add_parser("draw", help="its face as a picture")
    _add_board(draw)
    draw.add_argument("--out", type=Path, required=True, metavar="FILE", help="x.svg or x.png")
    draw.add_argument("--view", choices=["printed", "tactile"], default="printed", help="default: printed")
    draw.add_argument("--position", type=Path, metavar="POSITION.json", help="with these tokens")
    add_language(draw)
    draw.set_defaults(run=run_draw)
    printed = verbs.add_parser("print", help="every file for making it", description=board_print.__doc__)
    _add_board(printed)
    board_print.add_arguments(printed)
    printed.set_defaults(run=lambda args: board_print.run_print(args, *board_and_map(args)))


def _add_board(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("board", metavar="BOARD", help="a board/1 file, or the map id of one that ships")
    parser.add_argument("--map", type=Path, metavar="MAP.json", help="its map, where that does not ship")


def run_check(args: argparse.Namespace) -> int:
    """Complaints on standard output, how near things come to each other on standard error."""
    from printing.distances import Measured, lines_of

    layout, game_map = board_and_map(args)
    broken = Measured(layout, game_map).broken()
    for line in lines_of(broken):
        sys.stdout.write(f"{line}\n")
    sys.stderr.write(f"{layout.name}: {f'too near: {len(broken)}' if broken else 'all distances kept'}\n")
    return 1 if broken else 0


def run_draw(args: argparse.Namespace) -> int:
    """Write the picture, whole or not at all."""
    from announce import colour_letters
    from table.board_drawing import as_svg, drawn, with_tokens

    out = cast(Path, args.out)
    if out.suffix not in (".svg", ".png"):
        raise CallError(f"board draw --out {out}: give a name that ends in .svg or .png")
    layout, game_map = board_and_map(args)
    the_wording(game_map, layout, args.language)  # complains of a language that is not there
    scene = drawn(layout, game_map, letters=colour_letters(args.language), view=args.view)
    if args.position is not None:
        scene = with_tokens(scene, layout, _tokens(cast(Path, args.position), game_map))
    if out.suffix == ".svg":
        data = as_svg(scene, title=layout.name).encode()
    else:
        from printing.scene_pictures import as_png

        data = as_png(scene)
    write_whole(out, data)
    return 0


def board_and_map(args: argparse.Namespace) -> tuple[BoardLayout, GameMap]:
    """A board and its map, which belong together."""
    layout = the_layout(args.board)
    try:
        game_map = the_map(layout.map if args.map is None else str(args.map))
    except MapError as error:
        if args.map is not None:
            raise
        raise CallError(f"board {args.board}: {error}; name its map with --map MAP.json") from None
    need_same(layout, game_map, args.board)
    board_make.need_colours(game_map, game_map.id)
    return layout, game_map


def _tokens(path: Path, game_map: GameMap) -> dict[SiteId, Seat]:
    """Whose token stands where in a position/1 file, which has to be of the board's map."""
    raw = parse(read_text(path, "position"), f"position {path}")
    standing, _ = read_position(raw, load_map=lambda name: game_map if name == game_map.id else the_map(name))
    if standing.game_map.id != game_map.id:
        raise CallError(
            f"position {path}: is of the map {standing.game_map.id}, the board of {game_map.id}; "
            "give a position and a board of one map"
        )
    tokens: dict[SiteId, Seat] = {}
    for seat, held in standing.held.items():
        for place in (*held.routes, *held.stations, *held.harbors):
            tokens[SiteId(place)] = seat
    return tokens
