"""SHELL: games that are over at a pod's table, and which of them are the round's."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from club.database import Database
from club.tournament.kept import as_int
from club.tournament.standing import Result
from engine import EDITIONS


@dataclass(frozen=True, slots=True)
class GameOver:
    """A game at a pod's table that began after the pairing and is over. `wanted`: the round's map, if any."""

    pod: int
    table: str
    game: str
    edition: str | None
    map: str | None
    wanted: str | None


def games_over(database: Database, tournament: str, round_: int, pod: int, seats: int) -> list[GameOver]:
    """Those with as many seats that no pod has taken, the first first.

    A table whose line was down tells an earlier round's game late, as if it began now: while one is still
    to come, the table's own clock has to say that a game is another.
    """
    found = database.rows(
        "SELECT g.tbl, g.game, e.at, r.seen, g.edition, g.map, r.map FROM game AS g"
        " JOIN pod AS p ON p.tbl = g.tbl"
        " JOIN round AS r ON r.tournament = p.tournament AND r.round = p.round"
        " JOIN event AS e ON e.tbl = g.tbl AND e.game = g.game AND e.seq = 1"
        " WHERE p.tournament = ? AND p.round = ? AND p.pod = ? AND g.ended = 1 AND g.began > r.seen"
        " AND (SELECT COUNT(*) FROM score AS s WHERE s.tbl = g.tbl AND s.game = g.game) = ?"
        " AND NOT EXISTS (SELECT 1 FROM pod AS o WHERE o.tbl = g.tbl AND o.game = g.game)"
        " ORDER BY g.began, g.game",
        tournament, round_, pod, seats,
    )  # fmt: skip
    owed = bool(found) and _games_to_come(database, tournament, round_, str(found[0][0]))
    return [
        GameOver(pod, str(table), str(game), _text(edition), _text(its_map), _text(wanted))
        for table, game, at, seen, edition, its_map, wanted in found
        if not owed or _is_later(str(at), as_int(seen))
    ]


def is_of_round(one: GameOver, edition: str) -> bool:
    """Whether a game is on the round's map; on the map of the format's `edition`, whether it is that one.

    What a table has not told is not held against it.
    """
    own = EDITIONS[edition].map if edition in EDITIONS else None
    wanted = one.wanted or own
    if one.map is not None and wanted is not None and one.map != wanted:
        return False
    return one.edition is None or wanted != own or one.edition == edition


def results_of(database: Database, one: GameOver, seats: Mapping[int, int]) -> list[Result]:
    """What a game gives whom. `seats`: turn order → number."""
    scores = database.rows(
        "SELECT turn_order, total, tickets_completed, place FROM score WHERE tbl = ? AND game = ?",
        one.table, one.game,
    )  # fmt: skip
    return [
        Result(
            number=seats[as_int(at)],
            turn_order=as_int(at),
            total=as_int(total),
            tickets=as_int(tickets),
            place=as_int(place),
        )
        for at, total, tickets, place in scores
    ]


def _games_to_come(database: Database, tournament: str, round_: int, table: str) -> bool:
    """Whether an earlier round's pod there was decided by hand, whose game may yet be told."""
    found = database.rows(
        "SELECT 1 FROM pod WHERE tournament = ? AND round < ? AND tbl = ? AND game IS NULL LIMIT 1",
        tournament, round_, table,
    )  # fmt: skip
    return bool(found)


def _text(value: object) -> str | None:
    return None if value is None else str(value)


def _is_later(at: str, seen: int) -> bool:
    """Whether a table says that something happened after a moment (Unix milliseconds) of the club's."""
    try:
        told = datetime.fromisoformat(at)
    except ValueError:
        return False
    return told.tzinfo is not None and told.timestamp() * 1000 > seen
