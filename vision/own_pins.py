"""Whether a place shows its own pin on its own collar: without them it is not called empty. Pure.

A pin is a round spot on a round collar: its tones change whichever way one goes from its middle, and its top
is of the tone of those that plainly stand bare in the same picture. A striped sleeve runs on in one
direction, a token that hangs askew has another tone.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.patches import MM_PER_PX

Floats = NDArray[np.float32]
Mask = NDArray[np.bool_]

REACH: Final = 6  # pixels of a patch from a pin's middle: the collar's nearer part belongs to it
_WITHIN_MM: Final = 4.2
_TOP_MM: Final = 1.8  # narrower than any pin
_FEWEST: Final = 12  # bare pins, to know how their tops look in this light
_EVEN: Final = 0.02  # how little their tone is believed to change over the board
_NO_LESS: Final = 0.01  # straight as the straightest stripes are, through lens and noise
_LIGHTER: Final = 1.3  # weights beside the straightness: a shadow changes no hue
_HUE: Final = 3.4
# From which a place shows no pin: 1 of 3,444 bare places that were called empty in 42 ordinary drawn tables
# does, and 30 of 39 tokens that were called empty, under striped sleeves mostly.
_LACKING: Final = 1.6


def lacking(shown: Floats, bare: Mask, spots: NDArray[np.float64]) -> Mask:
    """(M,): places that do not show their pin.

    Args:
        shown: (M, S, S, 3) tones round where pins' tops are, S = 2 * REACH + 1.
        bare: (M,) places that are plainly empty in this light.
        spots: (M, 2) where they lie, mm.
    """
    away = -np.log10(straight(shown) + _NO_LESS)
    if bare.sum() >= _FEWEST:
        beside = off_tone(shown, bare, spots)
        lighter = beside.mean(axis=1)
        away += _LIGHTER * np.abs(lighter) + _HUE * np.abs(beside - lighter[:, None]).max(axis=1)
    return np.asarray(away >= _LACKING)


def straight(shown: Floats) -> Floats:
    """(M,): which share of what changes does so in the direction of least change, 0 (stripes) to a half."""
    near = _near(1, _WITHIN_MM)
    across = (shown[:, 1:-1, 2:] - shown[:, 1:-1, :-2])[:, near]
    along = (shown[:, 2:, 1:-1] - shown[:, :-2, 1:-1])[:, near]
    xx, yy, xy = ((a * b).sum(axis=(1, 2)) for a, b in ((across, across), (along, along), (across, along)))
    every, apart = xx + yy, np.hypot(xx - yy, 2 * xy)
    return np.asarray(((every - apart) / 2 + 1e-6) / (every + 2e-6), np.float32)


def off_tone(shown: Floats, bare: Mask, spots: NDArray[np.float64]) -> Floats:
    """(M, 3): how the tops' tones differ from those of bare pins, which change evenly over the board."""
    tops = shown[:, _near(0, _TOP_MM)].mean(axis=1)
    places = (spots - spots.mean(axis=0)) / np.maximum(spots.std(axis=0), 1.0)
    terms = np.column_stack([np.ones(len(places)), places])
    known = terms[bare]
    pull = _EVEN * len(known) * np.diag([0.0, 1.0, 1.0])
    beside = tops - terms @ np.linalg.solve(known.T @ known + pull, known.T @ tops[bare])
    return np.asarray(beside - np.median(beside[bare], axis=0), np.float32)


def _near(border: int, radius: float) -> Mask:
    steps = np.arange(border - REACH, REACH - border + 1) * MM_PER_PX
    return np.asarray(np.hypot(steps[None, :], steps[:, None]) <= radius)
