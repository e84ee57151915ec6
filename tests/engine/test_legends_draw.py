"""LW-14 to LW-32: drawing cards, newspapers and the events that they turn."""

from typing import Any

import pytest

from engine import (
    LOCOMOTIVE,
    CardDrawn,
    CardGained,
    ClaimRoute,
    DrawCard,
    DrawTickets,
    EndTurn,
    EventTurned,
    Game,
    NewspaperTurned,
    Pass,
    RouteId,
    RowRefilled,
    RowTurned,
    Seat,
    Undo,
    legal,
    seen_by,
    view,
)
from engine.commands import ResolveEvent
from engine.optional_events import EventRetired, EventsShuffled
from tests.engine.legends_bench import QUIET, begun, claim, fresh, kinds
from tests.engine.rule_bench import arrange, cards, did, play, row, why

NEWS = cards("n")[0]
LIGHTNING: dict[str, object] = {
    "events": ["gift: lightning coins 2 all", "toll: lightning coins -9", "post: lightning cards 1"]
}


def deck(seat: Seat = "blue") -> DrawCard:
    return DrawCard(seat=seat, source="deck")


def table(**more: object) -> Game:
    """Two seats, a deck without newspapers on top, a row without locomotives."""
    laid: dict[str, Any] = {"deck": "rrrrrrrrrr", "discards": "", "row": "bbggy"}
    return begun(2, settings=QUIET, **(laid | more))


def test_lw_14_given_a_turn_then_it_is_one_of_draw_claim_tickets() -> None:
    game = table(hands={"blue": "kk", "red": ""})
    kinds_of = {type(command) for command in legal(game.state)}
    assert kinds_of == {DrawCard, DrawTickets, ClaimRoute}
    assert why(game, deck("red")) == ("not-your-turn", "LW-14")
    assert why(game, EndTurn(seat="blue")) == ("cards-are-dealt", "LW-14")
    assert why(game, Pass(seat="blue"))[0] == "can-still-act"


def test_lw_15_given_a_draw_then_two_cards_and_the_row_is_filled_before_the_second() -> None:
    game, events = did(table(deck="wrrrrrrrrr"), row(1))
    assert kinds(events) == ["card-drawn", "row-refilled"]
    assert game.state.row == cards("bwggy")
    game = play(game, row(1))
    assert game.state.hands["blue"][cards("w")[0]] >= 1
    assert game.state.to_move == "red"


def test_lw_16_given_a_face_up_locomotive_then_it_is_the_first_card_and_the_only_one() -> None:
    game = play(table(row="lbggy"), row(0))
    assert game.state.to_move == "red"
    game = play(table(row="lbggy"), row(1))
    assert why(game, row(0)) == ("locomotive-only-first", "LW-16")
    assert row(0) not in list(legal(game.state))


def test_lw_17_given_a_blind_locomotive_then_it_counts_as_one_card() -> None:
    game = play(table(deck="llrrrrrrrr"), deck())
    assert game.state.to_move == "blue"
    assert play(game, deck()).state.to_move == "red"


def test_lw_18_given_the_third_face_up_locomotive_then_five_go_and_five_come() -> None:
    game, events = did(table(row="llbgg", deck="lrwkyrrrrr"), row(2))
    assert [event.row for event in events if isinstance(event, RowTurned)] == [cards("rwkyr")]
    assert game.state.discards == cards("lllgg")
    assert game.state.to_move == "blue"  # the second card comes from the new row


def test_lw_19_given_an_exhausted_deck_then_it_is_made_anew_with_the_newspapers() -> None:
    game = play(table(deck="r", discards="bbbbbbbnnn"), deck())
    assert sorted(game.state.deck) == sorted(cards("bbbbbbbnnn"))
    assert game.state.discards == ()


@pytest.mark.parametrize(
    ("lies", "thrown", "allowed"),
    [("rrrrr", "bbb", False), ("rrrrrr", "bbb", True), ("", "bbbbbbbbb", True), ("", "bbbbbbbb", False)],
)
def test_lw_20_f_4_given_8_cards_or_fewer_in_deck_and_discards_then_no_draw(
    lies: str, thrown: str, allowed: bool
) -> None:
    game = table(deck=lies, discards=thrown)
    if allowed:
        assert play(game, deck()).state.phase == "second-card"
    else:
        assert why(game, deck()) == ("no-cards-left", "LW-20")
        assert why(game, row(0)) == ("no-cards-left", "LW-20")
        assert not any(isinstance(command, DrawCard) for command in legal(game.state))


