"""What an event card or a sticker does, as one line of data: `gold: lightning coins 2 all`.

The name comes first, then words in any order; docs/campaign.md lists them for the owner of a box. What no
word says is `text`: the table reads the card and settles it by itself.
"""

from functools import lru_cache
from typing import Final

import msgspec

from engine.values import COLOURS, GRAY, SEATS, Seat

LONGEST_LINE: Final = 80
MOST_TRAINS: Final = 56  # in the box for a colour (LW-2)
_MOST: Final = 20  # coins, cards or spaces in one effect
_FLAGS: Final = {
    "lightning": "lightning",
    "all": "everyone",
    "company": "company",
    "large": "large",
    "locomotive": "locomotive",
    "retire": "retire",
    "text": "table",
}


class Effect(msgspec.Struct, frozen=True, kw_only=True):
    """One effect. Without `lightning` it acts at every claim that meets its conditions."""

    name: str
    coins: int = 0  # negative: pays
    cards: int = 0  # from the deck
    bonus: str = ""  # `company-bonus`, `large-city`: as much as the setting says
    lightning: bool = False  # acts once, when it is turned
    everyone: bool = False  # every seat, not only the one to move
    colour: str | None = None  # of the route
    company: bool = False  # the route has the seat's own colour
    large: bool = False  # the route touches a large city
    length: int = 0  # the route has so many spaces or more
    locomotive: bool = False  # only for a locomotive more, which pays for this and nothing else
    retire: bool = False  # once it has acted, the event is retired
    table: bool = False  # the table settles it


@lru_cache(512)
def effect_of(line: str) -> Effect | None:
    """The effect that a line tells; None: it cannot be read."""
    name, colon, rest = line.partition(":")
    name, words = name.strip(), rest.split()
    if not colon or not name or not words or len(line) > LONGEST_LINE or not line.isprintable():
        return None
    found: dict[str, object] = {}
    at = 0
    while at < len(words):
        word, after = words[at], words[at + 1] if at + 1 < len(words) else ""
        told = _word(word, after)
        if told is None or told[0] in found:
            return None
        found[told[0]] = told[1]
        at += 2 if word in ("coins", "cards", "colour", "length") else 1
    if found.get("lightning") and found.keys() & {"colour", "company", "large", "length", "locomotive"}:
        return None  # it acts when no route is claimed
    return msgspec.convert({"name": name, **found}, Effect)


def _word(word: str, after: str) -> tuple[str, object] | None:
    if word in _FLAGS:
        return _FLAGS[word], True
    if word in ("company-bonus", "large-city"):
        return "bonus", word
    if word == "colour":
        return ("colour", after) if after in (*COLOURS, GRAY) else None
    if word in ("coins", "cards", "length"):
        sign = -1 if word == "coins" and after.startswith("-") else 1
        digits = after.removeprefix("-") if word == "coins" else after
        if digits.isascii() and digits.isdecimal() and 0 < int(digits[:3]) <= _MOST and len(digits) <= 2:
            return word, sign * int(digits)
    return None


def step_number(line: str) -> int | None:
    """The number of a claim step (`3: company-bonus`); None: it is no step."""
    effect = effect_of(line)
    name = "" if effect is None else effect.name
    if effect is None or effect.lightning or effect.retire:
        return None
    return int(name) if name.isascii() and name.isdecimal() and len(name) <= 2 else None


def event_effect(events: tuple[str, ...], name: str) -> Effect:
    """The effect of the event of that name; one that nobody has described is for the table to settle."""
    found = (effect_of(line) for line in events)
    return next((one for one in found if one is not None and one.name == name), Effect(name=name, table=True))


def event_names(events: tuple[str, ...]) -> tuple[str, ...]:
    """The names of the events, in the order of the list."""
    return tuple(effect.name for effect in map(effect_of, events) if effect is not None)


def seat_amount(text: str) -> tuple[Seat, int] | None:
    """`blue=24` → the seat and the number, from 0 to 56; None: no such thing."""
    name, _, number = text.partition("=")
    for seat in SEATS:
        if seat == name and number.isascii() and number.isdecimal() and len(number) <= 2:
            return (seat, int(number)) if int(number) <= MOST_TRAINS else None
    return None


def seat_amounts(texts: tuple[str, ...]) -> dict[Seat, int]:
    """All of a list."""
    return dict(one for one in map(seat_amount, texts) if one is not None)
