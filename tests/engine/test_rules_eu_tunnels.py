"""EU-23 to EU-35: tunnels. W-54, W-55, F-15 to F-17, X-14 to X-18."""

from collections import Counter
from typing import Any

import pytest

from engine import (
    LOCOMOTIVE,
    AnswerTunnel,
    BuildStation,
    Card,
    CityId,
    ClaimRoute,
    Command,
    DeckShuffled,
    DrawCard,
    DrawTickets,
    Game,
    KeepTickets,
    Pass,
    Reason,
    RouteClaimed,
    RouteId,
    TunnelFailed,
    TunnelRevealed,
    TurnStarted,
    Undo,
    legal,
    view,
)
from tests.engine.rule_bench import begin, cards, events_of, play, refused, why

EU = "europe"
BLUE_2 = RouteId("munchen-venezia")  # a blue tunnel of two spaces
GRAY_2 = RouteId("barcelona-pamplona")  # a gray one
DECLINE = AnswerTunnel(seat="blue", decline=True)
OTHERS = "kkkkk"  # cards that never match, for the rest of the deck


def bid(hand: str, bidden: str, turned: str, route: RouteId = BLUE_2, **more: Any) -> Game:
    """A game after a bid, with chosen cards turned for it."""
    laid = {"hands": {"blue": hand, "red": ""}, "row": "kwyog", "deck": turned + OTHERS, **more}
    return play(begin(rules=EU, **laid), ClaimRoute(seat="blue", route=route, cards=cards(bidden)))


def owed(game: Game) -> int:
    return 0 if game.state.tunnel is None else game.state.tunnel.owed


def test_eu_23_given_a_bid_then_three_cards_are_turned_before_the_claim() -> None:
    game = begin(rules=EU, hands={"blue": "bb"}, deck="kgwrr", row="kwyog")
    events = events_of(game, ClaimRoute(seat="blue", route=BLUE_2, cards=cards("bb")))
    assert [type(event) for event in events] == [TunnelRevealed, RouteClaimed, TurnStarted]
    assert events[0] == TunnelRevealed(seat="blue", route=BLUE_2, bid=cards("bb"), cards=cards("kgw"), owed=0)
    asked = begin(rules=EU, hands={"blue": "bb"}, deck="kgbrr", row="kwyog")
    events = events_of(asked, ClaimRoute(seat="blue", route=BLUE_2, cards=cards("bb")))
    assert [type(event) for event in events] == [TunnelRevealed]


@pytest.mark.parametrize("count", [0, 1, 5])
def test_eu_23_given_another_number_of_tunnel_cards_then_so_many_are_turned(count: int) -> None:
    game = bid("bbbbbbb", "bb", "bbbbb", settings={"tunnel_cards": count})
    assert owed(game) == count
    assert (game.state.phase == "tunnel") == (count > 0)


@pytest.mark.parametrize(
    ("bidden", "turned", "more"),
    [("bb", "brl", 2), ("bb", "rgw", 0), ("bl", "bbb", 3), ("bb", "lll", 3), ("bb", "bgk", 1)],
)
def test_eu_24_w_54_given_turned_cards_of_the_colour_or_locomotives_then_each_costs_one_more(
    bidden: str, turned: str, more: int
) -> None:
    assert owed(bid("bbbbbll", bidden, turned)) == more


def test_eu_24_w_55_x_15_given_a_gray_tunnel_then_the_colour_of_the_bid_counts() -> None:
    assert owed(bid("gl" + "gggg", "gl", "ggg", GRAY_2)) == 3
    assert owed(bid("rr", "rr", "ggg", GRAY_2)) == 0


def test_eu_25_f_15_given_an_extra_that_cannot_be_paid_then_the_bid_goes_back_and_the_turn_is_over() -> None:
    game = bid("bbb", "bb", "blr", discards="")
    assert owed(game) == 2
    assert why(game, AnswerTunnel(seat="blue", cards=cards("bb"))) == (Reason.CARDS_NOT_IN_HAND, "EU-25")
    assert [type(event) for event in events_of(game, DECLINE)] == [TunnelFailed, TurnStarted]
    left = play(game, DECLINE).state
    assert (left.hands["blue"], left.owners, left.to_move) == ({Card("blue"): 3}, {}, "red")
    assert left.discards == cards("blr")
    assert [type(command) for command in legal(game.state)] == [AnswerTunnel]


def test_eu_26_f_16_given_an_extra_that_is_paid_then_bid_extra_and_turned_cards_are_discarded() -> None:
    game = bid("bbbl", "bb", "blr", discards="")
    answer = AnswerTunnel(seat="blue", cards=cards("bl"))
    claimed = events_of(game, answer)[0]
    assert isinstance(claimed, RouteClaimed)
    assert (claimed.cards, claimed.length, claimed.points) == (cards("bbbl"), 2, 2)
    state = play(game, answer).state
    assert Counter(state.discards) == Counter(cards("bbbl") + cards("blr"))
    assert (state.hands["blue"], state.owners, state.tunnel) == ({}, {BLUE_2: "blue"}, None)
    # Nothing owed: the turned cards go all the same.
    assert Counter(bid("bb", "bb", "kkr", discards="").state.discards) == Counter(cards("bbkkr"))


