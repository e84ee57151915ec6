"""Prisms on the drawn board: their walls, tops, shadows and the share of them that stays in sight."""

import math
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from training.palette import Tint

SCALE: Final = 3.0  # canvas pixels a millimetre
SPAN_MM: Final = 50.0
SIZE: Final = int(SPAN_MM * SCALE)
_SHIFT: Final = 4  # fractional bits of drawn corners

Canvas = NDArray[np.float32]
"""(SIZE, SIZE, 3) linear BGR light."""
Mask = NDArray[np.uint8]
Points = NDArray[np.float64]
"""(K, 2) millimetres from the middle of the patch, x along the route, y across it."""


@dataclass(frozen=True, slots=True)
class View:
    """How heights show: `lean` is how far (mm) the board appears beside the tops on the patch."""

    lean: tuple[float, float]
    top_mm: float

    def at(self, points: Points, z: float | Points) -> Points:
        """Where points at height `z` appear on the patch's plane."""
        share = (self.top_mm - np.asarray(z, dtype=np.float64)) / self.top_mm
        return np.asarray(points + np.asarray(self.lean) * share[..., None])


@dataclass(frozen=True, slots=True)
class Lamp:
    """A far lamp: where it stands and its light; `soft_mm` is its penumbra at a token's height."""

    azimuth: float
    slope: float  # millimetres of shadow a millimetre of height
    colour: Tint
    soft_mm: float
    most_on_walls: float = 1.96  # times what it gives to the flat board

    @property
    def away(self) -> Points:
        """(2,) the shadow of a point 1 mm high."""
        return np.array([-math.cos(self.azimuth), -math.sin(self.azimuth)]) * self.slope


@dataclass(frozen=True, slots=True, kw_only=True)
class Solid:
    """An upright prism; `tilt` is how the top plane's height grows along x and y."""

    outline: Points
    z0: float
    z1: float
    colour: Tint
    gloss: float = 0.0  # share of a lamp that the top mirrors
    sheen: tuple[float, float, float] = (1.0, 1.0, 1.0)  # BGR: a window mirrors bluer than a lamp lights
    chamfer: float = 0.0
    glint: tuple[float, float, float, float] | None = None  # x, y, breadth in mm, and light of a lamp's image
    tilt: tuple[float, float] = (0.0, 0.0)

    @property
    def middle(self) -> Points:
        """(2,) centre of the outline."""
        return np.asarray(self.outline.mean(axis=0))

    def heights(self) -> Points:
        """(K,) height of each top corner."""
        return np.asarray(self.z1 + (self.outline - self.middle) @ np.array(self.tilt))


def polygon(canvas: NDArray[np.generic], points: Points, value: object) -> None:
    """Fill a polygon given in millimetres."""
    corners = np.rint(((points + SPAN_MM / 2) * SCALE - 0.5) * (1 << _SHIFT)).astype(np.int32)
    cv2.fillPoly(canvas, [corners], value, lineType=cv2.LINE_8, shift=_SHIFT)  # type: ignore[call-overload]


def shadow(solids: list[Solid], lamp: Lamp, view: View) -> NDArray[np.float32]:
    """(SIZE, SIZE) 0 to 1: how much of the lamp is kept off the board's face."""
    mask = np.zeros((SIZE, SIZE), np.uint8)
    for solid in solids:
        foot = solid.outline + lamp.away * solid.z0
        head = solid.outline + lamp.away * solid.heights()[:, None]
        foot, head = view.at(foot, 0.0), view.at(head, 0.0)
        polygon(mask, foot, 255)
        polygon(mask, head, 255)
        after = np.roll(np.arange(len(foot)), -1)
        for here, there in enumerate(after):
            polygon(mask, np.array([foot[here], foot[there], head[there], head[here]]), 255)
    sigma = max(0.35, lamp.soft_mm * SCALE / 2)
    return blurred(mask, sigma)


