"""PURE: a line that is typed → what it asks for: whole words of ours with names of places.

The keys of a terminal, the lines of a pipe and the box of a page all end here.
"""

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Final, Literal

from msgspec import Struct

from announce import TypedWords
from dialog import (
    CODE_DIGITS,
    ITEMS,
    REGIONS,
    EveningQuestion,
    PlaceQuestion,
    Question,
    Subject,
    of_a_place,
    of_the_evening,
    of_the_state,
)
from engine import SEATS, Seat
from table.typed_names import TypedNames, words_of
from tabletop import BUTTONS, Button, SiteId

_NAMED: Final = 5  # so many of the names that begin as was typed


class Pressed(Struct, frozen=True):
    """A button of the panel, or a seat's."""

    button: Button | None = None
    seat: Seat | None = None


class AskedFor(Struct, frozen=True):
    """A question of its own key."""

    question: Question | EveningQuestion


class AskedAbout(Struct, frozen=True):
    """A question about a place: its route, city, region or seat."""

    question: PlaceQuestion
    subject: str


class Placed(Struct, frozen=True):
    """A token is set (`lift` False) or taken off; `seat` None: the mover's."""

    site: SiteId
    seat: Seat | None = None
    lift: bool = False


class Chosen(Struct, frozen=True):
    """Claim or build there without a token, as from the list."""

    site: SiteId


class Digits(Struct, frozen=True):
    """All the digits that another home's table has said for a seat of this one."""

    digits: str


class TicketNamed(Struct, frozen=True):
    """A ticket of the list that is open, by first letters of its cities.

    `alone`: without the word `ticket`, so that where none is meant the line is one that is not known.
    """

    typed: str
    alone: bool = False


class Told(Struct, frozen=True):
    """A line for the person at the keys: what was typed is not clear, or help."""

    text: str


class Adjusted(Struct, frozen=True):
    """Louder, softer, faster, slower: by so many steps."""

    what: Literal["volume", "rate"]
    steps: int


class Ended(Struct, frozen=True):
    """Stop playing; everything is saved."""


Typed = Pressed | AskedFor | AskedAbout | Placed | Chosen | Digits | TicketNamed | Told | Adjusted | Ended

QUESTIONS: Final[Mapping[str, AskedFor]] = {
    one.id: AskedFor(one.id) for one in ITEMS if of_the_state(one.id) or of_the_evening(one.id)
}
"""Those that need no place, by what is typed."""

_SHORT: Final[Mapping[str, str]] = {
    "": "yes", "y": "yes", "n": "no", "r": "repeat", "b": "back", "f": "forward", "?": "ask",
    "p": "place", "l": "lift", "c": "claim", "q": "stop", "quit": "stop", "exit": "stop",
    **{one.short: one.id for one in ITEMS if one.short},
}  # fmt: skip


