"""`fingerpost calibrate --tokens`: shows a table's tokens to the camera, led by words → a tokens/1 file."""

import argparse
import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from announce import Wording
from board_reading.named_files import the_camera
from command_line.by_name import the_layout, the_map, writing_to
from command_line.language import the_wording
from command_line.terminal import tell_people
from storage.whole_file import write_whole
from table.errors import CallError
from tabletop import BoardLayout, TokenColour

if TYPE_CHECKING:  # OpenCV is loaded only when a picture is looked at
    from vision import Frame, TokenLesson, TokenLooks

_FPS: Final = 5.0
_MOST_S: Final = 600.0
_PICTURE_S: Final = 3.0  # that one picture stands for: long enough to be at rest


def run_tokens(args: argparse.Namespace) -> int:
    """Lead somebody through the lesson, or take it from pictures, and write what was learned.

    Raises:
        CallError: no board is named, a picture's name tells no seat, nothing was learned.
    """
    from vision import CameraError, CameraFileError, FrameError, TokenLesson, frames_of, is_device

    if args.board is None:
        raise CallError("calibrate --tokens: --board is missing; name the board the tokens stand on")
    if args.device is not None and not is_device(args.device):
        raise CallError(f"--device {args.device}: no camera; give a number, /dev/video0 or ribbon")
    layout = the_layout(args.board)
    wording = the_wording(the_map(layout.map), layout, args.language)
    camera = the_camera(args.camera)
    try:
        if args.device is not None:
            lesson = TokenLesson(layout, camera)
            followed(lesson, frames_of([args.device], fps=_FPS), wording)
        else:
            lesson = TokenLesson(layout, camera, seats_of(args.images, layout))
            _from_pictures(lesson, args.images, wording)
    except (CameraError, CameraFileError, FrameError) as error:
        raise CallError(str(error)) from None
    return _finish(lesson.looks(), args.tokens)


def followed(lesson: "TokenLesson", frames: "Iterable[Frame]", wording: Wording) -> None:
    """Feed frames to a lesson and say its words, until it is done or ten minutes have passed."""
    began: float | None = None
    for frame in frames:
        began = frame.at if began is None else began
        for news in lesson.look(frame):
            for announcement in wording.token_lesson(news):
                tell_people(announcement.normal)
        if lesson.done or frame.at - began > _MOST_S:
            return


def _from_pictures(lesson: "TokenLesson", pictures: Sequence[Path], wording: Wording) -> None:
    """Each picture as if it had lasted a while; a seat that its picture does not show is left out."""
    for number, path in enumerate(pictures):
        seat = lesson.wanted
        for frame in _lasting(path, number):
            for news in lesson.look(frame):
                if news.step not in ("wanted", "taken", "done"):
                    (announcement,) = wording.token_lesson(news)
                    tell_people(f"{path}: {announcement.normal}")
        if lesson.wanted is None and not lesson.done:
            raise CallError(f"{path}: does not show the empty board; give such a picture first")
        if seat is not None and lesson.wanted == seat:
            tell_people(f"{path}: shows no token of {seat} that was not there before; {seat} is left out")
            lesson.skip((number + 1) * _PICTURE_S)


def _lasting(path: Path, number: int) -> "Iterator[Frame]":
    from vision import Frame, load_frame

    image = load_frame(path, number=number).image
    for part in range(3):
        yield Frame(image, number * _PICTURE_S + part, 3 * number + part)


def seats_of(pictures: list[Path], layout: BoardLayout) -> list[TokenColour]:
    """Whose tokens each picture after the first one shows, by its name.

    Raises:
        CallError: fewer than two pictures, none of the empty board, a name that tells no seat, a seat twice.
    """
    if len(pictures) < 2:
        raise CallError(
            "calibrate --tokens: give the empty board first, then a picture for each seat, "
            "named after it: empty.jpg blue.jpg red.jpg"
        )
    first = pictures[0]
    if first.name.startswith(tuple(layout.tokens.shapes)) and "empty" not in first.name:
        raise CallError(f"{first}: is called after a seat; give the empty board first, as empty.jpg")
    seats: list[TokenColour] = []
    for path in pictures[1:]:
        seat = next((colour for colour in layout.tokens.shapes if path.name.startswith(colour)), None)
        if seat is None or seat in seats:
            names = ", ".join(layout.tokens.shapes)
            raise CallError(f"{path}: tells no seat, or one again; begin its name with one of {names}")
        seats.append(seat)
    return seats


def _known(out: Path) -> "TokenLooks | None":
    """What the file knows already; a file that is none is written anew."""
    from vision import TokensFileError, parse_looks

    try:
        return parse_looks(out.read_bytes())
    except (OSError, UnicodeDecodeError, TokensFileError):
        return None


def _finish(looks: "TokenLooks | None", out: Path) -> int:
    if looks is None:
        raise CallError(
            "calibrate --tokens: no token was seen; show the empty board first, then tokens on pins"
        )
    kept = looks.over(_known(out))
    with writing_to("--tokens", out):
        write_whole(out, f"{kept.to_json()}\n".encode(), mode=0o644)
    other = [seat for seat, look in looks.seats.items() if look.shown_as is not None]
    before = [seat for seat in kept.seats if seat not in looks.seats]
    whose = "1 seat's" if len(looks.seats) == 1 else f"{len(looks.seats)} seats'"
    tell_people(
        f"{out}: {whose} tokens learned, {len(other)} of another colour than usual"
        + (f"; as they were: {', '.join(before)}" if before else "")
    )
    summary = {"seats": list(looks.seats), "other": other, "out": str(out)}
    sys.stdout.write(json.dumps(summary) + "\n")
    return 0
