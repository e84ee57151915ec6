"""How sure is sure: the bands of belief, what the game expects, and what is believed of one site."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Self

from engine import Seat
from reconcile.sensing import Occupant

COMMIT: Final = 0.98  # say it and do it
ASK: Final = 0.60  # below: hold, then ask openly
GONE: Final = 0.05  # so little belief in any token: the site is empty


@dataclass(frozen=True, slots=True, kw_only=True)
class Belief:
    """The likeliest occupant of a site and its probability; `occupied` is the probability of any token."""

    best: Occupant
    probability: float
    occupied: float
    best_seat: Seat  # the likeliest seat, given that a token stands there
    best_seat_probability: float  # of that seat's token standing there

    @classmethod
    def of(cls, weights: Mapping[Occupant, float]) -> Self:
        """From weights of each occupant, at least one of them a seat; they need not add up to one."""
        total = sum(weights.values())
        best = max(weights, key=weights.__getitem__)
        seats: list[Seat] = [who for who in weights if who != "empty" and who != "other"]
        seat = max(seats, key=weights.__getitem__)
        return cls(
            best=best,
            probability=weights[best] / total,
            occupied=max(0.0, 1 - (weights["empty"] + weights["other"]) / total),
            best_seat=seat,
            best_seat_probability=weights[seat] / total,
        )


def prior(
    seats: Sequence[Seat],
    *,
    owner: Seat | None,
    mover: Seat | None,
    touched: bool = False,
    assumed: bool = False,
) -> dict[Occupant, float]:
    """What the game expects at a route: its owner's token; else nothing, or the mover's.

    Args:
        touched: a hand has just been over it; hands bring tokens, a spot of glare comes without one.
        assumed: it is the owner's only because it came in that seat's turn, and counts as little as that.
    """
    weights: dict[Occupant, float] = {"empty": 0.6, "other": 0.004, **dict.fromkeys(seats, 0.02)}
    if owner is not None:
        others = 0.05 if assumed else 0.01
        weights = {"empty": 0.1, "other": 0.002, **dict.fromkeys(seats, others)}
        weights[owner] = 0.75 if assumed else 0.85
    elif mover is not None:
        weights[mover] = 0.3
        weights["empty"] = 0.12 if touched else 0.6
    return weights
