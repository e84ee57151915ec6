"""The words of lists of names: first letters, cities, routes, and what is asked about."""

from typing import Final

from announce.compass import region_name
from announce.public import PublicState
from announce.talks.kit import fixed, mover, of_many, to_a_seat
from announce.vocabulary import Vocabulary
from announce.words import Words
from dialog import ITEM, REGIONS, Cities, Letters, Named, NothingToChoose, Routes
from engine import SEATS, Seat


def _letter(v: Vocabulary, mode: Letters, state: PublicState) -> Words:
    return of_many(v, mode.letters[mode.index], mode.index, len(mode.letters))


def _city(v: Vocabulary, mode: Cities, state: PublicState) -> Words:
    return of_many(v, v.city(mode.cities[mode.index]), mode.index, len(mode.cities))


def _route(v: Vocabulary, mode: Routes, state: PublicState) -> Words:
    return of_many(v, v.route(mode.routes[mode.index]), mode.index, len(mode.routes))


def _named(v: Vocabulary, mode: Named, state: PublicState) -> Words:
    named = mode.names[mode.index]
    if ITEM[mode.question].subject == "region":
        name = region_name(v.phrases, next(one for one in REGIONS if one == named))
    else:
        name = v.seat(next(one for one in SEATS if one == named))
    return of_many(v, name, mode.index, len(mode.names))


def _whose(mode: Letters | Cities | Routes | Named, state: PublicState, asker: Seat) -> Seat:
    """Who asks; of what can be claimed, the mover."""
    return asker if mode.traits.asks else mover(state)


_NOTHING: Final = fixed("nothing there can be had now.")
_NAMES_WHERE: Final = fixed(
    "first letter, then name. Yes takes the item, No goes back a step.",
    "a list of names.",
)
_NAMED_WHERE: Final = fixed(
    "what to ask about. Yes hears the answer, No leaves the list.", "what to ask about."
)
TALK: Final = (
    to_a_seat(Letters, _letter, _whose, where=_NAMES_WHERE),
    to_a_seat(Cities, _city, _whose, where=_NAMES_WHERE),
    to_a_seat(Routes, _route, _whose, where=_NAMES_WHERE),
    to_a_seat(Named, _named, _whose, where=_NAMED_WHERE),
    to_a_seat(NothingToChoose, _NOTHING, lambda prompt, state, asker: prompt.seat),
)
