"""Upright prisms on the board as a camera sees them: pins and tokens, with walls, top and shadow."""

import math
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from tabletop import Shape
from vision import CameraModel

Ring = NDArray[np.float64]
"""(N, 2): an outline in board millimetres."""

_FINE: Final = 4  # drawn this many times larger, then averaged down
_LIGHT: Final = (-0.45, -0.72)  # towards the lamp, along the board
_SHADOW_PER_MM: Final = 0.55  # length of a shadow on the board per millimetre of height


@dataclass(frozen=True, slots=True, eq=False)
class CameraView:
    """A camera's place over a board. `rvec` and `tvec` act on (x, y, -z): board/1 is left-handed."""

    model: CameraModel
    rvec: NDArray[np.float64]
    tvec: NDArray[np.float64]

    def project(self, points: NDArray[np.float64]) -> NDArray[np.float64]:
        """(N, 3) board millimetres → (N, 2) pixels."""
        mirrored = points * np.array([1.0, 1.0, -1.0])
        pixels, _ = cv2.projectPoints(
            mirrored, self.rvec, self.tvec, self.model.matrix, self.model.distortion
        )
        return np.asarray(pixels, dtype=np.float64).reshape(-1, 2)

    def project_at(self, ring: Ring, z_mm: float) -> NDArray[np.float64]:
        """An outline at a height → pixels."""
        return self.project(np.column_stack([ring, np.full(len(ring), z_mm)]))


@dataclass(frozen=True, slots=True, eq=False)
class Sprite:
    """One solid, ready to be laid over a picture of the empty board."""

    left: int
    top: int
    shade: NDArray[np.float32]  # (h, w, 1): share of light that the shadow leaves
    cover: NDArray[np.float32]  # (h, w, 1): share of the pixel that the solid fills
    paint: NDArray[np.float32]  # (h, w, 3): the solid's colour times its cover

    def darken(self, picture: NDArray[np.float32]) -> None:
        """Lay the shadow on."""
        area = self._area(picture)
        area *= self.shade

    def lay(self, picture: NDArray[np.float32]) -> None:
        """Lay the solid on."""
        area = self._area(picture)
        area *= 1 - self.cover
        area += self.paint

    def _area(self, picture: NDArray[np.float32]) -> NDArray[np.float32]:
        height, width = self.cover.shape[:2]
        return picture[self.top : self.top + height, self.left : self.left + width]


def outline(shape: Shape, radius: float) -> Ring:
    """A token's outline round (0, 0), all within a circle of `radius`; corners a little rounded."""
    if shape == "disc":
        return _polygon([radius] * 40)
    if shape == "square":
        return _rounded(_polygon([radius] * 4, start=math.pi / 4))
    if shape == "triangle":
        return _rounded(_polygon([radius] * 3, start=-math.pi / 2))
    if shape == "star":
        return _rounded(_polygon([radius, 0.45 * radius] * 5, start=-math.pi / 2))
    half = 0.36 * radius
    far = math.sqrt(radius * radius - half * half)
    quarter = [(half, -half), (half, -far), (-half, -far)]  # the arm to the north
    corners = [_turned(point, turn) for turn in range(4) for point in quarter[::-1]]
    return _rounded(np.array(corners))


def _turned(point: tuple[float, float], quarters: int) -> tuple[float, float]:
    x, y = point
    for _ in range(quarters):
        x, y = -y, x
    return x, y


def _polygon(radii: list[float], start: float = 0.0) -> Ring:
    angles = start + np.arange(len(radii)) * (2 * math.pi / len(radii))
    return np.asarray(np.column_stack([np.cos(angles), np.sin(angles)]) * np.array(radii)[:, None])


def _rounded(corners: Ring, cut: float = 0.12) -> Ring:
    before, after = np.roll(corners, 1, axis=0), np.roll(corners, -1, axis=0)
    cuts = np.stack(
        [
            corners + (before - corners) * cut,
            corners * 0.94 + (before + after) * 0.03,
            corners + (after - corners) * cut,
        ],
        axis=1,
    )
    return np.asarray(cuts.reshape(-1, 2))


def turned(ring: Ring, angle_deg: float, x: float, y: float) -> Ring:
    """An outline turned clockwise as seen from above and moved to a place on the board."""
    angle = math.radians(angle_deg)
    turn = np.array([[math.cos(angle), math.sin(angle)], [-math.sin(angle), math.cos(angle)]])
    return np.asarray(ring @ turn + np.array([x, y]))


