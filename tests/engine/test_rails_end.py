"""RS-42 to RS-49, RS-55 to RS-60, RS-64 to RS-66: tickets, tours, the end, the score. W-39 to W-49, F-3."""

from collections.abc import Mapping
from typing import cast

import pytest

from engine import (
    BuildHarbor,
    CityId,
    ClaimRoute,
    DeclareTickets,
    DrawTickets,
    EndTurn,
    ExchangePieces,
    FinalRoundStarted,
    Game,
    GameEnded,
    KeepTickets,
    RouteId,
    TicketId,
    TicketsDealt,
    position_of,
    score_position,
)
from tests.engine.rails_table import EDITIONS, LAKES, MAPS, WORLD, begin, cards, owning, scored
from tests.engine.rule_bench import events_of, play, why

TOUR = "tour-lagos-djibouti"  # 9 in order, 6 otherwise, -15
IN_ORDER = ("lagos-luanda:1", "dar-es-salaam-luanda", "dar-es-salaam-djibouti:1")
ROUND_ABOUT = ("caracas-lagos", "caracas-rio-de-janeiro:1", "luanda-rio-de-janeiro", *IN_ORDER[1:])


def tour(*routes: str, ticket: str = TOUR, **settings: object) -> tuple[str, int, bool]:
    """How routes do a tour: its word, its points, whether it counts as completed."""
    seat = scored(WORLD, {"routes": routes, "tickets": [ticket]}, {}, settings=settings)[0]
    line = cast("list[dict[str, object]]", seat["ticket_list"])[0]
    return cast(str, line["tour"]), cast(int, line["points"]), cast(bool, line["completed"])


@pytest.mark.parametrize("name", EDITIONS)
def test_rs_42_given_the_ticket_action_when_chosen_then_four_come_and_one_is_kept_for_good(name: str) -> None:
    game = begin(name)
    top, deck = game.state.ticket_deck[:4], game.state.ticket_deck
    dealt = events_of(game, DrawTickets(seat="blue"))[0]
    assert isinstance(dealt, TicketsDealt)
    assert (dealt.tickets, dealt.keep_at_least) == (top, 1)
    drawn = play(game, DrawTickets(seat="blue"))
    assert why(drawn, KeepTickets(seat="blue", tickets=())) == ("keep-more-tickets", "RS-42")
    own = drawn.state.tickets["blue"][0]
    assert why(drawn, KeepTickets(seat="blue", tickets=(own,))) == ("ticket-not-offered", "RS-42")
    after = play(drawn, KeepTickets(seat="blue", tickets=top[:1])).state
    assert after.ticket_deck == (*deck[4:], *top[1:])
    assert after.to_move == "red"


def test_rs_42_given_fewer_than_four_tickets_when_drawn_then_those_there_are() -> None:
    game = begin(ticket_deck=["tokyo-sydney", "mumbai-beijing"])
    dealt = events_of(game, DrawTickets(seat="blue"))[0]
    assert isinstance(dealt, TicketsDealt)
    assert dealt.count == 2
    empty = begin(ticket_deck=[])
    assert why(empty, DrawTickets(seat="blue")) == ("no-tickets-left", "RS-42")


def test_rs_43_given_trains_and_ships_when_they_join_two_cities_then_the_ticket_is_done() -> None:
    routes = ["hong-kong-tokyo", "bangkok-hong-kong:1"]
    assert scored(WORLD, {"routes": routes, "tickets": ["bangkok-tokyo"]}, {})[0]["tickets"] == 6


@pytest.mark.parametrize(
    ("name", "ticket", "value"), [(WORLD, "bangkok-tokyo", 6), (LAKES, "duluth-new-york", 24)]
)
def test_rs_44_given_a_ticket_not_done_when_scored_then_its_value_is_lost(
    name: str, ticket: str, value: int
) -> None:
    assert scored(name, {"tickets": [ticket]}, {})[0]["tickets"] == -value


