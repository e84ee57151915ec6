"""`fingerpost restore`: all of a backup in the place of what is there, or nothing."""

import io
import json
import os
import shutil
import tarfile
from collections.abc import Callable
from pathlib import Path

import pytest

import engine
from command_line.by_name import the_layout, the_map
from fingerpost.table_file import read_config
from storage.folder import kept_games
from tabletop import layout_text
from tests.upkeep.whole_tables import Table, backup, restore, table, tree

__all__ = ["table"]


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


def test_given_a_config_with_the_home_of_somebody_who_is_not_here_when_restored_then_one_line(
    table: Table, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who was called so on the machine before is not known on this one."""
    tokens = '[camera]\ntokens = "~anna-of-before/tokens.json"\n'
    table[1].write_text(table[1].read_text() + tokens)
    real = os.path.expanduser
    with monkeypatch.context() as before:
        before.setattr(
            os.path, "expanduser", lambda path: real(str(path).replace("~anna-of-before", "/home/anna"))
        )
        assert backup(table, tmp_path / "b.tar") == 0
    table[1].unlink()
    before_it = tree(table[0])
    capsys.readouterr()
    assert restore(table, tmp_path / "b.tar") == 2
    err = capsys.readouterr().err
    assert err.count("\n") == 1 and "home" in err
    assert tree(table[0]) == before_it


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
