"""`fingerpost backup` and `restore`: all of a table, and nothing half."""

import errno
import io
import json
import os
import shutil
import tarfile
from collections.abc import Callable
from pathlib import Path

import pytest

import engine
from engine import Game
from fingerpost.by_name import the_layout, the_map
from fingerpost.cli import main
from fingerpost.table_file import read_config
from storage import backup as backup_module
from storage.acts_beside import acts_of
from storage.backup import write_backup
from storage.folder import kept_games
from storage.kept_pairing import KeptPairing, pairing_file
from storage.log_reading import read_file
from storage.reading import read_regular
from storage.store import GameLog
from storage.writer_lock import WriterLock
from tabletop import layout_text

Table = tuple[Path, Path]


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """A table with a game, what was learned, a campaign and its config; and the config's file."""
    home = tmp_path / "table"
    games = home / "games"
    games.mkdir(parents=True)
    demo = [
        "demo",
        "--speed",
        "0",
        "--mute",
        "--no-camera",
        "--turns",
        "2",
        "--log",
        str(games / "game-0001.fingerpost"),
    ]
    assert main(demo) == 0
    (games / "senses-usa.json").write_text("{}")
    (home / "campaigns" / "west").mkdir(parents=True)
    (home / "campaigns" / "west" / "campaign.json").write_text("{}")
    (home / "users").mkdir()
    (home / "users" / "anna.password").write_text("open sesame")
    config = tmp_path / "table.toml"
    config.write_text(f'[store]\npath = "{games}"\n[mqtt]\nurl = "mqtt://anna:sesame@localhost"\n')
    return home, config


def backup(table: Table, file: Path) -> int:
    return main(["backup", str(file), "--config", str(table[1])])


def restore(table: Table, file: Path) -> int:
    return main(["restore", str(file), "--config", str(table[1])])


def tree(home: Path) -> dict[str, bytes]:
    return {str(path.relative_to(home)): path.read_bytes() for path in home.rglob("*") if path.is_file()}


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


def test_given_a_game_that_is_played_when_backed_up_then_it_is_whole_and_a_restore_is_refused(
    table: Table, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "b.tar"
    with WriterLock(table[0] / "games" / "game-0001.fingerpost"):
        assert backup(table, file) == 0
        before = tree(table[0])
        assert restore(table, file) == 1
        assert tree(table[0]) == before
    assert "a game is played" in capsys.readouterr().err


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


def rewritten(file: Path, change: Callable[[list[tuple[tarfile.TarInfo, bytes]]], None]) -> None:
    """The backup with other members."""
    with tarfile.open(file) as tar:
        members = [(info, (tar.extractfile(info) or io.BytesIO()).read()) for info in tar]
    change(members)
    with tarfile.open(file, "w") as tar:
        for info, content in members:
            info.size = 0 if info.issym() else len(content)
            tar.addfile(info, io.BytesIO(content))


def newer(members: list[tuple[tarfile.TarInfo, bytes]]) -> None:
    members[0] = (members[0][0], json.dumps({"format": "backup/2", "what": 1}).encode())


def harmed(members: list[tuple[tarfile.TarInfo, bytes]]) -> None:
    members[-1] = (members[-1][0], b"x" * len(members[-1][1]))


def cut(members: list[tuple[tarfile.TarInfo, bytes]]) -> None:
    del members[-1]


def stray(members: list[tuple[tarfile.TarInfo, bytes]]) -> None:
    members.append((tarfile.TarInfo("games/stray.fingerpost"), b"x"))


def upwards(members: list[tuple[tarfile.TarInfo, bytes]]) -> None:
    manifest = json.loads(members[0][1])
    manifest["files"][-1]["path"] = "games/../../escaped"
    members[0] = (members[0][0], json.dumps(manifest).encode())
    members[-1][0].name = "games/../../escaped"


def link(members: list[tuple[tarfile.TarInfo, bytes]]) -> None:
    info = members[-1][0]
    info.type, info.linkname = tarfile.SYMTYPE, "/etc/passwd"


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (newer, "was made by a newer Fingerpost (backup/2); upgrade first"),
        (harmed, "is not as it was written"),
        (cut, "is missing in it"),
        (stray, "does not belong there"),
        (upwards, "does not belong there"),
        (link, "does not belong there"),
    ],
)
def test_given_a_backup_that_is_not_as_it_was_made_when_restored_then_one_line_and_nothing_changes(
    change: Callable[[list[tuple[tarfile.TarInfo, bytes]]], None],
    told: str,
    table: Table,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    file = tmp_path / "b.tar"
    assert backup(table, file) == 0
    rewritten(file, change)
    before = tree(tmp_path)
    capsys.readouterr()
    assert restore(table, file) == 2
    assert tree(tmp_path) == before
    error = capsys.readouterr().err
    assert told in error and error.count("\n") == 1


def test_given_half_a_backup_when_restored_then_one_line_and_nothing_changes(
    table: Table, tmp_path: Path
) -> None:
    file = tmp_path / "b.tar"
    assert backup(table, file) == 0
    file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])
    before = tree(tmp_path)
    assert restore(table, file) == 2
    assert tree(tmp_path) == before


