"""LW-33 to LW-49: claiming, company routes, large cities, conditions."""

from typing import Any

import pytest

from announce import explain
from engine import (
    CardGained,
    ClaimRoute,
    CoinsPaid,
    DeckShuffled,
    DrawCard,
    Game,
    RouteClaimed,
    RouteId,
    Seat,
    SettingsError,
    Undo,
    event_from_json,
    event_to_json,
    game_map,
    legal,
)
from engine.campaign import patched
from engine.commands import Refusal, ResolveEvent
from engine.game_map import stub_names
from engine.optional_events import EventResolved
from tests.engine.legends_bench import EDITION, MAP, QUIET, begun, claim, kinds
from tests.engine.rule_bench import arrange, cards, did, play, why

RICH = {"blue": "bbbbrrrrkkkkggggyyyywwwwllll", "red": "bbbbrrrrkkkkggggyyyywwwwllll"}
DECK: dict[str, Any] = {"deck": "rrrrrrrrrrrr", "discards": "", "row": "bbggy"}


def table(seats: int = 2, **settings: object) -> Game:
    hands = dict.fromkeys(("blue", "red", "green", "yellow", "black")[:seats], RICH["blue"])
    return begun(seats, settings=QUIET | settings, hands=hands, **DECK)


@pytest.mark.parametrize(
    ("route", "paid", "reason"),
    [
        ("boston-new-york:1", "k", None),
        ("charleston-norfolk:1", "kkl", None),
        ("charleston-norfolk:1", "lll", None),
        ("charleston-norfolk:1", "kk", "wrong-number-of-cards"),
        ("charleston-norfolk:1", "kkkk", "wrong-number-of-cards"),
        ("charleston-norfolk:1", "rrr", "wrong-colour"),
        ("cincinnati-nashville:1", "yyl", None),
        ("cincinnati-nashville:1", "yyb", "mixed-colours"),
        ("buffalo-montreal:1", "bb", None),  # the rulebook's example: 2 red or 2 blue
        ("buffalo-montreal:2", "rr", None),
    ],
)
def test_lw_33_given_cards_for_a_route_then_number_colour_and_locomotives_count(
    route: str, paid: str, reason: str | None
) -> None:
    wish = claim("blue", route, paid)
    if reason is None:
        assert play(table(), wish).state.owners[RouteId(route)] == "blue"
    else:
        assert why(table(), wish) == (reason, "LW-33")


def test_lw_34_given_a_claim_of_no_company_then_no_money_and_no_points() -> None:
    events = did(table(), claim("blue", "charleston-norfolk:1", "kkk"))[1]
    first = events[0]
    assert isinstance(first, RouteClaimed)
    assert (first.points, first.total, first.trains_left) == (0, 0, 17)
    assert not any(isinstance(event, CoinsPaid) for event in events)


def test_lw_35_given_a_way_off_the_board_then_refused_until_a_board_supplies_the_city() -> None:
    names = stub_names(game_map(MAP))
    assert list(names) == [
        "cincinnati-great-plains", "nashville-open-range", "new-orleans-open-range:1",
        "new-orleans-open-range:2", "new-orleans-open-range:3", "mobile-florida", "savannah-florida:1",
        "savannah-florida:2",
    ]  # fmt: skip
    game = table()
    for name in names:
        assert why(game, claim("blue", name, "b")) == ("off-the-board", "LW-35")
    answer = game.do(claim("blue", "mobile-florida", "k"))
    assert isinstance(answer, Refusal)
    assert "leads off the board" in explain(game.state, answer)
    assert why(game, claim("blue", "mobile-tampa", "kk")) == ("no-such-route", "LW-36")
    patch = (
        '{"patch": "legends-east", "cities": [{"id": "tampa", "name": "Tampa"}], "routes": [{"id":'
        ' "mobile-tampa", "a": "mobile", "b": "tampa", "length": 2, "colour": "black"}],'
        ' "remove": {"edge_stubs": [{"city": "mobile"}]}}'
    )
    wider = Game.new(EDITION, patched(game_map(MAP), patch), ("blue", "red"), "untracked", 1)
    assert refused_on(wider, "mobile-florida") == "no-such-route"
    assert play(wider, claim("blue", "mobile-tampa", None)).state.trains["blue"] == 18


