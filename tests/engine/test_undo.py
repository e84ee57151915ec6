"""Taking back: by event, to the moment before an act, and everything derived is computed afresh."""

import pytest
from msgspec.structs import replace

from engine import (
    Card,
    CardsDealt,
    ClaimRoute,
    Command,
    DeclareTickets,
    DrawCard,
    DrawTickets,
    EndTurn,
    Game,
    GameEnded,
    GameStarted,
    KeepTickets,
    Reason,
    ReplayError,
    RouteId,
    TicketId,
    Undo,
    Undone,
    closed,
)
from tests.engine.rule_bench import DECK, begin, play, refused

ONE, OTHER = RouteId("boston-new-york:1"), RouteId("boston-new-york:2")


def same_but_seq(one: Game, other: Game) -> bool:
    return replace(one.state, seq=0) == replace(other.state, seq=0)


def test_given_a_claim_when_undone_then_the_same_seat_moves_and_all_is_as_before() -> None:
    before = begin(hands={"blue": "rr"})
    claimed = play(before, ClaimRoute(seat="blue", route=ONE, cards=(Card("red"),) * 2))
    assert closed(claimed.state, "red", OTHER) is Reason.DOUBLE_ROUTE_CLOSED
    undone = play(claimed, Undo(seat="blue"))
    assert same_but_seq(undone, before)
    assert closed(undone.state, "red", OTHER) is None
    assert undone.state.seq == len(undone.events) == len(claimed.events) + 1
    assert undone.events[-1] == Undone(seat="blue", to=len(before.events), act="route-claimed", route=ONE)


def test_given_an_ended_turn_when_undone_then_the_same_seat_is_to_move() -> None:
    game = play(begin(2, "untracked"), EndTurn(seat="blue"), Undo(seat="red"))
    assert (game.state.to_move, game.state.turn) == ("blue", 1)


def test_given_two_claims_when_undone_twice_then_both_are_gone_and_a_third_undo_is_refused() -> None:
    before = begin(2, "untracked")
    game = play(before, ClaimRoute(seat="blue", route=ONE), EndTurn(seat="red"))
    game = play(game, Undo(seat="blue"), Undo(seat="blue"))
    assert same_but_seq(game, before)
    assert refused(game, Undo(seat="blue")).reason is Reason.NOTHING_TO_UNDO


def test_given_an_undone_act_when_another_follows_and_is_undone_then_the_point_between() -> None:
    game = play(
        begin(2, "untracked"), EndTurn(seat="blue"), ClaimRoute(seat="red", route=ONE), Undo(seat="red")
    )
    again = play(game, ClaimRoute(seat="red", route=OTHER), Undo(seat="red"))
    assert same_but_seq(again, game)
    assert Game.replay(again.events) == again


@pytest.mark.parametrize("kind", ["deck", "row", "tickets", "second"])
def test_given_something_shown_when_undone_then_refused_unless_all_agree(kind: str) -> None:
    before = begin()
    commands: dict[str, list[Command]] = {
        "deck": [DECK],
        "row": [DrawCard(seat="blue", source="row", index=0)],
        "tickets": [DrawTickets(seat="blue")],
        "second": [DECK, DECK],
    }
    game = play(before, *commands[kind])
    refusal = refused(game, Undo(seat="blue"))
    assert refusal.reason is Reason.SHOWN_SINCE
    assert same_but_seq(play(game, Undo(seat="blue", agreed=True)), before)


def test_given_a_deck_made_anew_for_a_card_when_undone_then_the_discards_are_back() -> None:
    before = begin(deck="", discards="rrgg", row="wopyk")
    game = play(before, DECK, Undo(seat="blue", agreed=True))
    assert same_but_seq(game, before)


def test_given_tickets_kept_after_a_draw_when_undone_then_the_whole_act_is() -> None:
    before = begin()
    game = play(before, DrawTickets(seat="blue"))
    game = play(
        game, KeepTickets(seat="blue", tickets=game.state.offered["blue"]), Undo(seat="red", agreed=True)
    )
    assert same_but_seq(game, before)


