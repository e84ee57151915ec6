"""SHELL: who may come to the desk, and what it does."""

import base64
import binascii
import re
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from announce import club_words
from club.calling import LONGEST, MOST_MINUTES, any_words, call, of_minutes, of_round, of_table
from club.checking import amiss
from club.club_file import ClubConfig
from club.database import Database, NotKeptError
from club.hall import Hall
from club.tournament import MOST_TOTAL, NotNowError, Running
from mqtt import LostError, password_in
from table.errors import CallError
from web.http_requests import only

Form = Mapping[str, list[str]]
_SHOWN: Final = 20  # signs of what was typed


def may_come(config: ClubConfig, authorization: str | None) -> bool | None:
    """Whether a browser has shown the password (any name will do); None: there is no desk."""
    path = config.serve.password_file
    if not path:
        return None
    try:
        password = password_in(Path(path).expanduser()) or ""
    except LostError:
        return None
    kind, _, sealed = (authorization or "").partition(" ")
    try:
        given = base64.b64decode(sealed, validate=True).partition(b":")[2] if kind.lower() == "basic" else b""
    except (binascii.Error, ValueError):
        given = b""
    return bool(password) and secrets.compare_digest(given, password.encode())


def contradictions(hall: Hall, config: ClubConfig, database: Database) -> Sequence[str]:
    """The tables that told something twice, and differently."""
    found: dict[str, int] = {}
    for line in amiss(database, silent_s=config.serve.silent_s):
        conflict = line.get("conflict")
        if isinstance(conflict, dict):
            table = str(conflict["table"])
            found[table] = found.get(table, 0) + 1
    return [club_words.contradicts(hall.phrases, hall.label(table), n) for table, n in found.items()]


@dataclass(frozen=True, slots=True)
class DeskNote:
    """What there is to say of a form. `wrong`: nothing has changed; what was typed is to be shown again."""

    text: str = ""
    wrong: bool = False


class _WrongError(Exception):
    """What a form has cannot be taken; the text says what, and what to do."""


def called(config: ClubConfig, hall: Hall, database: Database, form: Form) -> DeskNote:
    """Call out what a form wants; what there is to say of it."""
    p, kind, what = hall.phrases, only(form, "kind"), only(form, "what")
    wrong = {
        "text": club_words.words_wrong(p, LONGEST),
        "time": club_words.minutes_wrong(p, MOST_MINUTES, what.strip()[:_SHOWN]),
        "table": club_words.label(p, "no-such-table"),
        "round": club_words.label(p, "not-paired"),
    }
    try:
        match kind:
            case "text":
                call(database, "text", any_words(what))
            case "time":
                call(database, "time", of_minutes(config, _whole(what)))
            case "table":
                call(database, "table", of_table(config, database, what))
            case "round":
                call(database, "round", of_round(config, database, what))
            case _:
                return DeskNote(club_words.label(p, "wrong"), wrong=True)
    except (CallError, NotNowError, NotKeptError, ValueError):
        return DeskNote(wrong[kind], wrong=True)
    return DeskNote()


def decided(hall: Hall, database: Database, form: Form) -> DeskNote:
    """Take the games that are over, or the totals of one pod; what there is to say of it."""
    p = hall.phrases
    try:
        running = Running(database, only(form, "tournament"))
        if not only(form, "pod"):
            told = [club_words.taken(p, len(running.from_games()))]
            tables = dict.fromkeys(one.table for one in running.passed_over())
            told += [club_words.other_game(p, hall.label(table)) for table in tables]
            return DeskNote(" ".join(told))
        totals = _totals(hall, running, form)
        running.by_hand(_whole(only(form, "pod")), totals, _whole(only(form, "round")))
    except _WrongError as error:
        return DeskNote(str(error), wrong=True)
    except (CallError, NotNowError, NotKeptError, ValueError):
        return DeskNote(club_words.label(p, "changed-since"), wrong=True)
    return DeskNote(club_words.taken(p, 1))


def _totals(hall: Hall, running: Running, form: Form) -> dict[int, int]:
    """Number → total. Raises: _WrongError: one is none. ValueError: a field is nobody's."""
    names = {entry.number: entry.name for entry in running.entries()}
    totals: dict[int, int] = {}
    for key in form:
        if not key.startswith("total-"):
            continue
        number, typed = _whole(key.removeprefix("total-")), only(form, key)
        try:
            totals[number] = _whole(typed)
        except ValueError:
            totals[number] = MOST_TOTAL + 1
        if abs(totals[number]) > MOST_TOTAL:
            name = names.get(number, str(number))
            told = club_words.total_wrong(hall.phrases, name, MOST_TOTAL, typed.strip()[:_SHOWN])
            raise _WrongError(told)
    return totals


def _whole(text: str) -> int:
    """A whole number as people type it. Raises: ValueError: it is none."""
    bare = text.strip().replace("\N{MINUS SIGN}", "-")
    if not re.fullmatch("-?[0-9]{1,9}", bare):
        raise ValueError(text)
    return int(bare)