def test_eu_27_w_55_given_a_bid_of_locomotives_then_only_locomotives_cost_more() -> None:
    assert owed(bid("lll", "ll", "bbl")) == 1
    assert owed(bid("ll", "ll", "bbb")) == 0


def test_eu_28_w_55_x_16_given_such_a_bid_then_the_extra_is_paid_in_locomotives() -> None:
    game = bid("lllbb", "ll", "rrl")
    assert why(game, AnswerTunnel(seat="blue", cards=cards("b"))) == (Reason.WRONG_COLOUR, "EU-28")
    assert play(game, AnswerTunnel(seat="blue", cards=cards("l"))).state.owners == {BLUE_2: "blue"}
    assert list(legal(bid("llbb", "ll", "rrl").state)) == [DECLINE]


def test_x_16_given_the_setting_any_then_a_bid_of_locomotives_is_completed_in_colours_too() -> None:
    settings = {"tunnel_all_locos": "any"}
    game = bid("llbbr", "ll", "rrl", settings=settings)
    assert play(game, AnswerTunnel(seat="blue", cards=cards("b"))).state.owners == {BLUE_2: "blue"}
    assert refused(game, AnswerTunnel(seat="blue", cards=cards("r"))).reason is Reason.WRONG_COLOUR
    gray = bid("llgrr", "ll", "kll", GRAY_2, settings=settings)
    assert play(gray, AnswerTunnel(seat="blue", cards=cards("rr"))).state.owners == {GRAY_2: "blue"}
    assert refused(gray, AnswerTunnel(seat="blue", cards=cards("gr"))).rule == "EU-24"


def test_eu_29_x_14_x_18_given_a_seat_that_could_pay_then_it_may_decline_and_its_turn_is_over() -> None:
    state = play(bid("bbbb", "bb", "bkk"), DECLINE).state
    assert (state.hands["blue"], state.owners, state.to_move) == ({Card("blue"): 4}, {}, "red")


def test_x_14_given_the_setting_only_if_unable_then_a_seat_that_can_pay_has_to() -> None:
    settings = {"tunnel_decline": "only_if_unable"}
    able = bid("bbbb", "bb", "bkk", settings=settings)
    refusal = refused(able, DECLINE)
    assert (refusal.reason, refusal.rule, refusal.secret) == (Reason.CAN_PAY_TUNNEL, "EU-29", True)
    assert DECLINE not in list(legal(able.state))
    assert play(bid("bb", "bb", "bkk", settings=settings), DECLINE).state.owners == {}


def test_eu_30_given_a_reshuffle_for_the_turned_cards_then_the_bid_is_not_among_them() -> None:
    game = bid("bb", "bb", "", deck="k", discards="gg")
    assert game.state.tunnel is None  # nothing matched: the bid was in the hand all the while
    revealed = next(event for event in game.events if isinstance(event, TunnelRevealed))
    assert (revealed.cards[0], sorted(revealed.cards)) == ("black", ["black", "green", "green"])
    assert Counter(game.state.discards) + Counter(game.state.deck) == Counter(cards("bbkgg"))


@pytest.mark.parametrize("deck", ["kgw", "kgwrr"])
def test_eu_30_given_enough_cards_for_a_tunnel_then_the_discards_are_left_where_they_lie(deck: str) -> None:
    game = begin(rules=EU, hands={"blue": "bb"}, deck=deck, row="kwyog", discards="yyyy")
    first = events_of(game, ClaimRoute(seat="blue", route=BLUE_2, cards=cards("bb")))[0]
    assert first == TunnelRevealed(seat="blue", route=BLUE_2, bid=cards("bb"), cards=cards("kgw"), owed=0)


def test_eu_31_f_17_x_17_given_fewer_than_three_cards_then_those_are_turned() -> None:
    game = bid("bbbb", "bb", "", deck="b", discards="b")
    assert game.state.tunnel is not None
    assert (game.state.tunnel.cards, owed(game), game.state.deck) == (cards("bb"), 2, ())
    shuffles = [event for event in game.events if isinstance(event, DeckShuffled)]
    assert shuffles[-1].deck == cards("bb")  # the one that was left stays on top
    assert shuffles[-1].count == 1


def test_eu_31_given_no_cards_at_all_then_the_bid_stands() -> None:
    assert bid("bb", "bb", "", deck="", discards="").state.owners == {BLUE_2: "blue"}


