"""PURE: what a page needs beside the table: who reads it, what was asked, how it is to look."""

from dataclasses import dataclass
from typing import Final

from announce import page_words
from table.moment import Moment
from web.map_page import WHOLE, Look
from web.page_settings import USUAL, PageSettings
from web.page_view import NOTHING, Asked

Display = tuple[str, str]
"""One of `SIZES` and one of `COLOURS`."""
SIZES: Final = ("large", "larger", "largest")
COLOURS: Final = ("bright", "dark")


@dataclass(frozen=True, slots=True, kw_only=True)
class PageFrame:
    """What a page needs beside the table.

    Args:
        token: goes with every form, so that no other site can send one.
        cursor: where the stream of events goes on for this page.
        version: of the style and the script, so that no old one is used.
        clear: the page travels unsealed over a network.
        sealed: it is sealed, by an authority of the table's own.
        hidden: the seat wants its own parts hidden.
        note: what has come of the wish just sent; `note_is_own`: what only the page's seat may know.
        city: how the cities begin that are wanted.
        asked: the question whose answer stands on the page, and what it is about.
        look: what the map shows.
        presses: whether the panel's buttons can be pressed here.
        display: how large a display shows its words, and in which colours.
        settings: how the browser has its pages.
        inside_app: it is one inside of an app, which forgets who has joined.
    """

    token: str
    cursor: str
    version: str
    clear: bool = False
    sealed: bool = False
    hidden: bool = False
    note: str = ""
    note_is_own: bool = False
    city: str = ""
    asked: Asked = NOTHING
    look: Look = WHOLE
    presses: bool = True
    sounds: bool = False  # short sounds can be had
    settings: PageSettings = USUAL
    inside_app: bool = False
    display: Display = ("large", "bright")


def text(table: Moment, key: page_words.Label) -> str:
    """One of the page's own words, in the table's language."""
    return page_words.label(table.wording.vocabulary.phrases, key)
