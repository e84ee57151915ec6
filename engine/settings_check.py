"""Settings that somebody has written down, checked against what each may be."""

from collections.abc import Callable, Collection, Mapping
from functools import cache
from typing import Annotated, Final, Literal, get_args, get_origin, get_type_hints

import msgspec

from engine.event_effects import effect_of, seat_amount, step_number
from engine.settings import Settings, draw_needs_more_than

_SPOKEN: Final[dict[object, bool]] = {"yes": True, "no": False}
_LONGEST_LIST: Final = 40


class SettingsError(ValueError):
    """A setting that is unknown or has a value that cannot be; one line names it and what may stand there."""


class _WrongError(Exception):
    """A value that cannot stand there; its text says what could."""


def settings_from(
    defaults: Settings,
    overrides: Mapping[str, object],
    *,
    owner: str = "settings",
    names: Collection[str] = Settings.__struct_fields__,
) -> Settings:
    """The defaults with some of them changed.

    Args:
        owner: the edition, named in complaints.
        names: the settings that this edition has.
    Raises:
        SettingsError: an unknown name, or a value that cannot stand there.
    """
    changed: dict[str, object] = {}
    for name, raw in overrides.items():
        wrong = f"{owner}: the setting {' '.join(str(name)[:60].split())}"
        if name not in names:
            known = ", ".join(one for one in Settings.__struct_fields__ if one in names)
            raise SettingsError(f"{wrong} is not known; known are {known}")
        try:
            changed[name] = _reader(name)(raw)
        except _WrongError as wrong_value:
            raise SettingsError(f"{wrong} is {ascii(raw)[:60]}; give {wrong_value}") from None
    return msgspec.structs.replace(defaults, **changed) if changed else defaults


def number_range(name: str) -> tuple[int, int]:
    """The least and the most that a setting of one number may be.

    Raises:
        ValueError: it is no number.
    """
    kind = _kind(name)
    if get_origin(kind) is not Annotated:
        raise ValueError(f"the setting {name} is no single number")
    return _bounds(kind)


def _kind(name: str) -> object:
    """The type of a setting, with what bounds it."""
    return get_type_hints(Settings, include_extras=True)[name]


def _bounds(number: object) -> tuple[int, int]:
    bounds = get_args(number)[1]
    return bounds.ge, bounds.le


@cache
def _reader(name: str) -> Callable[[object], object]:
    if name == "draw_needs":
        return _draw_needs
    if name in _LINES:
        key, what = _LINES[name]
        return lambda raw: _lines(raw, key, what)
    kind = _kind(name)
    if get_origin(kind) is tuple:
        of = get_args(kind)[0]
        least = 0 if get_origin(of) is Literal else 1
        return lambda raw: _items(raw, _of(of), _list_of(of), least)
    return _of(kind)


def _of(kind: object) -> Callable[[object], object]:
    if kind is bool:
        return _switch
    if kind is str:
        return _text
    if get_origin(kind) is Literal:
        return lambda raw: _word(raw, get_args(kind))
    assert get_origin(kind) is Annotated, kind
    low, high = _bounds(kind)
    return lambda raw: _number(raw, low, high)


def _list_of(kind: object) -> str:
    if get_origin(kind) is Literal:
        return f"a list of {', '.join(get_args(kind))}"
    if kind is str:
        return "a list of texts"
    low, high = _bounds(kind)
    return f"a list of whole numbers of {low} to {high}, for 1, 2 and so on"


def _items(raw: object, item: Callable[[object], object], what: str, least: int) -> tuple[object, ...]:
    if not isinstance(raw, list | tuple) or not least <= len(raw) <= _LONGEST_LIST:
        raise _WrongError(what)
    try:
        return tuple(item(one) for one in raw)
    except _WrongError:
        raise _WrongError(what) from None


_LINES: Final[dict[str, tuple[Callable[[str], object], str]]] = {
    "events": (
        lambda line: getattr(effect_of(line), "name", None),
        "a list of events, a name and what it does, like 'gold: lightning coins 2 all' or 'event-1: text', "
        "each name once",
    ),
    "claim_steps": (step_number, "a list of steps like '3: company-bonus', each number once"),
    "seat_trains": (lambda text: (seat_amount(text) or (None,))[0], "a list like 'blue=24', each seat once"),
    "office_coins": (lambda text: (seat_amount(text) or (None,))[0], "a list like 'blue=2', each seat once"),
}
"""Lists of texts: what names each of them (None: it cannot be read), and what may stand there."""


def _lines(raw: object, key: Callable[[str], object], what: str) -> tuple[str, ...]:
    if not isinstance(raw, list | tuple) or len(raw) > _LONGEST_LIST:
        raise _WrongError(what)
    names = [key(line) if isinstance(line, str) else None for line in raw]
    if None in names or len(set(names)) < len(names):
        raise _WrongError(what)
    return tuple(raw)


def _switch(raw: object) -> bool:
    value = raw if isinstance(raw, bool) else _SPOKEN.get(raw) if isinstance(raw, str) else None
    if value is None:
        raise _WrongError("true or false")
    return value


def _text(raw: object) -> str:
    if not isinstance(raw, str) or not 0 < len(raw) <= 60:
        raise _WrongError("a text")
    return raw


def _word(raw: object, words: tuple[str, ...]) -> object:
    if not isinstance(raw, str) or raw not in words:
        raise _WrongError(f"one of {', '.join(words)}")
    return raw


def _number(raw: object, low: int, high: int) -> int:
    if not isinstance(raw, int) or isinstance(raw, bool) or not low <= raw <= high:
        raise _WrongError(f"a whole number from {low} to {high}")
    return raw


def _draw_needs(raw: object) -> str:
    if not isinstance(raw, str) or draw_needs_more_than(raw) is None:
        raise _WrongError("pile, any_card or more_than(N)")
    return raw
