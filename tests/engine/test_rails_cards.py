"""RS-12 to RS-22: taking cards from two decks and one row. F-25, F-26, W-61."""

import pytest

from engine import (
    CardDrawn,
    ClaimRoute,
    Deck,
    DeckShuffled,
    DrawCard,
    ExchangePieces,
    Pass,
    RouteId,
    RowRefilled,
    RowTurned,
    TurnStarted,
    can_settle,
    edition,
    legal,
    seen_by,
    view,
)
from tests.engine.rails_table import EDITIONS, LAKES, WORLD, arrange, begin, cards
from tests.engine.rule_bench import events_of, play, why

TRAIN: Deck = "train-deck"
SHIP: Deck = "ship-deck"
ROW = "rt gt yt r1 g2 y2"


def from_row(index: int, replace: Deck | None = TRAIN) -> DrawCard:
    return DrawCard(seat="blue", source="row", index=index, replace=replace)


@pytest.mark.parametrize("name", EDITIONS)
def test_rs_12_given_a_row_card_when_taken_then_the_deck_that_was_named_fills_the_gap(name: str) -> None:
    game = begin(name, row=ROW, deck="kt kt wt", ship_deck="k2 w2 p2")
    for deck, new in ((TRAIN, "kt"), (SHIP, "k2")):
        events = events_of(game, from_row(1, deck))
        assert [type(event) for event in events] == [CardDrawn, RowRefilled]
        after = play(game, from_row(1, deck)).state
        assert after.row == cards(f"rt {new} yt r1 g2 y2")
        assert (after.phase, after.to_move) == ("second-card", "blue")
    two = play(game, from_row(1, SHIP), DrawCard(seat="blue", source=TRAIN))
    assert two.state.to_move == "red"
    assert why(game, from_row(1, None)) == ("no-such-deck", "RS-12")
    assert why(game, from_row(1, "deck")) == ("no-such-deck", "RS-12")
    assert why(game, DrawCard(seat="blue", source="deck")) == ("no-such-deck", "RS-12")
    assert why(game, from_row(6)) == ("no-such-row-card", "RS-12")


def test_rs_13_given_a_row_when_one_deck_always_fills_it_then_it_is_all_of_one_kind() -> None:
    game = begin(row=ROW, deck="kt wt pt rt", ship_deck="k2 w2 p2 r2")
    game = play(game, from_row(0, SHIP), from_row(1, SHIP))
    game = play(game, DrawCard(seat="red", source="row", index=2, replace=SHIP))
    assert game.state.row == cards("k2 w2 p2 r1 g2 y2")


@pytest.mark.parametrize("name", EDITIONS)
def test_rs_14_given_a_face_up_wild_when_taken_then_it_is_the_whole_turn_and_is_replaced(name: str) -> None:
    game = begin(name, row="* gt yt r1 g2 y2", deck="kt kt", ship_deck="k2 w2")
    events = events_of(game, from_row(0, SHIP))
    assert [type(event) for event in events] == [CardDrawn, RowRefilled, TurnStarted]
    assert play(game, from_row(0, SHIP)).state.row == cards("k2 gt yt r1 g2 y2")


@pytest.mark.parametrize("name", EDITIONS)
def test_rs_15_f_25_given_a_wild_in_the_row_when_it_is_to_be_the_second_card_then_refused(name: str) -> None:
    game = begin(name, row="rt gt yt r1 g2 *", deck="* kt kt", ship_deck="k2 w2")
    old = play(game, from_row(0, SHIP))
    assert why(old, from_row(5)) == ("locomotive-only-first", "RS-15")
    new = play(game, from_row(0, TRAIN))
    assert new.state.row[0] == "wild"
    assert why(new, from_row(0)) == ("locomotive-only-first", "RS-15")
    assert not [c for c in legal(new.state) if isinstance(c, DrawCard) and c.index in (0, 5)]


