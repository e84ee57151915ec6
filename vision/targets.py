"""What a calibration looks at: the board's own markers, and the printed sheet, each in one picture."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from tabletop import Markers
from vision.frame import Frame
from vision.markers import Corners, Grey, MarkerFinder, marker_points

Floats = NDArray[np.float64]
Target = Literal["board", "sheet"]

SHEET_SQUARES: Final = (6, 8)  # across and down: fits A4 and US Letter
SHEET_SQUARE_MM: Final = 30.0
SHEET_MARKER_MM: Final = 21.0
_SHEET_DICTIONARY: Final = cv2.aruco.DICT_5X5_100  # no board of ours uses it
_LEAST_SHEET_CORNERS: Final = 12
LEAST_MARKERS: Final = 3  # by which a board's place is known


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class TargetView:
    """One flat target in one picture: points of it and where they were found."""

    name: str  # of the picture
    target: Target
    size: tuple[int, int]  # of the picture, in pixels
    flat: Floats  # (N, 2) millimetres on the target, x right, y down
    pixels: Floats  # (N, 2)
    outwards: Floats  # (N, 2) unit steps by which a printed outline may have come out too small; 0: it cannot


def sheet_board() -> cv2.aruco.CharucoBoard:
    """The printed sheet, as OpenCV describes it: millimetres, origin at its top-left square's corner."""
    dictionary = cv2.aruco.getPredefinedDictionary(_SHEET_DICTIONARY)
    return cv2.aruco.CharucoBoard(SHEET_SQUARES, SHEET_SQUARE_MM, SHEET_MARKER_MM, dictionary)


class TargetFinder:
    """Finds the board (when its markers are given) and the sheet in pictures."""

    def __init__(self, markers: Markers | None) -> None:
        self._markers = markers
        self._finder = MarkerFinder(markers) if markers is not None else None
        detector = cv2.aruco.DetectorParameters()
        detector.perspectiveRemoveIgnoredMarginPerCell = 0.25
        self._sheet = cv2.aruco.CharucoDetector(
            sheet_board(), cv2.aruco.CharucoParameters(), detector, cv2.aruco.RefineParameters()
        )

    def look(self, frame: Frame, name: str) -> tuple[dict[int, Corners], list[TargetView]]:
        """The board's markers that are seen, and every target that is seen well enough to calibrate by."""
        grey = _grey(frame)
        found = self._finder.everywhere(grey) if self._finder is not None else {}
        views: list[TargetView] = []
        if self._markers is not None and len(found) >= LEAST_MARKERS:
            views.append(board_view(self._markers, found, frame.size, name))
        sheet = self._sheet_view(grey, frame.size, name)
        return found, views if sheet is None else [*views, sheet]

    def sheet_mirrored(self, frame: Frame) -> bool:
        """Whether the sheet is in a picture as a mirror shows it."""
        return self._sheet_view(np.ascontiguousarray(_grey(frame)[:, ::-1]), frame.size, "") is not None

    def _sheet_view(self, grey: NDArray[np.uint8], size: tuple[int, int], name: str) -> TargetView | None:
        corners, ids, _, _ = self._sheet.detectBoard(grey)
        if ids is None or len(ids) < _LEAST_SHEET_CORNERS:
            return None
        flat = np.asarray(sheet_board().getChessboardCorners(), dtype=np.float64)[np.ravel(ids), :2]
        if np.linalg.matrix_rank(flat - flat.mean(axis=0)) < 2:
            return None  # all on one line: no plane
        pixels = np.asarray(corners, dtype=np.float64).reshape(-1, 2)
        nowhere = np.zeros_like(pixels)
        return TargetView(name=name, target="sheet", size=size, flat=flat, pixels=pixels, outwards=nowhere)


def _grey(frame: Frame) -> Grey:
    return np.asarray(cv2.cvtColor(frame.image, cv2.COLOR_BGR2GRAY), dtype=np.uint8)


def board_view(
    markers: Markers, found: Mapping[int, Corners], size: tuple[int, int], name: str
) -> TargetView:
    """The corners of the board's markers, in the order of their ids."""
    ids = sorted(found)
    out = [found[number] - found[number].mean(axis=0) for number in ids]
    return TargetView(
        name=name,
        target="board",
        size=size,
        flat=np.concatenate([marker_points(markers, number) for number in ids]),
        pixels=np.concatenate([found[number] for number in ids]),
        outwards=np.concatenate([step / np.linalg.norm(step, axis=1)[:, None] for step in out]),
    )
