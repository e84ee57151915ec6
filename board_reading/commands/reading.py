"""`fingerpost read` and `fingerpost watch`: what a camera sees on a board, without a game."""

import argparse
import json
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final, TextIO

from board_reading.named_files import the_camera, the_tokens
from command_line.arguments import Subparsers
from command_line.by_name import the_layout, writing_to
from command_line.progress import told
from command_line.terminal import tell_people
from table.errors import CallError
from tabletop import BoardLayout, DeviceHealth, Seen, SiteId

if TYPE_CHECKING:  # OpenCV is loaded only when a picture is read
    from vision import CameraError, CameraModel, Frame, StillReader


def add_read(sub: Subparsers) -> None:
    """Add `read`."""
    parser = sub.add_parser("read", help="what stands on each pin in a picture", description=__doc__)
    parser.add_argument("images", nargs="+", type=Path, metavar="IMAGE")
    _add_board(parser)
    parser.add_argument("--out", type=Path, help="write the JSON here instead of standard output")
    parser.add_argument(
        "--picture",
        type=Path,
        metavar="OUT.png",
        help="draw what was seen; of several pictures each into OUT-NAME.png",
    )
    parser.set_defaults(run=run_read)


def add_watch(sub: Subparsers) -> None:
    """Add `watch`."""
    parser = sub.add_parser("watch", help="settled changes seen by a fixed camera", description=__doc__)
    parser.add_argument("source", nargs="+", metavar="IMAGE|VIDEO|DEVICE")
    _add_board(parser)
    parser.add_argument("--fps", type=float, default=10.0, help="how fast pictures follow (default 10)")
    parser.add_argument("--events", type=Path, help="write the JSON lines here instead of standard output")
    parser.add_argument(
        "--evidence",
        type=Path,
        metavar="FOLDER",
        help="keep the pieces of picture that decisions rested on, 300 pictures at most",
    )
    parser.set_defaults(run=run_watch)


