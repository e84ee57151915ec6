"""PURE: how a small word joins the name after it: French `d'Anna`, `au carré rouge`; Spanish `del cuadrado`.

A message has `de {seat}`; only with the name that comes in can it be told. What joins what is in
`phrases/aloud_LANGUAGE.json`. French shortens before a vowel: the h of foreign names is sounded, of first
names not (`d'Henri`, `de Houston`), and y counts as a vowel before a consonant (`d'Yves`, `de Yann`). A seat
that goes by its token takes the article there, a player's name never does (`à Marie`).
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
    articles: Mapping[str, Mapping[str, str]] = {}
    """A small word, what follows as a whole (a pattern), and what the word becomes before it."""


def elided(message: str, values: Mapping[str, str | int], language: str) -> str:
    """The message with `d'` or `au` where what comes in asks for it; its placeholders stay."""
    joins = _joins(language)
    if not joins:
        return message

    def joined(found: re.Match[str]) -> str:
        word, value = found[1], values.get(found[2])
        if not isinstance(value, str):
            return found[0]
        for pattern, become in joins[word.lower()]:
            if pattern.match(value):
                return f"{become.capitalize() if word[0].isupper() else become}{{{found[2]}}}"
        return found[0]

    return _small_words(language).sub(joined, message)


@cache
def _joins(language: str) -> Mapping[str, tuple[tuple[re.Pattern[str], str], ...]]:
    """By small word: how what follows begins, and what the two are joined by."""
    path = files("announce").joinpath("phrases", f"aloud_{language}.json")
    if not path.is_file():
        return {}
    table = msgspec.json.decode(path.read_bytes(), type=_Table)
    joins = {
        word: tuple((re.compile(rf"{follows}$", re.IGNORECASE), become) for follows, become in kinds.items())
        for word, kinds in table.articles.items()
    }
    if table.elided is not None:
        vowel = re.compile(table.elided.before, re.IGNORECASE)
        for word in table.elided.shortened:
            joins[word] = (*joins.get(word, ()), (vowel, f"{word[:-1]}'"))
    return joins


@cache
def _small_words(language: str) -> re.Pattern[str]:
    """A small word that joins, before a placeholder."""
    words = "|".join(map(re.escape, _joins(language)))
    return re.compile(rf"\b({words}) (?=\{{(\w+)\}})\{{\w+\}}", re.IGNORECASE)
