"""The golden transcripts in every other language: the diff is what its speakers review."""

import os
from functools import partial
from pathlib import Path

import pytest

import lab.simulation.script
import lab.simulation.scripted_evening
from announce import Wording, languages

FOLDER = Path(__file__).parent
NAMES = sorted(path.stem for path in FOLDER.glob("*.txt"))


@pytest.mark.parametrize("language", sorted({*languages()} - {"en"}))
@pytest.mark.parametrize("name", NAMES)
def test_given_a_script_when_played_in_a_language_then_the_table_hears_what_is_written(
    name: str, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lab.simulation.scripted_evening, "Wording", partial(Wording, language=language))
    script = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    heard = lab.simulation.script.play(script, source=name).text
    golden = FOLDER / language / f"{name}.txt"
    if os.environ.get("FINGERPOST_ACCEPT"):
        golden.parent.mkdir(exist_ok=True)
        golden.write_text(heard, encoding="utf-8")
    assert heard == golden.read_text(encoding="utf-8")


@pytest.mark.parametrize("language", sorted({*languages()} - {"en"}))
def test_given_a_language_when_its_transcripts_are_listed_then_each_is_of_a_script(language: str) -> None:
    assert sorted(path.stem for path in (FOLDER / language).glob("*.txt")) == NAMES
