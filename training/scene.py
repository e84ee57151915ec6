"""One place of a random board in random light: what stands on its pin, lies round it, covers it."""

import math
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from training.ground import ground
from training.lens import random_lens
from training.occluders import cover
from training.palette import LAND, PINS, PRINT, TOKENS, Tint, near, pick
from training.solids import (
    SCALE,
    SIZE,
    SPAN_MM,
    Canvas,
    Lamp,
    Mask,
    Points,
    Solid,
    View,
    draw,
    outline,
    shadow,
)

SHAPES: Final = ("disc", "square", "triangle", "star", "cross")
OTHER: Final = 6  # the class of what cannot be seen
_TARGET: Final = 9
_HIDDEN, _SEEN = 0.5, 0.6  # share of the top that shows: between them no answer is asked for


@dataclass(frozen=True, slots=True)
class Sample:
    """One patch with what the reader gets beside it, and the truth."""

    patch: NDArray[np.uint8]
    black: NDArray[np.float32]
    white: NDArray[np.float32]
    lean: Points
    label: int


@dataclass(frozen=True, slots=True)
class _Board:
    """What all pins of one board share."""

    base: float
    top: float
    pin: Tint
    pin_radius: float
    pin_height: float
    collar: float
    scales: tuple[float, ...]
    gloss: float
    chamfer: float
    colours: tuple[Tint, ...]


def sample(rng: np.random.Generator) -> Sample | None:
    """Draw one place; None where so much is covered that neither answer would be fair."""
    board = _board(rng)
    lean = _lean(rng, board.top)
    view = View((float(lean[0]), float(lean[1])), board.top)
    lamps, ambient = _lamps(rng)
    seat = int(rng.integers(1, 6)) if rng.random() < 0.5 else 0
    solids, target = _solids(rng, board, seat)
    parts = [target, _storey(target)] if seat and rng.random() < 0.05 else [target]
    solids += parts[1:]
    city = rng.random() < 0.22
    canvas = ground(rng, board.collar, not city)
    _set_back(canvas, view)
    owner: Mask = np.zeros((SIZE, SIZE), np.uint8)
    alone: Mask = np.zeros((SIZE, SIZE), np.uint8)
    _lit(canvas, solids, lamps, ambient, view)
    for solid in sorted(solids, key=lambda one: float(one.middle @ lean) + (one.z1 * 1e-3)):
        tag = _TARGET if any(solid is part for part in parts) else 1
        draw(canvas, owner, solid, view, lamps, ambient, tag)
    for part in parts:
        draw(canvas.copy(), alone, part, view, lamps, ambient, _TARGET)
    _big_shadows(rng, canvas, lamps, ambient)
    total = ambient + sum((lamp.colour for lamp in lamps), np.zeros(3))
    if rng.random() < 0.32:
        cover(rng, canvas, owner, total, near_middle=rng.random() < 0.55)
    share = float((owner == _TARGET).sum()) / max(1, int((alone == _TARGET).sum()))
    if _HIDDEN < share < _SEEN:
        return None
    label = seat if share >= _SEEN else OTHER
    return _photographed(rng, canvas, total, lean, board, label)


def _photographed(
    rng: np.random.Generator, canvas: Canvas, total: Tint, lean: Points, board: _Board, label: int
) -> Sample:
    lens = random_lens(rng, lean, board.top)
    # The markers lie elsewhere: brighter or darker, in somewhat other light.
    there = total * np.exp(rng.normal(0, 0.18) + rng.normal(0, 0.05, 3))
    canvas *= _falloff(rng)
    spread = 1.6 if rng.random() < 0.12 else 0.45
    misfit = np.clip(rng.normal(0, spread, 2), -2.5, 2.5)
    patch = lens.take(rng, canvas, misfit)
    black, white = lens.light(there * 0.035), lens.light(there * 0.88)
    return Sample(
        patch, black, np.maximum(white, black + 1e-3), lean * (board.top - board.base) / board.top, label
    )


