"""One place of a random board in random light: what stands on its pin, lies round it, covers it."""

import math
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from training.ground import any_tint, ground, random_land
from training.lens import Lens, in_dim_light, random_lens
from training.occluders import cover
from training.palette import PINS, PRINT, TOKENS, Tint, near, pick
from training.pieces import Board, random_board, standing
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
    blurred,
    draw,
    shadow,
)

OTHER: Final = 6  # the class of what cannot be seen
_TARGET: Final = 9
_HIDDEN, _SEEN = 0.5, 0.6  # share of the top that shows: between them no answer is asked for
_HARD: Final = 0.28
_WITH_EMPTY: Final = 0.4  # share of the places whose empty look is known


@dataclass(frozen=True, slots=True)
class Look:
    """One patch, and what black and white print look like beside it."""

    patch: NDArray[np.uint8]
    black: NDArray[np.float32]
    white: NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Sample:
    """One place with what the reader gets beside it, and the truth."""

    now: Look
    empty: Look | None  # the same place before anything stood on it
    lean: Points
    label: int


@dataclass(frozen=True, slots=True)
class _Room:
    """The light over one place."""

    lamps: list[Lamp]
    ambient: Tint

    @property
    def total(self) -> Tint:
        """(3,) light of all lamps together."""
        return self.ambient + sum((lamp.colour for lamp in self.lamps), np.zeros(3))


def sample(rng: np.random.Generator, *, dim: bool = False) -> Sample | None:
    """Draw one place; None where so much is covered that neither answer would be fair.

    A good quarter are of the kinds that are easily misread: a collar in a token's colour with whatever pin,
    at times a lamp low beside the table, which lights walls more than tops.

    Args:
        dim: a warm dim room, in which tokens mirror a bluer window and the camera amplifies its noise.
    """
    hard = rng.random() < _HARD
    land = random_land(rng)
    board = random_board(rng, land)
    if dim:
        board = replace(board, gloss=board.gloss + float(rng.uniform(0, 0.05)), sheen=_sheen(rng))
    lean = _lean(rng, board.top)
    room = _lamps(rng, low=rng.random() < (0.3 if hard else 0.1))
    seat = int(rng.integers(1, 6)) if rng.random() < 0.5 else 0
    tint = near(rng, TOKENS[int(rng.integers(5))][0], 0.15) if hard else None
    if tint is not None and rng.random() < 0.7:
        board = replace(board, collar=float(rng.uniform(5.0, 11.0)), pin=_any_pin(rng, tint))
    here = standing(rng, board, seat)
    ink = _ink(rng, seat) if tint is None else tint
    print_ = ground(rng, land, ink, board.collar, rng.random() >= 0.22)
    lens = random_lens(rng, lean, board.top)
    if dim:
        lens = in_dim_light(rng, lens)
    misfit = np.clip(rng.normal(0, 1.6 if rng.random() < 0.12 else 0.45, 2), -2.5, 2.5)
    view = View((float(lean[0]), float(lean[1])), board.top)
    canvas, owner = _drawn(print_, here.solids, here.parts, room, view)
    alone: Mask = np.zeros((SIZE, SIZE), np.uint8)
    for part in here.parts:
        draw(canvas.copy(), alone, part, view, room.lamps, room.ambient, _TARGET)
    _big_shadows(rng, canvas, room)
    if rng.random() < 0.32:
        cover(rng, canvas, owner, room.total, near_middle=rng.random() < 0.55)
    share = float((owner == _TARGET).sum()) / max(1, int((alone == _TARGET).sum()))
    if _HIDDEN < share < _SEEN:
        return None
    now = _photographed(rng, lens, canvas, room.total, misfit)
    empty = None
    if rng.random() < _WITH_EMPTY:
        empty = _emptied(rng, lens, print_, here.pins, room, board, lean, misfit)
    return Sample(now, empty, lean * (board.top - board.base) / board.top, seat if share >= _SEEN else OTHER)


def _sheen(rng: np.random.Generator) -> tuple[float, float, float]:
    blue = float(rng.normal(0.25, 0.4))
    return math.exp(blue), 1.0, math.exp(-blue)


def _any_pin(rng: np.random.Generator, ink: Tint) -> Tint:
    kind = rng.random()
    if kind < 0.25:
        return np.asarray(np.clip(ink * np.exp(rng.normal(0, 0.25, 3)), 0.004, 0.95))
    if kind < 0.5:
        return near(rng, (30, 30, 32), 0.3)
    return any_tint(rng) if kind < 0.75 else pick(rng, PINS, 0.2)


def _ink(rng: np.random.Generator, seat: int) -> Tint:
    """The colour of the route through this place; often a token's, at times the very token's on it."""
    kind = rng.random()
    if kind < 0.15 and seat:
        return near(rng, TOKENS[seat - 1][0], 0.12)
    if kind < 0.4:
        return near(rng, TOKENS[int(rng.integers(5))][0], 0.12)
    return pick(rng, PRINT, float(rng.uniform(0.03, 0.22)))


def _drawn(
    print_: Canvas, solids: list[Solid], parts: tuple[Solid, ...], room: _Room, view: View
) -> tuple[Canvas, Mask]:
    """The lit place, and whose each pixel is."""
    canvas = print_.copy()
    _set_back(canvas, view)
    owner: Mask = np.zeros((SIZE, SIZE), np.uint8)
    _lit(canvas, solids, room, view)
    lean = np.array(view.lean)
    for solid in sorted(solids, key=lambda one: float(one.middle @ lean) + (one.z1 * 1e-3)):
        tag = _TARGET if any(solid is part for part in parts) else 1
        draw(canvas, owner, solid, view, room.lamps, room.ambient, tag)
    return canvas, owner


