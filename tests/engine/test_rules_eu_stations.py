"""EU-36 to EU-50: tickets, stations, loans and the end of Europe. W-26 to W-38, W-56, F-18, X-19, X-20."""

import json
from typing import cast

import pytest

from engine import (
    LOCOMOTIVE,
    BuildStation,
    Card,
    CityId,
    ClaimRoute,
    DrawTickets,
    GameEnded,
    KeepTickets,
    Reason,
    RouteId,
    Seat,
    StationBuilt,
    Undo,
    legal,
    score_position,
    view,
)
from tests.engine.rule_bench import begin, by_hand, cards, others_draw, play, refused

Line = dict[str, object]

EU = "europe"
WIEN = CityId("wien")


def build(city: str, cards: tuple[Card, ...] | None = None, seat: Seat = "blue") -> BuildStation:
    return BuildStation(seat=seat, city=CityId(city), cards=cards)


def test_eu_36_given_the_ticket_action_then_three_regular_ones_one_kept_the_rest_to_the_bottom() -> None:
    game = play(begin(rules=EU), DrawTickets(seat="blue"))
    offered = game.state.offered["blue"]
    assert [game.state.game_map.tickets[ticket].deck for ticket in offered] == ["regular"] * 3
    assert refused(game, KeepTickets(seat="blue", tickets=())).rule == "EU-36"
    kept = play(game, KeepTickets(seat="blue", tickets=offered[1:2]))
    assert kept.state.ticket_deck[-2:] == (offered[0], offered[2])
    few = play(begin(rules=EU, ticket_deck=["paris-wien"]), DrawTickets(seat="blue"))
    assert few.state.offered["blue"] == ("paris-wien",)
    assert refused(begin(rules=EU, ticket_deck=[]), DrawTickets(seat="blue")).rule == "EU-36"


def test_eu_37_given_kept_tickets_then_they_stay_hidden_and_as_many_as_one_likes() -> None:
    game = begin(rules=EU)
    for _ in range(3):
        game = play(game, DrawTickets(seat="blue"))
        game = play(game, KeepTickets(seat="blue", tickets=game.state.offered["blue"]))
        game = others_draw(game)
    held = game.state.tickets["blue"]
    assert len(held) == 2 + 9
    assert not any(ticket in json.dumps(view(game.state, "red")["seats"]) for ticket in held)
    back = KeepTickets(seat="blue", tickets=held[:1])
    assert refused(game, back).rule == "EU-37"


def test_eu_38_given_an_empty_city_then_a_station_stands_there_own_route_or_not() -> None:
    game = begin(rules=EU, hands={"blue": "r", "red": "r"})
    game = play(game, build("wien", cards("r")))
    assert game.state.stations == {WIEN: "blue"}
    refusal = refused(game, build("wien", cards("r"), "red"))
    assert (refusal.reason, refusal.rule, refusal.holder) == (Reason.CITY_TAKEN, "EU-38", "blue")
    assert refused(game, build("atlantis", cards("r"), "red")).reason is Reason.NO_SUCH_CITY


def test_eu_39_f_18_given_three_stations_then_a_fourth_is_refused_and_none_is_moved() -> None:
    game = begin(rules=EU, hands={"blue": "rggkkkllll"})
    for city, paid in (("wien", "r"), ("roma", "gg"), ("kyiv", "kkk")):
        game = others_draw(play(game, build(city, cards(paid))))
    assert game.state.hand_size("blue") == 4
    for city in ("wien", "paris"):
        refusal = refused(game, build(city, cards("llll")))
        assert refusal.reason in (Reason.NO_STATIONS_LEFT, Reason.CITY_TAKEN)
    assert refused(game, build("paris", cards("llll"))).rule == "EU-39"
    assert not [command for command in legal(game.state) if isinstance(command, BuildStation)]


@pytest.mark.parametrize(
    ("paid", "reason"),
    [
        ("rrl", None),
        ("lll", None),
        ("rrr", None),
        ("rbl", Reason.MIXED_COLOURS),
        ("rr", Reason.WRONG_NUMBER_OF_CARDS),
        ("rrrr", Reason.WRONG_NUMBER_OF_CARDS),
        ("bbb", Reason.CARDS_NOT_IN_HAND),
    ],
)
def test_eu_40_w_56_given_the_third_station_then_three_cards_of_one_colour_with_locomotives(
    paid: str, reason: Reason | None
) -> None:
    game = begin(rules=EU, hands={"blue": "rrrrrrrblll"})
    game = others_draw(play(game, build("wien", cards("r"))))
    game = others_draw(play(game, build("roma", cards("rr"))))
    command = build("kyiv", cards(paid))
    if reason is None:
        before = len(game.state.discards)
        after = play(game, command).state
        assert len(after.discards) + len(after.deck) >= before + 3
        assert after.hand_size("blue") == game.state.hand_size("blue") - 3
        return
    refusal = refused(game, command)
    assert (refusal.reason, refusal.rule, refusal.secret) == (reason, "EU-40", True)


