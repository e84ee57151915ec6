"""Pins that are printed on flat paper: at how many of some places one shows. Pure.

Every place of a paper board has the same grey spot in its middle, whatever its ring's colour: the middle goes
from what lies round it towards that grey.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from tabletop import BoardLayout

Floats = NDArray[np.float32]

_PRINTED_MM: Final = 1.0  # the least height in board/1: of a pin that is printed
_GREY: Final = 0.607  # tone of rgb 170 where black print throws back 0.03 and white 0.87
_MIDDLE_MM: Final = 1.8  # of the spot's radius of 2.1 within its white ring
_ROUND_MM: Final = (3.2, 5.0)  # from its middle: the ring of the place, or the token that covers both
_CONTRAST: Final = 0.05  # square of the way from there to grey; where it is shorter nothing can be told
# How far the middle goes from what is round it to grey: at 3,600 drawn places with a spot 0.2 or more at all
# but one in twenty (most of those have something lying on them).
_SHOWS: Final = 0.12
_TOO_MUCH: Final = 1.9  # no print does that: a lamp's image, or a token's edge


def printed(layout: BoardLayout) -> bool:
    """Whether a board's pins are printed, and its rings with them."""
    return layout.pin_height_mm <= _PRINTED_MM and layout.collar_height_mm == 0


def share_shown(tones: Floats, away: NDArray[np.float64]) -> float:
    """How many of some places show their spot; 0 where of none it can be told.

    Args:
        tones: (M, K, 3) at K spots of each.
        away: (K,) how far those are from the place's middle, mm.
    """
    gone = _gone(tones[:, _in_middle(away)].mean(axis=1), np.median(tones[:, _in_ring(away)], axis=1))
    told = np.isfinite(gone)
    return float((gone[told] >= _SHOWS).mean()) if told.any() else 0.0


def _in_middle(away: NDArray[np.float64]) -> NDArray[np.bool_]:
    """What lies within a printed spot, so far from its middle, mm."""
    return np.asarray(away <= _MIDDLE_MM)


def _in_ring(away: NDArray[np.float64]) -> NDArray[np.bool_]:
    """What lies round a printed spot, on the ring or on the token that covers both."""
    return np.asarray((away >= _ROUND_MM[0]) & (away <= _ROUND_MM[1]))


def _gone(middle: Floats, around: Floats) -> Floats:
    """(M,): how far middles go from what is round them to grey; NaN: cannot be told."""
    way = _GREY - around
    length = (way**2).sum(axis=1)
    gone = ((middle - around) * way).sum(axis=1) / np.maximum(length, _CONTRAST)
    return np.where((length >= _CONTRAST) & (gone <= _TOO_MUCH), gone, np.nan).astype(np.float32)