def _emptied(
    rng: np.random.Generator,
    lens: Lens,
    print_: Canvas,
    pins: list[Solid],
    room: _Room,
    board: Board,
    lean: Points,
    misfit: Points,
) -> Look:
    """The place as the same camera saw it while the board was empty, at times in other light."""
    if rng.random() < 0.4:
        room = _lamps(rng)
    moved = lean + rng.normal(0, 0.25, 2)
    canvas, _ = _drawn(print_, pins, (), room, View((float(moved[0]), float(moved[1])), board.top))
    if rng.random() < 0.5:
        _big_shadows(rng, canvas, room)
    brighter = replace(lens, exposure=lens.exposure * np.exp(rng.normal(0, 0.12) + rng.normal(0, 0.04, 3)))
    return _photographed(rng, brighter, canvas, room.total, misfit + rng.normal(0, 0.3, 2))


def _photographed(rng: np.random.Generator, lens: Lens, canvas: Canvas, total: Tint, misfit: Points) -> Look:
    # The markers lie elsewhere: brighter or darker, in somewhat other light.
    other = rng.normal(0, 0.2) if rng.random() < 0.9 else rng.uniform(-0.9, 0.6)
    there = total * np.exp(other + rng.normal(0, 0.05, 3))
    canvas *= _falloff(rng)
    patch = lens.take(rng, canvas, misfit)
    black, white = lens.light(there * 0.035), lens.light(there * 0.88)
    return Look(patch, black, np.maximum(white, black + 1e-3))


def _lean(rng: np.random.Generator, top: float) -> Points:
    angle = abs(float(rng.normal(0, 22))) if rng.random() < 0.7 else float(rng.uniform(0, 42))
    way, reach = rng.uniform(0, 2 * np.pi), top * math.tan(math.radians(min(angle, 45.0)))
    return np.array([math.cos(way), math.sin(way)]) * reach


def _lamps(rng: np.random.Generator, *, low: bool = False) -> _Room:
    count = int(rng.choice([1, 2, 3], p=[0.55, 0.35, 0.1]))
    share = float(rng.uniform(0.15, 0.75))
    ambient = np.exp(rng.normal(0, 0.06, 3)) * share
    lamps = []
    for weight in rng.dirichlet(np.ones(count) * 1.5) * (1 - share):
        warm = float(rng.normal(0, 0.10))
        steep = math.radians(float(rng.uniform(11, 32) if low else rng.uniform(22, 85)))
        lamps.append(
            Lamp(
                azimuth=float(rng.uniform(0, 2 * np.pi)),
                slope=1 / math.tan(steep),
                colour=weight * np.exp([-warm, 0.0, warm]),
                most_on_walls=4.0 if low else 1.96,
                soft_mm=float(rng.choice([0.3, 1.0, 2.5, 6.0])) * float(rng.uniform(0.5, 1.5)),
            )
        )
    return _Room(lamps, ambient)


def _set_back(canvas: Canvas, view: View) -> None:
    """Move the print to where it appears behind the plane of the tops."""
    shift = np.array([[1.0, 0.0, view.lean[0] * SCALE], [0.0, 1.0, view.lean[1] * SCALE]])
    canvas[:] = cv2.warpAffine(canvas, shift, (SIZE, SIZE), borderMode=cv2.BORDER_REFLECT)


def _lit(canvas: Canvas, solids: list[Solid], room: _Room, view: View) -> None:
    light = np.empty_like(canvas)
    light[:] = room.ambient
    for lamp in room.lamps:
        light += (1 - shadow(solids, lamp, view))[:, :, None] * lamp.colour.astype(np.float32)
    for solid in solids:  # little of the room's light reaches the foot of a token
        foot = view.at(solid.outline * 1.0, 0.0).mean(axis=0)
        x, y = (foot + SPAN_MM / 2) * SCALE
        if 0 <= x < SIZE and 0 <= y < SIZE and solid.z1 > 7:
            mask = np.zeros((SIZE, SIZE), np.uint8)
            cv2.circle(mask, (int(x), int(y)), int(9.5 * SCALE), 255, -1)
            light *= 1 - 0.25 * blurred(mask, 2.2 * SCALE)[:, :, None]
    canvas *= light


def _big_shadows(rng: np.random.Generator, canvas: Canvas, room: _Room) -> None:
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
    kept = blurred(mask, float(np.exp(rng.uniform(0.0, 3.0))))[:, :, None]
    # Rather one lamp's light; under a hand or a lid most of all the room's.
    lost = (
        room.lamps[0].colour * float(rng.uniform(0.6, 1.0))
        if rng.random() < 0.6
        else room.total * rng.uniform(0.3, 0.88)
    )
    canvas *= 1 - kept * (lost / room.total).astype(np.float32)


def _falloff(rng: np.random.Generator) -> NDArray[np.float32]:
    """(SIZE, SIZE, 1): light that changes over the place: a lamp nearby, vignetting, sheen of the paper."""
    steps = np.linspace(-1, 1, SIZE, dtype=np.float32)
    x, y = np.meshgrid(steps, steps)
    a, b = rng.normal(0, 0.08, 2).astype(np.float32)
    return np.asarray(np.exp(a * x + b * y)[:, :, None], dtype=np.float32)