@pytest.mark.parametrize("name", EDITIONS)
def test_rs_16_f_25_given_a_blind_wild_when_drawn_then_it_counts_as_one_card(name: str) -> None:
    game = begin(name, hands={"blue": ""}, row=ROW, deck="* * kt", ship_deck="k2 w2")
    game = play(game, DrawCard(seat="blue", source=TRAIN))
    assert game.state.phase == "second-card"
    game = play(game, DrawCard(seat="blue", source=TRAIN))
    assert (game.state.hands["blue"], game.state.to_move) == ({"wild": 2}, "red")


@pytest.mark.parametrize("name", EDITIONS)
def test_rs_17_f_26_given_a_third_wild_turned_up_when_the_row_goes_then_three_and_three_come(
    name: str,
) -> None:
    game = begin(
        name,
        row="* * yt r1 g2 y2",
        deck="* kt wt pt kt",
        ship_deck="k2 w2 p2 r2",
        discards="",
        ship_discards="",
    )
    events = events_of(game, from_row(2))
    assert [type(event) for event in events] == [CardDrawn, RowRefilled, RowTurned]
    assert isinstance(events[2], RowTurned)
    assert events[2].row == cards("kt wt pt k2 w2 p2")
    state = play(game, from_row(2)).state
    assert (state.discards, state.ship_discards) == (cards("* * *"), cards("r1 g2 y2"))
    assert state.phase == "second-card"


def test_rs_17_given_wilds_again_and_again_when_turned_up_then_the_row_goes_again() -> None:
    game = begin(
        row="* * yt r1 g2 y2", deck="* * * * kt wt pt kt rt", ship_deck="k2 w2 p2 r2 g2 y2 y2", discards=""
    )
    turned = [event for event in events_of(game, from_row(2)) if isinstance(event, RowTurned)]
    assert [event.row[:3] for event in turned] == [cards("* * *"), cards("kt wt pt")]


def test_rs_17_given_no_train_cards_but_wild_ones_when_three_lie_open_then_they_stay() -> None:
    game = begin(
        row="* * yt r1 g2 y2", deck="* *", ship_deck="k2 w2 p2 r2 g2 y2 y2", discards="", ship_discards=""
    )
    events = events_of(game, from_row(2))
    assert [type(event) for event in events] == [CardDrawn, RowRefilled]
    assert play(game, from_row(2)).state.row.count(edition(WORLD).wild) == 3


def test_w_61_given_a_row_of_six_when_asked_then_five_wilds_and_three_others_never_settle_it() -> None:
    settings = edition(WORLD).settings
    assert [can_settle(5, others, settings) for others in (3, 4)] == [False, True]


@pytest.mark.parametrize("name", EDITIONS)
def test_rs_18_given_a_wild_paid_for_ships_when_discarded_then_it_lies_with_the_train_cards(
    name: str,
) -> None:
    route = RouteId("bangkok-jakarta" if name == WORLD else "cleveland-detroit")
    colour = "w" if name == WORLD else "y"
    game = begin(name, hands={"blue": f"{colour}1 *"}, discards="", ship_discards="")
    game = play(game, ClaimRoute(seat="blue", route=route, cards=cards(f"{colour}1 *")))
    assert (game.state.discards, game.state.ship_discards) == (cards("*"), cards(f"{colour}1"))


@pytest.mark.parametrize(("deck", "name"), [(TRAIN, WORLD), (SHIP, LAKES)])
def test_rs_19_given_a_deck_that_runs_out_when_made_anew_then_of_its_own_discards(
    deck: Deck, name: str
) -> None:
    game = begin(name, row=ROW, deck="kt", ship_deck="k2", discards="wt pt rt", ship_discards="w2 p2")
    events = events_of(game, DrawCard(seat="blue", source=deck))
    assert isinstance(events[1], DeckShuffled)
    assert (events[1].pile, events[1].count) == (deck, 3 if deck == TRAIN else 2)
    assert sorted(events[1].deck) == sorted(cards("wt pt rt" if deck == TRAIN else "w2 p2"))
    shown = seen_by(events[1], "blue")
    assert isinstance(shown, DeckShuffled)
    assert shown.deck == ()


