"""Whether a token's ring passes for its outline: a token of its ring's own colour, seen from above. Pure.

Green on a raised green ring shows no edge but the ring's, which is as round as a disc. What shapes say there
is said of the ring, and contradicts no colour. A ring is wider than a disc and lies lower, so that it appears
more to the foot's side: what shows of the colour is laid over both.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from tabletop import BoardLayout
from vision.patches import PATCH_PX, away_mm, lean_share

Floats = NDArray[np.float32]
Mask = NDArray[np.bool_]

_MIDDLE_MM: Final = 2.5
_ROUND_MM: Final = 14.0  # beyond the ring, before its neighbour
_ACROSS_DEG: Final = 35.0  # from the route: its line and ties are of the ring's colour too
_LIKE: Final = 0.5  # of the middle's own colour: more than half of it
_LEAST_COLOUR: Final = 0.08  # grey and black have none
_FARTHER: Final = 0.99  # how much smaller the ring appears, a token's height farther away
_CLEARER: Final = 0.04  # by how much of their area the ring must fit better


def ringed(tones: Floats, lean: NDArray[np.float64], layout: BoardLayout) -> Mask:
    """(M,): places at which a round outline is the ring's, not a token's.

    Args:
        tones: (M, 3, P, P) of the patches, cut at the height of the tokens' tops.
        lean: (M, 2) mm by which a token's foot appears beside its top.
    """
    return np.asarray(ring_over_disc(tones, lean, layout) > _CLEARER)


def ring_over_disc(tones: Floats, lean: NDArray[np.float64], layout: BoardLayout) -> Floats:
    """(M,): how much better the ring fits what shows of the middle's colour than a disc on it does."""
    token, ring = layout.tokens.footprint_mm / 2, layout.collar_diameter_mm / 2 * _FARTHER
    share = lean_share(layout, layout.collar_height_mm)
    across = _within(np.zeros_like(lean), _ROUND_MM) & _across()
    shown = _coloured(tones) & across
    lain = _within(lean * share, ring) & across
    stood = (_within(np.zeros_like(lean), token) | _within(lean, token) | _within(lean / 2, token)) & across
    found = _common(shown, lain) - _common(shown, stood)
    return np.where(shown.any(axis=(1, 2)), found, -1.0).astype(np.float32)


def _coloured(tones: Floats) -> Mask:
    """(M, P, P): where the colour of each patch's middle shows; nowhere, where that is grey."""
    colour = tones - tones.mean(axis=1, keepdims=True)
    near = _within(np.zeros((1, 2)), _MIDDLE_MM)
    middle = (colour * near[:, None]).sum(axis=(2, 3)) / near.sum()
    own = (middle**2).sum(axis=1)[:, None, None]
    like = np.einsum("mcij,mc->mij", colour, middle) / np.maximum(own, _LEAST_COLOUR**2)
    return np.asarray((like > _LIKE) & (own >= _LEAST_COLOUR**2))


def _within(middles: NDArray[np.float64], radius: float) -> Mask:
    """(M, P, P): the circles round some middles, mm from the patch's."""
    return np.asarray(away_mm(middles) <= radius)


def _across() -> Mask:
    """(P, P): what lies to both sides of the route."""
    steps = np.arange(PATCH_PX) - (PATCH_PX - 1) / 2
    side = np.degrees(np.abs(np.arctan2(steps[:, None], steps[None, :])))
    return np.asarray((side > _ACROSS_DEG) & (side < 180 - _ACROSS_DEG))


def _common(one: Mask, other: Mask) -> NDArray[np.float64]:
    """(M,): what two areas share, of all that they cover."""
    both, either = (one & other).sum(axis=(1, 2)), (one | other).sum(axis=(1, 2))
    return np.asarray(both / np.maximum(either, 1))
