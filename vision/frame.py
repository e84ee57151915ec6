"""One camera image and its instant."""

from dataclasses import dataclass, field
from typing import Final

import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
"""(H, W, 3) uint8, BGR; grey pictures are (H, W)."""

LEAST_PX: Final = 160  # of either side; below this no marker of a whole board can be decoded
MOST_PX: Final = 40_000_000  # of the area; more is no camera's frame


class FrameError(Exception):
    """A picture that cannot be used as a frame; the message says what, which and what to do."""


class LargeFrameError(FrameError):
    """A picture of more pixels than any that is read."""


class UnreadableBoardError(FrameError):
    """A board that no camera can read: it has no markers, or none that OpenCV knows, or no pins."""


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One picture of the table.

    Args:
        image: (H, W, 3) uint8, BGR.
        at: monotonic seconds.
        number: counts the frames of one camera, from 0.
    Raises:
        FrameError: not (H, W, 3) uint8, or too small or too large to be a camera's picture.
    """

    image: Image = field(repr=False)
    at: float
    number: int

    def __post_init__(self) -> None:
        if self.image.ndim != 3 or self.image.shape[2] != 3 or self.image.dtype != np.uint8:
            raise FrameError(f"frame {self.number}: shape {self.image.shape}; give height x width x 3 bytes")
        width, height = self.size
        if min(width, height) < LEAST_PX or width * height > MOST_PX:
            raise FrameError(
                f"frame {self.number}: {width} x {height} pixels; give a picture of the whole board, "
                f"at least {LEAST_PX} pixels a side and at most {MOST_PX // 1_000_000} million in all"
            )

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        height, width = self.image.shape[:2]
        return width, height