def test_eu_40_given_no_cards_named_or_no_card_of_the_edition_then_refused() -> None:
    game = begin(rules=EU, hands={"blue": "r"})
    assert refused(game, build("wien")).rule == "EU-40"
    assert refused(game, build("wien", (Card("pink"),))).reason is Reason.NO_SUCH_CARD
    untracked = begin(2, "untracked", rules=EU)
    assert refused(untracked, build("wien", (Card("red"),))).reason is Reason.CARDS_NOT_TRACKED


def test_eu_41_given_a_station_then_it_is_the_whole_turn() -> None:
    game = play(begin(rules=EU, hands={"blue": "r"}), build("wien", cards("r")))
    assert game.state.to_move == "red"
    assert [event for event in game.events if isinstance(event, StationBuilt)] == [
        StationBuilt(seat="blue", city=WIEN, number=1, left=2, cards=cards("r"))
    ]
    again = play(game, Undo(seat="blue"))
    assert (again.state.stations, again.state.to_move) == ({}, "blue")


def test_eu_42_given_a_station_then_no_claim_is_blocked_and_no_train_is_used() -> None:
    game = play(begin(rules=EU, hands={"blue": "r", "red": "bbbb"}), build("wien", cards("r")))
    assert game.state.trains["blue"] == 45
    claim = ClaimRoute(seat="red", route=RouteId("warszawa-wien"), cards=cards("bbbb"))
    assert play(game, claim).state.owners == {"warszawa-wien": "red"}
    seats = cast(list[Line], view(game.state, None)["seats"])
    assert [(line["stations"], line["stations_left"]) for line in seats] == [(["wien"], 2), ([], 3)]


def test_eu_48_given_two_trains_left_then_one_final_turn_each() -> None:
    game = begin(rules=EU, trains={"blue": 3}, hands={"blue": "pl"})
    game = play(game, ClaimRoute(seat="blue", route=RouteId("dieppe-paris"), cards=cards("p")))
    assert game.state.turns_left == 1
    game = others_draw(game)
    game = play(game, build("wien", cards("l")))
    assert isinstance(game.events[-1], GameEnded)
    assert [line.stations for line in game.events[-1].scores] == [8, 12]


Ways = tuple[list[tuple[str, str, int]], list[tuple[str, str, int]], dict[str, object]]


def test_eu_50_w_38_given_a_tie_then_tickets_then_fewest_stations_then_the_express() -> None:
    frugal: Ways = ([("A", "B", 1)], [("A", "B", 10)], {})
    express: Ways = ([("C", "D", 3)], [("C", "D", 9)], {"stations": ["A"]})
    score = by_hand(EU, express, frugal, longest_bonus=2)
    assert [line["total"] for line in cast(list[Line], score["seats"])] == [23, 23]
    assert score["winners"] == ["red"]
    two: Ways = ([("C", "D", 1), ("E", "F", 1)], [("C", "D", 5), ("E", "F", 4)], {"stations": ["A"]})
    more = by_hand(EU, ([("A", "B", 2)], [("A", "B", 11)], {"stations": ["C"]}), two, longest_bonus=0)
    assert more["winners"] == ["blue"]
    level: tuple[Ways, Ways] = (
        ([("A", "B", 2)], [("A", "B", 7)], {}),
        ([("C", "D", 1), ("D", "E", 1)], [("C", "E", 7)], {}),
    )
    assert by_hand(EU, *level, longest_bonus=0)["winners"] == ["blue", "red"]


def test_eu_50_x_20_given_the_setting_lent_then_stations_that_lend_nothing_do_not_count() -> None:
    none: Ways = ([("A", "B", 1)], [("A", "B", 4)], {})
    idle: Ways = ([("C", "D", 1)], [("C", "D", 8)], {"stations": ["A"]})
    settings = {"tie_breaks": ["stations"], "longest_bonus": 0}
    assert by_hand(EU, none, idle, **settings)["winners"] == ["blue"]
    assert by_hand(EU, none, idle, **settings, stations_used="lent")["winners"] == ["blue", "red"]


def test_eu_38_eu_39_given_a_position_that_breaks_them_then_it_is_scored_and_told() -> None:
    position = {
        "edition": EU,
        "seats": [
            {"seat": "blue", "stations": ["wien", "roma", "kyiv", "riga"]},
            {"seat": "red", "stations": ["wien"]},
        ],
    }
    told = cast(list[str], score_position(position)["violations"])
    assert [text[:5] for text in told] == ["EU-39", "EU-38"]


def test_eu_40_given_a_hand_then_legal_lists_each_payment_of_a_station_once() -> None:
    state = begin(rules=EU, hands={"blue": "rrl"}).state
    wien = [
        command.cards
        for command in legal(state)
        if isinstance(command, BuildStation) and command.city == WIEN
    ]
    assert wien == [("red",), (LOCOMOTIVE,)]
