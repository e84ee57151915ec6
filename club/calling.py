"""SHELL: what is called out in the hall: written once, in the club's language, then shown and spoken."""

import time
from dataclasses import dataclass
from typing import Final, Literal

from announce import Phrases, club_words
from club.club_file import ClubConfig
from club.database import Database
from club.rounds import rounds_now
from club.tournament import NotNowError
from club.tournament.kept import EVER
from table.errors import CallError

Kind = Literal["text", "round", "time", "table"]
LONGEST: Final = 500
MOST_MINUTES: Final = 1000
_SHOWN: Final = 20


@dataclass(frozen=True, slots=True)
class Call:
    """One call. `nr` counts up."""

    nr: int
    text: str


def calls(database: Database) -> list[Call]:
    """The newest calls, newest first."""
    found = database.rows(f"SELECT nr, body FROM hall_call ORDER BY nr DESC LIMIT {_SHOWN}")
    return [Call(int(str(nr)), str(body)) for nr, body in found]


def call(database: Database, kind: Kind, text: str) -> Call:
    """Call this out."""
    with database.together():
        ((top,),) = database.rows("SELECT COALESCE(MAX(nr), 0) FROM hall_call")
        nr = 1 + int(str(top))
        database.run(
            "INSERT INTO hall_call (nr, kind, body, seen) VALUES (?, ?, ?, ?)",
            nr, kind, text, time.time_ns() // 1_000_000,
        )  # fmt: skip
    return Call(nr, text)


def any_words(text: str) -> str:
    """Words as they are. Raises: CallError: none, too many, or what is no text."""
    told = " ".join(text.split())
    if not (1 <= len(told) <= LONGEST and told.isprintable()):
        raise CallError(f"call {text[:40]!r}: give 1 to {LONGEST} signs")
    return told


def of_minutes(config: ClubConfig, minutes: int) -> str:
    """So much time is left. Raises: CallError: no such time."""
    if not 0 <= minutes <= MOST_MINUTES:
        raise CallError(f"--time {minutes}: give 0 to {MOST_MINUTES} minutes")
    return club_words.minutes_left(Phrases(config.club.language), minutes)


def of_table(config: ClubConfig, database: Database, table: str) -> str:
    """A table is wanted at the desk. Raises: CallError: nobody knows it."""
    known = {str(row[0]) for row in database.rows("SELECT tbl FROM live UNION SELECT tbl FROM event")}
    if table not in {*known, *config.club.tables, *config.labels}:
        raise CallError(
            f"--table {table[:40]}: it is not known; give one of [club] tables, or one that was heard"
        )
    return club_words.to_the_desk(Phrases(config.club.language), config.label(table))


def of_round(config: ClubConfig, database: Database, tournament: str) -> str:
    """Who sits where in the last round.

    Raises:
        CallError: no such tournament. NotNowError: nothing is paired.
    """
    found = [one for one in rounds_now(database, EVER) if one.tournament == tournament]
    if not found:
        if not database.rows("SELECT 1 FROM tournament WHERE tournament = ?", tournament):
            raise CallError(f"tournament {tournament}: there is none")
        raise NotNowError(f"tournament {tournament}: no round has been paired")
    p = Phrases(config.club.language)
    pods = [
        (club_words.pod_name(p, pod.pod) if pod.table is None else config.label(pod.table), pod.names)
        for pod in found[0].pods
    ]
    return club_words.round_called(p, found[0].number, pods)
