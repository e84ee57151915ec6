"""Whether bare pins show where the board's file has them: those of an older print lie elsewhere. Pure."""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from tabletop import BoardLayout, Site
from vision.frame import Image
from vision.light import Light
from vision.patches import MM_PER_PX
from vision.pose import Pose
from vision.printed_pins import printed, share_shown

_REACH_MM: Final = 6.0  # round a pin's top: its collar and its shadow belong to it
_PIN: Final = 0.5  # chance of empty from which a site helps to tell
_FEWEST: Final = 24  # sites: what is in common to fewer may be chance
# What is in common to the bare sites, as a share of what is in each: with the right file at least 0.48 in 53
# pictures, with that of another print of the same map at most 0.17 in 20.
_ALIKE: Final = 0.29
# Share of bare places that show their printed pin: with the right file at least 0.89 in 40 drawn pictures, at
# most 0.46 where pins lie here and there, 0.21 where all lie 7 mm aside.
_SPOTS: Final = 0.65


@dataclass(frozen=True, slots=True, eq=False)
class PrintFit:
    """Where to look for bare pins, for one pose; none is turned, so that all lean and shade alike."""

    pixels: NDArray[np.float32]  # (N, K, 2): a disc round each pin's top
    away: NDArray[np.float64]  # (K,) mm from its middle
    printed: bool  # the pins are; then they are paler than one ring and darker than another
    inside: NDArray[np.bool_]  # (N,): all of it lies in the picture

    def share(
        self, image: Image, light: Light, chances: NDArray[np.float32], judged: NDArray[np.bool_]
    ) -> float | None:
        """How much of what shows at the bare sites shows at all, or how many show their spot; None: too few.

        Args:
            chances: (N, answers), empty first.
            judged: (N,) the sites that can be seen from here.
        """
        bare = np.flatnonzero(judged & (chances[:, 0] >= _PIN) & self.inside)
        if len(bare) < _FEWEST:
            return None
        seen = cv2.remap(image, self.pixels[bare], np.empty(0, np.float32), cv2.INTER_LINEAR)
        tones = light.at(bare).tones_of(np.asarray(seen, np.uint8))
        return share_shown(tones, self.away) if self.printed else in_common(tones.mean(axis=2))


def in_common(tones: NDArray[np.float32]) -> float:
    """How much of what shows at each place, (M, K) tones, shows at all of them; 0 to about 1."""
    shown = tones - tones.mean(axis=1, keepdims=True)  # collars may be of their routes' colours
    own = float(np.median(shown.std(axis=1)))
    return float(np.median(shown, axis=0).std()) / max(own, 1e-6)


def fits(share: float | None, *, spots: bool = False) -> bool:
    """Whether pins show where they should; so it is held where too few are bare to tell.

    Args:
        spots: pins are printed, and the share is of those that show.
    """
    return share is None or share >= (_SPOTS if spots else _ALIKE)


def pins_top_mm(layout: BoardLayout) -> float:
    """How high over the board its pins end."""
    return layout.collar_height_mm + layout.pin_height_mm


def print_fit(layout: BoardLayout, sites: tuple[Site, ...], pose: Pose) -> PrintFit:
    """Plan where to look, at the height of the pins' tops."""
    spots = np.array([(site.x, site.y) for site in sites])[:, None] + disc(MM_PER_PX)
    top = np.full((*spots.shape[:2], 1), pins_top_mm(layout))
    pixels = pose.project(np.concatenate([spots, top], axis=2).reshape(-1, 3)).reshape(spots.shape)
    within = (pixels >= 0) & (
        pixels <= np.array(pose.camera.size) - 1
    )  # False of what lies behind the camera
    return PrintFit(
        pixels=np.nan_to_num(pixels, nan=-9.0).astype(np.float32),
        away=np.hypot(*disc(MM_PER_PX).T),
        printed=printed(layout),
        inside=np.asarray(within.all(axis=(1, 2))),
    )


def disc(step_mm: float) -> NDArray[np.float64]:
    """(K, 2): places round a pin's middle."""
    half = np.arange(step_mm / 2, _REACH_MM, step_mm)
    x, y = np.meshgrid(np.concatenate([-half[::-1], half]), np.concatenate([-half[::-1], half]))
    near = np.hypot(x, y) <= _REACH_MM
    return np.column_stack([x[near], y[near]])
