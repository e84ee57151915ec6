"""Undo: as deep as the table agrees to, and everything derived is as if the acts had never been."""

import pytest
from msgspec.structs import replace

from bots.bot import RandomBot
from dialog import Questions, Table, UndoSure
from engine import (
    CardMode,
    Event,
    Game,
    RouteId,
    State,
    Undone,
)
from tests.criteria.panel_table import MAPS, PanelTable, done


def without_undone(events: tuple[Event, ...]) -> tuple[Event, ...]:
    """The events that still stand, as a log in which nothing was ever undone."""
    kept: list[tuple[int, Event]] = []
    for seq, event in enumerate(events, 1):
        if isinstance(event, Undone):
            kept = [one for one in kept if one[0] <= event.to]
        else:
            kept.append((seq, event))
    return tuple(event for _, event in kept)


def same(one: State, other: State) -> bool:
    """Equal but for the number of events, which an undo does not turn back."""
    return replace(one, seq=0) == replace(other, seq=0)


@pytest.mark.criterion(42)
@pytest.mark.parametrize("cards", ["dealt", "untracked"])
@pytest.mark.parametrize("name", MAPS)
def test_given_any_undo_when_done_then_the_state_is_that_of_a_game_without_the_acts(
    name: str, cards: CardMode
) -> None:
    game = Game.new(name, MAPS[name], ("blue", "red", "green"), cards, 5)
    bot = RandomBot(5)
    for number in range(1, 100):
        if game.state.phase == "over":
            break
        seat = game.state.waiting_for()[0]
        game = done(game, bot.choose(game.state, seat))
        if number % 33 == 0:
            table = PanelTable(name, cards, game=game)
            table.press("ask")
            if not isinstance(table.mode, Questions):
                table.press("ask")
            table.pick("menu", "undo")
            for _ in range(number // 11):
                table.press("forward")
            table.press("yes")
            assert isinstance(table.mode, UndoSure)
            table.press("yes")
            after = table.session.game
            assert len(game.acts) - len(after.acts) == number // 11 + 1
            fresh = Game.replay(without_undone(after.events))
            assert same(after.state, fresh.state)
            assert same(after.state, Game.replay(after.events).state)


def claims(*pairs: tuple[str, str]) -> PanelTable:
    """An untracked table where these claims were made by tokens."""
    table = PanelTable(seats=("blue", "red", "green"))
    for seat, site in pairs:
        table.set_token(seat, site)  # type: ignore[arg-type]
    return table


THREE = (("blue", "denver-omaha"), ("red", "helena-omaha"), ("green", "dallas-houston:1"))


def test_given_three_claims_when_undone_by_menu_then_the_tokens_are_asked_for_one_by_one() -> None:
    table = claims(*THREE)
    assert len(table.state.owners) == 3
    table.press("ask")
    assert table.pick("menu", "undo")[-1].startswith("Undo: green triangle claimed Dallas to Houston")
    table.press("forward", "forward")
    asked = table.press("yes")[-1]
    assert asked.startswith("Undo 3 acts, the first: blue disc claimed Denver to Omaha; 18 points lost")
    said = table.press("yes")
    assert said[0] == "3 acts undone, back to turn 1: blue disc to move."
    assert said[1].startswith("3 tokens to lift. First:")
    assert table.state.owners == {}
    first = table.lift("dallas-houston:1")
    assert first[-1].startswith("2 tokens to lift. First: Denver to Omaha.")
    assert table.lift("denver-omaha")[-1] == "One token to lift: Helena to Omaha."
    assert table.lift("helena-omaha")[-1] == "Clear. Blue disc to move."


def test_given_a_double_route_when_its_claim_is_undone_then_the_other_is_open_again() -> None:
    table = claims(THREE[2])
    assert table.state.owners == {}  # it is blue's turn: refused
    table = claims(("blue", "dallas-houston:1"))
    table.press("ask")
    table.pick("menu", "undo")
    table.press("yes", "yes")
    table.lift("dallas-houston:1")
    table.set_token("blue", "dallas-houston:2")
    assert table.state.owners == {RouteId("dallas-houston:2"): "blue"}


def test_given_an_older_token_when_lifted_and_no_is_pressed_then_its_claim_can_be_undone() -> None:
    table = claims(*THREE)
    table.lift("helena-omaha")
    table.wait(4.0)
    asked = table.press("no")[-1]
    assert asked.startswith("Undo 2 acts, the first: red square claimed Helena to Omaha;")
    table.press("yes")
    assert list(table.state.owners) == ["denver-omaha"]
    assert table.state.to_move == "red"


def test_given_cards_shown_since_when_undo_is_asked_then_the_whole_table_has_to_agree() -> None:
    game = Game.new("us-accessible", "usa", ("blue", "red"), "dealt", 3)
    for seat in ("blue", "red"):
        game = done(game, RandomBot(1).choose(game.state, seat))
    table = PanelTable(cards="dealt", game=game)
    table.press("yes", "yes", "yes")
    table.press("ask")
    table.pick("menu", "undo")
    said = table.press("yes")[-1]
    assert said == (
        "Cards were shown since. Does everybody agree to undo 1 act: blue disc drew cards; no points lost?"
    )
    table.press("no")
    assert table.state.to_move == "red"
    assert table.mode == Table()


def test_given_an_undo_item_when_yes_is_held_then_it_is_done_without_a_second_question() -> None:
    table = claims(THREE[0])
    table.press("ask")
    table.pick("menu", "undo")
    table.hold("yes")
    assert table.state.owners == {}


def test_given_an_undo_when_the_log_is_read_then_it_is_an_event_and_nothing_is_gone() -> None:
    table = claims(*THREE)
    before = table.session.game.events
    table.press("ask")
    table.pick("menu", "undo")
    table.press("forward", "yes", "yes")
    events = table.session.game.events
    assert events[: len(before)] == before
    assert [type(event) for event in events[len(before) :]] == [Undone, Undone]
