"""Where games are kept: the machine's table has its service's folder, everybody else his own."""

import os
import pwd
from pathlib import Path

import pytest

from fingerpost.table_file import config_to_play, read_config
from storage.places import become_its_user, demo_path, games_folder, is_closed
from tests.installed_machine import ANNA, ROOT, SERVICE, installed

Patch = pytest.MonkeyPatch


def own(folder: Path) -> Path:
    """Where a user of that machine keeps his games."""
    return folder / "home" / ".local" / "state" / "fingerpost" / "games"


def config(folder: Path, text: str = '[game]\nmap = "usa"\n') -> Path:
    """A table.toml of somebody's own."""
    path = folder / "home" / "my.toml"
    path.write_text(text)
    return path


def test_given_the_machines_table_when_read_then_its_games_are_the_services_whoever_asks(
    tmp_path: Path, monkeypatch: Patch
) -> None:
    games = installed(tmp_path, monkeypatch, caller=ANNA)
    assert read_config(tmp_path / "etc" / "table.toml").store.path == games
    monkeypatch.chdir(tmp_path / "etc")
    assert read_config(Path("table.toml")).store.path == games


def test_given_a_table_of_somebodys_own_when_read_then_its_games_are_his_even_if_he_is_root(
    tmp_path: Path, monkeypatch: Patch
) -> None:
    installed(tmp_path, monkeypatch, caller=ROOT, closed=False)
    for text in ('[game]\nmap = "usa"\n', '[store]\npath = ""\n', '[store]\nbackup = "/media/stick"\n'):
        assert read_config(config(tmp_path, text)).store.path == own(tmp_path)


@pytest.mark.parametrize("caller", [ROOT, ANNA])
def test_given_an_installed_table_when_root_plays_a_demo_then_purge_takes_it_away_and_a_users_is_his_own(
    caller: int, tmp_path: Path, monkeypatch: Patch
) -> None:
    games = installed(tmp_path, monkeypatch, caller=caller, closed=caller != ROOT)
    assert demo_path(2).parent == (games if caller == ROOT else own(tmp_path)).parent
    (tmp_path / "etc" / "table.toml").unlink()
    assert demo_path().parent == own(tmp_path).parent, "nothing is installed"


def test_given_a_user_who_may_not_write_there_when_he_plays_then_in_a_folder_of_his_own_and_told_once(
    tmp_path: Path, monkeypatch: Patch
) -> None:
    games, told = installed(tmp_path, monkeypatch, caller=ANNA), list[str]()
    (tmp_path / "etc" / "table.toml").write_text('[store]\nbackup = "/media/stick/games"\n')
    played = config_to_play(None, told.append)
    assert played.store.path == own(tmp_path)
    assert played.store.backup == ""  # second copies there are the table's too
    assert told == [f"{games} is the table's own; your games are kept in {own(tmp_path)}"]


@pytest.mark.parametrize(("caller", "closed"), [(ANNA, False), (SERVICE, True), (ROOT, False)])
def test_given_who_may_write_there_or_must_when_he_plays_then_it_is_the_machines_table(
    caller: int, closed: bool, tmp_path: Path, monkeypatch: Patch
) -> None:
    games, told = installed(tmp_path, monkeypatch, caller=caller, closed=closed), list[str]()
    assert config_to_play(None, told.append).store.path == games
    assert told == []


def test_given_systemd_or_xdg_when_they_tell_then_it_is_there(tmp_path: Path, monkeypatch: Patch) -> None:
    installed(tmp_path, monkeypatch, caller=ANNA)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "xdg"))
    assert games_folder() == tmp_path / "xdg" / "fingerpost" / "games"
    monkeypatch.setenv("STATE_DIRECTORY", f"{tmp_path / 'systemd'}:/elsewhere")
    assert games_folder(tmp_path / "etc" / "table.toml") == tmp_path / "systemd" / "games"


def test_given_a_card_that_can_only_be_read_when_asked_then_it_is_not_closed_by_rights(
    tmp_path: Path, monkeypatch: Patch
) -> None:
    real = os.statvfs(tmp_path)
    assert not is_closed(tmp_path / "not" / "there")
    monkeypatch.setattr(os, "access", lambda path, mode: not mode & os.W_OK)
    assert is_closed(tmp_path / "not" / "there")
    worn = os.statvfs_result((*real[:8], real.f_flag | os.ST_RDONLY, real.f_namemax))
    monkeypatch.setattr(os, "statvfs", lambda path: worn)
    assert not is_closed(tmp_path)
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    assert is_closed(tmp_path)


def test_given_root_among_the_tables_games_when_he_acts_then_as_the_tables_user_and_nowhere_else(
    tmp_path: Path, monkeypatch: Patch
) -> None:
    games, done = installed(tmp_path, monkeypatch, caller=ROOT, closed=False), list[tuple[object, ...]]()
    user = pwd.struct_passwd(("fingerpost", "x", SERVICE, SERVICE, "", "/var/lib/fingerpost", "/"))
    monkeypatch.setattr(pwd, "getpwuid", lambda number: user)
    for name in ("initgroups", "setgid", "setuid"):
        monkeypatch.setattr(os, name, lambda *given, name=name: done.append((name, *given)))
    become_its_user(own(tmp_path))
    assert done == []
    become_its_user(games)
    assert done == [("initgroups", "fingerpost", SERVICE), ("setgid", SERVICE), ("setuid", SERVICE)]
    assert os.environ["HOME"] == "/var/lib/fingerpost"
    done.clear()
    monkeypatch.setattr(os, "geteuid", lambda: SERVICE)
    become_its_user(games)
    assert done == []