def draw_prism(
    view: CameraView,
    ring: Ring,
    z_mm: tuple[float, float],
    colour: tuple[float, float, float],
    *,
    light: float,
    blur_px: float,
) -> Sprite | None:
    """Draw an upright prism between two heights.

    Args:
        ring: outline on the board, clockwise as seen from above.
        light: how bright the light is there, 1 for the middle of the board.
        blur_px: the lens's blur.
    Returns:
        None when it lies outside the picture.
    """
    low, high = view.project_at(ring, z_mm[0]), view.project_at(ring, z_mm[1])
    shadow = view.project(_shadow_points(ring, z_mm[1]))
    everything = np.concatenate([low, high, shadow])
    pad = 4 + math.ceil(3 * blur_px)
    least, most = (
        np.floor(everything.min(axis=0)).astype(int) - pad,
        np.ceil(everything.max(axis=0)).astype(int) + pad,
    )
    if least.min() < 0 or most[0] >= view.model.size[0] or most[1] >= view.model.size[1]:
        return None
    origin = least.astype(np.float64)
    size = (int(most[0] - least[0]), int(most[1] - least[1]))
    shade = _mask(cv2.convexHull(np.concatenate([shadow, low]).astype(np.float32))[:, 0, :] - origin, size)
    shade = _blurred(shade, 1.3 + blur_px)
    cover, paint = _body(low - origin, high - origin, ring, colour, light, size)
    cover, paint = _blurred(cover, blur_px), _blurred(paint, blur_px)
    return Sprite(int(least[0]), int(least[1]), (1 - 0.42 * shade)[:, :, None], cover[:, :, None], paint)


def _shadow_points(ring: Ring, height_mm: float) -> NDArray[np.float64]:
    away = np.array([-_LIGHT[0], -_LIGHT[1]]) * height_mm * _SHADOW_PER_MM
    return np.column_stack([ring + away, np.zeros(len(ring))])


def _fine(points: NDArray[np.float64]) -> NDArray[np.int32]:
    # Pixel centres are whole numbers, before and after the enlargement.
    return np.round(((points + 0.5) * _FINE - 0.5) * 16).astype(np.int32)


def _shrunk(picture: NDArray[np.float32], size: tuple[int, int]) -> NDArray[np.float32]:
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), dtype=np.float32)


def _blurred(picture: NDArray[np.float32], sigma_px: float) -> NDArray[np.float32]:
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), sigma_px), dtype=np.float32)


def _mask(points: NDArray[np.float64], size: tuple[int, int]) -> NDArray[np.float32]:
    mask = np.zeros((size[1] * _FINE, size[0] * _FINE), np.float32)
    cv2.fillPoly(mask, [_fine(points)], 1.0, cv2.LINE_8, 4)
    return _shrunk(mask, size)


def _body(
    low: NDArray[np.float64],
    high: NDArray[np.float64],
    ring: Ring,
    colour: tuple[float, float, float],
    light: float,
    size: tuple[int, int],
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    cover = np.zeros((size[1] * _FINE, size[0] * _FINE), np.float32)
    paint = np.zeros((*cover.shape, 3), np.float32)
    after = np.roll(np.arange(len(ring)), -1)
    walls = np.argsort(-np.linalg.norm(high - low, axis=1)) if len(ring) else after
    for place in walls:
        quad = np.array([low[place], low[after[place]], high[after[place]], high[place]])
        along = ring[after[place]] - ring[place]
        normal = np.array([along[1], -along[0]]) / max(1e-9, float(np.hypot(*along)))
        brightness = light * (0.5 + 0.32 * max(0.0, float(normal @ np.array(_LIGHT))))
        cv2.fillPoly(paint, [_fine(quad)], [part * brightness for part in colour], cv2.LINE_8, 4)
        cv2.fillPoly(cover, [_fine(quad)], 1.0, cv2.LINE_8, 4)
    middle = high.mean(axis=0)
    for scale, brightness in ((1.0, 1.12), (0.93, 1.0)):  # the chamfered edge catches light
        top = middle + (high - middle) * scale
        tone = [min(255.0, part * brightness * light + (10 if scale == 1.0 else 2)) for part in colour]
        cv2.fillPoly(paint, [_fine(top)], tone, cv2.LINE_8, 4)
        cv2.fillPoly(cover, [_fine(top)], 1.0, cv2.LINE_8, 4)
    return _shrunk(cover, size), _shrunk(paint, size)
