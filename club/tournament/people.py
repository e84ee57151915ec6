"""SHELL: people in the club's database, and that one plays in a tournament."""

import re

from club.database import Database
from club.tournament.kept import SOMEBODY, as_int


class NotNowError(Exception):
    """The answer is no: what is asked cannot be done as things stand."""


def let_in(database: Database, tournament: str, name: str, from_round: int) -> int:
    """Enter somebody into a tournament: the number there. Who had left comes back. Raises: NotNowError."""
    run, rows = database.run, database.rows
    found = rows("SELECT person FROM person WHERE name = ? ORDER BY person", name)
    if found:
        person = as_int(found[0][0])
    else:
        person = 1 + as_int(rows("SELECT COALESCE(MAX(person), 0) FROM person")[0][0])
        run("INSERT INTO person (person, name) VALUES (?, ?)", person, name)
    known = rows(
        "SELECT number, left_after FROM entry WHERE tournament = ? AND person = ?", tournament, person
    )
    if known:
        number = as_int(known[0][0])
        if known[0][1] is None:
            raise NotNowError(f"{name} is entered already, as {number}")
        run(
            "UPDATE entry SET left_after = NULL, from_round = ? WHERE tournament = ? AND number = ?",
            from_round, tournament, number,
        )  # fmt: skip
        return number
    top = rows("SELECT COALESCE(MAX(number), 0) FROM entry WHERE tournament = ?", tournament)
    number = 1 + as_int(top[0][0])
    run(
        "INSERT INTO entry (tournament, number, person, from_round) VALUES (?, ?, ?, ?)",
        tournament, number, person, from_round,
    )  # fmt: skip
    return number


def forget(database: Database, name: str) -> int:
    """Blank a name everywhere; results stay. How many people that were."""
    named = re.compile(rf"(?<!\w){re.escape(name)}(?!\w)")  # Ann is no part of Anna
    with database.together():
        gone = database.run("UPDATE person SET name = '' WHERE name = ? AND name <> ''", name)
        for nr, body in database.rows("SELECT nr, body FROM hall_call"):
            told = named.sub(SOMEBODY, str(body)) if name else str(body)
            if told != body:
                database.run("UPDATE hall_call SET body = ? WHERE nr = ?", told, nr)
    return gone