def test_lw_20_given_another_number_in_the_setting_then_that_holds() -> None:
    game = begun(2, settings={**QUIET, "draw_needs": "more_than(2)"}, deck="rrr", discards="", row="bbggy")
    assert play(game, deck()).state.phase == "second-card"


@pytest.mark.parametrize(
    ("needs", "open_cards", "reason"),
    [
        ("pile", "bbggy", "no-cards-left"),
        ("any_card", "bbggy", "deck-empty"),
        ("any_card", "", "no-cards-left"),
    ],
)
def test_x_2_given_nothing_but_newspapers_then_only_the_row_can_give_a_card(
    needs: str, open_cards: str, reason: str
) -> None:
    settings = {**QUIET, "draw_needs": needs}
    game = begun(2, settings=settings, deck="nnn", discards="nn", row=open_cards)
    assert why(game, deck())[0] == reason
    assert any(isinstance(command, DrawCard) for command in legal(game.state)) == (reason == "deck-empty")


def test_lw_21_x_28_given_newspapers_then_they_count_for_the_8_but_hands_and_row_do_not() -> None:
    assert play(table(deck="rrrnnn", discards="nnb"), deck()).state.phase == "second-card"
    assert why(table(deck="rrrnnn", discards="nb"), deck())[0] == "no-cards-left"
    game = play(table(deck="rrrrrrrrr", discards=""), deck())  # 9, and 8 for the second card
    assert play(game, deck()).state.to_move == "red"


def test_lw_22_given_few_cards_then_a_large_city_and_the_row_still_take_them() -> None:
    game = table(deck="rr", discards="", hands={"blue": "b", "red": ""})
    events = did(game, claim("blue", "baltimore-norfolk:1", "b"))[1]
    assert any(isinstance(event, CardGained) for event in events)
    game = table(deck="rrrrr", discards="nnnn", row="bbgg")
    assert len(did(game, row(0))[0].state.row) == 5


def test_lw_23_x_30_given_a_blind_newspaper_then_it_is_shown_an_event_turned_and_the_next_card_counts() -> (
    None
):
    game, events = did(table(deck="nkrrrrrrrr"), deck())
    assert kinds(events) == ["newspaper-turned", "event-turned", "card-drawn"]
    assert isinstance(events[0], NewspaperTurned)
    assert events[0].seat == "blue"
    assert (game.state.discards, view(game.state, None)["event"]) == (cards("n"), "quiet")
    assert game.state.phase == "second-card"


def test_lw_24_f_23_given_a_newspaper_for_the_row_then_event_and_the_next_card_lies_there() -> None:
    game, events = did(table(deck="nwrrrrrrrr"), row(0))
    assert kinds(events) == ["card-drawn", "newspaper-turned", "event-turned", "row-refilled"]
    assert isinstance(events[1], NewspaperTurned)
    assert (events[1].seat, game.state.row) == (None, cards("wbggy"))
    game, events = did(table(row="llbgg", deck="nlwkyrrrrrr"), row(2))
    assert kinds(events) == ["card-drawn", "newspaper-turned", "event-turned", "row-refilled", "row-turned"]


def test_lw_25_f_22_given_two_newspapers_in_a_row_then_two_events_and_one_card() -> None:
    game = begun(2, deck="nnbrrrrrrrr", discards="", row="bbggy", event_deck=["one", "two", "three"])
    game, events = did(game, deck())
    assert [event.event for event in events if isinstance(event, EventTurned)] == ["one", "two"]
    assert view(game.state, None)["event"] == "two"
    drawn = events[-1]
    assert isinstance(drawn, CardDrawn)
    assert drawn.card == cards("b")[0]
    assert (game.state.phase, game.state.to_move) == ("second-card", "blue")


def test_lw_26_given_newspapers_after_a_flush_then_each_turns_an_event_in_the_order_of_turning() -> None:
    game = begun(2, deck="lrnwnkyrrrr", discards="", row="llbgg", event_deck=["one", "two", "three"])
    game, events = did(game, row(2))
    assert [event.row for event in events if isinstance(event, RowTurned)] == [cards("r")]
    assert [event.card for event in events if isinstance(event, RowRefilled)] == [
        LOCOMOTIVE, *cards("wkyr"),
    ]  # fmt: skip
    assert kinds(events)[2:] == [
        "row-turned", "newspaper-turned", "event-turned", "row-refilled", "newspaper-turned", "event-turned",
        "row-refilled", "row-refilled", "row-refilled",
    ]  # fmt: skip
    assert game.state.event_discards == ("one", "two")


