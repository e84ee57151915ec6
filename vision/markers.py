"""Finds the board's printed markers in a picture: everywhere, or only round the places where they were."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from tabletop import Markers
from vision.frame import Image, UnreadableBoardError

Corners = NDArray[np.float64]
"""(4, 2): a marker's corners in pixels, clockwise from its top-left."""

Grey = NDArray[np.uint8]

_ROUND: Final = 0.45  # of a marker's size: how far beyond its last place it is looked for
_LEAST_MIRRORED: Final = 2  # so many are no accident
_LEAST_SIDE_PX: Final = 10.0  # a marker of 8 cells that is smaller cannot be told from print
_TURN: Final = np.array([[1, 1], [-1, 1], [-1, -1], [1, -1]])


@dataclass(frozen=True, slots=True)
class Region:
    """A rectangle of a picture, in whole pixels; `right` and `bottom` are the first that are not in it."""

    left: int
    top: int
    right: int
    bottom: int

    def grey_of(self, picture: Grey | Image) -> Grey:
        """(bottom - top, right - left): its pixels, of a picture in grey or in colour."""
        pixels = np.ascontiguousarray(picture[self.top : self.bottom, self.left : self.right])
        grey = cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY) if pixels.ndim == 3 else pixels
        return np.asarray(grey, dtype=np.uint8)


def region_of(corners: Corners, size: tuple[int, int], pad: float) -> Region | None:
    """The rectangle round `corners`, `pad` pixels wider on each side, in a picture of `size` (height, width).

    None: too little of it is in the picture to hold a marker.
    """
    height, width = size
    least, most = corners.min(axis=0) - pad, corners.max(axis=0) + pad
    left, top = (int(max(0, value)) for value in np.floor(least))
    right, bottom = int(min(width, most[0] + 1)), int(min(height, most[1] + 1))
    if right - left < _LEAST_SIDE_PX or bottom - top < _LEAST_SIDE_PX:
        return None
    return Region(left, top, right, bottom)


class MarkerFinder:
    """Finds the markers of one board; ids that are not the board's are ignored."""

    def __init__(self, markers: Markers) -> None:
        name = (
            getattr(cv2.aruco, markers.dictionary, None) if markers.dictionary.startswith("DICT_") else None
        )
        if not isinstance(name, int):
            raise UnreadableBoardError(
                f"markers.dictionary: {markers.dictionary} is unknown; "
                "give an OpenCV name such as DICT_APRILTAG_36h11"
            )
        parameters = cv2.aruco.DetectorParameters()
        # The lens and the tone curve let white grow into black by about a pixel, so the outline comes out too
        # small and the outer parts of each cell lie; only the middle half of a cell tells its colour.
        parameters.perspectiveRemoveIgnoredMarginPerCell = 0.25
        parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
        self._everywhere = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(name), parameters)
        # In a small region one threshold window is enough: it is chosen for a marker that fills it.
        parameters.adaptiveThreshWinSizeMin = 15
        parameters.adaptiveThreshWinSizeMax = 15
        self._nearby = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(name), parameters)
        self._ids = frozenset(markers.ids)

    def everywhere(self, grey: Grey) -> dict[int, Corners]:
        """Every marker of the board in the whole picture; an id seen twice is trusted in neither place."""
        return self._found(self._everywhere, grey, (0, 0))[0]

    def doubled(self, grey: Grey) -> frozenset[int]:
        """The board's markers that are in the picture twice: two boards lie there, or two prints."""
        return self._found(self._everywhere, grey, (0, 0))[1]

    def others(self, grey: Grey) -> frozenset[int]:
        """Ids in the picture that are not this board's."""
        _, ids, _ = self._everywhere.detectMarkers(grey)
        return frozenset() if ids is None else frozenset(map(int, np.asarray(ids).ravel())) - self._ids

    def mirrored(self, grey: Grey) -> bool:
        """Whether the board's markers are in the picture as a mirror shows them."""
        return len(self.everywhere(np.ascontiguousarray(grey[:, ::-1]))) >= _LEAST_MIRRORED

    def around(self, picture: Grey | Image, places: Mapping[int, Corners]) -> dict[int, Corners]:
        """The markers that are still close to where they were, each looked for in its own small region.

        Of a picture in colour only these regions are made grey: the whole would take as long as the search.
        """
        found: dict[int, Corners] = {}
        for number, corners in places.items():
            side = float((corners.max(axis=0) - corners.min(axis=0)).max())
            region = region_of(corners, picture.shape[:2], max(8.0, _ROUND * side))
            if region is None:
                continue
            seen, _ = self._found(self._nearby, region.grey_of(picture), (region.left, region.top))
            if number in seen:
                found[number] = seen[number]
        return found

    def _found(
        self, detector: cv2.aruco.ArucoDetector, grey: Grey, offset: tuple[int, int]
    ) -> tuple[dict[int, Corners], frozenset[int]]:
        """Those seen once, and the ids of those seen twice."""
        quads, ids, _ = detector.detectMarkers(grey)
        found: dict[int, Corners] = {}
        doubled: set[int] = set()
        if ids is None:
            return found, frozenset()
        for quad, number in zip(quads, (int(item) for item in np.asarray(ids).ravel()), strict=True):
            corners = np.asarray(quad, dtype=np.float64).reshape(4, 2) + np.array(offset, dtype=np.float64)
            if number not in self._ids or np.linalg.norm(corners[0] - corners[2]) < _LEAST_SIDE_PX:
                continue
            if number in found:
                doubled.add(number)
            found[number] = corners
        once = {number: corners for number, corners in found.items() if number not in doubled}
        return once, frozenset(doubled)


def marker_points(markers: Markers, number: int) -> NDArray[np.float64]:
    """(4, 2): a marker's corners on the board in millimetres, in the order in which they are found."""
    x, y = markers.ids[number]
    return np.array([x, y]) - _TURN * markers.side_mm / 2
