"""What an eye reads right and a voice would not: `1 Karte` is not "eins Karte", `Brest–Paris` not one word.

The page and a braille line keep the digits and the dash; only a voice is given this. A table a language in
`phrases/aloud_LANGUAGE.json`; a language without one is read as it is written.
"""

import re
from collections.abc import Iterable
from importlib.resources import files

import msgspec

from announce.catalogue import SOURCE_LANGUAGE, LanguageError
from announce.elision import Elided


class _Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    between_cities: str
    """What a voice says where a dash joins two cities."""
    numbers: dict[str, tuple[str, ...]]
    """A number before a noun, one form for each group of nouns: `"21": ["veintiún", "veintiuna"]`."""
    nouns: tuple[tuple[str, ...], ...]
    """The words that are counted, in groups that take the same form."""
    phrases: dict[str, str] = {}
    """Whole phrases that are said otherwise than their parts: `für 1 Wagen`, `für einen Wagen`."""
    pace: dict[str, float | dict[str, float]] = {}
    """How fast it is spoken: see `lasting`."""
    elided: Elided | None = None
    """Which small words are shortened before a vowel: see `elision`."""
    articles: dict[str, str] = {}
    """The articles of seats' tokens: see `elision`."""
    before_articles: tuple[str, ...] = ()
    """Which small words a seat follows with its article: see `elision`."""
    melted: dict[str, dict[str, str]] = {}
    """What some of them become with it: see `elision`."""
    parted: str | None = None
    """What parts the names of a list: see `elision`."""
    sounded: dict[str, dict[str, str]] = {}
    """What a word becomes before its own sound: see `elision`."""


_NOTHING = _Table(between_cities="–", numbers={}, nouns=())


class Aloud:
    """Reads numbers before nouns, and the dash between two cities, as people say them in one language.

    Raises:
        LanguageError: the table of the language is not in order.
    """

    def __init__(self, language: str = SOURCE_LANGUAGE) -> None:
        table = _table(language)
        self.counted = frozenset(noun for group in table.nouns for noun in group)
        self._dash, self._phrases, self._numbers = table.between_cities, table.phrases, table.numbers
        self._group = {noun: number for number, nouns in enumerate(table.nouns) for noun in nouns}
        self._phrase = _any_of(table.phrases)
        self._number = re.compile(rf"{_any_of(table.numbers).pattern} {_any_of(self._group).pattern}")

    def __call__(self, text: str) -> str:
        """The text as a voice should get it."""
        text = text.replace("–", self._dash)
        text = self._phrase.sub(lambda found: self._phrases[found[0]], text)
        return self._number.sub(
            lambda found: f"{self._numbers[found[1]][self._group[found[2]]]} {found[2]}", text
        )


def _any_of(words: Iterable[str]) -> re.Pattern[str]:
    """One of these by itself, the longest first; nothing where there are none."""
    longest_first = sorted(words, key=len, reverse=True)
    return re.compile(rf"(?<!\w)({'|'.join(map(re.escape, longest_first)) or '(?!)'})(?!\w)")


def _table(language: str) -> _Table:
    path = files("announce").joinpath("phrases", f"aloud_{language}.json")
    if not path.is_file():
        return _NOTHING
    try:
        table = msgspec.json.decode(path.read_bytes(), type=_Table)
    except msgspec.DecodeError as error:
        raise LanguageError(f"aloud_{language}.json: {error}") from None
    if any(len(forms) != len(table.nouns) for forms in table.numbers.values()):
        raise LanguageError(f"aloud_{language}.json: give each number one form for each group of nouns")
    return table
