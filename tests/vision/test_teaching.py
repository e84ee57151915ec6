"""What teaches the networks: every file a lesson needs is drawn, and none is taken for another."""

import sys
from pathlib import Path

import numpy as np
import pytest

from training import make
from training.teach import LESSONS, LOOSE, PLACES, SHAPES, commands

PER_FILE = 300
"""Places that a trial draws of one kind at most: minutes for all."""


def _drawn(drawing: list[list[str]]) -> dict[str, int]:
    return {one[1]: int(one[one.index("--count") + 1]) for one in drawing}


@pytest.mark.parametrize("trial", [False, True])
def test_given_an_empty_folder_when_taught_then_each_lesson_is_of_files_that_are_drawn(
    tmp_path: Path, *, trial: bool
) -> None:
    drawing, lessons = commands(tmp_path, trial=trial)
    assert len(drawing) == len(PLACES) + len(SHAPES) + len(LOOSE)
    assert len(lessons) == len(LESSONS)
    for lesson in lessons:
        places = [word for word in lesson if word.endswith(".npz")]
        assert places
        assert set(places) <= set(_drawn(drawing))
        assert Path(lesson[lesson.index("--start") + 1]).exists()


def test_given_files_that_are_there_when_taught_again_then_only_the_others_are_drawn(tmp_path: Path) -> None:
    every = _drawn(commands(tmp_path)[0])
    first = next(iter(every))
    Path(first).touch()
    assert set(_drawn(commands(tmp_path)[0])) == set(every) - {first}


def test_given_a_trial_when_a_whole_lesson_follows_then_its_few_places_are_not_taken_for_all(
    tmp_path: Path,
) -> None:
    drawing, lessons = commands(tmp_path, trial=True)
    assert max(_drawn(drawing).values()) <= PER_FILE
    assert all(lesson[-2:] == ["--epochs", "1"] for lesson in lessons)
    for name in _drawn(drawing):
        Path(name).touch()
    assert len(commands(tmp_path)[0]) == len(PLACES) + len(SHAPES) + len(LOOSE)


def test_given_a_drawing_that_is_cut_off_when_looked_for_then_no_file_passes_for_a_whole_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "places.npz"
    monkeypatch.setattr(sys, "argv", ["make", str(out), "--count", "2", "--seed", "5"])
    whole = np.savez

    def cut_off(path: Path, **arrays: object) -> None:
        Path(path).write_bytes(b"PK")
        raise KeyboardInterrupt

    monkeypatch.setattr(np, "savez", cut_off)
    with pytest.raises(KeyboardInterrupt):
        make.main()
    assert not out.exists()
    monkeypatch.setattr(np, "savez", whole)
    make.main()
    assert len(np.load(out)["label"]) == 2
    assert [path.name for path in tmp_path.iterdir()] == ["places.npz"]
