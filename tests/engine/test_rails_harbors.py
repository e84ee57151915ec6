"""RS-50 to RS-63: building harbors, exchanging pieces. W-60, F-10."""

import pytest

from engine import (
    BuildHarbor,
    CityId,
    ClaimRoute,
    ExchangePieces,
    Game,
    HarborBuilt,
    PiecesExchanged,
    RouteId,
    TurnStarted,
    legal,
    view,
)
from tests.engine.rails_table import EDITIONS, LAKES, WORLD, arrange, begin, cards, owning
from tests.engine.rule_bench import events_of, play, why

LIMA, DARWIN, PERTH = CityId("lima"), CityId("darwin"), CityId("perth")
PRICE = "yh yh y1 *"


def by_lima(hand: str = PRICE, settings: dict[str, object] | None = None, **more: object) -> Game:
    """Blue owns Lima to Valparaiso, and it is its turn."""
    game = begin(settings=settings, hands={"blue": "gt gt", "red": ""}, deck="kt wt pt kt", ship_deck="k2 w2")
    game = play(game, ClaimRoute(seat="blue", route=RouteId("lima-valparaiso:1"), cards=cards("gt gt")))
    game = play(game, ExchangePieces(seat="red", give="ship", count=1))
    return arrange(game, hands={"blue": hand}, **more)


def building(text: str, settings: dict[str, object] | None = None) -> tuple[str, str] | None:
    """None when these cards pay for a harbor in Lima, else reason and rule."""
    game = by_lima("yh yh yh y1 y1 y2 y2 kh kh k1 k1 yt yt * * * *", settings)
    command = BuildHarbor(seat="blue", city=LIMA, cards=cards(text))
    if isinstance(answer := game.do(command), tuple):
        assert answer[0].state.harbors == {LIMA: "blue"}
        return None
    return why(game, command)


@pytest.mark.parametrize(("name", "ports"), [(WORLD, 38), (LAKES, 25)])
def test_rs_50_given_the_maps_when_counted_then_so_many_ports_and_no_junction_is_one(
    name: str, ports: int
) -> None:
    board = begin(name).state.game_map
    assert sum(city.port for city in board.cities.values()) == ports
    assert not any(city.port for city in board.cities.values() if city.junction)


def test_rs_50_given_a_city_without_port_or_with_a_harbor_when_building_then_refused() -> None:
    game = owning(begin(mode="untracked"), blue=["lima-valparaiso:1"], red=["lima-valparaiso:2"])
    assert why(game, BuildHarbor(seat="blue", city=CityId("moskva"))) == ("not-a-port", "RS-50")
    assert why(game, BuildHarbor(seat="blue", city=CityId("indian-ocean-junction"))) == (
        "not-a-port",
        "RS-50",
    )
    assert why(game, BuildHarbor(seat="blue", city=CityId("paris"))) == ("no-such-city", "RS-50")
    game = play(game, BuildHarbor(seat="blue", city=LIMA))
    assert why(game, BuildHarbor(seat="red", city=LIMA)) == ("city-taken", "RS-50")


def test_rs_51_given_no_own_route_into_the_city_when_building_then_refused_whichever_kind_it_is() -> None:
    game = owning(begin(mode="untracked"), blue=["darwin-perth"], red=["honolulu-lima"])
    assert why(game, BuildHarbor(seat="blue", city=LIMA)) == ("no-route-to-port", "RS-51")
    game = play(game, BuildHarbor(seat="blue", city=DARWIN), BuildHarbor(seat="red", city=LIMA))
    assert game.state.harbors == {DARWIN: "blue", LIMA: "red"}


@pytest.mark.parametrize("text", ["yh yh y1 *", "* * * *", "yh yh y1 y1", "yh y1 * *", "y1 y1 * *"])
def test_rs_52_w_60_given_two_trains_and_two_ships_with_the_symbol_when_building_then_built(
    text: str,
) -> None:
    assert building(text) is None


@pytest.mark.parametrize(
    ("text", "heard"),
    [
        ("yh yh yh y1", ("wrong-kind-of-card", "RS-52")),
        ("yh yh k1 k1", ("mixed-colours", "RS-52")),
        ("yh yh y1", ("wrong-number-of-cards", "RS-52")),
        ("yh yt y1 y1", ("no-harbor-symbol", "RS-52")),
        ("wh wh w1 w1", ("cards-not-in-hand", "RS-52")),
    ],
)
def test_rs_52_w_60_given_other_cards_when_building_then_refused(text: str, heard: tuple[str, str]) -> None:
    assert building(text) == heard


def test_rs_52_given_four_wilds_when_not_allowed_then_three_still_are() -> None:
    refuse: dict[str, object] = {"all_wild": "refuse"}
    assert building("* * * *", refuse) == ("no-harbor-symbol", "RS-52")
    assert building("yh * * *", refuse) is None


def test_rs_53_w_60_given_a_double_ship_when_building_then_refused_for_it_has_no_symbol() -> None:
    assert building("yh yh y1 y2") == ("no-harbor-symbol", "RS-52")
    assert building("yh yh y2") == ("wrong-number-of-cards", "RS-52")


