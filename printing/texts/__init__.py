"""The words of printed things, a file for each language; they are read, not spoken by the table."""

import tomllib
from collections.abc import Mapping
from importlib.resources import files
from typing import Literal

import msgspec

from tabletop import Button


class TextLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A line of START-HERE.txt. `tiers`: with these and all after the first of them; none: with all.

    `only`: with these and no other; `needs`: of boards alone that have these.
    """

    text: str
    tiers: tuple[str, ...] = ()
    step: bool = False
    sight: bool = False
    only: bool = False
    needs: Literal["", "chips", "buttons"] = ""


class Texts(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"conjunction": "and"}):
    """One language."""

    counted: str
    conjunction: str
    braille: str  # liblouis' table
    tiers: Mapping[str, str]
    line: tuple[TextLine, ...]
    words: Mapping[str, str]
    parts: Mapping[str, str]
    one_part: Mapping[str, str] = {}  # of which there may be a single one
    decimal: str = "."


def texts_of(language: str) -> Texts:
    """The words of a language, in English where nobody has written them yet."""
    folder = files(__name__)
    there = folder.joinpath(f"start-here.{language}.toml")
    found = there if there.is_file() else folder.joinpath("start-here.en.toml")
    return msgspec.convert(tomllib.loads(found.read_text("utf-8")), Texts)


class WiringTexts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is said of wires. `before`: once, by the kind of wiring; `step`: by the kind of wire.

    `place`: of a button on its panel; `sign`: which it bears on the sheet.
    """

    title: str
    before: Mapping[str, tuple[str, ...]]
    step: Mapping[str, str]
    place: Mapping[str, str]
    sign: Mapping[Button, str]


def wiring_texts(language: str) -> WiringTexts:
    """The words of a language, in English where nobody has written them yet."""
    folder = files(__name__)
    there = folder.joinpath(f"wiring.{language}.toml")
    found = there if there.is_file() else folder.joinpath("wiring.en.toml")
    return msgspec.convert(tomllib.loads(found.read_text("utf-8")), WiringTexts)


def guide(name: str) -> str:
    """A guide's text, with what is to be filled in, in braces."""
    return files(__name__).joinpath("guides", f"{name}.md").read_text("utf-8")