def refused_on(game: Game, route: str) -> str:
    answer = game.do(claim("blue", route, None))
    assert isinstance(answer, Refusal)
    return answer.reason.value


def test_lw_36_given_routes_far_apart_then_both_can_be_had_one_a_turn_whole() -> None:
    game = play(table(), claim("blue", "boston-new-york:1", "k"))
    assert why(game, claim("blue", "mobile-new-orleans:1", "g"))[0] == "not-your-turn"
    game = play(game, claim("red", "albany-new-york", "k"), claim("blue", "mobile-new-orleans:1", "g"))
    assert game.state.routes_of("blue") == ("boston-new-york:1", "mobile-new-orleans:1")
    assert why(game, claim("red", "albany-new-york", "k")) == ("route-taken", "LW-36")


@pytest.mark.parametrize(
    ("first", "second"),
    [("buffalo-montreal:1", "buffalo-montreal:2"), ("boston-new-york:1", "boston-new-york:3")],
)
def test_lw_37_given_one_route_of_a_double_or_triple_then_its_owner_has_no_other(
    first: str, second: str
) -> None:
    length = game_map(MAP).routes[RouteId(first)].length
    game = play(table(5), claim("blue", first, "l" * length))
    game = arrange(game, hands={"blue": "llll", "red": "llll"})
    game = play(game, claim("red", "albany-montreal", "l"))
    others: tuple[Seat, ...] = ("green", "yellow", "black")
    for seat in others:
        game = play(game, claim(seat, free(game), "l"))
    assert why(game, claim("blue", second, "l" * length)) == ("own-double", "LW-37")


def free(game: Game) -> str:
    """Some open route of length 1 that is no double."""
    board = game.state.game_map
    return next(
        name
        for name, route in board.routes.items()
        if route.length == 1 and name not in game.state.owners and name not in board.parallel
    )


@pytest.mark.parametrize(("seats", "locked"), [(2, True), (3, True), (4, False), (5, False)])
def test_lw_38_f_20_given_a_claimed_double_then_its_twin_is_locked_with_two_or_three_seats(
    seats: int, locked: bool
) -> None:
    game = play(table(seats), claim("blue", "buffalo-montreal:1", "bb"))
    twin = claim("red", "buffalo-montreal:2", "rr")
    if locked:
        assert why(game, twin) == ("double-route-closed", "LW-38")
    else:
        assert play(game, twin).state.owners[RouteId("buffalo-montreal:2")] == "red"
    loose = play(table(seats, double_lock_max_seats=0), claim("blue", "buffalo-montreal:1", "bb"))
    assert play(loose, twin).state.to_move != "red"


def test_lw_39_f_20_given_a_triple_then_every_seat_may_have_one_of_it() -> None:
    game = play(table(2), claim("blue", "boston-new-york:1", "k"), claim("red", "boston-new-york:2", "g"))
    assert why(game, claim("blue", "boston-new-york:3", "w")) == ("own-double", "LW-37")
    game = play(game, claim("blue", "albany-new-york", "k"))
    assert why(game, claim("red", "boston-new-york:3", "w")) == ("own-double", "LW-37")
    game = table(3)
    three: tuple[tuple[Seat, int, str], ...] = (("blue", 1, "k"), ("red", 2, "g"), ("green", 3, "w"))
    for seat, route, paid in three:
        game = play(game, claim(seat, f"boston-new-york:{route}", paid))
    assert len(game.state.owners) == 3


def test_lw_40_f_21_given_a_company_route_into_large_cities_then_bonus_first_and_then_one_card() -> None:
    game, events = did(table(), claim("blue", "baltimore-philadelphia:1", "b"))
    assert kinds(events) == ["route-claimed", "coins-paid", "card-gained", "turn-started"]
    assert game.state.coins == {"blue": 7, "red": 5}
    assert game.state.hand_size("blue") == 28 - 1 + 1


def test_lw_13_lw_40_given_stickers_then_the_steps_run_in_numeric_order() -> None:
    steps = [
        "12: large-city",
        "14: colour blue coins 3",
        "3: company-bonus",
        "7: length 1 cards 1",
        "9: text",
    ]
    events = did(table(claim_steps=steps), claim("blue", "baltimore-philadelphia:1", "b"))[1]
    told = [event.why for event in events if isinstance(event, CoinsPaid | CardGained)]
    assert told == ["company", "7", "large-city", "14"]
    for wrong in (
        ["x: coins 1"],
        ["3: coins 1", "3: coins 2"],
        ["3: lightning coins 1"],
        ["3: retire"],
        ["3:"],
    ):
        with pytest.raises(SettingsError, match="claim_steps"):
            table(claim_steps=wrong)


