"""Maps, settings and codecs: what they read, and the one line when they cannot."""

import json
from typing import cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bots.bot import RandomBot
from engine import (
    EDITIONS,
    CardDrawn,
    CardMode,
    ClaimRoute,
    CodecError,
    EditionError,
    Game,
    GameEnded,
    MapError,
    Refusal,
    RouteClaimed,
    RouteId,
    Seat,
    SettingsError,
    StartError,
    TurnStarted,
    can_settle,
    command_from_json,
    command_to_json,
    edition,
    event_from_json,
    event_to_dict,
    event_to_json,
    game_map,
    map_from,
    parse_map,
    score_position,
    settings_dict,
    settings_from,
    shipped_maps,
    start,
    twins,
)
from tests.engine.rule_bench import play


def small() -> dict[str, object]:
    return {
        "format": "map/1",
        "id": "small",
        "name": "Small",
        "cities": [{"id": "a", "name": "A", "lat": 1, "lon": 2}, {"id": "b", "name": "B"}],
        "routes": [{"id": "a-b", "a": "a", "b": "b", "length": 6, "colour": "red", "group": None}],
        "tickets": [{"id": "t", "cities": ["a", "b"], "value": 5}],
    }


def test_given_the_shipped_map_then_36_cities_100_routes_and_30_regular_tickets() -> None:
    usa = game_map("usa")
    assert usa is game_map("usa")
    assert (len(usa.cities), len(usa.routes)) == (36, 100)
    assert sum(ticket.deck == "regular" for ticket in usa.tickets.values()) == 30
    assert "usa" in shipped_maps()
    assert usa.route_name(RouteId("boston-montreal:1")) == "Boston to Montréal"


def test_given_a_double_route_then_its_twins_know_each_other_and_singles_know_none() -> None:
    usa = game_map("usa")
    for route in usa.routes:
        for other in twins(usa, route):
            assert route in twins(usa, other)
            assert {usa.routes[route].a, usa.routes[route].b} == {usa.routes[other].a, usa.routes[other].b}
    assert twins(usa, RouteId("atlanta-charleston")) == ()


@pytest.mark.parametrize(
    ("key", "value", "named"),
    [
        ("format", "map/9", "format"),
        ("id", "", "id"),
        ("cities", None, "cities"),
        ("cities", [{"id": "a"}, {"id": "a"}], "city a"),
        ("cities", [{"id": "a", "lat": "north"}, {"id": "b"}], "lat"),
        ("routes", [{"id": "r", "a": "a", "b": "z", "length": 1}], "'z'"),
        ("routes", [{"id": "r", "a": "a", "b": "a", "length": 1}], "route r"),
        ("routes", [{"id": "r", "a": "a", "b": "b", "length": 0}], "length"),
        ("routes", [{"id": "r", "a": "a", "b": "b", "length": True}], "length"),
        ("routes", [{"id": "r", "a": "a", "b": "b"}], "length"),
        ("routes", [{"id": "r", "a": "a", "b": "b", "length": 1}] * 2, "route r"),
        ("routes", [7], "routes[0]"),
        ("tickets", [{"id": "t", "cities": ["a"], "value": 1}], "ticket t"),
        ("tickets", [{"id": "t", "cities": ["a", 3], "value": 1}], "ticket t"),
        ("tickets", [{"id": "t", "cities": ["a", "b"], "value": "ten"}], "value"),
    ],
)
def test_given_a_map_with_a_slip_then_one_line_names_it(key: str, value: object, named: str) -> None:
    with pytest.raises(MapError) as caught:
        map_from({**small(), key: value}, source="mine.json")
    assert str(caught.value).startswith("mine.json: ")
    assert named in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("text", ["", "{", "[]", "7", "[" * 200000, b"\xff\xfe"])
def test_given_text_that_is_no_map_then_one_line(text: str | bytes) -> None:
    with pytest.raises(MapError) as caught:
        parse_map(text)
    assert "\n" not in str(caught.value)


def test_given_a_map_that_does_not_ship_then_a_game_on_it_replays_with_the_map_given() -> None:
    board = map_from(small())
    game = Game.new("us-accessible", board, ("blue", "red"), "untracked", 1)
    answer = game.do(ClaimRoute(seat="blue", route=RouteId("a-b")))
    assert not isinstance(answer, Refusal)
    assert Game.replay(answer[0].events, game_map=board) == answer[0]
    with pytest.raises(MapError, match="small"):
        Game.replay(answer[0].events)


