"""What a hand pays, all routes at once, is what `payable` says of every one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

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


def test_given_a_map_with_fewer_routes_when_made_of_another_then_its_sets_are_its_own() -> None:
    whole = game_map("usa")
    few = dict(list(whole.routes.items())[:3])
    board = replace(whole, routes=few, parallel={})
    assert board.of_bit == {1: next(iter(few)), 2: list(few)[1], 4: list(few)[2]}
    assert board.up_to[0][-1] == 0b111
    assert board.doubles == 0 != whole.doubles


def test_given_an_edition_without_its_mechanics_when_made_of_another_then_none_is_asked() -> None:
    whole = EDITIONS["rails-and-sails-world"]
    plain = replace(whole, mechanics=(), decks=("deck",))
    assert whole.asked["legal"]
    assert not plain.asked["legal"]
    assert (whole.one_deck, plain.one_deck) == (False, True)
    assert plain.payment("ship") is plain.payment("train") is not whole.payment("ship")
