"""What editions do differently: their numbers, and what holds where the documents are silent."""

from collections.abc import Mapping
from typing import Final, Literal

import msgspec

from engine.values import LOCOMOTIVE, Card

SettingValue = str | int | bool | list[str | int] | None


class SettingsError(ValueError):
    """A setting that is unknown or has a value that cannot be; one line names it and what may stand there."""


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """The effective settings of one game; docs/editions.md tells what each does and its casebook number."""

    # Numbers
    trains: int = 45
    start_hand: int = 4
    row_size: int = 5
    flush_at: int = 3
    start_tickets: int = 3
    start_keep: int = 2
    draw_tickets: int = 3
    draw_keep: int = 1
    end_at: int = 2
    end_turns: int = 1
    longest_bonus: int = 10
    route_points: tuple[int, ...] = (1, 2, 4, 7, 10, 15, 18, 21, 27)
    # Answers to open questions
    start_tickets_unkept: Literal["bottom", "removed"] = "bottom"
    draw_needs: str = "pile"  # pile, any_card, more_than(N)
    faceup_loco_second: bool = False
    flush_limit: Literal["can_settle", "none"] = "can_settle"
    flush_cap: int = 10
    reshuffle: Literal["eager", "lazy"] = "eager"
    short_draw: Literal["allow", "refuse"] = "allow"
    stuck: Literal["pass"] = "pass"
    tie_breaks: tuple[str, ...] = ("tickets", "longest")
    longest_tie: Literal["card", "length"] = "card"
    longest_zero_bonus: bool = False
    double_lock_max_seats: int = 3
    tokens_per_route: Literal["one", "length"] = "one"


TIE_BREAKS: Final = ("tickets", "longest", "later")
_RANGES: Final[dict[str, tuple[int, int]]] = {
    "trains": (0, 500),
    "start_hand": (0, 20),
    "row_size": (0, 10),
    "flush_at": (1, 10),
    "start_tickets": (0, 10),
    "start_keep": (0, 10),
    "draw_tickets": (1, 10),
    "draw_keep": (1, 10),
    "end_at": (0, 100),
    "end_turns": (1, 10),
    "longest_bonus": (0, 1000),
    "flush_cap": (0, 1000),
    "double_lock_max_seats": (0, 5),
}
_WORDS: Final[dict[str, tuple[str, ...]]] = {
    "start_tickets_unkept": ("bottom", "removed"),
    "flush_limit": ("can_settle", "none"),
    "reshuffle": ("eager", "lazy"),
    "short_draw": ("allow", "refuse"),
    "stuck": ("pass",),
    "longest_tie": ("card", "length"),
    "tokens_per_route": ("one", "length"),
}
_SWITCHES: Final = ("faceup_loco_second", "longest_zero_bonus")
_SPOKEN: Final[dict[object, bool]] = {"yes": True, "no": False}


def settings_from(
    defaults: Settings, overrides: Mapping[str, object], *, owner: str = "settings"
) -> Settings:
    """The defaults with some of them changed; `owner` (the edition) is named in complaints.

    Raises:
        SettingsError: an unknown name, or a value that cannot stand there.
    """
    changed: dict[str, object] = {name: _checked(name, raw, owner) for name, raw in overrides.items()}
    return msgspec.structs.replace(defaults, **changed) if changed else defaults


def settings_dict(settings: Settings) -> dict[str, SettingValue]:
    """The settings as JSON would hold them."""
    named = msgspec.structs.asdict(settings)
    return {name: list(value) if isinstance(value, tuple) else value for name, value in named.items()}


def _checked(name: str, raw: object, owner: str) -> object:
    wrong = f"{owner}: the setting {str(name)[:60]}"
    if name in _RANGES:
        low, high = _RANGES[name]
        if not isinstance(raw, int) or isinstance(raw, bool) or not low <= raw <= high:
            raise SettingsError(f"{wrong} is {_shown(raw)}; give a whole number from {low} to {high}")
        return raw
    if name in _WORDS:
        if raw not in _WORDS[name]:
            raise SettingsError(f"{wrong} is {_shown(raw)}; give one of {', '.join(_WORDS[name])}")
        return raw
    if name in _SWITCHES:
        value = raw if isinstance(raw, bool) else _SPOKEN.get(raw) if isinstance(raw, str) else None
        if value is None:
            raise SettingsError(f"{wrong} is {_shown(raw)}; give true or false")
        return value
    if name == "draw_needs":
        if not isinstance(raw, str) or draw_needs_more_than(raw) is None:
            raise SettingsError(f"{wrong} is {_shown(raw)}; give pile, any_card or more_than(N)")
        return raw
    if name == "route_points":
        return _points(raw, wrong)
    if name == "tie_breaks":
        if not isinstance(raw, list | tuple) or any(item not in TIE_BREAKS for item in raw):
            raise SettingsError(f"{wrong} is {_shown(raw)}; give a list of {', '.join(TIE_BREAKS)}")
        return tuple(raw)
    raise SettingsError(f"{wrong} is not known; known are {', '.join(Settings.__struct_fields__)}")


def _points(raw: object, wrong: str) -> tuple[int, ...]:
    numbers = isinstance(raw, list | tuple) and all(
        isinstance(n, int) and not isinstance(n, bool) for n in raw
    )
    if not isinstance(raw, list | tuple) or not numbers or not 1 <= len(raw) <= 40:
        raise SettingsError(f"{wrong} is {_shown(raw)}; give a list of points for the lengths from 1")
    if any(not -1000 <= points <= 1000 for points in raw):
        raise SettingsError(f"{wrong} is {_shown(raw)}; give points from -1000 to 1000")
    return tuple(raw)


def _shown(raw: object) -> str:
    return ascii(raw)[:60]


def draw_needs_more_than(text: str) -> int | None:
    """What deck and discards must exceed for a draw: 0 for `pile`, -1 for `any_card`; None: no such value."""
    if text == "pile":
        return 0
    if text == "any_card":
        return -1
    number = text.removeprefix("more_than(").removesuffix(")")
    if text == f"more_than({number})" and number.isascii() and number.isdecimal() and len(number) <= 3:
        return int(number)
    return None


def can_settle(locomotives: int, others: int, settings: Settings) -> bool:
    """True when these cards outside the hands can fill the row with too few locomotives to flush it (X-4)."""
    filled = min(settings.row_size, locomotives + others)
    return filled - (settings.flush_at - 1) <= others


def card_counts(cards: tuple[Card, ...] | list[Card]) -> tuple[int, int]:
    """How many locomotives and how many others."""
    locomotives = cards.count(LOCOMOTIVE)
    return locomotives, len(cards) - locomotives
