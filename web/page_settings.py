"""PURE: what somebody has set for the pages of one browser: how lists of words run, and the single letters.

A browser keeps it in a cookie, so it needs no script, and the table nothing of it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Final, Literal, get_args

from announce import Phrases, page_words
from announce.vocabulary import Vocabulary
from dialog import ITEMS, AskItem
from web.forms import SEAL
from web.markup import Html, tag

SETTINGS: Final = "/settings"
"""Where they are seen and changed."""

MapKey = Literal["next", "before", "find"]
"""What a letter does on the board by keys: the next route here, the one before, the field of names."""

ASKED: Final[Mapping[str, AskItem]] = {one.key: one.id for one in ITEMS if one.key and not one.spoken}
"""The letters of the keys (docs/keyboard.md) and what they ask; a page has no use for what is about words."""
TYPED: Final[Mapping[str, str]] = {
    **{str(item): key for key, item in ASKED.items()}, "repeat": "r", "yes": "y", "help": "?",
}  # fmt: skip
"""What can be typed into the box as one letter or sign: the word that it is short for → it."""
ON_MAP: Final[Mapping[str, str]] = {"next": "]", "before": "[", "find": "/"}
"""The same of the board by keys."""


@dataclass(frozen=True, slots=True)
class PageSettings:
    """How one browser has its pages.

    Args:
        newest_last: lists of words run as they were said; else the newest stands first.
        letters: single letters are short for something.
        changed: which of `TYPED` and `ON_MAP` have another letter; "": none.
    """

    newest_last: bool = False
    letters: bool = True
    changed: tuple[tuple[str, str], ...] = ()

    @property
    def usual_letters(self) -> bool:
        """Whether all letters are as they are at first."""
        return self.letters and not self.changed

    def sign(self, name: str) -> str:
        """The letter of a word or of a key of the board; "": it has none."""
        usual = TYPED.get(name) or ON_MAP.get(name, "")
        return dict(self.changed).get(name, usual) if self.letters else ""

    def word(self, typed: str) -> str:
        """What was typed, or the word that it is the letter of."""
        return next((name for name in TYPED if typed and self.sign(name) == typed.lower()), typed)


USUAL: Final = PageSettings()


def kept(settings: PageSettings) -> str:
    """Settings as a cookie has them."""
    parts = ["last"] * settings.newest_last + ["off"] * (not settings.letters)
    return ".".join((*parts, *(f"{name}:{sign and f'{ord(sign):x}'}" for name, sign in settings.changed)))


def read(cookie: str | None) -> PageSettings:
    """What a cookie says; what is none of ours counts as not set."""
    parts = (cookie or "")[:600].split(".")
    changed = {}
    for part in parts:
        name, colon, sign = part.partition(":")
        if colon and (name in TYPED or name in ON_MAP):
            try:
                changed[name] = chr(int(sign, 16)) if sign else ""
            except (ValueError, OverflowError):
                continue
    found = PageSettings("last" in parts, "off" not in parts, tuple(changed.items()))
    return found if _clear(found) else PageSettings(found.newest_last, found.letters)


def wished(form: Mapping[str, list[str]]) -> PageSettings | None:
    """What the form says; None: a field holds a colon or more than one sign, or two of a kind the same."""
    changed = []
    for name, usual in (*TYPED.items(), *ON_MAP.items()):
        given = "".join(form.get(f"letter-{name}", [usual])).strip().lower()
        if given != usual:
            changed.append((name, given))
    found = PageSettings("last" in form, "letters" in form, tuple(changed))
    return found if _clear(found) else None


def _clear(settings: PageSettings) -> bool:
    """Whether each letter is one that can be seen, and means one thing where it is typed."""
    changed = dict(settings.changed)
    for usual in (TYPED, ON_MAP):
        signs = [sign for sign in ({**usual, **changed}[name] for name in usual) if sign]
        if len(set(signs)) < len(signs) or not all(len(one) == 1 and one.isprintable() for one in signs):
            return False
    # What is typed after a colon is a word: the colon itself is never looked at.
    return not any(sign.isspace() or (sign == ":" and name in TYPED) for name, sign in changed.items())


def form(v: Vocabulary, settings: PageSettings) -> Html:
    """All of it, and a button each that keeps it and that has it as at first."""
    p, letter = v.phrases, partial(_letter, settings)
    return tag(
        "form",
        SEAL,
        tag("p", page_words.label(p, "settings-why")),
        tag("h2", page_words.label(p, "said" if not settings.newest_last else "said-last")),
        _box(p, "last", "newest-last", on=settings.newest_last),
        tag("h2", page_words.label(p, "letters")),
        _box(p, "letters", "letters-on", on=settings.letters),
        tag("p", page_words.label(p, "letters-why")),
        tag("h3", page_words.label(p, "command")),
        tag("div", (letter(name, typed_name(v, name)) for name in TYPED), class_="letters"),
        tag("h3", page_words.label(p, "walk-board")),
        tag("div", (letter(name, map_key_name(v, name)) for name in get_args(MapKey)), class_="letters"),
        tag(
            "div",
            tag("button", page_words.label(p, "keep-settings")),
            tag("button", page_words.label(p, "usual-settings"), name="usual", value="1"),
            class_="acts",
        ),
        method="post",
        action=SETTINGS,
    )


def _box(p: Phrases, name: str, key: page_words.Label, *, on: bool) -> Html:
    mark = tag("input", type="checkbox", name=name, value="on", checked=on)
    return tag("div", tag("label", mark, " ", page_words.label(p, key)), class_="acts")


def _letter(settings: PageSettings, name: str, told: str) -> Html:
    """A field for the letter of what is told."""
    field = tag(
        "input",
        name=f"letter-{name}",
        id=f"letter-{name}",
        value=dict(settings.changed).get(name, {**TYPED, **ON_MAP}[name]),
        maxlength=1,
        size=1,
        autocomplete="off",
        autocapitalize="off",
        spellcheck="false",
    )
    return tag("div", tag("label", told, for_=f"letter-{name}"), field)


def typed_name(v: Vocabulary, name: str) -> str:
    """What a letter of the box is short for."""
    match name:
        case "help":
            return page_words.label(v.phrases, "typed-help")
        case "yes" | "repeat":
            return page_words.button(v.phrases, name)
        case _:
            return page_words.question(v, next(item for item in ASKED.values() if item == name))


def map_key_name(v: Vocabulary, name: MapKey) -> str:
    """What a letter of the board by keys does."""
    names: dict[MapKey, page_words.Label] = {
        "next": "next-route", "before": "route-before", "find": "find-place",
    }  # fmt: skip
    return page_words.label(v.phrases, names[name])


def map_letters(v: Vocabulary, settings: PageSettings) -> Html:
    """What the keys of the board do, as they are set."""
    p = v.phrases
    if all(settings.sign(name) == usual for name, usual in ON_MAP.items()):
        return tag("p", page_words.label(p, "walk-keys"), id="walk-keys")
    names: tuple[MapKey, ...] = get_args(MapKey)
    told = [
        page_words.letter_does(p, settings.sign(name), map_key_name(v, name))
        for name in names
        if settings.sign(name)
    ]
    return tag("p", " ".join((page_words.label(p, "walk-keys-own"), *told)), id="walk-keys")
