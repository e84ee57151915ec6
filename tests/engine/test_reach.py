"""What a hand pays, all routes at once, is what `payable` says of every one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bots.bot import RandomBot
from engine import (
    EDITIONS,
    SEATS,
    Card,
    Game,
    Refusal,
    game_map,
    payable,
    payable_bits,
)


@pytest.mark.parametrize("name", EDITIONS)
@given(counts=st.lists(st.integers(0, 7), min_size=30, max_size=30))
def test_given_any_hand_then_it_reaches_as_far_as_it_pays(name: str, counts: list[int]) -> None:
    state = Game.new(name, EDITIONS[name].map, SEATS[:2], "dealt", 1).state
    hand = {Card(card): count for card, count in zip(state.edition.order, counts, strict=False) if count}
    board = game_map(EDITIONS[name].map)
    paid = set(board.in_set(payable_bits(state, hand)))
    assert paid == {one.id for one in board.glances if payable(state, hand, board.routes[one.id])}


@pytest.mark.parametrize("name", EDITIONS)
def test_given_more_cards_than_there_are_when_asked_what_they_pay_then_it_is_still_told(name: str) -> None:
    state = Game.new(name, EDITIONS[name].map, SEATS[:2], "dealt", 1).state
    hand = dict.fromkeys(state.edition.order, 10_000)
    assert set(state.game_map.in_set(payable_bits(state, hand))) == set(state.game_map.routes)


@pytest.mark.parametrize("name", EDITIONS)
def test_given_games_when_played_then_the_routes_taken_are_those_that_have_an_owner(name: str) -> None:
    game = Game.new(name, EDITIONS[name].map, SEATS[:3], "dealt", 5)
    bots = {seat: RandomBot(place) for place, seat in enumerate(game.state.seats)}
    while game.state.phase != "over":
        seat = game.state.waiting_for()[0]
        done = game.do(bots[seat].choose(game.state, seat))
        assert not isinstance(done, Refusal)
        game = done[0]
        assert set(game.state.game_map.in_set(game.state.taken)) == set(game.state.owners)
    assert game.state.owners
