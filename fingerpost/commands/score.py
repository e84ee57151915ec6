"""`fingerpost score`: position/1 in, score/1 out."""

import argparse
import json
import sys
from collections.abc import Iterable
from pathlib import Path

from engine import EditionError, MapError, PositionError, score_position
from fingerpost.commands.arguments import Subparsers, read_text, the_map
from fingerpost.errors import CallError


def add(sub: Subparsers) -> None:
    """Add the subcommand."""
    parser = sub.add_parser("score", help="score a final position", description=__doc__)
    parser.add_argument("position", help="a position/1 JSON file, or - for standard input")
    parser.add_argument("--lines", action="store_true", help="one position a line; one answer a line")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Score one position, or every line."""
    if args.lines:
        stream: Iterable[str] = sys.stdin if args.position == "-" else _file_lines(Path(args.position))
        for line in stream:
            if line.strip():
                sys.stdout.write(json.dumps(_answer(line), ensure_ascii=False) + "\n")
                sys.stdout.flush()
        return 0
    text = sys.stdin.read() if args.position == "-" else read_text(Path(args.position), "position")
    score = score_position(parse(text), load_map=the_map)
    sys.stdout.write(json.dumps(score, ensure_ascii=False, indent=2) + "\n")
    return 0


def _file_lines(path: Path) -> list[str]:
    return read_text(path, "position").splitlines()


def parse(text: str) -> dict[str, object]:
    """A JSON object, or one line that says what is wrong with it."""
    try:
        raw = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise PositionError(f"the position is not JSON ({error}); give a position/1 object") from None
    if not isinstance(raw, dict):
        raise PositionError(f"the position is {str(raw)[:40]}, no object; give a position/1 object")
    return raw


def _answer(line: str) -> object:
    try:
        return score_position(parse(line), load_map=the_map)
    except (PositionError, MapError, EditionError, CallError) as error:
        return {"error": str(error)}
