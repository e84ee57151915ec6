"""One language's sentences: a gettext catalogue behind some verbs, English being the source text.

A message is a whole sentence (or a noun phrase that a sentence names) with named placeholders. The
verbs are also the keywords by which `scripts.extraction` finds every message.
"""

import gettext
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib.resources import as_file, files
from typing import Final

from announce.aloud_table import LanguageError
from announce.elision import elided
from announce.lasting import ROOM_S, spoken_s
from announce.words import Causes, Message, Words, together

DOMAIN: Final = "fingerpost"
SOURCE_LANGUAGE: Final = "en"
_SIDES: Final = ("northern", "southern", "eastern", "western", "middle")
_SENTENCE_STARTS: Final = re.compile(r"(?:^|[.!?] )[¿¡]?[^\W\d_]")


class Phrases:
    """The sentences of one language.

    Raises:
        LanguageError: there is no compiled catalogue for the language.
    """

    def __init__(self, language: str = SOURCE_LANGUAGE) -> None:
        self.language = language
        self._catalogue = _catalogue(language)
        aside = "|".join(re.escape(self.name("which route", side)) for side in _SIDES)
        self._aside = re.compile(rf"(, (?:{aside}))(?= [^\W\d_])")

    def sentence(self, message: str, **values: str | int) -> str:
        """A whole sentence, or several; each begins with a large letter."""
        return self._whole(self._filled(self._catalogue.gettext(message), values))

    def sentences(self, one: str, more: str, n: int, **values: str | int) -> str:
        """A whole sentence with one count, `{n}`, in the language's plural form."""
        return self._whole(self._filled(self._catalogue.ngettext(one, more, n), {"n": n, **values}))

    def words(
        self, normal: str, brief: str | None = None, full: str | None = None, /, **values: str | int
    ) -> Words:
        """Whole sentences in up to three lengths; "" says nothing there."""
        return self.said(Message(normal, brief, full), **values)

    def said(self, message: Message, /, **values: str | int) -> Words:
        """The words of a row of a table."""
        said = (text and self.sentence(text, **values) for text in (message.brief, message.full))
        return Words(self.sentence(message.normal, **values), *said)

    def phrase(self, message: str, **values: str | int) -> str:
        """A part that a sentence takes in, as it stands."""
        return self._filled(self._catalogue.gettext(message), values)

    def count(self, one: str, more: str, n: int, **values: str | int) -> str:
        """A counted noun, `{n}` of them, in the language's plural form."""
        return self._filled(self._catalogue.ngettext(one, more, n), {"n": n, **values})

    def apart(self, items: Iterable[str]) -> str:
        """Parts of a list that have commas of their own, set apart as the language does."""
        listed = list(items)
        told = listed.pop() if listed else ""
        while listed:
            told = self.phrase("{before}; {after}", before=listed.pop(), after=told)
        return told

    def lasts_s(self, *texts: str) -> float:
        """About how many seconds these texts last together, at 180 words a minute."""
        return sum(spoken_s(text, self.language) for text in texts)

    def fitting(self, *told: str, room_s: float = ROOM_S) -> str:
        """The first of several ways to say one thing that has room; else the last, which is the shortest."""
        return next((one for one in told if self.lasts_s(one) <= room_s), told[-1])

    def breaths(self, *sentences: Words, room_s: float = ROOM_S) -> list[Words]:
        """These sentences in their order, as many in an utterance as it has room for."""
        told: list[list[Words]] = []
        for one in sentences:
            if told and self.lasts_s(*(part.normal for part in told[-1]), one.normal) <= room_s:
                told[-1].append(one)
            else:
                told.append([one])
        return [together(parts) for parts in told]

    def as_many(
        self, names: Sequence[str], told: Callable[[Sequence[str]], str], most: int, room_s: float = ROOM_S
    ) -> int:
        """How many of these names, one at least and `most` at most, one sentence has room for."""
        fits = (n for n in range(min(most, len(names)), 1, -1) if self.lasts_s(told(names[:n])) <= room_s)
        return next(fits, 1)

    def name(self, context: str, message: str) -> str:
        """A name: a seat, a city, a colour, in the form that the context asks for."""
        return self._catalogue.pgettext(context, message)

    def _filled(self, message: str, values: Mapping[str, str | int]) -> str:
        """A message of this language with its values."""
        return elided(message, values, self.language).format_map(values)

    def _whole(self, text: str) -> str:
        """Large letters, and a comma after the side of "Boston to Montréal, western" where more follows."""
        return _large(self._aside.sub(r"\1,", text))


def languages() -> tuple[str, ...]:
    """Languages that can be spoken: the source and every compiled catalogue."""
    folder = files("announce").joinpath("phrases")
    found = [
        item.name
        for item in folder.iterdir()
        if item.is_dir() and item.joinpath("LC_MESSAGES", f"{DOMAIN}.mo").is_file()
    ]
    return tuple(sorted({SOURCE_LANGUAGE, *found}))


def _catalogue(language: str) -> gettext.NullTranslations:
    if language == SOURCE_LANGUAGE:
        return gettext.NullTranslations()
    if language not in languages():
        raise LanguageError(f"no phrases for language {language!r}; there are: {', '.join(languages())}")
    with as_file(files("announce").joinpath("phrases")) as folder:
        return gettext.translation(DOMAIN, localedir=folder, languages=[language])


def _large(text: str) -> str:
    return _SENTENCE_STARTS.sub(lambda found: found[0].upper(), text)


def of_cause(p: Phrases, causes: Causes, cause: str | None, **values: str | int) -> Words:
    """What a table has for this cause, or else for any other."""
    return p.said(causes.get(cause) or causes[None], **values)
