"""Rings in a seat's colour: under a token of that very colour, whose outline they hide, and bare.

A third are in dim rooms, and on some the print is washed out, as by a clear coat: such a bare ring is as like
a token as anything is.
"""

from dataclasses import replace
from typing import Final

import numpy as np

from training.lens import in_dim_light
from training.place import Place
from training.prints import place_on, ring_of
from training.upset import foreign

_OWN: Final = 0.5  # bear the token of their colour
_OTHER: Final = 0.6  # or another seat's
_FOREIGN: Final = 0.75  # or another game's piece; the others are bare
_DIM: Final = 0.35
_WASHED, _MOST_WASHED = 0.4, 0.35  # share of them, and what white adds at most
_WHITE: Final = 0.87


def ring_place(rng: np.random.Generator) -> Place:
    """A place of a board that ships whose ring has a seat's colour."""
    board, site, own = ring_of(rng)
    kind = rng.random()
    seat = own if kind < _OWN else int(rng.integers(1, 6)) if kind < _OTHER else 0
    place = place_on(rng, board, site, lambda _: seat)
    if _OTHER <= kind < _FOREIGN:
        place = foreign(rng, place)
    if rng.random() < _WASHED:
        white = np.float32(rng.uniform(0, _MOST_WASHED))
        place = replace(place, print_=place.print_ + (np.float32(_WHITE) - place.print_) * white)
    return replace(place, lens=in_dim_light(rng, place.lens)) if rng.random() < _DIM else place
