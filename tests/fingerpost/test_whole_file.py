"""Files that are there whole or as they were before."""

import os
from pathlib import Path

import pytest

from fingerpost.whole_file import write_whole


def test_given_a_folder_that_is_not_there_when_written_then_it_is_made_and_nothing_is_left_beside(
    tmp_path: Path,
) -> None:
    path = tmp_path / "games" / "kept.json"
    for content in (b"one", b"the other"):
        write_whole(path, content)
        assert path.read_bytes() == content
    assert list(path.parent.iterdir()) == [path]


def test_given_a_power_cut_before_all_is_written_then_what_stood_there_stands_there_still(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "kept.json"
    write_whole(path, b"before")

    def cut(descriptor: int) -> None:
        raise OSError(5, "the power is gone")

    monkeypatch.setattr(os, "fsync", cut)
    with pytest.raises(OSError, match="the power is gone"):
        write_whole(path, b"after")
    assert path.read_bytes() == b"before"
