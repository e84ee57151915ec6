"""LW-50 to LW-58: tickets, the end of a game, bank slips; untracked cards, positions and the referee."""

import json
from typing import Any

import pytest

from announce import explain
from engine import (
    DeclareTickets,
    DrawCard,
    DrawTickets,
    EndTurn,
    FinalRoundStarted,
    Game,
    GameEnded,
    KeepTickets,
    Referee,
    RouteId,
    Seat,
    TicketId,
    Undo,
    position_of,
    score_position,
    seen_by,
    view,
)
from engine.commands import ResolveEvent
from tests.engine.legends_bench import EDITION, MAP, QUIET, begun, claim, fresh, kinds
from tests.engine.rule_bench import arrange, did, play, why


def scored(*seats: dict[str, object], **more: object) -> dict[str, Any]:
    return score_position({"edition": EDITION, "map": MAP, "seats": list(seats), **more})


def line(seat: Seat, *routes: str, **more: object) -> dict[str, object]:
    return {"seat": seat, "routes": list(routes), "trains_left": 20, **more}


def test_lw_50_given_the_ticket_action_then_three_or_what_is_left_and_one_at_least() -> None:
    game = play(begun(2), DrawTickets(seat="blue"))
    drawn = game.state.offered["blue"]
    assert (len(drawn), game.state.keep_at_least) == (3, 1)
    assert why(game, KeepTickets(seat="blue", tickets=())) == ("keep-more-tickets", "LW-50")
    assert why(game, DrawCard(seat="blue", source="deck")) == ("choose-tickets-first", "LW-50")
    kept = play(game, KeepTickets(seat="blue", tickets=drawn[:1])).state
    assert kept.ticket_deck[-2:] == drawn[1:]
    assert len(kept.tickets["blue"]) == 3
    two = arrange(begun(2), ticket_deck=["albany-bangor", "albany-savannah"])
    assert len(play(two, DrawTickets(seat="blue")).state.offered["blue"]) == 2
    assert why(arrange(two, ticket_deck=[]), DrawTickets(seat="blue")) == ("no-tickets-left", "LW-50")


def test_lw_51_given_tickets_then_only_their_seat_and_at_the_end_all_see_them() -> None:
    game = begun(2)
    for event in game.events:
        assert not any(ticket in repr(seen_by(event, "red")) for ticket in game.state.tickets["blue"])
    assert not any(ticket in json.dumps(view(game.state, None)) for ticket in game.state.tickets["blue"])


@pytest.mark.parametrize(("left", "last"), [(3, True), (2, True), (1, True), (4, False)])
def test_lw_52_given_2_trains_or_fewer_then_one_turn_more_for_all_that_seat_included(
    left: int, last: bool
) -> None:
    game = begun(3, settings=QUIET, hands={"blue": "k"}, trains={"blue": left}, deck="r" * 20, row="bbggy")
    game, events = did(game, claim("blue", "albany-new-york", "k"))
    assert any(isinstance(event, FinalRoundStarted) for event in events) == last
    if not last:
        return
    seats: tuple[Seat, ...] = ("red", "green", "blue")
    for seat in seats:
        assert game.state.to_move == seat
        draw = DrawCard(seat=seat, source="deck")
        game = play(game, draw, draw)
    assert isinstance(game.events[-1], GameEnded)


def test_lw_53_given_a_bank_slip_then_coins_and_bonus_and_tickets() -> None:
    done = line(
        "blue", "albany-new-york", tickets=["albany-bangor", "new-york-boston"], coins=7, trains_left=3
    )
    other = line("red", "boston-new-york:1", tickets=["new-york-boston"], coins=2, trains_left=11)
    one, two = scored(done, other)["seats"]
    assert (one["coins"], one["trains_bonus"], one["tickets"], one["total"]) == (7, 7, -4, 10)
    assert (two["coins"], two["trains_bonus"], two["tickets"], two["total"]) == (2, 0, 1, 3)
    assert (one["routes"], two["tickets_completed"]) == (0, 1)


@pytest.mark.parametrize(
    ("left", "bonus"),
    [
        (0, 16),
        (1, 12),
        (2, 9),
        (3, 7),
        (4, 6),
        (5, 4),
        (6, 4),
        (7, 4),
        (8, 2),
        (9, 2),
        (10, 2),
        (11, 0),
        (20, 0),
    ],
)
def test_lw_54_x_29_given_trains_left_then_the_bonus_falls_with_them(left: int, bonus: int) -> None:
    assert scored(line("blue", trains_left=left), line("red"))["seats"][0]["trains_bonus"] == bonus
    other = scored(line("blue", trains_left=left), line("red"), settings={"trains_bonus": [3, 1]})
    assert other["seats"][0]["trains_bonus"] == {0: 3, 1: 1}.get(left, 0)


def test_lw_55_w_50_given_totals_below_zero_then_they_are_raised_and_places_strict() -> None:
    answer = scored(
        line("blue", tickets=["boston-baltimore", "montreal-quebec", "new-york-boston"], coins=2),  # 2 − 5
        line("red", tickets=["nashville-montreal"], coins=1),  # 1 − 9
        line("green", "baltimore-philadelphia:1", "baltimore-norfolk:1", coins=3 + 4, trains_left=3),
    )
    slips = answer["seats"]
    assert [one["tickets"] for one in slips] == [-5, -9, 0]
    assert [one["total"] for one in slips] == [0, 0, 14]
    assert answer["places"] == [["green"], ["red"], ["blue"]]
    assert (answer["winners"], answer["caboose"]) == (["green"], "blue")


