"""Europe: what stations lend to the tickets of their seats, by the rules and by choice."""

from collections.abc import Sequence
from typing import Any, cast

import pytest

from engine import (
    SEATS,
    CardMode,
    ChooseLoans,
    CityId,
    ClaimRoute,
    DeclareTickets,
    DrawCard,
    DrawTickets,
    EndTurn,
    Game,
    LoansAsked,
    LoansChosen,
    Reason,
    RouteId,
    TicketId,
    game_map,
    legal,
    map_from,
    position_of,
    score_position,
)
from tests.engine.rule_bench import begin, cards, play, refused, why
from tests.engine.test_rules_eu_stations import EU, WIEN, Line, build


def europe(*tickets: tuple[str, str, int]) -> dict[str, object]:
    """The map of Europe with other tickets, as map/1."""
    board = game_map("europe")
    return {
        "format": "map/1",
        "id": "europe",
        "cities": [{"id": city} for city in board.cities],
        "routes": [
            {"id": r.id, "a": r.a, "b": r.b, "length": r.length, "colour": r.colour, "group": r.group}
            for r in board.routes.values()
        ],
        "tickets": [{"id": f"{a}-{b}", "cities": [a, b], "value": value} for a, b, value in tickets],
    }


def final(
    tickets: Sequence[tuple[str, str, int]],
    stations: Sequence[str],
    red: Sequence[str] = ("berlin-frankfurt:1",),
    blue: Sequence[str] = ("dieppe-paris", "frankfurt-paris:1"),
    settings: dict[str, object] | None = None,
) -> tuple[Line, Line]:
    """The lines of blue, who has the tickets and the stations, and of red."""
    position = {
        "edition": EU,
        "map": europe(*tickets),
        "settings": settings or {},
        "seats": [
            {
                "seat": "blue",
                "routes": list(blue),
                "tickets": [f"{a}-{b}" for a, b, _ in tickets],
                "stations": list(stations),
            },
            {"seat": "red", "routes": list(red)},
        ],
    }
    lines = cast(list[Line], score_position(position)["seats"])
    return lines[0], lines[1]


DIEPPE_BERLIN = ("dieppe", "berlin", 9)


def test_eu_43_eu_49_w_26_given_a_station_in_berlin_then_red_lends_the_last_route() -> None:
    blue, red = final([DIEPPE_BERLIN], ["berlin"])
    assert (blue["routes"], blue["tickets"], blue["stations"], blue["longest_bonus"]) == (5, 9, 8, 10)
    assert (blue["total"], red["total"]) == (32, 16)
    assert blue["borrowed"] == {"berlin": "berlin-frankfurt:1"}


@pytest.mark.parametrize(("city", "points"), [("frankfurt", 9), ("danzig", -9)])
def test_eu_43_w_27_w_28_given_the_station_at_the_other_end_or_far_away(city: str, points: int) -> None:
    assert final([DIEPPE_BERLIN], [city])[0]["tickets"] == points


BOTH = ("berlin-frankfurt:1", "frankfurt-munchen")
TWO = (("dieppe", "berlin", 9), ("dieppe", "munchen", 7))


def test_eu_44_w_29_given_two_tickets_over_one_station_then_one_loan_for_both() -> None:
    blue, _ = final(TWO, ["frankfurt"], BOTH)
    assert (blue["tickets"], blue["tickets_completed"]) == (2, 1)
    assert blue["borrowed"] == {"frankfurt": "berlin-frankfurt:1"}


def test_eu_44_w_30_given_a_second_station_then_both_tickets_are_done() -> None:
    blue, _ = final(TWO, ["frankfurt", "munchen"], BOTH)
    assert (blue["tickets"], blue["stations"]) == (16, 4)


def test_eu_46_w_31_given_equal_points_then_the_choice_with_more_completed_tickets() -> None:
    tickets = (("dieppe", "berlin", 10), ("dieppe", "munchen", 5), ("paris", "munchen", 5))
    blue, _ = final(tickets, ["frankfurt"], BOTH)
    assert (blue["tickets"], blue["tickets_completed"]) == (0, 2)
    assert blue["borrowed"] == {"frankfurt": "frankfurt-munchen"}


@pytest.mark.parametrize(("stations", "points"), [(["frankfurt", "danzig"], 12), (["frankfurt"], -12)])
def test_eu_43_w_32_w_33_given_a_way_over_two_foreign_routes_then_two_stations_are_needed(
    stations: list[str], points: int
) -> None:
    red = ("berlin-frankfurt:1", "berlin-danzig")
    assert final([("paris", "danzig", 12)], stations, red)[0]["tickets"] == points


def test_eu_45_w_34_given_a_station_with_nothing_foreign_then_it_does_not_spoil_the_other() -> None:
    for stations in (["berlin", "pamplona"], ["pamplona", "berlin"]):
        blue, _ = final([DIEPPE_BERLIN], stations)
        assert (blue["tickets"], blue["stations_placed"]) == (9, 2)
        assert blue["borrowed"] == {"berlin": "berlin-frankfurt:1", "pamplona": None}


