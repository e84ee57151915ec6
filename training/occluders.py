"""Fingers, arms, cards and cups over the board."""

import math

import cv2
import numpy as np
from numpy.typing import NDArray

from training.palette import PRINT, SKIN, Tint, near, pick
from training.solids import SCALE, SIZE, SPAN_MM, Canvas, Mask, Points


def cover(rng: np.random.Generator, canvas: Canvas, owner: Mask, light: Tint, *, near_middle: bool) -> None:
    """Lay something over the place; `owner` becomes 2 where it lies."""
    layer = np.zeros((SIZE, SIZE), np.uint8)
    kind = rng.random()
    reach = float(rng.uniform(0, 10) if near_middle else rng.uniform(10, 28))
    angle = float(rng.uniform(0, 2 * np.pi))
    place = np.array([math.cos(angle), math.sin(angle)]) * reach
    if kind < 0.5:
        tint = pick(rng, SKIN, 0.2)
        _fingers(rng, layer, place)
    elif kind < 0.8:
        tint = np.clip(rng.uniform(0.02, 0.7) * np.exp(rng.normal(0, 0.5, 3)), 0.01, 0.9)
        if rng.random() < 0.25:
            tint = near(rng, (30, 30, 32), 0.3)
        _arm(rng, layer, place)
    else:
        tint = pick(rng, PRINT, 0.3)
        _card(rng, layer, place)
    _paint(rng, canvas, layer, tint, light)
    owner[layer > 127] = 2


def lay_card(rng: np.random.Generator, canvas: Canvas, owner: Mask, light: Tint) -> None:
    """Lay a card or a box's lid, its edge near the pin: a border, fields inside, a hard shadow."""
    angle, off = float(rng.uniform(0, 2 * np.pi)), float(rng.normal(0, 7))
    way = np.array([math.cos(angle), math.sin(angle)])
    aside = np.array([-way[1], way[0]])
    size = rng.uniform(30, 95, 2)
    corner = -way * off - aside * (rng.uniform(0.0, 1.0) if rng.random() < 0.6 else 0.0) * size[1]
    layer = np.zeros((SIZE, SIZE), np.uint8)
    cv2.fillPoly(layer, [_sheet(corner, way, aside, size, 0.0)], 255)
    fallen = cv2.warpAffine(
        layer,
        np.array([[1, 0, rng.normal(0, 5)], [0, 1, rng.normal(0, 5)]]),
        (SIZE, SIZE),
        borderMode=cv2.BORDER_REPLICATE,
    )
    dark = cv2.GaussianBlur(fallen, (0, 0), float(rng.uniform(0.5, 6.0))).astype(np.float32)[:, :, None] / 255
    canvas *= 1 - dark * float(rng.uniform(0.2, 0.7))
    inset, shade = 0.0, float(rng.uniform(0.7, 1.15))
    tint = near(rng, (245, 245, 240), 0.1) if rng.random() < 0.6 else pick(rng, PRINT, 0.3)
    for _ in range(int(rng.integers(1, 5))):
        sheet = _sheet(corner, way, aside, size, inset)
        cv2.fillPoly(canvas, [sheet], (tint * light * shade).tolist())
        inset += float(rng.uniform(1.5, 8))
        tint = pick(rng, PRINT, 0.4)
        if 2 * inset > size.min() - 2:
            break
    owner[layer > 127] = 2


def _sheet(corner: Points, way: Points, aside: Points, size: Points, inset: float) -> NDArray[np.int32]:
    """The corners of a sheet less a border, in pixels."""
    u, v = way * (size[0] - 2 * inset), aside * (size[1] - 2 * inset)
    start = corner + (way + aside) * inset
    return _pixel(np.array([start, start + u, start + u + v, start + v]))


def _pixel(points: Points) -> NDArray[np.int32]:
    return np.rint((points + SPAN_MM / 2) * SCALE).astype(np.int32)


