"""Switching the machine off at the panel: asked where the table can, in the menu of a game."""

from dialog import OffSure, StopSure
from tests.criteria.panel_table import PanelTable


def at_the_question(*, switches_off: bool) -> PanelTable:
    """A table whose menu was walked to its end of the evening."""
    table = PanelTable()
    table.session.common.switches_off = switches_off
    table.session.panel.mode = StopSure()
    return table


def test_given_a_table_that_can_switch_off_when_left_then_it_asks_and_yes_switches_off() -> None:
    table = at_the_question(switches_off=True)
    assert table.press("yes") == ["Switch off? Yes switches the table off, No leaves the game only."]
    assert not table.session.stopping
    assert table.mode == OffSure()
    assert table.press("yes") == ["All is saved. I switch off. Goodbye."]
    assert table.session.stopping
    assert table.session.common.off


def test_given_a_table_that_can_switch_off_when_no_is_pressed_then_only_the_game_is_left() -> None:
    table = at_the_question(switches_off=True)
    assert table.press("yes", "no")[-1] == "All is saved. Goodbye."
    assert table.session.stopping
    assert not table.session.common.off


def test_given_a_table_that_cannot_switch_off_when_left_then_nobody_is_asked() -> None:
    table = at_the_question(switches_off=False)
    assert table.press("yes") == ["All is saved. Goodbye."]
    assert table.session.stopping
    assert not table.session.common.off
