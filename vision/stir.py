"""Tells sites over which something moves from noise. Pure."""

from collections import deque
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.views import Thumbs

_MOVES: Final = 0.05  # of white, in the mean of 5 x 5 pixels from one frame to the next
_OVER_NOISE: Final = 1.8  # a site's largest change against the usual one: noise of any kind stays below
_MOST: Final = 0.2  # however noisy: hands and sleeves change print by more
_MEMORY: Final = 9  # frames; a hand over more than half of the sites for a moment is not noise


class Stir:
    """Compares each frame with the one before; what all sites do all the time is noise, as in dim rooms."""

    def __init__(self) -> None:
        self._before: Thumbs | None = None
        self._usual: deque[float] = deque(maxlen=_MEMORY)

    @property
    def noise(self) -> float:
        """How much a site at rest usually differs from the frame before."""
        return float(np.median(self._usual)) if self._usual else 0.0

    def begin(self) -> None:
        """The next frame has nothing to be compared with."""
        self._before = None

    def moving(self, small: Thumbs) -> NDArray[np.bool_] | None:
        """(N,): the sites over which something moves; None: nothing is known yet."""
        before, self._before = self._before, small
        if before is None:
            return None
        change = difference(small, before)
        self._usual.append(float(np.median(change)))
        return change > max(_MOVES, min(_MOST, _OVER_NOISE * self.noise))


def difference(now: Thumbs, then: Thumbs) -> NDArray[np.float32]:
    """(N,): the largest change of any part of each site."""
    return np.asarray(np.abs(now - then).max(axis=(1, 2, 3)), dtype=np.float32)