def test_lw_55_given_parts_below_zero_then_only_the_total_is_raised() -> None:
    one = scored(line("blue", tickets=["mobile-boston"], coins=4), line("red"))["seats"][0]
    assert (one["coins"], one["tickets"], one["total"]) == (4, -11, 0)


def test_lw_56_given_the_longest_way_then_no_bonus_but_its_length_is_told() -> None:
    answer = scored(line("blue", "albany-new-york", "albany-boston"), line("red"))
    assert (answer["seats"][0]["longest"], answer["seats"][0]["longest_bonus"]) == (2, 0)
    assert answer["seats"][0]["total"] == 0


def test_lw_57_given_ties_at_any_place_then_more_tickets_and_then_the_later_seat() -> None:
    way = ("boston-new-york:1", "albany-new-york")
    answer = scored(
        line("black", coins=9),
        line("blue", *way, tickets=["new-york-boston"], coins=4),
        line("red", coins=5),
        line("green", coins=5),
    )
    assert answer["places"] == [["black"], ["blue"], ["green"], ["red"]]
    assert [one["place"] for one in answer["seats"]] == [1, 2, 4, 3]
    assert answer["caboose"] == "red"
    shared = scored(line("red", coins=5), line("green", coins=5), settings={"tie_breaks": []})
    assert (shared["places"], shared["caboose"]) == ([["red", "green"]], "green")


def test_lw_58_given_seats_floored_to_zero_then_the_tie_break_says_who_is_last() -> None:
    two = ["chicago-baltimore", "chicago-montreal"]
    answer = scored(
        line("blue", tickets=two),
        line("red", "boston-new-york:1", tickets=["mobile-boston", "new-york-boston"]),
        line("green", tickets=["mobile-charlotte"]),
    )
    assert [one["total"] for one in answer["seats"]] == [0, 0, 0]
    assert answer["places"] == [["red"], ["green"], ["blue"]]


def test_given_positions_that_cannot_be_then_violations_name_the_rule() -> None:
    answer = scored(
        line("blue", "buffalo-montreal:1", coins=-1, trains_left=19), line("red", "buffalo-montreal:2")
    )
    numbers = [text.partition(":")[0] for text in answer["violations"]]
    assert sorted(numbers) == ["LW-2", "LW-2", "LW-38", "LW-5"]
    fine = scored(line("blue", trains_left=24), line("red"), settings={"seat_trains": ["blue=24"]})
    assert fine["violations"] == []


def test_given_untracked_cards_then_company_bonuses_count_and_the_table_tells_the_rest() -> None:
    game = fresh(2, "untracked", trains=6)
    assert why(game, ResolveEvent(seat="blue", cards=1))[0] == "cards-not-tracked"
    game = play(game, claim("blue", "baltimore-norfolk:1", None))
    assert game.state.coins == {"blue": 7, "red": 5}
    assert why(game, ResolveEvent(seat="blue", coins=-8)) == ("too-few-coins", "LW-5")
    game, events = did(game, ResolveEvent(seat="blue", coins=-3))
    assert (kinds(events), game.state.to_move) == (["event-resolved", "coins-paid"], "red")
    assert play(game, Undo(seat="blue")).state.coins["blue"] == 7
    game = play(game, claim("red", "cincinnati-pittsburgh:2", None), claim("blue", "mobile-savannah:1", None))
    assert game.state.turns_left == 1
    game = play(game, EndTurn(seat="red"), EndTurn(seat="blue"))
    assert game.state.phase == "declaring"
    game = play(game, ResolveEvent(seat="red", coins=4))  # counted again before the slips are filled in
    game = play(game, DeclareTickets(seat="blue", tickets=(TicketId("new-york-boston"),)))
    game = play(game, DeclareTickets(seat="red", tickets=()))
    result = game.state.result
    assert result is not None
    assert [(one.coins, one.trains_bonus, one.tickets, one.total) for one in result.scores] == [
        (6, 12, -1, 17), (11, 7, 0, 18),
    ]  # fmt: skip
    assert score_position(position_of(game.state))["winners"] == ["red"]


def test_given_the_referee_then_a_claim_is_told_with_its_dollars_and_a_view_shows_them() -> None:
    umpire = Referee(MAP, EDITION, ["blue", "red"], seed=3, cards="untracked", explain=explain)
    lines = umpire.line('{"do": "claim-route", "seat": "blue", "route": "baltimore-norfolk:1"}')
    assert [json.loads(one).get("type") for one in lines] == [
        "route-claimed",
        "coins-paid",
        "card-gained",
        "turn-started",
        None,
    ]
    shown = json.loads(umpire.line('{"ask": "position"}')[0])["position"]
    assert shown["seats"][0]["coins"] == 7
    assert shown["seats"][0]["trains_left"] == 19
    refusal = json.loads(umpire.line('{"do": "claim-route", "seat": "red", "route": "mobile-florida"}')[0])
    assert refusal["error"]["rule"] == "LW-35"
    wrong = json.loads(umpire.line('{"do": "resolve-event", "seat": "red", "coins": 9999}')[0])
    assert wrong["error"]["code"] == "bad-data"
    assert Game.replay(umpire.game.events).state.owners == {RouteId("baltimore-norfolk:1"): "blue"}
