"""The table of questions: each has one row, and whoever reads the rows finds what it needs."""

from collections import Counter
from typing import get_args

from dialog import (
    ITEM,
    ITEMS,
    AskItem,
    EveningQuestion,
    Level,
    PlaceQuestion,
    Question,
    is_level,
    is_private,
    is_question,
)
from mqtt.command_kinds import PRIVATE_QUESTIONS


def of(union: object) -> set[str]:
    """Every name in a union of literals."""
    return {name for member in get_args(union) for name in (get_args(member) or (member,))}


def test_given_all_that_can_be_asked_when_listed_then_each_has_one_row_in_a_list_that_there_is() -> None:
    assert Counter(one.id for one in ITEMS) == Counter(of(AskItem))
    assert {one.level for one in ITEMS} == {"ask", *(one.id for one in ITEMS if is_level(one.id))}
    assert {one.level for one in ITEMS} == of(Level)


def test_given_the_questions_when_looked_at_then_those_about_something_name_what() -> None:
    about = {one.id for one in ITEMS if one.subject is not None}
    assert about == set(get_args(PlaceQuestion))
    answered = {one.id for one in ITEMS if is_question(one.id)}
    assert answered == {*get_args(Question), *get_args(EveningQuestion), *get_args(PlaceQuestion)}
    assert all(is_question(one.id) for one in ITEMS if one.private or one.own or one.spoken)


def test_given_the_keys_when_counted_then_each_means_one_question() -> None:
    keys = Counter(one.key for one in ITEMS if one.key)
    assert set(keys.values()) == {1}
    assert all(one.short in ("", one.key) for one in ITEMS)
    assert all(is_question(one.id) and not one.subject for one in ITEMS if one.key)


def test_given_the_wire_when_it_says_what_is_private_then_it_is_what_the_rows_say() -> None:
    private = {one.id for one in ITEMS if is_private(one.id)}
    assert private == {ITEM[name].id for name in ITEM if name in PRIVATE_QUESTIONS}
    assert set(PRIVATE_QUESTIONS) - private == {"can-pay"}  # what the wire calls `pay`