def test_rs_45_given_the_eight_tours_when_read_then_higher_value_lower_value_and_loss_as_printed() -> None:
    tours = {
        ticket.cities: (ticket.value_exact, ticket.value, ticket.penalty)
        for ticket in begin().state.game_map.tickets.values()
        if ticket.deck == "tour"
    }
    assert len(tours) == 8
    longest = ("anchorage", "cambridge-bay", "reykjavik", "murmansk", "tiksi")
    assert tours[cast("tuple[CityId, ...]", longest)] == (34, 23, 40)
    assert all((exact or 0) > value and (loss or 0) > (exact or 0) for exact, value, loss in tours.values())


def test_rs_46_w_41_given_one_leg_replaced_by_another_way_round_when_scored_then_the_lower_value() -> None:
    assert tour(*ROUND_ABOUT) == ("loose", 6, True)


def test_rs_47_given_each_leg_by_an_own_route_when_scored_then_the_higher_value() -> None:
    assert tour(*IN_ORDER) == ("exact", 9, True)


def test_rs_47_x_21_given_every_tour_when_its_legs_are_all_own_then_it_is_exact_in_every_reading() -> None:
    board = begin().state.game_map
    for ticket in (one for one in board.tickets.values() if one.deck == "tour"):
        legs = zip(ticket.cities, ticket.cities[1:], strict=False)
        routes = [
            next(name for name, way in board.routes.items() if {way.a, way.b} == {a, b}) for a, b in legs
        ]
        for mode in ("direct", "ordered_trail", "ordered_path"):
            assert tour(*routes, ticket=ticket.id, tour_exact=mode) == ("exact", ticket.value_exact, True)


def test_rs_48_w_42_given_two_cities_apart_when_scored_then_the_loss_that_is_shown() -> None:
    assert tour(*IN_ORDER[1:]) == ("failed", -15, False)
    assert tour() == ("failed", -15, False)


def test_rs_49_given_a_tour_when_done_then_it_counts_as_one_ticket() -> None:
    seat = scored(WORLD, {"routes": IN_ORDER, "tickets": [TOUR]}, {})[0]
    assert seat["tickets_completed"] == 1


@pytest.mark.parametrize(("mode", "points"), [("direct", 6), ("ordered_trail", 9), ("ordered_path", 9)])
def test_w_43_given_another_city_between_two_when_scored_then_only_by_the_wider_readings_exact(
    mode: str, points: int
) -> None:
    assert tour(*ROUND_ABOUT, tour_exact=mode)[1] == points


def star(settings: Mapping[str, object], cities: tuple[str, ...] = ("a", "b", "c"), *more: str) -> int:
    """The points of a tour on a star with M in the middle; more routes by their ends: `ab`."""
    ends = ["ma", "mb", "mc", *more]
    routes = [{"id": one, "a": one[0], "b": one[1], "length": 1} for one in ends]
    ticket = {"id": "t", "cities": list(cities), "value": 6, "value_exact": 9, "penalty": 15, "deck": "tour"}
    board = {"id": "star", "cities": [{"id": one} for one in "abcmn"], "routes": routes, "tickets": [ticket]}
    seats = [{"seat": "blue", "routes": ends, "tickets": ["t"]}, {"seat": "red"}]
    raw = {"edition": WORLD, "map": board, "seats": seats, "settings": dict(settings)}
    lines = cast("list[dict[str, object]]", score_position(raw)["seats"])
    return cast(int, lines[0]["tickets"])


@pytest.mark.parametrize("mode", ["direct", "ordered_trail", "ordered_path"])
def test_w_44_given_a_star_when_the_middle_city_of_the_tour_is_a_dead_end_then_the_lower_value(
    mode: str,
) -> None:
    assert star({"tour_exact": mode}) == 6


def test_given_a_way_back_by_another_route_when_scored_then_a_trail_may_come_twice_and_a_path_not() -> None:
    routes = ("nb", "nm")  # b also hangs on n, and n on m: a m b n m c comes to m twice
    assert star({"tour_exact": "ordered_trail"}, ("a", "b", "c"), *routes) == 9
    assert star({"tour_exact": "ordered_path"}, ("a", "b", "c"), *routes) == 6
    assert star({"tour_exact": "direct"}, ("a", "m", "c"), *routes) == 9


