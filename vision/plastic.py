"""All tokens of a seat are of one plastic: how far the colour of a claim is from theirs. Pure.

A ring in the dusk and a coin are like it, but not the same, wherever one looks. A token is, though it hangs
beside its pin or lies in a shadow: then so does the print round it.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.model import Floats
from vision.patches import PATCH_PX

_MIDDLE: Final = slice(PATCH_PX // 2 - 5, PATCH_PX // 2 + 5)  # within a token's top, for all shapes
_ASIDE_PX: Final = (-5, -2, 0, 2, 5)  # both ways, of squares that lie on a token which hangs askew, too
_HALF_PX: Final = 3  # of such a square's side: 5 mm
_NEAREST: Final = 3  # squares that may be nearer by chance, a lamp's image or a speck
_STEPS: Final = np.arange(PATCH_PX) - (PATCH_PX - 1) / 2
_ROUND: Final = np.hypot(*np.meshgrid(_STEPS, _STEPS)) > 13  # pixels of a patch: the print round a token
_ROUND[::2] = _ROUND[:, ::2] = False  # a quarter of them tell as much
_DARK: Final = 0.1
_PALE: Final = 0.8  # quantile of the print's tones that tells how much light falls there


@dataclass(frozen=True, slots=True, eq=False)
class Surfaces:
    """What some sites look like; how more than their middles do is looked at only where that is asked."""

    tones: Floats  # (M, 3, P, P) of their patches
    middle: Floats  # (M, 3)

    @property
    def dark(self) -> NDArray[np.bool_]:
        """(M,): as dark as black print, of which no plastic can be told."""
        return np.asarray(self.middle.max(axis=1) <= _DARK)

    def squares(self, rows: NDArray[np.intp]) -> Floats:
        """(R, K, 3): of squares in the middle and round it."""
        tones = self.tones[rows]
        ends = [PATCH_PX // 2 + step for step in _ASIDE_PX]
        cut = [slice(end - _HALF_PX, end + _HALF_PX) for end in ends]
        pieces = np.stack([tones[:, :, down, right] for down in cut for right in cut], axis=1)
        return np.asarray(np.median(pieces, axis=(3, 4)), np.float32)

    def ground(self, rows: NDArray[np.intp]) -> Floats:
        """(R,): of the palest print round each."""
        print_ = self.tones[rows][:, :, _ROUND].max(axis=1)
        rank = int(_PALE * (print_.shape[1] - 1))
        return np.asarray(np.partition(print_, rank, axis=1)[:, rank], np.float32)


def surfaces(tones: Floats) -> Surfaces:
    """Look at sites' patches, (M, 3, P, P) tones."""
    return Surfaces(tones, np.asarray(np.median(tones[:, :, _MIDDLE, _MIDDLE], axis=(2, 3)), np.float32))


@dataclass(frozen=True, slots=True, eq=False)
class Apart:
    """How far the colour of each doubted claim is from its seat's plain ones; infinitely where none is."""

    anchors: NDArray[np.intp]  # (M,): how many of the same seat are plain; 0 of these themselves
    middle: NDArray[np.float64]  # (M,): of its middle, as it is
    anywhere: NDArray[np.float64]  # (M,): of what is like it round the middle, in the shade it lies in


def from_plain(seat: NDArray[np.intp], plain: NDArray[np.bool_], seen: Surfaces) -> Apart:
    """Compare claims with those of the same seat that are plain.

    Args:
        seat: (M,) whose token each is said to be.
        plain: (M,) whether its outline says so plainly.
    """
    found = Apart(np.zeros(len(seat), np.intp), *np.full((2, len(seat)), np.inf))
    for one in np.unique(seat):
        sure, others = np.flatnonzero((seat == one) & plain), np.flatnonzero((seat == one) & ~plain)
        if not (sure.size and others.size):
            continue
        own = np.median(seen.middle[sure], axis=0)
        shade = np.minimum(seen.ground(others) / max(float(np.median(seen.ground(sure))), 1e-6), 1.0)
        found.anchors[others] = sure.size
        found.middle[others] = np.linalg.norm(seen.middle[others] - own, axis=1)
        found.anywhere[others] = _in_shade(seen.squares(others), own, shade)
    return found


def _in_shade(squares: Floats, own: Floats, shade: Floats) -> NDArray[np.float64]:
    """(M,): how far all but the nearest few squares are from that colour, in no deeper shade than given."""
    lit = np.clip(squares @ own / max(float(own @ own), 1e-6), shade[:, None], 1.0)
    off = np.linalg.norm(squares - lit[:, :, None] * own, axis=2)
    return np.asarray(np.sort(off, axis=1)[:, _NEAREST], np.float64)
