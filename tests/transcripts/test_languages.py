"""Eight golden transcripts in every other language: the diff is what its speakers review."""

import os
from functools import partial
from pathlib import Path
from typing import Final

import pytest

import lab.simulation.script
import lab.simulation.scripted_evening
from announce import Wording, languages
from tests.catalogues import HEADER, put_catalogue

FOLDER = Path(__file__).parent
LANGUAGES = sorted({*languages()} - {"en"})
JOURNEYS: Final = (
    "devices", "first-evening", "legends-retired", "phones-and-ears",
    "tie-stations", "tokens-fell", "tour-and-pairs", "whose-token",
)  # fmt: skip
"""Taken one after the other by what each adds: 522 of the 774 messages that all reach, cities apart."""


def heard(name: str, language: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """What the table hears when the journey is played in a language."""
    monkeypatch.setattr(lab.simulation.scripted_evening, "Wording", partial(Wording, language=language))
    script = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    return lab.simulation.script.play(script, source=name).text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", JOURNEYS)
def test_given_a_script_when_played_in_a_language_then_the_table_hears_what_is_written(
    name: str, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = heard(name, language, monkeypatch)
    golden = FOLDER / language / f"{name}.txt"
    if os.environ.get("FINGERPOST_ACCEPT"):
        golden.parent.mkdir(exist_ok=True)
        golden.write_text(text, encoding="utf-8")
    assert text == golden.read_text(encoding="utf-8")


@pytest.mark.parametrize("language", LANGUAGES)
def test_given_a_language_when_its_transcripts_are_listed_then_they_are_the_eight(language: str) -> None:
    assert sorted(path.stem for path in (FOLDER / language).glob("*.txt")) == sorted(JOURNEYS)


@pytest.mark.parametrize("name", JOURNEYS)
def test_given_a_language_without_any_words_when_a_script_is_played_then_it_is_heard_in_english(
    name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    put_catalogue(monkeypatch, tmp_path, language="xx", text=HEADER)
    assert heard(name, "xx", monkeypatch) == (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