def test_given_a_stranger_or_a_finished_game_when_undone_then_refused_or_asked() -> None:
    game = play(begin(2, "untracked", trains={"blue": 2}), ClaimRoute(seat="blue", route=ONE))
    game = play(game, EndTurn(seat="red"), EndTurn(seat="blue"))
    game = play(game, DeclareTickets(seat="blue", tickets=()), DeclareTickets(seat="red", tickets=()))
    assert game.state.phase == "over"
    assert refused(game, Undo(seat="green")).reason is Reason.NO_SUCH_SEAT
    assert refused(game, Undo(seat="red")).reason is Reason.SHOWN_SINCE
    back = play(game, *[Undo(seat="red", agreed=True)] * 3)  # what each has told, and the last turn
    assert (back.state.phase, back.state.to_move, back.state.declared) == ("turn", "blue", frozenset())


def test_given_tickets_declared_since_when_a_claim_is_undone_then_they_stay_told() -> None:
    game = play(begin(2, "untracked"), ClaimRoute(seat="blue", route=ONE))
    told = DeclareTickets(seat="red", tickets=(TicketId("boston-miami"),))
    game = play(game, told, Undo(seat="blue"))
    assert game.state.owners == {}
    assert (game.state.tickets["red"], game.state.declared) == (told.tickets, frozenset({"red"}))
    assert Game.replay(game.events) == game


BOSTON, PHOENIX = TicketId("boston-miami"), TicketId("calgary-phoenix")


def told_at_the_end(*tickets: DeclareTickets) -> Game:
    """Two seats are asked for their tickets, and these have told theirs."""
    game = play(begin(2, "untracked", trains={"blue": 2}), ClaimRoute(seat="blue", route=ONE))
    return play(game, EndTurn(seat="red"), EndTurn(seat="blue"), *tickets)


@pytest.mark.criterion(42)
def test_given_a_wrong_ticket_told_at_the_end_when_undone_then_its_seat_is_asked_again() -> None:
    blue = DeclareTickets(seat="blue", tickets=(BOSTON,))
    wrong = DeclareTickets(seat="red", tickets=(BOSTON, PHOENIX))
    game = told_at_the_end(blue, wrong)
    assert game.state.phase == "over"
    game = play(game, Undo(seat="red", agreed=True))
    assert (game.state.phase, game.state.waiting_for(), game.state.result) == ("declaring", ("red",), None)
    assert game.state.tickets == {"blue": blue.tickets, "red": wrong.tickets}  # known, to be put right
    assert Game.replay(game.events) == game
    game = play(game, DeclareTickets(seat="red", tickets=(PHOENIX,)))
    ended = game.events[-1]
    assert isinstance(ended, GameEnded) and ended.held == {"blue": (BOSTON,), "red": (PHOENIX,)}


@pytest.mark.criterion(42)
def test_given_two_that_have_told_their_tickets_when_both_are_undone_then_both_are_asked() -> None:
    told = [DeclareTickets(seat=seat, tickets=(BOSTON,)) for seat in ("red", "blue")]
    game = play(told_at_the_end(*told), *[Undo(seat="blue", agreed=True)] * 2)
    assert game.state.waiting_for() == ("blue", "red")
    assert game.state.tickets == {"blue": (BOSTON,), "red": (BOSTON,)}


@pytest.mark.criterion(42)
def test_given_a_later_word_of_one_that_has_told_when_undone_then_the_earlier_holds() -> None:
    told = [DeclareTickets(seat="red", tickets=(one,)) for one in (BOSTON, PHOENIX)]
    game = play(told_at_the_end(*told), Undo(seat="red"))
    assert (game.state.tickets["red"], game.state.waiting_for()) == ((BOSTON,), ("blue",))


def test_given_events_that_are_no_game_when_replayed_then_one_clear_line() -> None:
    begun = Game.new("us-accessible", "usa", ("red", "blue"), "untracked", 1).events
    assert isinstance(begun[0], GameStarted)
    for events in (
        (),
        begun[1:],
        (*begun, Undone(seat="red", to=9, act="turn-ended")),
        (begun[0], Undone(seat="red", to=0, act="")),
        (*begun, CardsDealt(seat="black", cards=(Card("blue"),))),
    ):
        with pytest.raises(ReplayError) as caught:
            Game.replay(events)
        assert "\n" not in str(caught.value)
