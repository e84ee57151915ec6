"""Brings every language's catalogue up to the sources: `python -m announce.translating [LANGUAGE]`.

For translators and tests, never at a table; needs Babel (the extra `dev`). Messages that are new come in
empty, those that nobody says any more go.
The space before a colon, whose kind nobody sees, is set here where a language has one.
"""

import io
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from announce.catalogue import DOMAIN
from announce.extraction import template

if TYPE_CHECKING:
    from babel.messages.catalog import Catalog

PHRASES: Final = Path(__file__).resolve().parent / "phrases"
SPACE_BEFORE_STOPS: Final = {"fr": "\u202f"}
"""Before `:`, `;`, `?` and `!` of a language: a narrow space at which no line breaks; no voice reads it."""

_Forms = str | tuple[str, ...] | list[str] | None
"""A message as Babel has it: one text, or those for one and for more; None: no words yet."""

_SPACE_BEFORE_STOP: Final = re.compile(r"\s+(?=[:;?!])")


def source(language: str) -> Path:
    """The catalogue of a language that people edit."""
    return PHRASES / language / "LC_MESSAGES" / f"{DOMAIN}.po"


def translated() -> tuple[str, ...]:
    """The languages that have a catalogue, complete or not."""
    return tuple(sorted(path.parent.parent.name for path in PHRASES.glob(f"*/LC_MESSAGES/{DOMAIN}.po")))


def catalogue(language: str) -> "Catalog":
    """A language's catalogue as its file has it; an empty one when there is no file yet.

    Raises:
        ValueError: the file is no catalogue; UnknownLocaleError: there is no such language.
    """
    from babel.messages.catalog import Catalog
    from babel.messages.pofile import read_po

    if not source(language).exists():
        return Catalog(locale=language, charset="utf-8")
    with source(language).open("rb") as file:
        return read_po(file, locale=language, abort_invalid=True)


def refreshed(language: str) -> tuple[str, list[str]]:
    """The text of a language's catalogue as it should be now, and what it lacks.

    A city goes by the name that its map prints until the catalogue has another.
    """
    from babel.messages.catalog import Catalog
    from babel.messages.pofile import read_po, write_po

    known = catalogue(language)
    now = Catalog(locale=language, charset="utf-8", fuzzy=False)
    lacking: list[str] = []
    for wanted in read_po(io.BytesIO(template().encode())):
        if not wanted.id:
            continue
        have = known.get(wanted.id, wanted.context)
        said = have.string if have is not None else ""
        if wanted.context == "city" and not said:
            said = wanted.id
        said = _spaced(language, said)
        if not (all(said) if isinstance(said, tuple | list) else said):
            lacking.append(wanted.id if isinstance(wanted.id, str) else wanted.id[0])
        now.add(wanted.id, said, wanted.locations, context=wanted.context)
    words = io.BytesIO()
    write_po(words, now, sort_output=True, omit_header=True, include_lineno=False, width=100)
    header = _HEADER.format(language=language, plurals=now.plural_forms)
    return header + words.getvalue().decode("utf-8"), lacking


def _spaced(language: str, said: _Forms) -> _Forms:
    space = SPACE_BEFORE_STOPS.get(language)
    if space is None or not said:
        return said
    if isinstance(said, str):
        return _SPACE_BEFORE_STOP.sub(space, said)
    return tuple(_SPACE_BEFORE_STOP.sub(space, form) for form in said)


_HEADER: Final = """\
# What Fingerpost says. docs/translating.md tells how to work on it.
msgid ""
msgstr ""
"Language: {language}\\n"
"Plural-Forms: {plurals}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"

"""


def main(arguments: list[str]) -> int:
    """Bring the catalogues up to date; 1 when one of them lacks something, 2 for what is no language."""
    from babel.core import UnknownLocaleError

    complete = True
    for language in arguments or translated():
        try:
            words, lacking = refreshed(language)
        except (ValueError, UnknownLocaleError) as error:
            sys.stderr.write(f"{language}: {error}; correct {source(language).name}\n")
            return 2
        source(language).parent.mkdir(parents=True, exist_ok=True)
        source(language).write_text(words, encoding="utf-8")
        for message in lacking:
            sys.stderr.write(f"{language} lacks: {message}\n")
        complete = complete and not lacking
    return 0 if complete else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
