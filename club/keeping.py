"""A batch of what tables told → rows, in one transaction: events once each, conflicts aside, what follows.

Everything here is safe to do again: a batch that comes twice changes nothing the second time.
"""

import contextlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from club.database import Database, GoneError, NotKeptError
from club.envelopes import Fields, RefusedEnvelope, Retained, ToldEvent, canonical, digest, whole, word
from club.folding import fold, heard_of

Kept = ToldEvent | Retained


@dataclass(slots=True)
class BatchOutcome:
    """What a batch came to."""

    stored: list[ToldEvent] = field(default_factory=list)
    conflicts: list[ToldEvent] = field(default_factory=list)
    refused: list[RefusedEnvelope] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class KnownGame:
    """A game of a table and how far it is known to go: what `games` answers."""

    table: str
    game: str
    seq: int


def keep(database: Database, batch: Sequence[Kept | KnownGame], seen: int) -> BatchOutcome:
    """Store a batch, whole or not at all. `seen`: Unix milliseconds.

    What the database will never take is refused alone; the rest of the batch is kept.

    Raises:
        GoneError: nothing of it is stored.
    """
    try:
        return _kept(database, batch, seen)
    except NotKeptError:
        if len(batch) == 1:
            one = batch[0]
            return BatchOutcome(refused=[RefusedEnvelope(one.table, "the database does not take it")])
    whole_outcome = BatchOutcome()
    for one in batch:
        part = keep(database, [one], seen)
        whole_outcome.stored += part.stored
        whole_outcome.conflicts += part.conflicts
        whole_outcome.refused += part.refused
    return whole_outcome


def _kept(database: Database, batch: Iterable[Kept | KnownGame], seen: int) -> BatchOutcome:
    outcome = BatchOutcome()
    with database.together():
        nr = _last_nr(database)
        known: dict[tuple[str, str], int] = {}
        changed: dict[tuple[str, str], list[ToldEvent]] = {}
        heard: set[str] = set()
        for one in batch:
            nr += 1
            match one:
                case ToldEvent():
                    key = one.table, one.game
                    known[key] = max(known.get(key, 0), one.seq)
                    if _event(database, one, nr, seen, outcome):
                        changed.setdefault(key, []).append(one)
                        heard.add(one.table)
                case Retained():
                    _live(database, one, nr, seen)
                    if one.game is not None and one.topic == "state" and one.seq:
                        known[one.table, one.game] = max(known.get((one.table, one.game), 0), one.seq)
                case KnownGame():
                    known[one.table, one.game] = max(known.get((one.table, one.game), 0), one.seq)
        for (table, game), seq in known.items():
            heard_of(database, table, game, seq)
        for (table, game), events in changed.items():
            fold(database, table, game, events, seen)
        for table in heard:
            _row_of(database, table, nr, seen)
            database.run("UPDATE live SET nr = ?, seen = ? WHERE tbl = ?", nr, seen, table)
    return outcome


def _last_nr(database: Database) -> int:
    found = database.rows("SELECT MAX(nr) FROM event UNION ALL SELECT MAX(nr) FROM live")
    return max((row[0] for row in found if isinstance(row[0], int)), default=0)


def _event(database: Database, one: ToldEvent, nr: int, seen: int, outcome: BatchOutcome) -> bool:
    """Whether it is news."""
    body = one.body
    made = database.run(
        "INSERT INTO event (tbl, game, seq, nr, boot, id, type, body, at, seen)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (tbl, game, seq) DO NOTHING",
        one.table, one.game, one.seq, nr, one.boot, one.id, one.type, body, one.at, seen,
    )  # fmt: skip
    if made:
        outcome.stored.append(one)
        return True
    key = (one.table, one.game, one.seq)
    first = database.rows("SELECT type, body FROM event WHERE tbl = ? AND game = ? AND seq = ?", *key)
    if first != [(one.type, body)] and database.run(
        "INSERT INTO conflict (tbl, game, seq, digest, boot, id, type, body, at, seen)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (tbl, game, seq, digest) DO NOTHING",
        *key, digest(one.type, body), one.boot, one.id, one.type, body, one.at, seen,
    ):  # fmt: skip
        outcome.conflicts.append(one)
    return False


