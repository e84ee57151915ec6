"""Tokens, pins, hands and things over a printed board, lit by lamps in the room, seen by a pinhole."""

import math
from dataclasses import dataclass, field
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from lab.rooms.surface import MARGIN_MM, PX_PER_MM, Albedo

Points = NDArray[np.float64]
Ids = NDArray[np.int32]

_SHADE_PX_PER_MM: Final = 2.0
_RAYS: Final = 12  # points of each lamp
_SHIFT: Final = 3


@dataclass(frozen=True, slots=True)
class Lamp:
    """A lamp of some width that stands in the room; board millimetres, z up."""

    place: Points
    power: Points  # (3,) BGR irradiance at the board's middle
    radius_mm: float


@dataclass(slots=True, kw_only=True)
class Block:
    """A prism with a bevelled top edge; `number` marks its top in the picture of ids."""

    outline: Points
    z0: float
    z1: float
    tint: Points
    bevel: float = 0.0
    shine: float = 0.0
    number: int = 0
    walls: bool = True


@dataclass(slots=True)
class LitBoard:
    """One scene."""

    surface: Albedo
    size_mm: tuple[float, float]
    lamps: list[Lamp]
    ambient: Points
    blocks: list[Block] = field(default_factory=list)
    over: list[Block] = field(default_factory=list)  # hands and sleeves: they shade everything below

    def lit_surface(self) -> Albedo:
        """The print under the lamps, with the shadows of all that stands and hangs over it."""
        high, wide = self.surface.shape[:2]
        light = np.empty((high // 2, wide // 2, 3), np.float32)
        light[:] = self.ambient
        for lamp in self.lamps:
            reach = self._reach(lamp, light.shape[:2])
            light += (reach * self._open(lamp, [*self.blocks, *self.over], 0.0))[:, :, None] * np.float32(
                lamp.power
            )
        light *= self._nooks(light.shape[:2])[:, :, None]
        return np.asarray(self.surface * cv2.resize(light, (wide, high)), dtype=np.float32)

    def on_tops(self, z: float) -> list[NDArray[np.float32]]:
        """How much of each lamp reaches the height of the tokens' tops."""
        return [self._open(lamp, self.over, z) for lamp in self.lamps]

    def _reach(self, lamp: Lamp, shape: tuple[int, int]) -> NDArray[np.float32]:
        x, y = np.meshgrid(
            np.linspace(-MARGIN_MM, self.size_mm[0] + MARGIN_MM, 40),
            np.linspace(-MARGIN_MM, self.size_mm[1] + MARGIN_MM, 30),
        )
        field_ = self._irradiance(lamp, np.stack([x, y, np.zeros_like(x)], axis=2), np.array([0.0, 0, 1]))
        return np.asarray(cv2.resize(field_.astype(np.float32), shape[::-1]), dtype=np.float32)

    def _irradiance(self, lamp: Lamp, at: Points, normal: Points) -> Points:
        """Lambert's share, 1 on the flat board's middle."""
        middle = np.array([self.size_mm[0] / 2, self.size_mm[1] / 2, 0.0])
        home = lamp.place - middle
        one = home[2] / np.linalg.norm(home) ** 3
        way = lamp.place - at
        return np.asarray(np.maximum(0, way @ normal) / np.linalg.norm(way, axis=-1) ** 3 / one)

    def _open(self, lamp: Lamp, blocks: list[Block], z: float) -> NDArray[np.float32]:
        """(H, W): share of a lamp's points that see each place of the plane at height `z`."""
        shape = tuple(
            int((side + 2 * MARGIN_MM) * _SHADE_PX_PER_MM) for side in (self.size_mm[1], self.size_mm[0])
        )
        total = np.zeros(shape, np.float32)
        rng = np.random.default_rng(5)
        for _ in range(_RAYS):
            spot = lamp.place + rng.normal(0, 0.5, 3) * lamp.radius_mm
            mask = np.zeros(shape, np.uint8)
            for block in blocks:
                if block.z1 > z:
                    _cast(mask, block, spot, z)
            total += mask == 0
        return np.asarray(total / _RAYS, dtype=np.float32)

    def _nooks(self, shape: tuple[int, int]) -> NDArray[np.float32]:
        """Less of the room's light reaches the foot of what stands on the board."""
        mask = np.zeros(shape, np.uint8)
        for block in self.blocks:
            if block.z1:  # what is printed shades nothing
                cv2.fillPoly(mask, [_fixed(block.outline)], 255, cv2.LINE_8, _SHIFT)
        near = cv2.GaussianBlur(mask, (0, 0), 5.0).astype(np.float32) / 255
        return np.asarray(1 - 0.45 * near, dtype=np.float32)

    def top_light(self, point: Points, normal: Points, open_: list[NDArray[np.float32]]) -> Points:
        """(3,) light on a small face."""
        light = self.ambient * (0.55 + 0.45 * max(0.0, float(normal[2])))
        column, row = ((point[:2] + MARGIN_MM) * _SHADE_PX_PER_MM).astype(int)
        for lamp, seen in zip(self.lamps, open_, strict=True):
            inside = 0 <= row < seen.shape[0] and 0 <= column < seen.shape[1]
            share = float(seen[row, column]) if inside else 1.0
            light = light + lamp.power * float(self._irradiance(lamp, point, normal)) * share
        return np.asarray(light)

    def mirrored(self, point: Points, eye: Points, shine: float) -> Points:
        """(3,) what a satin or glossy top throws of the lamps into the camera."""
        total = np.zeros(3)
        for lamp in self.lamps:
            half = _unit(_unit(lamp.place - point) + _unit(eye - point))
            total += lamp.power * shine * float(half[2]) ** 60
        return total


def _fixed(points: Points) -> NDArray[np.int32]:
    return np.rint((points + MARGIN_MM) * _SHADE_PX_PER_MM * (1 << _SHIFT)).astype(np.int32)


def _cast(mask: NDArray[np.uint8], block: Block, lamp: Points, z: float) -> None:
    """The shadow of one prism on the plane at height `z`."""
    rings = []
    for height in (max(block.z0, z), block.z1):
        share = (height - z) / max(1.0, lamp[2] - height)
        rings.append(_fixed(block.outline + (block.outline - lamp[:2]) * share))
    foot, head = rings
    cv2.fillPoly(mask, [head], 255, cv2.LINE_8, _SHIFT)
    if float(np.abs(head - foot).max()) > (3 << _SHIFT):
        after = np.roll(np.arange(len(foot)), -1)
        sides = np.stack([foot, foot[after], head[after], head], axis=1)
        for side in sides:
            cv2.fillConvexPoly(mask, side, 255, cv2.LINE_8, _SHIFT)


def _unit(way: Points) -> Points:
    return np.asarray(way / (np.linalg.norm(way) + 1e-9))


@dataclass(frozen=True, slots=True)
class Pinhole:
    """Where the camera stands: 3 x 4 projection of board millimetres to pixels, and its eye."""

    matrix: Points
    eye: Points
    size: tuple[int, int]

    def project(self, points: Points) -> Points:
        """(N, 3) → (N, 2) pixels, whole numbers at pixel centres."""
        seen = points @ self.matrix[:, :3].T + self.matrix[:, 3]
        return np.asarray(seen[:, :2] / seen[:, 2:])


def paint(stage: LitBoard, pinhole: Pinhole, top_mm: float) -> tuple[Albedo, Ids]:
    """The linear picture and, for each pixel, whose top it shows (0: nobody's, -1: walls and things)."""
    ground = stage.lit_surface()
    step = 1 / PX_PER_MM
    plane = pinhole.matrix[:, [0, 1, 3]] @ np.array(
        [[step, 0, -MARGIN_MM + step / 2], [0, step, -MARGIN_MM + step / 2], [0, 0, 1]]
    )
    picture = np.asarray(
        cv2.warpPerspective(
            ground, plane, pinhole.size, flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REPLICATE
        ),
        dtype=np.float32,
    )
    ids: Ids = np.zeros(pinhole.size[::-1], np.int32)
    open_ = stage.on_tops(top_mm)
    for block in sorted(stage.blocks, key=lambda one: -_away(one, pinhole)):
        _block(picture, ids, stage, pinhole, block, open_)
    bright = [np.ones((1, 1), np.float32) for _ in stage.lamps]
    for block in stage.over:
        _block(picture, ids, stage, pinhole, block, bright)
    return picture, ids


def _away(block: Block, pinhole: Pinhole) -> float:
    return float(np.linalg.norm(np.append(block.outline.mean(axis=0), block.z0) - pinhole.eye))


def _block(
    picture: Albedo,
    ids: Ids,
    stage: LitBoard,
    pinhole: Pinhole,
    block: Block,
    open_: list[NDArray[np.float32]],
) -> None:
    shrunk = _inset(block.outline, block.bevel)
    rings = [(block.outline, block.z0), (block.outline, block.z1 - block.bevel), (shrunk, block.z1)]
    seen = [pinhole.project(np.column_stack([ring, np.full(len(ring), z)])) for ring, z in rings]
    count = len(block.outline)
    for level in (0, 1) if block.bevel else (0,):
        if level == 0 and not block.walls:
            continue
        mids = []
        for here in range(count):
            there = (here + 1) % count
            edge = block.outline[there] - block.outline[here]
            flat = np.array([edge[1], -edge[0]]) * _winding(block.outline)
            normal = _unit(np.array([*_unit(flat), 0.0 if level == 0 else 1.0]))
            middle = np.append((block.outline[here] + block.outline[there]) / 2, rings[level][1])
            if normal @ (pinhole.eye - middle) > 0:
                mids.append((float(np.linalg.norm(pinhole.eye - middle)), here, there, normal, middle))
        for _, here, there, normal, middle in sorted(mids, key=lambda one: -one[0]):
            quad = np.array(
                [seen[level][here], seen[level][there], seen[level + 1][there], seen[level + 1][here]]
            )
            _fill(picture, ids, quad, block.tint * stage.top_light(middle, normal, open_), -1)
    middle = np.append(block.outline.mean(axis=0), block.z1)
    light = stage.top_light(middle, np.array([0.0, 0, 1]), open_)
    shine = stage.mirrored(middle, pinhole.eye, block.shine) if block.shine else np.zeros(3)
    _fill(picture, ids, seen[2] if block.bevel else seen[1], block.tint * light + shine, block.number or -1)


def shown_share(block: Block, number: int, ids: Ids, pinhole: Pinhole) -> float:
    """How much of a block's top shows in a painted picture."""
    top = _inset(block.outline, block.bevel)
    corners = pinhole.project(np.column_stack([top, np.full(len(top), block.z1)]))
    left, low = (int(side) for side in corners.min(axis=0) - 2)
    right, high = (int(side) for side in corners.max(axis=0) + 3)
    alone = np.zeros((high - low, right - left), np.uint8)
    cv2.fillPoly(
        alone, [np.rint((corners - [left, low]) * (1 << _SHIFT)).astype(np.int32)], 1, cv2.LINE_8, _SHIFT
    )
    shown = ids[max(0, low) : high, max(0, left) : right] == number
    return min(1.0, float(shown.sum()) / max(1, int(alone.sum())))


def _winding(outline: Points) -> float:
    x, y = outline[:, 0], outline[:, 1]
    return 1.0 if float(np.sum(x * np.roll(y, -1) - y * np.roll(x, -1))) > 0 else -1.0


def _inset(outline: Points, by: float) -> Points:
    middle = outline.mean(axis=0)
    reach = np.linalg.norm(outline - middle, axis=1)[:, None]
    return np.asarray(middle + (outline - middle) * (1 - by / reach))


def _fill(picture: Albedo, ids: Ids, corners: Points, tint: Points, number: int) -> None:
    polygon = np.rint((np.clip(corners, -4000, 12000)) * (1 << _SHIFT)).astype(np.int32)
    cv2.fillPoly(picture, [polygon], tint.tolist(), cv2.LINE_8, _SHIFT)
    cv2.fillPoly(ids, [polygon], number, cv2.LINE_8, _SHIFT)


def ring(radius: float, corners: int, turn: float = 0.0) -> Points:
    """(K, 2): a regular polygon."""
    angles = turn + np.arange(corners) * 2 * math.pi / corners
    return np.column_stack([np.cos(angles), np.sin(angles)]) * radius