def _fingers(rng: np.random.Generator, layer: Mask, place: Points) -> None:
    way = float(rng.uniform(0, 2 * np.pi))
    for number in range(int(rng.integers(1, 4))):
        turn = way + float(rng.normal(0, 0.15))
        along = np.array([math.cos(turn), math.sin(turn)])
        aside = np.array([-math.sin(turn), math.cos(turn)])
        width = float(rng.uniform(13, 20))
        tip = place + aside * number * width * float(rng.uniform(1.0, 1.4)) + along * float(rng.normal(0, 5))
        ends = _pixel(np.array([tip, tip + along * 80]))
        cv2.line(layer, ends[0].tolist(), ends[1].tolist(), 255, round(width * SCALE), cv2.LINE_8)


def _arm(rng: np.random.Generator, layer: Mask, place: Points) -> None:
    turn = float(rng.uniform(0, 2 * np.pi))
    along = np.array([math.cos(turn), math.sin(turn)]) * 90
    aside = np.array([-math.sin(turn), math.cos(turn)])
    width = float(rng.uniform(25, 80))
    edge = place + aside * float(rng.normal(0, 3))
    corners = [edge - along, edge + along, edge + along + aside * width, edge - along + aside * width]
    cv2.fillPoly(layer, [_pixel(np.array(corners))], 255)


def _card(rng: np.random.Generator, layer: Mask, place: Points) -> None:
    turn = float(rng.uniform(0, 2 * np.pi))
    u = np.array([math.cos(turn), math.sin(turn)]) * float(rng.uniform(15, 60))
    v = np.array([-math.sin(turn), math.cos(turn)]) * float(rng.uniform(20, 60))
    corner = place - 0.1 * u
    if rng.random() < 0.3:
        middle = _pixel(place + u)
        cv2.circle(layer, middle.tolist(), round(float(np.linalg.norm(u)) * SCALE), 255, -1)
        return
    cv2.fillPoly(layer, [_pixel(np.array([corner, corner + u, corner + u + v, corner + v]))], 255)


def _paint(rng: np.random.Generator, canvas: Canvas, layer: Mask, tint: Tint, light: Tint) -> None:
    """Round and shade what lies there, with its shadow beside it."""
    depth = cv2.distanceTransform(layer, cv2.DIST_L2, 3) / SCALE
    round_mm = float(rng.uniform(2, 12))
    shape = np.sqrt(np.clip(1 - (1 - np.minimum(depth / round_mm, 1)) ** 2, 0, 1))
    shape = 0.45 + 0.55 * shape
    coarse = rng.normal(0, float(rng.uniform(0.01, 0.10)), (int(rng.integers(3, 40)),) * 2).astype(np.float32)
    texture = 1 + cv2.resize(coarse, (SIZE, SIZE), interpolation=cv2.INTER_CUBIC)
    x, y = np.meshgrid(np.linspace(-1, 1, SIZE), np.linspace(-1, 1, SIZE))
    slope = rng.normal(0, 0.25, 2)
    shade = shape * texture * np.exp(slope[0] * x + slope[1] * y) * float(rng.uniform(0.3, 1.2))
    away = rng.normal(0, 6 * SCALE, 2)
    moved = cv2.warpAffine(
        layer, np.array([[1, 0, away[0]], [0, 1, away[1]]]), (SIZE, SIZE), borderMode=cv2.BORDER_REPLICATE
    )
    fallen = cv2.GaussianBlur(moved, (0, 0), float(rng.uniform(2, 14))).astype(np.float32)[:, :, None] / 255
    canvas *= 1 - fallen * float(rng.uniform(0.2, 0.75))
    share = (cv2.GaussianBlur(layer, (0, 0), float(rng.uniform(0.6, 3.0))).astype(np.float32) / 255)[
        :, :, None
    ]
    canvas[:] = (
        canvas * (1 - share)
        + (tint * light).astype(np.float32) * shade[:, :, None].astype(np.float32) * share
    )
