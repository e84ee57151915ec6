"""Tokens of other colours, shown to the network in the colours that it was taught. Pure."""

from collections.abc import Mapping
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tabletop import TokenColour
from vision.light import BRIGHTEST

Rgb = tuple[int, int, int]

Tone = NDArray[np.float64]
"""(3,): square root of the share of light thrown back, BGR."""

_STEPS: Final = 48  # of each channel in the table; finer than the noise
_SHADE: Final = (0.5, 1.25)  # of a token's own tone: in shadow, on a wall, under a nearer lamp
_REACH: Final = 0.15  # how far beside a token's tones a pixel may lie and still be taken for it
_SOFT: Final = 0.025
_BLACKEST: Final = 0.17  # tone of black print
_GAMMA: Final = 1.1  # from a share of full scale to a tone: half of a screen's 2.2


def tone(rgb: Rgb) -> Tone:
    """The tone of a colour as files name it, 0 to 255 in each channel."""
    return np.asarray((np.array(rgb[::-1], dtype=np.float64) / 255) ** _GAMMA)


def rgb_of(toned: Tone) -> Rgb:
    """The colour of a tone as files name it."""
    blue, green, red = (round(255 * float(part) ** (1 / _GAMMA)) for part in np.clip(toned, 0.0, 1.0))
    return red, green, blue


class Retint:
    """Shifts each seat's tones to others; what lies beside all of them stays as it is.

    Args:
        pairs: what each seat's tokens look like, and as what they are to be shown. A seat whose two colours
            are the same keeps its pixels from being taken for another's.
    """

    def __init__(self, pairs: Mapping[TokenColour, tuple[Rgb, Rgb]]) -> None:
        steps = np.linspace(0.0, BRIGHTEST, _STEPS)
        every = np.stack(np.meshgrid(steps, steps, steps, indexing="ij"), axis=-1).reshape(-1, 3)
        # No print and no token is blacker than black ink: without this a black token passes for a dark other.
        rays = [off_ray(every, np.maximum(tone(seen), _BLACKEST)) for seen, _ in pairs.values()]
        distance = np.stack([far for far, _ in rays])
        nearest = distance.argmin(axis=0)
        weight = 1 / (1 + np.exp(np.clip((distance.min(axis=0) - _REACH) / _SOFT, -30, 30)))
        shade = np.stack([shade for _, shade in rays])[nearest, np.arange(len(every))]
        moves = np.stack([tone(wanted) - tone(seen) for seen, wanted in pairs.values()])[nearest]
        self._table = np.asarray(moves * (weight * shade)[:, None], dtype=np.float32)

    def __call__(self, planes: NDArray[np.float32]) -> NDArray[np.float32]:
        """(M, 3, P, P) tones, BGR → the same, with each seat's tokens in the other colour."""
        codes = np.rint(planes * ((_STEPS - 1) / BRIGHTEST)).astype(np.int32)
        places = (codes[:, 0] * _STEPS + codes[:, 1]) * _STEPS + codes[:, 2]
        shifted = planes + np.moveaxis(self._table[places], -1, 1)
        return np.asarray(np.clip(shifted, 0.0, BRIGHTEST), dtype=np.float32)


def off_ray(tones: NDArray[np.float64], own: Tone) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """(..., 3) tones → how far each lies from a token's, and in which shade of it; both (...)."""
    shade = np.clip(tones @ own / max(1e-6, float(own @ own)), *_SHADE)
    return np.linalg.norm(tones - shade[..., None] * own, axis=-1), shade
