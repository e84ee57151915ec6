"""What a sense says of what stands on a pin, when it is right and when it errs, and how often it errs.

The rates are per settled word. Where nothing is known of a site yet they are ours, to be measured on real
boards; `Record` bends them, site by site, by what turned out right.
"""

from typing import Final, Literal

from engine import SEATS, Seat
from reconcile.trust import Record
from tabletop import Observation, Seen, Sense

Occupant = Literal["empty", "other"] | Seat

# A settled "something" over an empty pin (a coin, a stray magnet), and a settled "empty" under a token
# (dirty, tilted, a missing magnet) or another seat's resistor.
_PIN_FALSE_CONTACT: Final = 0.0005
_PIN_MISSED_TOKEN: Final = 0.002
_OTHER_CLOSES: Final = 0.2  # how often a thing that is no token closes a contact
_BY_CHANCE_CODED: Final = 0.02  # of false contacts and such things: it measures like a seat's resistor
# However sure a picture is, one in two thousand is of something nobody thought of.
_CAMERA_ERROR: Final = 0.0005
_WORTHLESS: Final = 0.95  # nor is any picture surely wrong


def error(sense: Sense, word: Observation, who: Occupant, record: Record) -> float:
    """How often such a word is wrong where this stands: as learned there, or by the picture's own doubt."""
    if sense == "camera":
        return min(_WORTHLESS, max(1 - word.confidence, record.error(_CAMERA_ERROR)))
    return record.error(_PIN_FALSE_CONTACT if who == "empty" else _PIN_MISSED_TOKEN)


def when_right(sense: Sense, seen: Seen, who: Occupant) -> float:
    """How likely a sense that is right says this where `who` stands."""
    if sense == "camera":
        return float(seen == who or (seen == "something" and who != "empty"))
    match who:
        case "empty":
            return float(seen == "empty")
        case "other":
            return 1 - _OTHER_CLOSES if seen == "empty" else _OTHER_CLOSES * _chance(seen)
        case _:
            return float(seen in ("something", who))


def when_wrong(sense: Sense, seen: Seen, who: Occupant, seats: int) -> float:
    """How likely a sense that errs says this where `who` stands; `seats`: how many play."""
    if when_right(sense, seen, who):
        return 0.0
    if sense == "camera":
        return 1 / (seats + 1)  # any of what it has a word for
    if who == "empty":
        return _chance(seen)
    return 1.0 if seen == "empty" else 1 / (len(SEATS) - 1)


def _chance(seen: Seen) -> float:
    return 1.0 if seen == "something" else _BY_CHANCE_CODED
