"""Criteria 12 to 15, 18, 19 and 21 to 23: what the six buttons do, and when they do nothing."""

import pytest

from announce import Announcement
from audio import SpeechQueue
from dialog import (
    Exploring,
    Mending,
    Panel,
    Paused,
    Payment,
    Say,
    Second,
    StopSure,
    Table,
    TakeBack,
    Tickets,
)
from tabletop import Button
from tests.criteria.panel_table import PanelTable, item_of
from tests.criteria.phases import PHASES, SITE, finished, started, three_claims
from tests.criteria.sensed_table import OMAHA, SensedTable

CELLS = [(phase, button) for phase, (_, _, cells) in PHASES.items() for button in cells]


@pytest.mark.criterion(12)
@pytest.mark.parametrize(("phase", "button"), CELLS, ids=lambda part: part)
def test_given_a_phase_when_a_button_is_pressed_then_what_its_cell_says_happens(
    phase: str, button: Button | str
) -> None:
    mode, state, cells = PHASES[phase]
    panel = Panel()
    panel.mode = mode
    got = panel.press_seat("red", state, 9.0) if button == "seat" else panel.press(button, state, 9.0)  # type: ignore[arg-type]
    assert got
    assert cells[button](panel, got), (panel.mode, got)


@pytest.mark.criterion(13)
def test_given_news_being_said_when_no_is_pressed_then_it_stops_and_nothing_else_changes() -> None:
    table = PanelTable()
    table.press("yes")
    before, mode = table.session.game, table.mode
    table.paper.speaking = True
    assert table.press("no") == []
    assert not table.paper.speaking
    assert (table.session.game, table.mode) == (before, mode)
    table.press("no")  # in silence it takes back
    assert table.state.to_move == "blue"


@pytest.mark.criterion(14)
@pytest.mark.parametrize("button", ["yes", "no"])
def test_given_a_question_by_itself_when_answered_too_soon_then_it_starts_again(button: Button) -> None:
    table = PanelTable()
    table.set_token("blue", SITE)
    table.feel(SITE, "empty")
    while not isinstance(table.mode, TakeBack):
        table.wait(0.1)
    asked = table.words()[-1]
    game = table.session.game
    table.wait(0.4)
    early = table.session.panel.press(button, table.state, table.at)
    assert [type(effect) for effect in early] == [Say]
    assert isinstance(table.mode, TakeBack)
    assert table.session.game == game
    assert table.press(button)[-1] != asked
    assert not isinstance(table.mode, TakeBack)


@pytest.mark.criterion(15)
@pytest.mark.parametrize("pause_s", [0.1, 600.0])
def test_given_an_utterance_when_repeated_twice_then_the_second_is_slower(pause_s: float) -> None:
    table = PanelTable()
    last = table.paper.said[-1]
    table.press("repeat")
    table.wait(1.0)
    table.press("repeat")
    assert table.paper.repeated == [last, last]
    queue = SpeechQueue()  # what the loudspeaker's sink does with the two
    queue.put(Announcement(audience="everyone", urgency="polite", normal="Omaha."), 0.0)
    slow = []
    for number in range(3):
        saying = queue.next(number * pause_s)
        assert saying is not None
        slow.append(saying.slower)
        queue.finished()
        queue.repeat((number + 1) * pause_s)
    assert slow == [False, False, True]
    assert table.session.wording.spelled("Omaha") != "Omaha"


@pytest.mark.criterion(18)
def test_given_any_state_when_an_hour_passes_without_input_then_no_event_is_stored() -> None:
    def untouched(table: PanelTable) -> None:
        game = table.session.game
        for _ in range(3600):
            table.at = round(table.at + 1.0, 3)
            table.session.tick(table.at)
        assert table.session.game == game

    standing = PanelTable()
    standing.set_token("blue", SITE)
    fallen = PanelTable()
    fallen.set_token("blue", SITE)
    fallen.set_token("red", "helena-omaha")
    fallen.lift(SITE)
    asked = PanelTable()
    asked.set_token("blue", SITE)
    asked.lift(SITE)
    choosing, dealt = PanelTable(cards="dealt"), PanelTable(cards="dealt", game=started())
    dealt.press("yes", "yes")
    knocked = PanelTable(game=fallen.session.game)
    for site in (SITE, "helena-omaha"):
        knocked.lift(site)
    rebuilt = PanelTable(game=three_claims())
    for site in tuple(rebuilt.state.owners):
        rebuilt.feel(site, "empty")
    rebuilt.wait(4.0)
    assert isinstance(rebuilt.mode, Mending)
    exploring, paused, over = PanelTable(), PanelTable(), PanelTable(game=finished())
    exploring.press("ask")
    exploring.pick("board", "explore")
    paused.press("ask")
    paused.pick("menu", "pause")
    assert isinstance(exploring.mode, Exploring) and isinstance(paused.mode, Paused)
    mixing = PanelTable("rails-and-sails-world", "untracked", ("blue", "red"))
    quiet = (PanelTable(), standing, fallen, asked, choosing, dealt)
    for table in (*quiet, knocked, rebuilt, exploring, paused, over, mixing):
        untouched(table)


