"""US-12 to US-27: a turn, and drawing cards. F-11 to F-14."""

from engine import (
    LOCOMOTIVE,
    Card,
    CardDrawn,
    ClaimRoute,
    DeckShuffled,
    DrawCard,
    DrawTickets,
    KeepTickets,
    Pass,
    Reason,
    RouteId,
    RowRefilled,
    RowTurned,
    TurnStarted,
    legal,
)
from tests.engine.rule_bench import DECK, begin, cards, events_of, play, refused, row, why

RED, LOCO = Card("red"), LOCOMOTIVE


def test_us_12_given_one_action_when_done_then_the_turn_is_the_next_seats() -> None:
    game = begin(hands={"blue": "rr"})
    claim = ClaimRoute(seat="blue", route=RouteId("atlanta-charleston"), cards=(RED,) * 2)
    assert play(game, claim).state.to_move == "red"
    assert play(game, DECK, DECK).state.to_move == "red"
    drawn = play(game, DrawTickets(seat="blue"))
    assert play(drawn, KeepTickets(seat="blue", tickets=drawn.state.offered["blue"])).state.to_move == "red"


def test_us_13_given_another_seats_turn_when_acting_then_refused() -> None:
    game = begin(3)
    for seat in ("red", "green"):
        for command in (DrawCard(seat=seat, source="deck"), DrawTickets(seat=seat), Pass(seat=seat)):
            refusal = refused(game, command)
            assert (refusal.reason, refusal.rule, refusal.holder) == (Reason.NOT_YOUR_TURN, "US-13", "blue")
    assert refused(game, DrawTickets(seat="black")).reason is Reason.NO_SUCH_SEAT


def test_us_14_given_a_draw_then_two_cards_one_after_the_other() -> None:
    game = begin(row="rbgyk", deck="wop", hands={})
    before = game.state.hand_size("blue")
    one = play(game, row(0))
    assert (one.state.phase, one.state.hand_size("blue"), one.state.to_move) == (
        "second-card",
        before + 1,
        "blue",
    )
    two = play(one, DECK)
    assert (two.state.hand_size("blue"), two.state.to_move) == (before + 2, "red")


def test_us_14_given_a_row_when_a_card_beyond_it_is_asked_then_refused() -> None:
    game = begin(row="rbgyk")
    for command in (row(5), row(-1), DrawCard(seat="blue", source="row")):
        assert refused(game, command).reason is Reason.NO_SUCH_ROW_CARD


def test_us_15_given_a_card_from_the_row_then_replaced_at_once_and_the_new_one_may_be_second() -> None:
    game = begin(row="rbgyk", deck="wop", hands={"blue": ""})
    assert events_of(game, row(2)) == (
        CardDrawn(seat="blue", source="row", index=2, card=Card("green"), second=False),
        RowRefilled(index=2, card=Card("white")),
    )
    game = play(game, row(2))
    assert game.state.row == ("red", "blue", "white", "yellow", "black")
    assert dict(play(game, row(2)).state.hands["blue"]) == {"green": 1, "white": 1}


def test_us_16_given_a_face_up_locomotive_taken_first_then_the_draw_is_over() -> None:
    game = play(begin(row="lbgyk", deck="wop", hands={"blue": ""}), row(0))
    assert (game.state.to_move, dict(game.state.hands["blue"])) == ("red", {"locomotive": 1})
    assert game.state.row[0] == "white"


def test_us_17_f_11_given_a_locomotive_as_replacement_when_taken_second_then_refused() -> None:
    game = play(begin(row="rbgyk", deck="lop"), row(0))
    assert why(game, row(0)) == (Reason.LOCOMOTIVE_ONLY_FIRST, "US-17")
    assert play(game, DECK).state.to_move == "red"


def test_us_18_given_a_locomotive_that_lay_there_when_taken_second_then_refused() -> None:
    game = play(begin(row="rblyk", deck="wop"), DECK)
    assert refused(game, row(2)).reason is Reason.LOCOMOTIVE_ONLY_FIRST


def test_us_19_given_a_locomotive_from_the_deck_then_one_card_like_another() -> None:
    game = play(begin(row="rbgyk", deck="llw", hands={"blue": ""}), DECK)
    assert game.state.phase == "second-card"
    game = play(game, DECK)
    assert (game.state.to_move, dict(game.state.hands["blue"])) == ("red", {"locomotive": 2})


def test_us_20_given_three_locomotives_face_up_then_flushed_again_and_again() -> None:
    game = begin(row="rbgll", deck="l" + "lllrb" + "wopyk" + "rrr")
    events = events_of(game, row(0))
    assert [event for event in events if isinstance(event, RowTurned)] == [
        RowTurned(row=cards("lllrb"), flushed=cards("lbgll")),
        RowTurned(row=cards("wopyk"), flushed=cards("lllrb")),
    ]
    assert len(play(game, row(0)).state.discards) == 10


def test_us_21_f_12_given_the_third_locomotive_as_replacement_then_the_second_card_is_of_the_new_row() -> (
    None
):
    game = play(begin(row="rbgll", deck="lwopykrr", hands={"blue": ""}), row(0))
    assert (game.state.phase, game.state.row) == (
        "second-card",
        ("white", "orange", "purple", "yellow", "black"),
    )
    assert dict(play(game, row(1)).state.hands["blue"]) == {"red": 1, "orange": 1}


def test_us_22_given_a_hand_of_a_hundred_when_drawing_then_accepted() -> None:
    game = begin(row="rbgyk", deck="wo", hands={"blue": "r" * 100})
    assert play(game, DECK, row(0)).state.hand_size("blue") == 102


