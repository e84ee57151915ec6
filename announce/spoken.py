"""How names sound: what a voice is given instead of the letters that a page shows.

A table a language in `phrases/spoken_LANGUAGE.json`: {"as written": "as spoken"}. The owner of a table may
add entries of his own (city names, players' names), which win over ours.
"""

import json
import re
from collections.abc import Iterable, Mapping
from importlib.resources import files

from announce.aloud import Aloud
from announce.aloud_table import LanguageError
from announce.catalogue import SOURCE_LANGUAGE


class Spoken:
    """Replaces whole words by how they sound in one language; numbers and dashes are read as there.

    Raises:
        LanguageError: a table of the language is not in order.
    """

    def __init__(self, language: str = SOURCE_LANGUAGE, own: Mapping[str, str] | None = None) -> None:
        self._sounds = {**_table(language), **(own or {})}
        self._aloud = Aloud(language)
        written = sorted(
            self._sounds, key=len, reverse=True
        )  # the longest name first: it may hold a shorter one
        choices = "|".join(map(re.escape, written))
        self._pattern = re.compile(rf"(?<!\w)(?:{choices})(?!\w)") if written else None

    def __call__(self, text: str) -> str:
        """The text as a voice should get it."""
        if self._pattern is not None:
            text = self._pattern.sub(lambda found: self._sounds[found[0]], text)
        return self._aloud(text)


def spelled(text: str, names: Iterable[str]) -> str:
    """The text with its names spelt after them, letter by letter: for who asks twice."""
    written = sorted(set(names), key=len, reverse=True)
    pattern = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, written))})(?!\w)")
    return (
        pattern.sub(lambda found: f"{found[0]}, {', '.join(_letters(found[0]))},", text) if written else text
    )


def _letters(name: str) -> list[str]:
    return [letter.upper() for letter in name if letter.isalpha()]


def _table(language: str) -> dict[str, str]:
    path = files("announce").joinpath("phrases", f"spoken_{language}.json")
    if not path.is_file():
        return {}
    found: object = json.loads(path.read_text(encoding="utf-8"))
    if not isinstance(found, dict) or not all(isinstance(sound, str) for sound in found.values()):
        raise LanguageError(f"spoken_{language}.json: give one object of texts, written to spoken")
    return {str(written): str(sound) for written, sound in found.items()}