def test_given_a_later_city_on_the_way_when_scored_then_a_path_must_not_have_passed_it() -> None:
    # a m c m b m: the tour a c b m needs c and b as dead ends; a b and b c make it a way.
    assert star({"tour_exact": "ordered_path"}, ("a", "b", "c", "m"), "ab", "bc") == 9
    assert star({"tour_exact": "ordered_path"}, ("m", "a", "c"), "ab", "bc") == 9
    assert star({"tour_exact": "ordered_path"}, ("m", "b", "a", "c"), "ab") == 6


@pytest.mark.parametrize("mode", ["direct", "ordered_trail", "ordered_path"])
@pytest.mark.parametrize("more", [(), ("nb", "nm"), ("ab", "bc"), ("ab",), ("nc", "nb")])
def test_w_45_given_a_tour_printed_backwards_when_scored_then_the_same(
    mode: str, more: tuple[str, ...]
) -> None:
    for cities in (("a", "b", "c"), ("m", "a", "c"), ("a", "c", "m", "b")):
        assert star({"tour_exact": mode}, cities, *more) == star({"tour_exact": mode}, cities[::-1], *more)


def test_rs_55_rs_57_w_39_given_the_example_of_the_world_when_scored_then_30_and_30_and_4_lost() -> None:
    tickets = ["buenos-aires-manila", "buenos-aires-sydney", "hamburg-dar-es-salaam", TOUR]
    routes = [
        *IN_ORDER,
        "buenos-aires-cape-town:1",
        "cape-town-luanda",
        "dar-es-salaam-jakarta:1",
        "jakarta-manila",
        "jakarta-perth",
        "perth-sydney:1",
        "al-qahira-djibouti:1",
        "al-qahira-athina",
        "athina-hamburg",
    ]
    seat = scored(
        WORLD, {"routes": routes, "tickets": tickets, "harbors": ["buenos-aires", "dar-es-salaam"]}, {}
    )[0]
    assert seat["tickets_completed"] == 4
    assert seat["harbor_list"] == [
        {"city": "buenos-aires", "tickets": 2, "points": 30},
        {"city": "dar-es-salaam", "tickets": 2, "points": 30},
    ]
    assert (seat["harbors"], seat["harbors_missing"]) == (60, -4)


def test_rs_55_rs_61_w_40_given_the_example_of_the_lakes_when_scored_then_20_and_20_less_4_and_2() -> None:
    tickets = ["chicago-timmins", "chicago-montreal", "montreal-new-york"]
    routes = [
        "chicago-muskegon",
        "muskegon-traverse-city:ship",
        "sault-ste-marie-traverse-city",
        "sault-ste-marie-south-baymouth",
        "south-baymouth-sudbury",
        "sudbury-timmins:1",
        "ottawa-sudbury:1",
        "montreal-ottawa:1",
        "albany-montreal:1",
        "albany-new-york:1",
    ]
    held = {"routes": routes, "tickets": tickets, "harbors": ["chicago", "montreal"], "exchanged": 2}
    seat = scored(LAKES, held, {})[0]
    assert (seat["harbors"], seat["harbors_missing"], seat["exchange"]) == (40, -4, -2)
    assert seat["total"] == cast(int, seat["routes"]) + 15 + 16 + 9 + 40 - 4 - 2


@pytest.mark.parametrize(("count", "world", "lakes"), [(1, 20, 10), (2, 30, 20), (3, 40, 30), (4, 40, 30)])
def test_rs_55_given_so_many_completed_tickets_when_a_harbor_is_scored_then_by_the_table(
    count: int, world: int, lakes: int
) -> None:
    by_sydney = ["tokyo-sydney", "jakarta-sydney", "new-york-sydney", "lima-jakarta"]
    routes = [
        "jakarta-perth",
        "perth-sydney:1",
        "lima-sydney:1",
        "caracas-lima:1",
        "caracas-miami",
        "miami-new-york",
    ]
    routes += ["jakarta-manila", "manila-tokyo"]
    tickets = [*by_sydney[:3], "buenos-aires-sydney"][:count]
    if count == 4:
        routes.append("lima-valparaiso:1")
        routes.append("buenos-aires-valparaiso")
    seat = scored(WORLD, {"routes": routes, "tickets": tickets, "harbors": ["sydney"]}, {})[0]
    assert seat["harbors"] == world
    table = {"harbor_points": [10, 20, 30]}
    seat = scored(WORLD, {"routes": routes, "tickets": tickets, "harbors": ["sydney"]}, {}, settings=table)[0]
    assert seat["harbors"] == lakes


