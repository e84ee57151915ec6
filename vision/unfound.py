"""Why a board has no place in a picture: for stills, calibration, lessons and a running camera alike. Pure.

Whoever holds the camera may not see the markers, so the cause is named and not what lacks: a mirrored picture
holds all of them, and shows none.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Final, Literal

import cv2
import numpy as np

from tabletop import BoardLayout
from vision.frame import Frame
from vision.markers import Corners, Grey, MarkerFinder
from vision.pose import guess_camera, solve_pose
from vision.targets import LEAST_MARKERS, TargetFinder

Shown = Literal["", "twice", "mirrored", "another"]
"""What is seen in place of a board: nothing, two boards, its mirror image, another board's markers."""

Cause = Literal["hidden", "twice", "mirrored", "another", "small", "no-fit", "other-lens"]
"""Too little of the board is in view; what `Shown` says; a picture of too few pixels; markers enough, but
they lie otherwise than in the board's file, or than the camera's file lets them."""

_LEAST_PX_PER_MM: Final = 0.7  # of a board that fills the picture; markers are then too small to be found


@dataclass(frozen=True, slots=True)
class Unfound:
    """Why a board is not found, in a line of two halves."""

    cause: Cause
    what: str
    todo: str

    @property
    def health(self) -> str:
        """The cause as in `DeviceHealth`, for programs."""
        return "board-lost" if self.cause in ("hidden", "small") else self.cause

    def sentence(self) -> str:
        """One line for people."""
        return f"{self.what[0].upper()}{self.what[1:]}; {self.todo}{'' if self.todo.endswith('?') else '.'}"


MIRRORED: Final = Unfound("mirrored", "the picture is mirrored", "switch that off, or use another camera")


def shown_instead(finder: MarkerFinder, grey: Grey, found: Collection[int]) -> Shown:
    """What a picture shows in place of a board; up to three searches of the whole picture.

    Args:
        found: the board's markers that are seen once; two searches are spared where there is any.
    """
    if finder.doubled(grey):
        return "twice"
    if not found and finder.mirrored(grey):
        return "mirrored"
    return "another" if not found and finder.others(grey) else ""


def unfound(
    finder: MarkerFinder,
    layout: BoardLayout,
    grey: Grey,
    found: Collection[int],
    *,
    lens_given: bool = False,
) -> Unfound:
    """Why a board is not found in a picture.

    Args:
        found: its markers that are seen once.
        lens_given: a camera's file was given for the picture.
    """
    every = len(layout.markers.ids) if layout.markers is not None else 0
    lost = f"the board is not found ({len(found)} of its {every} markers seen)"
    match shown_instead(finder, grey, found):
        case "twice":
            told = ", ".join(map(str, sorted(finder.doubled(grey))))
            return Unfound("twice", f"markers {told} are in the picture twice", "show one board alone")
        case "mirrored":
            return MIRRORED
        case "another":
            what = f"{lost}: markers of another board are in the picture"
            return Unfound("another", what, "show this board")
        case "":
            pass
    high, wide = grey.shape
    if max(wide / layout.width_mm, high / layout.height_mm) < _LEAST_PX_PER_MM:
        few = f"{wide} x {high} pixels are too few for a board of this size"
        return Unfound("small", lost, f"give a larger picture: {few}")
    if len(found) < LEAST_MARKERS:
        return Unfound("hidden", lost, "show all of the board, sharp and in light")
    # They are plain, and fit no board that is seen through such a lens.
    if lens_given:
        todo = "is the camera file this camera's own, and the board file this board's?"
        return Unfound("other-lens", lost, todo)
    todo = "is the picture as the camera took it, not stretched, and the board file this board's?"
    return Unfound("no-fit", lost, todo)


def no_target(
    targets: TargetFinder, layout: BoardLayout | None, frame: Frame, found: Mapping[int, Corners]
) -> Unfound | None:
    """Why a picture tells nothing of a lens; None: it does, or only too little of the sheet is in view.

    Args:
        layout: of the board whose markers are looked for; None: the sheet alone is.
        found: its markers that are seen.
    """
    why = None
    if layout is not None and layout.markers is not None:
        lens = guess_camera(layout.markers, found, frame.size) if len(found) >= LEAST_MARKERS else None
        if lens is not None and solve_pose(layout.markers, found, lens) is not None:
            return None
        grey = np.asarray(cv2.cvtColor(frame.image, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
        why = unfound(MarkerFinder(layout.markers), layout, grey, found)
    if found or (why is not None and why.cause not in ("hidden", "small")):
        return why
    return MIRRORED if targets.sheet_mirrored(frame) else why
