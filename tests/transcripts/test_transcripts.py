"""Golden spoken transcripts: what people hear in short scripted games."""

import os
from pathlib import Path

import pytest

from lab.simulation.script import play

FOLDER = Path(__file__).parent


def scripts(folder: Path) -> list[Path]:
    """Every script of a folder."""
    return sorted(folder.glob("*.txt"))


@pytest.mark.parametrize("path", scripts(FOLDER), ids=lambda path: path.stem)
def test_given_a_script_when_played_then_the_table_hears_what_is_written(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    heard = play(text, source=path.name)
    assert heard.failed == ()
    if os.environ.get("FINGERPOST_ACCEPT"):
        path.write_text(heard.text, encoding="utf-8")
    assert heard.text == text


def test_given_the_folder_when_listed_then_there_are_scripts() -> None:
    assert len(scripts(FOLDER)) >= 4
