"""US-45 to US-62: tickets, the end, the score. F-1, F-2, F-5, F-7, W-22 to W-25."""

import pytest

from engine import (
    SEATS,
    Card,
    ClaimRoute,
    DeclareTickets,
    DrawCard,
    DrawTickets,
    EndTurn,
    FinalRoundStarted,
    Game,
    GameEnded,
    KeepTickets,
    Pass,
    Reason,
    RouteId,
    Seat,
    TicketId,
    TurnPassed,
    TurnStarted,
    legal,
)
from tests.engine.rule_bench import STUCK, begin, conserved, events_of, play, refused, why

GRAY_2 = RouteId("atlanta-charleston")


def test_us_45_given_the_ticket_action_then_three_are_drawn_and_one_must_be_kept() -> None:
    game = begin()
    top = game.state.ticket_deck[:3]
    game = play(game, DrawTickets(seat="blue"))
    assert (game.state.offered, game.state.keep_at_least) == ({"blue": top}, 1)
    assert why(game, KeepTickets(seat="blue", tickets=())) == (Reason.KEEP_MORE_TICKETS, "US-45")
    for count in (1, 2, 3):
        kept = play(game, KeepTickets(seat="blue", tickets=top[:count]))
        assert len(kept.state.tickets["blue"]) == 2 + count


def test_us_45_given_two_tickets_left_then_two_are_drawn() -> None:
    game = begin(ticket_deck=["boston-miami", "calgary-phoenix"])
    assert len(play(game, DrawTickets(seat="blue")).state.offered["blue"]) == 2


def test_us_46_given_one_ticket_left_then_it_must_be_kept_and_then_none_is_left() -> None:
    game = play(begin(ticket_deck=["boston-miami"]), DrawTickets(seat="blue"))
    assert why(game, KeepTickets(seat="blue", tickets=())) == (Reason.KEEP_MORE_TICKETS, "US-46")
    game = play(game, KeepTickets(seat="blue", tickets=(TicketId("boston-miami"),)))
    assert refused(game, DrawTickets(seat="red")).reason is Reason.NO_TICKETS_LEFT


def test_us_47_given_tickets_not_kept_then_they_are_the_last_to_be_drawn_again() -> None:
    game = play(begin(), DrawTickets(seat="blue"))
    offered = game.state.offered["blue"]
    game = play(game, KeepTickets(seat="blue", tickets=offered[1:2]))
    assert game.state.ticket_deck[-2:] == (offered[0], offered[2])


def test_us_48_given_a_ticket_choice_when_anything_else_is_asked_then_refused_and_it_ends_the_turn() -> None:
    game = play(begin(hands={"blue": "rr"}), DrawTickets(seat="blue"))
    claim = ClaimRoute(seat="blue", route=GRAY_2, cards=(Card("red"),) * 2)
    for command in (claim, DrawCard(seat="blue", source="deck"), DrawTickets(seat="blue"), Pass(seat="blue")):
        assert refused(game, command).reason is Reason.CHOOSE_TICKETS_FIRST
    game = play(game, KeepTickets(seat="blue", tickets=game.state.offered["blue"]))
    assert (game.state.to_move, game.state.phase) == ("red", "turn")


def test_us_49_given_kept_tickets_when_a_later_draw_names_them_then_refused() -> None:
    game = begin()
    held = game.state.tickets["blue"]
    assert refused(game, KeepTickets(seat="blue", tickets=held[:1])).reason is Reason.NOTHING_TO_CHOOSE
    game = play(game, DrawTickets(seat="blue"))
    offered = game.state.offered["blue"]
    refusal = refused(game, KeepTickets(seat="blue", tickets=(offered[0], held[0])))
    assert refusal.reason is Reason.TICKET_NOT_OFFERED
    assert play(game, KeepTickets(seat="blue", tickets=offered[:1])).state.tickets["blue"][:2] == held


def test_us_50_given_every_ticket_kept_then_a_seat_holds_them_all() -> None:
    game = begin()
    while game.state.ticket_deck:
        game = play(game, DrawTickets(seat="blue"))
        game = play(game, KeepTickets(seat="blue", tickets=game.state.offered["blue"]))
        draw = DrawCard(seat="red", source="deck")
        game = play(game, draw, draw)
    assert len(game.state.tickets["blue"]) == 28


def seats_until_the_end(game: Game) -> tuple[list[Seat], Game]:
    order: list[Seat] = []
    while game.state.to_move is not None:
        seat = game.state.to_move
        order.append(seat)
        game = play(game, EndTurn(seat=seat))
    return order, game


@pytest.mark.parametrize("left", [0, 1, 2])
def test_us_51_us_53_f_1_given_two_or_fewer_trains_then_everybody_has_one_turn_more(left: int) -> None:
    game = play(begin(4, "untracked", trains={"red": left + 2}), EndTurn(seat="blue"))
    claim = ClaimRoute(seat="red", route=GRAY_2)
    assert events_of(game, claim)[1:] == (
        FinalRoundStarted(seat="red", trains_left=left, turns=4),
        TurnStarted(seat="green", turn=3),
    )
    order, game = seats_until_the_end(play(game, claim))
    assert order == ["green", "yellow", "blue", "red"]
    assert game.state.phase == "declaring"


def test_us_51_given_three_trains_left_then_no_final_round() -> None:
    game = play(begin(2, "untracked", trains={"blue": 5}), ClaimRoute(seat="blue", route=GRAY_2))
    assert game.state.turns_left is None


