"""Towns where routes meet: a ringed disc under the pin, bars of several colours that run up to it."""

import math
from dataclasses import replace
from typing import Final

import cv2
import numpy as np

from training.ground import bar, bar_style, ground, random_land
from training.lens import in_dim_light, random_lens
from training.palette import DISCS, PINS, PRINT, TOKENS, Tint, near, pick
from training.pieces import random_board, standing
from training.place import Place, any_pin, dimmed, random_lean, random_room
from training.solids import SCALE, SIZE, SPAN_MM, Canvas, Points

_DIM: Final = 0.2
_LIKE_A_TOKEN_MM: Final = 7.0  # radius of a core that may pass for one
_ALIKE: Final = 0.4  # of a natural logarithm
_RIMS: Final = ((25, 25, 27), (40, 40, 42), (250, 250, 250), (140, 140, 140))


def town_place(rng: np.random.Generator) -> Place | None:
    """A city's pin where up to seven routes meet; two in five bear a token.

    None where nobody could tell it from a token: a core as wide as one, its pin of the very same colour.
    """
    dim = bool(rng.random() < _DIM)
    land = random_land(rng)
    board = random_board(rng, land)
    if dim:
        board = dimmed(rng, board)
    lean = random_lean(rng, board.top)
    room = random_room(rng, low=rng.random() < 0.2)
    seat = int(rng.integers(1, 6)) if rng.random() < 0.4 else 0
    core, radius, share = _core(rng), float(rng.uniform(3.8, 10.2)), float(rng.uniform(0.4, 1.0))
    pin = any_pin(rng, core) if rng.random() < 0.5 else pick(rng, PINS, 0.2)
    if not seat and radius * share > _LIKE_A_TOKEN_MM and np.abs(np.log(pin / core)).max() < _ALIKE:
        return None
    board = replace(board, pin=pin, pin_gloss=float(rng.choice([0.0, 0.02, 0.15])))
    here = standing(rng, board, seat)
    canvas = ground(rng, land, core, 0.0, turned=False)
    _spokes(rng, canvas)
    _disc(canvas, _rim(rng), radius)
    _disc(canvas, core, radius * share)
    if rng.random() < 0.15:
        _disc(canvas, _core(rng), radius * share * float(rng.uniform(0.3, 0.8)))
    lens = random_lens(rng, lean, board.top)
    return Place(board, lean, room, seat, here, canvas, in_dim_light(rng, lens) if dim else lens)


def _core(rng: np.random.Generator) -> Tint:
    kind = rng.random()
    if kind < 0.5:
        return near(rng, TOKENS[int(rng.integers(5))][-1], 0.2)
    return pick(rng, PRINT if kind < 0.85 else DISCS, 0.2)


def _rim(rng: np.random.Generator) -> Tint:
    return pick(rng, _RIMS if rng.random() < 0.7 else PRINT, 0.2)


def _spokes(rng: np.random.Generator, canvas: Canvas) -> None:
    """Routes that leave the town in all directions, some of them double, one here and there bent."""
    style = bar_style(rng)
    length, width, gap = (float(style[key]) for key in ("length", "width", "gap"))  # type: ignore[arg-type]
    count = int(rng.integers(2, 8))
    ways = rng.uniform(0, 2 * math.pi) + np.arange(count) * 2 * math.pi / count + rng.normal(0, 0.25, count)
    nearest = float(rng.uniform(0, 9))
    for way in ways:
        tint = pick(rng, PRINT, float(style["spread"]))  # type: ignore[arg-type]
        along, across = _along(way), _along(way + math.pi / 2)
        aside = across * (width / 2 + 0.6) * float(rng.choice([0, 0, 0, -1, 1]))
        turn = float(rng.normal(0, 0.006))
        for step in range(4):
            reach = nearest + length / 2 + step * (length + gap)
            bent = _along(way + 2 * turn * reach)
            middle = along * reach + across * turn * reach * reach + aside
            side = np.array([-bent[1], bent[0]])
            bar(canvas, middle, bent * length / 2, side * width / 2, tint, style)


def _along(way: float) -> Points:
    return np.array([math.cos(way), math.sin(way)])


def _disc(canvas: Canvas, tint: Tint, radius: float) -> None:
    middle = round(SPAN_MM / 2 * SCALE - 0.5)
    assert 0 < middle < SIZE
    cv2.circle(canvas, (middle, middle), round(radius * SCALE), tint.tolist(), -1, cv2.LINE_8)