class TypedLines:
    """Reads whole lines.

    Args:
        places: the pins that can be named.
        routes, cities: what can be asked about, with pins or without.
        named: what each is called aloud; words of that name find it too, as the side of a double.
    """

    named: Callable[[SiteId], str]

    def __init__(
        self,
        places: Collection[SiteId],
        *,
        routes: Collection[str] = (),
        cities: Collection[str] = (),
        words: TypedWords | None = None,
        named: Callable[[SiteId], str] = str,
    ) -> None:
        self._places, self.named = sorted(places), named
        self._names = TypedNames(list(map(SiteId, cities)), named)
        self._words = words or TypedWords()
        known: dict[Subject, list[SiteId]] = {
            "route": sorted(map(SiteId, routes)),
            "city": sorted(map(SiteId, cities)),
            "region": list(map(SiteId, REGIONS)),
            "seat": list(map(SiteId, SEATS)),
        }
        self._subjects: dict[str, list[SiteId]] = {
            one.id: known[one.subject] for one in ITEMS if one.subject is not None
        }

    def knows(self, text: str) -> bool:
        """Whether a line begins with a word of ours."""
        if digits_in(text):
            return True
        verb = text.strip().removeprefix(":").partition(" ")[0].lower()
        known = (*BUTTONS, *SEATS, *QUESTIONS, "place", "lift", "claim", "help", "stop")
        return verb in known or of_a_place(verb)

    def line(self, text: str) -> Typed:
        """A whole line: a button, a seat, a question, or a place with what is done there."""
        if digits := digits_in(text):
            return Digits(digits)
        # The colon that begins a line at the keys does no harm where lines are typed anyway.
        verb, *rest = text.strip().removeprefix(":").split() or [""]
        verb = _SHORT.get(verb.lower(), verb.lower())
        for button in BUTTONS:
            if verb == button and not rest:
                return Pressed(button)
        for seat in SEATS:
            if verb == seat and not rest:
                return Pressed(seat=seat)
        if verb in QUESTIONS and not rest:
            return QUESTIONS[verb]
        if of_a_place(verb):
            return self._about(verb, rest)
        match verb:
            case "place" | "lift" | "claim":
                return self._at_a_place(verb, rest)
            case "ticket":
                return TicketNamed(" ".join(rest))
            case "help":
                return Told("\n".join(self._words.help(self.example)))
            case "stop":
                return Ended()
            case _ if words_of(verb):
                return TicketNamed(text.strip(), alone=True)
            case _:
                return Told(self._words.unknown(text.strip()))

    @property
    def example(self) -> str:
        """How a pin of this board may be typed: a route's, where routes are known."""
        return like(self._subjects["route"] or self._places)

    def place(self, text: str) -> Typed:
        """A place that is named alone, as one would point at it: a city is asked about, or a route."""
        lists: tuple[PlaceQuestion, ...] = ("city", "route")
        for question in lists:
            found = self.find(text, self._subjects[question])
            if found:
                alone = len(found) == 1
                return AskedAbout(question, found[0]) if alone else self._several(text.split(), found)
        routes = self._subjects["route"]
        perhaps = self._perhaps(text, [*self._subjects["city"], *routes])
        return Told(self._words.nothing_so_named(text, like(routes), perhaps))

    def _at_a_place(self, verb: str, words: list[str]) -> Typed:
        seat = next((seat for seat in SEATS if words and seat == words[-1].lower()), None)
        if seat is not None and len(words) > 1 and not self.find(" ".join(words)):
            words = words[:-1]
        else:
            seat = None
        found = self.find(" ".join(words))
        if not words or not found:
            typed = " ".join(words)
            return Told(self._words.no_pin(typed, verb, self.example, self._perhaps(typed, self._places)))
        if len(found) > 1:
            return self._several(words, found)
        if verb == "claim":
            return Chosen(found[0])
        return Placed(found[0], seat, lift=verb == "lift")

    def _about(self, question: PlaceQuestion, words: list[str]) -> Typed:
        known = self._subjects[question]
        found = self.find(" ".join(words), known)
        if not found:
            typed, example = " ".join(words), f"{question} {like(known)}"
            return Told(self._words.nothing_so_named(typed, example, self._perhaps(typed, known)))
        return AskedAbout(question, found[0]) if len(found) == 1 else self._several(words, found)

    def find(self, text: str, places: list[SiteId] | None = None) -> list[SiteId]:
        """Which pin, or which of these, is meant (`TypedNames.find`): `den om` is denver-omaha."""
        return self._names.find(text, self._places if places is None else places)

    def _perhaps(self, text: str, places: Sequence[SiteId]) -> str:
        """What may have been meant; "" where nothing is like it, or too much."""
        near = self._names.near(text, places)
        return self._words.either(map(self.named, near)) if len(near) <= _NAMED else ""

    def _several(self, words: list[str], found: list[SiteId]) -> Told:
        some, typed = self._words.either(map(self.named, found[:_NAMED])), " ".join(words)
        if len({site.partition(":")[0] for site in found}) > 1:
            return Told(self._words.several(typed, some, len(found[_NAMED:])))
        names = [self.named(site).split() for site in found]
        alike = next(
            (place for place, words in enumerate(zip(*names, strict=False)) if len(set(words)) > 1), 0
        )
        return Told(self._words.parallel(typed, some, f"{typed} {' '.join(names[0][alike:])}"))


def digits_in(text: str) -> str:
    """The digits of a code where a line is nothing else, whatever spaces and stops stand between; else ""."""
    digits = re.sub(r"[\s,;.:]", "", text)
    return digits if re.fullmatch(rf"[0-9]{{{CODE_DIGITS}}}", digits) else ""


def like(known: Sequence[SiteId]) -> str:
    """How the first of these may be typed: three letters of each of its words."""
    return " ".join(word[:3] for word in words_of(known[0])) if known else "…"
