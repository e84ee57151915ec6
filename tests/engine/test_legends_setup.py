"""LW-1 to LW-13: setting up a game."""

from collections import Counter

import pytest

from engine import (
    LOCOMOTIVE,
    SEATS,
    GameMap,
    GameStarted,
    KeepTickets,
    RowTurned,
    SettingsError,
    StartError,
    TicketsDealt,
    game_map,
    map_from,
    start,
    tickets_in,
    view,
)
from engine.map_written import map_dict
from tests.engine.legends_bench import EDITION, MAP, begun, fresh
from tests.engine.rule_bench import cards, play, why

NEWS = cards("n")[0]


def test_lw_1_given_two_to_five_company_colours_when_started_then_begun_and_no_other_number() -> None:
    assert fresh(5).state.seats == ("blue", "red", "green", "yellow", "black")
    for seats in (SEATS[:1], (*SEATS, "blue"), ("red", "red")):
        with pytest.raises(StartError):
            start(EDITION, MAP, seats, "dealt", 1)


def test_lw_2_given_a_first_game_then_20_trains_and_later_what_the_boxes_say_up_to_56() -> None:
    assert set(fresh(3).state.trains.values()) == {20}
    state = fresh(3, seat_trains=["red=24", "green=56"]).state
    assert state.trains == {"blue": 20, "red": 24, "green": 56}
    assert fresh(2, "untracked", seat_trains=["red=24"]).state.trains["red"] == 24
    for wrong in (["red=57"], ["pink=3"], ["red=1", "red=2"], "red=3", ["red"]):
        with pytest.raises(SettingsError, match="blue=24"):
            fresh(2, seat_trains=wrong)


@pytest.mark.parametrize(("seats", "newspapers"), [(2, 6), (3, 4), (4, 3), (5, 3)])
def test_lw_3_lw_4_given_seats_then_the_deck_is_six_times_12_and_12_locomotives_and_newspapers(
    seats: int, newspapers: int
) -> None:
    game = fresh(seats)
    first = game.events[0]
    assert isinstance(first, GameStarted)
    deck = Counter(first.deck)
    assert deck.pop(NEWS) == newspapers
    assert deck == {**dict.fromkeys(cards("kbwgyr"), 12), LOCOMOTIVE: 12}
    # F-5: what is left after setup, newspapers and all
    assert len(game.state.deck) + len(game.state.discards) == {2: 77, 3: 71, 4: 66, 5: 62}[seats]
    other = fresh(seats, newspapers=[1, 2]).events[0]
    assert isinstance(other, GameStarted)
    assert other.deck.count(NEWS) == (1 if seats == 2 else 2)


def test_lw_5_given_a_game_then_5_dollars_and_what_the_office_brings_for_all_to_see() -> None:
    for mode in ("dealt", "untracked"):
        state = fresh(2, mode, office_coins=["red=3"]).state
        assert state.coins == {"blue": 5, "red": 8}
        seats = view(state, None)["seats"]
        assert isinstance(seats, list)
        assert [line["coins"] for line in seats] == [5, 8]
    assert fresh(2, start_coins=0).state.coins == {"blue": 0, "red": 0}


def test_lw_6_f_24_given_many_games_when_dealt_then_no_newspaper_lies_open_or_is_held_and_no_event() -> None:
    for seed in range(300):
        state = fresh(2 + seed % 4, seed=seed).state
        assert NEWS not in state.row
        assert not any(NEWS in hand for hand in state.hands.values())
        assert (len(state.row), state.event_discards, len(state.event_deck)) == (5, (), 7)
        assert all(state.hand_size(seat) == 4 for seat in state.seats)


def test_lw_6_given_newspapers_then_they_lie_anywhere_below_what_is_dealt() -> None:
    tops = [fresh(2, seed=seed).state.deck[0] for seed in range(200)]
    assert 5 < tops.count(NEWS) < 40  # 6 of 77: about 16


def test_lw_7_given_three_locomotives_in_the_first_row_then_flushed_without_an_event() -> None:
    flushed = 0
    for seed in range(600):
        game = fresh(2, seed=seed)
        turned = [event for event in game.events if isinstance(event, RowTurned)]
        assert game.state.row.count(LOCOMOTIVE) < 3
        assert len(turned) == 1 or turned[0].row.count(LOCOMOTIVE) >= 3
        assert len(game.state.discards) == 5 * (len(turned) - 1)
        flushed += len(turned) > 1
    assert flushed > 3


def test_lw_7_given_odd_settings_then_the_row_never_needs_newspapers_or_a_shuffle() -> None:
    for seed in range(40):
        for flush_limit in ("can_settle", "none"):
            game = fresh(5, seed=seed, start_hand=14, flush_at=1, flush_limit=flush_limit, flush_cap=1000)
            assert not any(event.__class__.__name__ == "DeckShuffled" for event in game.events)
            assert NEWS not in game.state.row
            assert len(game.state.row) == 5
    with pytest.raises(StartError, match="start_hand"):
        fresh(5, start_hand=20)


def test_lw_8_given_four_tickets_when_two_or_more_are_kept_then_the_rest_goes_to_the_bottom() -> None:
    game = fresh(4)
    offered = game.state.offered
    assert all(len(tickets) == 4 for tickets in offered.values())
    assert why(game, KeepTickets(seat="blue", tickets=offered["blue"][:1])) == (
        "keep-more-tickets", "LW-8",
    )  # fmt: skip
    for seat in game.state.seats:
        game = play(game, KeepTickets(seat=seat, tickets=offered[seat][:3]))
    assert len(game.state.ticket_deck) == 21  # F-7
    assert game.state.ticket_deck[-4:] == tuple(offered[seat][3] for seat in game.state.seats)


def with_tickets(count: int) -> GameMap:
    whole = map_dict(game_map(MAP))
    whole["tickets"] = whole["tickets"][:count]
    return map_from(whole)


@pytest.mark.parametrize(
    ("seats", "tickets", "each", "keep", "left"),
    [(5, 18, 3, 1, 3), (5, 20, 4, 2, 0), (5, 14, 2, 1, 4), (5, 10, 2, 1, 0), (2, 7, 3, 1, 1)],
)
def test_lw_9_f_8_given_too_few_tickets_then_all_get_the_same_number_and_keep_one(
    seats: int, tickets: int, each: int, keep: int, left: int
) -> None:
    events = start(EDITION, with_tickets(tickets), SEATS[:seats], "dealt", 1)
    dealt = [event for event in events if isinstance(event, TicketsDealt)]
    assert {(event.count, event.keep_at_least) for event in dealt} == {(each, keep)}
    assert tickets - seats * each == left


def test_lw_9_given_fewer_than_two_tickets_a_seat_then_the_game_cannot_begin() -> None:
    with pytest.raises(StartError, match="9 tickets are too few"):
        start(EDITION, with_tickets(9), SEATS, "dealt", 1)


def test_lw_9_given_the_whole_map_then_33_tickets_are_in_the_deck() -> None:
    state = fresh(2).state
    assert len(tickets_in(state.settings, state.game_map)) == 33


def test_lw_11_given_the_event_deck_then_it_is_shuffled_and_no_event_is_current() -> None:
    decks = {fresh(2, seed=seed).state.event_deck for seed in range(20)}
    assert len(decks) > 10
    assert {tuple(sorted(deck)) for deck in decks} == {tuple(f"event-{n}" for n in range(1, 8))}
    shown = view(begun(2).state, "blue")
    assert (shown["event"], shown["event_deck"], shown["event_discards"]) == (None, 7, [])
