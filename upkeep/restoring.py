"""SHELL: a backup in the place of the table that is here: all of it, or nothing.

Everything that may fail is done before the first name changes; what fails after that is taken back. The
games go where this machine keeps its own, and the config that is brought says so, as it says where the
camera's files, the map and the board stand now.
"""

import os
import shutil
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from command_line.terminal import tell_people
from dialog.setup import EarlierTable
from storage.backup import BackupError, read_backup
from storage.kept_pairing import is_pairing
from storage.places import games_folder, is_tables_own
from storage.reading import TomlError, read_text, read_toml
from storage.sticks import found_backups
from storage.whole_file import write_whole
from table.errors import CallError, StoreError
from upkeep.config_text import Key, with_values
from upkeep.whole_table import FILES, FOLDERS, in_backup, names_a_file, nobody_plays

_ALL_MAY_READ: Final = 0o644


@dataclass(frozen=True, slots=True, kw_only=True)
class PutBack:
    """What a restore did. `aside`: where what was there is now; `told`: what somebody should know of it."""

    aside: Path
    files: int
    told: tuple[str, ...] = ()


def put_back(file: Path, games: Path, config_file: Path | None) -> PutBack:
    """A backup in the place of what is there, which goes aside. config_file None: its config is not taken.

    Raises:
        BackupError: it is no whole backup; nothing was changed.
        StoreError: a game is played.
        OSError: a folder cannot be written; nothing was changed.
    """
    home = games.parent
    home.mkdir(parents=True, exist_ok=True)
    nobody_plays(games)
    number = 1 + max((int(path.name.rpartition("-")[2]) for path in _earlier(home)), default=0)
    aside, fresh = home / f"before-restore-{number}", home / f".restore-{number}"
    shutil.rmtree(fresh, ignore_errors=True)
    fresh.mkdir(mode=0o700)
    written: tuple[Path, Path] | None = None
    try:
        manifest = read_backup(file, fresh)
        _one_folder(fresh)
        brought = fresh / "config" / "table.toml"
        told: tuple[str, ...] = ()
        if brought.is_file() and config_file is not None:
            text, told = _config_here(file, fresh, games, config_file)
            written = config_file.with_name(f".{config_file.name}.restored"), config_file
            write_whole(written[0], text.encode(), mode=_ALL_MAY_READ)
        _owned_as(home, fresh)
        aside.mkdir(mode=0o700)
        _owned_as(home, aside)
        _swap(games, fresh, aside, written)
    except BaseException:
        if written is not None:
            written[0].unlink(missing_ok=True)
        raise
    finally:
        shutil.rmtree(fresh, ignore_errors=True)
    return PutBack(aside=aside, files=len(manifest.files), told=told)


def _swap(games: Path, fresh: Path, aside: Path, written: tuple[Path, Path] | None) -> None:
    """Change the names; where one cannot be changed, change back those that were.

    `written`: the config that is brought, beside its place, and that place.
    """
    moved = list[tuple[Path, Path]]()

    def move(path: Path, to: Path) -> None:
        to.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        path.rename(to)
        moved.append((path, to))

    try:
        for name, place in (("games", games), *_beside_games(games.parent, fresh)):
            if os.path.lexists(place):
                move(place, aside / name)
            if (fresh / name).exists():
                move(fresh / name, place)
        if written is not None:
            beside, place = written
            if place.is_file():
                shutil.copy2(place, aside / "table.toml")
            beside.replace(place)
    except BaseException:
        for path, to in reversed(moved):
            to.rename(path)
        shutil.rmtree(aside, ignore_errors=True)
        raise


def _beside_games(home: Path, fresh: Path) -> Iterator[tuple[str, Path]]:
    """What changes its place as one: a folder of the table's own; in a folder of somebody each file in it."""
    for folder in FOLDERS:
        if is_tables_own(home):
            yield folder, home / folder
        elif (fresh / folder).is_dir():
            for path in sorted((fresh / folder).iterdir()):
                yield f"{folder}/{path.name}", home / folder / path.name


def _config_here(file: Path, fresh: Path, games: Path, config_file: Path) -> tuple[str, tuple[str, ...]]:
    """The config that is brought, with the places of this machine; and what is to be said of it."""
    try:
        raw = read_toml(fresh / "config" / "table.toml")
        text = read_text(fresh / "config" / "table.toml")
        values, told = dict[Key, str](), list[str]()
        said = _said(raw, ("store", "path"))
        if (
            config_file.absolute().parent / Path(said).expanduser() if said else games_folder(config_file)
        ) != games:
            values["store", "path"] = str(games)
            told.append(f"[store] path in {config_file} is {games}, where the games are now")
        for key in FILES:
            value = _said(raw, key)
            if not names_a_file(key, value):
                continue
            names = (in_backup(key, value), f"{key[0]}/{Path(value).name}")  # the second: of earlier versions
            here = next((name for name in names if (fresh / name).is_file()), None)
            if here is not None and str(games.parent / here) != value:
                values[key] = str(games.parent / here)
            elif here is None and not config_file.parent.joinpath(Path(value).expanduser()).exists():
                told.append(f"[{key[0]}] {key[1]} {value}: is neither in the backup nor here; bring it")
        return with_values(text, values), tuple(told)
    except (TomlError, UnicodeDecodeError):
        raise BackupError(f"{file}: its table.toml cannot be read; take another copy of it") from None
    except (CallError, RuntimeError) as error:  # the second: a home (~) of somebody who is not here
        raise BackupError(f"{file}: its table.toml: {error}") from None


def _said(raw: Mapping[str, object], key: Key) -> str:
    """A text of a config; "": there is none."""
    section = raw.get(key[0])
    value = section.get(key[1]) if isinstance(section, dict) else None
    return value if isinstance(value, str) else ""


def earlier_tables() -> tuple[EarlierTable, ...]:
    """Those on what is plugged in, newest first."""
    return tuple(EarlierTable(name=str(one.file), games=one.games) for one in found_backups())


def brought(games: Path, name: str) -> bool:
    """An earlier table in the place of a new one, but for its config, which is root's; False: it is not."""
    try:
        put_back(Path(name), games, None)
    except (CallError, StoreError, OSError) as error:
        tell_people(f"{error}")
        return False
    return True


def _one_folder(fresh: Path) -> None:
    """What was learned stands among the games; what a home is known by at another one's page goes."""
    games = fresh / "games"
    games.mkdir(mode=0o700, exist_ok=True)
    learned = fresh / "learned"
    for path in sorted(learned.iterdir()) if learned.is_dir() else ():
        path.rename(games / path.name)
    for path in games.iterdir():  # whoever has it is a seat at another home's page: no stick brings one
        if is_pairing(path.name) and path.is_file():
            path.unlink()


def _earlier(home: Path) -> list[Path]:
    return [path for path in home.glob("before-restore-*") if path.name.rpartition("-")[2].isdecimal()]


def _owned_as(home: Path, folder: Path) -> None:
    """By whom the table's folder is owned, who is another than root."""
    if os.geteuid() != 0:
        return
    owner = home.stat()
    for path in (folder, *folder.rglob("*")):
        os.chown(path, owner.st_uid, owner.st_gid, follow_symlinks=False)