def _live(database: Database, one: Retained, nr: int, seen: int) -> None:
    """What a retained topic says now; an older word is gone."""
    _row_of(database, one.table, nr, seen)
    also = "nr = ?, seen = ? WHERE tbl = ?"
    data: Fields = one.data or {}
    text = None if one.data is None else canonical(one.data)
    match one.topic:
        case "availability":
            database.run(f"UPDATE live SET availability = ?, {also}", one.word, nr, seen, one.table)
        case "bridge":
            database.run(f"UPDATE live SET bridge = ?, {also}", one.word, nr, seen, one.table)
        case "info":
            software = word(data.get("software")) or None
            database.run(
                f"UPDATE live SET boot = ?, software = ?, {also}",
                one.boot or None,
                software,
                nr,
                seen,
                one.table,
            )
        case "state":
            seq = one.seq if one.game is not None else 0
            database.run(
                f"UPDATE live SET game = ?, seq = ?, state = ?, {also}",
                one.game,
                seq,
                text,
                nr,
                seen,
                one.table,
            )
        case _:
            database.run(f"UPDATE live SET health = ?, {also}", text, nr, seen, one.table)


def _row_of(database: Database, table: str, nr: int, seen: int) -> None:
    database.run(
        "INSERT INTO live (tbl, availability, bridge, seq, nr, seen) VALUES (?, '', '', 0, ?, ?)"
        " ON CONFLICT (tbl) DO NOTHING",
        table, nr, seen,
    )  # fmt: skip


def first_gap(database: Database, table: str, game: str) -> tuple[int, int] | None:
    """The first hole of a game: (first, last) of what is missing."""
    found = database.rows(
        "SELECT first_seq, last_seq FROM gap WHERE tbl = ? AND game = ? ORDER BY first_seq LIMIT 1",
        table,
        game,
    )
    return next(((int(str(first)), int(str(last))) for first, last in found), None)


def gaps_from_first(database: Database, table: str, game: str, within: int) -> tuple[int, int, int] | None:
    """The first hole of a game and all that begin among so many events from there on.

    Returns:
        (first, last) of the first hole, and where the last of them ends: of one and the same instant, for
        another process may store what is missing at any time. None: nothing is missing.
    """
    found = database.rows(
        "SELECT one.first_seq, one.last_seq, (SELECT MAX(near.last_seq) FROM gap AS near"
        " WHERE near.tbl = ? AND near.game = ? AND near.first_seq < one.first_seq + ?)"
        " FROM (SELECT first_seq, last_seq FROM gap WHERE tbl = ? AND game = ?"
        " ORDER BY first_seq LIMIT 1) AS one",
        table, game, within, table, game,
    )  # fmt: skip
    return next(((to_whole(first), to_whole(last), to_whole(end)) for first, last, end in found), None)


def games_with_gaps(database: Database) -> list[tuple[str, str]]:
    """Every game of which something is missing."""
    return [(str(table), str(game)) for table, game in database.rows("SELECT DISTINCT tbl, game FROM gap")]


def take_away_old(database: Database, before: int) -> int:
    """Take away ended games of which nothing has been heard since `before` (Unix ms), whole; how many.

    A game in which seats of a tournament sat stays.
    """
    gone = 0
    with contextlib.suppress(GoneError), database.together():
        old = database.rows(
            "SELECT g.tbl, g.game FROM game AS g WHERE g.ended = 1"
            " AND (SELECT MAX(seen) FROM event AS e WHERE e.tbl = g.tbl AND e.game = g.game) < ?"
            " AND NOT EXISTS (SELECT 1 FROM pod AS p WHERE p.tbl = g.tbl AND p.game = g.game)"
            " AND NOT EXISTS (SELECT 1 FROM live AS l WHERE l.tbl = g.tbl AND l.game = g.game)",
            before,
        )
        for table, game in old:
            for name in ("event", "conflict", "score", "game"):
                database.run(f"DELETE FROM {name} WHERE tbl = ? AND game = ?", table, game)
            gone += 1
    return gone


def to_whole(value: object) -> int:
    """A number out of a row."""
    return whole(value, 0, 2**63 - 1) or 0
