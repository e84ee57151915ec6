"""A new table asks for an earlier one on a stick, brings it here, and goes on alone where there is none."""

from msgspec.structs import replace

from dialog.setup import EarlierTable, Facts, Speed
from engine import EDITIONS
from table.surroundings import Renewed, Surroundings
from tests.table.setting_up_table import Before, ready

NEW = Facts(editions=tuple(EDITIONS), sticks=True)
ASKED = "Is there a stick with an earlier table? Yes looks for it, No begins a new one."
TWO = (EarlierTable(name="new.tar", games=12), EarlierTable(name="old.tar", games=1))


class Sticks:
    """What is plugged in, and what was brought from it."""

    def __init__(self, *tables: EarlierTable, readable: bool = True) -> None:
        self.tables, self.readable, self.brought = tables, readable, list[str]()

    def bring(self, name: str) -> bool:
        self.brought.append(name)
        return self.readable

    def table(self, facts: Facts = NEW) -> Before:
        around = Surroundings(earlier=lambda: self.tables, bring=self.bring)
        return ready(Before(facts=facts, around=around))


def test_given_a_new_table_when_woken_then_an_earlier_one_is_its_first_question_and_no_begins_a_new_one() -> (
    None
):
    before = Sticks(*TWO).table()
    assert before.said()[-1] == ASKED
    before.press("no")
    assert isinstance(before.table.panel.mode, Speed)


def test_given_a_stick_with_two_tables_when_one_is_taken_then_it_is_brought_and_the_program_starts_anew() -> (
    None
):
    sticks = Sticks(*TWO)
    before = sticks.table()
    assert before.press("yes") == [
        "An earlier table with 12 games. Yes brings it here, No begins a new one. 1 of 2."
    ]
    assert before.press("forward", "yes")[-1] == "The earlier table is here. I start anew."
    assert sticks.brought == ["old.tar"]
    assert before.table.choice == Renewed()


def test_given_a_stick_that_is_put_in_late_when_looked_for_again_then_it_is_found() -> None:
    sticks = Sticks()
    before = sticks.table()
    assert before.press("yes") == [
        "I find no earlier table. Put the stick in, then Yes; No begins a new one."
    ]
    sticks.tables = TWO[:1]
    assert before.press("yes")[-1].startswith("An earlier table with 12 games.")


def test_given_a_stick_that_cannot_be_read_when_taken_then_that_is_said_and_a_new_table_begins() -> None:
    before = Sticks(*TWO, readable=False).table()
    said = before.press("yes", "yes")
    assert "I cannot read it. Nothing was changed." in said
    assert before.table.choice is None
    assert isinstance(before.table.panel.mode, Speed)


def test_given_a_table_that_was_set_up_before_or_is_no_package_when_woken_then_no_stick_is_asked_for() -> (
    None
):
    for facts in (replace(NEW, first=False), replace(NEW, sticks=False)):
        assert ASKED not in Sticks(*TWO).table(facts).said()
