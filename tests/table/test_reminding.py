"""What waits on the board for a hand is said once more after 20 seconds, then only by a soft sound."""

from dialog import Table
from tests.criteria.sensed_table import DULUTH, OMAHA, SANTA_FE, SensedTable

FELL = "Blue disc's token fell off Denver to Omaha. Put it back, middle, 6 centimetres north-east of Denver."


def waits(table: SensedTable, before: int) -> int:
    return table.sounds(before).count("wait")


def test_given_a_token_that_fell_when_nobody_puts_it_back_then_it_is_told_once_more_and_then_softly() -> None:
    table = SensedTable(claims=(OMAHA, DULUTH))
    table.see(OMAHA, "empty")
    table.wait(22.0)
    assert table.words() == [FELL]
    table.wait(3.0)
    assert table.words() == [FELL, FELL]
    before = len(table.paper.said)
    table.wait(65.0)
    assert (table.words(before), waits(table, before)) == ([], 2)
    table.set_token("blue", OMAHA)
    before = len(table.paper.said)
    table.wait(60.0)
    assert (table.words(before), waits(table, before)) == ([], 0)


def test_given_a_token_put_back_when_time_passes_then_nothing_more_is_said_of_it() -> None:
    table = SensedTable(claims=(OMAHA, DULUTH))
    table.see(OMAHA, "empty")
    table.wait(5.0)
    table.set_token("blue", OMAHA)
    before = len(table.paper.said)
    table.wait(60.0)
    assert (table.words(before), waits(table, before)) == ([], 0)


def test_given_two_new_tokens_when_nobody_lifts_one_then_it_is_asked_once_more() -> None:
    table = SensedTable()
    table.see(OMAHA, "blue")
    table.see(DULUTH, "blue")
    table.wait(26.0)
    assert len(table.words()) == 2 and table.words()[0] == table.words()[1]
    assert "lift the one you do not want" in table.words()[0]
    before = len(table.paper.said)
    table.wait(35.0)
    assert (table.words(before), waits(table, before)) == ([], 1)


def test_given_two_that_fell_when_time_passes_then_each_is_told_again_and_one_soft_sound_does() -> None:
    table = SensedTable(claims=(OMAHA, DULUTH))
    for site in (OMAHA, DULUTH):
        table.see(site, "empty")
        table.wait(8.0)
    once = table.words()
    assert len(once) == 2 and once[0] == FELL
    before = len(table.paper.said)
    table.wait(30.0)
    assert table.words(before) == once
    before = len(table.paper.said)
    table.wait(31.0)
    assert (table.words(before), waits(table, before)) == ([], 1)


def test_given_two_that_fell_together_when_one_is_back_then_the_other_alone_is_told_once_more() -> None:
    table = SensedTable(claims=(OMAHA, DULUTH))
    table.see(DULUTH, "empty")
    table.see(OMAHA, "empty")
    table.wait(8.0)
    [both] = table.words()
    assert both.startswith("Two tokens fell")
    table.set_token("red", DULUTH)
    before = len(table.paper.said)
    table.wait(30.0)
    assert table.words(before) == [FELL]
    before = len(table.paper.said)
    table.wait(62.0)
    assert (table.words(before), waits(table, before)) == ([], 2)
    table.set_token("blue", OMAHA)
    before = len(table.paper.said)
    table.wait(60.0)
    assert (table.words(before), waits(table, before)) == ([], 0)


def test_given_one_of_two_that_falls_again_when_time_passes_then_each_is_told_once_more() -> None:
    table = SensedTable(claims=(OMAHA, DULUTH))
    table.see(DULUTH, "empty")
    table.see(OMAHA, "empty")
    table.wait(8.0)
    table.set_token("blue", OMAHA)
    table.see(OMAHA, "empty")
    table.wait(5.0)
    before = len(table.paper.said)
    table.wait(30.0)
    other, mine = table.words(before)
    assert other.startswith("Red square's token fell off Chicago to Duluth")
    assert mine == FELL


def test_given_an_open_question_when_a_reminder_is_due_then_it_waits_for_the_answer() -> None:
    table = SensedTable(claims=(OMAHA, DULUTH))
    table.see(OMAHA, "empty")
    table.wait(8.0)
    table.set_token("blue", SANTA_FE)
    assert not isinstance(table.mode, Table)
    before = len(table.paper.said)
    table.wait(30.0)
    assert FELL not in table.words(before)
    table.press("yes")
    table.wait(1.0)
    assert FELL in table.words(before)


def test_given_pins_that_are_gone_when_time_passes_then_that_is_not_told_again() -> None:
    table = SensedTable()
    table.health("hub", "lost", "silent")
    table.wait(40.0)
    assert len(table.words()) == 1
