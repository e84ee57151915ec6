"""The colours that the drawn scenes are made of, as linear BGR shares of light."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

Rgb = tuple[int, int, int]
Tint = NDArray[np.float64]
"""(3,) linear BGR, 0 to 1."""

TOKENS: Final[tuple[tuple[Rgb, ...], ...]] = (
    ((30, 80, 180),),
    ((200, 30, 40),),
    ((30, 140, 60), (40, 170, 120)),
    ((240, 200, 30),),
    ((25, 25, 25),),
)
PRINT: Final[tuple[Rgb, ...]] = (
    (200, 30, 40),
    (40, 90, 190),
    (30, 140, 60),
    (240, 200, 30),
    (30, 30, 30),
    (245, 245, 240),
    (140, 140, 140),
    (235, 120, 30),
    (140, 70, 160),
)
LAND: Final[tuple[Rgb, ...]] = (
    (230, 220, 195),
    (236, 226, 190),
    (225, 215, 200),
    (240, 236, 225),
    (214, 205, 180),
    (250, 250, 248),
    (205, 215, 190),
    (200, 200, 200),
    (228, 205, 165),
)
WATER: Final[tuple[Rgb, ...]] = ((150, 190, 215), (120, 170, 205), (175, 205, 215), (140, 180, 190))
PINS: Final[tuple[Rgb, ...]] = (
    (190, 150, 80),
    (170, 172, 176),
    (200, 165, 120),
    (240, 240, 236),
    (30, 30, 32),
    (120, 120, 122),
    (235, 225, 195),
    (205, 205, 210),
    (160, 110, 70),
)
SKIN: Final[tuple[Rgb, ...]] = ((236, 188, 160), (214, 160, 125), (190, 130, 95), (140, 90, 62), (95, 60, 45))
DISCS: Final[tuple[Rgb, ...]] = ((40, 40, 42), (250, 250, 250), (170, 60, 50), (190, 60, 60), (120, 110, 100))


def linear(rgb: Rgb) -> Tint:
    """sRGB bytes → linear BGR shares."""
    share = np.array(rgb[::-1], dtype=np.float64) / 255
    return np.asarray(np.where(share <= 0.04045, share / 12.92, ((share + 0.055) / 1.055) ** 2.4))


def near(rng: np.random.Generator, rgb: Rgb, spread: float) -> Tint:
    """A colour like `rgb`: its brightness and each channel varied by a log-normal `spread`."""
    scale = np.exp(rng.normal(0, spread) + rng.normal(0, spread * 0.6, 3))
    return np.asarray(np.clip(linear(rgb) * scale + rng.uniform(0, 0.01), 0.004, 0.95))


def pick(rng: np.random.Generator, choices: tuple[Rgb, ...], spread: float) -> Tint:
    """One of the colours, varied."""
    return near(rng, choices[int(rng.integers(len(choices)))], spread)
