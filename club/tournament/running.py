"""SHELL: a tournament in the club's database: entered, paired, decided; what has been paired stays."""

import secrets
import time
from collections.abc import Mapping, Sequence
from fractions import Fraction

import msgspec

from club.database import Database
from club.tournament.games_over import GameOver, games_over, is_of_round, results_of
from club.tournament.kept import EVER, KeptTournament, as_int
from club.tournament.people import NotNowError, let_in
from club.tournament.pods import pod_sizes, seat, share_out
from club.tournament.rules import FormatError, Tie, Tournament, TournamentStage, read_tournament
from club.tournament.standing import Result, StandingRow, apart, lot, places, standings
from table.errors import CallError

_LONGEST_NAME = 64


class Running(KeptTournament):
    """One tournament. Each of its acts is one transaction, done whole or not at all."""

    def __init__(self, database: Database, name: str, until: int = EVER) -> None:
        """`until`: as it was then (Unix milliseconds). Raises: CallError: there is no such tournament."""
        found = database.rows("SELECT body, seed FROM tournament WHERE tournament = ?", name)
        if not found:
            raise CallError(
                f"tournament {name}: there is none; run: fingerpost club tournament new {name} --file F"
            )
        super().__init__(database, name, until)
        self.seed = str(found[0][1])
        try:
            self.form: Tournament = read_tournament(str(found[0][0]))
        except FormatError as error:
            raise CallError(f"tournament {name}: {error}") from None

    @classmethod
    def new(cls, database: Database, name: str, form: Tournament, seed: str | None) -> "Running":
        """Begin one. Without a seed one is drawn; it is no secret.

        Raises:
            NotNowError: there is one of this name.
        """
        drawn = secrets.token_hex(16) if seed is None else seed
        body = msgspec.json.encode(form, order="sorted").decode()
        with database.together():
            made = database.run(
                "INSERT INTO tournament (tournament, body, seed, seen) VALUES (?, ?, ?, ?)"
                " ON CONFLICT (tournament) DO NOTHING",
                name, body, drawn, _now(),
            )  # fmt: skip
        if not made:
            raise NotNowError(f"tournament {name} is there already")
        return cls(database, name)

    # People

    def enter(self, names: Sequence[str], from_round: int | None = None) -> list[int]:
        """Let people in, from the next round or a later one; their numbers. Who had left comes back.

        Raises:
            CallError: a name that is none. NotNowError: somebody is in it, or the round has been paired.
        """
        for name in names:
            if not (1 <= len(name.strip()) <= _LONGEST_NAME and name.isprintable()):
                raise CallError(f"name {name[:_LONGEST_NAME]!r}: give 1 to {_LONGEST_NAME} signs")
        with self._database.together():
            following = self.last_round() + 1
            if from_round is not None and from_round < following:
                raise NotNowError(f"round {from_round} has been paired; the next is {following}")
            return [
                let_in(self._database, self._name, name.strip(), from_round or following) for name in names
            ]

    def leave(self, number: int) -> None:
        """Somebody sits no more; what has been played stays. Raises: NotNowError: who is not there."""
        with self._database.together():
            changed = self._database.run(
                "UPDATE entry SET left_after = ? WHERE tournament = ? AND number = ? AND left_after IS NULL",
                self.last_round(), self._name, number,
            )  # fmt: skip
        if not changed:
            raise NotNowError(f"number {number} is not entered, or has left")

    # Rounds

    def pair(self, tables: Sequence[str]) -> dict[str, object]:
        """Pair the next round: who sits where, in turn order.

        Raises:
            NotNowError: a result is missing, all is played, or so many people make no pods.
        """
        with self._database.together():
            last = self.last_round()
            if missing := self.missing_of(last):
                raise NotNowError(f"round {last}: no result of pod {', '.join(map(str, missing))}")
            found = self.form.stage_of(last + 1)
            if found is None:
                raise NotNowError("all rounds are played")
            stage, of_stage = found
            order = self._order(stage, last + 1, first=of_stage == 1)
            sizes = pod_sizes(len(order), self.form.pods)
            if sizes is None:
                raise NotNowError(f"{len(order)} people make no pods of {self.form.pods.least} or more")
            met, sat = self.so_far()
            pairing = share_out(order, sizes, met, f"{self.seed}/{last + 1}")
            game_map = stage.maps[(of_stage - 1) % len(stage.maps)] if stage.maps else None
            self._write(
                last + 1,
                stage,
                game_map,
                [seat(pod, sat) for pod in self._drawn(pairing.pods, stage, last + 1)],
                tables,
            )
        shown = self.round(last + 1)
        return {**shown, "order": order, "cost": list(pairing.cost)}

    def _drawn(self, pods: Sequence[Sequence[int]], stage: TournamentStage, round_: int) -> list[list[int]]:
        """Each pod by lot, so that who goes first is no matter of standing where all else is equal."""
        return [sorted(pod, key=lambda one: lot(self.seed, stage.name, round_, one)) for pod in pods]

    def _write(
        self,
        round_: int,
        stage: TournamentStage,
        game_map: str | None,
        pods: Sequence[Sequence[int]],
        tables: Sequence[str],
    ) -> None:
        run = self._database.run
        run(
            "INSERT INTO round (tournament, round, stage, map, seen) VALUES (?, ?, ?, ?, ?)",
            self._name, round_, stage.name, game_map, _now(),
        )  # fmt: skip
        for pod, seats in enumerate(pods, 1):
            table = tables[pod - 1] if pod <= len(tables) else None
            run(
                "INSERT INTO pod (tournament, round, pod, tbl) VALUES (?, ?, ?, ?)",
                self._name, round_, pod, table,
            )  # fmt: skip
            for place, number in enumerate(seats, 1):
                run(
                    "INSERT INTO seat_of (tournament, round, number, pod, turn_order) VALUES (?, ?, ?, ?, ?)",
                    self._name, round_, number, pod, place,
                )  # fmt: skip

    def _order(self, stage: TournamentStage, round_: int, *, first: bool) -> list[int]:
        """Who plays the round, in the order that pods are made of."""
        ready = {entry.number for entry in self.entries() if entry.plays(round_)}
        if not stage.enter.all:
            ready &= self._let_in(stage, ready) if first else self._sat_in(stage)
        by_lot = sorted(ready, key=lambda number: lot(self.seed, stage.name, round_, number))
        counted = self.form.before(stage) if first else stage
        if stage.pairing == "lot" or counted is None:
            return by_lot
        ranked = [row.number for row in self.standings(counted) if row.games and row.number in ready]
        return [*ranked, *(number for number in by_lot if number not in set(ranked))]

    def _let_in(self, stage: TournamentStage, ready: set[int]) -> set[int]:
        """Who of those that have not left comes into a stage that is not for all."""
        before = self.form.before(stage)
        if before is None:
            return ready
        ranked = [row.number for row in self.standings(before) if row.number in ready]
        if stage.enter.top is not None:
            return set(ranked[: stage.enter.top])
        last = self.form.first_round(stage) - 1
        won = {
            one.number
            for pod in self.results(range(last, last + 1))
            for one in pod
            if (apart(pod)[one.number] if self.form.game_ties == "later" else one.place) == 1
        } & ready
        ties: tuple[Tie, ...] = (stage.enter.by, "lot") if stage.enter.by is not None else ("lot",)
        others = [row.number for row in self.standings(before, ties) if row.number in ready - won]
        return won | set(others[: max(0, (stage.enter.fill or 0) - len(won))])

    def _sat_in(self, stage: TournamentStage) -> set[int]:
        found = self._database.rows(
            "SELECT number FROM seat_of WHERE tournament = ? AND round = ?",
            self._name,
            self.form.first_round(stage),
        )
        return {as_int(row[0]) for row in found}

    # Results

    def by_hand(self, pod: int, totals: Mapping[int, int], of_round: int | None = None) -> None:
        """The totals of one pod of the last or an earlier round; they take the place of what is there.

        What has been paired since stays, the standings follow. What a game has told beside totals stays, too:
        tickets that were completed, and who of two with equal totals was ahead.

        Raises:
            CallError: no such pod, or not the totals of all who sit there.
        """
        with self._database.together():
            round_ = self.last_round() if of_round is None else of_round
            seats = self.seats(round_, pod)
            if not seats or set(totals) != set(seats.values()):
                there = ",".join(f"{number}=T" for number in seats.values())
                raise CallError(
                    f"pod {pod} of round {round_}: give --totals {there or 'of a pod that there is'}"
                )
            earlier = (one for decided in self.results(range(round_, round_ + 1)) for one in decided)
            before = {one.number: one for one in earlier if one.number in totals}
            standing = places(totals, before)
            results = [
                Result(
                    number=number,
                    turn_order=place,
                    total=totals[number],
                    tickets=before[number].tickets if number in before else 0,
                    place=standing[number],
                )
                for place, number in seats.items()
            ]
            self._store(round_, pod, results, "hand")

    def from_games(self) -> list[int]:
        """Take the ended games of the last round's tables; the pods that have a result from one now."""
        taken = []
        with self._database.together():
            round_ = self.last_round()
            for pod in self.missing_of(round_):
                results = self._from_game(round_, pod)
                if results is not None:
                    self._store(round_, pod, results, "game")
                    taken.append(pod)
        return taken

    def _from_game(self, round_: int, pod: int) -> list[Result] | None:
        """The first game at the pod's table that began after the pairing, is the round's, and is over."""
        seats = self.seats(round_, pod)
        games = [
            one
            for one in games_over(self._database, self._name, round_, pod, len(seats))
            if is_of_round(one, self.form.edition)
        ]
        if not games:
            return None
        self._database.run(
            "UPDATE pod SET game = ? WHERE tournament = ? AND round = ? AND pod = ?",
            games[0].game, self._name, round_, pod,
        )  # fmt: skip
        return results_of(self._database, games[0], seats)

    def passed_over(self) -> list[GameOver]:
        """Games that are over at tables whose result is missing, on another map or by another edition."""
        round_ = self.last_round()
        return [
            one
            for pod in self.missing_of(round_)
            for one in games_over(self._database, self._name, round_, pod, len(self.seats(round_, pod)))
            if not is_of_round(one, self.form.edition)
        ]

    def _store(self, round_: int, pod: int, results: Sequence[Result], source: str) -> None:
        own = apart(results) if self.form.game_ties == "later" else {one.number: one.place for one in results}
        self._database.run(
            "DELETE FROM result WHERE tournament = ? AND round = ? AND pod = ?", self._name, round_, pod
        )
        for one in results:
            self._database.run(
                "INSERT INTO result (tournament, round, number, pod, total, tickets_completed, place,"
                " source, seen) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                self._name, round_, one.number, pod, one.total, one.tickets, own[one.number], source, _now(),
            )  # fmt: skip

    def missing(self) -> list[int]:
        """The pods of the last round that have no result yet."""
        return self.missing_of(self.last_round())

    # What is shown

    def stage(self) -> TournamentStage:
        """The stage that is played: of the last round that has been paired, or the first."""
        found = self.form.stage_of(max(1, self.last_round()))
        return self.form.stages[-1] if found is None else found[0]

    def standings(self, stage: TournamentStage, ties: Sequence[Tie] | None = None) -> list[StandingRow]:
        """Where everybody stands who plays a stage; its results alone count."""
        first = self.form.first_round(stage)
        rounds = range(first, first + stage.rounds)
        sat = self._database.rows(
            "SELECT DISTINCT number FROM seat_of WHERE tournament = ? AND round >= ? AND round < ?",
            self._name, rounds.start, rounds.stop,
        )  # fmt: skip
        people = {as_int(row[0]) for row in sat}
        if stage.enter.all:
            people |= {entry.number for entry in self.entries() if entry.left_after is None}
        results = self.results(rounds)
        return standings(
            self.form, stage.ties if ties is None else ties, results, people, seed=self.seed, stage=stage.name
        )

    def rows(self, stage: TournamentStage) -> list[dict[str, object]]:
        """The standings as they are shown."""
        names = {entry.number: entry.name for entry in self.entries()}
        return [
            {
                "rank": row.rank,
                "number": row.number,
                "name": names[row.number],
                "games": row.games,
                "wins": exact(row.wins),
                "points": exact(row.points),
                "total": row.total,
                "ties": {tie: exact(value) for tie, value in row.ties.items()},
            }
            for row in self.standings(stage)
        ]

    def round(self, round_: int) -> dict[str, object]:
        """A round that has been paired."""
        ((stage, game_map),) = self._database.rows(
            "SELECT stage, map FROM round WHERE tournament = ? AND round = ?", self._name, round_
        )
        found = self._database.rows(
            "SELECT pod, tbl, game FROM pod WHERE tournament = ? AND round = ? ORDER BY pod",
            self._name,
            round_,
        )
        pods: list[dict[str, object]] = [
            {"pod": pod, "table": table, "seats": list(self.seats(round_, as_int(pod)).values())}
            for pod, table, _ in found
        ]
        return {"round": round_, "stage": stage, "map": game_map, "pods": pods}

    def whole(self) -> dict[str, object]:
        """All of it."""
        rounds = []
        for number in range(1, self.last_round() + 1):
            results = self._database.rows(
                "SELECT number, pod, total, tickets_completed, place, source FROM result"
                " WHERE tournament = ? AND round = ? ORDER BY pod, place, number",
                self._name, number,
            )  # fmt: skip
            keys = ("number", "pod", "total", "tickets_completed", "place", "source")
            shown = [dict(zip(keys, row, strict=True)) for row in results]
            rounds.append({**self.round(number), "results": shown})
        stages = self.form.stages[: self.form.stages.index(self.stage()) + 1]
        return {
            "tournament": self._name,
            "seed": self.seed,
            "format": msgspec.to_builtins(self.form),
            "entries": [
                {
                    "number": entry.number,
                    "name": entry.name,
                    "from_round": entry.from_round,
                    "left_after": entry.left_after,
                }
                for entry in self.entries()
            ],
            "rounds": rounds,
            "standings": [{"stage": stage.name, "rows": self.rows(stage)} for stage in stages],
        }


def exact(value: Fraction | str) -> int | str:
    """A number as it is: whole, or a fraction as text."""
    if isinstance(value, str):
        return value
    return value.numerator if value.denominator == 1 else f"{value.numerator}/{value.denominator}"


def _now() -> int:
    return time.time_ns() // 1_000_000
