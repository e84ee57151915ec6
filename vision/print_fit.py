"""Whether bare pins show where the board's file has them: those of an older print lie elsewhere. Pure."""

from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tabletop import BoardLayout, Site
from vision.frame import Image
from vision.light import Light
from vision.patches import MM_PER_PX, PATCH_PX, Cutter, cutter
from vision.pose import Pose

_REACH_MM: Final = 6.0  # round a pin's top: its collar and its shadow belong to it
_PIN: Final = 0.5  # chance of empty from which a site helps to tell
_FEWEST: Final = 24  # sites: what is in common to fewer may be chance
# What is in common to the bare sites, as a share of what is in each: with the right file at least 0.48 in 53
# pictures, with that of another print of the same map at most 0.17 in 20.
_ALIKE: Final = 0.29


@dataclass(frozen=True, slots=True, eq=False)
class PrintFit:
    """Where to look for bare pins, for one pose; none is turned, so that all lean and shade alike."""

    cutter: Cutter

    def share(
        self, image: Image, light: Light, chances: NDArray[np.float32], judged: NDArray[np.bool_]
    ) -> float | None:
        """How much of what shows at the bare sites shows at all of them; None where too few are bare.

        Args:
            chances: (N, answers), empty first.
            judged: (N,) the sites that can be seen from here.
        """
        bare = np.flatnonzero(judged & (chances[:, 0] >= _PIN) & self.cutter.inside)
        if len(bare) < _FEWEST:
            return None
        pixels = self.cutter.cut(image)[bare][:, _ROWS, _COLUMNS]
        tones = light.at(bare).tones_of(pixels).mean(axis=2)  # collars may be of their routes' colours
        tones -= tones.mean(axis=1, keepdims=True)
        own = float(np.median(tones.std(axis=1)))
        return float(np.median(tones, axis=0).std()) / max(own, 1e-6)


def fits(share: float | None) -> bool:
    """Whether pins show where they should; so it is held where too few are bare to tell."""
    return share is None or share >= _ALIKE


def print_fit(layout: BoardLayout, sites: tuple[Site, ...], pose: Pose) -> PrintFit:
    """Plan where to look, at the height of the pins' tops."""
    upright = tuple(replace(site, angle_deg=0.0) for site in sites)
    return PrintFit(cutter(layout, upright, pose, z_mm=layout.collar_height_mm + layout.pin_height_mm))


def _disc() -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    steps = (np.arange(PATCH_PX) - (PATCH_PX - 1) / 2) * MM_PER_PX
    x, y = np.meshgrid(steps, steps)
    rows, columns = np.nonzero(np.hypot(x, y) <= _REACH_MM)
    return rows, columns


_ROWS, _COLUMNS = _disc()
