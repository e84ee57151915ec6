"""PURE: which voices espeak-ng offers for a language, from what it tells of itself.

A dialect is a voice; so is the table's own with another throat, which espeak-ng calls a variant: `de+Annie`.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

_ODD: Final = frozenset({"fast", "en-shaw"})  # made for a test of its authors; reads another alphabet only
_WORD: Final = re.compile(r"(?<=[a-z])(?=[A-Z0-9])")
_ROW: Final = re.compile(r"\s*(\d+)\s+(\S+)\s+\S+\s+(\S+)\s+(\S.*?)\s*((?:\(\S+ \d+\)\s*)*)")
_OTHER: Final = re.compile(r"\((\S+) (\d+)\)")


@dataclass(frozen=True, slots=True)
class EspeakVoice:
    """A voice or a variant as espeak-ng lists it; `ranks`: by language, the lower the more its own."""

    name: str
    file: str
    ranks: Mapping[str, int]


def language_of(voice: str) -> str:
    """`de` of `de_DE-thorsten-low`, of `de-at` and of `de+f2`."""
    return re.split("[-_+]", voice, maxsplit=1)[0]


def offered(voice: str, dialects: Iterable[EspeakVoice], variants: Iterable[EspeakVoice]) -> dict[str, str]:
    """What may be chosen instead of this voice: how it is asked for, and how people call it.

    Its dialect itself comes first, then the language's others, then all throats that it can have.
    """
    own, language = voice.partition("+")[0], language_of(voice)
    spoken = [one for one in dialects if any(language_of(code) == language for code in one.ranks)]
    spoken.sort(key=lambda one: (one.ranks.get(own, 99), one.name))
    found: dict[str, str] = {}
    for one in spoken:
        code = own if not found and own in one.ranks else next(iter(one.ranks))
        if code not in _ODD:
            found.setdefault(code, _called(one.name))
    throats = ((_short(one), _called(one.name)) for one in variants)
    for file, name in sorted(throats, key=lambda one: one[1].casefold()):
        if file not in _ODD:
            found[f"{own}+{file}"] = name
    return found


def is_throat(name: str, variants: Iterable[EspeakVoice]) -> bool:
    """Whether there is a variant of that name: `Annie` of `de+Annie`; small or capital is the same."""
    return name.casefold() in {_short(one).casefold() for one in variants}


def _short(variant: EspeakVoice) -> str:
    return variant.file.removeprefix("!v/")


def listed(text: str) -> list[EspeakVoice]:
    """The table that the program prints by `--voices`; what is no row of it is passed over."""
    rows = (_ROW.fullmatch(line) for line in text.splitlines())
    return [
        EspeakVoice(
            row[3],
            row[4],
            {row[2]: int(row[1])} | {code: int(rank) for code, rank in _OTHER.findall(row[5])},
        )
        for row in rows
        if row is not None
    ]


def _called(name: str) -> str:
    """As people read it: `female_whisper` and `anikaRobot2` are written for files."""
    words = _WORD.sub(" ", name.replace("_", " "))
    return words[:1].upper() + words[1:]