def test_lw_27_given_an_event_turned_by_the_first_card_then_it_holds_for_the_second() -> None:
    events = ["gold: coins 3", "post: lightning cards 1"]
    game = begun(2, settings={"events": events}, deck="nrnrrrrrrrr", row="bbggy", event_deck=["gold", "post"])
    game = play(game, deck())
    assert view(game.state, None)["event"] == "gold"
    game = play(game, deck())
    assert view(game.state, None)["event"] == "post"
    assert game.state.hand_size("blue") == 4 + 2 + 1


def test_lw_28_given_a_newspaper_then_no_command_names_it_and_none_can_be_arranged_into_a_hand() -> None:
    game = table(hands={"blue": "kk", "red": ""})
    assert why(game, claim("blue", "albany-new-york", "n")) == ("no-such-card", "LW-3")
    for wrong in ({"hands": {"blue": "n"}}, {"row": "nbbgg"}):
        with pytest.raises(ValueError, match="newspaper"):
            arrange(game, **wrong)


def test_lw_29_given_a_new_event_then_the_older_one_stops() -> None:
    settings: dict[str, object] = {"events": ["gold: coins 3", "quiet: colour orange coins 1"]}
    laid: dict[str, Any] = {"deck": "nrrnrrrrrrr", "row": "bbggy", "event_deck": ["gold", "quiet"]}
    game = play(begun(2, settings=settings, hands={"blue": "rr", "red": "kk"}, **laid), deck(), row(0))
    game = play(game, claim("red", "albany-new-york", "k"))  # the card for New York comes after a newspaper
    assert (game.state.coins["red"], view(game.state, None)["event"]) == (5 + 3, "quiet")
    assert play(game, claim("blue", "albany-montreal", "r")).state.coins["blue"] == 5


def test_lw_30_given_a_lightning_event_then_it_acts_once_and_stays_on_top_without_effect() -> None:
    laid: dict[str, Any] = {
        "deck": "nrrrrrrrrrr",
        "discards": "",
        "row": "bbggy",
        "hands": {"blue": "", "red": "k"},
    }
    game, events = did(begun(2, settings=LIGHTNING, event_deck=["gift", "toll"], **laid), deck())
    assert kinds(events) == ["newspaper-turned", "event-turned", "coins-paid", "coins-paid", "card-drawn"]
    assert isinstance(events[1], EventTurned)
    assert events[1].lightning
    assert game.state.coins == {"blue": 7, "red": 7}
    game = play(game, row(0), claim("red", "albany-new-york", "k"))
    assert game.state.coins == {"blue": 7, "red": 7}
    assert (game.state.event_discards, game.state.event_deck) == (("gift",), ("toll",))


def test_lw_30_given_a_toll_that_is_too_high_then_what_there_is_is_paid() -> None:
    game = begun(2, settings=LIGHTNING, deck="nrrrrrrrrrr", row="bbggy", event_deck=["toll"])
    assert play(game, deck()).state.coins == {"blue": 0, "red": 5}


def test_lw_30_given_a_lightning_event_with_a_card_then_it_comes_after_the_one_drawn() -> None:
    game = begun(
        2, settings=LIGHTNING, deck="nkwrrrrrrrr", row="bbggy", event_deck=["post"], hands={"blue": ""}
    )
    game, events = did(game, deck())
    assert kinds(events)[-2:] == ["card-drawn", "card-gained"]
    assert game.state.hands["blue"] == dict.fromkeys(cards("kw"), 1)
    gained = events[-1]
    viewers: tuple[Seat | None, ...] = ("red", None)
    for viewer in viewers:
        shown = seen_by(gained, viewer)
        assert isinstance(shown, CardGained)
        assert shown.card is None
    assert seen_by(gained, "blue") == gained