def test_rs_19_given_lazy_reshuffling_when_the_deck_is_out_then_only_the_next_draw_shuffles() -> None:
    game = begin(row=ROW, deck="kt kt", ship_deck="k2", ship_discards="w2 p2", settings={"reshuffle": "lazy"})
    first = events_of(game, DrawCard(seat="blue", source=SHIP))
    assert [type(event) for event in first] == [CardDrawn]
    second = events_of(play(game, DrawCard(seat="blue", source=SHIP)), DrawCard(seat="blue", source=SHIP))
    assert [type(event) for event in second][:2] == [DeckShuffled, CardDrawn]


@pytest.mark.parametrize(("asked", "gives"), [(SHIP, TRAIN), (TRAIN, SHIP)])
def test_rs_20_given_a_deck_and_its_discards_empty_when_asked_then_the_other_gives(
    asked: Deck, gives: Deck
) -> None:
    full = {"deck": "kt wt pt"} if gives == TRAIN else {"ship_deck": "k2 w2 p2"}
    empty = {"deck": "", "ship_deck": "", "discards": "", "ship_discards": "", **full}
    game = arrange(begin(), hands={"blue": ""}, row=ROW, **empty)
    events = events_of(game, DrawCard(seat="blue", source=asked))
    assert isinstance(events[0], CardDrawn)
    top = cards("kt" if gives == TRAIN else "k2")[0]
    assert (events[0].source, events[0].card) == (gives, top)
    after = play(game, from_row(0, asked)).state
    assert after.row[0] == top


@pytest.mark.parametrize("name", EDITIONS)
def test_rs_21_given_no_deck_and_no_discards_when_drawing_then_refused_though_the_row_lies_there(
    name: str,
) -> None:
    game = begin(name, row=ROW, deck="", ship_deck="", discards="", ship_discards="")
    assert why(game, DrawCard(seat="blue", source=TRAIN)) == ("no-cards-left", "RS-21")
    assert why(game, from_row(0)) == ("no-cards-left", "RS-21")


def test_rs_21_given_ship_discards_only_when_drawing_then_a_card_is_there() -> None:
    game = begin(
        row=ROW, deck="", ship_deck="", discards="", ship_discards="k2 w2", settings={"reshuffle": "lazy"}
    )
    assert [type(event) for event in events_of(game, DrawCard(seat="blue", source=TRAIN))] == [
        DeckShuffled,
        CardDrawn,
    ]


def test_rs_21_given_nothing_to_draw_pay_or_exchange_when_a_seat_cannot_act_then_it_passes() -> None:
    bare = {"deck": "", "ship_deck": "", "discards": "", "ship_discards": "", "ticket_deck": []}
    game = arrange(begin(), hands={"blue": "", "red": ""}, row=ROW, **bare)
    assert why(game, Pass(seat="blue")) == ("can-still-act", "RS-11")
    assert ExchangePieces(seat="blue", give="train", count=1) in list(legal(game.state))


def test_rs_22_given_a_hand_of_any_size_when_drawing_then_it_grows() -> None:
    game = begin(hands={"blue": " ".join(["rt"] * 40)}, row=ROW, deck="kt kt", ship_deck="k2")
    game = play(game, DrawCard(seat="blue", source=SHIP))
    assert game.state.hand_size("blue") == 41


def test_given_a_blind_ship_card_when_shown_to_others_then_the_deck_is_told_and_the_card_is_not() -> None:
    game = begin(row=ROW, deck="kt kt", ship_deck="k2 w2")
    drawn = events_of(game, DrawCard(seat="blue", source=SHIP))[0]
    assert isinstance(drawn, CardDrawn)
    assert drawn.card == "ship:black:2"
    shown = seen_by(drawn, "red")
    assert isinstance(shown, CardDrawn)
    assert (shown.card, shown.source) == (None, SHIP)
    public = view(game.state, None)
    assert (public["deck"], public["ship_deck"]) == (2, 2)
