"""PURE: what is typed → what it asks for. Keys for the panel's buttons, and whole words with names of places.

A terminal gives keys one by one; a pipe gives lines. Both end here. Nothing moves a cursor: every answer is a
plain line, so that a screen reader can follow.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from announce import TypedWords
from dialog import (
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
from fingerpost.devices.typed_names import TypedNames, words_of
from tabletop import BUTTONS, Button, SiteId

_NAMED: Final = 5  # so many of the names that begin as was typed
_LONE_ESCAPE_S: Final = 0.05  # what an arrow key sends comes at once; Escape alone has nothing after it


@dataclass(frozen=True, slots=True)
class Pressed:
    """A button of the panel, or a seat's."""

    button: Button | None = None
    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class AskedFor:
    """A question of its own key."""

    question: Question | EveningQuestion


@dataclass(frozen=True, slots=True)
class AskedAbout:
    """A question about a place: its route, city, region or seat."""

    question: PlaceQuestion
    subject: str


@dataclass(frozen=True, slots=True)
class Placed:
    """A token is set (`lift` False) or taken off; `seat` None: the mover's."""

    site: SiteId
    seat: Seat | None = None
    lift: bool = False


@dataclass(frozen=True, slots=True)
class Chosen:
    """Claim or build there without a token, as from the list."""

    site: SiteId


@dataclass(frozen=True, slots=True)
class Told:
    """A line for the person at the keys: what was typed is not clear, or help."""

    text: str


@dataclass(frozen=True, slots=True)
class Adjusted:
    """Louder, softer, faster, slower: by so many steps."""

    what: Literal["volume", "rate"]
    steps: int


@dataclass(frozen=True, slots=True)
class Ended:
    """Stop playing; everything is saved."""


Typed = Pressed | AskedFor | AskedAbout | Placed | Chosen | Told | Adjusted | Ended

_QUESTIONS: Final[Mapping[str, AskedFor]] = {
    one.id: AskedFor(one.id) for one in ITEMS if of_the_state(one.id) or of_the_evening(one.id)
}

_KEYS: Final[Mapping[str, Typed]] = {
    "\r": Pressed("yes"),
    "\n": Pressed("yes"),
    "\x1b": Pressed("no"),
    ".": Pressed("no"),
    "r": Pressed("repeat"),
    "5": Pressed("repeat"),
    "\x1b[D": Pressed("back"),
    "\x1bOD": Pressed("back"),
    "4": Pressed("back"),
    "\x1b[C": Pressed("forward"),
    "\x1bOC": Pressed("forward"),
    "6": Pressed("forward"),
    "?": Pressed("ask"),
    "/": Pressed("ask"),
    **{f"\x1b[{11 + number}~": Pressed(seat=seat) for number, seat in enumerate(SEATS)},
    **{f"\x1bO{'PQRST'[number]}": Pressed(seat=seat) for number, seat in enumerate(SEATS)},
    **{f"\x1b[[{'ABCDE'[number]}": Pressed(seat=seat) for number, seat in enumerate(SEATS)},
    "\x1b[15~": Pressed(seat="black"),
    **{key: Pressed(seat=seat) for key, seat in zip("12379", SEATS, strict=True)},
    **{one.key: _QUESTIONS[one.id] for one in ITEMS if one.key},
    "+": Adjusted("volume", +1),
    "-": Adjusted("volume", -1),
    "]": Adjusted("rate", +1),
    "[": Adjusted("rate", -1),
}
"""Keys by themselves; the digits are those of the number pad."""

_SHORT: Final[Mapping[str, str]] = {
    "": "yes", "y": "yes", "n": "no", "r": "repeat", "b": "back", "f": "forward", "?": "ask",
    "p": "place", "l": "lift", "c": "claim", "q": "stop", "quit": "stop", "exit": "stop",
    **{one.short: one.id for one in ITEMS if one.short},
}  # fmt: skip


