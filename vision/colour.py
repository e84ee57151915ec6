"""How much each pixel looks like each seat's token, whatever shadow or glare lies on it."""

from collections.abc import Mapping
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from tabletop import TokenColour
from vision.light import BRIGHTEST, Tones

Likeness = NDArray[np.float32]
"""0 to 1, one value a pixel."""

_STEPS: Final = 64  # of each channel's tone in the table: finer than the noise
_WIDEST_DEG: Final = 21.0  # between hues: a pixel farther off than this is no token's in any light
# Of the angle to the nearest other hue: print is varied, and lies beyond its nominal hue
_HALF_WAY: Final = 0.7
_TURN_SOFT_DEG: Final = 3.0
_NEIGHBOURS: Final = ((219, 99, 0), (140, 70, 160))  # orange and purple print: no seat's, near to some
_VEIL: Final = 0.85  # share of the faintest channel that is taken for glare: white light on top of the colour
_PALE: Final = 0.6  # saturation below which a hue is skin, wood or tinted paper
_PALE_SOFT: Final = 0.07
_FAINT: Final = 0.30  # share of a token's own brightness below which a hue is only noise
_BLACK: Final = 0.31  # square root of the reflected share at which dark stops being black
_BLACK_SOFT: Final = 0.045
_NEUTRAL: Final = 0.16  # tokens brighter than this (square root) are told by their hue


class HueTable:
    """Looks up how much each tone of a pixel is like each seat's token."""

    def __init__(self, rgb: Mapping[TokenColour, tuple[int, int, int]]) -> None:
        self.colours: Final = tuple(rgb)
        steps = np.linspace(0, BRIGHTEST, _STEPS, dtype=np.float32) ** 2
        every = np.stack(np.meshgrid(steps, steps, steps, indexing="ij"), axis=-1).reshape(-1, 3)
        found = likenesses(every, rgb)
        self._table = np.stack([found[colour] for colour in self.colours])

    def look(self, patches: NDArray[np.uint8], tones: Tones) -> dict[TokenColour, Likeness]:
        """(M, P, P, 3) bytes and their sites' tones → a (M, P, P) map for each seat."""
        rows = np.arange(len(patches))[:, None, None]
        scale = np.array([_STEPS * _STEPS, _STEPS, 1], dtype=np.int32)
        codes = np.rint(tones * ((_STEPS - 1) / BRIGHTEST)).astype(np.int32) * scale[None, :, None]
        place = codes[rows, 0, patches[..., 0]]
        place += codes[rows, 1, patches[..., 1]]
        place += codes[rows, 2, patches[..., 2]]
        return {colour: self._table[row][place] for row, colour in enumerate(self.colours)}


def likenesses(
    reflected: NDArray[np.float32], rgb: Mapping[TokenColour, tuple[int, int, int]]
) -> dict[TokenColour, Likeness]:
    """Compare every pixel's hue with every token's.

    Args:
        reflected: (..., 3) linear BGR shares, not negative.
    Returns:
        A map per seat of the shape of `reflected` without its last axis.
    """
    least, most = reflected.min(axis=-1), reflected.max(axis=-1)
    saturation = (most - least) / np.maximum(most, 1e-3)
    hue = np.sqrt(reflected - _VEIL * least[..., None])
    length = np.sqrt(np.einsum("...c,...c->...", hue, hue)) + 1e-4
    vivid = _soft((saturation - _PALE) / _PALE_SOFT)
    dark = _soft((_BLACK - np.sqrt(most)) / _BLACK_SOFT)
    tolerances = _tolerances(rgb)
    found: dict[TokenColour, Likeness] = {}
    for colour, value in rgb.items():
        own = _root(value)
        black = float(own.max()) < _NEUTRAL
        found[colour] = dark if black else vivid * _near(hue, length, own, tolerances[colour])
    return found


def _root(rgb: tuple[int, int, int]) -> NDArray[np.float32]:
    linear = (np.array(rgb[::-1], dtype=np.float32) / 255) ** 2.2
    return np.asarray(np.sqrt(np.maximum(linear - _VEIL * linear.min(), 0.0)), dtype=np.float32)


def _tolerances(rgb: Mapping[TokenColour, tuple[int, int, int]]) -> dict[TokenColour, float]:
    """Degrees by which each token's hue may be off."""
    hues = [_root(value) for value in (*rgb.values(), *_NEIGHBOURS)]
    hues = [hue for hue in hues if float(hue.max()) >= _NEUTRAL]
    tolerances: dict[TokenColour, float] = {}
    for colour, value in rgb.items():
        own = _root(value)
        angles = [_angle_deg(own, hue) for hue in hues]
        tolerances[colour] = min([_WIDEST_DEG, *(_HALF_WAY * angle for angle in angles if angle > 1.0)])
    return tolerances


def _angle_deg(one: NDArray[np.float32], other: NDArray[np.float32]) -> float:
    size = float(np.linalg.norm(one) * np.linalg.norm(other))
    return float(np.degrees(np.arccos(np.clip((one @ other) / max(size, 1e-6), -1, 1))))


def _near(
    hue: NDArray[np.float32], length: NDArray[np.float32], own: NDArray[np.float32], tolerance_deg: float
) -> Likeness:
    size = float(np.linalg.norm(own))
    cosine = np.clip((hue @ own) / (length * size), -1.0, 1.0)
    near = _soft((tolerance_deg - np.degrees(np.arccos(cosine))) / _TURN_SOFT_DEG)
    return np.asarray(near * _soft((length / size - _FAINT) / 0.06), dtype=np.float32)


def _soft(value: NDArray[np.floating[Any]]) -> NDArray[np.float32]:
    return np.asarray(1 / (1 + np.exp(-np.clip(value, -30, 30))), dtype=np.float32)
