"""EU-1 to EU-22 and EU-33: setup, drawing, claims and ferries of Europe. W-51 to W-53, F-5, F-7, F-19."""

from collections import Counter
from collections.abc import Sequence

import pytest

from engine import (
    LOCOMOTIVE,
    SEATS,
    BuildStation,
    Card,
    CityId,
    ClaimRoute,
    Command,
    DrawCard,
    DrawTickets,
    EndTurn,
    Game,
    KeepTickets,
    Reason,
    RouteId,
    State,
    legal,
    payments,
)
from tests.engine.rule_bench import DECK, begin, cards, claim, conserved, others_draw, play, refused, row, why

EU = "europe"
RED = Card("red")


def new(seats: int, seed: int = 1, **settings: object) -> Game:
    return Game.new(EU, EU, SEATS[:seats], "dealt", seed, settings)


def test_eu_1_given_a_new_game_then_45_trains_and_3_stations_each_and_the_deck_of_110() -> None:
    state = new(5).state
    assert set(state.trains.values()) == {45}
    assert state.settings.stations == 3
    assert conserved(state) == (110, 46)


@pytest.mark.parametrize(("seats", "left"), [(2, 97), (3, 93), (4, 89), (5, 85)])
def test_eu_2_f_5_given_setup_then_four_cards_each_and_five_face_up(seats: int, left: int) -> None:
    state = next(g.state for g in (new(seats, seed) for seed in range(99)) if not g.state.discards)
    assert {state.hand_size(seat) for seat in state.seats} == {4}
    assert (len(state.row), len(state.deck)) == (5, left)


def long_ones(state: State, tickets: Sequence[str]) -> list[str]:
    return [ticket for ticket in tickets if state.game_map.tickets[ticket].deck == "long"]  # type: ignore[index]


def test_eu_3_given_setup_then_one_long_ticket_each_and_the_others_are_never_drawn() -> None:
    game = new(3)
    for seat in game.state.seats:
        assert len(long_ones(game.state, game.state.offered[seat])) == 1
    assert len(long_ones(game.state, game.state.removed)) == 3
    assert not long_ones(game.state, game.state.ticket_deck)
    for seat in game.state.seats:
        game = play(game, KeepTickets(seat=seat, tickets=game.state.offered[seat]))
    while game.state.ticket_deck:
        seat = game.state.seats[(game.state.turn - 1) % 3]
        game = play(game, DrawTickets(seat=seat))
        assert not long_ones(game.state, game.state.offered[seat])
        game = play(game, KeepTickets(seat=seat, tickets=game.state.offered[seat]))
    assert len({ticket for held in game.state.tickets.values() for ticket in held}) == 43


def test_eu_3_given_other_numbers_of_long_tickets_then_so_many_are_dealt() -> None:
    for count in (0, 2):
        state = new(2, start_long_tickets=count).state
        assert [len(long_ones(state, state.offered[seat])) for seat in state.seats] == [count, count]
    with pytest.raises(ValueError, match="6 long tickets are too few"):
        new(4, start_long_tickets=2)


def test_eu_4_given_setup_then_three_regular_tickets_as_well() -> None:
    state = new(4).state
    for seat in state.seats:
        offered = state.offered[seat]
        assert (len(offered), len(long_ones(state, offered))) == (4, 1)


def test_eu_5_given_four_tickets_then_at_least_two_are_kept_the_long_one_or_not() -> None:
    game = new(2)
    offered = game.state.offered["blue"]
    long = long_ones(game.state, offered)[0]
    refusal = refused(game, KeepTickets(seat="blue", tickets=offered[:1]))
    assert (refusal.reason, refusal.rule, refusal.need) == (Reason.KEEP_MORE_TICKETS, "EU-5", 2)
    without = tuple(ticket for ticket in offered if ticket != long)
    for kept in (without[:2], without, offered, (offered[0], without[1])):
        assert play(game, KeepTickets(seat="blue", tickets=kept)).state.tickets["blue"] == kept


def test_eu_6_f_7_given_unwanted_tickets_at_the_start_then_they_go_to_the_box() -> None:
    game = new(4)
    for seat in game.state.seats:
        game = play(game, KeepTickets(seat=seat, tickets=game.state.offered[seat][:3]))
    state = game.state
    assert (len(state.ticket_deck), len(state.removed)) == (28, 2 + 4)
    bottom = Game.new(EU, EU, SEATS[:2], "dealt", 1, {"start_tickets_unkept": "bottom"})
    for seat in ("blue", "red"):
        bottom = play(bottom, KeepTickets(seat=seat, tickets=bottom.state.offered[seat][:2]))
    assert len(bottom.state.ticket_deck) == 40 - 6 + 4


