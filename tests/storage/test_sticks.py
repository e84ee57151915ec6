"""Backups on what is plugged in: found by what they say first, newest first; nothing else is opened."""

import os
from pathlib import Path

from fingerpost.config import Config, StoreSection
from fingerpost.whole_table import brought
from storage.backup import write_backup
from storage.sticks import found_backups


def backup(folder: Path, made: str, games: int) -> Path:
    """A backup of so many games."""
    folder.mkdir(parents=True, exist_ok=True)
    content = folder / "content"
    content.write_text("a game")
    files = {f"games/game-{n}.fingerpost": content for n in range(games)}
    files["learned/table-settings.json"] = content
    file = folder / f"{made[:4]}.tar"
    write_backup(file, files, program="0.1.0", made=made)
    content.unlink()
    return file


def test_given_sticks_when_looked_through_then_backups_are_found_newest_first_and_nothing_else(
    tmp_path: Path,
) -> None:
    old = backup(tmp_path / "media" / "somebody" / "stick", "2031-05-01T10:00:00Z", 1)
    new = backup(tmp_path / "media" / "other", "2032-01-01T10:00:00Z", 3)
    (tmp_path / "media" / "holiday.tar").write_bytes(b"no tar at all" * 1000)
    (tmp_path / "media" / "empty.tar").touch()
    (tmp_path / "media" / "link.tar").symlink_to(new)
    os.mkfifo(tmp_path / "media" / "pipe.tar")
    found = found_backups((tmp_path / "media", tmp_path / "nowhere"))
    assert [(one.file, one.games) for one in found] == [(new, 3), (old, 1)]


def test_given_more_files_than_a_stick_of_a_table_has_when_looked_through_then_it_ends(
    tmp_path: Path,
) -> None:
    for number in range(600):
        (tmp_path / f"{number:04}.tar").touch()
    backup(tmp_path / "z", "2031-05-01T10:00:00Z", 1)
    assert found_backups((tmp_path,)) == ()


def test_given_a_backup_when_brought_by_the_table_then_its_games_are_here_and_another_cannot_be(
    tmp_path: Path,
) -> None:
    config = Config(store=StoreSection(path=tmp_path / "home" / "games"))
    assert brought(config, str(backup(tmp_path / "stick", "2031-05-01T10:00:00Z", 2)))
    here = {path.name for path in (tmp_path / "home" / "games").iterdir()}
    assert here == {"game-0.fingerpost", "game-1.fingerpost", "table-settings.json"}
    assert not brought(config, str(tmp_path / "stick" / "gone.tar"))
    assert {path.name for path in (tmp_path / "home" / "games").iterdir()} == here