def blurred(mask: Mask, sigma: float) -> NDArray[np.float32]:
    """(SIZE, SIZE) 0 to 1: a mask of 0 and 255 made soft; much blur is made on a smaller copy."""
    shrink = 3 if sigma > 5 else 1
    if shrink > 1:
        mask = np.asarray(cv2.resize(mask, (SIZE // shrink,) * 2, interpolation=cv2.INTER_AREA), np.uint8)
    soft = cv2.GaussianBlur(mask, (0, 0), sigma / shrink)
    if shrink > 1:
        soft = cv2.resize(soft, (SIZE, SIZE), interpolation=cv2.INTER_LINEAR)
    return np.asarray(soft.astype(np.float32) * np.float32(1 / 255), dtype=np.float32)


def draw(
    canvas: Canvas, owner: Mask, solid: Solid, view: View, lamps: list[Lamp], ambient: Tint, tag: int
) -> None:
    """Paint one solid over what lies behind it; `owner` gets `tag` where its top shows and 1 at its walls."""
    heights = solid.heights()
    foot, head = view.at(solid.outline, solid.z0), view.at(solid.outline, heights)
    edges = np.roll(solid.outline, -1, axis=0) - solid.outline
    (along, down), (right, below) = edges[0], solid.middle - solid.outline[0]
    sign = 1.0 if along * below - down * right > 0 else -1.0
    normals = (
        sign * np.column_stack([edges[:, 1], -edges[:, 0]]) / (np.linalg.norm(edges, axis=1)[:, None] + 1e-9)
    )
    depth = (solid.outline + edges / 2) @ np.array(view.lean)
    for here in np.argsort(depth):
        if normals[here] @ np.array(view.lean) <= 0:
            continue
        there = (here + 1) % len(foot)
        quad = np.array([foot[here], foot[there], head[there], head[here]])
        light = ambient * 0.75
        for lamp in lamps:
            facing = max(0.0, float(normals[here] @ -lamp.away) / max(lamp.slope, 1e-6))
            light = light + lamp.colour * facing * min(lamp.slope, lamp.most_on_walls)
        polygon(canvas, quad, (solid.colour * light).tolist())
        polygon(owner, quad, 1)
    light = ambient + sum((lamp.colour for lamp in lamps), np.zeros(3))
    top = solid.colour * light + solid.gloss * light * np.array(solid.sheen)
    polygon(canvas, head, top.tolist())
    polygon(owner, head, tag)
    if solid.glint is not None:
        _shine(canvas, head, solid.glint, light)
    if solid.chamfer > 0:
        _chamfer(canvas, head, solid, lamps, ambient)


def _shine(canvas: Canvas, head: Points, glint: tuple[float, float, float, float], light: Tint) -> None:
    """A lamp's image on part of a glossy top, bright in its middle and soft at its edge."""
    x, y, breadth, strength = glint
    mask = np.zeros((SIZE, SIZE), np.uint8)
    polygon(mask, head, 1)
    middle = (head.mean(axis=0) + np.array([x, y]) + SPAN_MM / 2) * SCALE
    steps = np.arange(SIZE, dtype=np.float32)
    bell = [np.exp(-(((steps - at) / (breadth * SCALE)) ** 2)) for at in middle]
    spot = np.float32(strength) * np.outer(bell[1], bell[0]) * mask
    canvas += spot[:, :, None].astype(np.float32) * light.astype(np.float32)


def _chamfer(canvas: Canvas, head: Points, solid: Solid, lamps: list[Lamp], ambient: Tint) -> None:
    """The broken edge round the top catches each lamp on one side."""
    edges = np.roll(head, -1, axis=0) - head
    for here in range(len(head)):
        normal = np.array([edges[here][1], -edges[here][0]])
        normal /= np.linalg.norm(normal) + 1e-9
        if normal @ (head[here] - head.mean(axis=0)) < 0:
            normal = -normal
        facing = sum(float(normal @ -lamp.away) / max(lamp.slope, 1e-6) for lamp in lamps)
        light = ambient + sum((lamp.colour for lamp in lamps), np.zeros(3))
        tint = np.maximum(0, solid.colour * light * (1 + 0.45 * facing) + 0.06 * max(0.0, facing) * light)
        ends = np.array([head[here], head[(here + 1) % len(head)]])
        corners = np.rint(((ends + SPAN_MM / 2) * SCALE - 0.5) * (1 << _SHIFT)).astype(np.int32)
        cv2.line(
            canvas,
            corners[0].tolist(),
            corners[1].tolist(),
            tint.tolist(),
            max(1, round(solid.chamfer * SCALE)),
            cv2.LINE_8,
            _SHIFT,
        )


def outline(shape: str, radius: float, turn: float) -> Points:
    """(K, 2) corners of a token's shape round (0, 0); the shapes are those of board/1."""
    if shape == "disc":
        angles = np.linspace(0, 2 * np.pi, 28, endpoint=False)
        return np.column_stack([np.cos(angles), np.sin(angles)]) * radius
    if shape == "star":
        angles = turn + np.arange(10) * np.pi / 5
        reach = np.where(np.arange(10) % 2 == 0, radius, 0.45 * radius)
        return np.column_stack([np.cos(angles), np.sin(angles)]) * reach[:, None]
    if shape == "cross":
        half = 0.36 * radius
        far = math.sqrt(radius**2 - half**2)
        arm = np.array([[half, -half], [far, -half], [far, half]])
        corners = np.concatenate([arm @ _rotation(quarter * np.pi / 2).T for quarter in range(4)])
        return np.asarray(corners @ _rotation(turn).T)
    count = {"triangle": 3, "square": 4}[shape]
    angles = turn + np.arange(count) * 2 * np.pi / count
    return np.column_stack([np.cos(angles), np.sin(angles)]) * radius


def _rotation(angle: float) -> Points:
    return np.array([[math.cos(angle), -math.sin(angle)], [math.sin(angle), math.cos(angle)]])
