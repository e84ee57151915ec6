"""Whether a pose holds: the corners of some resting frames together, not those of the one it was made from.

One dim and noisy frame shows four markers of eight, their corners a pixel off; a hand over a board that is
pushed hides as many. The pose made of the others was believed until the board was moved again, and left half
of the board in doubt as long.
"""

from typing import Final

import numpy as np

from tabletop import Markers
from vision.frame import Image
from vision.markers import Corners, MarkerFinder, marker_points
from vision.pose import Pose

FRAMES: Final = 6
"""That are taken together: the noise of their mean is four tenths of one's."""

_AGAIN_S: Final = 5.0  # while markers are hidden they are looked for as often
_OFTEN_ENOUGH: Final = FRAMES // 2  # a marker that shows in fewer frames is left out


class PoseCheck:
    """One pose, from when it was made; feed it the frames in which the board lies where it did."""

    def __init__(self, markers: Markers, finder: MarkerFinder, pose: Pose) -> None:
        self._finder = finder
        self._places = {number: _seen(pose, markers, number) for number in markers.ids}
        self._complete = len(pose.used) == len(markers.ids)
        self._found: list[dict[int, Corners]] = []
        self._ended_at: float | None = None  # the last round

    def add(self, picture: Image, at: float) -> dict[int, Corners] | None:
        """Look for every marker where the pose expects it.

        Returns:
            The mean corners of the markers that showed, once there are frames enough; else None.
        """
        if self._ended_at is not None and (self._complete or 0 <= at - self._ended_at < _AGAIN_S):
            return None
        self._found.append(self._finder.around(picture, self._places))
        if len(self._found) < FRAMES:
            return None
        means = _means(self._found)
        self._found.clear()
        self._ended_at = at
        return means


def _seen(pose: Pose, markers: Markers, number: int) -> Corners:
    flat = marker_points(markers, number)
    return pose.project(np.column_stack([flat, np.zeros(len(flat))]))


def _means(frames: list[dict[int, Corners]]) -> dict[int, Corners]:
    seen: dict[int, list[Corners]] = {}
    for frame in frames:
        for number, corners in frame.items():
            seen.setdefault(number, []).append(corners)
    return {
        number: np.asarray(np.mean(corners, axis=0))
        for number, corners in seen.items()
        if len(corners) >= _OFTEN_ENOUGH
    }


def apart_px(one: Pose, other: Pose, markers: Markers) -> float:
    """By how many pixels two poses put the board's markers apart, at the worst."""
    apart = [np.abs(_seen(one, markers, number) - _seen(other, markers, number)) for number in markers.ids]
    return float(np.nan_to_num(np.concatenate(apart), nan=np.inf).max())