def test_rs_56_rs_59_w_46_given_a_harbor_without_ticket_when_scored_then_0_and_two_are_missing() -> None:
    held = {"routes": ["bangkok-manila"], "tickets": ["bangkok-tokyo"], "harbors": ["bangkok"]}
    seat = scored(WORLD, held, {})[0]
    assert seat["harbor_list"] == [{"city": "bangkok", "tickets": 0, "points": 0}]
    assert (seat["harbors"], seat["harbors_missing"]) == (0, -8)


@pytest.mark.parametrize(("which", "middle"), [("all", 20), ("ends", 0)])
def test_rs_57_x_22_given_a_harbor_in_the_middle_of_a_tour_when_scored_then_it_counts_also_at_the_lower_value(
    which: str, middle: int
) -> None:
    for routes in (IN_ORDER, ROUND_ABOUT):
        held = {"routes": routes, "tickets": [TOUR], "harbors": ["dar-es-salaam", "lagos"]}
        seat = scored(WORLD, held, {}, settings={"tour_harbors": which})[0]
        assert [line["points"] for line in cast("list[dict[str, int]]", seat["harbor_list"])] == [middle, 20]


def test_rs_58_w_47_given_one_ticket_that_names_two_own_harbors_when_scored_then_both_count_it() -> None:
    held = {"routes": ["hong-kong-tokyo", "bangkok-hong-kong:1"], "tickets": ["bangkok-tokyo"]}
    seat = scored(WORLD, {**held, "harbors": ["bangkok", "tokyo"]}, {})[0]
    assert seat["harbors"] == 40


@pytest.mark.parametrize(("built", "lost"), [(0, -12), (1, -8), (2, -4), (3, 0)])
def test_rs_59_given_harbors_not_built_when_scored_then_four_each_are_lost(built: int, lost: int) -> None:
    harbors = ["darwin", "perth", "sydney"][:built]
    held = {"routes": ["darwin-perth", "perth-sydney:1"], "harbors": harbors}
    assert scored(WORLD, held, {})[0]["harbors_missing"] == lost


def test_rs_60_given_another_seats_ticket_when_a_harbor_is_scored_then_it_does_not_count() -> None:
    routes = ["hong-kong-tokyo", "bangkok-hong-kong:1"]
    blue = {"routes": routes, "harbors": ["bangkok"]}
    assert scored(WORLD, blue, {"tickets": ["bangkok-tokyo"]})[0]["harbors"] == 0


def at_the_end(name: str, left: int) -> Game:
    """Blue has so many pieces left after a claim of two trains."""
    route = "darwin-perth" if name == WORLD else "bay-city-detroit"
    colour = "r" if name == WORLD else "g"
    game = begin(
        name, 3, hands={"blue": f"{colour}t {colour}t"}, trains={"blue": 5}, ships={"blue": left - 3}
    )
    pay = cards(f"{colour}t {colour}t")
    return play(game, ClaimRoute(seat="blue", route=RouteId(route), cards=pay))


@pytest.mark.parametrize("name", EDITIONS)
def test_rs_64_f_3_given_six_pieces_left_when_the_turn_ends_then_every_seat_has_two_more_turns(
    name: str,
) -> None:
    game = at_the_end(name, 6)
    final = game.events[-2]
    assert isinstance(final, FinalRoundStarted)
    assert (final.trains_left, final.turns) == (6, 6)
    moved = []
    while game.state.to_move is not None:
        seat = game.state.to_move
        moved.append(seat)
        game = play(game, DrawTickets(seat=seat))
        game = play(game, KeepTickets(seat=seat, tickets=game.state.offered[seat][:1]))
    assert moved == ["red", "green", "blue", "red", "green", "blue"]
    assert isinstance(game.events[-1], GameEnded)