def test_us_52_f_2_given_the_final_round_when_another_seat_falls_to_0_then_it_changes_nothing() -> None:
    game = play(begin(4, "untracked", trains={"red": 4, "yellow": 2}), EndTurn(seat="blue"))
    game = play(game, ClaimRoute(seat="red", route=GRAY_2), EndTurn(seat="green"))
    game = play(game, ClaimRoute(seat="yellow", route=RouteId("dallas-houston:1")))
    assert game.state.trains["yellow"] == 1
    assert sum(isinstance(event, FinalRoundStarted) for event in game.events) == 1
    order, _ = seats_until_the_end(game)
    assert order == ["blue", "red"]


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_us_53_given_n_seats_then_n_turns_follow_the_last_by_the_seat_that_triggered(seats: int) -> None:
    game = play(begin(seats, "untracked", trains={"blue": 2}), ClaimRoute(seat="blue", route=GRAY_2))
    order, _ = seats_until_the_end(game)
    assert order == [*SEATS[1:seats], "blue"]


def test_x_8_given_two_turns_each_and_six_trains_then_twice_as_many_turns() -> None:
    settings = {"end_at": 6, "end_turns": 2}
    game = begin(3, "untracked", settings=settings, trains={"blue": 8})
    order, _ = seats_until_the_end(play(game, ClaimRoute(seat="blue", route=GRAY_2)))
    assert order == ["red", "green", "blue"] * 2


def test_us_54_given_a_final_turn_then_every_action_is_allowed_and_new_tickets_count() -> None:
    game = begin(hands={"blue": "rr", "red": "gggg"}, trains={"blue": 4})
    game = play(game, ClaimRoute(seat="blue", route=GRAY_2, cards=(Card("red"),) * 2))
    assert {type(command) for command in legal(game.state)} == {DrawCard, DrawTickets, ClaimRoute}
    game = play(game, DrawTickets(seat="red"))
    kept = game.state.offered["red"]
    game = play(game, KeepTickets(seat="red", tickets=kept))
    game = play(game, *(DrawCard(seat="blue", source="deck"),) * 2)
    assert game.state.result is not None
    assert game.state.result.held["red"][-3:] == kept
    value = sum(game.state.game_map.tickets[ticket].value for ticket in game.state.tickets["red"])
    assert game.state.result.scores[1].tickets == -value


def test_us_55_given_any_random_game_then_points_recounted_are_the_running_score() -> None:
    game = begin(3, "untracked")
    while game.state.to_move is not None:
        claims = [command for command in legal(game.state) if isinstance(command, ClaimRoute)]
        game = play(
            game, claims[len(game.events) * 7 % len(claims)] if claims else EndTurn(seat=game.state.to_move)
        )
    game = play(game, *(DeclareTickets(seat=seat, tickets=()) for seat in game.state.seats))
    assert game.state.result is not None
    assert {line.seat: line.routes for line in game.state.result.scores} == game.state.points
    assert all(points > 30 for points in game.state.points.values())


def test_us_62_given_a_seat_that_can_do_nothing_then_it_may_pass_and_a_round_of_passes_ends_the_game() -> (
    None
):
    game = begin(**STUCK)
    assert list(legal(game.state)) == [Pass(seat="blue")]
    assert events_of(game, Pass(seat="blue")) == (TurnPassed(seat="blue"), TurnStarted(seat="red", turn=2))
    ended = events_of(play(game, Pass(seat="blue")), Pass(seat="red"))[-1]
    assert isinstance(ended, GameEnded)
    assert ended.why == "stuck"


@pytest.mark.parametrize(
    "something",
    [{"deck": "r"}, {"discards": "r"}, {"ticket_deck": ["boston-miami"]}, {"hands": {"blue": "rr"}}],
)
def test_us_62_given_anything_else_to_do_when_passing_then_refused(something: dict[str, object]) -> None:
    nothing = {**STUCK, "hands": {"blue": ""}, "row": "rr"}
    assert refused(begin(**{**nothing, **something}), Pass(seat="blue")).reason is Reason.CAN_STILL_ACT


def test_us_62_given_passes_with_an_act_between_then_the_game_goes_on() -> None:
    game = begin(
        3, hands={"blue": "", "red": "rr", "green": ""}, deck="", discards="", row="wpyko", ticket_deck=[]
    )
    claim = ClaimRoute(seat="red", route=GRAY_2, cards=(Card("red"),) * 2)
    game = play(game, Pass(seat="blue"), claim)
    assert (game.state.passes, game.state.phase) == (0, "turn")


@pytest.mark.parametrize(("seats", "deck"), [(2, 97), (3, 93), (4, 89), (5, 85)])
def test_f_5_given_n_seats_then_so_many_cards_are_left(seats: int, deck: int) -> None:
    state = Game.new("us-accessible", "usa", SEATS[:seats], "dealt", 7).state
    assert len(state.deck) + len(state.discards) == deck


def test_f_7_given_four_seats_each_returning_one_then_22_tickets_are_left() -> None:
    assert len(begin(4).state.ticket_deck) == 22


def test_x_1_given_returned_tickets_removed_then_they_never_come_back() -> None:
    state = begin(4, settings={"start_tickets_unkept": "removed"}).state
    assert (len(state.ticket_deck), len(state.removed)) == (18, 4)
    assert conserved(state) == (110, 30)
