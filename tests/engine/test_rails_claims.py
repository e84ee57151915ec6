"""RS-23 to RS-41: paying for train, ship and pair routes. W-57, W-58, W-59."""

import pytest

from announce import explain
from engine import (
    ClaimRoute,
    EditionError,
    Game,
    Reason,
    Refusal,
    RouteClaimed,
    RouteId,
    edition,
    legal,
    map_from,
    payable,
    payments,
    route_points,
)
from tests.engine.rails_table import EDITIONS, LAKES, WORLD, begin, cards, owning
from tests.engine.rule_bench import events_of, play, why

SHIP_5 = RouteId("cape-town-indian-ocean-junction:1")  # green
SHIP_4 = RouteId("dar-es-salaam-mumbai")  # white
PAIR_2 = RouteId("lahore-tehran")
RED_TRAIN_2 = RouteId("al-qahira-djibouti:1")
GRAY_TRAIN_3 = RouteId("los-angeles-winnipeg")
GRAY_SHIP_3 = RouteId("hong-kong-tokyo")
ALL = (
    " ".join(f"{colour}{kind} {colour}{kind} {colour}{kind}" for colour in "rgykwp" for kind in "th12")
    + " * * * *"
)


def paying(route: RouteId, text: str, settings: dict[str, object] | None = None) -> tuple[str, str] | None:
    """None when these cards pay for the route, else reason and rule; the hand holds three of every card."""
    game = begin(hands={"blue": ALL}, settings=settings)
    command = ClaimRoute(seat="blue", route=route, cards=cards(text))
    if text and isinstance(answer := game.do(command), tuple):
        assert answer[0].state.owners == {route: "blue"}
        return None
    return why(game, command)


def test_the_map_has_the_routes_these_tests_name() -> None:
    routes = begin().state.game_map.routes
    named = [routes[one] for one in (SHIP_5, SHIP_4, PAIR_2, RED_TRAIN_2, GRAY_TRAIN_3, GRAY_SHIP_3)]
    assert [(way.length, way.colour, way.kind, way.pair) for way in named] == [
        (5, "green", "ship", False),
        (4, "white", "ship", False),
        (2, "gray", "train", True),
        (2, "red", "train", False),
        (3, "gray", "train", False),
        (3, "gray", "ship", False),
    ]


@pytest.mark.parametrize(
    ("route", "text"),
    [(RED_TRAIN_2, "rt r1"), (RED_TRAIN_2, "r1 r1"), (SHIP_4, "wt wt wt wt"), (SHIP_4, "w2 w1 wt")],
)
def test_rs_23_w_58_given_cards_of_the_other_kind_when_claiming_then_refused(
    route: RouteId, text: str
) -> None:
    assert paying(route, text) == ("wrong-kind-of-card", "RS-23")


@pytest.mark.parametrize(
    ("route", "text", "heard"),
    [
        (RED_TRAIN_2, "rt kt", ("mixed-colours", "RS-24")),
        (RED_TRAIN_2, "kt kh", ("wrong-colour", "RS-24")),
        (SHIP_4, "w2 k2", ("mixed-colours", "RS-24")),
        (SHIP_4, "k2 k2", ("wrong-colour", "RS-24")),
        (RED_TRAIN_2, "rt rt rt", ("wrong-number-of-cards", "RS-27")),
    ],
)
def test_rs_24_given_another_colour_or_two_when_claiming_then_refused(
    route: RouteId, text: str, heard: tuple[str, str]
) -> None:
    assert paying(route, text) == heard


def test_rs_24_given_train_cards_with_and_without_symbol_when_claiming_then_they_are_one_colour() -> None:
    assert paying(RED_TRAIN_2, "rt rh") is None
    assert paying(RED_TRAIN_2, "rh rh") is None


@pytest.mark.parametrize("text", ["kt kt kh", "yt yt *", "pt * *"])
def test_rs_25_given_a_gray_route_when_any_one_colour_pays_then_claimed(text: str) -> None:
    assert paying(GRAY_TRAIN_3, text) is None
    assert paying(GRAY_TRAIN_3, "kt kt yt") == ("mixed-colours", "RS-25")
    assert paying(GRAY_SHIP_3, "k2 y1") == ("mixed-colours", "RS-25")
    assert paying(GRAY_SHIP_3, "k2 k1") is None


def test_rs_26_x_24_given_wilds_when_they_pay_for_either_kind_then_one_space_each() -> None:
    assert paying(RED_TRAIN_2, "* *") is None
    assert paying(SHIP_4, "* * * *") is None
    assert paying(SHIP_4, "w2 *") == ("wrong-number-of-cards", "RS-28")
    assert paying(SHIP_4, "w2 *", {"wild_ships": 2}) is None
    assert paying(SHIP_4, "* *", {"wild_ships": 2}) is None
    assert paying(SHIP_4, "* * w1", {"wild_ships": 2}) == ("superfluous-card", "RS-29")