def test_given_a_map_the_edition_has_no_rules_for_then_refused_by_name() -> None:
    for change, named in (({"kind": "tunnel"}, "tunnel"), ({"colour": "brown"}, "brown")):
        raw = small()
        raw["routes"] = [{"id": "r", "a": "a", "b": "b", "length": 2, **change}]
        with pytest.raises(EditionError, match=named):
            start("us-accessible", map_from(raw), ("blue", "red"), "untracked", 1)


def test_given_too_few_tickets_to_deal_then_refused() -> None:
    with pytest.raises(StartError, match="tickets"):
        start("us-accessible", map_from(small()), ("blue", "red"), "dealt", 1)


@pytest.mark.parametrize("seed", [2**63, "7", None, True, 1.5])
def test_given_a_seed_that_is_none_then_refused(seed: object) -> None:
    with pytest.raises(StartError, match="seed"):
        start("us-accessible", "usa", ("blue", "red"), "dealt", cast(int, seed))


def test_given_a_card_mode_that_is_none_then_refused() -> None:
    with pytest.raises(StartError, match="cards"):
        start("us-accessible", "usa", ("blue", "red"), cast(CardMode, "hidden"), 1)


def test_given_one_seed_then_one_game_and_another_seed_another() -> None:
    seats: tuple[Seat, ...] = ("blue", "red")
    assert start("us-accessible", "usa", seats, "dealt", 5) == start(
        "us-accessible", "usa", seats, "dealt", 5
    )
    assert start("us-accessible", "usa", seats, "dealt", 5) != start(
        "us-accessible", "usa", seats, "dealt", 6
    )


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("trains", -1), ("trains", 1.5), ("trains", True), ("reshuffle", "never"), ("reshuffle", []),
        ("faceup_loco_second", "maybe"), ("faceup_loco_second", 1), ("draw_needs", "more_than(x)"),
        ("draw_needs", 8),
        ("tie_breaks", "tickets"), ("tie_breaks", ["luck"]), ("route_points", []), ("route_points", [9999]),
        ("route_points", 5), ("no_such", 1),
    ],
)  # fmt: skip
def test_given_a_wrong_setting_then_one_line_names_it(name: str, value: object) -> None:
    with pytest.raises(SettingsError) as caught:
        settings_from(EDITIONS["us-accessible"].settings, {name: value}, owner="us-accessible")
    assert f"us-accessible: the setting {name}" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_given_settings_as_json_then_read_back_the_same() -> None:
    defaults = edition("us-accessible").settings
    changed = settings_from(
        defaults, {"faceup_loco_second": "yes", "route_points": [3], "draw_needs": "more_than(8)"}
    )
    assert changed.faceup_loco_second
    assert settings_from(defaults, json.loads(json.dumps(settings_dict(changed)))) == changed
    with pytest.raises(EditionError, match="us-accessible"):
        edition("mars")


def test_w_61_given_cards_outside_hands_then_whether_the_row_can_settle() -> None:
    five = edition("us-accessible").settings
    six = settings_from(five, {"row_size": 6})
    cases = [(3, 2, five), (3, 3, five), (2, 0, five), (5, 3, six), (5, 4, six)]
    assert [can_settle(locomotives, others, rules) for locomotives, others, rules in cases] == [
        False, True, True, False, True,
    ]  # fmt: skip


def test_given_a_whole_game_then_every_event_survives_json() -> None:
    game, bot = Game.new("us-accessible", "usa", ("green", "black"), "dealt", 2), RandomBot(2)
    while game.state.phase != "over":
        command = bot.choose(game.state, game.state.waiting_for()[0])
        assert command_from_json(command_to_json(command)) == command
        game = play(game, command)
    for event in game.events:
        assert event_from_json(event_to_json(event)) == event
        assert json.loads(event_to_json(event)) == event_to_dict(event)
    assert isinstance(game.events[-1], GameEnded)


def test_given_the_names_on_the_wire_then_those_of_the_referee() -> None:
    drawn = CardDrawn(seat="blue", source="row", index=1, card=None, second=True)
    assert event_to_dict(drawn) == {
        "type": "card-drawn", "seat": "blue", "from": "row", "index": 1, "card": None, "second": True,
    }  # fmt: skip


def test_given_a_later_version_then_unknown_fields_are_passed_over_and_unknown_types_named() -> None:
    later = '{"type": "turn-started", "seat": "red", "turn": 3, "weather": "fine"}'
    assert event_from_json(later) == TurnStarted(seat="red", turn=3)
    with pytest.raises(CodecError, match="zeppelin-landed"):
        event_from_json('{"type": "zeppelin-landed"}')


@settings(max_examples=200)
@given(st.text(max_size=40) | st.binary(max_size=40))
def test_given_any_text_then_codecs_raise_one_line_only(junk: str | bytes) -> None:
    for read in (event_from_json, command_from_json):
        with pytest.raises(CodecError) as caught:
            read(junk)
        assert "\n" not in str(caught.value)


