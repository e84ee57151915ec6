"""PURE: a board from a map: with as much room between its pins as it can have."""

from collections.abc import Callable
from typing import Final

import numpy as np

from engine import GameMap
from printing.board_text import with_paths
from printing.distances import Distance, Measured, label_of
from printing.line_mending import mended
from printing.making.city_codes import codes_of
from printing.making.city_places import MakeError, StartPlaces, start_of
from printing.making.forces import FixedParts
from printing.making.growing import grown
from printing.making.labelling import labelled, labels_of
from printing.making.lines import Names
from printing.making.writing import board_text, the_board
from tabletop import SiteId, parse_layout

AIMS: Final = (31, 30, 29, 28, 27, 26, 25, 24)
"""How far apart pins should be, mm: the widest is tried first."""

_AGAIN: Final = 4
_MORE: Final = 0.6  # mm that a label asks for which failed
_TANGLED: Final = 3  # so many crossings are not undone while labels are seated
_HOPELESS: Final = 12  # so many distances too small are not mended by other seats for labels


def made_board(game_map: GameMap, told: Callable[[int, int], None] = lambda _aim, _broken: None) -> str:
    """The board/1 file of a map, which keeps every distance.

    Args:
        told: is called after each try with the room between pins, mm, and how many distances were too small.
    Raises:
        MakeError: none keeps them all.
    """
    start, board = start_of(game_map, codes_of(game_map)), the_board()
    fewest: list[Distance] | None = None
    for aim in AIMS:
        text, broken = _tried(game_map, start, board, aim)
        told(aim, len(broken))
        if not broken:
            return text
        if fewest is None or len(broken) < len(fewest):
            fewest = broken
    assert fewest is not None
    raise MakeError(
        f"no board of 900 x 600 mm has room for it: {len(fewest)} distances too small at best, "
        f"as {fewest[0].one} and {fewest[0].two}; leave out routes"
    )


def _tried(
    game_map: GameMap, start: StartPlaces, board: FixedParts, aim: float
) -> tuple[str, list[Distance]]:
    """A board with so much room between its pins, and what is too small on it."""
    at_first = grown(start, board, aim)
    text = board_text(game_map, at_first, [], np.zeros((0, 2)))
    broken = Measured(parse_layout(text), game_map).crossings()
    if len(broken) > _TANGLED:
        return text, broken
    more = [0.0] * len(labels_of(Names(start)))
    for _ in range(_AGAIN):
        moved, labels, places = labelled(at_first, board, aim, more)
        text, broken = _mended(board_text(game_map, moved, labels, places), game_map)
        failing = {name for one in broken for name in (one.one, one.two)}
        shy = [
            n
            for n, label in enumerate(labels)
            if label.way is None and label_of(SiteId(start.cities[label.city].id)) in failing
        ]
        if not shy or len(broken) > _HOPELESS:
            break
        for n in shy:
            more[n] += _MORE
    return text, broken


def _mended(text: str, game_map: GameMap) -> tuple[str, list[Distance]]:
    """With lines that are led straight into their cities where they came too near to each other."""
    layout = parse_layout(text)
    broken = Measured(layout, game_map).broken()
    if not broken:
        return text, broken
    paths = mended(layout, game_map)
    if not paths:
        return text, broken
    changed = with_paths(text, paths)
    again = Measured(parse_layout(changed), game_map).broken()
    return (changed, again) if len(again) < len(broken) else (text, broken)
