"""What is missing of a game, and how it is asked of its table."""

from typing import cast

import pytest

from club.asking import ANSWER_S, MOST, WAIT_S, Holes, Question
from club.collector_news import CollectorNews
from club.database import Database, Row, Value, opened
from club.holes import Missing
from club.keeping import KnownGame, first_gap, keep
from tests.club.test_keeping import told

GAME = ("t1", "g1")


@pytest.fixture
def database(where: str) -> Database:
    return opened(where)


def asked_until_whole(database: Database, missing: Missing) -> list[Question]:
    """Its table answers each question in one page; what was asked until nothing was missing any more."""
    asked, now = list[Question](), 1000.0
    missing.asking.hole(GAME, now)
    while first_gap(database, *GAME) is not None:
        now += WAIT_S + ANSWER_S
        for question in missing.due(database, now):
            asked.append(question)
            keep(database, [told(seq) for seq in range(question.first, question.last + 1)], 6)
            assert missing.asking.answered("t1", question.id, page=1, pages=1, code=None, now=now)
            missing.finish(database, "t1")
    return asked


def test_given_a_hole_after_every_event_when_asked_for_then_one_question_brings_five_hundred(
    database: Database,
) -> None:
    keep(database, [*(told(seq) for seq in range(1, 800, 2)), KnownGame(*GAME, 800)], 5)
    asked = asked_until_whole(database, Missing(Holes(), CollectorNews(lambda line: None, 0.0)))
    assert [(one.first, one.last) for one in asked] == [(2, 500), (502, 800)]


def test_given_two_holes_that_are_far_apart_when_asked_for_then_what_stands_between_them_is_not(
    database: Database,
) -> None:
    kept = [seq for seq in range(1, 2 * MOST) if seq not in (3, 4, 2 * MOST - 5)]
    keep(database, [told(seq) for seq in kept], 5)
    asked = asked_until_whole(database, Missing(Holes(), CollectorNews(lambda line: None, 0.0)))
    assert [(one.first, one.last) for one in asked] == [(3, 4), (2 * MOST - 5, 2 * MOST - 5)]


class HealedMeanwhile:
    """A database into which another process stores all of the game as soon as anything was read."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def rows(self, statement: str, *values: Value) -> list[Row]:
        found = self._database.rows(statement, *values)
        keep(self._database, [told(seq) for seq in range(1, 10)], 6)
        return found

    def __getattr__(self, name: str) -> object:
        return getattr(self._database, name)


def test_given_a_hole_that_another_process_fills_while_it_is_asked_for_then_it_is_asked_and_heals(
    database: Database,
) -> None:
    keep(database, [told(1), told(3), told(5), KnownGame(*GAME, 9)], 5)
    missing = Missing(Holes(), CollectorNews(lambda line: None, 0.0))
    missing.asking.hole(GAME, 0.0)
    (asked,) = missing.due(cast(Database, HealedMeanwhile(database)), WAIT_S)
    assert (asked.first, asked.last) == (2, 9)
    missing.finish(database, "t1")
    assert list(missing.due(database, WAIT_S + 1)) == []
    assert missing.asking.holes() == []
