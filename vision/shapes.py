"""Outlines of tokens as masks on a patch: what must be filled, and what just outside must not."""

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tabletop import Shape
from vision.patches import MM_PER_PX, PATCH_PX

SECTORS: Final = 8
CROP: Final = slice(4, PATCH_PX - 4)  # the middle of a patch, which holds a token and its surroundings
CROP_PX: Final = PATCH_PX - 8
_FINE: Final = 3  # sub-samples of a pixel, each way
# How far inside its outline a token is surely itself: blur and chamfer lie outside. A star keeps its points,
# or what is left of it fits into a printed bar.
_IN_MM: Final[dict[Shape, float]] = {"disc": 0.7, "square": 0.7, "triangle": 0.7, "star": 0.25, "cross": 0.6}
_GAP_MM: Final = 0.9  # how far outside it is surely over
_BAND_MM: Final = 2.0  # width of the band outside that is compared

# A square may be cut to the circle of the footprint or to its square: both are built.
_SCALES: Final[dict[Shape, tuple[float, ...]]] = {
    "disc": (1.0,),
    "square": (1.0, 1.36),
    "triangle": (1.0, 1.17),
    "star": (1.0,),
    "cross": (1.0,),
}
_TURNS: Final[dict[Shape, tuple[int, float]]] = {
    "disc": (1, 360.0),
    "square": (6, 90.0),
    "triangle": (8, 120.0),
    "star": (5, 72.0),
    "cross": (6, 90.0),
}


@dataclass(frozen=True, slots=True, eq=False)
class Lie:
    """One shape at one size and turn, at every shift from its pin; the first template has none.

    Sector s is the s-th eighth of a turn, from +x towards +y.
    """

    inside: NDArray[
        np.float32
    ]  # (K * SECTORS, pixels): weights that sum to 1 in a row, 0 where a sector is bare
    outside: NDArray[np.float32]  # (K * SECTORS, pixels): the same for the band round it
    filled: NDArray[np.float32]  # (K, SECTORS): share of the token's area in each sector


@dataclass(frozen=True, slots=True, eq=False)
class Bank:
    """Every way in which one shape may lie on its pin."""

    centred: Lie  # all sizes and turns, without shift
    lies: tuple[Lie, ...]  # one a row of `centred`


@lru_cache(maxsize=32)
def bank(shape: Shape, radius_mm: float, play_mm: float) -> Bank:
    """All templates of a shape; `play_mm` is how far it may lie from the middle of its patch."""
    turns, period = _TURNS[shape]
    x, y = _grid()
    steps = _steps(play_mm)
    shifts = sorted(((dx, dy) for dx in steps for dy in steps), key=lambda shift: math.hypot(*shift))
    lies = []
    for scale in _SCALES[shape]:
        for turn in range(turns):
            angle = math.radians(turn * period / turns)
            masks = [_masks(shape, x - dx, y - dy, radius_mm * scale, angle) for dx, dy in shifts]
            lies.append(_lie(masks))
    centred = Lie(
        np.concatenate([lie.inside[:SECTORS] for lie in lies]),
        np.concatenate([lie.outside[:SECTORS] for lie in lies]),
        np.concatenate([lie.filled[:1] for lie in lies]),
    )
    return Bank(centred, tuple(lies))


def _lie(masks: list[tuple[NDArray[np.float64], NDArray[np.float64]]]) -> Lie:
    inside, outside = [mask for mask, _ in masks], [mask for _, mask in masks]
    filled = [mask.sum(axis=(1, 2)) / mask.sum() for mask in inside]
    return Lie(_rows(inside), _rows(outside), np.array(filled, dtype=np.float32))


def _steps(play_mm: float) -> tuple[float, ...]:
    if play_mm <= 0:
        return (0.0,)
    if play_mm <= 1.5:
        return (-play_mm, 0.0, play_mm)
    return (-play_mm, -play_mm / 2, 0.0, play_mm / 2, play_mm)


