"""What lies loose at a pin: tokens that slid off it, fell against it, pieces of other games; and bare pins.

For the network that says whether a pin is bare alone: to the others what lies beside a pin is nobody's, and
taught as that it made them doubt tokens that hang a little aside.
"""

import math
from dataclasses import replace
from typing import Final

import numpy as np

from training.black import black_place
from training.hard import hard_place
from training.pieces import any_token
from training.place import Place, any_place
from training.prints import print_place
from training.solids import Solid, outline
from training.upset import NOBODY, askew, bare, fallen, foreign, random_way

_NEAR_MM, _FAR_MM = 3.8, 9.5  # from the pin to the middle of what slid off it
# Where nothing is loose the nearest other thing is a neighbour on its own pin; what lies between these is
# neither: no lesson has it.
_NEIGHBOUR_MM: Final = 17.0
_SLID, _FELL, _HUNG, _FOREIGN = 0.3, 0.4, 0.43, 0.46  # the others are as at any place
_UPSIDE_DOWN: Final = 0.15  # of what slid off: its bore shows
_BORE_MM: Final = 2.8  # its radius


def loose_place(rng: np.random.Generator) -> Place | None:
    """A place with something loose at its pin, or one as any other; None: what lies there is between both."""
    place = _ground(rng)
    if place is None:
        return None
    kind = rng.random()
    if kind < _SLID:
        return _slid(rng, place)
    if kind < _FELL:
        return replace(fallen(rng, place), seat=NOBODY)
    if kind < _HUNG:
        return askew(rng, place)
    if kind < _FOREIGN:
        return foreign(rng, place)
    others = [one for one in place.here.solids if float(np.linalg.norm(one.middle)) > 2.0]
    near = any(float(np.linalg.norm(one.middle)) < _NEIGHBOUR_MM for one in others)
    return None if near and not place.seat else place


def _ground(rng: np.random.Generator) -> Place | None:
    kind = rng.random()
    if kind < 0.5:
        return print_place(rng)
    if kind < 0.8:
        return any_place(rng, dim=kind < 0.55)
    return hard_place(rng) if kind < 0.9 else black_place(rng)


def _slid(rng: np.random.Generator, place: Place) -> Place:
    """A token that slid off its pin: on its collar's edge, on the pin's side, or flat on the board."""
    board, here, way = place.board, bare(place), random_way(rng)
    aside = float(rng.uniform(_NEAR_MM, _FAR_MM))
    token = any_token(rng, board, int(rng.integers(1, 6)), np.zeros(2), 0.0)
    shorter = 1.0 if rng.random() < 0.3 else float(rng.uniform(0.72, 0.99))
    leans = random_way(rng) if rng.random() < 0.3 else way
    flat = token.outline - np.outer(token.outline @ leans, leans) * (1 - shorter)
    slope = leans * math.tan(math.acos(shorter)) * float(rng.choice([-1, 1], p=[0.25, 0.75]))
    rise = float(rng.uniform(0.0, board.base + 2.5)) if shorter == 1.0 else float(rng.uniform(0.5, 6.0))
    slid: Solid = replace(
        token,
        outline=flat + way * aside,
        z0=rise / 2,
        z1=token.z1 + rise,
        tilt=(float(slope[0]), float(slope[1])),
    )
    kept = [one for one in here.solids if _clear_of(one, way * aside)]
    parts = (slid, _bore(slid, way * aside)) if rng.random() < _UPSIDE_DOWN else (slid,)
    return replace(place, seat=NOBODY, here=replace(here, solids=[*kept, *parts], parts=parts))


def _bore(token: Solid, middle: np.ndarray) -> Solid:
    """The hole in the underside of a token that lies upside down."""
    return replace(
        token,
        outline=outline("disc", _BORE_MM, 0.0)[::2] + middle,
        z0=token.z1,
        z1=token.z1 + 0.05,
        colour=token.colour * 0.12,
        gloss=0.0,
        chamfer=0.0,
        glint=None,
    )


def _clear_of(solid: Solid, middle: np.ndarray) -> bool:
    """Whether a solid leaves room for a token there: pins do, another token that close does not."""
    return float(np.linalg.norm(solid.middle)) < 4.0 or float(np.linalg.norm(solid.middle - middle)) > 15.0
