"""`fingerpost read` and `fingerpost watch`: what a camera sees on a board, without a game."""

import argparse
import json
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from fingerpost.commands.arguments import Subparsers, read_text, the_layout
from fingerpost.errors import CallError

if TYPE_CHECKING:  # OpenCV is loaded only when a picture is read
    from vision import CameraModel


def add_read(sub: Subparsers) -> None:
    """Add `read`."""
    parser = sub.add_parser("read", help="what stands on each pin in a picture", description=__doc__)
    parser.add_argument("images", nargs="+", type=Path, metavar="IMAGE")
    _add_board(parser)
    parser.add_argument("--out", type=Path, help="write the JSON here instead of standard output")
    parser.set_defaults(run=run_read)


def add_watch(sub: Subparsers) -> None:
    """Add `watch`."""
    parser = sub.add_parser("watch", help="settled changes seen by a fixed camera", description=__doc__)
    parser.add_argument("source", nargs="+", metavar="IMAGE|VIDEO|DEVICE")
    _add_board(parser)
    parser.add_argument("--fps", type=float, default=10.0, help="how fast pictures follow (default 10)")
    parser.add_argument("--events", type=Path, help="write the JSON lines here instead of standard output")
    parser.set_defaults(run=run_watch)


def _add_board(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--board", required=True, help="a board/1 file, or the map id of one that ships")
    parser.add_argument("--camera", type=Path, help="a camera/1 file; without one the lens is estimated")
    parser.add_argument("--reference", type=Path, help="a picture of the empty board by the same camera")


def run_read(args: argparse.Namespace) -> int:
    """One JSON object for all pictures."""
    from vision import CameraFileError, FrameError, read_images

    layout = the_layout(args.board)
    try:
        found = read_images(args.images, layout, _camera(args.camera), args.reference)
    except (FrameError, CameraFileError) as error:
        raise CallError(str(error)) from None
    text = json.dumps(found, ensure_ascii=False, indent=1) + "\n"
    if args.out is None:
        sys.stdout.write(text)
        return 0
    try:
        args.out.write_text(text, encoding="utf-8")
    except OSError as error:
        raise CallError(f"--out {args.out}: {error.strerror}; choose another file") from None
    return 0


def run_watch(args: argparse.Namespace) -> int:
    """One JSON object a settled change."""
    from vision import CameraError, CameraFileError, FrameError, frames_of, load_frame, watch

    if not 0.1 <= args.fps <= 120:
        raise CallError(f"--fps {args.fps:g}: give 0.1 to 120")
    layout = the_layout(args.board)
    with ExitStack() as closing:
        out = sys.stdout if args.events is None else closing.enter_context(_events_file(args.events))
        try:
            reference = load_frame(args.reference) if args.reference else None
            frames = frames_of(args.source, args.fps)
            for change in watch(frames, layout, _camera(args.camera), reference):
                out.write(json.dumps(change, ensure_ascii=False) + "\n")
                out.flush()
        except (CameraError, CameraFileError, FrameError) as error:
            raise CallError(str(error)) from None
    return 0


def _events_file(path: Path) -> TextIO:
    try:
        return path.open("w", encoding="utf-8")
    except OSError as error:
        raise CallError(f"--events {path}: {error.strerror}; choose another file") from None


def _camera(path: Path | None) -> "CameraModel | None":
    from vision import CameraFileError, parse_camera

    if path is None:
        return None
    try:
        return parse_camera(read_text(path, "camera"), source=str(path))
    except CameraFileError as error:
        raise CallError(str(error)) from None
