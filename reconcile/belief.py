"""What stands where, who says so: pin and camera readings of one site weighed into probabilities.

Every site has a probability over {empty, each seat's token, something else}. A reading multiplies it by how
likely that sense, with its record at that site, says so when this or that stands there; the prior is what the
game expects, which tips a doubtful picture but never outvotes two clear senses.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from engine import SEATS, Seat
from reconcile.trust import FRESH, Record
from tabletop import Observation, Seen

Occupant = Literal["empty", "other"] | Seat

COMMIT: Final = 0.98  # say it and do it
ASK: Final = 0.60  # below: hold, then ask openly
GONE: Final = 0.05  # so little belief in any token: the site is empty

# How often a settled contact lies where nothing is known of the site yet. Ours, to be measured on real
# boards: a settled "something" over an empty pin (a coin, a stray magnet), and a settled "empty" under a
# token (dirty, tilted, a missing magnet).
_PIN_FALSE_CONTACT: Final = 0.0005
_PIN_MISSED_TOKEN: Final = 0.002
_RESISTOR_WRONG_SEAT: Final = 0.002
_OTHER_CLOSES: Final = 0.2  # how often a thing that is no token closes a contact
_BY_CHANCE_CODED: Final = 0.02  # of false contacts and such things: it measures like a seat's resistor
# However sure a picture is, one in two thousand is of something nobody thought of.
_CAMERA_ERROR: Final = 0.0005
_HALF_LIFE_S: Final = 20.0  # under a hand the camera's last word counts for half after so long


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
    weights: dict[Occupant, float] = {"empty": 0.6, "other": 0.004, **dict.fromkeys(seats, 0.02)}
    if owner is not None:
        weights = {"empty": 0.1, "other": 0.002, **dict.fromkeys(seats, 0.01)}
        weights[owner] = 0.85
    elif mover is not None:
        weights[mover] = 0.3
    return weights


def weigh(
    expected: Mapping[Occupant, float],
    pin: Observation | None,
    camera: Observation | None,
    *,
    pin_record: Record = FRESH,
    camera_record: Record = FRESH,
    covered_s: float = 0.0,
) -> Belief:
    """Weigh the latest word of each sense; a sense that is lost or cannot tell is None or `unknown`.

    Args:
        pin_record, camera_record: how often each was right at this site.
        covered_s: how long a hand has been over the site since the camera's word: it ages, it is not reset.
    """
    seats: list[Seat] = [who for who in expected if who != "empty" and who != "other"]
    weights = dict(expected)
    if pin is not None and pin.seen != "unknown":
        for who in weights:
            weights[who] *= _pin_likelihood(pin.seen, who, pin_record)
    if camera is not None and camera.seen != "unknown":
        fresh = 0.5 ** (covered_s / _HALF_LIFE_S)
        sure = min(camera.confidence, 1 - camera_record.error(_CAMERA_ERROR))
        rest = (1 - sure) / (len(seats) + 1)
        flat = (1 - fresh) / len(weights)
        for who in weights:
            weights[who] *= fresh * _camera_likelihood(camera.seen, who, sure, rest) + flat
    total = sum(weights.values())
    best = max(weights, key=weights.__getitem__)
    seat = max(seats, key=weights.__getitem__)
    return Belief(
        best=best,
        probability=weights[best] / total,
        occupied=max(0.0, 1 - (weights["empty"] + weights["other"]) / total),
        best_seat=seat,
        best_seat_probability=weights[seat] / total,
    )


def _pin_likelihood(seen: Seen, who: Occupant, record: Record) -> float:
    if seen == "empty":
        if who == "empty":
            return 1.0
        return record.error(_PIN_MISSED_TOKEN) if who != "other" else 1 - _OTHER_CLOSES
    coded = 1.0 if seen == "something" else _BY_CHANCE_CODED
    if who == "empty":
        return coded * record.error(_PIN_FALSE_CONTACT)
    if who == "other":
        return coded * _OTHER_CLOSES
    if seen in ("something", who):
        return 1.0
    return record.error(_RESISTOR_WRONG_SEAT) / (len(SEATS) - 1)  # any of the others


def _camera_likelihood(seen: Seen, who: Occupant, sure: float, rest: float) -> float:
    if seen == "something":  # a token, or a hand's ring: not empty, nobody's in particular
        return rest if who == "empty" else sure
    return sure if who == seen else rest
