"""Brings every language's catalogue up to the sources: `python -m scripts.translating [LANGUAGE]`.

For translators and tests, never at a table; needs Babel (the extra `dev`). Messages that are new come in
empty, and are said in English until they have words; those that nobody says any more go. The space before a
colon, whose kind nobody sees, is set here where a language has one. With `--count` nothing is written, and a
line for each language tells how much it lacks; with `--check` a line tells each thing that a release wants.
"""

import argparse
import io
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from announce.catalogue import DOMAIN
from scripts.extraction import TEMPLATE, template

if TYPE_CHECKING:
    from babel.messages.catalog import Catalog

PHRASES: Final = Path(__file__).resolve().parents[1] / "announce" / "phrases"
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
    from babel.messages.pofile import PoFileError, read_po

    if not source(language).exists():
        return Catalog(locale=language, charset="utf-8")
    with source(language).open("rb") as file:
        try:
            return read_po(file, locale=language, abort_invalid=True)
        except PoFileError as error:  # which is no ValueError
            raise ValueError(str(error)) from None


def messages(listed: str) -> "Catalog":
    """All messages of a template, without words of any language."""
    from babel.messages.pofile import read_po

    return read_po(io.BytesIO(listed.encode()))


def refreshed(language: str, every: "Catalog") -> tuple[str, list[str]]:
    """The text of a language's catalogue as it should be, and which of every message it lacks.

    A city goes by the name that its map prints until the catalogue has another. A fuzzy message keeps its
    words and its mark, and counts as lacking.
    """
    from babel.messages.catalog import Catalog
    from babel.messages.pofile import write_po

    known = catalogue(language)
    now = Catalog(locale=language, charset="utf-8", fuzzy=False)
    if source(language).exists():  # its people's forms, however many Babel counts by now
        now.mime_headers = [("Plural-Forms", known.plural_forms)]
    lacking: list[str] = []
    for message in every:
        if not message.id:
            continue
        have = known.get(message.id, message.context)
        if have is not None and have.pluralizable != message.pluralizable:
            have = None  # it counts now and did not, or the other way: the old words have not its forms
        said = have.string if have is not None else ""
        if message.context == "city" and not said:
            said = message.id
        said = _spaced(language, said)
        flags = ["fuzzy"] if have is not None and have.fuzzy else []
        if flags or not (all(said) if isinstance(said, tuple | list) else said):
            lacking.append(message.id if isinstance(message.id, str) else message.id[0])
        now.add(message.id, said, message.locations, flags=flags, context=message.context)
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


def refresh(language: str, every: "Catalog") -> list[str]:
    """Write a language's catalogue anew; a line for each message that it lacks."""
    words, lacking = refreshed(language, every)
    source(language).parent.mkdir(parents=True, exist_ok=True)
    source(language).write_text(words, encoding="utf-8")
    return [f"{language} lacks: {message}" for message in lacking]


def count(language: str, every: "Catalog") -> str:
    """How much of all there is to say a language lacks, in one line."""
    return f"{language} lacks {len(refreshed(language, every)[1])} of {len(every)} messages"


def unready(language: str, every: "Catalog") -> list[str]:
    """What stands between a language and a release, a line for each thing."""
    words, lacking = refreshed(language, every)
    lines = [f"{language} lacks: {message}" for message in lacking]
    if not source(language).exists() or source(language).read_text(encoding="utf-8") != words:
        lines.append(
            f"{language}: the catalogue is not refreshed; run: python -m scripts.translating {language}"
        )
    return lines


def main(arguments: list[str]) -> int:
    """Refresh, count or check; 1: something is lacking (never of a count), 2: what is no language."""
    from babel.core import UnknownLocaleError

    parser = argparse.ArgumentParser(prog="python -m scripts.translating", description=__doc__)
    parser.add_argument("language", nargs="*", help="as it, pt_BR; without one all there are")
    only = parser.add_mutually_exclusive_group()
    only.add_argument("--count", action="store_true", help="say how much each language lacks, write nothing")
    only.add_argument("--check", action="store_true", help="say what a release lacks, write nothing")
    args = parser.parse_args(arguments)
    listed = template()
    every, lines = messages(listed), list[str]()
    if args.check and TEMPLATE.read_text(encoding="utf-8") != listed:
        lines.append(f"{TEMPLATE.name} is not refreshed; run: python -m scripts.extraction")
    for language in args.language or translated():
        try:
            if args.count:
                sys.stdout.write(f"{count(language, every)}\n")
            else:
                lines += unready(language, every) if args.check else refresh(language, every)
        except (ValueError, UnknownLocaleError) as error:
            sys.stderr.write(f"{language}: {error}; correct {source(language).name}\n")
            return 2
    sys.stderr.writelines(f"{line}\n" for line in lines)
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
