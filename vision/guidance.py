"""Words that lead somebody through a calibration, and the choice of views from a running camera."""

import math
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from tabletop import BoardLayout, Markers
from vision.frame import Frame
from vision.intrinsics import CameraModel
from vision.lens_fit import Calibration, CalibrationError, ViewFit, calibrate_lens
from vision.markers import Corners
from vision.pose import Pose
from vision.sharpness import LEAST_PX_PER_MM, Sharpness, sharpness
from vision.targets import TargetFinder, TargetView
from vision.unfound import no_target

# Of the picture's width: a corner that wanders more from one look to the next is moving
_STEADY: Final = 0.0015
_NEW_DEG: Final = 10.0  # a view is new when it looks from so much elsewhere than every view taken
_STRAIGHT_DEG: Final = 10.0
_LEAST_VIEWS: Final = 4
_MOST_VIEWS: Final = 12
_AGAIN_S: Final = 8.0  # the same words are said again only after so long
_SIDES: Final = ("from the front", "from the left", "from the right", "from the back")


def missing_words(layout: BoardLayout, markers: Markers, found: Collection[int]) -> list[str]:
    """Which corners of the board are not seen, and where to move the camera; none when all are.

    Seen from the seat at the front edge, where the notch is: "towards you" is towards that edge.
    """
    missing = [number for number in markers.ids if number not in found]
    if not missing:
        return []
    if not found:
        return [
            "No marker of the board is seen. Point the camera at the board, "
            "and check that the board file is its own."
        ]
    places = {_place(layout, markers.ids[number]) for number in missing}
    named = _listed(_whole_sides(places))
    sides = {word for place in places for word in place.split()}
    moves = [way for side, other, way in _MOVES if side in sides and other not in sides]
    advice = f"Move the arm {' and '.join(moves)}, or higher" if moves else "Raise the arm"
    return [f"{named.capitalize()} missing. {advice}; see that nothing covers the markers."]


def lacking_words(
    finder: TargetFinder, layout: BoardLayout | None, frame: Frame, found: Mapping[int, Corners]
) -> list[str]:
    """Why a picture shows neither sheet nor board, or not all of that; none where all of it shows.

    Args:
        layout: of the board that is looked for; None: the sheet alone is.
        found: what `TargetFinder.look` found of its markers.
    """
    why = no_target(finder, layout, frame, found)
    if why is not None and why.cause != "hidden":
        return [why.sentence()]
    if layout is None or layout.markers is None:
        return [_NO_SHEET]
    return missing_words(layout, layout.markers, found)


def missing_places(layout: BoardLayout, markers: Markers, found: Collection[int]) -> tuple[str, ...]:
    """The places of the board whose markers are not seen, in reading order; none when none is, or all are."""
    missing = {_place(layout, markers.ids[number]) for number in markers.ids if number not in found}
    return tuple(_whole_sides(missing)) if found else ()


def _whole_sides(places: set[str]) -> list[str]:
    """Names in reading order; three places of one side are that side."""
    for side in ("back", "left", "right", "front"):
        members = {place for place in _READ_ORDER if side in place.split()}
        if members <= places:
            places = places - members | {f"{side} side"}
    order = (*_READ_ORDER, "back side", "left side", "right side", "front side")
    return sorted(places, key=order.index)


