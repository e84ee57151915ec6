"""`fingerpost board print BOARD`: every file for making a board, in one folder (docs/building-a-board.md)."""

import argparse
import sys
from pathlib import Path
from typing import Final, cast

from announce import languages
from command_line.by_name import board_file, map_file, no_edition
from command_line.language import the_wording
from engine import GameMap
from printing.commands.board_make import need_letters
from storage.version import version
from table.errors import CallError
from tabletop import BUTTONS, BoardLayout, Markers
from tabletop.panel_pins import PANEL_PINS

_BED: Final = (180.0, 200.0)
_TIERS: Final = ("paper", "tokens", "starter", "full")
_PAPERS: Final = ("a4", "letter", "a3")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What to make of it, and how."""
    parser.add_argument("--tier", choices=_TIERS, required=True, help="how far it is to be made")
    parser.add_argument(
        "--out", type=Path, required=True, metavar="DIR", help="absent, empty, or an earlier print"
    )
    parser.add_argument(
        "--language", choices=languages(), default="en", help="of letters and words (default en)"
    )
    parser.add_argument("--paper", choices=_PAPERS, default="a4", help="default: a4")
    parser.add_argument(
        "--bed", type=_bed, default=_BED, metavar="MMxMM", help="of the printer (default 180x200)"
    )


def _bed(text: str) -> tuple[float, float]:
    wide, _, deep = text.partition("x")
    try:
        found = float(wide), float(deep)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text}: give width x depth in mm, as 180x200") from None
    if not all(50 <= side <= 1000 for side in found):
        raise argparse.ArgumentTypeError(f"{text}: give 50 to 1000 mm each")
    return found


def run_print(args: argparse.Namespace, layout: BoardLayout, game_map: GameMap) -> int:
    """Make all files, then put the folder in its place."""
    from printing.fonts import shapeless
    from printing.further import TierError, check_tier
    from printing.order import Order
    from printing.plain_letters import strange
    from printing.print_folder import FolderError, check_place, files_of, with_manifest, write_folder

    out = cast(Path, args.out)
    markers = printable(args.board, layout)
    need_letters(game_map, game_map.id, lambda name: shapeless(name) or strange(name))
    why = no_edition(game_map)
    if why:
        sys.stderr.write(f"fingerpost: map {game_map.id}: {why}\n")
    the_wording(game_map, layout, args.language)
    order = Order(
        text=board_file(args.board),
        layout=layout,
        game_map=game_map,
        tier=args.tier,
        language=args.language,
        paper=args.paper,
        bed=args.bed,
        map_text=map_file(None if args.map is None else str(args.map)),
    )
    lines = {key: PANEL_PINS[key] for key in BUTTONS}
    try:
        check_tier(order)
        check_place(out)
        made, left_out = files_of(order, markers, lines, version=version(), told=_told)
        made = with_manifest(order, made, left_out, version())
        write_folder(out, made)
    except TierError as error:
        raise CallError(f"board print --tier {order.tier}: {error}") from None
    except FolderError as error:
        raise CallError(f"board print --out {error}") from None
    for path in left_out:
        sys.stderr.write(
            f"fingerpost: {path} is left out; install lou_translate (apt install liblouis-bin)\n"
        )
    sys.stdout.write(f"{out}: {len(made)} files; begin with START-HERE.txt\n")
    return 0


def _told(what: str) -> None:
    """What is being made; only what takes a while is told."""
    sys.stderr.write(f"fingerpost: making {what}\n")


def printable(board: str, layout: BoardLayout) -> Markers:
    """The markers of a board that can be printed."""
    from table.board_drawing import can_draw

    if not layout.panels:
        raise CallError(
            f"board {board}: has no panels, and is printed panel by panel; add panels (docs/boards.md)"
        )
    if layout.markers is None:
        raise CallError(
            f"board {board}: has no markers, and no camera finds it; add markers (docs/boards.md)"
        )
    if not can_draw(layout.markers):
        raise CallError(
            f"board {board}: its markers are not known here; give DICT_APRILTAG_36h11, ids 0 to 63"
        )
    return layout.markers
