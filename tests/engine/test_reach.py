"""How far a hand reaches is what `payable` says of every route."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import EDITIONS, SEATS, Card, Game, Reach, game_map, payable


@pytest.mark.parametrize("name", EDITIONS)
@given(counts=st.lists(st.integers(0, 7), min_size=30, max_size=30))
def test_given_any_hand_then_it_reaches_as_far_as_it_pays(name: str, counts: list[int]) -> None:
    state = Game.new(name, EDITIONS[name].map, SEATS[:2], "dealt", 1).state
    hand = {Card(card): count for card, count in zip(state.edition.order, counts, strict=False) if count}
    reach = Reach(state, hand)
    for route in game_map(EDITIONS[name].map).routes.values():
        assert reach.pays(route) == payable(state, hand, route), route