def _board(rng: np.random.Generator) -> _Board:
    collared = rng.random() < 0.3
    base = float(rng.uniform(0.8, 1.6)) if collared else 0.0
    square = float(rng.choice([1.0, 1.38])) if rng.random() < 0.9 else float(rng.uniform(1, 1.38))
    triangle = 1.17 if square > 1.2 and rng.random() < 0.8 else 1.0
    size = float(rng.normal(1.0, 0.03))
    colours = tuple(near(rng, choices[int(rng.integers(len(choices)))], 0.12) for choices in TOKENS)
    return _Board(
        base=base,
        top=base
        + float(rng.uniform(7.4, 9.0) if not collared or rng.random() < 0.3 else rng.uniform(9, 11.5)),
        pin=pick(rng, PINS if rng.random() < 0.8 else LAND, 0.15),
        pin_radius=float(rng.uniform(2.0, 3.0)),
        pin_height=base + float(rng.uniform(4.5, 7.0)),
        collar=float(rng.uniform(9.3, 10.6)) if collared else 0.0,
        scales=(size, size * square, size * triangle, size, size),
        gloss=float(rng.uniform(0, 0.05)) if rng.random() < 0.6 else float(rng.uniform(0.05, 0.3)),
        chamfer=float(rng.uniform(0.3, 0.8)) if rng.random() < 0.7 else 0.0,
        colours=colours,
    )


def _lean(rng: np.random.Generator, top: float) -> Points:
    angle = abs(float(rng.normal(0, 22))) if rng.random() < 0.7 else float(rng.uniform(0, 42))
    way, reach = rng.uniform(0, 2 * np.pi), top * math.tan(math.radians(min(angle, 45.0)))
    return np.array([math.cos(way), math.sin(way)]) * reach


def _lamps(rng: np.random.Generator) -> tuple[list[Lamp], Tint]:
    count = int(rng.choice([1, 2, 3], p=[0.55, 0.35, 0.1]))
    share = float(rng.uniform(0.15, 0.75))
    ambient = np.exp(rng.normal(0, 0.06, 3)) * share
    lamps = []
    for weight in rng.dirichlet(np.ones(count) * 1.5) * (1 - share):
        warm = float(rng.normal(0, 0.10))
        steep = math.radians(float(rng.uniform(22, 85)))
        lamps.append(
            Lamp(
                azimuth=float(rng.uniform(0, 2 * np.pi)),
                slope=1 / math.tan(steep),
                colour=weight * np.exp([-warm, 0.0, warm]),
                soft_mm=float(rng.choice([0.3, 1.0, 2.5, 6.0])) * float(rng.uniform(0.5, 1.5)),
            )
        )
    return lamps, ambient


def _token(rng: np.random.Generator, board: _Board, seat: int, middle: Points, z0: float) -> Solid:
    shape = SHAPES[seat - 1]
    points = outline(shape, 9.0 * board.scales[seat - 1], float(rng.uniform(0, 2 * np.pi)))
    height = board.top - board.base
    tilt = rng.normal(0, 0.03, 2) if rng.random() < 0.7 else rng.normal(0, 0.09, 2)
    gloss = (
        board.gloss * float(rng.uniform(0.2, 1.4)) if rng.random() < 0.85 else float(rng.uniform(0.1, 0.5))
    )
    return Solid(
        outline=points + middle,
        z0=z0,
        z1=z0 + height,
        colour=board.colours[seat - 1] * float(np.exp(rng.normal(0, 0.04))),
        gloss=gloss,
        chamfer=board.chamfer,
        tilt=(float(tilt[0]), float(tilt[1])),
    )


def _storey(token: Solid) -> Solid:
    """The narrower upper part of a station or harbour."""
    grown = token.middle + (token.outline - token.middle) * (7 / 9)
    return replace(token, outline=grown, z0=token.z1, z1=token.z1 + 4.0, chamfer=0.0)


def _pin(board: _Board, middle: Points) -> list[Solid]:
    shaft = outline("disc", board.pin_radius, 0.0)[::2] + middle
    rounded = outline("disc", board.pin_radius * 0.7, 0.0)[::2] + middle
    return [
        Solid(outline=shaft, z0=0.0, z1=board.pin_height - 0.7, colour=board.pin, gloss=0.03),
        Solid(outline=rounded, z0=board.pin_height - 0.7, z1=board.pin_height, colour=board.pin, gloss=0.15),
    ]


def _solids(rng: np.random.Generator, board: _Board, seat: int) -> tuple[list[Solid], Solid]:
    """All that stands and lies here, and the solid whose top must show."""
    off = np.clip(rng.normal(0, 0.45, 2), -1.3, 1.3)
    if seat:
        target = _token(rng, board, seat, off, board.base)
        solids = [target]
    else:
        solids = _pin(board, np.clip(rng.normal(0, 0.15, 2), -0.4, 0.4))
        target = solids[-1]
    taken = [np.zeros(2)]
    if rng.random() < 0.35:
        _beside(rng, board, solids, taken, (24.0, 36.0), pinned=True)
    for _ in range(int(rng.choice([0, 1, 2, 3], p=[0.62, 0.22, 0.11, 0.05]))):
        _beside(rng, board, solids, taken, (18.5, 30.0) if seat else (11.0, 26.0), pinned=False)
    return solids, target


