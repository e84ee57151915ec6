"""SHELL: backups of earlier tables on what is plugged in: looked for by name, known by their first member."""

import os
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from storage.backup import BackupError, manifest_of
from storage.folder import ENDING

PLACES: Final = (Path("/media"), Path("/run/media"), Path("/mnt"))
_DEEP: Final = 3  # /media/somebody/stick
_MOST: Final = 500  # files that are looked at; more is no stick of a table


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundBackup:
    """A backup that was found. `made`: wall clock, UTC; `games`: how many it holds."""

    file: Path
    made: str
    games: int


def found_backups(places: Sequence[Path] = PLACES) -> tuple[FoundBackup, ...]:
    """Those that can be read, newest first."""
    found = list[FoundBackup]()
    for number, file in enumerate(path for place in places for path in _tars(place, _DEEP)):
        if number >= _MOST:
            break
        with suppress(BackupError):
            manifest = manifest_of(file)
            games = sum(one.path.startswith("games/") and one.path.endswith(ENDING) for one in manifest.files)
            found.append(FoundBackup(file=file, made=manifest.made, games=games))
    return tuple(sorted(found, key=lambda one: one.made, reverse=True))


def _tars(folder: Path, deep: int) -> Iterator[Path]:
    try:
        entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
    except OSError:
        return  # not there, not ours to read, or pulled out
    for entry in entries:
        with suppress(OSError):
            if entry.is_dir(follow_symlinks=False) and deep > 0:
                yield from _tars(Path(entry.path), deep - 1)
            elif entry.name.endswith(".tar") and entry.is_file(follow_symlinks=False):
                yield Path(entry.path)