@pytest.mark.parametrize("text", ["", "rt", "rt rt rt", "rt rt *"])
def test_rs_27_given_a_train_route_when_more_or_fewer_cards_than_spaces_then_refused(text: str) -> None:
    assert paying(RED_TRAIN_2, text) == ("wrong-number-of-cards", "RS-27")


@pytest.mark.parametrize(
    ("text", "heard"),
    [
        ("g2 g2 g1", None),
        ("g2 g2 g2", None),
        ("g2 g2", ("wrong-number-of-cards", "RS-28")),
        ("g2 g2 g1 g1", ("superfluous-card", "RS-29")),
        ("g2 g2 *", None),
    ],
)
def test_rs_28_w_57_given_a_ship_route_of_five_when_doubles_pay_then_as_the_document_says(
    text: str, heard: tuple[str, str] | None
) -> None:
    assert paying(SHIP_5, text) == heard


@pytest.mark.parametrize(
    ("text", "heard"),
    [
        ("w2 w2", None),
        ("w1 w1 w1 *", None),
        ("w1 w1 w2", None),
        ("w2 * *", None),
        ("w2 w2 w2", ("superfluous-card", "RS-29")),
        ("w2 w2 *", ("superfluous-card", "RS-29")),
    ],
)
def test_rs_29_w_58_given_a_card_that_could_be_left_out_when_claiming_then_refused(
    text: str, heard: tuple[str, str] | None
) -> None:
    assert paying(SHIP_4, text) == heard


def test_w_58_given_four_single_ships_when_claiming_four_spaces_then_claimed() -> None:
    game = begin(hands={"blue": "w1 w1 w1 w1"})
    game = play(game, ClaimRoute(seat="blue", route=SHIP_4, cards=cards("w1 w1 w1 w1")))
    assert game.state.ships["blue"] == 36


def test_rs_29_x_23_given_waste_allowed_when_a_double_lapses_then_every_card_still_covers_a_space() -> None:
    any_waste: dict[str, object] = {"ship_waste": "any"}
    assert paying(SHIP_4, "w2 w2 w2", any_waste) is None
    assert paying(SHIP_5, "g2 g2 g1 g1", any_waste) is None
    assert paying(RouteId("bangkok-jakarta"), "w2 w2 w1", any_waste) == ("superfluous-card", "RS-29")


@pytest.mark.parametrize("name", EDITIONS)
def test_rs_30_given_too_few_pieces_of_the_kind_when_claiming_then_refused_whatever_the_other_kind(
    name: str,
) -> None:
    train, ship = (
        ("darwin-perth", "bangkok-manila") if name == WORLD else ("bay-city-detroit", "cleveland-detroit")
    )
    colours = ("r", "r") if name == WORLD else ("g", "y")
    hands = {"blue": f"{colours[0]}t {colours[0]}t {colours[1]}1 {colours[1]}1"}
    few_trains = begin(name, hands=hands, trains={"blue": 1}, ships={"blue": 30})
    by_train = ClaimRoute(seat="blue", route=RouteId(train), cards=cards(f"{colours[0]}t {colours[0]}t"))
    by_ship = ClaimRoute(seat="blue", route=RouteId(ship), cards=cards(f"{colours[1]}1 {colours[1]}1"))
    assert why(few_trains, by_train) == ("too-few-trains", "RS-30")
    after = play(few_trains, by_ship).state
    assert (after.trains["blue"], after.ships["blue"]) == (1, 28)
    few_ships = begin(name, hands=hands, trains={"blue": 10}, ships={"blue": 1})
    assert why(few_ships, by_ship) == ("too-few-ships", "RS-30")
    assert play(few_ships, by_train).state.trains["blue"] == 8


def test_rs_31_given_lengths_when_scored_then_the_printed_points_and_nine_only_on_the_lakes() -> None:
    printed = [1, 2, 4, 7, 10, 15, 18, 21]
    for name, ninth in ((WORLD, 0), (LAKES, 27)):
        settings = edition(name).settings
        assert [route_points(settings, length) for length in range(1, 10)] == [*printed, ninth]
    game = begin(LAKES, hands={"blue": "rt rt rt rt rt rt rt rh rh"})
    nine = ClaimRoute(
        seat="blue", route=RouteId("cleveland-new-york"), cards=cards("rt rt rt rt rt rt rt rh rh")
    )
    claimed = events_of(game, nine)[0]
    assert isinstance(claimed, RouteClaimed)
    assert (claimed.points, claimed.trains_left, claimed.ships_left) == (27, 18, None)


