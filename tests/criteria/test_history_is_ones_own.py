"""Repeat, Back and Forward tell who presses what that seat may hear, and nothing in another ear."""

from engine import Seat
from tests.criteria.panel_table import PanelTable


def dealt() -> PanelTable:
    """Blue is to move; the last words were in red's ear: how many tickets it has."""
    table = PanelTable(cards="dealt", seats=("blue", "red"))
    while table.state.phase != "turn":
        table.press("yes")
    last = [one for one in table.paper.said if one.normal][-1]
    assert last.audience == "red"
    table.wait(1.0)
    return table


def audiences(table: PanelTable, since: int) -> set[str]:
    return {one.audience for one in table.paper.said[since:] if one.normal}


def test_given_anothers_words_last_when_repeat_is_pressed_then_the_last_public_words_are_said_again() -> None:
    table = dealt()
    table.press("repeat")
    assert [(one.audience, one.normal) for one in table.paper.repeated] == [
        ("everyone", "Red square keeps 3 tickets of 3. All have chosen. Blue disc to move.")
    ]


def test_given_a_long_history_when_it_is_walked_to_its_end_then_no_other_ear_is_spoken_to() -> None:
    table = dealt()
    since = len(table.paper.said)
    for _ in range(40):
        assert table.press("back")
    assert audiences(table, since) == {"everyone", "blue"}
    for _ in range(40):
        assert table.press("forward")
    assert audiences(table, since) == {"everyone", "blue"}


def test_given_a_seat_that_takes_the_panel_when_it_walks_back_then_it_hears_its_own_words() -> None:
    table = dealt()
    red: Seat = "red"
    table.press_seat(red)
    since = len(table.paper.said)
    table.press("back", "back", "back")
    told = [one.normal for one in table.paper.said[since:] if one.audience == red]
    assert "You have 3 tickets." in told
