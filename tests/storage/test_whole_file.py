"""Files that are there whole or as they were before."""

import os
from pathlib import Path

import pytest

from storage.whole_file import SECRET, write_whole


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
    assert list(tmp_path.iterdir()) == [path]


def test_given_a_secret_when_written_then_nobody_else_can_read_it_even_before_it_has_its_name(
    tmp_path: Path,
) -> None:
    path = tmp_path / "kept.json"
    path.touch(mode=0o644)
    seen: list[tuple[str, int]] = []
    write_whole(path, b"cards", mode=SECRET, before=lambda new: seen.append((new.name, _mode(new))))
    assert seen == [(".kept.json.new", 0o600)]
    assert _mode(path) == 0o600
    write_whole(path, b"for all", mode=0o644)
    assert _mode(path) == 0o644


def test_given_anothers_link_in_its_way_when_written_then_what_it_points_to_is_left_alone(
    tmp_path: Path,
) -> None:
    path, other = tmp_path / "kept.json", tmp_path / "other"
    other.write_bytes(b"mine")
    (tmp_path / ".kept.json.new").symlink_to(other)
    write_whole(path, b"new")
    assert (path.read_bytes(), other.read_bytes()) == (b"new", b"mine")


def _mode(path: Path) -> int:
    return path.stat().st_mode & 0o777
