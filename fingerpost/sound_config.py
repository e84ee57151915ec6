"""The sections [audio] and [ears] of table.toml: where the table and each seat hear, and how."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final, Literal, TypeVar, get_args

from announce import EARS, LEVELS, Ear, Earcon, Level
from audio import EarSetting, SinkName, SinkNameError, TableSetting, parse_sink
from fingerpost.toml_values import as_written

T = TypeVar("T")

AUDIO_KEYS: Final[dict[str, type]] = {
    "table": str,
    "chairs": dict,
    "silent": list,
    "no_earcons": list,
    "pitch": int,
    "voices": str,
}
EAR_KEYS: Final[dict[str, type]] = dict.fromkeys((*EARS, "shared"), object)  # a sink, or a table with these:
_OF_AN_EAR: Final = ("sink", "voice", "rate", "pitch", "volume", "level", "own_level")
_EARCONS: Final[tuple[Earcon, ...]] = get_args(Earcon)


class SoundConfigError(ValueError):
    """A value that means nothing; the message says which, and what to give."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sound:
    """How a table sounds."""

    table: TableSetting = field(default_factory=TableSetting)
    ears: Mapping[Ear, EarSetting] = field(default_factory=dict)
    shared: EarSetting | None = None  # for the seats without an earphone of their own
    pitch: int = 50
    voices: str = ""  # a folder of Piper voices


def sound_of(values: Mapping[str, object]) -> Sound:
    """The sections' values, by "section.key".

    Raises:
        SoundConfigError: a sink that is none or not safe for private words, a number out of range, an
            unknown seat, level or short sound.
    """
    where = values.get("audio.table", "")
    chairs = values.get("audio.chairs", {})
    return Sound(
        table=TableSetting(
            sink=_sink(where, "[audio] table", private=False) if where else None,
            chairs=_chairs(chairs if isinstance(chairs, dict) else {}),
            silent=_earcons(values.get("audio.silent", []), "[audio] silent"),
            no_earcons=_earcons(values.get("audio.no_earcons", []), "[audio] no_earcons"),
        ),
        ears={seat: _ear(seat, values[f"ears.{seat}"]) for seat in EARS if f"ears.{seat}" in values},
        shared=_ear("shared", values["ears.shared"]) if "ears.shared" in values else None,
        pitch=_number(values.get("audio.pitch", 50), "[audio] pitch", 0, 99),
        voices=str(values.get("audio.voices", "")),
    )


def ears_of(sound: Sound, seats: Iterable[Ear]) -> dict[Ear, Literal["own", "shared", "none"]]:
    """Whose ear is whose at a table."""
    without: Literal["shared", "none"] = "none" if sound.shared is None else "shared"
    return {seat: "own" if seat in sound.ears else without for seat in seats}


def _ear(seat: Ear | Literal["shared"], raw: object) -> EarSetting:
    """`blue = "alsa:…"`, or `blue = { sink = "alsa:…", rate = 300 }`."""
    where = f"[ears] {seat}"
    given: Mapping[str, object] = raw if isinstance(raw, dict) else {"sink": raw}
    for key in given:
        if key not in _OF_AN_EAR:
            raise SoundConfigError(f"{where} has no key {key}; keys are {', '.join(_OF_AN_EAR)}")

    def maybe(key: str, read: Callable[[object, str], T]) -> T | None:
        return read(given[key], f"{where} {key}") if key in given else None

    volume = maybe("volume", lambda value, name: _number(value, name, 0, 100))
    return EarSetting(
        sink=_sink(given.get("sink", ""), where, private=True),
        voice=maybe("voice", _text),
        rate=maybe("rate", lambda value, name: _number(value, name, 80, 450)),
        pitch=maybe("pitch", lambda value, name: _number(value, name, 0, 99)),
        volume=100 if volume is None else volume,
        level=maybe("level", _level),
        own_level=maybe("own_level", _level),
    )


def _sink(raw: object, where: str, *, private: bool) -> SinkName:
    try:
        return parse_sink(_text(raw, where), private=private)
    except SinkNameError as trouble:
        raise SoundConfigError(f"{where}: {trouble}") from None


def _text(raw: object, where: str) -> str:
    if not isinstance(raw, str):
        raise SoundConfigError(f"{where} is {as_written(raw)}; give a text")
    return raw


def _number(raw: object, where: str, least: int, most: int) -> int:
    if not isinstance(raw, int) or isinstance(raw, bool) or not least <= raw <= most:
        raise SoundConfigError(f"{where} is {as_written(raw)}; give {least} to {most}")
    return raw


def _level(raw: object, where: str) -> Level:
    for level in LEVELS:
        if level == raw:
            return level
    raise SoundConfigError(f"{where} is {as_written(raw)}; choose from {', '.join(LEVELS)}")


def _chairs(raw: Mapping[str, object]) -> dict[Ear, float]:
    chairs: dict[Ear, float] = {}
    for seat, side in raw.items():
        found = [one for one in EARS if one == seat]
        if not found:
            raise SoundConfigError(f"[audio] chairs names {as_written(seat)}; seats are {', '.join(EARS)}")
        if not isinstance(side, int | float) or isinstance(side, bool) or not -1 <= side <= 1:
            raise SoundConfigError(
                f"[audio] chairs: {seat} is {as_written(side)}; give -1 (left) to 1 (right)"
            )
        chairs[found[0]] = float(side)
    return chairs


def _earcons(raw: object, where: str) -> frozenset[Earcon]:
    names: set[Earcon] = set()
    for item in raw if isinstance(raw, list) else []:
        found = [one for one in _EARCONS if one == item]
        if not found:
            raise SoundConfigError(
                f"{where}: {as_written(item)} is no short sound; fingerpost earcons lists them"
            )
        names.add(found[0])
    return frozenset(names)
