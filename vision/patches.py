"""One small square picture a site, cut at the height of the tokens' tops and turned to the route."""

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from tabletop import BoardLayout, Site
from vision.frame import Image
from vision.pose import Pose

PATCH_PX: Final = 40
PATCH_MM: Final = 34.0
MM_PER_PX: Final = PATCH_MM / PATCH_PX

_KNOT_PX: Final = (
    4.875  # between places that are projected; lens and perspective are as good as straight in between
)


@lru_cache(maxsize=4)
def _knots(px: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Along a side: (knots,) in pixels from its middle, and (px, knots) each pixel between two of them."""
    half = (px - 1) / 2
    knots = np.linspace(-half, half, round((px - 1) / _KNOT_PX) + 1)
    places = np.arange(px) - half
    reach = 1 - np.abs(places[:, None] - knots[None]) / (knots[1] - knots[0])
    return knots, np.asarray(np.maximum(reach, 0.0))


Patches = NDArray[np.uint8]
"""(N, PATCH_PX, PATCH_PX, 3) uint8, BGR; rows run across the route, columns along it."""


@dataclass(frozen=True, slots=True, eq=False)
class Cutter:
    """Where each patch's pixels lie in the frame, for one pose; built once while the board rests."""

    across: NDArray[np.int16]  # (N, px * px, 2): in long lines a fifth less time than in lines of px
    fine: NDArray[np.uint16]  # (N, px * px)
    inside: NDArray[np.bool_]  # (N,): the whole patch lies in the picture
    px_per_mm: NDArray[np.float64]  # (N,): the least of the two directions
    lean: NDArray[np.float64]  # (N, 2): mm on the patch by which a token's foot appears away from its top
    count: int
    px: int = PATCH_PX  # along a side

    def cut(self, image: Image) -> Patches:
        """All patches of one frame, in the order of the sites."""
        strip = cv2.remap(image, self.across, self.fine, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(strip, dtype=np.uint8).reshape(self.count, self.px, self.px, 3)


def route_turn(site: Site) -> float:
    """The angle that a site's patch is turned by, in radians, within half a turn."""
    return math.radians((site.angle_deg + 90) % 180 - 90)


def lean_share(layout: BoardLayout, height_mm: float) -> float:
    """Of the way from a token's top to where its foot appears: where something of this height does."""
    return (layout.tokens.top_mm - height_mm) / max(1.0, layout.tokens.height_mm)


def cutter(
    layout: BoardLayout, sites: tuple[Site, ...], pose: Pose, *, z_mm: float | None = None, px: int = PATCH_PX
) -> Cutter:
    """Plan the patches of a pose, `px` along a side; `z_mm`: their plane, by default the tokens' tops."""
    top = layout.tokens.top_mm if z_mm is None else z_mm
    knots, between = _knots(px)
    u, v = np.meshgrid(knots * MM_PER_PX, knots * MM_PER_PX)
    turns = np.array([route_turn(site) for site in sites])[:, None, None]
    centres = np.array([(site.x, site.y) for site in sites])
    x = centres[:, 0, None, None] + u * np.cos(turns) - v * np.sin(turns)
    y = centres[:, 1, None, None] + u * np.sin(turns) + v * np.cos(turns)
    pixels = pose.project(np.column_stack([x.ravel(), y.ravel(), np.full(x.size, top)]))
    width, height = pose.camera.size
    grid = np.clip(np.nan_to_num(pixels, nan=-9.0), -9, 32000).reshape(len(sites), len(knots), len(knots), 2)
    inside = np.asarray(
        ((grid >= 0) & (grid <= np.array([width - 1, height - 1]))).all(axis=(1, 2, 3)), dtype=np.bool_
    )
    # Projecting every pixel takes 60 ms.
    maps = np.einsum("ri,nijc,kj->nrkc", between, grid, between, optimize=True).astype(np.float32)
    maps = maps.reshape(len(sites), px * px, 2)
    across, fine = cv2.convertMaps(maps, np.empty(0, np.float32), cv2.CV_16SC2)
    middle, long = len(knots) // 2, (px - 1) * MM_PER_PX
    along = np.linalg.norm(grid[:, middle, -1] - grid[:, middle, 0], axis=1) / long
    aside = np.linalg.norm(grid[:, -1, middle] - grid[:, 0, middle], axis=1) / long
    return Cutter(
        across=np.asarray(across, dtype=np.int16),
        fine=np.asarray(fine, dtype=np.uint16),
        inside=inside,
        px_per_mm=np.minimum(along, aside),
        lean=_lean(sites, pose, layout.tokens.base_mm, top),
        count=len(sites),
        px=px,
    )


def _lean(sites: tuple[Site, ...], pose: Pose, foot_mm: float, top_mm: float) -> NDArray[np.float64]:
    """Where the ray through a token's foot crosses the plane of its top, from the site's middle."""
    camera = pose.centre()
    share = (top_mm - foot_mm) / max(1.0, camera[2] - foot_mm)
    shifts = np.empty((len(sites), 2))
    for place, site in enumerate(sites):
        dx, dy = (camera[0] - site.x) * share, (camera[1] - site.y) * share
        turn = route_turn(site)
        shifts[place] = dx * math.cos(turn) + dy * math.sin(turn), -dx * math.sin(turn) + dy * math.cos(turn)
    return shifts
