"""US-1 to US-11: setting up."""

from collections import Counter

import pytest

from engine import (
    COLOURS,
    LOCOMOTIVE,
    SEATS,
    CardsDealt,
    DrawCard,
    EndTurn,
    Game,
    GameStarted,
    KeepTickets,
    Reason,
    Refusal,
    RowTurned,
    StartError,
    TicketId,
    TicketsDealt,
    seen_by,
    start,
    view,
)
from tests.engine.rule_bench import begin, play, refused, why


def fresh(seats: int = 2, seed: int = 1) -> Game:
    return Game.new("us-accessible", "usa", SEATS[:seats], "dealt", seed)


@pytest.mark.parametrize("seats", [0, 1, 6])
def test_us_1_given_a_wrong_number_of_seats_when_started_then_refused(seats: int) -> None:
    with pytest.raises(StartError, match="seats"):
        start("us-accessible", "usa", (*SEATS, "blue")[:seats], "dealt", 1)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_us_1_given_two_to_five_seats_when_started_then_begun(seats: int) -> None:
    assert fresh(seats).state.seats == SEATS[:seats]


def test_us_1_given_one_colour_twice_when_started_then_refused() -> None:
    with pytest.raises(StartError, match="red stands twice"):
        start("us-accessible", "usa", ("red", "red"), "dealt", 1)


def test_us_2_given_a_new_game_then_45_trains_and_no_points() -> None:
    state = fresh(5).state
    assert set(state.trains.values()) == {45}
    assert set(state.points.values()) == {0}


def test_us_3_given_a_new_game_then_the_deck_is_eight_times_12_and_14_locomotives() -> None:
    begun = fresh().events[0]
    assert isinstance(begun, GameStarted)
    assert Counter(begun.deck) == {**dict.fromkeys(COLOURS, 12), LOCOMOTIVE: 14}


def test_us_4_given_a_new_game_then_30_tickets_of_two_cities() -> None:
    game = fresh()
    begun = game.events[0]
    assert isinstance(begun, GameStarted)
    assert len(set(begun.ticket_deck)) == 30
    tickets = [game.state.game_map.tickets[ticket] for ticket in begun.ticket_deck]
    assert all(len(ticket.cities) == 2 and ticket.value > 0 for ticket in tickets)


def test_us_5_given_a_new_game_then_four_cards_each_are_dealt_before_the_row() -> None:
    events = fresh(3).events
    dealt = [n for n, event in enumerate(events) if isinstance(event, CardsDealt) and len(event.cards) == 4]
    turned = next(n for n, event in enumerate(events) if isinstance(event, RowTurned))
    assert len(dealt) == 3
    assert max(dealt) < turned
    assert len(fresh(3).state.row) == 5


def test_us_6_given_three_locomotives_in_the_first_row_then_flushed_before_anything_else() -> None:
    flushing = next(game for game in (fresh(2, seed) for seed in range(500)) if _turned(game) > 1)
    events = [event for event in flushing.events if isinstance(event, RowTurned)]
    assert events[0].row.count(LOCOMOTIVE) >= 3
    assert events[1].flushed == events[0].row
    assert flushing.state.row.count(LOCOMOTIVE) < 3
    assert flushing.state.discards[:5] == events[0].row


def _turned(game: Game) -> int:
    return sum(isinstance(event, RowTurned) for event in game.events)


def test_us_6_given_many_games_when_dealt_then_never_three_locomotives_lie() -> None:
    assert all(fresh(2, seed).state.row.count(LOCOMOTIVE) < 3 for seed in range(300))


def test_us_7_given_three_tickets_when_two_or_three_are_kept_then_accepted() -> None:
    for count in (2, 3):
        game = fresh()
        answer = game.do(KeepTickets(seat="blue", tickets=game.state.offered["blue"][:count]))
        assert not isinstance(answer, Refusal)
        assert len(answer[0].state.tickets["blue"]) == count


def test_us_7_given_three_tickets_when_too_few_foreign_or_double_then_refused() -> None:
    game = fresh()
    own, foreign = game.state.offered["blue"], game.state.offered["red"]
    cases: list[tuple[tuple[TicketId, ...], Reason]] = [
        ((), Reason.KEEP_MORE_TICKETS),
        (own[:1], Reason.KEEP_MORE_TICKETS),
        ((own[0], foreign[0]), Reason.TICKET_NOT_OFFERED),
        ((own[0], own[0]), Reason.TICKET_TWICE),
        ((own[0], TicketId("no-such")), Reason.NO_SUCH_TICKET),
    ]
    for tickets, reason in cases:
        assert why(game, KeepTickets(seat="blue", tickets=tickets)) == (reason, "US-7")


def test_us_8_given_unkept_tickets_then_they_lie_at_the_bottom_in_turn_order() -> None:
    game = fresh(3)
    offered = game.state.offered
    for seat in ("green", "blue", "red"):  # they choose in another order than they sit
        game = play(game, KeepTickets(seat=seat, tickets=offered[seat][1:]))
    assert game.state.ticket_deck[-3:] == (offered["blue"][0], offered["red"][0], offered["green"][0])
    assert len(game.state.ticket_deck) == 30 - 6


def test_us_9_given_tickets_when_another_looks_then_their_number_only() -> None:
    game = fresh()
    dealt = next(event for event in game.events if isinstance(event, TicketsDealt) and event.seat == "blue")
    for viewer in ("red", None):
        shown = seen_by(dealt, viewer)
        assert isinstance(shown, TicketsDealt)
        assert (shown.tickets, shown.count) == ((), 3)
        assert not any(ticket in str(view(game.state, viewer)) for ticket in dealt.tickets)
    assert seen_by(dealt, "blue") == dealt


def test_us_10_given_a_seat_that_still_chooses_when_another_acts_then_refused() -> None:
    game = fresh()
    game = play(game, KeepTickets(seat="blue", tickets=game.state.offered["blue"]))
    assert game.state.to_move is None
    assert refused(game, DrawCard(seat="blue", source="deck")).reason is Reason.WAIT_FOR_TICKETS
    assert refused(game, DrawCard(seat="red", source="deck")).reason is Reason.CHOOSE_TICKETS_FIRST


def test_us_11_given_seats_in_an_order_then_the_first_begins_and_turns_go_round() -> None:
    game = begin(3, "untracked")
    order = []
    for _ in range(7):
        seat = game.state.to_move
        assert seat is not None
        order.append(seat)
        game = play(game, EndTurn(seat=seat))
    assert order == ["blue", "red", "green", "blue", "red", "green", "blue"]
