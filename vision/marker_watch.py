"""Looks at markers frame after frame, and searches only where the picture has changed.

A board lies still for nearly all of an evening, and a search takes forty times as long as a comparison.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from vision.frame import Image
from vision.markers import Corners, Grey, MarkerFinder, Region, region_of

# Of the contrast of black and white: a dim camera's noise stays below, a shift of a fifth of a pixel does not
_CHANGED: Final = 0.02
_MARGIN_PX: Final = 1.0
_BLOCK_PX: Final = 3  # means over blocks: noise averages out, an edge that wanders doesn't


@dataclass(frozen=True, slots=True, eq=False)
class _Seen:
    """A marker as it was found last, and what its cells looked like then."""

    corners: Corners
    cells: Region
    blocks: Grey
    contrast: float

    @classmethod
    def of(cls, corners: Corners, picture: Grey | Image) -> "_Seen | None":
        cells = region_of(corners, picture.shape[:2], _MARGIN_PX)
        if cells is None:
            return None
        blocks = _blocks(cells.grey_of(picture))
        dark, bright = np.percentile(blocks, [10, 90])
        return cls(corners, cells, blocks, float(bright - dark))

    def lies_still(self, picture: Grey | Image) -> bool:
        change = cv2.absdiff(_blocks(self.cells.grey_of(picture)), self.blocks)
        return float(change.mean()) <= _CHANGED * self.contrast


class MarkerWatch:
    """The markers of one board under one camera; feed it frames in order.

    A frame is compared with that of the last search, so that a board that creeps is searched for in time.
    """

    def __init__(self, finder: MarkerFinder) -> None:
        self._finder = finder
        self._size: tuple[int, ...] = (0, 0)
        self._seen: dict[int, _Seen] = {}

    def around(self, picture: Grey | Image, places: Mapping[int, Corners]) -> dict[int, Corners]:
        """The markers that are close to `places`, as `MarkerFinder.around` finds them."""
        if picture.shape != self._size:
            self._size, self._seen = picture.shape, {}
        self._seen = {
            number: seen
            for number, seen in self._seen.items()
            if number in places and seen.lies_still(picture)
        }
        still = {number: seen.corners for number, seen in self._seen.items()}
        found = self._finder.around(
            picture, {number: corners for number, corners in places.items() if number not in still}
        )
        for number, corners in found.items():
            seen = _Seen.of(corners, picture)
            if seen is not None:
                self._seen[number] = seen
        return {**still, **found}


def _blocks(grey: Grey) -> Grey:
    height, width = grey.shape
    size = (max(1, width // _BLOCK_PX), max(1, height // _BLOCK_PX))
    return np.asarray(cv2.resize(grey, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)
