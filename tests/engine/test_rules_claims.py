"""US-28 to US-44: claiming. W-51, W-52, F-19."""

import gc
import tracemalloc

import pytest

from engine import (
    LOCOMOTIVE,
    Card,
    ClaimRoute,
    Reason,
    RouteClaimed,
    RouteId,
    TurnStarted,
    closed,
    legal,
    open_routes,
    payments,
    route_points,
    twins,
)
from tests.engine.rule_bench import begin, cards, events_of, play, refused, why

BLUE_3 = RouteId("montreal-new-york")
GRAY_3 = RouteId("montreal-toronto")
GRAY_2 = RouteId("atlanta-charleston")
ONE, OTHER = RouteId("boston-new-york:1"), RouteId("boston-new-york:2")


def test_the_map_has_the_routes_these_tests_name() -> None:
    routes = begin().state.game_map.routes
    assert [(routes[name].length, routes[name].colour) for name in (BLUE_3, GRAY_3, GRAY_2)] == [
        (3, "blue"),
        (3, "gray"),
        (2, "gray"),
    ]


@pytest.mark.parametrize("letters", ["bbb", "bbl", "bll", "lll"])
def test_us_32_w_51_given_a_blue_route_of_three_when_blue_and_locomotives_pay_then_claimed(
    letters: str,
) -> None:
    game = play(begin(hands={"blue": "bbblll"}), ClaimRoute(seat="blue", route=BLUE_3, cards=cards(letters)))
    assert game.state.owners == {BLUE_3: "blue"}


@pytest.mark.parametrize("letters", ["", "bb", "bbbb", "lll" + "l"])
def test_us_28_w_51_given_one_card_less_or_more_when_claiming_then_refused(letters: str) -> None:
    game = begin(hands={"blue": "bbbbllll"})
    refusal = refused(game, ClaimRoute(seat="blue", route=BLUE_3, cards=cards(letters)))
    assert (refusal.reason, refusal.rule) == (Reason.WRONG_NUMBER_OF_CARDS, "US-28")
    assert (refusal.need, refusal.have, refusal.secret) == (3, len(letters), True)


def test_us_28_given_no_cards_named_when_claiming_then_refused() -> None:
    assert refused(begin(), ClaimRoute(seat="blue", route=BLUE_3)).reason is Reason.CARDS_NEEDED


def test_us_29_given_two_colours_for_a_coloured_route_when_claiming_then_refused() -> None:
    game = begin(hands={"blue": "bbbrrr"})
    assert why(game, ClaimRoute(seat="blue", route=BLUE_3, cards=cards("bbr"))) == (
        Reason.MIXED_COLOURS,
        "US-29",
    )


def test_us_30_given_a_blue_route_when_red_cards_pay_then_refused() -> None:
    refusal = refused(
        begin(hands={"blue": "rrrl"}), ClaimRoute(seat="blue", route=BLUE_3, cards=cards("rrr"))
    )
    assert (refusal.reason, refusal.rule) == (Reason.WRONG_COLOUR, "US-30")
    mixed = ClaimRoute(seat="blue", route=BLUE_3, cards=cards("rrl"))
    assert refused(begin(hands={"blue": "rrrl"}), mixed).reason is Reason.WRONG_COLOUR


def test_us_31_w_52_given_a_gray_route_when_one_colour_pays_then_claimed_and_two_refused() -> None:
    game = begin(hands={"blue": "rrrbbb"})
    for letters in ("rrr", "bbb"):
        claim = ClaimRoute(seat="blue", route=GRAY_3, cards=cards(letters))
        assert play(game, claim).state.owners[GRAY_3] == "blue"
    assert why(game, ClaimRoute(seat="blue", route=GRAY_3, cards=cards("rrb"))) == (
        Reason.MIXED_COLOURS,
        "US-31",
    )


