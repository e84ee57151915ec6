"""Tokens of one seat's shape in another's colour: what stays when a colour says nothing of the shape.

Turned hues and exchanged channels leave a black token the darkest thing of its place and a yellow one nearly
the brightest; a network of outlines would know them by that (`training/recolour.py` alone left it so).
"""

from dataclasses import replace
from typing import Final

import numpy as np

from training.black import black_place
from training.ground import any_tint
from training.palette import TOKENS, Tint, near
from training.place import Place, any_place
from training.prints import print_place

_ANY: Final = 0.3  # of them in no seat's colour at all


def crossed_place(rng: np.random.Generator) -> Place | None:
    """A place with a token on it, in a colour drawn without a look at its shape; None: it has none."""
    kind = rng.random()
    place = print_place(rng) if kind < 0.45 else any_place(rng) if kind < 0.85 else black_place(rng)
    if place is None or not place.seat:
        return None
    tint = _tint(rng)
    parts = tuple(replace(part, colour=tint) for part in place.here.parts)
    taken = {id(old): new for old, new in zip(place.here.parts, parts, strict=True)}
    solids = [taken.get(id(solid), solid) for solid in place.here.solids]
    return replace(place, here=replace(place.here, solids=solids, parts=parts))


def _tint(rng: np.random.Generator) -> Tint:
    if rng.random() < _ANY:
        return any_tint(rng)
    made = TOKENS[int(rng.integers(len(TOKENS)))]
    return near(rng, made[int(rng.integers(len(made)))], 0.14)