def test_lw_31_given_the_current_event_is_retired_then_the_next_is_turned_at_once() -> None:
    events = ["once: coins 4 retire", "quiet: colour orange coins 1"]
    laid: dict[str, Any] = {"deck": "nrrrrrrrrrr", "row": "bbggy", "event_deck": ["once", "quiet"]}
    game = play(
        begun(2, settings={"events": events}, hands={"blue": "", "red": "kk"}, **laid), deck(), row(0)
    )
    game, told = did(game, claim("red", "albany-new-york", "k"))
    assert kinds(told)[1:4] == ["coins-paid", "event-retired", "event-turned"]
    assert isinstance(told[2], EventRetired)
    state = game.state
    assert (state.events_retired, state.event_discards) == (("once",), ("quiet",))
    assert view(state, None)["events_retired"] == ["once"]


def test_lw_31_given_the_table_says_that_its_event_is_retired_then_the_next_is_turned() -> None:
    game = begun(2, deck="nrrrrrrrrrr", row="bbggy", event_deck=["event-1", "event-2"])
    game = play(game, deck(), row(0), ResolveEvent(seat="blue", retire=True))
    assert (game.state.events_retired, game.state.event_discards) == (("event-1",), ("event-2",))


def test_lw_32_x_27_given_no_event_left_then_those_below_the_current_one_are_shuffled() -> None:
    laid: dict[str, Any] = {
        "deck": "nnnnrrrrrrrrr",
        "discards": "",
        "row": "bbggy",
        "event_deck": ["one", "two", "three"],
    }
    game, events = did(begun(2, **laid), deck())
    shuffles = [event for event in events if isinstance(event, EventsShuffled)]
    assert [event.count for event in shuffles] == [2]
    assert sorted(shuffles[0].deck) == ["one", "two"]
    assert seen_by(shuffles[0], "blue") == EventsShuffled(deck=(), count=2)
    assert game.state.event_discards[0] == "three"
    assert len(game.state.event_discards) == 2


def test_lw_32_x_27_given_the_other_setting_or_one_event_only_then_none_is_turned() -> None:
    laid: dict[str, Any] = {"deck": "nnnrrrrrrrrr", "discards": "", "row": "bbggy"}
    game = begun(2, settings={"events_empty": "none"}, event_deck=["one", "two"], **laid)
    assert play(game, deck()).state.event_discards == ("one", "two")
    assert play(begun(2, event_deck=["one"], **laid), deck()).state.event_discards == ("one",)
    assert play(begun(2, settings={"events": []}, **laid), deck()).state.event_discards == ()


def test_given_nothing_but_newspapers_when_drawn_then_refused_and_no_endless_loop() -> None:
    laid: dict[str, Any] = {"deck": "nnnnn", "discards": "n", "row": "bb", "hands": {"blue": "", "red": ""}}
    assert why(begun(2, settings={"draw_needs": "pile"}, **laid), row(0)) == ("no-cards-left", "LW-20")
    game = begun(2, settings={"draw_needs": "any_card"}, **laid)
    assert why(game, deck()) == ("deck-empty", "LW-19")
    game = play(game, row(0))
    assert (game.state.row, game.state.phase) == (cards("b"), "second-card")
    assert play(game, row(0)).state.to_move == "red"


@pytest.mark.parametrize("reshuffle", ["eager", "lazy"])
def test_given_a_draw_that_began_with_a_newspaper_when_taken_back_then_all_of_it(reshuffle: str) -> None:
    start = begun(2, settings={"reshuffle": reshuffle}, deck="nr", discards="bbbbbbbbb", row="bbggy")
    game = play(start, deck(), deck())
    assert why(game, Undo(seat="blue")) == ("shown-since", "LW-51")
    back = play(game, Undo(seat="blue", agreed=True))
    assert back.state.deck == start.state.deck
    assert (back.state.phase, back.state.event_discards, back.state.discards) == ("turn", (), cards("b" * 9))
    assert Game.replay(back.events).state == back.state
    begun_lazily = begun(2, settings={"reshuffle": reshuffle}, deck="", discards="nnnnnnnrr", row="bbggy")
    back = play(begun_lazily, deck(), Undo(seat="blue", agreed=True))
    assert back.state.discards == begun_lazily.state.discards


def test_given_untracked_cards_when_a_card_is_drawn_then_refused() -> None:
    assert why(fresh(2, "untracked"), deck()) == ("cards-not-tracked", "LW-14")
    route = RouteId("albany-new-york")
    assert play(fresh(2, "untracked"), ClaimRoute(seat="blue", route=route)).state.to_move == "red"
