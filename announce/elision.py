"""PURE: how a small word joins the name after it: French `d'Anna`, `au carré rouge`; Spanish `del cuadrado`.

A message has `de {seat}`; only with the name that comes in can it be told. What joins what is in
its language's table. French shortens before a vowel: the h of foreign names is sounded, of first
names not (`d'Henri`, `de Houston`), and y counts as a vowel before a consonant (`d'Yves`, `de Yann`). A seat
that goes by its token takes the article there, a player's name never does (`à Marie`, `a Cruz Pérez`); of
several seats each takes its own (`al cuadrado rojo y a la cruz negra`, `pour le carré rouge et la croix
noire`). Spanish says `e Inés`, `u Omaha`, not the same vowel twice.
"""

import re
from collections.abc import Mapping
from functools import cache

from announce.aloud_table import aloud_table


def elided(message: str, values: Mapping[str, str | int], language: str) -> str:
    """The message with `d'` or `au` where what comes in asks for it; its placeholders stay."""
    if not _joins(language):
        return message

    def joined(found: re.Match[str]) -> str:
        word, value = found[1], values.get(found[2])
        if not isinstance(value, str):
            return found[0]
        listed = _each(word, value, language)
        if listed is not None:
            return listed.replace("{", "{{").replace("}", "}}")
        become = _become(word, value, language)
        return found[0] if become is None else f"{become}{{{found[2]}}}"

    return _small_words(language).sub(joined, message)


def _become(word: str, name: str, language: str) -> str | None:
    """What a small word becomes before this name; None: it stays as it is."""
    for pattern, become in _joins(language)[word.lower()]:
        if pattern.match(name):
            return become.capitalize() if word[0].isupper() else become
    return None


def _each(word: str, value: str, language: str) -> str | None:
    """A list of seats in which each has its article; None: it is no such list.

    A word that melts into an article comes again with each, another stands once.
    """
    table, small = aloud_table(language), word.lower()
    names = re.split(f"({table.parted})", value) if table.parted else [value]
    seats = any(_article(name, language) for name in names[::2])
    if len(names) == 1 or not seats or small not in table.before_articles:
        return None
    told = f"{_become(word, names[0], language) or f'{word} '}{names[0]}"
    for between, name in zip(names[1::2], names[2::2], strict=True):
        again = _become(small, name, language) or f"{small} "
        with_small = f"{again if small in table.melted else _article(name, language)}{name}"
        told += f"{_parted(between, with_small, language)}{with_small}"
    return told


def _article(name: str, language: str) -> str:
    """The article that a seat takes, with its space; a player's name takes none."""
    articles = aloud_table(language).articles.items()
    return next((article for article, follows in articles if re.fullmatch(follows, name)), "")


def _parted(between: str, following: str, language: str) -> str:
    """What stands between two names of a list, by the sound of what follows now."""
    for word, becomes in aloud_table(language).sounded.items():
        if between.strip() in (word, *becomes):
            return f" {_become(word, following, language) or f'{word} '}"
    return between


@cache
def _joins(language: str) -> Mapping[str, tuple[tuple[re.Pattern[str], str], ...]]:
    """By small word: how what follows begins, and what the two are joined by."""
    table = aloud_table(language)
    joins = {
        word: tuple(
            (re.compile(rf"{follows}$"), table.melted.get(word, {}).get(article, f"{word} {article}"))
            for article, follows in table.articles.items()
        )
        for word in table.before_articles
    }
    if table.elided is not None:
        vowel = re.compile(table.elided.before, re.IGNORECASE)
        for word in table.elided.shortened:
            joins[word] = (*joins.get(word, ()), (vowel, f"{word[:-1]}'"))
    for word, becomes in table.sounded.items():
        joins[word] = tuple(
            (re.compile(before, re.IGNORECASE), f"{become} ") for become, before in becomes.items()
        )
    return joins


@cache
def _small_words(language: str) -> re.Pattern[str]:
    """A small word that joins, before a placeholder."""
    words = "|".join(map(re.escape, _joins(language)))
    return re.compile(rf"\b({words}) (?=\{{(\w+)\}})\{{\w+\}}", re.IGNORECASE)
