"""How far a hand reaches is what `payable` says of every route."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import EDITIONS, SEATS, Card, Game, game_map, payable, pays, reach_of


@pytest.mark.parametrize("name", EDITIONS)
@given(counts=st.lists(st.integers(0, 7), min_size=30, max_size=30))
def test_given_any_hand_then_it_reaches_as_far_as_it_pays(name: str, counts: list[int]) -> None:
    state = Game.new(name, EDITIONS[name].map, SEATS[:2], "dealt", 1).state
    hand = {Card(card): count for card, count in zip(state.edition.order, counts, strict=False) if count}
    board = game_map(EDITIONS[name].map)
    reach = reach_of(state, hand)
    for glance in board.glances:
        assert pays(reach, glance) == payable(state, hand, board.routes[glance.id]), glance