def _rows(masks: list[NDArray[np.float64]]) -> NDArray[np.float32]:
    table = np.array(masks).reshape(len(masks) * SECTORS, -1)
    total = table.sum(axis=1, keepdims=True)
    return np.asarray(np.where(total > 1e-6, table / np.maximum(total, 1e-6), 0.0), dtype=np.float32)


def _grid() -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    steps = (np.arange(CROP_PX * _FINE) + 0.5) / _FINE - 0.5 - (CROP_PX - 1) / 2
    x, y = np.meshgrid(steps * MM_PER_PX, steps * MM_PER_PX)
    return x, y


def _masks(
    shape: Shape, x: NDArray[np.float64], y: NDArray[np.float64], radius: float, angle: float
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    depth = turned_depth(shape, x, y, radius, angle)
    sector = (np.floor(np.arctan2(y, x) / (2 * math.pi) * SECTORS).astype(int)) % SECTORS
    within, around = depth >= _IN_MM[shape], (depth <= -_GAP_MM) & (depth >= -_GAP_MM - _BAND_MM)
    return _sectored(within, sector), _sectored(around, sector)


def _sectored(mask: NDArray[np.bool_], sector: NDArray[np.int_]) -> NDArray[np.float64]:
    fine = np.stack([mask & (sector == number) for number in range(SECTORS)]).astype(np.float64)
    return np.asarray(fine.reshape(SECTORS, CROP_PX, _FINE, CROP_PX, _FINE).mean(axis=(2, 4)))


def signed_depth(
    shape: Shape, x: NDArray[np.float64], y: NDArray[np.float64], radius: float
) -> NDArray[np.float64]:
    """How deep inside a shape's outline a point lies, in mm; negative outside, a little too small."""
    distance = np.hypot(x, y)
    if shape == "disc":
        return np.asarray(radius - distance)
    if shape == "square":
        return np.asarray(radius / math.sqrt(2) - np.maximum(np.abs(x), np.abs(y)))
    if shape == "triangle":
        directions = (math.pi / 2, math.pi / 2 + 2 * math.pi / 3, math.pi / 2 - 2 * math.pi / 3)
        return np.asarray(
            radius / 2 - np.max([x * math.cos(a) + y * math.sin(a) for a in directions], axis=0)
        )
    if shape == "star":
        return _star_depth(x, y, radius)
    half = 0.36 * radius
    far = math.sqrt(radius * radius - half * half)
    across = np.minimum(half - np.abs(x), far - np.abs(y))
    along = np.minimum(half - np.abs(y), far - np.abs(x))
    return np.asarray(np.maximum(across, along))


def turned_depth(
    shape: Shape, x: NDArray[np.float64], y: NDArray[np.float64], radius: float, angle: float
) -> NDArray[np.float64]:
    """`signed_depth` of a shape that is turned by an angle, in radians."""
    u = x * math.cos(angle) + y * math.sin(angle)
    v = -x * math.sin(angle) + y * math.cos(angle)
    return signed_depth(shape, u, v, radius)


def _star_depth(x: NDArray[np.float64], y: NDArray[np.float64], radius: float) -> NDArray[np.float64]:
    """A star is five half-wedges and their mirror images: fold the plane into one and measure to its edge."""
    fold = math.pi / 5
    angle = np.arctan2(y, x) + math.pi / 2
    angle = np.abs((angle + fold) % (2 * fold) - fold)
    distance = np.hypot(x, y)
    px, py = distance * np.cos(angle), distance * np.sin(angle)
    hollow = 0.45 * radius
    qx, qy = hollow * math.cos(fold) - radius, hollow * math.sin(fold)
    normal_x, normal_y = qy / math.hypot(qx, qy), -qx / math.hypot(qx, qy)
    return np.asarray((radius - px) * normal_x - py * normal_y)
