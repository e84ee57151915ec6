"""`fingerpost calibrate`: a camera's lens, from views of board or printed sheet; or how the tokens look."""

import argparse
import json
import math
import sys
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from board_reading.commands.token_showing import run_tokens
from command_line import progress
from command_line.arguments import Subparsers
from command_line.by_name import the_layout, writing_to
from command_line.extras import need
from command_line.language import add_language
from command_line.terminal import tell_people
from table.errors import CallError
from tabletop import BoardLayout

if TYPE_CHECKING:  # OpenCV is loaded only when a picture is looked at
    from vision import Calibration, Frame, TargetView

_MOST_PICTURES = 100
_MOST_S = 600.0


def add(sub: Subparsers) -> None:
    """Add the subcommand."""
    parser = sub.add_parser(
        "calibrate",
        help="a camera's lens, from pictures; how tokens look (--tokens); a sheet to print (--sheet)",
        description=__doc__,
    )
    parser.add_argument("images", nargs="*", type=Path, metavar="IMAGE", help="pictures from several sides")
    parser.add_argument("--device", help="a running camera instead: a number, /dev/video0, ribbon")
    parser.add_argument(
        "--board", help="a board/1 file, or the map id of one that ships; without one only the sheet counts"
    )
    parser.add_argument("--out", type=Path, help="the camera/1 file to write")
    parser.add_argument(
        "--sheet", type=Path, metavar="OUT.pdf", help="write a sheet to print, A4, true to size"
    )
    tokens = parser.add_argument_group("how this table's tokens look, instead of the lens")
    tokens.add_argument(
        "--tokens",
        type=Path,
        metavar="OUT.json",
        help="learn them: from --device, or from pictures empty.jpg blue.jpg red.jpg …; writes tokens/1",
    )
    tokens.add_argument("--camera", type=Path, help="a camera/1 file; without one the lens is estimated")
    add_language(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Write the sheet, the camera file, or both; 1 when the views do not tell the lens."""
    need(["vision"])
    if args.sheet is not None:
        from vision import sheet_pdf

        _write(args.sheet, sheet_pdf(), "--sheet")
        tell_people(
            f"{args.sheet}: print it at 100 %, glue it to something flat, take pictures from several sides"
        )
    if not args.images and args.device is None:
        if args.sheet is None:
            raise CallError("calibrate: no pictures; name picture files, or a camera with --device")
        return 0
    if args.images and args.device is not None:
        raise CallError("calibrate: pictures and --device; give one of them")
    if args.tokens is not None:
        if args.out is not None:
            raise CallError("calibrate: --tokens and --out; learn the lens first, then the tokens")
        return run_tokens(args)
    if args.out is None:
        raise CallError("calibrate: --out is missing; name the camera file to write")
    layout = the_layout(args.board) if args.board is not None else None
    result, view = _from_device(args.device, layout) if args.device else _from_pictures(args.images, layout)
    return _finish(result, view, args.out)


def _from_pictures(paths: list[Path], layout: BoardLayout | None) -> "tuple[Calibration, dict[str, float]]":
    from vision import CalibrationError, FrameError, TargetFinder, calibrate_lens, lacking_words, load_frame

    if len(paths) > _MOST_PICTURES:
        raise CallError(
            f"calibrate: {len(paths)} pictures; give at most {_MOST_PICTURES}, 8 to 15 are enough"
        )
    markers = layout.markers if layout is not None else None
    views: list[TargetView] = []
    frames: dict[str, tuple[Frame, Collection[int]]] = {}
    try:
        finder = TargetFinder(markers)
        for number, path in enumerate(progress.told(paths, "pictures")):
            frame = load_frame(path, number=number)
            found, seen = finder.look(frame, str(path))
            views += seen
            if any(view.target == "board" for view in seen):
                frames[str(path)] = (frame, found)
            if not any(view.target == "sheet" for view in seen):
                for words in lacking_words(finder, layout, frame, found):
                    tell_people(f"{path}: {words}")
        result = calibrate_lens(views)
    except (FrameError, CalibrationError) as error:
        raise CallError(str(error)) from None
    _tell_fits(result)
    return result, _told_sharpness(result, layout, frames)


def _tell_fits(result: "Calibration") -> None:
    for fit in result.fits:
        told = (
            f"{fit.view.name}: {fit.view.target} tilted by {fit.tilt_deg:.0f} degrees, "
            f"residual {fit.residual_px:.2f} px"
        )
        tell_people(
            told
            if fit.good
            else f"{fit.view.name}: does not fit the others, left out; is what it shows flat?"
        )


def _told_sharpness(
    result: "Calibration", layout: BoardLayout | None, frames: "Mapping[str, tuple[Frame, Collection[int]]]"
) -> dict[str, float]:
    """Say how large and sharp the board shows in the last view of it, where the camera is to stay."""
    from vision import sharpness_words, view_sharpness

    if layout is None:
        return {}
    for fit in reversed(result.fits):
        if fit.good and fit.view.target == "board" and fit.view.name in frames:
            frame, found = frames[fit.view.name]
            seen = view_sharpness(frame, layout, fit, result.camera, found)
            if seen is None:
                continue
            for words in sharpness_words(seen):
                tell_people(f"{fit.view.name}: {words}")
            blur = {} if math.isnan(seen.blur_mm) else {"blur_mm": round(seen.blur_mm, 2)}
            return {"px_per_mm": round(seen.px_per_mm, 2), **blur}
    return {}


def _from_device(device: str, layout: BoardLayout | None) -> "tuple[Calibration, dict[str, float]]":
    from vision import CameraError, FrameError, frames_of

    if not device.isdecimal() and not device.startswith(("/dev/", "ribbon")):
        raise CallError(f"--device {device}: no camera; give a number, /dev/video0 or ribbon")
    try:
        return guided(frames_of([device], fps=2.0), layout)
    except (CameraError, FrameError) as error:
        raise CallError(str(error)) from None


def guided(frames: "Iterable[Frame]", layout: BoardLayout | None) -> "tuple[Calibration, dict[str, float]]":
    """Lead somebody through the views of a running camera; words go to stderr as they come.

    Raises:
        CallError: the frames end, or ten minutes pass, before any lens is known.
    """
    from vision import Guide

    guide = Guide(layout)
    began: float | None = None
    for frame in frames:
        began = frame.at if began is None else began
        for words in guide.look(frame):
            tell_people(words)
        if guide.done or frame.at - began > _MOST_S:
            break
    if guide.result is None:
        raise CallError("calibrate: no view was taken; hold the camera still while board or sheet is in view")
    last = guide.board_frame
    return guide.result, _told_sharpness(
        guide.result, layout, {last[0]: last[1:]} if last is not None else {}
    )


def _finish(result: "Calibration", view: dict[str, float], out: Path) -> int:
    from vision import result_words

    for words in result_words(result):
        tell_people(words)
    summary: dict[str, object] = {
        "views": len(result.fits),
        "good": result.good,
        "residual_px": round(result.residual_px, 3),
        "focal_px": result.camera.focal[0],
        "focal_doubt": round(result.focal_doubt, 4),
        **view,
    }
    if result.told:
        _write(out, (result.camera.to_json() + "\n").encode(), "--out")
    else:
        tell_people(f"{out}: not written; these views do not tell the focal length")
    sys.stdout.write(json.dumps({**summary, "out": str(out) if result.told else None}) + "\n")
    return 0 if result.told else 1


def _write(path: Path, content: bytes, option: str) -> None:
    with writing_to(option, path):
        path.write_bytes(content)
