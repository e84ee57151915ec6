"""What stands where, who says so: pin and camera readings of one site weighed into probabilities.

Every site has a probability over {empty, each seat's token}. A reading multiplies it by how likely that
sense says so when this or that stands there; the prior is what the game expects at the site, which
tips a doubtful picture but never outvotes two clear senses.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from engine import Seat
from tabletop import Observation, Seen

Occupant = Literal["empty"] | Seat

COMMIT: Final = 0.98  # say it and do it
ASK: Final = 0.60  # below: hold, then ask openly
GONE: Final = 0.05  # so little belief in any token: the site is empty

# How often a settled contact lies. Ours, to be measured on real boards: a settled "something" over an empty
# pin (a coin, a stray magnet), and a settled "empty" under a token (dirty, tilted, a missing magnet).
_PIN_FALSE_CONTACT: Final = 0.0005
_PIN_MISSED_TOKEN: Final = 0.002
_RESISTOR_WRONG_SEAT: Final = 0.002
# However sure a picture is, one in two thousand is of something nobody thought of.
_CAMERA_CEILING: Final = 0.9995


@dataclass(frozen=True, slots=True, kw_only=True)
class Belief:
    """The likeliest occupant of a site and its probability; `occupied` is the probability of any token."""

    best: Occupant
    probability: float
    occupied: float
    best_seat: Seat  # the likeliest seat, given that a token stands there
    best_seat_probability: float  # of that seat's token standing there


def prior(seats: Sequence[Seat], *, owner: Seat | None, mover: Seat | None) -> dict[Occupant, float]:
    """What the game expects at a route: its owner's token; else nothing, or the mover's."""
    weights: dict[Occupant, float] = {"empty": 0.6, **dict.fromkeys(seats, 0.02)}
    if owner is not None:
        weights = {"empty": 0.1, **dict.fromkeys(seats, 0.01)}
        weights[owner] = 0.85
    elif mover is not None:
        weights[mover] = 0.3
    return weights


def weigh(expected: Mapping[Occupant, float], pin: Observation | None, camera: Observation | None) -> Belief:
    """Weigh the latest word of each sense; a sense that is lost or cannot tell is None or `unknown`."""
    seats: list[Seat] = [who for who in expected if who != "empty"]
    weights = dict(expected)
    for who in weights:
        if pin is not None:
            weights[who] *= _pin_likelihood(pin.seen, who)
        if camera is not None:
            weights[who] *= _camera_likelihood(camera, who, len(seats))
    total = sum(weights.values())
    best = max(weights, key=lambda who: weights[who])
    seat = max(seats, key=lambda who: weights[who])
    return Belief(
        best=best,
        probability=weights[best] / total,
        occupied=1 - weights["empty"] / total,
        best_seat=seat,
        best_seat_probability=weights[seat] / total,
    )


def _pin_likelihood(seen: Seen, who: Occupant) -> float:
    match seen:
        case "unknown":
            return 1.0
        case "empty":
            return 1.0 if who == "empty" else _PIN_MISSED_TOKEN
        case "something":
            return _PIN_FALSE_CONTACT if who == "empty" else 1.0
        case _:
            if who == "empty":
                return _PIN_FALSE_CONTACT
            return 1.0 if who == seen else _RESISTOR_WRONG_SEAT


def _camera_likelihood(camera: Observation, who: Occupant, seats: int) -> float:
    sure = min(camera.confidence, _CAMERA_CEILING)
    rest = (1 - sure) / seats
    match camera.seen:
        case "unknown":
            return 1.0
        case "something":  # a token, or a hand's ring: not empty, nobody's in particular
            return rest if who == "empty" else sure
        case _:
            return sure if who == camera.seen else rest
