"""What the documents leave open for all editions, and what is chosen: X-7, X-13, X-31 to X-37, X-39."""

import pytest

from engine import (
    EDITIONS,
    LOCOMOTIVE,
    SEATS,
    Card,
    ClaimRoute,
    DrawCard,
    EditionError,
    Game,
    KeepTickets,
    Pass,
    Refusal,
    RouteId,
    Seat,
    closed,
    map_from,
)
from tests.engine.rule_bench import STUCK, begin, play

ONE_DECK = ("us-accessible", "us-10th-anniversary", "europe")


def board(*routes: dict[str, object], tickets: int = 12) -> dict[str, object]:
    return {
        "format": "map/1",
        "id": "small",
        "cities": [{"id": city} for city in "abcdefg"],
        "routes": [{"id": f"r{number}", **route} for number, route in enumerate(routes)],
        "tickets": [{"id": f"t{number}", "cities": ["a", "b"], "value": 2} for number in range(tickets)],
    }


@pytest.mark.parametrize("rules", ONE_DECK)
def test_x_7_given_a_seat_that_can_do_nothing_then_it_passes_and_a_round_of_passes_ends_the_game(
    rules: str,
) -> None:
    game = play(begin(rules=rules, **STUCK), Pass(seat="blue"), Pass(seat="red"))
    assert game.state.result is not None
    assert game.state.result.why == "stuck"


def test_x_13_given_two_routes_between_the_same_cities_then_only_the_maps_group_makes_them_a_double() -> None:
    way: dict[str, object] = {"a": "a", "b": "b", "length": 1}
    for group, alone in (("ab", False), (None, True)):
        small = map_from(board({**way, "group": group}, {**way, "group": group}))
        game = begin(board=small, hands={"blue": "rr"})
        game = play(game, ClaimRoute(seat="blue", route=RouteId("r0"), cards=(Card("red"),)))
        assert (closed(game.state, "red", RouteId("r1")) is None) == alone
        assert (closed(game.state, "blue", RouteId("r1")) is None) == alone


@pytest.mark.parametrize(("rules", "tokens"), list(zip(ONE_DECK, ("one", "length", "length"), strict=True)))
def test_x_31_given_an_edition_then_its_tokens_a_route_and_the_supply_falls_by_the_length(
    rules: str, tokens: str
) -> None:
    for settings in ({}, {"tokens_per_route": "one"}, {"tokens_per_route": "length"}):
        game = begin(rules=rules, hands={"blue": "llll"}, settings=settings)
        assert game.state.settings.tokens_per_route == settings.get("tokens_per_route", tokens)
        route = next(r.id for r in game.state.game_map.routes.values() if (r.length, r.kind) == (4, "train"))
        game = play(game, ClaimRoute(seat="blue", route=route, cards=(LOCOMOTIVE,) * 4))
        assert game.state.trains["blue"] == 41


@pytest.mark.parametrize("rules", ONE_DECK)
def test_x_32_given_the_seats_in_any_order_then_the_first_named_begins(rules: str) -> None:
    order: tuple[Seat, ...] = ("yellow", "blue", "green")
    game = Game.new(rules, EDITIONS[rules].map, order, "dealt", 4)
    for seat in order:
        game = play(game, KeepTickets(seat=seat, tickets=game.state.offered[seat]))
    assert (game.state.to_move, game.state.next_seat("yellow")) == ("yellow", "blue")


@pytest.mark.parametrize("rules", ONE_DECK)
def test_x_33_x_34_given_other_numbers_then_the_game_is_played_with_them(rules: str) -> None:
    settings: dict[str, object] = {
        "start_tickets": 2,
        "start_keep": 1,
        "start_hand": 7,
        "row_size": 6,
        "flush_at": 4,
        "trains": 30,
    }
    state = Game.new(rules, EDITIONS[rules].map, SEATS[:2], "dealt", 1, settings).state
    extra = state.settings.start_long_tickets if rules == "europe" else 0
    assert {len(offered) for offered in state.offered.values()} == {2 + extra}
    assert (state.keep_at_least, len(state.row)) == (1, 6)
    assert (state.hand_size("blue"), state.trains["red"]) == (7, 30)
    assert state.row.count(LOCOMOTIVE) < 4


@pytest.mark.parametrize("rules", EDITIONS)
def test_x_35_given_a_route_in_a_colour_that_has_no_cards_then_the_map_is_refused(rules: str) -> None:
    small = map_from(board({"a": "a", "b": "b", "length": 2, "colour": "pink"}))
    with pytest.raises(EditionError, match="pink"):
        Game.new(rules, small, SEATS[:2], "untracked", 1)


def test_x_36_given_tickets_returned_then_they_lie_at_the_bottom_seat_by_seat_in_turn_order() -> None:
    game = Game.new("us-accessible", "usa", SEATS[:3], "dealt", 1)
    offered = game.state.offered
    for seat in ("green", "blue", "red"):
        game = play(game, KeepTickets(seat=seat, tickets=offered[seat][1:]))
    assert game.state.ticket_deck[-3:] == tuple(offered[seat][0] for seat in SEATS[:3])


@pytest.mark.parametrize("rules", ONE_DECK)
def test_x_37_given_a_face_up_locomotive_as_the_only_card_left_then_the_draw_ends_with_one(
    rules: str,
) -> None:
    game = begin(rules=rules, deck="r", discards="", row="l", hands={"blue": "", "red": ""})
    game = play(game, DrawCard(seat="blue", source="deck"))
    assert (game.state.to_move, game.state.row) == ("red", (LOCOMOTIVE,))


def test_x_39_given_another_table_of_points_then_routes_are_worth_that() -> None:
    for rules in ONE_DECK:
        game = begin(rules=rules, hands={"blue": "llll"}, settings={"route_points": [1, 2, 3, 4]})
        route = next(r.id for r in game.state.game_map.routes.values() if (r.length, r.kind) == (4, "train"))
        game = play(game, ClaimRoute(seat="blue", route=route, cards=(LOCOMOTIVE,) * 4))
        assert game.state.points["blue"] == 4


def test_given_a_setting_of_another_editions_rule_then_it_is_refused() -> None:
    for name in ("tunnel_decline", "stations", "start_long_tickets", "loans"):
        with pytest.raises(ValueError, match=f"the setting {name} is not known"):
            Game.new("us-accessible", "usa", SEATS[:2], "dealt", 1, {name: 1})


def test_given_a_command_of_another_editions_rule_then_it_is_refused() -> None:
    from engine import BuildHarbor, BuildStation, CityId, ExchangePieces

    game = begin()
    for command in (
        BuildStation(seat="blue", city=CityId("denver"), cards=(Card("red"),)),
        BuildHarbor(seat="blue", city=CityId("miami"), cards=()),
        ExchangePieces(seat="blue", give="train", count=1),
    ):
        answer = game.do(command)
        assert isinstance(answer, Refusal)
        assert (answer.reason.value, answer.rule) == ("not-in-edition", "US-12")
