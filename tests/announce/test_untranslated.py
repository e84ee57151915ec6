"""A sentence lands in English alone: what a language has no words for is said in English, and counted."""

from pathlib import Path
from typing import get_args

import pytest

from announce import Phrases, languages
from announce.page_words import Label, label
from scripts import translating
from scripts.compile_languages import compiled
from tests.announce.test_setup_words import FOLDER, FirstEvening
from tests.catalogues import HEADER, put_catalogue

HALF = """
msgid "gone."
msgstr "weg."

msgid "empty"
msgstr ""

#, fuzzy
msgid "guessed"
msgstr "geraten"

msgid "{n} card"
msgid_plural "{n} cards"
msgstr[0] "{n} Karte"
msgstr[1] "{n} Karten"

msgid "{n} hub"
msgid_plural "{n} hubs"
msgstr[0] ""
msgstr[1] ""

msgid "{n} pin"
msgid_plural "{n} pins"
msgstr[0] "{n} Stift"
msgstr[1] ""

msgid "it counts now"
msgstr "es zählt"

msgctxt "one card"
msgid "a red card"
msgstr "eine rote Karte"

msgctxt "one card"
msgid "a blue card"
msgstr ""

msgctxt "seat"
msgid "elsewhere"
msgstr "anderswo"
"""
TEMPLATE = """
msgid "gone."
msgstr ""

msgid "{n} card"
msgid_plural "{n} cards"
msgstr[0] ""
msgstr[1] ""

msgid "it counts now"
msgid_plural "they count now"
msgstr[0] ""
msgstr[1] ""

msgid "guessed"
msgstr ""

msgid "nobody has this"
msgstr ""

msgctxt "city"
msgid "Denver"
msgstr ""
"""