class Keyboard:
    """Takes what a terminal sends and gives what it asks for.

    Args:
        places: the pins that can be named.
        routes, cities: what can be asked about, with pins or without.
        named: what each is called aloud; words of that name find it too, as the side of a double.
    """

    def __init__(
        self,
        places: Collection[SiteId],
        *,
        routes: Collection[str] = (),
        cities: Collection[str] = (),
        words: TypedWords | None = None,
        named: Callable[[SiteId], str] = str,
    ) -> None:
        self._places, self._named = sorted(places), named
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
        self._keys = ""  # of a key that has only begun
        self._since = 0.0
        self._line: str | None = None  # a line that is being typed
        self._echo = ""  # what a terminal shows of it and has not shown yet

    @property
    def typing(self) -> str | None:
        """The line that is being typed; None: none is."""
        return self._line

    def take_echo(self) -> str:
        """What was typed of a line since the last look, with the line feed that ends it."""
        echo, self._echo = self._echo, ""
        return echo

    def keys(self, text: str, at: float) -> list[Typed]:
        """Characters came from a terminal; `""`: time has passed."""
        found: list[Typed] = []
        if self._keys == "\x1b" and at - self._since >= _LONE_ESCAPE_S:
            found += self._key("\x1b")
            self._keys = ""
        for letter in text:
            self._keys += letter
            self._since = at
            if self._begun(self._keys):
                continue
            found += self._key(self._keys)
            self._keys = ""
        return found

    def _begun(self, keys: str) -> bool:
        """Whether more of this key is to come: an escape sequence ends with a letter or a tilde."""
        if not keys.startswith("\x1b"):
            return False
        if len(keys) < 2 or keys in ("\x1b[", "\x1bO", "\x1b[["):
            return keys != "\x1b\x1b"
        return keys[1] == "[" and not (keys[-1].isalpha() or keys[-1] == "~")

    def _key(self, key: str) -> list[Typed]:
        if self._line is not None:
            return self._letter(key)
        if key == ":":
            self._line = ""
            self._echo += ":"
            return []
        known = _KEYS.get(key if key.startswith("\x1b") else key.lower())
        return [known] if known is not None else [Told(self._words.no_key())]

    def _letter(self, key: str) -> list[Typed]:
        """A key while a line is being typed: Enter takes it, Escape leaves it, Tab completes a name."""
        line = self._line or ""
        match key:
            case "\r" | "\n":
                self._line = None
                self._echo += "\n"
                return [self.line(line)] if line.strip() else []
            case "\x1b":
                self._line = None
                self._echo += "\n"
                return [Told(self._words.left())]
            case "\x7f" | "\b":
                self._line = line[:-1]
                return [Told(f":{self._line}")]
            case "\t":
                self._line = self._completed(line)
                return [Told(f":{self._line}")]
            case _ if key.isprintable():
                self._line = line + key
                self._echo += key
        return []

    def _completed(self, line: str) -> str:
        """The line with its place written out, if only one begins so."""
        verb, _, place = line.partition(" ")
        found = self.find(place, self._subjects.get(verb.lower()))
        return f"{verb} {found[0]}" if len(found) == 1 else line

    def line(self, text: str) -> Typed:
        """A whole line: a button, a seat, a question, or a place with what is done there."""
        # The colon that begins a line at the keys does no harm where lines are typed anyway.
        verb, *rest = text.strip().removeprefix(":").split() or [""]
        verb = _SHORT.get(verb.lower(), verb.lower())
        for button in BUTTONS:
            if verb == button and not rest:
                return Pressed(button)
        for seat in SEATS:
            if verb == seat and not rest:
                return Pressed(seat=seat)
        if verb in _QUESTIONS and not rest:
            return _QUESTIONS[verb]
        if of_a_place(verb):
            return self._about(verb, rest)
        match verb:
            case "place" | "lift" | "claim":
                return self._at_a_place(verb, rest)
            case "help":
                return Told("\n".join(self._words.help()))
            case "stop":
                return Ended()
            case _:
                return Told(self._words.unknown(text.strip()))

    def _at_a_place(self, verb: str, words: list[str]) -> Typed:
        seat = next((seat for seat in SEATS if words and seat == words[-1].lower()), None)
        if seat is not None and len(words) > 1 and not self.find(" ".join(words)):
            words = words[:-1]
        else:
            seat = None
        found = self.find(" ".join(words))
        if not words or not found:
            typed = " ".join(words)
            return Told(self._words.no_pin(typed, verb, self._perhaps(typed, self._places)))
        if len(found) > 1:
            return self._several(words, found)
        if verb == "claim":
            return Chosen(found[0])
        return Placed(found[0], seat, lift=verb == "lift")

    def _about(self, question: PlaceQuestion, words: list[str]) -> Typed:
        known = self._subjects[question]
        found = self.find(" ".join(words), known)
        if not found:
            typed, example = " ".join(words), f"{question} {_like(known)}"
            return Told(self._words.nothing_so_named(typed, example, self._perhaps(typed, known)))
        return AskedAbout(question, found[0]) if len(found) == 1 else self._several(words, found)

    def find(self, text: str, places: list[SiteId] | None = None) -> list[SiteId]:
        """Which pin, or which of these, is meant (`TypedNames.find`): `den om` is denver-omaha."""
        return self._names.find(text, self._places if places is None else places)

    def _perhaps(self, text: str, places: Sequence[SiteId]) -> str:
        """What may have been meant; "" where nothing is like it, or too much."""
        near = self._names.near(text, places)
        return self._words.either(map(self._named, near)) if len(near) <= _NAMED else ""

    def _several(self, words: list[str], found: list[SiteId]) -> Told:
        some = self._words.either(map(self._named, found[:_NAMED]))
        return Told(self._words.several(" ".join(words), some, len(found[_NAMED:])))


def _like(known: list[SiteId]) -> str:
    """An example of what may be typed."""
    return " ".join(word[:3] for word in words_of(known[0])) if known else "…"
