"""The last round, the scores and who wins, in words."""

from collections.abc import Callable

import pytest

from announce import Wording
from engine import (
    ClaimRoute,
    DeclareTickets,
    EndTurn,
    Event,
    Game,
    GameEnded,
    GameMap,
    Seat,
    SeatTotal,
    TicketId,
)
from engine import evolve as follow
from engine.events import CardsArranged
from tests.announce.told_table import DENVER_OMAHA, SEATS, Table, texts


@pytest.fixture
def untracked(wording: Wording, usa: GameMap) -> Table:
    return Table(wording, Game.new("us-accessible", usa, SEATS, "untracked", 7))


def test_given_two_trains_left_when_claimed_then_the_last_round_is_said_at_once(untracked: Table) -> None:
    untracked.arrange(CardsArranged(trains={"blue": 6}))
    told = untracked.do(ClaimRoute(seat="blue", route=DENVER_OMAHA))
    assert texts(told) == [
        "Blue disc claims Denver to Omaha: 4 trains, 7 points.",
        "Blue disc has 2 trains left. Last round: everyone once more, blue disc last. Red square to move.",
    ]
    assert texts(told, level="brief") == [
        "Blue disc: Denver to Omaha, 7.",
        "Last round. Red square to move.",
    ]
    assert [(one.urgency, one.earcon) for one in told] == [("assertive", "claim"), ("assertive", "last")]


def test_given_a_ticket_that_two_seats_entered_when_scores_are_read_then_it_is_said_before_who_won(
    untracked: Table,
) -> None:
    untracked.arrange(CardsArranged(trains={"blue": 6}))
    untracked.do(ClaimRoute(seat="blue", route=DENVER_OMAHA))
    for seat in ("red", "green", "blue"):
        untracked.do(EndTurn(seat=seat))
    both = (TicketId("denver-el-paso"),)
    untracked.do(DeclareTickets(seat="blue", tickets=both))
    untracked.do(DeclareTickets(seat="red", tickets=both))
    told = texts(untracked.do(DeclareTickets(seat="green", tickets=(TicketId("boston-miami"),))))
    said = "Denver to El Paso was entered by blue disc and red square, and there is only one. "
    assert told.index(f"{said}Undo goes back to theirs.") == len(told) - 2
    assert told[-1].startswith("Blue disc wins with 13 points.")


def test_given_two_turns_in_the_last_round_when_it_begins_then_so_many_are_told(
    wording: Wording, usa: GameMap
) -> None:
    game = Game.new("us-accessible", usa, SEATS, "untracked", 7, {"end_turns": 2})
    table = Table(wording, game)
    table.arrange(CardsArranged(trains={"blue": 6}))
    told = texts(table.do(ClaimRoute(seat="blue", route=DENVER_OMAHA)))
    assert told[1].startswith("Blue disc has 2 trains left. Last round: 2 turns each, blue disc last.")


def test_given_the_end_when_untracked_then_tickets_are_asked_for_and_scores_read_in_steps(
    untracked: Table,
) -> None:
    untracked.arrange(CardsArranged(trains={"blue": 6}))
    untracked.do(ClaimRoute(seat="blue", route=DENVER_OMAHA))
    untracked.do(EndTurn(seat="red"))
    untracked.do(EndTurn(seat="green"))
    told = untracked.do(EndTurn(seat="blue"))
    assert texts(told) == ["Blue disc: no claim. The last turn is over. Enter your tickets now."]
    untracked.do(DeclareTickets(seat="blue", tickets=(TicketId("denver-el-paso"),)))
    untracked.do(DeclareTickets(seat="red", tickets=()))
    told = untracked.do(DeclareTickets(seat="green", tickets=()))
    assert texts(told) == [
        "Green triangle has no tickets. The game is over.",
        "Scores, 1 of 5: routes. Blue disc 7, red square 0, green triangle 0.",
        "2 of 5: blue disc's tickets. Not done: Denver to El Paso, minus 4.",
        "3 of 5: red square's tickets. None.",
        "4 of 5: green triangle's tickets. None.",
        "5 of 5: longest path. Blue disc, 4 trains, plus 10. Ask tells the way.",
        "Blue disc wins with 13 points. Red square 0, green triangle 0.",
    ]
    assert told[-1].earcon == "win"


def total(seat: Seat, points: int, done: int, longest: int, place: int) -> SeatTotal:
    return SeatTotal(
        seat=seat,
        routes=points,
        tickets=0,
        tickets_completed=done,
        longest=longest,
        longest_bonus=10 if longest == 12 else 0,
        total=points,
        place=place,
    )


@pytest.fixture
def winner(untracked: Table) -> Callable[..., str]:
    def said(*scores: SeatTotal, winners: tuple[Seat, ...]) -> str:
        event: Event = GameEnded(why="final-round", scores=scores, winners=winners, held={})
        before = untracked.game.state
        told = untracked.wording.events(before, (event,), follow(before, event), before.seq + 1)
        return told[-1].normal

    return said


def test_given_a_tie_when_tickets_decide_then_their_numbers_are_said(winner: Callable[..., str]) -> None:
    said = winner(
        total("blue", 95, 4, 0, 1), total("red", 95, 3, 12, 2), total("green", 71, 1, 0, 3), winners=("blue",)
    )
    assert said == "A tie at 95: blue disc wins, 4 tickets to 3. Red square second, green triangle third."


def test_given_a_tie_in_tickets_too_when_the_path_decides_then_that_is_said(
    winner: Callable[..., str],
) -> None:
    said = winner(
        total("blue", 95, 3, 0, 2), total("red", 95, 3, 12, 1), total("green", 71, 1, 0, 3), winners=("red",)
    )
    assert said == "A tie at 95: red square wins by the longest path. Blue disc second, green triangle third."


def test_given_a_tie_that_no_rule_parts_when_told_then_the_victory_is_shared(
    winner: Callable[..., str],
) -> None:
    said = winner(
        total("blue", 95, 3, 0, 1),
        total("red", 95, 3, 0, 1),
        total("green", -71, 1, 0, 3),
        winners=("blue", "red"),
    )
    assert said == (
        "Blue disc and red square share the victory with 95 points; no rule of the game parts them. "
        "Green triangle minus 71."
    )