@pytest.fixture
def half(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Phrases:
    """A language that has words for some of what there is."""
    put_catalogue(monkeypatch, tmp_path, language="xx", text=HEADER + HALF)
    return Phrases("xx")


def test_given_a_message_without_words_when_said_then_in_english(half: Phrases) -> None:
    assert (half.sentence("gone."), half.sentence("nobody has this.")) == ("Weg.", "Nobody has this.")
    assert [half.phrase(one) for one in ("empty", "guessed")] == ["empty", "guessed"]
    assert half.phrase("{n} of {more}", n=1, more=2) == "1 of 2"


@pytest.mark.parametrize(
    ("one", "more", "said"),
    [
        ("{n} card", "{n} cards", ["0 Karten", "1 Karte", "2 Karten"]),
        ("{n} hub", "{n} hubs", ["0 hubs", "1 hub", "2 hubs"]),
        ("{n} pin", "{n} pins", ["0 pins", "1 pin", "2 pins"]),
        ("{n} board", "{n} boards", ["0 boards", "1 board", "2 boards"]),
        ("it counts now", "they count now", ["they count now", "it counts now", "they count now"]),
    ],
)
def test_given_a_count_without_words_when_said_then_in_english_forms(
    half: Phrases, one: str, more: str, said: list[str]
) -> None:
    """One form alone is none: the other would be said as nothing."""
    assert [half.count(one, more, n) for n in (0, 1, 2)] == said
    assert [half.sentences(one, more, n) for n in (0, 1, 2)] == [text[0].upper() + text[1:] for text in said]


def test_given_a_name_without_words_when_said_then_in_english(half: Phrases) -> None:
    assert half.name("one card", "a red card") == "eine rote Karte"
    assert half.name("one card", "a blue card") == "a blue card"
    assert half.name("one card", "elsewhere") == "elsewhere"  # words of another context are no words


def test_given_a_language_without_any_words_when_an_evening_begins_then_it_goes_on_in_english(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    put_catalogue(monkeypatch, tmp_path, language="xx", text=HEADER)
    assert languages() == ("en", "xx")
    assert FirstEvening("xx").run() == (FOLDER / "en.txt").read_text(encoding="utf-8")
    words, english = Phrases("xx"), Phrases()
    assert all(label(words, key) == label(english, key) for key in get_args(Label))


@pytest.fixture
def phrases(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """German as above, and sources that have gone on since."""
    monkeypatch.setattr(translating, "PHRASES", tmp_path)
    monkeypatch.setattr(translating, "TEMPLATE", tmp_path / "fingerpost.pot")
    monkeypatch.setattr(translating, "template", lambda: HEADER + TEMPLATE)
    translating.source("de").parent.mkdir(parents=True)
    translating.source("de").write_text(HEADER + HALF, encoding="utf-8")
    (tmp_path / "fingerpost.pot").write_text(HEADER, encoding="utf-8")
    return tmp_path


def test_given_a_new_sentence_when_counted_then_a_line_for_each_language_tells_and_nothing_fails(
    phrases: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = translating.source("de").read_bytes()
    assert translating.main(["--count"]) == 0
    assert capsys.readouterr().out == "de lacks 3 of 6 messages\n"
    assert translating.source("de").read_bytes() == before
    assert not list(phrases.rglob("*.mo"))


def test_given_a_new_sentence_when_a_release_is_checked_then_each_thing_is_a_line(
    phrases: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert translating.main(["--check"]) == 1
    assert capsys.readouterr().err.splitlines() == [
        "fingerpost.pot is not refreshed; run: python -m scripts.extraction",
        "de lacks: it counts now",
        "de lacks: guessed",
        "de lacks: nobody has this",
        "de: the catalogue is not refreshed; run: python -m scripts.translating de",
    ]


def test_given_a_catalogue_when_refreshed_and_filled_in_then_a_release_lacks_nothing(
    phrases: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert translating.main([]) == 1  # something is lacking
    text = translating.source("de").read_text(encoding="utf-8")
    assert '#, fuzzy\nmsgid "guessed"\nmsgstr "geraten"\n' in text
    assert 'msgid_plural "they count now"\nmsgstr[0] ""\nmsgstr[1] ""\n' in text  # not the letters e and s
    assert 'msgid "Denver"\nmsgstr "Denver"\n' in text
    assert "elsewhere" not in text
    text = text.replace("#, fuzzy\n", "").replace('[0] ""', '[0] "es"').replace('[1] ""', '[1] "sie"')
    text = text.replace('has this"\nmsgstr ""', 'has this"\nmsgstr "das hat keiner"')
    translating.source("de").write_text(text, encoding="utf-8")
    (phrases / "fingerpost.pot").write_text(HEADER + TEMPLATE, encoding="utf-8")
    capsys.readouterr()
    assert (translating.main(["--check"]), capsys.readouterr().err) == (0, "")
    assert b"das hat keiner" in compiled(text)


def test_given_a_language_whose_forms_babel_counts_otherwise_when_refreshed_then_its_own_stay(
    phrases: Path,
) -> None:
    """Newer tables give French and Spanish a third form, for millions: all their counts would lack words."""
    forms = '"Plural-Forms: nplurals=2; plural=(n > 1);\\n"\n'
    listed = '\nmsgid "it counts now"\nmsgid_plural "they count now"\nmsgstr[0] "un"\nmsgstr[1] "deux"\n'
    translating.source("fr").parent.mkdir(parents=True)
    translating.source("fr").write_text(HEADER.rstrip("\n") + f"\n{forms}{listed}", encoding="utf-8")
    assert "fr lacks: it counts now" not in translating.refresh("fr", translating.messages(HEADER + TEMPLATE))
    text = translating.source("fr").read_text(encoding="utf-8")
    assert forms in text and "msgstr[2]" not in text


def test_given_a_catalogue_that_cannot_be_read_when_counted_then_one_line_says_so(
    phrases: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    translating.source("de").write_text('msgid "gone', encoding="utf-8")
    assert translating.main(["--count"]) == 2
    assert capsys.readouterr().err == "de: missing msgstr for msgid 'gon' on 0; correct fingerpost.po\n"
