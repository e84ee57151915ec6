"""Criterion 82: a burst of presses is one press, and nobody answers words that have not begun."""

import time
from collections.abc import Callable, Sequence

import pytest

from announce import Announcement, Audience
from audio import Pcm, Speaker, Style
from dialog import Acts, Second, Table, Undos
from engine import CardDrawn, Event, Game, KeepTickets, TurnEnded, arranged
from tabletop import Button, Press
from tests.criteria.heard import Letters, TableListener
from tests.criteria.panel_table import PanelTable, Paper, done
from tests.waiting import until


class Slow(Paper):
    """A voice that is still to begin for one audience."""

    def __init__(self) -> None:
        super().__init__()
        self.late: Audience | None = None

    def to_begin(self, audience: Audience) -> bool:
        return audience == self.late


def dealt(sinks: Sequence[Paper] = ()) -> PanelTable:
    """A table whose seats have chosen their tickets: blue is to move."""
    game = Game.new("us-accessible", "usa", ("blue", "red"), "dealt", 3)
    for seat in game.state.seats:
        game = done(game, KeepTickets(seat=seat, tickets=game.state.offered[seat]))
    table = PanelTable(cards="dealt", game=game, sinks=sinks)
    table.wait(2)
    return table


def acting() -> PanelTable:
    table = dealt()
    table.press("yes")
    table.wait(2)
    return table


def drawing() -> PanelTable:
    table = acting()
    table.press("yes")
    table.wait(2)
    assert isinstance(table.mode, Second)
    return table


def untracked() -> PanelTable:
    table = PanelTable()
    table.wait(2)
    return table


def act(table: PanelTable, button: Button, *, lasts_s: float = 0.1) -> None:
    """One press: down, and up after so many seconds."""
    table.session.handle(Press(button=button, action="down", at=table.at), table.at)
    table.wait(lasts_s)
    table.session.handle(Press(button=button, action="up", at=table.at), table.at)


def acts_since(table: PanelTable, count: int) -> list[Event]:
    """What was chosen since, an event each."""
    return [one for one in table.session.game.events[count:] if isinstance(one, CardDrawn | TurnEnded)]


@pytest.mark.criterion(82)
@pytest.mark.parametrize("lasts_s", [0.1, 0.4])
@pytest.mark.parametrize("opened", [dealt, acting, drawing, untracked])
def test_given_a_burst_of_yes_when_pressed_then_it_is_one_act_at_most(
    opened: Callable[[], PanelTable], lasts_s: float
) -> None:
    table = opened()
    before, turn = len(table.session.game.events), table.state.turn
    for _ in range(6):
        act(table, "yes", lasts_s=lasts_s)
        table.wait(0.1)
    assert len(acts_since(table, before)) <= 1
    assert table.state.turn <= turn + 1


@pytest.mark.criterion(82)
def test_given_a_burst_when_its_later_presses_do_nothing_then_what_is_open_is_said_again() -> None:
    table = dealt()
    act(table, "yes")
    table.wait(0.1)
    begun = len(table.paper.said)
    act(table, "yes")
    assert table.words(begun) == ["Deck. 1 of 4."]
    assert isinstance(table.mode, Acts)


@pytest.mark.criterion(82)
def test_given_a_pause_after_a_press_when_pressed_again_then_it_is_an_answer() -> None:
    table = dealt()
    act(table, "yes")
    table.wait(0.4)
    act(table, "yes")
    assert isinstance(table.mode, Second)


@pytest.mark.criterion(82)
@pytest.mark.parametrize(("after_s", "counts"), [(0.29, False), (0.31, True)])
def test_given_a_press_when_yes_goes_down_then_it_counts_from_three_tenths_of_a_second_on(
    after_s: float, *, counts: bool
) -> None:
    table = dealt()
    act(table, "yes", lasts_s=0.0)
    table.session.tick(table.at + after_s)
    for action in ("down", "up"):
        table.session.handle(Press(button="yes", action=action, at=table.at + after_s), table.at + after_s)
    assert isinstance(table.mode, Second if counts else Acts)


