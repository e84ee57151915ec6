"""SHELL: what belongs to a table, in the folders of a backup, and where each of it stands on this machine."""

import os
import shutil
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from command_line.by_name import is_a_path
from storage.acts_beside import ENDING as ACTS
from storage.acts_beside import log_of
from storage.backup import copy_log
from storage.folder import ENDING
from storage.kept_pairing import is_pairing
from storage.places import is_tables_own, nearest
from storage.writer_lock import WriterLock
from table.errors import CallError, StoreError
from upkeep.config_text import Key
from upkeep.written_secrets import without_passwords

FOLDERS: Final = ("campaigns", "camera", "board", "users")
"""Folders of the table beside its games, as they are in a backup."""
FILES: Final[dict[Key, str]] = {
    ("camera", "calibration"): "camera",
    ("camera", "reference"): "camera",
    ("camera", "tokens"): "camera",
    ("game", "map"): "board",
    ("game", "board"): "board",
}
"""Keys of the config that name a file of the table, and in which folder of a backup that is."""
_LEFT_OUT: Final[tuple[Key, ...]] = (
    ("camera", "evidence"),
    ("mqtt", "password_file"),
    ("mqtt", "ca"),
    ("follow", "password_file"),
    ("follow", "ca"),
    ("audio", "voices"),
)
"""Keys that name what is in no backup: it is secret, or it is not the table's."""
NAMED: Final = (*FILES, *_LEFT_OUT)
"""All keys of a config that tell something of what a backup has, or has not."""
_NEVER: Final = (".password", ".key", ".pem", "secrets.env")


@dataclass(frozen=True, slots=True, kw_only=True)
class TableHere:
    """What stands of a table on this machine. `named`: for each of `NAMED` what the config says, or ""."""

    games: Path
    config_file: Path | None
    named: Mapping[Key, str]


def collect(here: TableHere, staged: Path, left_out: Callable[[str], None]) -> dict[str, Path]:
    """Everything of the table, name in a backup → a copy of it, which does not change.

    `left_out` hears of each game that cannot be read: it stops nothing.
    """
    games, config_file, found = here.games, here.config_file, dict[str, Path]()

    def stage(name: str, path: Path) -> None:
        copy = staged / "files" / name
        copy.parent.mkdir(parents=True, exist_ok=True)
        found[name] = Path(shutil.copyfile(path, copy))

    for path in sorted(games.iterdir()) if games.is_dir() else ():
        if path.is_symlink() or not path.is_file():
            continue
        if path.name.endswith(ENDING) or (path.name.endswith(ACTS) and not log_of(path).exists()):
            log = path if path.name.endswith(ENDING) else log_of(path)
            try:
                found |= {f"games/{file.name}": file for file in copy_log(log, staged / log.name)}
            except StoreError as error:
                left_out(str(error))
        elif path.name == "latest":
            stage(f"games/{path.name}", path)
        elif path.suffix == ".json" and not path.name.startswith(".") and not is_pairing(path.name):
            stage(f"learned/{path.name}", path)
    named = {name: path for _, name, path in _files_of(here) if path.is_file()}
    for name, path in named.items():
        stage(name, path)
    there = {path.resolve() for path in named.values()}
    for name, path in _beside_games(games.parent, Path(here.named["camera", "evidence"] or "/")):
        if path.resolve() not in there:
            stage(_free(name, found), path)
    if config_file is not None and config_file.is_file():
        stage("config/table.toml", config_file)
        copy = found["config/table.toml"]
        copy.write_text(without_passwords(copy.read_text(encoding="utf-8")), encoding="utf-8")
    return found


def names_a_file(key: Key, value: str) -> bool:
    """Whether a value of `FILES` names a file; a map may be named by its id."""
    return value != "" and (key != ("game", "map") or is_a_path(value))


def in_backup(key: Key, value: str) -> str:
    """How the file that a key of the config names is called in a backup: no two have one name."""
    return f"{FILES[key]}/{key[1]}{Path(value).suffix}"


def _files_of(here: TableHere) -> Iterator[tuple[Key, str, Path]]:
    """Each file that the config names: by which key, its name in a backup, and where it is."""
    for key in FILES:
        value = here.named[key]
        if names_a_file(key, value):
            yield key, in_backup(key, value), Path(value)


def _beside_games(home: Path, evidence: Path) -> Iterator[tuple[str, Path]]:
    """The files of the table's folders; in a folder of somebody only campaigns are known."""
    if is_tables_own(home):
        roots = [home / folder for folder in FOLDERS]
    else:
        roots = [path.parent for path in sorted((home / "campaigns").glob("*/campaign.json"))]
    for root in roots:
        for path in sorted(root.rglob("*")):
            ours = path.is_file() and not path.is_symlink() and not path.name.endswith(_NEVER)
            if ours and (evidence == Path("/") or not path.is_relative_to(evidence)):
                yield path.relative_to(home).as_posix(), path


def _free(name: str, found: dict[str, Path]) -> str:
    """The name, or one like it that nothing has yet."""
    path, number = Path(name), 2
    while name in found:
        name, number = path.with_stem(f"{path.stem}-{number}").as_posix(), number + 1
    return name


def nobody_plays(games: Path) -> None:
    """Raises StoreError ("busy") while any game of the folder is written."""
    for path in sorted(games.glob(f"*{ENDING}")) if games.is_dir() else ():
        WriterLock(path).release()


def left_out_of(here: TableHere) -> list[str]:
    """What is said of what the config names and a backup has not."""
    told = list[str]()
    text = "" if here.config_file is None else here.config_file.read_text(encoding="utf-8")
    if without_passwords(text) != text:
        told.append("a password in an address or a call of table.toml is not in it; keep that yourself")
    for section, key in _LEFT_OUT:
        if value := here.named[section, key]:
            told.append(f"[{section}] {key} {value} is not in it; keep that yourself")
    for (section, key), _, path in _files_of(here):
        if not path.is_file():
            told.append(f"[{section}] {key} {path}: there is no such file, so it is not in it")
    return told


def need_rights(folder: Path, *, to_write: bool) -> None:
    """Raises CallError where the games cannot be read by who calls, or not written, where that is wanted."""
    place = nearest(folder)
    if to_write and os.statvfs(place).f_flag & os.ST_RDONLY:  # as a card that wears out is
        raise CallError(f"{folder}: it can only be read; put the games on another card")
    if not os.access(place, os.R_OK | os.X_OK | (os.W_OK if to_write else 0)):
        raise CallError(f"{folder}: no right to it; run: sudo {' '.join(['fingerpost', *sys.argv[1:]])}")
