"""One token that was shown: its colour and its size, from a site's patch with it and without. Pure."""

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tabletop import Shape
from vision.patches import MM_PER_PX, PATCH_PX
from vision.retint import Tone, off_ray
from vision.shapes import turned_depth

_MIDDLE_MM: Final = 2.8  # every shape fills so much round its pin
_ALIKE: Final = 0.15  # of the tone: the token's own colour, in some shade
_CHANGED: Final = 0.07  # of the tone: what was there before looked otherwise
_PLAY_MM: Final = 1.0
_RADII_MM: Final = np.arange(4.5, 15.01, 0.75)
_TURNS: Final[dict[Shape, tuple[int, float]]] = {
    "disc": (1, 2 * math.pi),
    "square": (4, math.pi / 2),
    "triangle": (6, 2 * math.pi / 3),
    "star": (4, 2 * math.pi / 5),
    "cross": (4, math.pi / 2),
}

Planes = NDArray[np.float64]
"""(P, P, 3): tones of one patch, BGR."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ShownToken:
    """What one patch tells of a token."""

    tone: Tone
    radius_mm: float  # of the circle that holds it
    fit: float  # 0 to 1: how much its outline is the expected one


def shown_token(now: Planes, before: Planes, lean: NDArray[np.float64], shape: Shape) -> ShownToken:
    """Measure a token that stands where before was none.

    Args:
        lean: (2,) mm by which its foot appears beside its top.
    """
    tone = np.median(now[np.hypot(*_grid()) <= _MIDDLE_MM], axis=0)
    alike = off_ray(now, tone)[0] <= _ALIKE
    # Print of the token's own colour round it neither belongs to it nor speaks against it.
    told = ~alike | (np.abs(now - before).max(axis=2) > _CHANGED)
    masks, radii = _masks(shape, round(float(lean[0]) * 2) / 2, round(float(lean[1]) * 2) / 2)
    flat, counts = masks[:, told.ravel()], alike[told]
    both = flat @ counts.astype(np.float32)
    either = flat.sum(axis=1) + counts.sum() - both
    shares = both / np.maximum(either, 1.0)
    best = int(shares.argmax())
    return ShownToken(tone=tone, radius_mm=float(radii[best]), fit=float(shares[best]))


def _grid() -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    steps = (np.arange(PATCH_PX) - (PATCH_PX - 1) / 2) * MM_PER_PX
    x, y = np.meshgrid(steps, steps)
    return x, y


@lru_cache(maxsize=64)
def _masks(shape: Shape, lean_x: float, lean_y: float) -> tuple[NDArray[np.float32], NDArray[np.float64]]:
    """(K, pixels) and (K,): where top and wall of every size, turn and place show, and each one's radius."""
    x, y = _grid()
    turns, period = _TURNS[shape]
    plays = ((0.0, 0.0), (_PLAY_MM, 0.0), (-_PLAY_MM, 0.0), (0.0, _PLAY_MM), (0.0, -_PLAY_MM))
    rows, radii = [], []
    for radius in _RADII_MM:
        for turn in range(turns):
            angle = turn * period / turns
            for dx, dy in plays:
                deep = [
                    turned_depth(shape, x - dx - part * lean_x, y - dy - part * lean_y, float(radius), angle)
                    for part in (0.0, 0.5, 1.0)
                ]
                rows.append((np.max(deep, axis=0) >= 0).ravel())
                radii.append(radius)
    return np.array(rows, dtype=np.float32), np.array(radii)