def test_given_deep_or_huge_json_then_one_line() -> None:
    for text in ("[" * 100000, '{"type": "turn-started", "seat": "red", "turn": ' + "9" * 5000 + "}"):
        with pytest.raises(CodecError):
            event_from_json(text)


@pytest.mark.parametrize(
    ("name", "cities", "routes", "tickets"),
    [
        ("usa", 36, 100, 65),
        ("europe", 47, 101, 46),
        ("world", 48, 130, 65),
        ("great-lakes", 37, 110, 55),
        ("legends-east", 23, 72, 33),
        ("starter", 11, 20, 10),
    ],
)
def test_given_the_maps_that_ship_then_all_of_each_is_there(
    name: str, cities: int, routes: int, tickets: int
) -> None:
    board = game_map(name)
    assert (len(board.cities), len(board.routes), len(board.tickets)) == (cities, routes, tickets)
    assert board.id == name


def test_given_what_only_some_maps_have_then_it_is_read() -> None:
    europe, world, lakes = game_map("europe"), game_map("world"), game_map("great-lakes")
    ferries = [route for route in europe.routes.values() if route.kind == "ferry"]
    assert (len(ferries), {route.locomotives for route in ferries}) == (13, {1, 2})
    assert sum(route.kind == "tunnel" for route in europe.routes.values()) == 18
    assert sum(route.wraps for route in world.routes.values()) == 10
    pairs = [route for route in world.routes.values() if route.pair]
    assert (len(pairs), sum(route.length for route in pairs)) == (5, 10)
    assert [sum(city.port for city in board.cities.values()) for board in (world, lakes)] == [38, 25]
    assert [sum(city.junction for city in board.cities.values()) for board in (world, lakes)] == [1, 2]
    tours = [ticket for ticket in world.tickets.values() if ticket.deck == "tour"]
    assert {(len(t.cities) >= 3, t.value_exact is not None, t.penalty is not None) for t in tours} == {
        (True, True, True)
    }
    legends = game_map("legends-east")
    assert (len(legends.stubs), len(legends.boards), len(legends.companies)) == (8, 5, 5)
    assert sum(city.large for city in legends.cities.values()) == 6
    assert {city.board for city in legends.cities.values()} < set(legends.boards)


@pytest.mark.parametrize(
    ("change", "names"),
    [
        ({"port": 1}, "city a: port"),
        ({"large": "yes"}, "city a: large"),
        ({"board": 7}, "city a: board"),
    ],
)
def test_given_a_city_with_a_wrong_mark_then_one_line_names_it(change: dict[str, object], names: str) -> None:
    raw = {"cities": [{"id": "a", **change}, {"id": "b"}], "routes": []}
    with pytest.raises(MapError, match=names):
        parse_map(json.dumps(raw))


def test_given_a_claim_that_this_map_does_not_have_when_replayed_or_told_then_the_game_goes_on() -> None:
    game = Game.new("us-accessible", "usa", ("blue", "red"), "untracked", 1)
    gone, there = (
        RouteClaimed(
            seat="blue", route=RouteId(route), length=2, points=2, total=2, trains_left=43, cards=None
        )
        for route in ("atlanta-atlantis", "denver-omaha")
    )
    for found in (game.told((gone, there)), Game.replay((*game.events, gone, there))):
        state = found.state
        assert state.owners == {gone.route: "blue", there.route: "blue"}
        assert set(state.game_map.in_set(state.taken)) == {there.route}
        assert state.owned(state.owners) == state


@pytest.mark.parametrize(("decks", "count"), [(["1910"], 35), (["regular", "1910"], 65)])
def test_given_the_1910_tickets_then_they_are_dealt_alone_or_with_the_others(
    decks: list[str], count: int
) -> None:
    state = Game.new("us-accessible", "usa", ("blue", "red"), "dealt", 1, {"ticket_decks": decks}).state
    assert len(state.ticket_deck) + sum(map(len, state.offered.values())) == count
    position = {
        "edition": "us-accessible",
        "settings": {"ticket_decks": decks},
        "seats": [{"seat": "blue", "tickets": ["1910-atlanta-chicago"]}, {"seat": "red"}],
    }
    assert score_position(position)["violations"] == []


def test_given_a_deck_that_the_map_does_not_have_then_one_line_names_those_there() -> None:
    with pytest.raises(StartError, match=r"no tickets of the deck 1911; decks there: 1910, regular"):
        Game.new("us-accessible", "usa", ("blue", "red"), "dealt", 1, {"ticket_decks": ["1911"]})