def test_us_33_given_cards_not_in_the_hand_when_claiming_then_refused_counting_each() -> None:
    game = begin(hands={"blue": "rrl"})
    for letters in ("rrr", "rll", "bbb", "lll"):
        assert why(game, ClaimRoute(seat="blue", route=GRAY_3, cards=cards(letters))) == (
            Reason.CARDS_NOT_IN_HAND,
            "US-33",
        )
    unknown = ClaimRoute(seat="blue", route=GRAY_3, cards=(Card("pink"),) * 3)
    assert refused(game, unknown).reason is Reason.NO_SUCH_CARD


def test_given_names_that_no_card_has_when_claimed_with_then_nothing_of_them_is_kept_in_memory() -> None:
    game, name = begin(hands={"blue": "rrl"}), "pink, " * 1_000
    tracemalloc.start()
    for number in range(100):
        unknown = ClaimRoute(seat="blue", route=GRAY_3, cards=(Card(f"{name}{number}"),) * 3)
        assert refused(game, unknown).reason is Reason.NO_SUCH_CARD
    gc.collect()
    kept, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert kept < 100_000  # bytes, of 600,000 that were sent


def test_us_34_given_fewer_trains_than_spaces_when_claiming_then_refused() -> None:
    game = begin(hands={"blue": "bbb"}, trains={"blue": 2})
    refusal = refused(game, ClaimRoute(seat="blue", route=BLUE_3, cards=cards("bbb")))
    assert (refusal.reason, refusal.rule, refusal.need, refusal.have) == (
        Reason.TOO_FEW_TRAINS,
        "US-34",
        3,
        2,
    )
    enough = begin(hands={"blue": "bbb"}, trains={"blue": 3})
    claim = ClaimRoute(seat="blue", route=BLUE_3, cards=cards("bbb"))
    assert play(enough, claim).state.trains["blue"] == 0


def test_us_35_given_a_claimed_route_when_anybody_claims_it_then_refused() -> None:
    game = begin(hands={"blue": "bbb", "red": "bbb"})
    game = play(game, ClaimRoute(seat="blue", route=BLUE_3, cards=cards("bbb")))
    refusal = refused(game, ClaimRoute(seat="red", route=BLUE_3, cards=cards("bbb")))
    assert (refusal.reason, refusal.rule, refusal.holder) == (Reason.ROUTE_TAKEN, "US-35", "blue")
    assert BLUE_3 not in open_routes(game.state, "blue")
    missing = ClaimRoute(seat="red", route=RouteId("rome-paris"), cards=())
    assert refused(game, missing).reason is Reason.NO_SUCH_ROUTE


def test_us_36_given_routes_apart_when_claimed_then_accepted() -> None:
    game = begin(hands={"blue": "bbbpp", "red": "rr"})
    game = play(
        game,
        ClaimRoute(seat="blue", route=BLUE_3, cards=cards("bbb")),
        ClaimRoute(seat="red", route=GRAY_2, cards=cards("rr")),
        ClaimRoute(seat="blue", route=RouteId("portland-seattle:1"), cards=cards("p")),
    )
    assert game.state.routes_of("blue") == (BLUE_3, "portland-seattle:1")


def test_us_37_given_one_claim_made_when_another_is_asked_in_the_same_turn_then_refused() -> None:
    game = play(begin(hands={"blue": "bbbrr"}), ClaimRoute(seat="blue", route=BLUE_3, cards=cards("bbb")))
    second = ClaimRoute(seat="blue", route=GRAY_2, cards=cards("rr"))
    assert refused(game, second).reason is Reason.NOT_YOUR_TURN


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_us_38_f_19_given_one_side_of_a_double_when_its_owner_wants_the_other_then_refused(
    seats: int,
) -> None:
    game = begin(seats, hands={"blue": "rryy"})
    game = play(game, ClaimRoute(seat="blue", route=ONE, cards=cards("rr")))
    assert closed(game.state, "blue", OTHER) is Reason.OWN_DOUBLE