def test_lw_41_given_a_route_of_ones_own_colour_then_the_bonus_whatever_the_length() -> None:
    board = game_map(MAP)
    for name, way in board.routes.items():
        if way.colour == "blue":
            game = play(table(company_bonus=3), claim("blue", name, "l" * way.length))
            assert game.state.coins["blue"] == 5 + 3
    assert {way.length for way in board.routes.values() if way.colour == "blue"} == {1, 2, 3, 4}


def test_lw_42_f_21_given_colours_then_that_of_the_route_counts_not_that_of_the_cards() -> None:
    game = table()
    game = play(game, claim("blue", "albany-boston", "g"))
    paid = play(game, claim("red", "cincinnati-pittsburgh:2", "lll"))
    assert paid.state.coins["red"] == 7
    gray = play(game, claim("red", "cincinnati-nashville:1", "rrr"))
    assert gray.state.coins["red"] == 5
    foreign = play(game, claim("red", "buffalo-montreal:1", "bb"))
    assert foreign.state.coins["red"] == 5


def test_lw_43_given_white_and_gray_routes_then_no_seat_has_a_bonus() -> None:
    for seats in (2, 5):
        for name, way in game_map(MAP).routes.items():
            if way.colour in ("white", "gray"):
                events = did(table(seats), claim("blue", name, "l" * way.length))[1]
                assert not any(isinstance(event, CoinsPaid) for event in events)


@pytest.mark.parametrize(
    ("route", "paid", "gained"),
    [
        ("boston-new-york:1", "k", 1),  # both ends are large
        ("albany-boston", "g", 1),
        ("albany-montreal", "r", 0),
    ],
)
def test_lw_44_given_a_large_city_at_an_end_then_one_card_from_the_deck(
    route: str, paid: str, gained: int
) -> None:
    for number in (1, 2):
        events = did(table(large_city_cards=number), claim("blue", route, paid))[1]
        cards_got = [event for event in events if isinstance(event, CardGained)]
        assert len(cards_got) == gained * number
        assert all(event.why == "large-city" and event.city in ("boston", "new-york") for event in cards_got)


def test_lw_45_given_the_same_large_city_again_then_another_card() -> None:
    game = play(table(), claim("blue", "albany-boston", "g"), claim("red", "albany-montreal", "r"))
    events = did(game, claim("blue", "boston-new-york:1", "k"))[1]
    assert sum(isinstance(event, CardGained) for event in events) == 1


def test_lw_46_given_a_newspaper_on_top_then_an_event_and_the_next_card() -> None:
    game = arrange(table(), deck="nwrrrrrrrrrr")
    game, events = did(game, claim("blue", "albany-boston", "g"))
    assert kinds(events)[1:4] == ["newspaper-turned", "event-turned", "card-gained"]
    assert game.state.hands["blue"][cards("w")[0]] == 5


def test_lw_47_given_nothing_in_deck_and_discards_then_a_large_city_gives_nothing() -> None:
    game = arrange(table(), deck="nn", discards="")
    game = arrange(game, hands={"blue": "g"})
    events = did(game, claim("blue", "albany-boston", "g"))[1]
    assert sum(isinstance(event, CardGained) for event in events) == 1  # its own card, shuffled in: LW-48


@pytest.mark.parametrize("number", [0, 1, 2])
def test_lw_44_given_cards_in_hands_then_the_table_is_told_of_the_cards_and_nothing_was_shown(
    number: int,
) -> None:
    before = begun(2, "untracked", {"large_city_cards": number})
    game, events = did(before, claim("blue", "albany-boston", None))
    assert kinds(events) == ["route-claimed", *["card-gained"] * number, "turn-started"]
    assert [(e.seat, e.card, e.city) for e in events if isinstance(e, CardGained)] == [
        ("blue", None, "boston")
    ] * number
    assert game.state.hands == before.state.hands
    assert not game.acts[-1].shown
    assert play(game, Undo(seat="blue")).state.to_move == "blue"


