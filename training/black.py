"""Black tokens where they are hard to see: on dark print, in dim rooms; and what is dark without them."""

from dataclasses import replace
from typing import Final

import numpy as np

from training.collars import collar
from training.ground import ground, random_land
from training.lens import in_dim_light, random_lens
from training.palette import PINS, near, pick
from training.pieces import random_board, standing
from training.place import Place, any_pin, dimmed, random_lean, random_room

_DIM: Final = 0.6
_BLACK: Final = 5  # the seat
_DARKS: Final = ((25, 25, 25), (40, 40, 42), (60, 60, 62), (95, 95, 97), (130, 130, 132))
_PALEST: Final = 3  # of them: collars any darker hide a black token's edge
_ALIKE: Final = 0.4  # of a natural logarithm


def black_place(rng: np.random.Generator) -> Place | None:
    """A place of dark print, six in ten in a dim room; half bear a black token, three in ten none.

    None where little could tell: an empty collar whose pin is just as grey.
    """
    dim = bool(rng.random() < _DIM)
    land = random_land(rng)
    board = random_board(rng, land)
    if dim:
        board = dimmed(rng, board)
    lean = random_lean(rng, board.top)
    room = random_room(rng, low=rng.random() < 0.2)
    kind = rng.random()
    seat = _BLACK if kind < 0.5 else int(rng.integers(1, 5)) if kind < 0.65 else 0
    collared = rng.random() < 0.35
    ink = near(rng, _DARKS[int(rng.integers(_PALEST if collared else 0, len(_DARKS)))], 0.2)
    pin = any_pin(rng, ink) if rng.random() < 0.4 else pick(rng, PINS, 0.25)
    if not seat and collared and np.abs(np.log(pin / ink)).max() < _ALIKE:
        return None
    board = replace(board, pin=pin, pin_gloss=float(rng.choice([0.0, 0.02, 0.15])))
    here = standing(rng, board, seat)
    print_ = ground(rng, land, ink, 0.0, rng.random() < 0.85)
    if collared:
        collar(rng, print_, ink, float(rng.uniform(8.5, 10.8)), 0.0)
    lens = random_lens(rng, lean, board.top)
    return Place(board, lean, room, seat, here, print_, in_dim_light(rng, lens) if dim else lens)
