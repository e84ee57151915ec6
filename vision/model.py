"""The learned reader of sites: a small network in OpenCV's dnn, taught on drawn boards."""

from functools import lru_cache
from importlib.resources import files
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from tabletop import SHAPES, BoardLayout, TokenColour
from vision.light import Tones
from vision.patches import PATCH_PX, Patches

Floats = NDArray[np.float32]

CLASSES: Final[tuple[TokenColour, ...]] = ("blue", "red", "green", "yellow", "black")
"""Seats in the network's order; class 0 is empty, the class after the last seat what cannot be seen."""

TAUGHT: Final[dict[TokenColour, tuple[tuple[int, int, int], ...]]] = {
    "blue": ((30, 80, 180),),
    "red": ((200, 30, 40),),
    "green": ((30, 140, 60), (40, 170, 120)),
    "yellow": ((240, 200, 30),),
    "black": ((25, 25, 25),),
}
_ALIKE: Final = (
    40  # of 255 in each channel: tokens of other colours are shown to the network as the taught ones
)
_FOOTPRINT_MM: Final = (13.5, 22.5)
_HEIGHT_MM: Final = (6.5, 13.0)
_LEAN_UNIT_MM: Final = 8.0  # of the viewing direction that the network is told
_AGAIN: Final = 0.9  # sites less sure than this are looked at in their mirror images too
# Of what stood in the drawn patches one in six was covered, at a table one in thirty.
_COVERED_ODDS: Final = 0.2


def fits(layout: BoardLayout) -> bool:
    """Whether a board's tokens have the shapes and about the size that the network has learnt."""
    tokens = layout.tokens
    sized = _FOOTPRINT_MM[0] <= tokens.footprint_mm <= _FOOTPRINT_MM[1]
    high = _HEIGHT_MM[0] <= tokens.height_mm <= _HEIGHT_MM[1]
    return sized and high and all(shape == SHAPES[seat] for seat, shape in tokens.shapes.items())


def nearest_taught(seat: TokenColour, rgb: tuple[int, int, int]) -> tuple[int, int, int] | None:
    """The taught colour that a seat's tokens are to be shown in; None: theirs is as good as taught."""
    given = np.array(rgb, dtype=np.int64)
    off = {taught: int(np.abs(given - taught).max()) for taught in TAUGHT[seat]}
    best = min(off, key=lambda taught: off[taught])
    return None if off[best] <= _ALIKE else best


def features(patches: Patches, tones: Tones, lean: NDArray[np.float64]) -> Floats:
    """What the network is shown.

    Args:
        patches: (M, P, P, 3) bytes, BGR.
        tones: what each byte means at each site, without the light.
        lean: (M, 2) mm by which a token's foot appears beside its top.
    Returns:
        (M, 5, P, P): three tones, then the lean as two constant planes.
    """
    shown = np.empty((len(patches), 5, PATCH_PX, PATCH_PX), np.float32)
    for channel in range(3):
        codes = patches[..., channel].reshape(len(patches), -1)
        found = np.take_along_axis(tones[:, channel], codes.astype(np.intp), axis=1)
        shown[:, channel] = found.reshape(len(patches), PATCH_PX, PATCH_PX)
    shown[:, 3:] = (lean / _LEAN_UNIT_MM)[:, :, None, None]
    return shown


class SiteModel:
    """The network with its weights; not for two threads at once."""

    def __init__(self, weights: bytes) -> None:
        self._net = cv2.dnn.readNetFromONNX(np.frombuffer(weights, dtype=np.uint8))

    def chances(self, shown: Floats) -> Floats:
        """(M, 7): probabilities of empty, each of CLASSES, cannot be seen; rows sum to 1."""
        logodds = self._run(shown)
        unsure = np.flatnonzero(_shares(logodds).max(axis=1) < _AGAIN)
        if unsure.size:
            # A mirrored board is a board too: what is right of one side is right of all four.
            looks = [logodds[unsure], *(self._run(_mirrored(shown[unsure], *way)) for way in _WAYS)]
            logodds[unsure] = np.mean(looks, axis=0)
        logodds[:, -1] += np.log(_COVERED_ODDS)
        return _shares(logodds)

    def _run(self, shown: Floats) -> Floats:
        if len(shown) == 0:
            return np.empty((0, len(CLASSES) + 2), np.float32)
        self._net.setInput(shown)
        return np.array(self._net.forward(), dtype=np.float32)


_WAYS: Final = ((True, False), (False, True), (True, True))


def _mirrored(shown: Floats, along: bool, across: bool) -> Floats:
    turned = shown[:, :, :: -1 if across else 1, :: -1 if along else 1].copy()
    if along:
        turned[:, 3] *= -1
    if across:
        turned[:, 4] *= -1
    return np.asarray(turned, dtype=np.float32)


def _shares(logodds: Floats) -> Floats:
    odds = np.exp(logodds - logodds.max(axis=1, keepdims=True))
    return np.asarray(odds / odds.sum(axis=1, keepdims=True), dtype=np.float32)


@lru_cache(maxsize=1)
def _weights() -> bytes:
    return (files("vision") / "weights" / "sites.onnx").read_bytes()


def site_model() -> SiteModel:
    """A network of one's own with the weights that ship."""
    return SiteModel(_weights())
