"""Collars as boards for fingers have them: as wide as a token, each colour with a relief of its own."""

import math
from collections.abc import Iterator
from typing import Final

import cv2
import numpy as np

from training.palette import Tint
from training.solids import SCALE, SIZE, SPAN_MM, Canvas, Mask, Points, polygon

_RELIEFS: Final = ("smooth", "dots", "squares", "rings", "domes", "wedges", "ribs", "bars", "half", "spots")


def collar(rng: np.random.Generator, canvas: Canvas, tint: Tint, radius: float, north: float) -> None:
    """Lay a collar under the pin.

    Args:
        radius: mm.
        north: where its flat sector with a letter in braille lies, radians.
    """
    plate: Mask = np.zeros((SIZE, SIZE), np.uint8)
    cv2.circle(plate, _pixel(np.zeros(2)), round(radius * SCALE), 255, -1, cv2.LINE_8)
    canvas[plate > 0] = tint
    raised: Mask = np.zeros((SIZE, SIZE), np.uint8)
    for shape in _relief(rng, str(rng.choice(_RELIEFS)), radius):
        polygon(raised, shape, 255)
    if rng.random() < 0.6:
        polygon(raised, _sector(north, math.radians(42), radius), 0)
        for dot in rng.uniform(-1.25, 1.25, (int(rng.integers(1, 5)), 2)):
            spot = np.array([math.cos(north), math.sin(north)]) * 6.4 + dot
            cv2.circle(raised, _pixel(spot), max(1, round(0.8 * SCALE)), 255, -1, cv2.LINE_8)
    raised &= plate
    # Relief in the plate's own colour shows by light and dirt alone; printed it may be another shade.
    strength = float(np.exp(rng.normal(0, 0.12 if rng.random() < 0.6 else 0.4)))
    canvas[raised > 0] = np.clip(tint * strength, 0.004, 0.95)
    lit = np.roll(raised, (1, 1), (0, 1)).astype(np.float32) - raised.astype(np.float32)
    canvas *= 1 + float(rng.normal(0, 0.25)) / 255 * lit[:, :, None]
    np.clip(canvas, 0.003, 0.95, out=canvas)
    if rng.random() < 0.3:
        edge = np.clip(tint * float(rng.choice([0.5, 1.6])), 0.004, 0.95).tolist()
        cv2.circle(canvas, _pixel(np.zeros(2)), round(radius * SCALE), edge, int(rng.integers(1, 4)))


def _relief(rng: np.random.Generator, kind: str, radius: float) -> Iterator[Points]:
    """Outlines of what stands proud of the plate, mm; what reaches beyond the plate is cut off."""
    if kind in ("dots", "squares"):
        pitch, half = (2.5, 0.65) if kind == "dots" else (6.0, 1.5)
        for x, y in _lattice(radius, pitch):
            yield _box(np.array([x, y]), half, half)
    elif kind == "rings":
        for reach in (5.4, 8.6):
            yield np.concatenate([_circle(np.zeros(2), reach + 0.5), _circle(np.zeros(2), reach - 0.5)[::-1]])
    elif kind in ("domes", "spots"):
        count, reach, size = (7, 6.8, 1.7) if kind == "domes" else (int(rng.integers(3, 9)), 6.0, 1.6)
        for angle in np.arange(count) * 2 * math.pi / count + rng.random():
            yield _circle(np.array([math.cos(angle), math.sin(angle)]) * reach, size)
    elif kind == "wedges":
        for number in range(4):
            yield _sector(number * math.pi / 2 + 0.4, math.radians(22), radius)
    elif kind == "ribs":
        for angle in np.radians(range(0, 360, 20)):
            yield _sector(angle, 0.6 / radius, radius)
    elif kind == "bars":
        for y in np.arange(-radius, radius, 3.4):
            yield _box(np.array([0.0, y]), radius, 0.6)
    elif kind == "half":
        yield _box(np.array([radius, 0.0]), radius, radius)


def _lattice(radius: float, pitch: float) -> list[tuple[float, float]]:
    steps = np.arange(-radius, radius + pitch, pitch)
    return [(float(x), float(y)) for x in steps for y in steps]


def _box(middle: Points, half_x: float, half_y: float) -> Points:
    return np.asarray(
        middle + np.array([[-half_x, -half_y], [half_x, -half_y], [half_x, half_y], [-half_x, half_y]])
    )


def _circle(middle: Points, radius: float) -> Points:
    turns = np.linspace(0, 2 * np.pi, 25)
    return np.asarray(middle + radius * np.column_stack([np.cos(turns), np.sin(turns)]))


def _sector(way: float, half: float, radius: float) -> Points:
    turns = np.linspace(way - half, way + half, 7)
    rim = radius * 1.1 * np.column_stack([np.cos(turns), np.sin(turns)])
    return np.concatenate([np.zeros((1, 2)), rim])


def _pixel(point: Points) -> tuple[int, int]:
    x, y = (point + SPAN_MM / 2) * SCALE - 0.5
    return round(float(x)), round(float(y))
