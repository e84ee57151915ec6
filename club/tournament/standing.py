"""PURE: results → where everybody stands, in exact fractions."""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from club.tournament.rules import Tie, Tournament

_NONE: Final = 99  # the place of who has none
_SMALLER_FIRST: Final = ("place-average", "second-best", "lot")


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """One person's result of one game; `place` may be another's, too."""

    number: int
    turn_order: int
    total: int
    tickets: int
    place: int


Pod = Sequence[Result]


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingRow:
    """Where one person stands. Equal in every tie: equal rank."""

    rank: int
    number: int
    games: int
    wins: Fraction
    points: Fraction
    total: int
    ties: Mapping[Tie, Fraction | str]


def lot(seed: str, stage: str, round_: int, number: int) -> str:
    """The lot that anybody can draw again: SHA-256 of SEED/STAGE/ROUND/NUMBER; the smaller is first."""
    return hashlib.sha256(f"{seed}/{stage}/{round_}/{number}".encode()).hexdigest()


def places(totals: Mapping[int, int], before: Mapping[int, Result]) -> dict[int, int]:
    """Places by totals: equal ones share the best of theirs.

    `before`: the results that these correct; of two whose totals were equal already who was ahead still is.
    """

    def ahead(one: int, other: int) -> bool:
        was, has_been = before.get(one), before.get(other)
        if totals[one] != totals[other] or was is None or has_been is None or was.total != has_been.total:
            return totals[one] > totals[other]
        return was.place < has_been.place

    return {one: 1 + sum(ahead(other, one) for other in totals) for one in totals}


def apart(pod: Pod) -> dict[int, int]:
    """Places without equals: of two who share one, the later in turn order is ahead."""
    ordered = sorted(pod, key=lambda one: (one.place, -one.turn_order))
    return {one.number: place for place, one in enumerate(ordered, 1)}


@dataclass(slots=True)
class _Tally:
    games: int = 0
    wins: Fraction = Fraction(0)
    points: Fraction = Fraction(0)
    ratio: Fraction = Fraction(0)
    percent: Fraction = Fraction(0)
    total: int = 0
    tickets: int = 0
    places: tuple[Fraction, ...] = ()

    def tie(self, tie: Tie) -> Fraction:
        """What a tie looks at, but the lot."""
        match tie:
            case "wins":
                return self.wins
            case "points":
                return self.points
            case "ratio":
                return self.ratio
            case "points+ratio":
                return self.points + self.ratio
            case "percent":
                return self.percent
            case "total":
                return Fraction(self.total)
            case "tickets":
                return Fraction(self.tickets)
            case "place-average":
                return sum(self.places, Fraction(0)) / len(self.places) if self.places else Fraction(_NONE)
            case _:
                return sorted(self.places)[1] if len(self.places) > 1 else Fraction(_NONE)


def standings(
    form: Tournament,
    ties: Sequence[Tie],
    pods: Iterable[Pod],
    people: Iterable[int],
    *,
    seed: str,
    stage: str,
) -> list[StandingRow]:
    """Everybody in order. `pods`: the results that count, a game each; `people`: who is listed."""
    tallies = {number: _Tally() for number in people}
    for pod in pods:
        _add(form, pod, tallies)
    shown = {number: _ties(tally, ties, lot(seed, stage, 0, number)) for number, tally in tallies.items()}
    keys = {
        number: tuple(_key(tie, value) for tie, value in found.items()) for number, found in shown.items()
    }
    rows: list[StandingRow] = []
    for count, number in enumerate(sorted(tallies, key=lambda one: (keys[one], one)), 1):
        tally = tallies[number]
        equal = bool(rows) and keys[rows[-1].number] == keys[number]
        rows.append(
            StandingRow(
                rank=rows[-1].rank if equal else count,
                number=number,
                games=tally.games,
                wins=tally.wins,
                points=tally.points,
                total=tally.total,
                ties=shown[number],
            )
        )
    return rows


def _ties(tally: _Tally, ties: Sequence[Tie], drawn: str) -> dict[Tie, Fraction | str]:
    return {tie: drawn if tie == "lot" else tally.tie(tie) for tie in ties}


def _key(tie: Tie, value: Fraction | str) -> Fraction | str:
    return value if isinstance(value, str) or tie in _SMALLER_FIRST else -value


def _add(form: Tournament, pod: Pod, tallies: Mapping[int, _Tally]) -> None:
    """Count one game."""
    own = apart(pod) if form.game_ties == "later" else {one.number: one.place for one in pod}
    winner = max((one.total for one in pod if own[one.number] == 1), default=0)
    for one in pod:
        tally = tallies.get(one.number)
        if tally is None:
            continue
        place = own[one.number]
        equals = sum(other == place for other in own.values())
        first = 1 + sum(other < place for other in own.values())
        shared = [form.points[at - 1] if at <= len(form.points) else 0 for at in range(first, first + equals)]
        others = [other.total for other in pod if other.number != one.number]
        tally.games += 1
        tally.wins += Fraction(1, equals) if first == 1 else 0
        tally.points += Fraction(sum(shared), equals)
        tally.ratio += Fraction(one.total, max(1, *others)) if others else 0
        tally.percent = max(tally.percent, Fraction(one.total, max(1, winner)))
        tally.total += one.total
        tally.tickets += one.tickets
        tally.places += (Fraction(place),)
