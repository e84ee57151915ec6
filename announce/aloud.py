"""What an eye reads right and a voice would not: `1 Karte` is not "eins Karte", `Brest–Paris` not one word.

The page and a braille line keep the digits and the dash; only a voice is given this.
"""

import re
from collections.abc import Iterable

from announce.aloud_table import aloud_table
from announce.catalogue import SOURCE_LANGUAGE


class Aloud:
    """Reads numbers before nouns, and the dash between two cities, as people say them in one language.

    Raises:
        LanguageError: the table of the language is not in order.
    """

    def __init__(self, language: str = SOURCE_LANGUAGE) -> None:
        table = aloud_table(language)
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