@pytest.mark.criterion(19)
def test_given_an_open_question_when_time_passes_then_once_more_and_then_only_a_soft_sound() -> None:
    table = PanelTable()
    table.set_token("blue", SITE)
    table.feel(SITE, "empty")
    while not isinstance(table.mode, TakeBack):
        table.wait(0.1)
    begun, asked = len(table.paper.said), table.words()[-1]
    heard: list[tuple[int, str]] = []
    for second in range(1, 600):
        table.wait(1.0)
        new = table.paper.said[begun:]
        begun += len(new)
        heard += [(second, one.normal or str(one.earcon)) for one in new]
    assert heard[0] == (20, asked)
    assert heard[1:] == [(second, "wait") for second in range(50, 600, 30)]


@pytest.mark.criterion(19)
def test_given_a_refused_token_that_stays_when_time_passes_then_once_more_and_then_a_soft_sound() -> None:
    table = PanelTable()
    table.set_token("blue", SITE)
    refused = table.set_token("blue", "helena-omaha")[-1]
    begun = len(table.paper.said)
    heard: list[tuple[int, str]] = []
    for second in range(1, 140):
        table.wait(1.0)
        new = table.paper.said[begun:]
        begun += len(new)
        heard += [(second, one.normal or str(one.earcon)) for one in new]
    assert [words for _, words in heard] == [refused, "wait", "wait", "wait"]
    assert heard[0][0] in (19, 20) and [second - heard[0][0] for second, _ in heard] == [0, 30, 60, 90]
    table.lift("helena-omaha")
    begun = len(table.paper.said)
    table.wait(60.0)
    assert not table.paper.said[begun:]


@pytest.mark.criterion(21)
def test_given_a_yes_by_mistake_when_no_is_pressed_in_silence_then_the_same_seat_is_to_move() -> None:
    table = PanelTable()
    table.press("yes")
    assert table.state.turn == 2
    assert table.press("no") == ["Taken back. Blue disc still to move."]
    assert table.state.to_move == "blue"
    assert table.press("no") == ["Nothing to take back."]


@pytest.mark.criterion(21)
def test_given_a_yes_by_mistake_when_the_next_seat_has_acted_then_no_takes_nothing_back() -> None:
    table = PanelTable()
    table.press("yes")
    table.set_token("red", SITE)
    before = table.session.game
    assert table.press("no") == ["Nothing to take back."]
    assert table.session.game == before


@pytest.mark.criterion(22)
@pytest.mark.parametrize("answer", ["yes", "no"])
def test_given_an_open_list_when_a_question_is_answered_then_the_list_is_back_and_says_so(
    answer: Button,
) -> None:
    table = PanelTable(cards="dealt", game=started())
    table.press("ask", "forward", "forward")
    place, item = table.mode, table.words()[-1]
    held = table.state.hands["blue"]
    route = next(
        one for one in table.state.game_map.routes.values() if one.length <= 1 and one.colour == "gray"
    )
    assert held
    table.set_token("blue", route.id)
    assert isinstance(table.mode, Payment)
    words = table.press(answer)
    assert table.mode == place
    assert words[-1] == item
    assert (route.id in table.state.owners) == (answer == "yes")


@pytest.mark.criterion(23)
def test_given_focus_taken_when_thirty_seconds_pass_then_it_is_the_movers_and_its_ear_hears_so() -> None:
    table = PanelTable(cards="dealt", game=started())
    table.press_seat("green")
    table.press("ask", "yes")
    mine = [one for one in table.paper.said[-6:] if one.normal]
    assert mine[-1].audience == "green"  # even what all may hear
    assert table.session.panel.asker(table.state) == "green"
    begun = len(table.paper.said)
    table.wait(29.0)
    assert table.session.panel.asker(table.state) == "green"
    table.wait(2.0)
    assert table.session.panel.asker(table.state) == "blue"
    [told] = [one for one in table.paper.said[begun:] if one.normal]
    assert (told.audience, told.normal) == ("green", "The panel is free again.")
    assert table.mode == Table()


