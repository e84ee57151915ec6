"""Criteria 16, 21 and 74: the shared earphone was passed by mistake, and is taken back with its words."""

import pytest

from announce import Announcement
from dialog import PassEar
from tests.criteria.panel_table import PanelTable
from tests.criteria.test_shared_ear import dealt, private


def passed_by_mistake() -> PanelTable:
    """Words for red are due, and somebody says Yes for red too early."""
    table = dealt()
    secret = Announcement(audience="red", normal="A secret.", urgency="polite")
    table.session.teller.say([secret], table.at)
    table.wait(1)
    assert isinstance(table.mode, PassEar) and table.mode.seat == "red"
    table.press("yes")
    assert private(table)[-1].normal == "A secret."
    return table


@pytest.mark.criterion(74)
def test_given_a_yes_to_the_earphone_by_mistake_when_no_then_nobody_has_it_and_its_words_wait_again() -> None:
    table = passed_by_mistake()
    begun = len(table.paper.said)
    table.paper.speaking = True
    table.press("no")  # that stops the words, and nothing else changes
    assert table.words(begun) == []
    table.press("no")
    assert table.words(begun)[0] == "Nobody has the earphone."
    table.wait(1)
    assert table.words(begun)[-1] == "Pass the earphone to red square. Red square: Yes when it is in."
    assert not private(table, begun)
    table.press("yes")
    assert private(table, begun)[0].normal == "A secret."


@pytest.mark.criterion(21)
def test_given_another_press_since_the_earphone_was_passed_when_no_then_the_earphone_stays() -> None:
    table = passed_by_mistake()
    begun = len(table.paper.said)
    table.press("repeat", "no")
    assert "Nobody has the earphone." not in table.words(begun)


@pytest.mark.criterion(16)
def test_given_the_menu_when_the_earphone_is_passed_anew_then_whoever_has_it_says_yes_again() -> None:
    table = passed_by_mistake()
    table.press("ask")
    table.wait(1)
    table.press("yes")  # the list is for blue's ear
    begun = len(table.paper.said)
    table.pick("menu", "seats", "ear-back")
    assert "Nobody has the earphone." in table.words(begun)
    table.wait(1)
    assert isinstance(table.mode, PassEar)
