"""SHELL: who may come to the desk, and what it does."""

import base64
import binascii
import secrets
from collections.abc import Mapping, Sequence
from pathlib import Path

from announce import club_words
from club.calling import any_words, call, of_minutes, of_round, of_table
from club.checking import amiss
from club.club_file import ClubConfig
from club.database import Database, NotKeptError
from club.hall import Hall
from club.tournament import NotNowError, Running
from table.errors import CallError
from web.http_requests import only

Form = Mapping[str, list[str]]


def may_come(config: ClubConfig, authorization: str | None) -> bool | None:
    """Whether a browser has shown the password (any name will do); None: there is no desk."""
    path = config.serve.password_file
    if not path:
        return None
    try:
        password = Path(path).expanduser().read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError):
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


def called(config: ClubConfig, hall: Hall, database: Database, form: Form) -> str:
    """Call out what a form wants; what there is to say of it."""
    kind, what = only(form, "kind"), only(form, "what")
    try:
        match kind:
            case "text":
                call(database, "text", any_words(what))
            case "time" if what.isascii() and what.isdigit():
                call(database, "time", of_minutes(config, int(what)))
            case "table":
                call(database, "table", of_table(config, database, what))
            case "round":
                call(database, "round", of_round(config, database, what))
            case _:
                return club_words.label(hall.phrases, "wrong")
    except (CallError, NotNowError, NotKeptError):
        return club_words.label(hall.phrases, "wrong")
    return ""


def decided(hall: Hall, database: Database, form: Form) -> str:
    """Take the games that are over, or the totals of one pod; what there is to say of it."""
    try:
        running = Running(database, only(form, "tournament"))
        if not only(form, "pod"):
            return club_words.taken(hall.phrases, len(running.from_games()))
        keys = [key for key in form if key.startswith("total-")]
        totals = {int(key.removeprefix("total-")): int(only(form, key)) for key in keys}
        sound = int(only(form, "round")) == running.last_round() and all(
            abs(one) < 2**31 for one in totals.values()
        )
        if not sound:
            return club_words.label(hall.phrases, "wrong")
        running.by_hand(int(only(form, "pod")), totals)
    except (CallError, NotNowError, NotKeptError, ValueError):
        return club_words.label(hall.phrases, "wrong")
    return club_words.taken(hall.phrases, 1)