def test_rs_32_given_a_claim_when_made_then_it_is_the_turn_and_may_lie_anywhere() -> None:
    game = play(begin(mode="untracked"), ClaimRoute(seat="blue", route=PAIR_2))
    assert game.state.to_move == "red"
    assert why(game, ClaimRoute(seat="red", route=PAIR_2)) == ("route-taken", "RS-32")
    game = owning(game, red=["darwin-perth"], blue=["tiksi-yakutsk"])
    assert len(game.state.owners) == 3
    assert why(game, ClaimRoute(seat="red", route=RouteId("nowhere"))) == ("no-such-route", "RS-32")


@pytest.mark.parametrize("colour", ["blue", "orange"])
def test_rs_33_given_a_blue_or_orange_route_when_a_game_begins_then_the_map_is_refused(colour: str) -> None:
    small = {
        "id": "small",
        "cities": [{"id": "a"}, {"id": "b"}],
        "routes": [{"id": "a-b", "a": "a", "b": "b", "length": 2, "colour": colour}],
        "tickets": [],
    }
    with pytest.raises(EditionError, match=f"no {colour} cards for a-b"):
        Game.new(WORLD, map_from(small), ("blue", "red"), "untracked", 1)


@pytest.mark.parametrize("text", ["rt rt kt kt", "rt rt rt rh", "rt * kt *", "* * rt rt", "rh rt yh yh"])
def test_rs_34_w_59_given_two_equal_cards_a_space_when_claiming_a_pair_route_then_claimed(text: str) -> None:
    assert paying(PAIR_2, text) is None


@pytest.mark.parametrize("text", ["rt rt rt kt", "rt kt yt *", "rt rt kt yt"])
def test_rs_34_w_59_given_a_card_without_partner_when_claiming_a_pair_route_then_refused(text: str) -> None:
    assert paying(PAIR_2, text) == ("not-in-pairs", "RS-34")


def test_rs_35_x_25_given_two_wilds_as_a_pair_when_not_allowed_then_only_beside_other_cards() -> None:
    refuse: dict[str, object] = {"all_wild": "refuse"}
    assert paying(PAIR_2, "* * * *") is None
    assert paying(PAIR_2, "* * * *", refuse) == ("not-in-pairs", "RS-34")
    assert paying(PAIR_2, "* * * rt", refuse) == ("not-in-pairs", "RS-34")
    assert paying(PAIR_2, "rt * kt *", refuse) is None
    assert paying(PAIR_2, "rt * rt *", refuse) is None
    assert paying(RouteId("casablanca-marseille"), "* *", refuse) == ("not-in-pairs", "RS-34")


def test_rs_36_w_59_given_a_pair_route_when_claimed_then_twice_the_cards_and_once_trains_and_points() -> None:
    assert paying(PAIR_2, "rt rt") == ("wrong-number-of-cards", "RS-36")
    game = begin(hands={"blue": "rt rt kt kt"})
    claimed = events_of(game, ClaimRoute(seat="blue", route=PAIR_2, cards=cards("rt rt kt kt")))[0]
    assert isinstance(claimed, RouteClaimed)
    assert (claimed.trains_left, claimed.points, len(claimed.cards or ())) == (18, 2, 4)


def test_rs_37_given_ship_cards_when_claiming_a_pair_route_then_refused() -> None:
    assert paying(PAIR_2, "rt rt r1 r1") == ("wrong-kind-of-card", "RS-37")


@pytest.mark.parametrize("name", EDITIONS)
def test_rs_38_given_one_side_of_a_double_route_when_claiming_the_other_then_refused(name: str) -> None:
    pair = "lima-sydney" if name == WORLD else "buffalo-detroit"
    game = owning(begin(name, mode="untracked"), blue=[f"{pair}:1"], red=["nothing"][:0])
    game = owning(game, red=["darwin-perth" if name == WORLD else "bay-city-detroit"])
    assert why(game, ClaimRoute(seat="blue", route=RouteId(f"{pair}:2"))) == ("own-double", "RS-38")


@pytest.mark.parametrize("name", EDITIONS)
@pytest.mark.parametrize("seats", [2, 3])
def test_rs_39_given_two_or_three_seats_when_the_other_side_is_free_then_another_may_have_it(
    name: str, seats: int
) -> None:
    pair = "lima-sydney" if name == WORLD else "buffalo-detroit"
    game = owning(begin(name, seats, "untracked"), blue=[f"{pair}:1"], red=[f"{pair}:2"])
    assert set(game.state.owners.values()) == {"blue", "red"}