def test_lw_48_given_an_empty_deck_then_the_cards_just_paid_are_shuffled_in_for_the_large_city() -> None:
    game = arrange(table(), deck="", discards="")
    events = did(game, claim("blue", "albany-boston", "g"))[1]
    assert [event.count for event in events if isinstance(event, DeckShuffled)] == [1]
    assert [event.card for event in events if isinstance(event, CardGained)] == [cards("g")[0]]


EXTRAS = {"claim_steps": ["3: company-bonus", "5: locomotive cards 2", "12: large-city"]}


def conditions() -> Game:
    settings: dict[str, object] = {"events": ["offer: locomotive coins 5"], **EXTRAS}
    laid: dict[str, Any] = {"deck": "nrrrrrrrrrrr", "row": "bbggy", "hands": {"blue": "", "red": "klll"}}
    game = begun(2, settings=settings, **laid)
    return play(game, *draws())


def draws() -> tuple[DrawCard, ...]:
    return DrawCard(seat="blue", source="deck"), DrawCard(seat="blue", source="row", index=0)


def test_lw_49_given_two_conditions_then_each_takes_a_locomotive_of_its_own() -> None:
    game = conditions()
    plain = play(game, claim("red", "albany-new-york", "k"))
    assert (plain.state.coins["red"], plain.state.hand_size("red")) == (5, 3 + 1)
    one = play(game, claim("red", "albany-new-york", "k", "offer"))
    assert (one.state.coins["red"], one.state.hand_size("red")) == (10, 2 + 1)
    both, events = did(game, claim("red", "albany-new-york", "k", "offer", "5"))
    assert (both.state.coins["red"], both.state.hand_size("red")) == (10, 1 + 2 + 1)
    claimed = events[0]
    assert isinstance(claimed, RouteClaimed)
    assert (claimed.extras, claimed.cards) == (("offer", "5"), cards("kll"))
    assert event_from_json(event_to_json(claimed)) == claimed


def test_lw_49_given_wrong_conditions_then_refused() -> None:
    game = conditions()
    for extras in (("offer", "offer"), ("gift",), ("3",)):
        assert why(game, claim("red", "albany-new-york", "k", *extras)) == ("no-such-condition", "LW-49")
    short = arrange(game, hands={"red": "kl"})
    assert why(short, claim("red", "albany-new-york", "k", "offer", "5")) == (
        "cards-not-in-hand",
        "LW-49",
    )
    assert why(short, claim("red", "albany-new-york", "l", "offer")) == ("cards-not-in-hand", "LW-49")
    quiet = table()
    assert why(quiet, claim("blue", "albany-new-york", "k", "offer")) == ("no-such-condition", "LW-49")


def test_lw_49_given_conditions_then_legal_lists_exactly_what_is_accepted() -> None:
    game = conditions()
    listed = [command for command in legal(game.state) if isinstance(command, ClaimRoute) and command.extras]
    assert len(set(map(repr, listed))) == len(listed)
    for command in listed:
        play(game, command)
    assert claim("red", "albany-new-york", "k", "offer", "5") in listed
    assert {len(command.extras) for command in listed} == {1, 2}


def test_given_an_event_for_the_table_then_it_tells_coins_and_cards_and_undo_takes_them_back() -> None:
    game = begun(2, deck="nrrrrrrrrrrr", row="bbggy", event_deck=["event-1", "event-2"])
    assert why(game, ResolveEvent(seat="red", coins=2)) == ("no-event-to-resolve", "LW-29")
    game = play(game, draws()[0])
    assert why(game, ResolveEvent(seat="red", cards=1))[0] == "no-event-to-resolve"  # amid a draw
    game = play(game, draws()[1])
    told, events = did(game, ResolveEvent(seat="red", coins=3, cards=2))
    assert kinds(events) == ["event-resolved", "coins-paid", "card-gained", "card-gained"]
    assert isinstance(events[0], EventResolved)
    assert events[0].event == "event-1"
    assert (told.state.coins["red"], told.state.hand_size("red"), told.state.to_move) == (8, 6, "red")
    assert why(game, ResolveEvent(seat="blue", coins=-6)) == ("too-few-coins", "LW-5")
    assert why(game, ResolveEvent(seat="blue")) == ("no-event-to-resolve", "LW-29")
    back = play(told, Undo(seat="red", agreed=True)).state
    assert (back.coins["red"], back.hand_size("red")) == (5, 4)
