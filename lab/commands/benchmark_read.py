"""`fingerpost benchmark read DIR`: how well pictures with labels are read, by us or by another's program."""

import argparse
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Final

import msgspec

from command_line.arguments import Subparsers
from command_line.by_name import read_text, the_layout
from command_line.extras import need
from command_line.progress import told
from command_line.screen import is_terminal
from command_line.terminal import tell_people
from lab.reading_tally import Answers, PictureLabel, ReadTally, answer_of, judged, label_of
from programs.reader import SilentReaderError, lines_of
from table.errors import CallError

LABELS, BOARD = "labels.jsonl", "board.json"
DRAWN: Final = (
    "drawn pictures, no real room, are what `benchmark make` makes: they do not tell how well paper, lamps "
    "and lenses at home are read"
)
"""Said with every figure."""
_SILENT_S: Final = 60.0


@dataclass(frozen=True, slots=True)
class _Picture:
    folder: Path
    label: PictureLabel

    @property
    def path(self) -> Path:
        return (self.folder / self.label.image).absolute()


def add_read(parts: Subparsers) -> None:
    """Add `benchmark read`."""
    read = parts.add_parser("read", help="how well pictures with labels are read", description=__doc__)
    read.add_argument("folder", type=Path, metavar="DIR", help=f"with {LABELS}, or with folders that have it")
    read.add_argument("--reader", metavar="CMD", help="whose answers are judged (default: ours)")
    read.add_argument(
        "--silent", type=float, default=_SILENT_S, metavar="S",
        help=f"seconds without an answer, after which CMD is given up (default {_SILENT_S:g})",
    )  # fmt: skip
    read.set_defaults(run=run_read)


def run_read(args: argparse.Namespace) -> int:
    """Read, judge and tell.

    Raises:
        CallError: no labels, a label or a picture amiss, or no answer at all.
    """
    if not args.silent > 0:
        raise CallError(f"--silent {args.silent:g}: give seconds, above 0")
    pictures = _pictures(args.folder)
    began = time.monotonic()
    said = _ours(pictures) if args.reader is None else _theirs(args.reader, pictures, args.silent)
    answers: dict[Path, Answers] = {}
    spent = 0.0
    for path, seen in said:
        answers[path] = seen
        spent = time.monotonic() - began
    if not answers:
        raise CallError(f"--reader {args.reader}: gave no answer; {_FORM}")
    total = ReadTally()
    for one in pictures:
        total += judged(one.label.sites, answers.get(one.path, {}))
    _tell(args.reader or "fingerpost", total, len(answers), spent * 1000 / len(answers))
    return 0


_FORM: Final = (
    'wanted is a line a picture: {"image": path, "sites": {site: seat, "empty" or "unknown"}}; '
    "the path as it was given, or a name that no other picture has; the first answer of a picture counts"
)


def _pictures(folder: Path) -> list[_Picture]:
    here = (
        [folder] if (folder / LABELS).is_file() else sorted(one.parent for one in folder.glob(f"*/{LABELS}"))
    )
    found: list[_Picture] = []
    for one in here:
        source = one / LABELS
        for number, line in enumerate(read_text(source, "labels").splitlines(), start=1):
            if not line.strip():
                continue
            try:
                picture = _Picture(one, label_of(line))
            except ValueError as error:
                raise CallError(f"{source} line {number}: {error}") from None
            if not picture.path.is_file() or "\n" in str(picture.path):
                raise CallError(f"{source} line {number}: picture {picture.label.image} is not there")
            found.append(picture)
    if not found:
        raise CallError(
            f"{folder}: no pictures with {LABELS}, here or in its folders; make some with `benchmark make`"
        )
    return found


def _ours(pictures: Sequence[_Picture]) -> Iterator[tuple[Path, Answers]]:
    need(["vision"])
    from vision import FrameError, StillReader, load_frame

    @cache
    def reader(board: str) -> StillReader:
        return StillReader(the_layout(board))

    for one in told(pictures, "pictures"):
        beside = one.folder / one.label.board
        try:
            still = reader(str(beside) if beside.is_file() else one.label.board).read(load_frame(one.path))
        except FrameError as error:
            raise CallError(str(error)) from None
        yield one.path, {str(site): seen for site, seen in still.answers.items()}


def _theirs(command: str, pictures: Sequence[_Picture], silent_s: float) -> Iterator[tuple[Path, Answers]]:
    """Each picture's first answer; what is none is told once."""
    paths = [one.path for one in pictures]
    names = [path.name for path in paths]
    known = {path.name: path for path in paths if names.count(path.name) == 1} | {str(p): p for p in paths}
    left, amiss, first = set(paths), 0, b""
    answered_at = time.monotonic()
    try:
        for line in lines_of(command, paths, silent_s):
            answer = answer_of(line)
            path = None if answer is None else known.get(answer[0])
            if answer is not None and path in left:
                left.remove(path)
                yield path, answer[1]
                answered_at = time.monotonic()
            elif line.strip():
                amiss, first = amiss + 1, first or line[:80]
            if not left:
                break
            if time.monotonic() - answered_at > silent_s:  # it talks, and answers nothing
                raise SilentReaderError(f"gave no answer for {silent_s:g} s")
    except SilentReaderError as error:
        tell_people(f"--reader {command}: {error}; what it has not answered is unknown")
    if amiss:
        shown = first.decode(errors="replace")
        tell_people(f"--reader {command}: {amiss} lines are no answer, the first {shown!r}; {_FORM}")
    if left and len(left) < len(paths):
        tell_people(f"--reader {command}: {len(left)} of {len(paths)} pictures without an answer are unknown")


def _tell(reader: str, total: ReadTally, answered: int, ms: float) -> None:
    """As JSON for a program, in words for people."""
    told = {"reader": reader, **asdict(total), "answered": answered, "ms": round(ms, 1), "about": DRAWN}
    if not is_terminal(sys.stdout):
        sys.stdout.write(msgspec.json.format(msgspec.json.encode(told), indent=1).decode() + "\n")
        tell_people(DRAWN)
        return
    share = 100 * total.right / total.sites if total.sites else 100.0
    sys.stdout.write(
        f"{reader}: {total.right} of {total.sites} places right ({share:.2f} %), in {total.whole} of "
        f"{total.pictures} pictures all of them.\n"
        f"False claims {total.false_claims}, wrong seats {total.wrong_seats}, tokens missed {total.missed}, "
        f"unknown {total.unknown}; {total.hidden} hidden places are not counted. {ms:.0f} ms a picture.\n"
        f"{DRAWN[0].upper()}{DRAWN[1:]}.\n"
    )
