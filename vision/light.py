"""The light on the board, read from the markers' black and white, and taken out of the patches."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from tabletop import Markers
from vision.frame import Image
from vision.pose import Pose

Tones = NDArray[np.float32]
"""(M, 3, 256): square root of the share of light thrown back, BGR; shadows and glare are still in it."""

BRIGHTEST: Final = 1.25  # of the square root: glare is brighter than paper

_LINEAR: Final = (np.linspace(0, 1, 256) ** 2.2).astype(np.float32)
_BLACK_PRINT: Final = 0.03  # share of light that black print throws back, and white paper
_WHITE_PRINT: Final = 0.9
_LEAST_HUE: Final = 0.08  # of a picture's mean brightness; 32 path-traced pictures have 0.45 to 1.2
_NEAR_MM: Final = 150.0  # how quickly a marker's say fades with distance
# Linear: white paper that comes out darker than 1/10 of full scale tells no colour
_DARK_WHITE: Final = 0.006


@dataclass(frozen=True, slots=True, eq=False)
class Light:
    """What black and white print look like at each site, linear, BGR."""

    black: NDArray[np.float32]  # (N, 3)
    white: NDArray[np.float32]  # (N, 3)
    colourless: bool = False  # a grey picture, as by night: no seat can be told from another

    @property
    def dark(self) -> bool:
        """Too dark to judge any colour."""
        return bool(np.median(self.white.mean(axis=1)) < _DARK_WHITE)

    def level(self) -> float:
        """How bright white paper is, 0 to 1, as a person judges it."""
        return float(np.median(self.white.mean(axis=1)) ** (1 / 2.2))

    def at(self, places: NDArray[np.intp]) -> "Light":
        """The same of some sites only."""
        return replace(self, black=self.black[places], white=self.white[places])

    def tones(self, places: NDArray[np.intp]) -> Tones:
        """What each byte of the frame means at the sites at `places`, once the light is taken out."""
        return _toned(_LINEAR[None, None, :], self.black[places][:, :, None], self.white[places][:, :, None])

    def tones_of(self, pixels: NDArray[np.uint8]) -> NDArray[np.float32]:
        """(N, K, 3): the same of K pixels of every site."""
        return _toned(_LINEAR[pixels], self.black[:, None], self.white[:, None])


def _toned(linear: Tones, black: Tones, white: Tones) -> Tones:
    share = (linear - black) / np.maximum(white - black, 1e-3)
    reflected = _BLACK_PRINT + share * (_WHITE_PRINT - _BLACK_PRINT)
    return np.asarray(np.sqrt(np.clip(reflected, 0.0, BRIGHTEST**2)), dtype=np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class LightProbe:
    """Where to look for black and white, for one pose."""

    pixels: NDArray[np.float32]  # (markers, 2, K, 2): black, then white
    shares: NDArray[np.float32]  # (N, markers): each marker's say at each site

    def measure(self, image: Image) -> Light:
        """The light in one frame."""
        count, _, samples, _ = self.pixels.shape
        flat = self.pixels.reshape(count * 2, samples, 2)
        values = cv2.remap(
            image, flat, np.empty(0, np.float32), cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        )
        linear = np.median(_LINEAR[values].reshape(count, 2, samples, 3), axis=2)
        black = self.shares @ linear[:, 0]
        white = np.maximum(self.shares @ linear[:, 1], black + 1e-3)
        hues = _hues(image)
        return Light(
            np.asarray(black, dtype=np.float32),
            np.asarray(white, dtype=np.float32),
            colourless=hues < _LEAST_HUE,
        )


def _hues(image: Image) -> float:
    """How far print and table differ in hue from all the rest of a picture, as a share of its brightness."""
    # Channel by channel: over the last axis numpy takes ten times as long.
    some = np.ascontiguousarray(image[::16, ::16].reshape(-1, 3).T, dtype=np.float32)
    means = some.mean(axis=1)
    even = some * (means.mean() / np.maximum(means, 1.0))[:, None]
    hues, rank = even.max(axis=0) - even.min(axis=0), int(0.99 * some.shape[1])
    return float(np.partition(hues, rank)[rank] / max(1e-6, float(means.mean())))


def light_probe(markers: Markers, seen: Iterable[int], pose: Pose, sites: NDArray[np.float64]) -> LightProbe:
    """Plan where the light is measured.

    Args:
        seen: ids of the markers that are in full view; at least one.
        sites: (N, 2) board millimetres.
    """
    ids = sorted(seen)
    cell = markers.side_mm / 8
    inner, outer = markers.side_mm / 2 - cell / 2, markers.side_mm / 2 + max(1.0, markers.quiet_mm) / 2
    places = np.array([[_square(markers.ids[number], half) for half in (inner, outer)] for number in ids])
    flat = places.reshape(-1, 2)
    pixels = pose.project(np.column_stack([flat, np.zeros(len(flat))])).reshape(*places.shape)
    centres = np.array([markers.ids[number] for number in ids])
    squares = ((sites[:, None, :] - centres[None]) ** 2).sum(axis=2)
    weights = 1 / (squares + _NEAR_MM**2)
    shares = weights / weights.sum(axis=1, keepdims=True)
    return LightProbe(np.nan_to_num(pixels).astype(np.float32), shares.astype(np.float32))


def _square(centre: tuple[float, float], half: float) -> NDArray[np.float64]:
    """(K, 2): points along a square's sides."""
    steps = np.linspace(-0.86, 0.86, 7) * half
    fixed = np.full_like(steps, half)
    sides = [(steps, -fixed), (fixed, steps), (steps, fixed), (-fixed, steps)]
    return np.asarray(np.concatenate([np.column_stack(side) for side in sides]) + np.array(centre))