def test_eu_7_given_the_order_of_the_seats_then_the_first_named_begins() -> None:
    game = Game.new(EU, EU, ("green", "blue"), "dealt", 1)
    for seat in game.state.seats:
        game = play(game, KeepTickets(seat=seat, tickets=game.state.offered[seat]))
    assert game.state.to_move == "green"


def test_eu_8_given_a_turn_then_it_is_one_of_four_actions() -> None:
    game = begin(rules=EU, hands={"blue": "rrrr"})
    kinds = {type(command).__name__ for command in legal(game.state)}
    assert kinds == {"DrawCard", "ClaimRoute", "DrawTickets", "BuildStation"}
    for act in (
        claim("berlin-danzig", (RED,) * 4),
        BuildStation(seat="blue", city=CityId("wien"), cards=(RED,)),
    ):
        assert play(game, act).state.to_move == "red"


def test_eu_9_given_a_draw_then_two_colour_cards_or_one_face_up_locomotive() -> None:
    game = begin(rules=EU, row="lrbgy", deck="kwop")
    assert play(game, row(0)).state.to_move == "red"
    second = play(game, row(2))
    assert refused(second, row(0)).rule == "EU-9"
    assert play(second, DECK).state.to_move == "red"
    assert play(game, row(1), row(1)).state.to_move == "red"


def test_eu_10_given_blind_locomotives_then_both_count_as_one_card() -> None:
    game = play(begin(rules=EU, row="rbgyk", deck="llop", hands={"blue": ""}), DECK)
    assert game.state.phase == "second-card"
    game = play(game, DECK)
    assert (game.state.hands["blue"], game.state.to_move) == ({LOCOMOTIVE: 2}, "red")


def test_eu_11_given_a_card_of_the_row_then_it_is_replaced_before_anything_else() -> None:
    game = play(begin(rules=EU, row="rbgyk", deck="wop"), row(4))
    assert game.state.row == ("red", "blue", "green", "yellow", "white")


def test_eu_12_given_three_locomotives_then_the_row_goes_and_a_dry_pile_is_made_anew() -> None:
    flushed = play(begin(rules=EU, row="llrbg", deck="lkwopyr"), row(2))
    assert LOCOMOTIVE not in flushed.state.row
    dry = play(begin(rules=EU, row="rbgyk", deck="w", discards="oo"), DECK)
    assert dry.state.deck == ("orange", "orange")
    assert refused(begin(rules=EU, row="", deck="", discards=""), DECK).rule == "EU-12"
    # The row alone is enough for a draw in this document.
    assert play(begin(rules=EU, row="rg", deck="", discards=""), row(0)).state.phase == "second-card"


def test_eu_13_given_a_set_then_number_and_colour_match_and_locomotives_stand_in() -> None:
    game = begin(rules=EU, hands={"blue": "bbbbrll"})
    for wrong, reason in (
        ("bb", Reason.WRONG_NUMBER_OF_CARDS),
        ("bbbbl", Reason.WRONG_NUMBER_OF_CARDS),
        ("bbbr", Reason.MIXED_COLOURS),
        ("rlll", Reason.WRONG_COLOUR),
        ("blll", Reason.CARDS_NOT_IN_HAND),
    ):
        assert why(game, claim("warszawa-wien", cards(wrong))) == (reason, "EU-13")
    for right in ("bbbb", "bbll"):
        assert play(game, claim("warszawa-wien", cards(right))).state.points["blue"] == 7


def test_eu_14_given_a_gray_route_then_any_one_colour() -> None:
    game = begin(rules=EU, hands={"blue": "rrkk"})
    assert refused(game, claim("kyiv-wilno", cards("rk"))).rule == "EU-14"
    for right in ("rr", "kk"):
        assert play(game, claim("kyiv-wilno", cards(right))).state.owners == {"kyiv-wilno": "blue"}


