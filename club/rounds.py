"""SHELL: which rounds are played now, and who sits at which table."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import groupby

from club.database import Database
from club.tournament import Running
from club.tournament.kept import EVER, SOMEBODY, as_int
from table.errors import CallError


@dataclass(frozen=True, slots=True)
class Seated:
    """Who sits at a table, in turn order. `since`: when that was paired; `game`: the one that was taken."""

    names: tuple[str, ...]
    since: int
    game: str | None


@dataclass(frozen=True, slots=True)
class Pod:
    """Who sits together; `numbers` and `names` in turn order."""

    pod: int
    table: str | None
    numbers: tuple[int, ...]
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Round:
    """The last round of a tournament.

    `minutes`: its time, if that is limited; `missing`: pods without a result.
    """

    tournament: str
    name: str
    number: int
    stage: str
    minutes: int | None
    since: int
    missing: tuple[int, ...]
    pods: tuple[Pod, ...]

    def minutes_left(self, now: int) -> int | None:
        """Of its time, begun ones count; None: it is not limited."""
        return (
            None if self.minutes is None else max(0, -(-(self.since + self.minutes * 60_000 - now) // 60_000))
        )


@dataclass(frozen=True, slots=True)
class DecidedPod:
    """A pod that has a result; `totals` in turn order."""

    tournament: str
    name: str
    round: int
    pod: Pod
    totals: tuple[int, ...]


_SEATS = (
    "SELECT p.tbl, p.game, r.seen, e.name FROM round AS r"
    " JOIN pod AS p ON p.tournament = r.tournament AND p.round = r.round"
    " JOIN seat_of AS s ON s.tournament = p.tournament AND s.round = p.round AND s.pod = p.pod"
    " JOIN entry AS n ON n.tournament = s.tournament AND n.number = s.number"
    " JOIN person AS e ON e.person = n.person"
    " WHERE p.tbl IS NOT NULL AND r.seen <= ? AND r.round ="
    " (SELECT MAX(o.round) FROM round AS o WHERE o.tournament = r.tournament AND o.seen <= ?)"
    " ORDER BY r.seen, p.tbl, s.turn_order"
)


def seated_now(database: Database, until: int) -> Mapping[str, Seated]:
    """Table → who was last paired to it."""
    found: dict[str, Seated] = {}
    for table, game, seen, name in database.rows(_SEATS, until, until):
        key, since = str(table), as_int(seen)
        known = found.get(key)
        before = known.names if known is not None and known.since == since else ()
        found[key] = Seated((*before, str(name) or SOMEBODY), since, None if game is None else str(game))
    return found


def rounds_now(database: Database, until: int) -> list[Round]:
    """The last round of each tournament that has one, the newest first."""
    found = []
    for (tournament,) in database.rows("SELECT tournament FROM tournament ORDER BY seen DESC, tournament"):
        try:
            running = Running(database, str(tournament), until)
        except CallError:  # a format of a newer version
            continue
        if number := running.last_round():
            found.append(_round(running, str(tournament), number, database))
    return found


def decided_pods(database: Database) -> list[DecidedPod]:
    """Every pod with a result in the tournaments that go on, the newest round first."""
    return [
        pod
        for one in rounds_now(database, EVER)
        for pod in _decided(Running(database, one.tournament), one, database)
    ]


def _decided(running: Running, last: Round, database: Database) -> list[DecidedPod]:
    names = {entry.number: entry.name for entry in running.entries()}
    found = database.rows(
        "SELECT r.round, r.pod, p.tbl, r.number, r.total FROM result AS r"
        " JOIN pod AS p ON p.tournament = r.tournament AND p.round = r.round AND p.pod = r.pod"
        " JOIN seat_of AS s ON s.tournament = r.tournament AND s.round = r.round AND s.number = r.number"
        " WHERE r.tournament = ? ORDER BY r.round DESC, r.pod, s.turn_order",
        last.tournament,
    )
    pods = []
    for (round_, pod, table), rows in groupby(found, key=lambda row: tuple(row[:3])):
        seated = [(as_int(number), as_int(total)) for *_, number, total in rows]
        numbers = tuple(number for number, _ in seated)
        where = None if table is None else str(table)
        its = Pod(as_int(pod), where, numbers, tuple(names[one] for one in numbers))
        totals = tuple(total for _, total in seated)
        pods.append(DecidedPod(last.tournament, last.name, as_int(round_), its, totals))
    return pods


def _round(running: Running, tournament: str, number: int, database: Database) -> Round:
    ((seen, stage),) = database.rows(
        "SELECT seen, stage FROM round WHERE tournament = ? AND round = ?", tournament, number
    )
    names = {entry.number: entry.name for entry in running.entries()}
    pods = database.rows(
        "SELECT pod, tbl FROM pod WHERE tournament = ? AND round = ? ORDER BY pod", tournament, number
    )
    return Round(
        tournament=tournament,
        name=running.form.name,
        number=number,
        stage=str(stage),
        minutes=running.form.minutes,
        since=as_int(seen),
        missing=tuple(running.missing_of(number)),
        pods=tuple(_pod(running, number, as_int(pod), table, names) for pod, table in pods),
    )


def _pod(running: Running, number: int, pod: int, table: object, names: Mapping[int, str]) -> Pod:
    seats = tuple(running.seats(number, pod).values())
    return Pod(pod, None if table is None else str(table), seats, tuple(names[one] for one in seats))