def _add_board(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--board", required=True, help="a board/1 file, or the map id of one that ships")
    parser.add_argument("--camera", type=Path, help="a camera/1 file; without one the lens is estimated")
    parser.add_argument("--reference", type=Path, help="a picture of the empty board by the same camera")
    parser.add_argument(
        "--tokens", type=Path, help="a tokens/1 file: how this table's tokens look (calibrate --tokens)"
    )


def run_read(args: argparse.Namespace) -> int:
    """One JSON object for all pictures.

    A picture that cannot be read is named on stderr and is all unknown, the others go on; the exit is then 2.
    """
    from vision import FrameError, StillReader, load_frame

    layout = the_layout(args.board)
    _no_doubles(args.images)
    try:
        reference = load_frame(args.reference) if args.reference else None
        reader = StillReader(layout, the_camera(args.camera), reference, looks=the_tokens(args.tokens))
    except FrameError as error:
        raise CallError(str(error)) from None
    found: dict[str, object] = {}
    broken: list[str] = []
    for number, path in enumerate(told(args.images, "pictures")):
        try:
            found[path.name] = _one(reader, layout, path, number, _drawn_to(args, path))
        except _BrokenError as error:
            found[path.name] = dict.fromkeys(reader.sites, "unknown")
            broken.append(str(error))
    if len(broken) == len(found):
        raise CallError(broken[0] if len(broken) == 1 else f"{broken[0]} (and {len(broken) - 1} more)")
    _put_out(json.dumps(found, ensure_ascii=False, indent=1) + "\n", args.out)
    for line in broken:
        tell_people(line)
    return 2 if broken else 0


class _BrokenError(Exception):
    """One picture of several that cannot be read."""


def _one(
    reader: "StillReader", layout: BoardLayout, path: Path, number: int, drawn_to: Path | None
) -> "Mapping[SiteId, Seen]":
    from vision import CameraFileError, FrameError, draw_still, load_frame, save_picture

    try:
        frame = load_frame(path, number=number)
        still = reader.read(frame)
    except FrameError as error:
        raise _BrokenError(str(error)) from None
    except CameraFileError as error:
        raise _BrokenError(f"{path}: {error}") from None
    if still.note:
        tell_people(f"{path}: {still.note}")
    if drawn_to is not None:
        try:
            save_picture(drawn_to, draw_still(frame, layout, still, path.name))
        except FrameError as error:
            raise CallError(f"--picture {error}") from None
    return still.answers


def _no_doubles(paths: Sequence[Path]) -> None:
    seen: set[str] = set()
    for path in paths:
        if path.name in seen:
            raise CallError(f"{path}: a second picture with this name; answers are told apart by file name")
        seen.add(path.name)


def _drawn_to(args: argparse.Namespace, image: Path) -> Path | None:
    """Where a picture is drawn to: the file that was named, or beside it one for each of several."""
    named: Path | None = args.picture
    if named is None or len(args.images) == 1:
        return named
    return named.with_name(f"{named.stem}-{image.stem}{named.suffix}")


def _put_out(text: str, out: Path | None) -> None:
    if out is None:
        sys.stdout.write(text)
        return
    with writing_to("--out", out):
        out.write_text(text, encoding="utf-8")


def run_watch(args: argparse.Namespace) -> int:
    """One JSON object a settled change."""
    from vision import CameraError, CameraFileError, EvidenceRing, FrameError, load_frame, watch

    if not 0.1 <= args.fps <= 120:
        raise CallError(f"--fps {args.fps:g}: give 0.1 to 120")
    layout = the_layout(args.board)
    with ExitStack() as closing:
        out = sys.stdout if args.events is None else closing.enter_context(_events_file(args.events))
        try:
            reference = load_frame(args.reference) if args.reference else None
            camera, looks = the_camera(args.camera), the_tokens(args.tokens)
            ring = EvidenceRing(args.evidence, layout, camera, looks) if args.evidence else None
            note = ring.note if ring is not None else None
            search = _Search(patience=int(_SEARCH_S * args.fps))
            for change in watch(
                search.of(_frames(args, camera)),
                layout,
                camera,
                reference,
                decided=note,
                health=_tell_health,
                looks=looks,
            ):
                search.found |= change.get("board") == "found"
                out.write(json.dumps(change, ensure_ascii=False) + "\n")
                out.flush()
        except (CameraError, CameraFileError, FrameError) as error:
            raise CallError(str(error)) from None
    return 0


_SEARCH_S: Final = 3.0  # so long a board may take to be found before that is said


class _Search:
    """Says once that no board is found yet: of a camera that looks elsewhere nothing else is said."""

    def __init__(self, patience: int) -> None:
        self.found = False
        self._patience = max(1, patience)

    def of(self, frames: "Iterable[Frame | CameraError]") -> "Iterator[Frame | CameraError]":
        """The same frames; told after `patience` of them, or at their end."""
        told = False
        for number, frame in enumerate(frames):
            if number >= self._patience and not self.found and not told:
                told = self._tell()
            yield frame
        if not self.found and not told:
            self._tell()

    def _tell(self) -> bool:
        tell_people("camera: the board is not found; show all of it, sharp and in light; is it this board?")
        return True


_HEALTH: Final = {
    "dark": "too dark, or a picture without colours; give more light",
    "covered": "most places show neither pin nor token; is it this board, and is it clear?",
    "other-print": "pins or tokens lie beside their places; give the file of this print, printed at 100 %",
    "mirrored": "the picture is mirrored; switch that off, or use another camera",
    "twice": "the board's markers are in the picture twice; show one board alone",
    "another": "markers of another board are in the picture; show this board",
    "other-lens": "the markers are in view, but the camera file does not fit; calibrate, or leave it out",
    "no-fit": "the markers are in view, but lie otherwise than in the board file; is it this board's?",
    "blurred": "the picture is blurred; wipe the lens, focus it, hold it still",
    "far": "the board shows too small for sure reading; bring the camera nearer or take larger pictures",
}


def _tell_health(health: DeviceHealth) -> None:
    """What keeps the camera from reading well and what to do; `moved` and `found` are in the answer."""
    if health.cause in _HEALTH:
        tell_people(f"camera: {_HEALTH[health.cause]}")
    elif health.detail:
        tell_people(f"camera: {health.detail}")


def _frames(args: argparse.Namespace, camera: "CameraModel | None") -> "Iterator[Frame | CameraError]":
    """Frames of files, or of a camera that may be unplugged and come back."""
    from vision import CameraError, frames_of, is_device, lasting_frames, open_camera

    if len(args.source) != 1 or not is_device(args.source[0]):
        yield from frames_of(args.source, args.fps)
        return
    size = camera.size if camera is not None else None
    opened = partial(open_camera, size=size)
    for item in lasting_frames(args.source[0], args.fps, opened=opened):
        if isinstance(item, CameraError):
            tell_people(f"{item}; looking for it again")
        yield item


def _events_file(path: Path) -> TextIO:
    with writing_to("--events", path):
        return path.open("w", encoding="utf-8")