def test_rs_39_given_the_lock_of_other_editions_when_it_is_set_then_it_holds() -> None:
    game = begin(mode="untracked", settings={"double_lock_max_seats": 3})
    game = owning(game, blue=["lima-sydney:1"])
    refused = ClaimRoute(seat="red", route=RouteId("lima-sydney:2"))
    assert why(game, refused) == ("double-route-closed", "RS-39")


@pytest.mark.parametrize("ends", ["duluth-thunder-bay", "muskegon-traverse-city"])
def test_rs_40_given_a_train_and_a_ship_route_between_two_cities_when_one_seat_claims_both_then_it_may(
    ends: str,
) -> None:
    game = owning(begin(LAKES, mode="untracked"), blue=[f"{ends}:train", f"{ends}:ship"])
    assert set(game.state.owners.values()) == {"blue"}
    assert len(game.state.owners) == 2


def test_rs_41_given_routes_over_the_edge_of_the_world_when_claimed_then_they_are_like_any_other() -> None:
    game = begin(mode="untracked")
    over = [route for route, way in game.state.game_map.routes.items() if way.wraps]
    assert len(over) == 10
    game = owning(game, blue=["honolulu-lima"], red=["tokyo-vancouver"])
    assert (game.state.points["blue"], game.state.ships["blue"]) == (15, 34)


def every_payment(hand: str, route: RouteId, settings: dict[str, object]) -> None:
    game = begin(hands={"blue": hand}, settings=settings)
    state = game.state
    ways = payments(state, "blue", route)
    assert len(set(map(tuple, map(sorted, ways)))) == len(ways)
    assert [way.count(state.edition.wild) for way in ways] == sorted(
        way.count(state.edition.wild) for way in ways
    )
    assert bool(ways) == payable(state, state.hands["blue"], state.game_map.routes[route])
    listed = [
        command for command in legal(state) if isinstance(command, ClaimRoute) and command.route == route
    ]
    assert len(listed) == len(ways)
    for command in listed:
        assert isinstance(game.do(command), tuple)


@pytest.mark.parametrize("route", [SHIP_5, SHIP_4, PAIR_2, RED_TRAIN_2, GRAY_TRAIN_3, GRAY_SHIP_3])
@pytest.mark.parametrize(
    "settings", [{}, {"ship_waste": "any"}, {"wild_ships": 2}, {"all_wild": "refuse"}], ids=str
)
def test_given_hands_when_payments_are_listed_then_each_pays_once_and_all_are_found(
    route: RouteId, settings: dict[str, object]
) -> None:
    for hand in ("", "* *", "rt rh kt w2 w2 w1 g2 g2 g1 *", "* * * * r1 r2 k2", "rt kt rt kt * g2 g2 g2"):
        every_payment(hand, route, settings)


def test_given_the_reasons_of_these_editions_when_looked_up_then_each_names_a_rule_of_theirs() -> None:
    for name in EDITIONS:
        rules = edition(name).rules
        assert {rule.partition("-")[0] for rule in rules.values()} == {"RS"}
        foreign = {"off-the-board", "answer-tunnel-first", "no-tunnel", "can-pay-tunnel", "no-stations-left"}
        assert foreign.isdisjoint(rules)
        assert Reason.SUPERFLUOUS_CARD in rules


@pytest.mark.parametrize(
    ("route", "text", "sentence"),
    [
        (SHIP_4, "w2", "These cards do not cover the 4 spaces of Dar Es Salaam to Mumbai."),
        (SHIP_4, "w2 w2 w1", "One of these cards is not needed for Dar Es Salaam to Mumbai."),
        (SHIP_4, "k2 k2", "Dar Es Salaam to Mumbai takes white cards and wild cards only."),
        (SHIP_4, "wt wt wt wt", "Dar Es Salaam to Mumbai takes ship cards, and wild ones."),
        (GRAY_SHIP_3, "k2 y1", "Hong Kong to Tokyo takes cards of one colour, and wild cards."),
        (PAIR_2, "rt rt", "Lahore to Tehran takes exactly 4 cards, not 2."),
        (PAIR_2, "rt rt rt kt", "Lahore to Tehran takes two cards of one colour for every space."),
    ],
)
def test_given_a_refused_set_when_explained_then_the_sentence_is_of_trains_and_ships(
    route: RouteId, text: str, sentence: str
) -> None:
    game = begin(hands={"blue": ALL})
    answer = game.do(ClaimRoute(seat="blue", route=route, cards=cards(text)))
    assert isinstance(answer, Refusal)
    assert explain(game.state, answer) == sentence
