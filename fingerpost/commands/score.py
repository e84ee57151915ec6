"""`fingerpost score`: position/1, or a photograph of a finished board, in; score/1 out."""

import argparse
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO, cast

from board_reading.finished_board import marks_off, photographed, seat_holdings
from board_reading.named_files import the_camera, the_tokens
from command_line.arguments import Subparsers
from command_line.by_name import read_text, the_layout, the_map
from command_line.language import add_language, the_score_table
from command_line.position_text import LONGEST, NOTHING, parse, typed
from command_line.screen import add_plain, is_terminal, wants_plain
from command_line.terminal import tell_people
from engine import (
    EditionError,
    GameMap,
    MapError,
    PositionError,
    edition,
    read_position,
    score_position,
)
from storage.reading import lines
from table.errors import CallError, why

LoadMap = Callable[[str], GameMap]
"""A map by its id, or by its file."""


def add(sub: Subparsers) -> None:
    """Add the subcommand."""
    parser = sub.add_parser("score", help="score a final position", description=__doc__)
    parser.add_argument("position", nargs="?", help="a position/1 JSON file, or - for standard input")
    parser.add_argument("--lines", action="store_true", help="one position a line; one answer a line")
    parser.add_argument("--json", action="store_true", help="score/1 at a terminal too")
    add_plain(parser)
    add_language(parser, "at a terminal; ")
    parser.add_argument(
        "--explain",
        action="store_true",
        help="in words: trails, loans, tickets that failed and by how little",
    )
    photo = parser.add_argument_group("a finished board from one photograph")
    photo.add_argument("--photo", type=Path, metavar="IMAGE", help="read the position from this picture")
    photo.add_argument("--edition", help="the rules that were played by")
    photo.add_argument("--board", help="a board/1 file, or the map id of one that ships")
    photo.add_argument("--map", metavar="MAP.json", help="its map, where that is not the edition's own")
    photo.add_argument("--camera", type=Path, help="a camera/1 file; without one the lens is estimated")
    photo.add_argument("--tokens", type=Path, help="a tokens/1 file: how this table's tokens look")
    photo.add_argument("--tickets", type=Path, help='JSON in turn order: {"blue": ["ticket-id"], ...}')
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Score one position, or every line."""
    _checked(args)
    if args.photo is not None:
        return _run_photo(args)
    if args.lines:
        with _opened(args.position) as stream:
            for line in lines(stream, LONGEST):  # an empty one too: callers count answers, or wait for each
                sys.stdout.write(json.dumps(answer(line), ensure_ascii=False) + "\n")
                sys.stdout.flush()
        return 0
    text = typed() if args.position == "-" else read_text(Path(args.position), "position", most=LONGEST)
    _tell(parse(text, f"position {args.position}"), args)
    return 0


def _tell(position: dict[str, object], args: argparse.Namespace, load_map: LoadMap = the_map) -> None:
    """Print score/1, at a terminal a table for people, or the score in words."""
    if args.explain:
        from announce import explain_score  # late: our words take longer to load than the rules

        standing, remarks = read_position(position, load_map=load_map)
        sys.stdout.write("\n".join([*explain_score(standing), *remarks]) + "\n")
        return
    score = score_position(position, load_map=load_map)
    if is_terminal(sys.stdout) and not args.json:
        lines = the_score_table(args.language).lines(score, plain=wants_plain(asked=args.plain))
        sys.stdout.write("\n".join(lines[1:]) + "\n")
        return
    sys.stdout.write(json.dumps(score, ensure_ascii=False, indent=2) + "\n")


def _checked(args: argparse.Namespace) -> None:
    if args.position is not None and args.position.lstrip(NOTHING).startswith("{"):
        raise CallError("score: that is a position itself; pipe it in, as: echo '{…}' | fingerpost score -")
    if args.lines and args.explain:
        raise CallError("score --lines --explain: words take more than a line; leave one of them out")
    if args.photo is None:
        if args.map is not None:
            raise CallError("score --map: a position names its map itself; leave it out")
        if args.position is None:
            raise CallError("score: no position; name a position/1 file, - or --photo IMAGE")
        return
    if args.position is not None or args.lines:
        raise CallError("score: --photo and a position; give one of them")
    for option, value in (("--edition", args.edition), ("--board", args.board)):
        if value is None:
            raise CallError(f"score --photo: {option} is missing; a photograph does not tell it")


def _run_photo(args: argparse.Namespace) -> int:
    """Score what a photograph shows; what it does not show is said on stderr."""
    layout = the_layout(args.board)
    game_map = the_map(args.map or edition(args.edition).map)

    def load_map(name: str) -> GameMap:
        return game_map if name == game_map.id else the_map(name)

    tickets = read_text(args.tickets, "tickets") if args.tickets is not None else "{}"
    held = seat_holdings(tickets, str(args.tickets))
    camera, looks = the_camera(args.camera), the_tokens(args.tokens)
    found = photographed(args.photo, layout, args.edition, game_map, held, camera, looks)
    score = score_position(found.position, load_map=load_map)
    for note in (*found.notes, *marks_off(found.marks, score, layout)):
        tell_people(note)
    _tell(found.position, args, load_map)
    return 0


def _opened(name: str) -> BinaryIO:
    """Standard input or a file, to be read line by line."""
    if name == "-":
        return cast(BinaryIO, sys.stdin.buffer)
    try:
        return Path(name).open("rb")
    except OSError as error:
        raise CallError(f"position {name}: {why(error)}; check the path") from None


def answer(line: str) -> object:
    """score/1 of one line, or what is wrong with it."""
    try:
        return score_position(parse(line), load_map=the_map)
    except (PositionError, MapError, EditionError, CallError) as error:
        return {"error": str(error)}
