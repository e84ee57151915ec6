"""A braille line shows each utterance as one text, what was said as a list; no fact is in a sound alone."""

import io
import re
import unicodedata
from collections.abc import Iterator

import pytest

from announce import LEVELS, Announcement
from command_line.printed_words import Transcript
from tests.criteria.panel_table import PanelTable
from tests.criteria.told_games import MODES, NAMES, heard, worded
from tests.web.page_table import PageTable

LANGUAGES = ("en", "de", "es", "fr")
LONGEST = 40
SOUNDS_ALONE = {"tick", "edge", "place", "lift", "wait"}
"""What a finger feels too: a button, a token, an end; and that there is nothing yet."""


def said(language: str) -> Iterator[tuple[str, Announcement]]:
    """Whole games of every edition, ears included."""
    for name in NAMES:
        for cards in MODES:
            for one in heard(name, cards, 3, 1, language):
                yield name, one


@pytest.mark.criterion(79)
@pytest.mark.parametrize("language", LANGUAGES)
def test_given_whole_games_when_shown_in_braille_then_each_utterance_is_one_short_text(language: str) -> None:
    """Letters, digits, punctuation and spaces only: a braille table has all of them; nothing to be drawn."""
    names = {name: counted_as_one(name, language) for name in NAMES}
    count = 0
    for edition, one in said(language):
        for level in LEVELS:
            text = one.text(level)
            assert text == text.strip() and "\n" not in text
            strange = [letter for letter in text if unicodedata.category(letter)[0] not in "LMNPZ"]
            assert not strange, text
            words = [word for word in names[edition].sub("Name", text).split() if word[0].isalnum()]
            assert len(words) <= LONGEST, text
            count += 1
    assert count > 8_000


def counted_as_one(name: str, language: str) -> re.Pattern[str]:
    """A city and a seat count as one word."""
    v = worded(name, language).vocabulary
    known = {*v.cities(), *(v.seat(seat) for seat in ("blue", "red", "green", "yellow", "black"))}
    return re.compile("|".join(sorted(map(re.escape, known), key=len, reverse=True)), re.IGNORECASE)


@pytest.mark.criterion(79)
def test_given_whole_games_when_sounds_are_off_then_words_tell_all() -> None:
    table = PanelTable(cards="dealt")
    table.set_token("blue", "denver-omaha")
    for _ in range(40):
        table.press("yes")
        table.press("forward")
    bare = {one.earcon for one in table.paper.said if not one.normal}
    assert "tick" in bare and bare <= SOUNDS_ALONE
    assert all(one.normal for _, one in said("en"))


@pytest.mark.criterion(79)
def test_given_utterances_when_printed_then_they_are_a_list_of_plain_lines() -> None:
    out = io.StringIO()
    lines = Transcript(out, ears=True)
    told = [one for name in NAMES[:2] for one in heard(name, "dealt", 2, 1)]
    for one in told:
        lines.say(one, 0.0)
    shown = out.getvalue().splitlines()
    assert len(shown) == len(told) > 200
    assert all(line.isprintable() for line in shown)
    assert [line.split("'s ear] ")[-1] for line in shown] == [one.normal for one in told]


@pytest.mark.criterion(6)
def test_given_two_events_with_the_same_words_when_both_happen_then_the_page_has_two_entries() -> None:
    table, words = PageTable(cards="untracked"), "Blue disc: no claim. Red square to move."
    table.press("yes", "yes", "yes")
    table.show()
    page = table.browser()
    page.visit("/")
    assert table.words().count(words) == 2
    assert len(set(re.findall(rf'<li value="(\d+)">{re.escape(words)}</li>', page.raw))) == 2
