"""What people can do to a table in a script: each verb, how it is written, and what it means at any level."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, Literal, Protocol

from engine import SEATS, Seat
from tabletop import BUTTONS, SiteId

Plug = Literal["hub", "camera"]
Hidden = Literal["covered", "moved"]

LONGEST_S: Final = 86_400.0  # a day at the table
KNOCK_S: Final = 0.1  # between two tokens that are knocked over
FELT_S: Final = 3.5  # until senses that contradict each other have been told, a hub's delay included


class ScriptTable(Protocol):
    """What people can do to a table, and what comes of it; at one level or the other."""

    @property
    def sites(self) -> Collection[str]:
        """Every site of its board."""

    @property
    def heard(self) -> list[str]:
        """What was said since it was emptied, a line an utterance."""

    def set_down(self, seat: Seat, site: SiteId) -> None:
        """A seat's token is set on a pin."""

    def take_up(self, site: SiteId) -> None:
        """The token on a pin is gone."""

    def feel(self, site: SiteId) -> None:
        """A contact closes under nothing that could be seen."""

    def linger(self, seat: Seat, site: SiteId, seconds: float) -> None:
        """A seat's token is set on a pin, and the hand stays over it."""

    def see(self, seat: Seat, site: SiteId) -> None:
        """A seat's token lies so loosely on a pin that no contact closes."""

    def doubt(self, seat: Seat, site: SiteId, belief: float) -> None:
        """A token is set that the camera takes for this seat's with so much belief. Raises ValueError."""

    def flicker(self, site: SiteId) -> None:
        """A contact opens and closes for a while, as nobody's hand could."""

    def ear(self, seat: Seat, *, there: bool) -> None:
        """A seat's earphone is pulled out, or put in again."""

    def phone(self, seat: Seat) -> None:
        """A phone asks for a seat's own page, and has its code written."""

    def cover(self, site: SiteId, seconds: float) -> None:
        """A hand stays over a site."""

    def press(self, name: str, action: Literal["press", "hold"]) -> None:
        """A button of the panel, or a seat's."""

    def lamp(self, *, on: bool) -> None:
        """The light over the table."""

    def plug(self, device: Plug, *, there: bool) -> None:
        """A device's cable."""

    def hide(self, cause: Hidden) -> None:
        """The camera is there and does not see the board. Raises ValueError."""

    def power_cut(self) -> None:
        """The power goes, and comes again, or only comes again; the tokens stay where they are."""

    def wait(self, seconds: float) -> None:
        """Time passes."""

    def settle(self) -> None:
        """Time passes until the table has understood what was done."""

    def owner(self, site: SiteId) -> Seat | None:
        """Whose a site is in the game."""

    def standing(self) -> Sequence[SiteId]:
        """The pins with a token, in the order they were set."""

    def close(self) -> None:
        """Let go of everything."""


@dataclass(frozen=True, slots=True)
class Verb:
    """Something people do: how it is written, and what it means at a table."""

    form: str
    does: Callable[[ScriptTable, Sequence[str]], None]


def _press(table: ScriptTable, names: Sequence[str]) -> None:
    for name in _some(names):
        one_of(name, (*BUTTONS, *SEATS))
        table.press(name, "press")


def _hold(table: ScriptTable, names: Sequence[str]) -> None:
    for name in _some(names):
        one_of(name, BUTTONS)
        table.press(name, "hold")


def _set(table: ScriptTable, words: Sequence[str]) -> None:
    seat, *sites = words
    for site in _some(sites):
        table.set_down(seat_of(seat), _site(table, site))
    table.settle()


def _brush(table: ScriptTable, words: Sequence[str]) -> None:
    seat, site = words
    table.set_down(seat_of(seat), _site(table, site))
    table.wait(0.2)
    table.take_up(_site(table, site))
    table.settle()


def _lift(table: ScriptTable, words: Sequence[str]) -> None:
    for site in _some(words):
        table.take_up(_site(table, site))
    table.settle()


def _slide(table: ScriptTable, words: Sequence[str]) -> None:
    seat, old, new = words
    table.take_up(_site(table, old))
    table.wait(0.3)
    table.set_down(seat_of(seat), _site(table, new))
    table.settle()


def _knock_over(table: ScriptTable, words: Sequence[str]) -> None:
    newest = int(words[0]) if len(words) == 1 and words[0].isdecimal() else 0
    for site in table.standing()[-newest:] if newest else [_site(table, word) for word in _some(words)]:
        table.take_up(site)
        table.wait(KNOCK_S)
    table.settle()


def _feel(table: ScriptTable, words: Sequence[str]) -> None:
    (site,) = words
    table.feel(_site(table, site))
    table.wait(FELT_S)


def _linger(table: ScriptTable, words: Sequence[str]) -> None:
    seat, site, word, seconds = words
    one_of(word, ("for",))
    table.linger(seat_of(seat), _site(table, site), _seconds(seconds))
    table.settle()