def test_eu_45_w_35_given_an_open_route_then_it_is_no_loan() -> None:
    assert final([DIEPPE_BERLIN], ["berlin"], red=())[0]["tickets"] == -9


def test_eu_45_given_an_own_parallel_route_then_nothing_is_lent_in_vain() -> None:
    blue, _ = final([("dieppe", "berlin", 9)], ["frankfurt"], red=("frankfurt-paris:2", "berlin-frankfurt:1"))
    assert blue["borrowed"] == {"frankfurt": "berlin-frankfurt:1"}


def test_eu_47_w_36_given_a_loan_between_own_pieces_then_longest_and_lender_are_as_before() -> None:
    own = ("dieppe-paris", "frankfurt-paris:1", "berlin-danzig")
    blue, red = final([("dieppe", "danzig", 9)], ["berlin"], blue=own)
    assert (blue["tickets"], blue["longest"], red["longest"], red["tickets"]) == (9, 4, 3, 0)
    assert "berlin-frankfurt:1" not in cast(list[str], blue["longest_trail"])


def test_eu_49_w_37_given_no_station_built_then_four_points_for_each() -> None:
    blue, red = final([], [])
    assert (blue["total"], red["total"]) == (5 + 12 + 10, 4 + 12)
    assert final([], [], red=())[1]["total"] == 12
    other, _ = final([], ["roma"], settings={"station_points": 5, "stations": 2})
    assert other["stations"] == 5


def asked_game(mode: CardMode = "dealt") -> Game:
    """A game in its last turns; loans will be asked for: blue has a station in Wien, red a route."""
    board = map_from(europe(("berlin", "wien", 8), ("wien", "kyiv", 9), ("roma", "paris", 3)))
    hands: dict[str, Any] = {"hands": {"blue": "r", "red": "ggg"}} if mode == "dealt" else {}
    game = begin(
        2,
        mode,
        rules=EU,
        settings={"loans": "ask", "end_at": 45, "start_long_tickets": 0, "start_tickets": 1},
        board=board,
        **hands,
        tickets={"blue": ["berlin-wien"], "red": []},
    )
    dealt = mode == "dealt"
    game = play(game, build("wien", cards("r") if dealt else None))
    paid = cards("ggg") if dealt else None
    return play(game, ClaimRoute(seat="red", route=RouteId("berlin-wien"), cards=paid))


def test_x_19_given_the_setting_ask_then_the_seat_chooses_what_its_station_lends() -> None:
    game = asked_game()
    game = play(game, DrawCard(seat="blue", source="deck"), DrawCard(seat="blue", source="deck"))
    assert isinstance(game.events[-1], LoansAsked)
    assert (game.state.phase, game.state.waiting_for()) == ("loans", ("blue",))
    for loans in ({"wien": "warszawa-wien"}, {"roma": None}):
        wish = {CityId(city): None if route is None else RouteId(route) for city, route in loans.items()}
        assert why(game, ChooseLoans(seat="blue", loans=wish)) == (Reason.NO_SUCH_LOAN, "EU-45")
    assert refused(game, ChooseLoans(seat="red", loans={})).reason is Reason.NOTHING_TO_CHOOSE
    assert refused(game, DrawTickets(seat="blue")).reason is Reason.GAME_OVER
    assert len(list(legal(game.state))) == 2
    lent = play(game, ChooseLoans(seat="blue", loans={WIEN: RouteId("berlin-wien")}))
    refused_help = play(game, ChooseLoans(seat="blue", loans={}))
    for end, points in ((lent, 8), (refused_help, -8)):
        assert end.state.result is not None
        assert end.state.result.scores[0].tickets == points
        assert Game.replay(end.events, end.state.game_map).state == end.state
    position = {**position_of(refused_help.state), "map": europe(("berlin", "wien", 8))}
    assert cast(list[Line], score_position(position)["seats"])[0]["tickets"] == -8


def test_x_19_given_cards_untracked_then_loans_are_asked_for_after_the_tickets() -> None:
    game = play(asked_game("untracked"), EndTurn(seat="blue"))
    assert game.state.phase == "declaring"
    told = DeclareTickets(seat="blue", tickets=(TicketId("berlin-wien"),))
    game = play(game, told, DeclareTickets(seat="red", tickets=()))
    assert game.state.phase == "loans"
    game = play(game, ChooseLoans(seat="blue", loans={WIEN: RouteId("berlin-wien")}))
    chosen = [event for event in game.events if isinstance(event, LoansChosen)]
    assert chosen == [LoansChosen(seat="blue", loans={WIEN: RouteId("berlin-wien")})]
    assert game.state.result is not None
    assert game.state.result.scores[0].tickets == 8


def test_x_19_given_the_setting_ask_and_nothing_to_lend_then_nobody_is_asked() -> None:
    game = begin(rules=EU, settings={"loans": "ask", "end_at": 45})
    for seat in (*SEATS[:2], "blue"):
        game = play(game, DrawCard(seat=seat, source="deck"), DrawCard(seat=seat, source="deck"))
    assert game.state.phase == "over"
