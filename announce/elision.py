"""PURE: some languages shorten a small word before a vowel: French `d'Anna`, `d'Atlanta`, but `de Marie`.

A message has `de {seat}`; only with the name that comes in can it be told. What is shortened before what, is
in `phrases/aloud_LANGUAGE.json`: in French the h of foreign names is sounded, of first names not
(`d'Henri`, `de Houston`), and y counts as a vowel before a consonant (`d'Yves`, `de Yann`).
"""

import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

import msgspec


class Elided(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`shortened`: words that lose their last letter; `before`: how what follows begins (a pattern)."""

    shortened: tuple[str, ...]
    before: str


class _Table(msgspec.Struct, frozen=True):
    elided: Elided | None = None


def elided(message: str, values: Mapping[str, str | int], language: str) -> str:
    """The message with `d'` where what comes in asks for it; its placeholders stay."""
    patterns = _patterns(language)
    if patterns is None:
        return message
    word, vowel = patterns

    def before(found: re.Match[str]) -> str:
        value = values.get(found[2])
        return f"{found[1][:-1]}'" if isinstance(value, str) and vowel.match(value) else found[0]

    return word.sub(before, message)


@cache
def _patterns(language: str) -> tuple[re.Pattern[str], re.Pattern[str]] | None:
    """A shortened word before a placeholder, and what must come in there; None: nothing is shortened."""
    path = files("announce").joinpath("phrases", f"aloud_{language}.json")
    found = msgspec.json.decode(path.read_bytes(), type=_Table).elided if path.is_file() else None
    if found is None:
        return None
    words = "|".join(map(re.escape, found.shortened))
    return (
        re.compile(rf"\b({words}) (?=\{{(\w+)\}})", re.IGNORECASE),
        re.compile(found.before, re.IGNORECASE),
    )
