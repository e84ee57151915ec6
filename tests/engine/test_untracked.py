"""Cards untracked: the board alone, tickets told at the end or before."""

import pytest

from engine import (
    Card,
    ClaimRoute,
    Command,
    DeclareTickets,
    DrawCard,
    DrawTickets,
    EndTurn,
    Game,
    GameEnded,
    KeepTickets,
    Pass,
    Reason,
    RouteId,
    TicketId,
    TicketsDeclared,
    TurnStarted,
    closed,
    legal,
    seen_by,
)
from tests.engine.rule_bench import begin, play, refused

GRAY_2 = RouteId("atlanta-charleston")
MIAMI, PHOENIX = TicketId("boston-miami"), TicketId("calgary-phoenix")


def last_turn() -> Game:
    """Two seats; red's final turn is over next."""
    game = begin(2, "untracked", trains={"blue": 2})
    return play(game, ClaimRoute(seat="blue", route=GRAY_2), EndTurn(seat="red"))


def test_given_untracked_cards_then_the_first_turn_begins_at_once() -> None:
    game = Game.new("us-accessible", "usa", ("red", "blue"), "untracked", 1)
    assert game.events[-1] == TurnStarted(seat="red", turn=1)
    assert (game.state.deck, game.state.row, game.state.ticket_deck) == ((), (), ())


@pytest.mark.parametrize(
    "command",
    [DrawCard(seat="blue", source="deck"), DrawTickets(seat="blue"), KeepTickets(seat="blue", tickets=())],
)
def test_given_untracked_cards_when_cards_or_tickets_are_asked_then_refused(command: Command) -> None:
    assert refused(begin(2, "untracked"), command).reason is Reason.CARDS_NOT_TRACKED


def test_given_untracked_cards_when_a_claim_names_cards_then_refused() -> None:
    claim = ClaimRoute(seat="blue", route=GRAY_2, cards=(Card("red"),) * 2)
    assert refused(begin(2, "untracked"), claim).reason is Reason.CARDS_NOT_TRACKED


def test_given_dealt_cards_when_a_turn_is_ended_or_tickets_declared_then_refused() -> None:
    for command in (EndTurn(seat="blue"), DeclareTickets(seat="red", tickets=())):
        assert refused(begin(), command).reason is Reason.CARDS_ARE_DEALT


def test_given_untracked_cards_when_passing_then_refused_for_the_turn_can_end() -> None:
    assert refused(begin(2, "untracked"), Pass(seat="blue")).reason is Reason.CAN_STILL_ACT


def test_given_the_last_turn_over_then_the_game_ends_when_all_have_declared() -> None:
    game = play(last_turn(), EndTurn(seat="blue"))
    assert (game.state.phase, game.state.to_move) == ("declaring", None)
    assert (
        refused(game, ClaimRoute(seat="red", route=RouteId("boston-montreal:1"))).reason is Reason.GAME_OVER
    )
    game = play(game, DeclareTickets(seat="red", tickets=()))
    assert game.state.phase == "declaring"
    game = play(game, DeclareTickets(seat="blue", tickets=(MIAMI,)))
    ended = game.events[-1]
    assert isinstance(ended, GameEnded)
    assert [line.tickets for line in ended.scores] == [-12, 0]
    assert ended.held == {"blue": (MIAMI,), "red": ()}


def test_given_all_tickets_told_before_when_the_last_turn_is_over_then_the_game_ends_at_once() -> None:
    game = play(
        last_turn(),
        DeclareTickets(seat="red", tickets=(PHOENIX,)),
        DeclareTickets(seat="blue", tickets=()),
    )
    assert game.state.phase == "turn"
    assert play(game, EndTurn(seat="blue")).state.phase == "over"


def test_given_a_later_word_then_it_replaces_the_earlier() -> None:
    game = play(begin(2, "untracked"), DeclareTickets(seat="red", tickets=(MIAMI, PHOENIX)))
    game = play(game, DeclareTickets(seat="red", tickets=(PHOENIX,)))
    assert game.state.tickets["red"] == (PHOENIX,)
    assert game.state.to_move == "blue"


def test_given_declared_tickets_when_another_looks_then_their_number_only() -> None:
    told = play(begin(2, "untracked"), DeclareTickets(seat="red", tickets=(MIAMI,))).events[-1]
    shown = seen_by(told, "blue")
    assert isinstance(shown, TicketsDeclared)
    assert (shown.tickets, shown.count) == ((), 1)
    assert seen_by(told, "red") == told


@pytest.mark.parametrize(
    ("tickets", "reason"),
    [
        (("no-such",), Reason.NO_SUCH_TICKET),
        (("1910-santa-fe-winnipeg",), Reason.NO_SUCH_TICKET),
        ((MIAMI, MIAMI), Reason.TICKET_TWICE),
    ],
)
def test_given_a_wrong_ticket_when_declared_then_refused(
    tickets: tuple[TicketId, ...], reason: Reason
) -> None:
    assert refused(begin(2, "untracked"), DeclareTickets(seat="blue", tickets=tickets)).reason is reason


def test_given_untracked_cards_then_legal_is_the_end_of_the_turn_and_every_open_route() -> None:
    state = begin(2, "untracked").state
    commands = list(legal(state))
    assert commands[0] == EndTurn(seat="blue")
    assert len(commands) == 101
    assert all(closed(state, "blue", one.route) is None for one in commands if isinstance(one, ClaimRoute))
