"""Pins that are printed on flat paper: whether one shows at a site, and what that makes of its chances. Pure.

Every place of a paper board has the same grey spot in its middle, whatever its ring's colour. Where the
middle goes from what lies round it towards that grey, the spot is seen and no token covers it, be the ring as
round and as yellow as a token; where all is one colour, no pin is seen and nothing says that the place is
empty.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from tabletop import BoardLayout
from vision.patches import away_mm, lean_share

Floats = NDArray[np.float32]

_PRINTED_MM: Final = 1.0  # the least height in board/1: of a pin that is printed
_GREY: Final = 0.607  # tone of rgb 170 where black print throws back 0.03 and white 0.87
_MIDDLE_MM: Final = 1.8  # of the spot's radius of 2.1 within its white ring
_ROUND_MM: Final = (3.2, 5.0)  # from its middle: the ring of the place, or the token that covers both
_CONTRAST: Final = 0.05  # square of the way from there to grey; where it is shorter nothing can be told
# How far the middle goes from what is round it to grey: at 3,600 drawn places with a spot 0.2 or more at all
# but one in twenty (most of those have something lying on them), under 1,900 tokens 0.13 at most but for one
# in a hundred, that hung askew or showed its walls.
_HARDLY: Final = 0.1
_SHOWS: Final = 0.12
_TOO_MUCH: Final = 1.9  # no print does that: a lamp's image, or a token's edge
_STEEP: Final = 60.0
_LEAST_ODDS, _MOST_ODDS = -1.0, 8.0  # logarithms: that no spot shows may be a coin's doing as well
_HUE_SAYS: Final = 0.5  # how much hue and outline weigh against a claim beside the networks
_HUE_AT_MOST: Final = -2.0
_HUE_DENIES: Final = 0.02  # chance of a claimed token by hue and outline, below which it is asked about
_BOTH: Final = 0.9  # chance of the same token by both ways, against which no spot says empty
_DENIED: Final = 0.79  # what is left of such a claim: a single picture does not say it


def printed(layout: BoardLayout) -> bool:
    """Whether a board's pins are printed, and its rings with them."""
    return layout.pin_height_mm <= _PRINTED_MM and layout.collar_height_mm == 0


def spots_shown(layout: BoardLayout, tones: Floats, lean: NDArray[np.float64]) -> Floats:
    """(M,): how far each place's middle goes from what is round it to the spot's grey; NaN: cannot be told.

    Args:
        tones: (M, 3, P, P) of the patches, cut at the height of the tokens' tops.
        lean: (M, 2) mm by which a token's foot appears beside its top.
    """
    away = away_mm((lean * lean_share(layout, 0.0)).astype(np.float32))
    return _gone(_mean(tones, _in_middle(away)), _median(tones, _in_ring(away)))


def share_shown(tones: Floats, away: NDArray[np.float64]) -> float:
    """How many of some places show their spot; 0 where of none it can be told.

    Args:
        tones: (M, K, 3) at K spots of each.
        away: (K,) how far those are from the place's middle, mm.
    """
    gone = _gone(tones[:, _in_middle(away)].mean(axis=1), np.median(tones[:, _in_ring(away)], axis=1))
    told = np.isfinite(gone)
    return float((gone[told] >= _SHOWS).mean()) if told.any() else 0.0


def _in_middle(away: NDArray[np.float64]) -> NDArray[np.bool_]:
    """What lies within a printed spot, so far from its middle, mm."""
    return np.asarray(away <= _MIDDLE_MM)


def _in_ring(away: NDArray[np.float64]) -> NDArray[np.bool_]:
    """What lies round a printed spot, on the ring or on the token that covers both."""
    return np.asarray((away >= _ROUND_MM[0]) & (away <= _ROUND_MM[1]))


def _gone(middle: Floats, around: Floats) -> Floats:
    """(M,): how far middles go from what is round them to grey; NaN: cannot be told."""
    way = _GREY - around
    length = (way**2).sum(axis=1)
    gone = ((middle - around) * way).sum(axis=1) / np.maximum(length, _CONTRAST)
    return np.where((length >= _CONTRAST) & (gone <= _TOO_MUCH), gone, np.nan).astype(np.float32)


def weighed(chances: Floats, shown: Floats, hues: Floats, seen: NDArray[np.bool_]) -> Floats:
    """The networks' chances with the printed spot's word, and where hue and outline say no token, theirs.

    Args:
        chances: (M, answers), empty first and something else last.
        shown: (M,) of `spots_shown`.
        hues: (M, answers) by hue and outline.
        seen: (M,) whether those could judge the place.
    """
    logs = np.log(np.maximum(chances, 1e-4))
    spot = np.clip(_STEEP * (np.nan_to_num(shown, nan=_SHOWS) - _SHOWS), _LEAST_ODDS, _MOST_ODDS)
    logs[:, 1:-1] -= spot[:, None]
    other = np.log(np.maximum(hues, 1e-4))
    against = np.clip(_HUE_SAYS * (other[:, 1:-1] - other[:, :1]), _HUE_AT_MOST, 0.0)
    logs[:, 1:-1] += np.where(seen[:, None], against, 0.0)
    odds = np.exp(logs - logs.max(axis=1, keepdims=True))
    return np.asarray(odds / odds.sum(axis=1, keepdims=True), np.float32)


def denied(chances: Floats, hues: Floats) -> Floats:
    """Chances in which a claim that hue and outline deny outright is worth little: a coin, or a cube."""
    rows, best = np.arange(len(chances)), chances.argmax(axis=1)
    claim = (best > 0) & (best < chances.shape[1] - 1) & (hues[rows, best] < _HUE_DENIES)
    taken = np.where(claim, np.maximum(chances[rows, best] - _DENIED, 0.0), 0.0)
    left = chances.copy()
    left[rows, best] -= taken
    left[:, -1] += taken
    return np.asarray(left, np.float32)


def doubted(chances: Floats, networks: Floats, shown: Floats, hues: Floats) -> NDArray[np.bool_]:
    """(M,): places that seem empty, of which no spot is seen, or that both ways take for the same token.

    Args:
        chances: what is left after `weighed`.
        networks: what the networks said before.
    """
    rows, token = np.arange(len(chances)), networks[:, 1:-1].argmax(axis=1) + 1
    both = (networks[rows, token] >= _BOTH) & (hues[rows, token] >= _BOTH)
    return np.asarray((chances.argmax(axis=1) == 0) & ((shown < _HARDLY) | both))


def _mean(tones: Floats, where: NDArray[np.bool_]) -> Floats:
    count = np.maximum(where.sum(axis=(1, 2)), 1)[:, None]
    return np.asarray((tones * where[:, None]).sum(axis=(2, 3)) / count, np.float32)


def _median(tones: Floats, where: NDArray[np.bool_]) -> Floats:
    found = [np.median(tone[:, there], axis=1) for tone, there in zip(tones, where, strict=True)]
    return np.asarray(found, np.float32).reshape(len(tones), tones.shape[1])
