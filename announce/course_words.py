"""Words beside how a game went: where a seat's points came from."""

from collections.abc import Callable, Mapping
from typing import Final, Literal

from announce.catalogue import Phrases
from announce.vocabulary import Vocabulary
from engine import Seat, SeatScore

Source = Literal[
    "routes", "tickets-done", "longest", "stations", "harbors", "coins", "trains",
    "tickets-failed", "no-harbors", "exchange",
]  # fmt: skip
"""What brings points, in the order in which a score is told; the last three take them."""


def source(p: Phrases, key: Source) -> str:
    """What brings or takes points."""
    return _SOURCES[key](p)


_SOURCES: Final[dict[Source, Callable[[Phrases], str]]] = {
    "routes": lambda p: p.phrase("routes"),
    "tickets-done": lambda p: p.phrase("tickets done"),
    "longest": lambda p: p.phrase("longest path"),
    "stations": lambda p: p.phrase("stations left"),
    "harbors": lambda p: p.phrase("harbors"),
    "coins": lambda p: p.phrase("coins"),
    "trains": lambda p: p.phrase("trains left"),
    "tickets-failed": lambda p: p.phrase("tickets not done"),
    "no-harbors": lambda p: p.phrase("harbors not built"),
    "exchange": lambda p: p.phrase("exchange"),
}


def came_from(v: Vocabulary, seat: Seat, parts: Mapping[Source, int]) -> str:
    """A seat's points by what brought them: `blue disc: routes plus 58, tickets not done minus 8`.

    A bare number after "stations left" would be heard as how many are left.
    """
    p = v.phrases
    told = [
        p.phrase("{source} {points}", source=source(p, key), points=v.gain(n)) for key, n in parts.items()
    ]
    return p.sentence("{seat}: {parts}.", seat=v.introduced(seat), parts=", ".join(told) or v.number(0))


def in_all(v: Vocabulary, score: SeatScore) -> str:
    """A seat and what it has in all; where less than its parts' sum does not count, that sum too."""
    seat, together, total = v.introduced(score.seat), v.number(score.together), v.number(score.total)
    if together == total:
        return v.phrases.phrase("{seat}: {total}", seat=seat, total=total)
    return v.phrases.phrase("{seat}: together {sum}, so {total}", seat=seat, sum=together, total=total)