def _see(table: ScriptTable, words: Sequence[str]) -> None:
    seat, site = words
    table.see(seat_of(seat), _site(table, site))
    table.wait(FELT_S)


def _doubt(table: ScriptTable, words: Sequence[str]) -> None:
    site, verb, seat, belief = words
    one_of(verb, ("looks",))
    if not 0 < float(belief) < 1:
        raise ValueError("a belief is more than 0, less than 1")
    table.doubt(seat_of(seat), _site(table, site), float(belief))
    table.wait(FELT_S)


def _flicker(table: ScriptTable, words: Sequence[str]) -> None:
    (site,) = words
    table.flicker(_site(table, site))
    table.settle()


def _ear(table: ScriptTable, words: Sequence[str]) -> None:
    seat, state = words
    table.ear(seat_of(seat), there=one_of(state, ("lost", "back")) == "back")
    table.settle()


def _phone(table: ScriptTable, words: Sequence[str]) -> None:
    (seat,) = words
    table.phone(seat_of(seat))
    table.settle()


def _hand(table: ScriptTable, words: Sequence[str]) -> None:
    site, word, seconds = words
    one_of(word, ("for",))
    table.cover(_site(table, site), _seconds(seconds))


def _wait(table: ScriptTable, words: Sequence[str]) -> None:
    (seconds,) = words
    table.wait(_seconds(seconds))


def _seconds(text: str) -> float:
    if not 0 < float(text) <= LONGEST_S:
        raise ValueError(f"more than 0, at most {LONGEST_S:g}")
    return float(text)


def _lamp(table: ScriptTable, words: Sequence[str]) -> None:
    (state,) = words
    table.lamp(on=one_of(state, ("on", "off")) == "on")


def _camera(table: ScriptTable, words: Sequence[str]) -> None:
    match words:
        case ["covered"]:
            table.hide("covered")
        case ["moved"]:
            table.hide("moved")
        case _:
            _plug("camera")(table, words)


def _plug(device: Plug) -> Callable[[ScriptTable, Sequence[str]], None]:
    def plugged(table: ScriptTable, words: Sequence[str]) -> None:
        (state,) = words
        table.plug(device, there=one_of(state, ("lost", "back")) == "back")

    return plugged


def _power(table: ScriptTable, words: Sequence[str]) -> None:
    (state,) = words
    one_of(state, ("cut", "on"))
    table.power_cut()


VERBS: Final[Mapping[str, Verb]] = MappingProxyType(
    {
        "press": Verb("press BUTTON…", _press),
        "holds": Verb("holds BUTTON…", _hold),
        "sets": Verb("sets SEAT SITE…", _set),
        "brushes": Verb("brushes SEAT SITE", _brush),
        "lifts": Verb("lifts SITE…", _lift),
        "slides": Verb("slides SEAT SITE SITE", _slide),
        "knocks": Verb("knocks SITE… | knocks NUMBER", _knock_over),
        "feels": Verb("feels SITE", _feel),
        "lingers": Verb("lingers SEAT SITE for SECONDS", _linger),
        "sees": Verb("sees SEAT SITE", _see),
        "token": Verb("token SITE looks SEAT BELIEF", _doubt),
        "flickers": Verb("flickers SITE", _flicker),
        "hand": Verb("hand SITE for SECONDS", _hand),
        "waits": Verb("waits SECONDS", _wait),
        "lamp": Verb("lamp off | lamp on", _lamp),
        "hub": Verb("hub lost | hub back", _plug("hub")),
        "camera": Verb("camera lost | camera back | camera covered | camera moved", _camera),
        "ear": Verb("ear SEAT lost | ear SEAT back", _ear),
        "phone": Verb("phone SEAT", _phone),
        "power": Verb("power cut | power on", _power),
    }
)


def _site(table: ScriptTable, name: str) -> SiteId:
    if name not in table.sites:
        raise ValueError(f"the board has no site {name}")
    return SiteId(name)


def _some(words: Sequence[str]) -> Sequence[str]:
    if not words:
        raise ValueError
    return words


def one_of(word: str, words: Sequence[str]) -> str:
    """The word, if it is one of these. Raises ValueError."""
    if word not in words:
        raise ValueError(f"{word} is none of {', '.join(words)}")
    return word


def seat_of(name: str) -> Seat:
    """The seat of this name. Raises ValueError."""
    one_of(name, SEATS)
    return next(seat for seat in SEATS if seat == name)


def act(table: ScriptTable, line: str) -> None:
    """Do what a `>` line says.

    Raises:
        ValueError: a verb that is not known, or words that do not fit it; the text says what to write.
    """
    verb, *words = line.removeprefix(">").split() or [""]
    found = VERBS.get(verb)
    if found is None:
        raise ValueError(f"nobody can do {verb!r}; write one of {', '.join(VERBS)}")
    try:
        found.does(table, words)
    except (ValueError, KeyError) as error:
        why = f" ({error})" if str(error) and "unpack" not in str(error) else ""
        raise ValueError(f"{verb}: write {found.form}{why}") from None
