"""What each site looked like when it was empty: from a picture of the empty board, or remembered."""

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.light import Light
from vision.patches import PATCH_PX, Patches

THUMB: Final = 8
Thumbs = NDArray[np.float32]
"""(N, THUMB, THUMB, 3): means over 5 x 5 pixels, as shares of white paper in the same light."""

_DIFFERS: Final = 0.2  # of white: more than noise, JPEG and half a pixel of misfit do to print
_DIFFERS_AT_ALL: Final = 0.08  # more than noise does, even in a dim room
_SHADE: Final = (0.4, 1.35)  # how much darker or lighter a shadow or a lamp makes an unchanged site
SAME: Final = 0.15  # share of the middle that may change while a site stays as it was
OTHER: Final = 0.24  # share from which something stands or lies there; tokens change 0.2 to 1
_STRANGE_SHARE: Final = 0.2  # of the surroundings: less is a neighbour's new token
_SHADOW: Final = (0.45, 2.2)  # how much darker a token's own shadow makes print, or its going lighter
_OTHER_HUE: Final = 0.1  # of white, beyond what is darker or lighter in all colours alike
_STEPS: Final = np.arange(THUMB) - (THUMB - 1) / 2
_MIDDLE: Final = np.hypot(*np.meshgrid(_STEPS, _STEPS)) < 3.2


def thumbs(patches: Patches, light: Light) -> Thumbs:
    """Shrink all sites' patches and divide the light out."""
    count = len(patches)
    strip = patches.reshape(count * PATCH_PX, PATCH_PX, 3)
    small = np.asarray(
        cv2.resize(strip, (THUMB, count * THUMB), interpolation=cv2.INTER_AREA), dtype=np.float32
    )
    scale = np.asarray(255 * np.maximum(light.white, 1e-3) ** (1 / 2.2), dtype=np.float32)
    return np.asarray(small.reshape(count, THUMB, THUMB, 3) / scale[:, None, None, :], dtype=np.float32)


def surroundings_alike(now: Thumbs, then: Thumbs) -> NDArray[np.bool_]:
    """(M,): whether a token's place lies among what it lay among; shadows may come and go, a hand may not."""
    return np.asarray(strange_around(now, then) < _STRANGE_SHARE)


def strange_around(now: Thumbs, then: Thumbs) -> NDArray[np.float64]:
    """(M,): how much of a token's surroundings is something else than it was, but for shadows."""
    after, before = now[:, ~_MIDDLE], then[:, ~_MIDDLE]
    shade = after.mean(axis=2) / np.maximum(before.mean(axis=2), 0.03)
    hue = np.abs(after - before * shade[:, :, None]).max(axis=2)
    strange = (shade < _SHADOW[0]) | (shade > _SHADOW[1]) | (hue > _OTHER_HUE)
    return np.asarray(strange.mean(axis=1))


def unchanged(now: Thumbs, then: Thumbs) -> NDArray[np.bool_]:
    """(M,): whether a token's place looks just as it did, even for a black token on black print."""
    return np.asarray(_changed_share(now[:, _MIDDLE], then[:, _MIDDLE], _DIFFERS_AT_ALL) <= SAME)


def changed_share(now: Thumbs, then: Thumbs) -> NDArray[np.float64]:
    """(M,): how much of a token's place looks other than it did, but for an even shadow over it."""
    return _changed_share(now[:, _MIDDLE], then[:, _MIDDLE], _DIFFERS)


def _changed_share(after: Thumbs, before: Thumbs, differs: float) -> NDArray[np.float64]:
    shade = np.median(after.mean(axis=2) / np.maximum(before.mean(axis=2), 0.03), axis=1)
    shade = np.clip(shade, *_SHADE)[:, None, None]
    difference = np.abs(after - before * shade).max(axis=2)
    return np.asarray((difference > differs).mean(axis=1))
