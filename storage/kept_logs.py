"""SHELL: the stored games of a table, for those who ask by MQTT what they missed of them."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from engine import Event, GameEnded, Undone
from storage.acts_beside import acts_of
from storage.folder import newest_paths
from storage.log_reading import read_file
from storage.log_rows import Log
from table.errors import StoreError

NEWEST: Final = 20
_LOOKED: Final = 100  # logs that are looked through for a game


@dataclass(frozen=True, slots=True)
class _Head:
    """What a log was when it was looked at."""

    stamp: tuple[int, ...]
    game: str
    fields: Mapping[str, object]


class KeptLogs:
    """The logs of one folder. A log that has not changed is looked at once."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._heads: dict[Path, _Head | None] = {}

    def newest(self) -> Sequence[Mapping[str, object]]:
        """The newest twenty, `{game, seq, ended}` each."""
        heads = (self._head(path) for path in newest_paths(self._folder, NEWEST))
        return [head.fields for head in heads if head is not None]

    def events(self, game: str) -> Sequence[Event] | None:
        """All events of one, whole acts only; None: it is not here."""
        for path in newest_paths(self._folder, _LOOKED):
            head = self._head(path)
            if head is not None and head.game == game:
                log = _read(path)
                return None if log is None else log.events
        return None

    def _head(self, path: Path) -> _Head | None:
        stamp, known = _stamp(path), self._heads.get(path)
        if known is None or known.stamp != stamp:
            log = _read(path)
            known = None if log is None or not log.events else _Head(stamp, log.game_id, _told(log))
            self._heads[path] = known
        return known


def _stamp(path: Path) -> tuple[int, ...]:
    """What changes whenever an act is stored: the log, or the acts beside it."""
    stamp: list[int] = []
    for one in (path, acts_of(path)):
        with suppress(OSError):
            found = one.stat()
            stamp += [found.st_mtime_ns, found.st_size]
    return tuple(stamp)


def _told(log: Log) -> Mapping[str, object]:
    return {"game": log.game_id, "seq": len(log.events), "ended": _ended(log.events)}


def _ended(events: Sequence[Event]) -> bool:
    """Whether an ending stands that no later undoing takes back."""
    ended_at = 0
    for seq, event in enumerate(events, 1):
        if isinstance(event, GameEnded):
            ended_at = seq
        elif isinstance(event, Undone) and event.to < ended_at:
            ended_at = 0
    return ended_at > 0


def _read(path: Path) -> Log | None:
    try:
        return read_file(path)
    except (StoreError, OSError):
        return None