def test_eu_15_given_a_route_then_it_is_claimed_whole_and_anywhere() -> None:
    game = begin(rules=EU, hands={"blue": "rrkkkk", "red": "rr"})
    game = play(game, claim("kyiv-wilno", cards("rr")))
    assert refused(game, claim("kyiv-wilno", cards("rr"), "red")).rule == "EU-15"
    game = play(game, DrawCard(seat="red", source="deck"), DrawCard(seat="red", source="deck"))
    assert play(game, claim("bucuresti-kyiv", cards("kkkk"))).state.points["blue"] == 9
    far = play(game, claim("berlin-danzig", cards("kkkk")))
    assert far.state.owners == {"kyiv-wilno": "blue", "berlin-danzig": "blue"}


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_eu_16_f_19_given_two_parallel_routes_then_nobody_has_both_and_few_seats_use_one(seats: int) -> None:
    game = begin(seats, rules=EU, hands={"blue": "rw", "red": "w"})
    game = play(game, claim("budapest-wien:1", cards("r")))
    twin = claim("budapest-wien:2", cards("w"), "red")
    if seats <= 3:
        assert why(game, twin) == (Reason.DOUBLE_ROUTE_CLOSED, "EU-16")
        return
    assert play(game, twin).state.owners[RouteId("budapest-wien:2")] == "red"
    game = others_draw(game)
    assert refused(game, claim("budapest-wien:2", cards("w"))).reason is Reason.OWN_DOUBLE


def test_eu_17_given_a_claim_then_its_cards_are_discarded_and_nothing_moves_it() -> None:
    game = play(begin(rules=EU, hands={"blue": "bbll"}, discards="g"), claim("warszawa-wien", cards("bbll")))
    assert Counter(game.state.discards) == Counter(cards("gbbll"))
    assert game.state.hands["blue"] == {}


def test_eu_18_given_lengths_of_this_map_then_1_2_4_7_15_and_21_points() -> None:
    points = {}
    for route in begin(rules=EU).state.game_map.routes.values():
        if route.kind == "train" and route.length not in points:
            game = begin(rules=EU, hands={"blue": "l" * route.length})
            game = play(game, claim(route.id, (LOCOMOTIVE,) * route.length))
            points[route.length] = game.state.points["blue"]
    table = begin(rules=EU).state.settings.route_points
    assert points == {1: 1, 2: 2, 3: 4, 4: 7}
    assert (table[5], table[7]) == (15, 21)  # a ferry and a tunnel of 6, a tunnel of 8


FERRY = "palermo-smyrna"  # six spaces, two locomotives


@pytest.mark.parametrize("paid", ["llrrrr", "llllrr", "llllll"])
def test_eu_20_w_53_given_a_ferry_then_the_rest_takes_one_colour_and_more_locomotives(paid: str) -> None:
    game = play(begin(rules=EU, hands={"blue": paid}), claim(FERRY, cards(paid)))
    assert (game.state.points["blue"], game.state.trains["blue"]) == (15, 39)


def test_eu_19_w_53_given_fewer_locomotives_than_shown_then_refused() -> None:
    game = begin(rules=EU, hands={"blue": "llrrrrrrrb"})
    refusal = refused(game, claim(FERRY, cards("lrrrrr")))
    assert (refusal.reason, refusal.rule) == (Reason.TOO_FEW_LOCOMOTIVES, "EU-19")
    assert (refusal.need, refusal.have, refusal.secret) == (2, 1, True)
    assert refused(game, claim(FERRY, cards("lrrrrrrr"))).reason is Reason.WRONG_NUMBER_OF_CARDS
    assert refused(game, claim(FERRY, cards("llrrrb"))).reason is Reason.MIXED_COLOURS


def test_eu_21_given_locomotives_alone_then_a_ferry_is_paid() -> None:
    game = begin(rules=EU, hands={"blue": "ll"})
    assert payments(game.state, "blue", RouteId("amsterdam-london")) == (cards("ll"),)
    assert play(game, claim("amsterdam-london", cards("ll"))).state.points["blue"] == 2


def test_eu_22_given_colour_cards_then_they_never_replace_a_required_locomotive() -> None:
    state = begin(rules=EU, hands={"blue": "l" + "r" * 12 + "b" * 12}).state
    claims = [command.route for command in legal(state) if isinstance(command, ClaimRoute)]
    asked = {route: state.game_map.routes[route].locomotives for route in claims}
    assert "dieppe-london:1" in claims
    assert max(asked.values()) == 1


def test_eu_33_given_too_few_trains_then_no_claim_and_no_bid() -> None:
    game = begin(rules=EU, trains={"blue": 1}, hands={"blue": "bbbb"})
    for route in ("munchen-venezia", "berlin-essen"):
        assert why(game, claim(route, cards("bb"))) == (Reason.TOO_FEW_TRAINS, "EU-33")


def test_eu_18_given_cards_untracked_then_claims_of_every_kind_name_none() -> None:
    game = begin(2, "untracked", rules=EU)
    for route in ("palermo-smyrna", "munchen-venezia", "berlin-essen"):
        assert play(game, claim(route, None)).state.owners == {route: "blue"}
    commands: list[Command] = [EndTurn(seat="blue"), BuildStation(seat="blue", city=CityId("roma"))]
    assert [play(game, command).state.to_move for command in commands] == ["red", "red"]