@pytest.mark.parametrize("seats", [2, 3])
def test_us_39_f_19_given_few_seats_when_one_side_is_claimed_then_its_twin_is_closed_to_all(
    seats: int,
) -> None:
    game = begin(seats, hands={"blue": "rr", "red": "yy"})
    game = play(game, ClaimRoute(seat="blue", route=ONE, cards=cards("rr")))
    refusal = refused(game, ClaimRoute(seat="red", route=OTHER, cards=cards("yy")))
    assert (refusal.reason, refusal.rule) == (Reason.DOUBLE_ROUTE_CLOSED, "US-39")
    assert (refusal.route, refusal.holder) == (ONE, "blue")
    assert twins(game.state.game_map, OTHER) == (ONE,)


@pytest.mark.parametrize("seats", [4, 5])
def test_us_40_f_19_given_many_seats_when_one_side_is_claimed_then_others_may_have_its_twin(
    seats: int,
) -> None:
    game = begin(seats, hands={"blue": "rr", "red": "yy"})
    game = play(
        game,
        ClaimRoute(seat="blue", route=ONE, cards=cards("rr")),
        ClaimRoute(seat="red", route=OTHER, cards=cards("yy")),
    )
    assert dict(game.state.owners) == {ONE: "blue", OTHER: "red"}


def test_x_12_given_no_lock_when_two_seats_take_both_sides_then_accepted() -> None:
    game = begin(2, "untracked", settings={"double_lock_max_seats": 0})
    game = play(game, ClaimRoute(seat="blue", route=ONE), ClaimRoute(seat="red", route=OTHER))
    assert len(game.state.owners) == 2


def test_us_41_given_a_payment_then_all_its_cards_are_discarded() -> None:
    game = begin(hands={"blue": "bblr"}, discards="g")
    state = play(game, ClaimRoute(seat="blue", route=BLUE_3, cards=cards("blb"))).state
    assert state.discards == ("green", "blue", "locomotive", "blue")
    assert dict(state.hands["blue"]) == {"red": 1}


def test_us_42_given_lengths_one_to_six_then_1_2_4_7_10_15_points() -> None:
    settings = begin().state.settings
    assert [route_points(settings, length) for length in range(1, 7)] == [1, 2, 4, 7, 10, 15]


def test_us_42_given_a_claim_then_points_are_added_at_once() -> None:
    game = begin(hands={"blue": "bbb"})
    told = events_of(game, ClaimRoute(seat="blue", route=BLUE_3, cards=cards("bbb")))
    assert told == (
        RouteClaimed(
            seat="blue", route=BLUE_3, length=3, points=4, total=4, trains_left=42, cards=cards("bbb")
        ),
        TurnStarted(seat="red", turn=2),
    )


def test_us_43_given_a_route_of_six_when_claimed_then_the_supply_falls_by_six() -> None:
    game = begin(2, "untracked")
    game = play(game, ClaimRoute(seat="blue", route=RouteId("helena-seattle")))
    assert game.state.trains["blue"] == 39
    assert game.state.settings.tokens_per_route == "one"


def test_us_44_given_claims_when_the_game_goes_on_then_they_stay() -> None:
    game = begin(2, "untracked")
    owners: dict[RouteId, str] = {}
    while game.state.to_move is not None:
        assert owners.items() <= game.state.owners.items()
        owners = dict(game.state.owners)
        game = play(game, next(command for command in legal(game.state) if isinstance(command, ClaimRoute)))


def test_given_a_hand_then_every_payment_is_named_once_fewest_locomotives_first() -> None:
    state = begin(hands={"blue": "rrbbbll"}).state
    assert payments(state, "blue", GRAY_3) == tuple(map(cards, ("bbb", "bbl", "rrl", "bll", "rll")))
    assert payments(state, "blue", BLUE_3) == (cards("bbb"), cards("bbl"), cards("bll"))
    assert payments(state, "red", RouteId("no-such")) == ()


def test_given_locomotives_alone_then_they_are_the_last_payment() -> None:
    state = begin(hands={"blue": "bbblll"}).state
    assert payments(state, "blue", BLUE_3)[-1] == (LOCOMOTIVE,) * 3