def test_eu_32_given_an_extra_then_neither_points_nor_trains_change() -> None:
    state = play(bid("bbbbb", "bb", "bbb"), AnswerTunnel(seat="blue", cards=cards("bbb"))).state
    assert (state.points["blue"], state.trains["blue"]) == (2, 43)


def test_eu_34_given_the_turned_cards_then_the_bid_is_not_changed_and_pays_nothing_twice() -> None:
    begun = bid("bbl", "bb", "bkk")
    assert refused(begun, AnswerTunnel(seat="blue", cards=cards("b"))).reason is Reason.CARDS_NOT_IN_HAND
    assert play(begun, AnswerTunnel(seat="blue", cards=cards("l"))).state.owners == {BLUE_2: "blue"}
    again = ClaimRoute(seat="blue", route=BLUE_2, cards=cards("bl"))
    assert refused(begun, again).reason is Reason.ANSWER_TUNNEL_FIRST


def test_eu_34_given_a_bid_that_is_not_in_the_hand_then_no_card_is_turned() -> None:
    game = begin(rules=EU, hands={"blue": "b"})
    assert refused(game, ClaimRoute(seat="blue", route=BLUE_2, cards=cards("bb"))).rule == "EU-13"


def test_eu_35_given_the_turned_cards_then_nothing_but_an_answer_is_accepted() -> None:
    game = bid("bbbl", "bb", "bkk")
    others: tuple[Command, ...] = (
        DrawCard(seat="blue", source="deck"),
        DrawTickets(seat="blue"),
        BuildStation(seat="blue", city=CityId("wien"), cards=cards("l")),
        Pass(seat="blue"),
        KeepTickets(seat="blue", tickets=()),
    )
    for command in others:
        assert why(game, command) == (Reason.ANSWER_TUNNEL_FIRST, "EU-35")
    assert refused(game, AnswerTunnel(seat="red", decline=True)).reason is Reason.NOT_YOUR_TURN
    assert refused(game, DrawCard(seat="red", source="deck")).reason is Reason.NOT_YOUR_TURN


def test_eu_35_given_no_tunnel_then_there_is_nothing_to_answer() -> None:
    assert why(begin(rules=EU), DECLINE) == (Reason.NO_TUNNEL, "EU-35")


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ("bb", Reason.WRONG_NUMBER_OF_CARDS),
        ("", Reason.WRONG_NUMBER_OF_CARDS),
        ("r", Reason.WRONG_COLOUR),
        (None, Reason.CARDS_NEEDED),
    ],
)
def test_eu_24_given_a_wrong_answer_then_refused_and_the_tunnel_still_waits(
    answer: str | None, reason: Reason
) -> None:
    game = bid("bbbbr", "bb", "bkk")
    paid = None if answer is None else cards(answer)
    assert refused(game, AnswerTunnel(seat="blue", cards=paid)).reason is reason
    strange = AnswerTunnel(seat="blue", cards=(Card("pink"),))
    assert refused(game, strange).reason is Reason.NO_SUCH_CARD
    both = AnswerTunnel(seat="blue", cards=cards("b"), decline=True)
    assert refused(game, both).reason is Reason.WRONG_NUMBER_OF_CARDS


def test_eu_24_given_an_owed_extra_then_legal_lists_every_way_to_pay_it() -> None:
    game = bid("bbbbll", "bb", "blk")
    assert list(legal(game.state)) == [
        *(AnswerTunnel(seat="blue", cards=cards(way)) for way in ("bb", "bl", "ll")),
        DECLINE,
    ]


def test_eu_23_given_a_waiting_tunnel_then_everybody_sees_it() -> None:
    state = bid("bbb", "bb", "bkk").state
    lying = {"route": BLUE_2, "bid": ["blue"] * 2, "cards": ["blue", "black", "black"], "owed": 1}
    assert view(state, "red")["tunnel"] == view(state, None)["tunnel"] == lying


def test_eu_23_given_a_tunnel_when_taken_back_then_from_before_the_bid_with_the_tables_word() -> None:
    waiting = bid("bbbb", "bb", "", deck="b", discards="k")
    before = waiting.acts[-1].to
    for game in (waiting, play(waiting, DECLINE), play(waiting, AnswerTunnel(seat="blue", cards=cards("b")))):
        assert refused(game, Undo(seat="red")).reason is Reason.SHOWN_SINCE
        again = play(game, Undo(seat="red", agreed=True))
        assert (again.state.phase, again.state.to_move, again.state.tunnel) == ("turn", "blue", None)
        assert again.state.hands["blue"] == {Card("blue"): 4}
        assert Game.replay(game.events[:before]).state.deck == again.state.deck


def test_eu_24_given_a_short_row_when_a_tunnel_is_left_then_the_turned_cards_can_fill_it() -> None:
    game = play(bid("bb", "bb", "", deck="bgg", discards="", row="kwy"), DECLINE)
    assert len(game.state.row) == 5
    assert LOCOMOTIVE not in game.state.row
