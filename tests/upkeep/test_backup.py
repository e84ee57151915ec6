"""`fingerpost backup`: all of a table; and back again."""

import errno
import io
import json
import os
import tarfile
from pathlib import Path
from types import SimpleNamespace

import pytest

from engine import Game
from storage import backup as backup_module
from storage.acts_beside import acts_of
from storage.backup import write_backup
from storage.folder import kept_games
from storage.kept_pairing import KeptPairing, pairing_file
from storage.log_reading import read_file
from storage.reading import read_regular
from storage.store import GameLog
from storage.writer_lock import WriterLock
from tests.upkeep.whole_tables import Table, backup, restore, table, tree

__all__ = ["table"]


def test_given_a_table_when_backed_up_then_its_manifest_comes_first_and_no_password_is_in_it(
    table: Table, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "b.tar"
    assert backup(table, file) == 0
    assert file.stat().st_mode & 0o777 == 0o600
    assert "every hand" in capsys.readouterr().err
    with tarfile.open(file) as tar:
        names = tar.getnames()
        manifest = json.load(tar.extractfile("manifest.json") or io.BytesIO())
    assert names[0] == "manifest.json"
    assert manifest["format"] == "backup/1"
    assert [one["path"] for one in manifest["files"]] == names[1:]
    assert {"games/game-0001.fingerpost", "learned/senses-usa.json", "config/table.toml"} <= set(names)
    assert "campaigns/west/campaign.json" in names
    assert b"sesame" not in file.read_bytes()


def test_given_a_backup_when_restored_elsewhere_then_the_game_is_whole_there(
    table: Table, tmp_path: Path
) -> None:
    file = tmp_path / "b.tar"
    assert backup(table, file) == 0
    other = tmp_path / "other"
    config = tmp_path / "other.toml"
    config.write_text(f'[store]\npath = "{other}/games"\n')
    assert restore((other, config), file) == 0
    (game,) = kept_games(other / "games")
    assert (game.name, game.fault, game.harm) == ("1", "", "")
    assert (other / "games" / "senses-usa.json").read_text() == "{}"
    assert (other / "campaigns" / "west" / "campaign.json").is_file()
    assert (other / "games" / "game-0001.fingerpost").stat().st_mode & 0o077 == 0


def test_given_a_home_that_follows_when_backed_up_then_nothing_of_its_pairing_is_in_it(
    table: Table, tmp_path: Path
) -> None:
    KeptPairing(pairing_file(table[0] / "games", "kiel"), "https://bremen.example").keep("red", "session=top")
    file = tmp_path / "b.tar"
    assert backup(table, file) == 0
    with tarfile.open(file) as tar:
        assert not [name for name in tar.getnames() if "followed" in name]
    assert b"session=top" not in file.read_bytes()


@pytest.mark.parametrize("folder", ["games", "learned"])
def test_given_a_backup_with_a_pairing_when_restored_then_the_games_come_without_it(
    folder: str, table: Table, tmp_path: Path
) -> None:
    note = tmp_path / "note"
    note.write_text("{}")
    file = tmp_path / "b.tar"
    names = (f"{folder}/followed-kiel.json", "learned/senses-usa.json")
    write_backup(file, dict.fromkeys(names, note), program="0", made="2026-01-01T00:00:00Z")
    assert restore(table, file) == 0
    assert [path.name for path in (table[0] / "games").iterdir()] == ["senses-usa.json"]


def test_given_a_restore_when_something_is_there_then_it_goes_aside_each_time_to_another_place(
    table: Table, tmp_path: Path
) -> None:
    file = tmp_path / "b.tar"
    assert backup(table, file) == 0
    (table[0] / "games" / "mine.json").write_text("{}")
    assert restore(table, file) == 0
    assert restore(table, file) == 0
    assert (table[0] / "before-restore-1" / "games" / "mine.json").is_file()
    assert (table[0] / "before-restore-2" / "games" / "game-0001.fingerpost").is_file()
    assert not (table[0] / "games" / "mine.json").exists()


def test_given_a_card_that_can_only_be_read_when_backed_up_then_all_is_saved_elsewhere(
    table: Table, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was refused, with advice to do as root what root had done: just when a backup was wanted most."""
    file, games, real = tmp_path / "b.tar", table[0] / "games", os.access
    worn = SimpleNamespace(f_flag=os.ST_RDONLY)
    monkeypatch.setattr(os, "statvfs", lambda path: worn)
    monkeypatch.setattr(os, "access", lambda path, mode: not mode & os.W_OK and real(path, mode))
    assert backup(table, file) == 0
    assert restore(table, file) == 2
    assert f"{games}: it can only be read; put the games on another card" in capsys.readouterr().err


def test_given_a_game_that_is_played_when_backed_up_then_it_is_whole_and_a_restore_is_refused(
    table: Table, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "b.tar"
    with WriterLock(table[0] / "games" / "game-0001.fingerpost"):
        assert backup(table, file) == 0
        before = tree(table[0])
        assert restore(table, file) == 1
        assert tree(table[0]) == before
    assert (
        "a game is played; end it first: save and stop at its table, :stop by keys" in capsys.readouterr().err
    )


@pytest.mark.parametrize("harm", ["", "log", "acts", "gone"])
def test_given_a_game_in_which_somebody_acts_when_backed_up_then_all_of_it_comes_back_elsewhere(
    harm: str, table: Table, tmp_path: Path
) -> None:
    path = table[0] / "games #2?%41" / "game-0001.fingerpost"  # signs that mean more in an address
    path.parent.mkdir()
    table[1].write_text(f'[store]\npath = "{path.parent}"\n')
    game = Game.new("us-accessible", "usa", ("blue", "red"), "dealt", 1)
    with GameLog(path) as store:
        store.append(1, game.events)  # which stand in the side file alone: in mid-game no other has them
        if harm == "log":
            wal = Path(f"{path}-wal")
            wal.write_bytes(wal.read_bytes()[:3000])
        elif harm == "acts":
            acts_of(path).write_bytes(acts_of(path).read_bytes()[:300])
        elif harm == "gone":
            path.unlink()
        assert backup(table, tmp_path / "b.tar") == 0
    other = tmp_path / "other"
    config = tmp_path / "other.toml"
    config.write_text(f'[store]\npath = "{other}/games"\n')
    assert restore((other, config), tmp_path / "b.tar") == 0
    assert read_file(other / "games" / path.name).events == game.events


def test_given_a_game_that_cannot_be_read_when_backed_up_then_the_others_are_in_it_and_that_is_said(
    table: Table, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    bad = table[0] / "games" / "game-0002.fingerpost"
    bad.touch()

    def dying(path: Path, *, most: int) -> bytes:
        if path.name == bad.name:
            raise OSError(errno.EIO, os.strerror(errno.EIO), str(path))
        return read_regular(path, most=most)

    monkeypatch.setattr("storage.log_reading.read_regular", dying)
    assert backup(table, tmp_path / "b.tar") == 1
    assert "game-0002.fingerpost" in capsys.readouterr().err.splitlines()[-1]
    with tarfile.open(tmp_path / "b.tar") as tar:
        assert "games/game-0001.fingerpost" in tar.getnames()


def test_given_a_file_that_is_there_when_backed_up_into_then_it_stays(
    table: Table, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "b.tar"
    file.write_text("mine")
    assert backup(table, file) == 2
    assert file.read_text() == "mine"
    assert capsys.readouterr().err.count("\n") == 1


def test_given_games_in_the_folder_of_somebody_when_backed_up_and_restored_then_what_is_beside_them_stays(
    table: Table, tmp_path: Path
) -> None:
    photo = table[0] / "camera" / "holiday.jpg"
    photo.parent.mkdir()
    photo.write_text("the sea")
    (table[0] / "campaigns" / "letters").mkdir()
    (table[0] / "campaigns" / "letters" / "vote.txt").write_text("for whom")
    assert backup(table, tmp_path / "b.tar") == 0
    with tarfile.open(tmp_path / "b.tar") as tar:
        assert not [name for name in tar.getnames() if "holiday" in name or "vote" in name]
    assert restore(table, tmp_path / "b.tar") == 0
    assert photo.is_file() and (table[0] / "campaigns" / "letters" / "vote.txt").is_file()
    assert (table[0] / "before-restore-1" / "campaigns" / "west").is_dir()


def test_given_evidence_in_the_tables_own_folder_when_backed_up_then_it_is_left_out_and_that_is_said(
    table: Table, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STATE_DIRECTORY", str(table[0]))
    (table[0] / "camera" / "evidence").mkdir(parents=True)
    (table[0] / "camera" / "evidence" / "000001.png").write_text("a hand")
    (table[0] / "camera" / "lens.json").write_text("{}")
    evidence = table[0] / "camera" / "evidence"
    table[1].write_text(
        f'[camera]\nevidence = "{evidence}"\ntokens = "gone.json"\n[mqtt]\npassword_file = "/etc/pw"\n'
    )
    assert backup(table, tmp_path / "b.tar") == 0
    with tarfile.open(tmp_path / "b.tar") as tar:
        assert [name for name in tar.getnames() if name.startswith("camera/")] == ["camera/lens.json"]
    told = capsys.readouterr().err
    for what in (
        "[camera] evidence",
        "[mqtt] password_file /etc/pw",
        f"[camera] tokens {tmp_path / 'gone.json'}",
    ):
        assert what in told


def test_given_files_that_are_written_meanwhile_when_backed_up_then_it_can_be_restored(
    table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    camera, real = tmp_path / "camera.json", backup_module._member
    camera.write_text("{}")

    def busy(name: str, path: Path) -> backup_module.Member:
        member = real(name, path)
        camera.write_text('{"a": 1}' + " " * 1000)
        return member

    monkeypatch.setattr(backup_module, "_member", busy)
    table[1].write_text(f'[camera]\ntokens = "{camera}"\n[store]\npath = "{table[0]}/games"\n')
    assert backup(table, tmp_path / "b.tar") == 0
    assert restore(table, tmp_path / "b.tar") == 0