@pytest.mark.parametrize("name", EDITIONS)
def test_rs_64_f_3_given_seven_pieces_left_when_the_turn_ends_then_nothing_happens(name: str) -> None:
    game = at_the_end(name, 7)
    assert game.state.turns_left is None
    assert not any(isinstance(event, FinalRoundStarted) for event in game.events)


@pytest.mark.parametrize("name", EDITIONS)
def test_rs_65_w_48_given_the_longest_path_and_most_tickets_when_scored_then_no_bonus(name: str) -> None:
    routes = ["darwin-perth", "perth-sydney:1"] if name == WORLD else ["bay-city-detroit", "detroit-toledo:1"]
    seat = scored(name, {"routes": routes}, {})[0]
    assert (seat["longest_bonus"], seat["total"]) == (0, cast(int, seat["routes"]) - 12)


@pytest.mark.parametrize("name", EDITIONS)
def test_rs_66_w_49_given_two_seats_with_nothing_when_scored_then_twelve_lost_each_and_shared(
    name: str,
) -> None:
    seats = [{"seat": "blue"}, {"seat": "red"}]
    score = score_position({"edition": name, "map": MAPS[name], "seats": seats})
    assert [line["total"] for line in cast("list[dict[str, int]]", score["seats"])] == [-12, -12]
    assert score["places"] == [["blue", "red"]]
    assert score["winners"] == ["blue", "red"]


def test_rs_66_x_26_given_a_tie_break_when_it_is_set_then_it_parts_them() -> None:
    blue = {"routes": ["al-qahira-casablanca"]}
    red = {"routes": ["anchorage-petropavlovsk"], "tickets": []}
    for breaks, places in (([], [["blue", "red"]]), (["later"], [["red"], ["blue"]])):
        seats = [{"seat": "blue", **blue}, {"seat": "red", **red}]
        raw = {"edition": WORLD, "settings": {"tie_breaks": breaks}, "seats": seats}
        assert score_position(raw)["places"] == places


def test_given_broken_rules_when_a_position_is_scored_then_each_is_named_and_it_is_scored() -> None:
    blue = {
        "routes": ["lima-sydney:1", "lima-sydney:2"],
        "harbors": ["moskva", "lima", "sydney", "tokyo"],
        "pieces": {"train": 26, "ship": 34},
        "exchanged": -1,
        "tickets": ["chicago-timmins"][:0],
    }
    red = {"harbors": ["lima"], "pieces": {"train": 50, "ship": 50}}
    green = {
        "routes": [
            "moskva-novosibirsk:1",
            "novosibirsk-tiksi",
            "novosibirsk-yakutsk",
            "caracas-rio-de-janeiro:1",
        ],
        "pieces": {"train": 10, "ship": 50},
        "exchanged": 3,
    }
    seats = [{"seat": "blue", **blue}, {"seat": "red", **red}, {"seat": "green", **green}]
    score = score_position({"edition": WORLD, "map": "world", "seats": seats})
    told_of = [sentence.partition(":")[0] for sentence in cast("list[str]", score["violations"])]
    assert sorted(told_of) == sorted(
        ["RS-38", "RS-6", "RS-61", "RS-6", "RS-61", "RS-54", "RS-50", "RS-51", "RS-51", "RS-50", "RS-51"]
    )


def test_given_a_game_untracked_when_it_is_over_then_declared_tickets_harbors_and_exchanges_count() -> None:
    game = owning(
        begin(mode="untracked"), blue=["bangkok-hong-kong:1", "hong-kong-tokyo"], red=["darwin-perth"]
    )
    game = play(game, EndTurn(seat="red"))
    game = play(game, BuildHarbor(seat="blue", city=CityId("tokyo")))
    game = play(game, ExchangePieces(seat="red", give="train", count=2))
    for seat, ticket in (("blue", "bangkok-tokyo"), ("red", "novosibirsk-darwin")):
        game = play(
            game, DeclareTickets(seat="blue" if seat == "blue" else "red", tickets=(TicketId(ticket),))
        )
    lines = cast("list[dict[str, int]]", score_position(position_of(game.state))["seats"])
    assert [line["total"] for line in lines] == [5 + 6 + 20 - 8, 2 - 13 - 12 - 2]