def _listed(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


_READ_ORDER: Final = (
    "back left corner", "back edge", "back right corner", "left edge", "right edge",
    "front left corner", "front edge", "front right corner", "middle",
)  # fmt: skip
_MOVES: Final = (
    ("back", "front", "away from you"),
    ("front", "back", "towards you"),
    ("left", "right", "to the left"),
    ("right", "left", "to the right"),
)


def _place(layout: BoardLayout, centre: tuple[float, float]) -> str:
    x, y = centre[0] / layout.width_mm, centre[1] / layout.height_mm
    side = "left" if x < 1 / 3 else "right" if x > 2 / 3 else ""
    depth = "back" if y < 1 / 3 else "front" if y > 2 / 3 else ""
    if side and depth:
        return f"{depth} {side} corner"
    return f"{side or depth} edge" if side or depth else "middle"


def sharpness_words(seen: Sharpness) -> list[str]:
    """What is wrong with the camera's distance or focus; none when nothing is."""
    words = []
    if not seen.large:
        words.append(
            f"The far edge shows {seen.px_per_mm:.2f} pixels a millimetre; at least {LEAST_PX_PER_MM:g} are "
            "wanted. Bring the camera nearer, less aslant, or use a larger picture."
        )
    if not seen.sharp:
        smeared = (
            "cannot be measured" if math.isnan(seen.blur_mm) else f"are smeared over {seen.blur_mm:.1f} mm"
        )
        words.append(
            f"The picture is blurred: edges {smeared}. Focus the camera, hold it still, give more light."
        )
    return words


def result_words(result: Calibration) -> list[str]:
    """What a calibration rests on, in a sentence or two."""
    many = f"{result.good} of {len(result.fits)} views" if len(result.fits) > 1 else "One view"
    lines = [
        f"{many} good. Residual {result.residual_px:.2f} pixels. "
        f"Focal length {result.camera.focal[0]:.0f} pixels, sure to {100 * result.focal_doubt:.1f} percent."
    ]
    if not result.sure:
        lines.append(
            "Add views tilted 20 to 40 degrees to other sides, of the board or of the printed sheet."
        )
    return lines


@dataclass(frozen=True, slots=True, eq=False)
class _Look:
    """What one frame showed."""

    found: dict[int, Corners]
    views: list[TargetView]
    places: dict[tuple[str, int], NDArray[np.float64]]


class Guide:
    """Chooses views from a running camera and says what to do next; feed it frames in order.

    `views` grow until `result` is sure of the focal length or the most are taken; then `done`.
    """

    def __init__(self, layout: BoardLayout | None) -> None:
        self._layout = layout
        self._markers = layout.markers if layout is not None else None
        self._finder = TargetFinder(self._markers)
        self.views: list[TargetView] = []
        self.result: Calibration | None = None
        self.done = False
        self.board_frame: tuple[str, Frame, dict[int, Corners]] | None = None  # of the last view of the board
        self._before: _Look | None = None
        self._said: dict[str, float] = {}
        self._looks: list[NDArray[np.float64]] = []  # the way to the camera from each target taken

    def look(self, frame: Frame) -> list[str]:
        """Judge one frame; what is to be said now, if anything."""
        name = f"view {len(self.views) + 1}"
        found, views = self._finder.look(frame, name)
        look = _Look(found, views, {(view.target, len(view.flat)): view.pixels for view in views})
        before, self._before = self._before, look
        if not views:
            return self._once(lacking_words(self._finder, self._layout, frame, found), frame.at)
        if before is None or not _steady(before, look, frame.size[0]):
            return []
        fresh = [view for view in views if self._is_new(view)]
        if not fresh:
            return self._once([self._next_words()], frame.at)
        self.views += fresh
        if any(view.target == "board" for view in fresh):
            self.board_frame = (name, frame, found)
        words = [f"View {len(self.views)} taken."]
        self._try()
        if self.done and self.result is not None:
            return [*words, *result_words(self.result)]
        lacks = missing_words(self._layout, self._markers, found) if self._layout and self._markers else []
        return [*words, *self._once([*lacks, self._next_words()], frame.at)]

    def _is_new(self, view: TargetView) -> bool:
        way = _way_to_camera(view)
        if way is None:
            return False
        if any(
            math.degrees(math.acos(float(np.clip(way @ other, -1, 1)))) < _NEW_DEG for other in self._looks
        ):
            return False
        self._looks.append(way)
        return True

    def _try(self) -> None:
        """See whether the views are enough."""
        try:
            self.result = calibrate_lens(self.views)
        except CalibrationError:
            return
        enough = len(self.views) >= _LEAST_VIEWS and self.result.sure
        self.done = enough or len(self.views) >= _MOST_VIEWS

    def _next_words(self) -> str:
        sides = {_side(way) for way in self._looks}
        wanted = [side for side in ("from straight above", *_SIDES) if side not in sides]
        wanted = wanted or ["from somewhere else, tilted more"]
        return f"Next, let the camera look {wanted[0]}: move it, or tilt what it looks at. Then hold still."

    def _once(self, words: list[str], at: float) -> list[str]:
        new = [word for word in words if at - self._said.get(word, -math.inf) >= _AGAIN_S]
        self._said.update(dict.fromkeys(new, at))
        return new


_NO_SHEET: Final = "The printed sheet is not seen. Hold it flat, so that it fills half of the picture."


def _steady(before: _Look, now: _Look, width: int) -> bool:
    for key, pixels in now.places.items():
        then = before.places.get(key)
        if then is not None and float(np.abs(pixels - then).max()) <= _STEADY * width:
            return True
    return False


def _way_to_camera(view: TargetView) -> NDArray[np.float64] | None:
    """(3,): a unit step from the target towards the camera; x right, y to the front, z up.

    A usual lens is good enough for this: it is wrong by some degrees in all views alike.
    """
    width, height = view.size
    matrix = np.array([[0.8 * width, 0, width / 2], [0, 0.8 * width, height / 2], [0, 0, 1.0]])
    points = np.column_stack([view.flat - view.flat.mean(axis=0), np.zeros(len(view.flat))])
    good, rvec, tvec = cv2.solvePnP(points, view.pixels, matrix, np.zeros(5), flags=cv2.SOLVEPNP_IPPE)
    if not good or not np.isfinite(tvec).all():
        return None
    rotation, _ = cv2.Rodrigues(rvec)
    x, y, minus_z = -(rotation.T @ np.ravel(tvec))
    way = np.array([x, y, -minus_z])
    return np.asarray(way / np.linalg.norm(way))


def _side(way: NDArray[np.float64]) -> str:
    if way[2] >= math.cos(math.radians(_STRAIGHT_DEG)):
        return "from straight above"
    if abs(way[0]) > abs(way[1]):
        return "from the right" if way[0] > 0 else "from the left"
    return "from the front" if way[1] > 0 else "from the back"


def view_sharpness(
    frame: Frame, layout: BoardLayout, fit: ViewFit, camera: CameraModel, seen: Collection[int]
) -> Sharpness | None:
    """How large and sharp the board shows in a view that was calibrated by; None: a board without markers."""
    if layout.markers is None:
        return None
    pose = Pose(camera, fit.rvec.reshape(3, 1), fit.tvec.reshape(3, 1), fit.residual_px, frozenset(seen))
    grey = np.asarray(cv2.cvtColor(frame.image, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
    return sharpness(grey, layout, layout.markers, pose, seen)