@pytest.mark.criterion(82)
def test_given_words_that_have_not_begun_when_answered_then_it_is_no_answer() -> None:
    slow = Slow()
    table = dealt([slow])
    table.press("yes")
    slow.late = "blue"
    table.wait(5)
    table.press("yes")
    assert isinstance(table.mode, Acts)
    slow.late = None
    table.wait(0.3)
    table.press("yes")
    assert isinstance(table.mode, Second)


def test_given_words_for_another_ear_that_have_not_begun_when_answered_then_nobody_waits_for_them() -> None:
    slow = Slow()
    table = dealt([slow])
    slow.late = "red"
    table.press("yes", "yes")
    assert isinstance(table.mode, Second)


def test_given_a_burst_of_no_when_a_list_is_open_then_it_is_closed_and_nothing_is_taken_back() -> None:
    table = untracked()
    table.press("yes")
    assert table.state.to_move == "red"
    table.press("ask")
    table.wait(1)
    for _ in range(3):
        act(table, "no")
        table.wait(0.1)
    assert isinstance(table.mode, Table)
    assert table.state.to_move == "red"  # the turn that blue has ended is not taken back by it


@pytest.mark.criterion(82)
def test_given_a_voice_that_renders_words_when_asked_then_they_have_begun_only_when_they_sound() -> None:
    loud = TableListener()
    loud.slow = True

    class Waits(Letters):
        """A voice that takes its time."""

        rendering = False

        def say(self, text: str, *, slower: bool = False, style: Style | None = None) -> Pcm | None:
            self.rendering = True
            assert until(lambda: not self.rendering)
            return super().say(text, slower=slower)

    voice = Waits()
    speaker = Speaker(voice=voice, table_player=loud)
    try:
        assert not speaker.to_begin()
        speaker.say(Announcement(audience="everyone", urgency="polite", normal="Go on."), time.monotonic())
        assert speaker.to_begin()
        assert until(lambda: voice.rendering)
        assert speaker.to_begin() and speaker.busy(time.monotonic())
        voice.rendering = False
        assert until(lambda: not speaker.to_begin())
        assert speaker.busy(time.monotonic())
    finally:
        voice.rendering = False
        speaker.close()


@pytest.mark.criterion(12)
def test_given_dealt_cards_when_no_is_pressed_after_a_draw_then_there_is_nothing_to_take_back() -> None:
    table = dealt()
    table.press("yes", "yes", "yes")
    assert table.state.to_move == "red"
    table.wait(2)
    before = table.session.game
    assert table.press("no") == ["Nothing to take back."]
    assert isinstance(table.mode, Table) and table.session.game == before
    table.press("ask")
    table.pick("menu", "undo")
    assert isinstance(table.mode, Undos) and table.mode.acts[0].kind == "card-drawn"


def test_given_dealt_cards_when_a_claim_is_lifted_again_then_nobody_has_to_agree() -> None:
    """Nothing hidden was shown: it can be taken back as it was done."""
    table = dealt()
    hand = {"hands": {"blue": ["red"] * 4, "red": ["blue"] * 4}}
    game = table.session.game
    table = PanelTable(cards="dealt", game=game.told((arranged(game.state, hand),)))
    table.wait(2)
    table.set_token("blue", "atlanta-charleston")
    table.wait(2)
    table.press("yes")
    assert [(table.state.owners, table.state.to_move)] == [({"atlanta-charleston": "blue"}, "red")]
    table.wait(2)
    said = table.lift("atlanta-charleston")
    assert said == ["Take back Atlanta to Charleston? Yes, or put the token back."]
    table.wait(2)
    table.press("yes")
    assert [(table.state.owners, table.state.to_move)] == [({}, "blue")]
    assert sum(table.state.hands["blue"].values()) == 4