def test_given_a_config_with_another_place_of_games_when_restored_then_games_and_config_agree(
    table: Table, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert backup(table, tmp_path / "b.tar") == 0
    config = tmp_path / "new" / "table.toml"
    config.parent.mkdir()
    config.write_text(f'[store]\npath = "{tmp_path}/new/games"\n')
    assert restore((config.parent, config), tmp_path / "b.tar") == 0
    assert read_config(config).store.path == tmp_path / "new" / "games"
    assert kept_games(read_config(config).store.path)
    assert "[store] path in" in capsys.readouterr().err


@pytest.mark.parametrize("config", ["a file/table.toml", "a folder"])
def test_given_a_config_that_cannot_be_written_when_restored_then_one_line_and_nothing_changes(
    config: str,
    table: Table,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert backup(table, tmp_path / "b.tar") == 0
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    games = tmp_path / "state" / "fingerpost" / "games"
    games.mkdir(parents=True)
    (games / "mine.json").write_text("{}")
    (tmp_path / "a file").touch()
    (tmp_path / "a folder" / "in it").mkdir(parents=True)
    before, names = tree(tmp_path), set(tmp_path.rglob("*"))
    capsys.readouterr()
    assert restore((table[0], tmp_path / config), tmp_path / "b.tar") == 2
    assert (tree(tmp_path), set(tmp_path.rglob("*"))) == (before, names)
    assert capsys.readouterr().err.count("\n") == 1


def test_given_a_board_a_map_and_files_of_the_camera_when_restored_then_the_config_names_them_where_they_are(
    table: Table, tmp_path: Path
) -> None:
    own = tmp_path / "own"
    for name, text in (("a/x.json", "calibration"), ("b/x.json", "tokens"), ("c/empty.png", "picture")):
        (own / name).parent.mkdir(parents=True)
        (own / name).write_text(text)
    (own / "mine.json").write_text(layout_text("usa"))
    (own / "map.json").write_bytes((Path(engine.__file__).parent / "maps" / "usa.json").read_bytes())
    table[1].write_text(
        f'[game]  # ours\nmap = "{own}/map.json"\nboard = "own/mine.json"\n[camera]\n'
        f'calibration = "{own}/a/x.json"  # of May\ntokens = "{own}/b/x.json"\n'
        f'reference = "{own}/c/empty.png"\n[store]\npath = "{table[0]}/games"\n'
    )
    assert backup(table, tmp_path / "b.tar") == 0
    shutil.rmtree(own)
    config = tmp_path / "new" / "table.toml"
    config.parent.mkdir()
    config.write_text(f'[store]\npath = "{tmp_path}/new/games"\n')
    assert restore((config.parent, config), tmp_path / "b.tar") == 0
    found = read_config(config)
    texts = [
        Path(name).read_text()
        for name in (found.camera.calibration, found.camera.tokens, found.camera.reference)
    ]
    assert texts == ["calibration", "tokens", "picture"]
    assert the_layout(found.game.layout).map == the_map(found.game.map).id == "usa"
    assert "# of May" in config.read_text()


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
    for what in ("[camera] evidence", "[mqtt] password_file /etc/pw", "[camera] tokens gone.json"):
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