def test_rs_54_given_a_harbor_when_built_then_the_turn_is_over_and_its_cards_lie_in_both_discards() -> None:
    game = by_lima(discards="", ship_discards="")
    events = events_of(game, BuildHarbor(seat="blue", city=LIMA, cards=cards(PRICE)))
    assert [type(event) for event in events] == [HarborBuilt, TurnStarted]
    assert isinstance(events[0], HarborBuilt)
    assert events[0].left == 2
    state = play(game, BuildHarbor(seat="blue", city=LIMA, cards=cards(PRICE))).state
    assert (state.discards, state.ship_discards) == (cards("yh yh *"), cards("y1"))
    assert state.hands["blue"] == {}


def test_rs_54_given_three_harbors_when_a_fourth_is_wanted_then_refused() -> None:
    routes = ["darwin-perth", "lima-valparaiso:1"]
    game = owning(begin(mode="untracked"), blue=routes, red=["bangkok-manila"])
    for city in (DARWIN, PERTH, LIMA):
        if game.state.to_move == "red":
            game = play(game, ExchangePieces(seat="red", give="ship", count=1))
        game = play(game, BuildHarbor(seat="blue", city=city))
    game = play(game, ExchangePieces(seat="red", give="ship", count=1))
    assert why(game, BuildHarbor(seat="blue", city=CityId("valparaiso"))) == ("no-harbors-left", "RS-54")
    assert not [command for command in legal(game.state) if isinstance(command, BuildHarbor)]
    seats = view(game.state, None)["seats"]
    assert isinstance(seats, list)
    assert (seats[0]["harbors"], seats[0]["harbors_left"]) == (["darwin", "perth", "lima"], 0)


def test_given_a_hand_when_harbors_are_listed_then_every_one_is_accepted_and_stands_once() -> None:
    game = by_lima("yh yh yh y1 y1 kh k1 * * * *")
    listed = [command for command in legal(game.state) if isinstance(command, BuildHarbor)]
    assert {command.city for command in listed} == {LIMA, CityId("valparaiso")}
    assert len({(command.city, tuple(sorted(command.cards or ()))) for command in listed}) == len(listed)
    # Of yellow 0-2 trains by 0-2 ships, of black 0-1 by 0-1, and wild ones only: 8 + 3 + 1.
    assert len(listed) == 2 * 12
    for command in listed:
        assert isinstance(game.do(command), tuple)


@pytest.mark.parametrize("name", EDITIONS)
def test_rs_61_f_10_given_pieces_in_the_box_when_exchanged_then_one_for_one_and_a_point_each(
    name: str,
) -> None:
    mix = (25, 35) if name == WORLD else (33, 17)
    game = begin(name, mixes={"blue": mix})
    one = ExchangePieces(seat="blue", give="ship", count=1)
    assert why(game, one) == ("too-few-in-box", "RS-61")
    events = events_of(game, ExchangePieces(seat="blue", give="train", count=3))
    assert isinstance(events[0], PiecesExchanged)
    left = (events[0].trains_left, events[0].ships_left, events[0].points, events[0].total)
    assert left == (mix[0] - 3, mix[1] + 3, -3, -3)
    after = play(game, ExchangePieces(seat="blue", give="train", count=3)).state
    assert (after.trains["blue"], after.ships["blue"], after.points["blue"]) == (mix[0] - 3, mix[1] + 3, -3)
    assert after.to_move == "red"


@pytest.mark.parametrize(
    ("count", "reason"),
    [
        (0, "nothing-to-exchange"),
        (-2, "nothing-to-exchange"),
        (16, "too-few-in-box"),
        (99, "nothing-to-exchange"),
    ],
)
def test_rs_61_given_a_number_that_cannot_be_when_exchanging_then_refused(count: int, reason: str) -> None:
    game = begin(mixes={"blue": (25, 35)})
    assert why(game, ExchangePieces(seat="blue", give="train", count=count)) == (reason, "RS-61")


def test_rs_62_given_few_pieces_when_exchanging_then_the_total_stays_and_no_end_comes() -> None:
    game = play(begin(mode="untracked"), ExchangePieces(seat="blue", give="train", count=5))
    assert game.state.supply("blue") == 60
    assert game.state.points["blue"] == -5
    assert game.state.turns_left is None


def test_rs_63_given_an_exchange_when_made_back_then_the_pieces_come_from_the_box_again() -> None:
    game = begin(mixes={"blue": (25, 35)})
    game = play(game, ExchangePieces(seat="blue", give="train", count=3))
    game = play(game, ExchangePieces(seat="red", give="train", count=1))
    game = play(game, ExchangePieces(seat="blue", give="ship", count=3))
    assert (game.state.trains["blue"], game.state.exchanged["blue"], game.state.points["blue"]) == (25, 6, -6)
    game = play(game, ExchangePieces(seat="red", give="train", count=1))
    assert why(game, ExchangePieces(seat="blue", give="ship", count=1)) == ("too-few-in-box", "RS-61")


def test_given_claims_when_the_box_is_counted_then_what_stands_on_the_board_is_not_in_it() -> None:
    game = owning(
        begin(mode="untracked", mixes={"blue": (20, 40)}), blue=["lima-valparaiso:1", "honolulu-lima"]
    )
    seats = view(game.state, None)["seats"]
    assert isinstance(seats, list)
    assert (seats[0]["trains"], seats[0]["ships"], seats[0]["box"]) == (18, 34, {"train": 5, "ship": 10})