def test_us_23_given_the_last_card_of_the_deck_when_drawn_then_the_discards_are_the_new_deck() -> None:
    game = begin(row="rbgyk", deck="w", discards="ooopp")
    events = events_of(game, DECK)
    shuffled = events[1]
    assert isinstance(shuffled, DeckShuffled)
    assert sorted(shuffled.deck) == ["orange"] * 3 + ["purple"] * 2
    after = play(game, DECK).state
    assert (after.deck, after.discards) == (shuffled.deck, ())


def test_us_23_x_5_given_lazy_reshuffling_when_the_deck_ends_then_shuffled_for_the_next_card() -> None:
    game = begin(row="rbgyk", deck="w", discards="ooo", settings={"reshuffle": "lazy"})
    assert len(events_of(game, DECK)) == 1
    kinds = [type(event) for event in events_of(play(game, DECK), DECK)]
    assert kinds == [DeckShuffled, CardDrawn, TurnStarted]


def test_us_24_given_no_deck_and_no_discards_when_drawing_then_refused_even_from_the_row() -> None:
    game = begin(row="rbgyk", deck="", discards="")
    for command in (DECK, row(0)):
        assert why(game, command) == (Reason.NO_CARDS_LEFT, "US-24")


def test_us_24_given_a_second_card_and_an_empty_deck_when_drawn_blind_then_refused() -> None:
    game = play(begin(row="rbgyk", deck="w", discards=""), DECK)
    assert refused(game, DECK).reason is Reason.DECK_EMPTY
    assert play(game, row(0)).state.to_move == "red"


def test_us_25_given_one_card_drawn_when_anything_else_is_asked_then_refused() -> None:
    game = play(begin(hands={"blue": "rrrrrr"}), DECK)
    others = (
        ClaimRoute(seat="blue", route=RouteId("atlanta-charleston"), cards=(RED,) * 2),
        DrawTickets(seat="blue"),
        KeepTickets(seat="blue", tickets=()),
        Pass(seat="blue"),
    )
    for command in others:
        assert refused(game, command).reason is Reason.TAKE_SECOND_CARD
    assert all(isinstance(command, DrawCard) for command in legal(game.state))


def test_us_26_f_13_given_one_card_and_a_row_of_locomotives_when_drawn_blind_then_the_turn_is_over() -> None:
    game = play(begin(row="lllll", deck="r", discards="", hands={"blue": ""}), DECK)
    assert (game.state.to_move, game.state.hand_size("blue"), game.state.row) == ("red", 1, (LOCOMOTIVE,) * 5)


def test_us_26_x_6_given_short_draws_refused_when_no_second_card_can_be_had_then_refused() -> None:
    game = begin(row="lllll", deck="r", discards="", settings={"short_draw": "refuse"})
    assert why(game, DECK) == (Reason.NO_CARDS_LEFT, "US-26")
    assert DECK not in list(legal(game.state))


def test_us_27_given_a_short_row_when_cards_are_discarded_then_filled_at_once() -> None:
    game = begin(row="rb", deck="", discards="", hands={"blue": "rrrrrr"})
    claim = ClaimRoute(seat="blue", route=RouteId("calgary-helena"), cards=(RED,) * 4)
    state = play(game, claim).state
    assert state.row == ("red", "blue", "red", "red", "red")
    assert (state.deck, state.discards) == (("red",), ())


def test_us_27_given_the_last_card_turned_up_when_a_row_card_is_taken_then_the_row_is_short() -> None:
    game = play(begin(row="rbgyk", deck="w", discards=""), row(0))
    assert game.state.row == ("white", "blue", "green", "yellow", "black")
    assert play(game, row(1)).state.row == ("white", "green", "yellow", "black")


def test_f_14_given_nothing_but_locomotives_outside_hands_then_the_row_stays_and_nothing_loops() -> None:
    game = begin(row="rgll", deck="", discards="", hands={"blue": "ll"})
    claim = ClaimRoute(seat="blue", route=RouteId("atlanta-charleston"), cards=(LOCO,) * 2)
    state = play(game, claim).state
    assert sorted(state.row) == ["green", "locomotive", "locomotive", "locomotive", "red"]
    assert (len(state.deck), len(state.discards)) == (1, 0)


def test_x_4_given_no_limit_but_a_cap_when_the_row_cannot_settle_then_left_after_the_cap() -> None:
    game = begin(row="rlll", deck="lll", discards="", settings={"flush_limit": "none", "flush_cap": 4})
    turned = [event for event in events_of(game, row(0)) if isinstance(event, RowTurned)]
    assert len(turned) == 4
    limited = begin(row="rlll", deck="lll", discards="")
    assert not any(isinstance(event, RowTurned) for event in events_of(limited, row(0)))


def test_x_2_given_draws_from_the_row_alone_allowed_when_deck_and_discards_are_empty_then_accepted() -> None:
    game = begin(row="rbgyk", deck="", discards="", settings={"draw_needs": "any_card"})
    assert play(game, row(0), row(0)).state.to_move == "red"
    assert refused(game, DECK).reason is Reason.DECK_EMPTY


def test_x_2_given_more_than_eight_needed_when_nine_lie_there_then_accepted_else_refused() -> None:
    settings = {"draw_needs": "more_than(8)"}
    eight = begin(row="rbgyk", deck="rrrrr", discards="bbb", settings=settings)
    assert refused(eight, DECK).reason is Reason.NO_CARDS_LEFT
    for deck, discards in (("rrrrrr", "bbb"), ("", "bbbbbbbbb")):
        game = begin(row="rbgyk", deck=deck, discards=discards, settings=settings)
        assert play(game, DECK, DECK).state.to_move == "red"


def test_x_3_given_a_second_face_up_locomotive_allowed_when_taken_then_accepted() -> None:
    game = begin(row="rblyk", deck="wop", settings={"faceup_loco_second": True})
    assert play(game, DECK, row(2)).state.to_move == "red"
