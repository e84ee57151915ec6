"""What a sense says of what stands on a pin, when it is right and when it errs, and how often it errs.

The rates are per settled word, and stand in the row of each sense (`tabletop.SENSES`). `Record` bends them,
site by site, by what turned out right.
"""

from typing import Final, Literal

from engine import SEATS, Seat
from reconcile.trust import Record
from tabletop import Errs, Observation, Seen

Occupant = Literal["empty", "other"] | Seat

_WORTHLESS: Final = 0.95  # no picture is surely wrong, however doubtful


def error(errs: Errs, word: Observation, who: Occupant, record: Record) -> float:
    """How often such a word is wrong where this stands: as learned there, or by the word's own doubt."""
    learned = record.error(errs.over_nothing if who == "empty" else errs.over_token)
    return min(_WORTHLESS, max(1 - word.confidence, learned)) if errs.graded else learned


def when_right(errs: Errs, seen: Seen, who: Occupant) -> float:
    """How likely a sense that is right says this where `who` stands."""
    match who:
        case "empty":
            return float(seen == "empty")
        case "other":
            return 1 - errs.notices if seen == "empty" else errs.notices * _chance(errs, seen)
        case _:
            return float(seen in ("something", who))


def when_wrong(errs: Errs, seen: Seen, who: Occupant, seats: int) -> float:
    """How likely a sense that errs says this where `who` stands; `seats`: how many play."""
    if when_right(errs, seen, who):
        return 0.0
    if errs.any_word:
        return 1 / (seats + 1)
    if who == "empty":
        return _chance(errs, seen)
    return 1.0 if seen == "empty" else 1 / (len(SEATS) - 1)


def _chance(errs: Errs, seen: Seen) -> float:
    return 1.0 if seen == "something" else errs.names_by_chance
