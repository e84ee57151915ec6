"""Places that are taken for others: collars as wide as a token, their pins no paler; many-coloured towns."""

import math
from dataclasses import replace
from typing import Final

import numpy as np

from training.collars import collar
from training.ground import any_tint, ground, random_land
from training.lens import in_dim_light, random_lens
from training.palette import PINS, PRINT, TOKENS, Tint, near, pick
from training.pieces import random_board, standing
from training.place import Place, dimmed, random_lean, random_room

_COLLARED: Final = 0.7
_DIM: Final = 0.3
_DARK: Final = 0.06  # share of light; a black token is a cross, a black collar is round
_ALIKE: Final = 0.5  # of a natural logarithm
_GREYS: Final = ((60, 60, 62), (95, 95, 97), (130, 130, 132), (160, 160, 158), (190, 190, 188))


def hard_place(rng: np.random.Generator) -> Place | None:
    """A collar of any board's colour under a pin that hardly stands out from it, or a small gaudy town.

    A token here is often of the collar's own colour. Three in ten are in dim rooms. None where nobody could
    tell an empty collar from a token: a round one in a colour, its pin of the very same.
    """
    dim = bool(rng.random() < _DIM)
    land = random_land(rng)
    board = random_board(rng, land)
    if dim:
        board = dimmed(rng, board)
    lean = random_lean(rng, board.top)
    room = random_room(rng, low=rng.random() < 0.2)
    collared = rng.random() < _COLLARED
    seat = int(rng.integers(1, 6)) if rng.random() < 0.45 else 0
    ink = _ink(rng, seat)
    board = replace(board, pin=_pin(rng, ink), pin_gloss=float(rng.choice([0.0, 0.02, 0.15])))
    if not seat and ink.max() > _DARK and np.abs(np.log(board.pin / ink)).max() < _ALIKE:
        return None
    here = standing(rng, board, seat)
    print_ = ground(rng, land, ink, 0.0, collared or rng.random() < 0.3)
    if collared:
        reach = rng.uniform(8.5, 10.8) if rng.random() < 0.75 else rng.uniform(5.5, 13.0)
        collar(rng, print_, ink, float(reach), float(rng.choice([0.0, 0.0, math.pi / 2, -math.pi / 2])))
    lens = random_lens(rng, lean, board.top)
    return Place(board, lean, room, seat, here, print_, in_dim_light(rng, lens) if dim else lens)


def _ink(rng: np.random.Generator, seat: int) -> Tint:
    kind = rng.random()
    if kind < 0.25:
        return near(rng, (28, 28, 28), 0.35)
    if kind < 0.45:
        return near(rng, _GREYS[int(rng.integers(len(_GREYS)))], 0.12)
    if kind < 0.6 and seat:
        return near(rng, TOKENS[seat - 1][-1], 0.15)
    if kind < 0.8:
        return near(rng, TOKENS[int(rng.integers(5))][0], 0.2)
    return pick(rng, PRINT, 0.2) if kind < 0.92 else any_tint(rng)


def _pin(rng: np.random.Generator, ink: Tint) -> Tint:
    kind = rng.random()
    if kind < 0.4:
        return np.asarray(np.clip(ink * np.exp(rng.normal(0, 0.3) + rng.normal(0, 0.15, 3)), 0.004, 0.95))
    if kind < 0.6:
        return near(rng, (30, 30, 32), 0.3)
    return pick(rng, PINS, 0.25)