@pytest.mark.criterion(12)
def test_given_a_token_that_is_nobodys_when_yes_says_so_then_the_turn_is_told_and_no_list_is_missed() -> None:
    table = SensedTable()
    table.feel(OMAHA, "something")
    table.wait(4.0)
    assert "Nobody's?" in table.press("back")[-1]
    assert table.press("yes") == ["Blue disc to move, turn 1: claim, draw, or take tickets."]


def second_seat_takes_panel(*buttons: Button) -> PanelTable:
    table = PanelTable(cards="dealt", game=started())
    table.press(*buttons)
    table.press_seat("red")
    return table


@pytest.mark.criterion(12)
@pytest.mark.parametrize(
    "buttons",
    [("yes",), ("yes", "forward", "yes"), ("ask",), ("ask", "back", "yes"), ("ask", "back", "yes", "yes")],
)
def test_given_a_list_that_another_opened_when_a_seat_takes_the_panel_then_its_yes_takes_nothing_unheard(
    buttons: tuple[Button, ...],
) -> None:
    """Yes drew a card for the mover, of whose list whoever pressed had heard nothing."""
    table = second_seat_takes_panel(*buttons)
    seq = table.state.seq
    assert isinstance(table.mode, Table)
    assert table.press("yes") == ["Blue disc to move, turn 1: claim, draw, or take tickets."]
    assert table.state.seq == seq
    table.press_seat("blue")
    assert table.press("yes") == ["Deck. 1 of 4."]


@pytest.mark.criterion(12)
@pytest.mark.parametrize("button", ["yes", "no", "back", "forward"])
def test_given_a_choice_that_the_mover_has_open_when_another_has_the_panel_then_its_press_leaves_it(
    button: Button,
) -> None:
    table = second_seat_takes_panel("yes", "yes")
    assert isinstance(table.mode, Second)
    place, seq = table.mode, table.state.seq
    assert table.press(button) == ["Blue disc has a choice open. Its own button goes on with it."]
    assert (table.mode, table.state.seq) == (place, seq)
    assert table.press_seat("blue")[-1] == "Second card: deck? Forward for the row."
    table.press("yes")
    assert table.state.to_move == "red"


@pytest.mark.criterion(23)
def test_given_a_choice_of_the_mover_when_the_panel_is_free_again_then_the_choice_is_said_again() -> None:
    table = second_seat_takes_panel("yes", "yes")
    begun = len(table.paper.said)
    table.wait(31.0)
    told = [(one.audience, one.normal) for one in table.paper.said[begun:] if one.normal]
    assert told == [("red", "The panel is free again."), ("blue", "Second card: deck? Forward for the row.")]
    table.press("yes")
    assert table.state.to_move == "red"


@pytest.mark.criterion(12)
@pytest.mark.parametrize("act", ["row", "claim"])
def test_given_a_list_under_the_acts_when_left_by_no_then_the_acts_are_back_at_their_place(act: str) -> None:
    """A Yes by habit drew a card: No out of the row led to the deck."""
    table = PanelTable(cards="dealt", game=started())
    table.press("yes")
    table.pick(act)
    words = table.press("no")
    assert item_of(table.mode) == act
    assert words[-1].startswith(("Row. 2 of", "Claim from the list. 4 of"))


@pytest.mark.criterion(23)
def test_given_a_seat_that_has_chosen_with_its_own_button_when_the_next_is_asked_then_its_presses_count() -> (
    None
):
    """Who was asked next pressed in vain until the panel was free again."""
    table = PanelTable(cards="dealt", seats=("blue", "red"))
    table.press_seat("blue")
    table.press("yes", "yes", "yes", "yes")
    assert isinstance(table.mode, Tickets) and table.mode.seat == "red"
    table.press("yes")
    assert table.mode.index == 1


@pytest.mark.criterion(80)
def test_given_a_new_game_is_asked_about_when_asked_then_its_own_answers_are_told() -> None:
    """It told that Yes stops, and Yes began a new game."""
    table = PanelTable(game=finished())
    table.wait(60.0)  # the scores are read
    assert table.press("no") == ["A new game? Yes begins one, No stays here."]
    assert isinstance(table.mode, StopSure)
    assert table.press("ask") == ["After the game. Yes begins a new one, No stays here."]
