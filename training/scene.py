"""One place of a random board in random light: what stands on its pin, lies round it, covers it."""

from dataclasses import dataclass, replace
from typing import Final, Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from training.black import black_place
from training.crossed import crossed_place
from training.hard import hard_place
from training.lens import Lens
from training.loose import loose_place
from training.occluders import cover, lay_card
from training.palette import Tint
from training.place import Place, Room, any_place, random_room
from training.prints import print_place
from training.rings import ring_place
from training.solids import SCALE, SIZE, SPAN_MM, Canvas, Mask, Points, Solid, View, blurred, draw, shadow
from training.towns import town_place
from training.upset import NOBODY, lay_over, upset_place

Kind = Literal["any", "dim", "hard", "towns", "black", "prints", "upset", "crossed", "rings", "loose"]
"""Which places are drawn."""

OTHER: Final = NOBODY  # the class of what cannot be seen, or is no seat's
_LOOSE_UPSET: Final = 0.4  # share of loose places over which lies what lies over upset ones
_TARGET: Final = 9
_HIDDEN, _SEEN = 0.5, 0.6  # share of the top that shows: between them no answer is asked for
_CARDS: Final = 0.35  # of what covers a hard place
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


def sample(rng: np.random.Generator, kind: Kind = "any") -> Sample | None:
    """Draw one place; None where neither answer would be fair: too much is covered.

    Args:
        kind: `dim`: warm dim rooms only; for the others see `hard_place`, `town_place`, `black_place`,
            `print_place`, `upset_place`, `crossed_place`, `ring_place`, `loose_place`.
    """
    place = _place(rng, kind)
    if place is None:
        return None
    lean, room, top = place.lean, place.room, place.board.top
    misfit = np.clip(rng.normal(0, 1.6 if rng.random() < 0.12 else 0.45, 2), -2.5, 2.5)
    view = View((float(lean[0]), float(lean[1])), top)
    canvas, owner = _drawn(place.print_, place.here.solids, place.here.parts, room, view)
    alone: Mask = np.zeros((SIZE, SIZE), np.uint8)
    for part in place.here.parts:
        draw(canvas.copy(), alone, part, view, room.lamps, room.ambient, _TARGET)
    _big_shadows(rng, canvas, room)
    upset = kind == "upset" or (kind == "loose" and rng.random() < _LOOSE_UPSET)
    clear = lay_over(rng, canvas, owner, room.total) if upset else True
    if rng.random() < (0.15 if kind in ("upset", "loose") else 0.32):
        if kind == "hard" and rng.random() < _CARDS:
            lay_card(rng, canvas, owner, room.total)
        else:
            cover(rng, canvas, owner, room.total, near_middle=rng.random() < 0.55)
    share = float((owner == _TARGET).sum()) / max(1, int((alone == _TARGET).sum()))
    if _HIDDEN < share < _SEEN:
        return None
    now = _photographed(rng, place.lens, canvas, room.total, misfit)
    empty = _emptied(rng, place, misfit) if rng.random() < _WITH_EMPTY else None
    return Sample(
        now, empty, lean * (top - place.board.base) / top, place.seat if share >= _SEEN and clear else OTHER
    )


def _place(rng: np.random.Generator, kind: Kind) -> Place | None:
    match kind:
        case "any" | "dim":
            return any_place(rng, dim=kind == "dim")
        case "hard":
            return hard_place(rng)
        case "towns":
            return town_place(rng)
        case "black":
            return black_place(rng)
        case "prints":
            return print_place(rng)
        case "upset":
            return upset_place(rng)
        case "crossed":
            return crossed_place(rng)
        case "rings":
            return ring_place(rng)
        case "loose":
            return loose_place(rng)


def _drawn(
    print_: Canvas, solids: list[Solid], parts: tuple[Solid, ...], room: Room, view: View
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


def _emptied(rng: np.random.Generator, place: Place, misfit: Points) -> Look:
    """The place as the same camera saw it while the board was empty, at times in other light."""
    room, lens = place.room, place.lens
    if rng.random() < 0.4:
        room = random_room(rng)
    moved = place.lean + rng.normal(0, 0.25, 2)
    view = View((float(moved[0]), float(moved[1])), place.board.top)
    canvas, _ = _drawn(place.print_, place.here.pins, (), room, view)
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


def _set_back(canvas: Canvas, view: View) -> None:
    """Move the print to where it appears behind the plane of the tops."""
    shift = np.array([[1.0, 0.0, view.lean[0] * SCALE], [0.0, 1.0, view.lean[1] * SCALE]])
    canvas[:] = cv2.warpAffine(canvas, shift, (SIZE, SIZE), borderMode=cv2.BORDER_REFLECT)


def _lit(canvas: Canvas, solids: list[Solid], room: Room, view: View) -> None:
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


def _big_shadows(rng: np.random.Generator, canvas: Canvas, room: Room) -> None:
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
