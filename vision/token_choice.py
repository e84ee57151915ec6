"""In which colours the network is shown a table's tokens: tried on the very tokens that were shown. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from tabletop import BoardLayout, TokenColour
from vision.detect import Places
from vision.learnt import LearntDetector
from vision.light import Light
from vision.model import TAUGHT, fits
from vision.patches import Cutter, Patches
from vision.tokens import TokenLooks

_WELL: Final = 0.95  # mean chance of the right answer from which a seat's tokens are left as they are
_GAIN: Final = 0.06  # less is chance: outlines that are not plain take 0.05 where every second token has one
_EMPTY_WEIGHT: Final = 2.0  # empty places that are no longer sure of it, against tokens that are


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """What one frame showed of a seat's tokens, or (no seat) of empty places."""

    patches: Patches  # of the places alone
    cutter: Cutter
    light: Light
    places: Places


def chosen_looks(
    layout: BoardLayout,
    looks: TokenLooks,
    tokens: Mapping[TokenColour, Sequence[Seen]],
    empty: Sequence[Seen],
) -> TokenLooks:
    """The same looks, each seat shown in the colour in which its tokens are known best.

    Tokens that the network knows as they are stay as they are, and so does a seat whose other colour would
    cost more certainty at empty places than it brings.
    """
    if not fits(layout):
        return looks
    plain = _chances(layout, looks, tokens, empty)
    for seat in sorted(looks.seats, key=lambda seat: plain[seat]):
        now = _chances(layout, looks, tokens, empty)
        if now[seat] >= _WELL:
            continue
        tried = [_shown_as(looks, seat, taught) for taught in TAUGHT[seat]]
        worth = [_worth(_chances(layout, other, tokens, empty)) for other in tried]
        best = int(np.argmax(worth))
        if worth[best] > _worth(now) + _GAIN:
            looks = tried[best]
    return looks


def _shown_as(looks: TokenLooks, seat: TokenColour, taught: tuple[int, int, int]) -> TokenLooks:
    look = replace(looks.seats[seat], shown_as=taught)
    return TokenLooks(board=looks.board, seats={**looks.seats, seat: look})


def _worth(chances: Mapping[TokenColour | None, float]) -> float:
    return sum(_EMPTY_WEIGHT * chance if seat is None else chance for seat, chance in chances.items())


def _chances(
    layout: BoardLayout,
    looks: TokenLooks,
    tokens: Mapping[TokenColour, Sequence[Seen]],
    empty: Sequence[Seen],
) -> dict[TokenColour | None, float]:
    """The mean chance that the network gives to each seat where its tokens are, and (None) to empty."""
    detector = LearntDetector(layout, looks)
    chances: dict[TokenColour | None, float] = {}
    for seat, shown in ((None, empty), *tokens.items()):
        column = 0 if seat is None else detector.colours.index(seat) + 1
        found = [detector.judge(one.patches, one.cutter, one.light, one.places) for one in shown]
        chances[seat] = float(np.concatenate([one.chances[:, column] for one in found]).mean())
    return chances
