"""For whom six buttons are too many: a whole choice by one switch or by two, through the session."""

from pathlib import Path

from announce import Announcement
from dialog import Acts, PressHabits, Questions, Table
from dialog.press_habits import ACCEPT_S, PACE_S
from storage.store import GameLog
from table.scanning import ROUNDS
from table.seat_habits import KIND
from tabletop import Button
from tests.criteria.panel_table import PanelTable
from tests.criteria.test_tickets_entered_early import resumed


def set_to(table: PanelTable, item: str, *steps: Button) -> list[str]:
    """Set something of blue's presses at the panel, and close the lists again."""
    if not isinstance(table.mode, Questions):
        table.press("ask")
    table.pick("menu", "seats", "presses", item)
    said = table.press(*steps)
    while not isinstance(table.mode, Table):
        table.press("no")
    return said


def dealt() -> PanelTable:
    table = PanelTable(cards="dealt", seats=("blue", "red"))
    while table.state.phase != "turn":
        table.press("yes")
    return table


def words(said: list[Announcement]) -> list[str]:
    return [one.normal for one in said if one.normal]


def test_given_how_i_press_when_each_is_walked_then_it_is_told_in_plain_words() -> None:
    table = dealt()
    assert set_to(table, "accept", "forward") == ["A press counts after 3 tenths of a second."]
    assert set_to(table, "accept", "back") == ["A press counts at once."]
    assert set_to(table, "repeat-block", "forward") == ["The same button counts again after half a second."]
    assert set_to(table, "confirm", "forward") == ["Yes counts when it is held for a second."]
    assert set_to(table, "pace", "forward") == ["I walk on after 3 seconds."]
    assert set_to(table, "scan", "back") == ["All six buttons."]


def test_given_one_seats_presses_when_another_has_the_panel_then_its_buttons_are_plain() -> None:
    table = dealt()
    set_to(table, "scan", "forward")
    mover = table.state.to_move
    assert mover is not None
    table.press_seat("red" if mover == "blue" else "blue")
    assert table.press("forward") != ["Yes?"]


def test_given_two_switches_when_a_card_is_drawn_then_walking_names_and_taking_takes() -> None:
    table = dealt()
    set_to(table, "scan", "forward")
    seq = table.state.seq
    assert table.press("forward") == ["Yes?"]
    assert isinstance(table.mode, Table) and table.state.seq == seq  # nothing was taken that was not named
    table.press("yes")
    assert isinstance(table.mode, Acts)
    count = len(table.mode.items)
    walked = [table.press("forward")[-1] for _ in range(count + 3)]
    assert walked[count - 1 : count + 2] == ["No?", "Ask?", "Repeat?"]
    assert walked[-1].startswith("Deck.")  # round again
    table.press("yes")
    assert table.state.seq > seq


def test_given_two_switches_at_a_table_at_rest_when_taken_at_once_then_the_walk_begins_instead() -> None:
    table = PanelTable(seats=("blue", "red"))
    set_to(table, "scan", "forward")
    mover = table.state.to_move
    assert table.press("yes") == ["Yes?"]
    assert table.state.to_move == mover
    table.press("yes")
    assert table.state.to_move != mover


def test_given_one_switch_when_pressed_then_the_table_walks_and_the_switch_takes_what_is_named() -> None:
    table = dealt()
    set_to(table, "scan", "forward", "forward")
    table.press("yes")
    assert words(table.paper.said)[-1] == "Yes?"
    table.press("yes")
    acts = table.mode
    assert isinstance(acts, Acts)
    for _ in range(400):
        table.wait(0.1)
        if words(table.paper.said)[-1] == "No?":
            break
    assert words(table.paper.said)[-1] == "No?"
    table.press("yes")
    assert isinstance(table.mode, Table)


def test_given_one_switch_when_nobody_presses_it_then_the_walk_ends_after_some_rounds() -> None:
    table = dealt()
    set_to(table, "scan", "forward", "forward")
    table.press("yes")
    before = len(table.paper.said)
    table.wait(300)
    said = words(table.paper.said[before:])
    assert said.count("No?") == ROUNDS
    last = len(table.paper.said)
    table.wait(60)
    assert words(table.paper.said[last:]) == []


def test_given_presses_of_a_seat_when_the_table_stops_and_goes_on_then_they_are_as_they_were(
    tmp_path: Path,
) -> None:
    path = tmp_path / "game-0001.fingerpost"
    with GameLog(path) as store:
        table = PanelTable(seats=("blue", "red"), store=store)
        set_to(table, "accept", "forward", "forward")
        set_to(table, "scan", "forward")
    events = table.session.game.events
    with GameLog(path) as store:
        habits = resumed(events, store).speaking.habits
        assert habits.of("blue") == PressHabits(accept_s=0.6, scan="two")
        assert habits.of("red") == PressHabits()
        nonsense = {"blue": {"accept_s": 1e9, "pace_s": -1}, "red": {"scan": "three"}, "pink": {}}
        store.note(KIND, nonsense)
    with GameLog(path) as store:
        habits = resumed(events, store).speaking.habits
        assert habits.of("blue") == PressHabits(accept_s=ACCEPT_S[-1], pace_s=PACE_S[0])
        assert habits.of("red") == PressHabits()
