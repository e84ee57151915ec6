"""SHELL: what the database holds of one tournament."""

import itertools
from collections import Counter
from dataclasses import dataclass

from club.database import Database
from club.tournament.standing import Pod, Result

SOMEBODY = "somebody"
EVER = 2**62


@dataclass(frozen=True, slots=True)
class Entrant:
    """Somebody who is entered."""

    number: int
    name: str
    from_round: int
    left_after: int | None

    def plays(self, round_: int) -> bool:
        """Whether this round is one of his."""
        return self.from_round <= round_ and (self.left_after is None or round_ <= self.left_after)


class KeptTournament:
    """One tournament's rows."""

    def __init__(self, database: Database, name: str, until: int = EVER) -> None:
        """`until`: what was stored later is not looked at (Unix milliseconds)."""
        self._database, self._name, self._until = database, name, until

    def last_round(self) -> int:
        """The last round that has been paired; 0: none."""
        found = self._database.rows(
            "SELECT COALESCE(MAX(round), 0) FROM round WHERE tournament = ? AND seen <= ?",
            self._name,
            self._until,
        )
        return as_int(found[0][0])

    def entries(self) -> list[Entrant]:
        """Everybody, by number."""
        found = self._database.rows(
            "SELECT e.number, p.name, e.from_round, e.left_after FROM entry AS e JOIN person AS p"
            " ON p.person = e.person WHERE e.tournament = ? ORDER BY e.number",
            self._name,
        )
        return [
            Entrant(
                as_int(number), str(name) or SOMEBODY, as_int(first), None if left is None else as_int(left)
            )
            for number, name, first, left in found
        ]

    def seats(self, round_: int, pod: int) -> dict[int, int]:
        """Turn order → number."""
        found = self._database.rows(
            "SELECT turn_order, number FROM seat_of WHERE tournament = ? AND round = ? AND pod = ?"
            " ORDER BY turn_order",
            self._name, round_, pod,
        )  # fmt: skip
        return {as_int(place): as_int(number) for place, number in found}

    def results(self, rounds: range) -> list[Pod]:
        """The results of these rounds, a pod each."""
        found = self._database.rows(
            "SELECT r.round, r.pod, r.number, s.turn_order, r.total, r.tickets_completed, r.place"
            " FROM result AS r"
            " JOIN seat_of AS s ON s.tournament = r.tournament AND s.round = r.round AND s.number = r.number"
            " WHERE r.tournament = ? AND r.round >= ? AND r.round < ? AND r.seen <= ?"
            " ORDER BY r.round, r.pod, s.turn_order",
            self._name, rounds.start, rounds.stop, self._until,
        )  # fmt: skip
        return [
            [
                Result(
                    number=as_int(row[2]),
                    turn_order=as_int(row[3]),
                    total=as_int(row[4]),
                    tickets=as_int(row[5]),
                    place=as_int(row[6]),
                )
                for row in pod
            ]
            for _, pod in itertools.groupby(found, key=lambda row: (row[0], row[1]))
        ]  # fmt: skip

    def so_far(self) -> tuple[Counter[tuple[int, int]], Counter[tuple[int, int]]]:
        """How often two have met; how often each has sat at a place."""
        met: Counter[tuple[int, int]] = Counter()
        sat: Counter[tuple[int, int]] = Counter()
        rows = self._database.rows(
            "SELECT round, pod, number, turn_order FROM seat_of WHERE tournament = ? ORDER BY round, pod",
            self._name,
        )
        for _, pod in itertools.groupby(rows, key=lambda row: (row[0], row[1])):
            seated = [(as_int(number), as_int(place)) for _, _, number, place in pod]
            sat.update(seated)
            met.update(itertools.combinations(sorted(number for number, _ in seated), 2))
        return met, sat

    def missing_of(self, round_: int) -> list[int]:
        """The pods of a round that have no result yet."""
        found = self._database.rows(
            "SELECT p.pod FROM pod AS p WHERE p.tournament = ? AND p.round = ?"
            " AND NOT EXISTS (SELECT 1 FROM result AS r WHERE r.tournament = p.tournament"
            " AND r.round = p.round AND r.pod = p.pod AND r.seen <= ?) ORDER BY p.pod",
            self._name, round_, self._until,
        )  # fmt: skip
        return [as_int(row[0]) for row in found]

    def without_table(self) -> list[int]:
        """The pods of the last round that have no table."""
        found = self._database.rows(
            "SELECT pod FROM pod WHERE tournament = ? AND round = ? AND tbl IS NULL ORDER BY pod",
            self._name, self.last_round(),
        )  # fmt: skip
        return [as_int(row[0]) for row in found]


def as_int(value: object) -> int:
    """A number out of a row."""
    return int(str(value))
