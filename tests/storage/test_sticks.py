"""Backups on what is plugged in: found by what they say first, newest first; nothing else is opened."""

import io
import json
import os
import tarfile
from pathlib import Path

import pytest

from storage.backup import BackupError, read_backup, write_backup
from storage.sticks import found_backups
from tests.fuzz.seeds import small_backup
from upkeep.restoring import brought


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
    games = tmp_path / "home" / "games"
    assert brought(games, str(backup(tmp_path / "stick", "2031-05-01T10:00:00Z", 2)))
    here = {path.name for path in (tmp_path / "home" / "games").iterdir()}
    assert here == {"game-0.fingerpost", "game-1.fingerpost", "table-settings.json"}
    assert not brought(games, str(tmp_path / "stick" / "gone.tar"))
    assert {path.name for path in (tmp_path / "home" / "games").iterdir()} == here


def header(kind: bytes, size: int) -> bytes:
    """What stands before a file in a tar, or tells more of the next one."""
    info = tarfile.TarInfo("p")
    info.size, info.type = size, kind
    return info.tobuf(tarfile.GNU_FORMAT)


def more(text: bytes) -> bytes:
    size = len(text) + 3
    line = b"%d %s\n" % (size + len(str(size)) - 1, text)
    return header(tarfile.XHDTYPE, len(line)) + line.ljust(512, b"\0")


@pytest.mark.parametrize(
    "odd",
    [
        more(b"GNU.sparse.map=1,a,3"),
        more(b"GNU.sparse.size=x"),
        more(b"path=ab") * 2000,
        header(tarfile.XHDTYPE, 8**11 - 1) + bytes(1024),
        header(tarfile.GNUTYPE_LONGNAME, 8**11 - 1) + bytes(1024),
    ],
    ids=["a place that is none", "a size that is none", "headers of headers", "a header of 8 GB", "its name"],
)
def test_given_a_tar_that_somebody_has_made_to_be_read_when_a_stick_is_looked_through_then_it_is_passed_over(
    odd: bytes, tmp_path: Path
) -> None:
    (tmp_path / "odd.tar").write_bytes(odd + small_backup())
    (tmp_path / "table.tar").write_bytes(small_backup())
    assert [one.file.name for one in found_backups((tmp_path,))] == ["table.tar"]
    (tmp_path / "into").mkdir()
    with pytest.raises(BackupError, match=r"odd\.tar: "):
        read_backup(tmp_path / "odd.tar", tmp_path / "into")


def test_given_a_file_of_a_backup_that_is_mostly_a_hole_when_restored_then_it_fills_no_card(
    tmp_path: Path,
) -> None:
    manifest = json.dumps(
        {
            "format": "backup/1",
            "program": "x",
            "made": "",
            "files": [{"path": "games/a", "size": 1, "sha256": ""}],
        }
    ).encode()
    first = tarfile.TarInfo("manifest.json")
    first.size = len(manifest)
    hole = tarfile.TarInfo("games/a")
    hole.pax_headers = {"GNU.sparse.map": "0,0", "GNU.sparse.size": "99999999999999"}
    with tarfile.open(tmp_path / "b.tar", "w", format=tarfile.PAX_FORMAT) as tar:
        tar.addfile(first, io.BytesIO(manifest))
        tar.addfile(hole)
    (tmp_path / "into").mkdir()
    with pytest.raises(BackupError, match="not as it was written"):
        read_backup(tmp_path / "b.tar", tmp_path / "into")
    assert (tmp_path / "into" / "games" / "a").stat().st_size == 0
