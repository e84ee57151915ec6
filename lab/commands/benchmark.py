"""`fingerpost benchmark`: labelled pictures of boards, how well they are read; docs/reading-benchmark.md."""

import argparse
import json
import sys
from pathlib import Path
from typing import Final

from command_line.arguments import Subparsers
from command_line.by_name import board_file, writing_to
from command_line.extras import need
from command_line.progress import told
from command_line.terminal import tell_people
from engine import GameMap
from lab.commands.benchmark_label import add_label
from lab.commands.benchmark_read import BOARD, DRAWN, LABELS, add_read
from printing.commands.board import board_and_map
from printing.commands.board_print import printable
from storage.whole_file import write_whole
from table.errors import CallError
from tabletop import BoardLayout, parse_layout

_TIERS: Final = ("paper", "full")
_MOST: Final = 10_000


def add(sub: Subparsers) -> None:
    """Add the subcommand."""
    parser = sub.add_parser("benchmark", help="pictures with labels, for measuring", description=__doc__)
    parts = parser.add_subparsers(required=True, metavar="WHAT")
    make = parts.add_parser(
        "make", help="draw pictures of a board, with labels", description=run_make.__doc__
    )
    make.add_argument("--board", required=True, help="a board/1 file, or the map id of one that ships")
    make.add_argument("--map", type=Path, metavar="MAP.json", help="its map, where that does not ship")
    make.add_argument("--seed", type=int, default=1, help="same seed, same files (default 1)")
    make.add_argument("--count", type=int, default=8, help="how many pictures (default 8)")
    make.add_argument(
        "--tier", choices=_TIERS, default="full", help="as `board print` builds it (default full)"
    )
    make.add_argument("--out", type=Path, required=True, metavar="DIR", help="absent or empty")
    make.set_defaults(run=run_make)
    add_read(parts)
    add_label(parts)


def run_make(args: argparse.Namespace) -> int:
    """Draw a board's own print on tables with tokens, hands, lamps, blur, fallen and foreign pieces.

    Raises:
        CallError: a board that cannot be printed, or a folder that holds something.
    """
    need(["vision", "print"])
    layout, board = board_and_map(args)
    printable(args.board, layout)
    if not 1 <= args.count <= _MOST or args.seed < 0:
        raise CallError(f"benchmark make: give --count 1 to {_MOST}, and a --seed that is not negative")
    folder: Path = args.out
    _make_place(folder)
    text = board_file(args.board)
    with writing_to("--out", folder, "folder"):
        _write(folder, text, layout, board, args)
    sys.stdout.write(f"{folder}: {args.count} pictures with {LABELS} and {BOARD}\n")
    tell_people(DRAWN)
    return 0


def _make_place(folder: Path) -> None:
    with writing_to("--out", folder, "folder"):
        folder.mkdir(parents=True, exist_ok=True)
        taken = next(folder.iterdir(), None)
    if taken is not None:
        raise CallError(f"--out {folder}: holds {taken.name} already; choose an empty folder")


def _write(folder: Path, text: str, layout: BoardLayout, board: GameMap, args: argparse.Namespace) -> None:
    """The board's file and the pictures; the labels last, so that a folder with labels is whole."""
    import cv2

    from lab.rooms.printed import joined_sheets
    from lab.rooms.sample import draw_sample
    from lab.rooms.surface import PX_PER_MM
    from printing.order import Order, board_text
    from printing.sheets import sheets_pdf

    text = board_text(Order(text=text, layout=layout, game_map=board, tier=args.tier))
    order = Order(text=text, layout=parse_layout(text, source=BOARD), game_map=board, tier=args.tier)
    face = joined_sheets(sheets_pdf(order), order, round(PX_PER_MM))
    write_whole(folder / BOARD, text.encode())
    lines = []
    for number in told(range(1, args.count + 1), "pictures"):
        sample = draw_sample(order.layout, face, args.seed, number)
        name = f"{number:04}.jpg"
        _, coded = cv2.imencode(".jpg", sample.image, [cv2.IMWRITE_JPEG_QUALITY, sample.quality])
        write_whole(folder / name, coded.tobytes())
        lines.append(json.dumps({"image": name, "board": BOARD, "sites": sample.sites}, ensure_ascii=False))
    write_whole(folder / LABELS, ("\n".join(lines) + "\n").encode())
