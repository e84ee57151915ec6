"""The table of a language, `phrases/aloud_LANGUAGE.json`: how its numbers, lists and small words are said.

One form for whoever reads a part of it: `aloud`, `elision`, `lasting`. A language without a table is read as
it is written.
"""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Final

import msgspec


class LanguageError(Exception):
    """A language that is not there, or a table of it that is not in order; the message says what."""


class Elided(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`shortened`: words that lose their last letter; `before`: how what follows begins (a pattern)."""

    shortened: tuple[str, ...]
    before: str


class SpeechPace(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """Seconds a letter, some of which a language leaves out, and how much longer its numbers are.

    `longer_s`: so much longer still are numbers of these forms, as regular expressions of their digits,
    where a language adds them up: `quatre-vingt-dix-sept`, `diecisiete`, `cuarenta y nueve`.
    """

    letter_s: float = 0.061
    numbers: float = 0.88
    longer_s: Mapping[str, float] = {}


class AloudTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """What one language has; all but the first three may be left out."""

    between_cities: str
    """What a voice says where a dash joins two cities."""
    numbers: Mapping[str, tuple[str, ...]]
    """A number before a noun, one form for each group of nouns: `"21": ["veintiún", "veintiuna"]`."""
    nouns: tuple[tuple[str, ...], ...]
    """The words that are counted, in groups that take the same form."""
    phrases: Mapping[str, str] = {}
    """Whole phrases that are said otherwise than their parts: `für 1 Wagen`, `für einen Wagen`."""
    pace: SpeechPace = SpeechPace()
    """How fast it is spoken."""
    elided: Elided | None = None
    """Which small words are shortened before a vowel."""
    articles: Mapping[str, str] = {}
    """An article with its space, and the seats that take it, as a whole (a pattern)."""
    before_articles: tuple[str, ...] = ()
    """The small words after which a seat takes its article."""
    melted: Mapping[str, Mapping[str, str]] = {}
    """What some of them become with an article."""
    parted: str | None = None
    """What parts the names of a list (a pattern); None: a list is joined as a single name is."""
    sounded: Mapping[str, Mapping[str, str]] = {}
    """What a word becomes before its own sound, and how that begins (a pattern)."""


_NOTHING: Final = AloudTable(between_cities="–", numbers={}, nouns=())


@cache
def aloud_table(language: str) -> AloudTable:
    """The table of a language; that of English, which has none, for a language without one.

    Raises:
        LanguageError: it is not in order.
    """
    path = files("announce").joinpath("phrases", f"aloud_{language}.json")
    if not path.is_file():
        return _NOTHING
    try:
        table = msgspec.json.decode(path.read_bytes(), type=AloudTable)
    except msgspec.DecodeError as error:
        raise LanguageError(f"aloud_{language}.json: {error}") from None
    if any(len(forms) != len(table.nouns) for forms in table.numbers.values()):
        raise LanguageError(f"aloud_{language}.json: give each number one form for each group of nouns")
    return table