def _beside(
    rng: np.random.Generator,
    board: _Board,
    solids: list[Solid],
    taken: list[Points],
    reach: tuple[float, float],
    *,
    pinned: bool,
) -> None:
    angle, far = rng.uniform(0, 2 * np.pi), rng.uniform(*reach)
    place = np.array([math.cos(angle), math.sin(angle)]) * far
    if any(np.linalg.norm(place - other) < 17.5 for other in taken[1:]):
        return
    taken.append(place)
    if pinned and rng.random() < 0.4:
        solids.extend(_pin(board, place))
    elif pinned or rng.random() < 0.85:
        # What lies loose lies on the board itself, not on a collar.
        solids.append(_token(rng, board, int(rng.integers(1, 6)), place, board.base if pinned else 0.0))
    else:
        solids.append(
            Solid(
                outline=outline("square", float(rng.uniform(6, 11)), float(rng.uniform(0, 3))) + place,
                z0=0.0,
                z1=float(rng.uniform(2, 14)),
                colour=pick(rng, PRINT, 0.3),
                gloss=0.02,
            )
        )


def _set_back(canvas: Canvas, view: View) -> None:
    """Move the print to where it appears behind the plane of the tops."""
    shift = np.array([[1.0, 0.0, view.lean[0] * SCALE], [0.0, 1.0, view.lean[1] * SCALE]])
    canvas[:] = cv2.warpAffine(canvas, shift, (SIZE, SIZE), borderMode=cv2.BORDER_REFLECT)


def _lit(canvas: Canvas, solids: list[Solid], lamps: list[Lamp], ambient: Tint, view: View) -> None:
    light = np.empty_like(canvas)
    light[:] = ambient
    for lamp in lamps:
        light += (1 - shadow(solids, lamp, view))[:, :, None] * lamp.colour.astype(np.float32)
    for solid in solids:  # little of the room's light reaches the foot of a token
        foot = view.at(solid.outline * 1.0, 0.0).mean(axis=0)
        x, y = (foot + SPAN_MM / 2) * SCALE
        if 0 <= x < SIZE and 0 <= y < SIZE and solid.z1 > 7:
            mask = np.zeros((SIZE, SIZE), np.uint8)
            cv2.circle(mask, (int(x), int(y)), int(9.5 * SCALE), 255, -1)
            light *= (
                1 - 0.25 * (cv2.GaussianBlur(mask, (0, 0), 2.2 * SCALE).astype(np.float32) / 255)[:, :, None]
            )
    canvas *= light


def _big_shadows(rng: np.random.Generator, canvas: Canvas, lamps: list[Lamp], ambient: Tint) -> None:
    """Shadows of hands, leaves and window bars: hard or soft, over print and tokens alike."""
    if rng.random() > 0.35:
        return
    mask = np.zeros((SIZE, SIZE), np.uint8)
    for _ in range(int(rng.integers(1, 4))):
        middle = rng.uniform(-30, 30, 2)
        count = int(rng.integers(3, 8))
        angles = np.sort(rng.uniform(0, 2 * np.pi, count))
        points = (
            np.column_stack([np.cos(angles), np.sin(angles)]) * rng.uniform(6, 40, count)[:, None] + middle
        )
        cv2.fillPoly(mask, [np.rint((points + SPAN_MM / 2) * SCALE).astype(np.int32)], 255)
    kept = (
        cv2.GaussianBlur(mask, (0, 0), float(np.exp(rng.uniform(0.0, 3.0)))).astype(np.float32)[:, :, None]
        / 255
    )
    total = ambient + sum((lamp.colour for lamp in lamps), np.zeros(3))
    # Rather one lamp's light; under a hand or a lid most of all the room's.
    lost = (
        lamps[0].colour * float(rng.uniform(0.6, 1.0))
        if rng.random() < 0.7
        else total * rng.uniform(0.3, 0.85)
    )
    canvas *= 1 - kept * (lost / total).astype(np.float32)


def _falloff(rng: np.random.Generator) -> NDArray[np.float32]:
    """(SIZE, SIZE, 1): light that changes over the place: a lamp nearby, vignetting, sheen of the paper."""
    steps = np.linspace(-1, 1, SIZE, dtype=np.float32)
    x, y = np.meshgrid(steps, steps)
    a, b = rng.normal(0, 0.08, 2).astype(np.float32)
    return np.asarray(np.exp(a * x + b * y)[:, :, None], dtype=np.float32)
