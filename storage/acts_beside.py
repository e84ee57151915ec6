"""SHELL: the acts of a game once more, in a plain file beside its log: the proof that the log has all of it.

A card may change a bit of the log's side file, and SQLite takes what follows it for a write that was never
finished: acts that were announced are gone, and nothing tells. So each act goes into a second file, after it
is in the log and before it is told. One of the two may be harmed in any way; the other has everything.

A line is eight hex digits, a space and JSON. The digits are the CRC-32 of the JSON, begun with that of the
line before: whatever is changed, cut off or put elsewhere ends the file there. The first line is a head
(`fingerpost-acts`, 1, schema, name of the game), the others are rows of the log's tables: ["event", seq, act,
at, body, more] and ["note", id, after, at, kind, body].

Deliberately absent: what an event means, and which of the two files is believed (`log_reading`).
"""

import json
import os
import re
import zlib
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from storage.reading import read_regular
from storage.whole_file import SECRET, write_whole

_JSON: Final = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode  # made once, not each time
ENDING: Final = ".acts"
EVENT: Final = "event"
NOTE: Final = "note"
LONGEST: Final = 64_000_000  # bytes; a day at the table makes a tenth of one
_HEAD: Final = "fingerpost-acts"
_FORM: Final = 1
_LINE: Final = re.compile(rb"[0-9a-f]{8} \[")
_KINDS: Final = {
    EVENT: (int, int, str, str, int),
    NOTE: (int, int, str, str, str),
}
Row = tuple[object, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ActsRead:
    """What the file holds, up to the first line that is not what was written."""

    schema: int  # 0: not even the head can be read
    game_id: str
    events: tuple[Row, ...]  # (seq, act, at, body, more)
    notes: tuple[Row, ...]  # (id, after, at, kind, body)
    rest: int = 0  # so many rows at least stood after those, and cannot be read

    @property
    def rows(self) -> int:
        """So many the log must have at least."""
        return len(self.events) + len(self.notes) + self.rest


def acts_of(log: Path) -> Path:
    """Where the acts of a log stand once more: `.NAME.fingerpost.acts`, as its lock is named."""
    named = os.path.realpath(log)  # two names of one file are one game
    folder, name = os.path.split(named)
    return Path(folder, f".{name}{ENDING}")


def log_of(acts: Path) -> Path:
    """The log whose acts these are."""
    return acts.with_name(acts.name.removeprefix(".").removesuffix(ENDING))


def read_acts(log: Path) -> ActsRead | None:
    """The acts beside a log; None: there are none."""
    try:
        content = read_regular(acts_of(log), most=LONGEST)
    except OSError:
        return None
    lines = content.split(b"\n")[:-1]  # what has no line end was cut off
    crc, head, found, read = 0, None, {EVENT: list[Row](), NOTE: list[Row]()}, 0
    for line in lines:
        crc = zlib.crc32(line[9:], crc)
        if line[:9] != b"%08x " % crc:
            break
        cells = _cells(line[9:])
        if head is None:
            head = _head(cells)
            if head is None:
                break
        elif cells and isinstance(cells[0], str) and _fits(cells[0], cells[1:]):
            found[cells[0]].append(tuple(cells[1:]))
        else:
            break
        read += 1
    schema, game_id = head or (0, "")
    return ActsRead(
        schema=schema,
        game_id=game_id,
        events=tuple(found[EVENT]),
        notes=tuple(found[NOTE]),
        rest=sum(_LINE.match(line) is not None for line in lines[read:]) - (head is None),
    )


def _cells(text: bytes) -> list[object]:
    try:
        cells = json.loads(text)
    except (ValueError, RecursionError):
        return []
    return cells if isinstance(cells, list) else []


def _head(cells: Sequence[object]) -> tuple[int, str] | None:
    match cells:
        case [str(name), int(form), int(schema), str(game_id)] if (name, form) == (_HEAD, _FORM):
            return schema, game_id
    return None


def _fits(kind: str, cells: Sequence[object]) -> bool:
    return kind in _KINDS and is_row(kind, cells)


def is_row(kind: str, cells: Sequence[object]) -> bool:
    """Whether each column holds what it should."""
    kinds = _KINDS[kind]
    return len(cells) == len(kinds) and all(type(cell) is of for cell, of in zip(cells, kinds, strict=True))


class ActsBeside:
    """Writes the file of one log."""

    def __init__(self, log: Path) -> None:
        self.path = acts_of(log)
        self._out = -1
        self._crc = 0
        self._doubted = False  # what could not be flushed may be dropped, while the system still shows it

    def settle(self, schema: int, game_id: str, events: Iterable[Row], notes: Iterable[Row]) -> None:
        """See that the file holds just these rows, and be ready to go on with it.

        A file of another game is set aside: it may be all that is left of one.

        Raises:
            OSError: it cannot be written.
        """
        self.close()
        lines = [self._line([_HEAD, _FORM, schema, game_id])]
        lines += [self._line(cells) for cells in _in_order(events, notes)]
        content = b"".join(lines)
        if self._doubted or self._content() != content:
            was = read_acts(log_of(self.path))
            if was is not None and was.events and was.game_id != game_id:
                self.path.rename(f"{self.path}.of-{was.game_id}")
            write_whole(self.path, content, mode=SECRET)
            _sync(self.path.parent)
            self._doubted = False
        self._out = os.open(self.path, os.O_WRONLY | os.O_APPEND | os.O_CLOEXEC)

    def _content(self) -> bytes | None:
        try:
            return read_regular(self.path, most=LONGEST)
        except OSError:
            return None

    def _line(self, cells: Sequence[object]) -> bytes:
        text = _JSON(cells).encode()
        self._crc = zlib.crc32(text, self._crc)
        return b"%08x %s\n" % (self._crc, text)

    def append(self, rows: Iterable[Row], *, flush: bool = True) -> None:
        """Write rows as the tables hold them, each begun with its kind; on return they are on the disk.

        Args:
            flush: as the log itself is flushed; False only where it is measured what the flush costs.
        Raises:
            OSError: they are not; the file must be settled anew.
        """
        content = b"".join(map(self._line, rows))
        try:
            if os.fstat(self._out).st_nlink == 0:  # it would take everything, and all of it would be lost
                raise FileNotFoundError(2, "it was taken away", str(self.path))
            while content:
                content = content[os.write(self._out, content) :]
            if flush:
                os.fsync(self._out)
        except OSError:
            self._doubted = True
            self.close()
            raise

    def close(self) -> None:
        """Let go of it; twice does no harm."""
        if self._out >= 0:
            with suppress(OSError):
                os.close(self._out)
        self._out, self._crc = -1, 0


def _in_order(events: Iterable[Row], notes: Iterable[Row]) -> list[Row]:
    """Each note after the event that it followed."""
    placed: list[tuple[tuple[int, int, int], Row]] = []
    for row in events:
        _see(EVENT, row)
        placed.append(((int(str(row[0])), 0, 0), (EVENT, *row)))
    for row in notes:
        _see(NOTE, row)
        placed.append(((int(str(row[1])), 1, int(str(row[0]))), (NOTE, *row)))
    return [cells for _, cells in sorted(placed, key=lambda one: one[0])]


def _see(kind: str, row: Row) -> None:
    if not is_row(kind, row):
        raise TypeError(f"a column of an {kind} holds something else")


def _sync(folder: Path) -> None:
    """Else a power cut may forget the file's name."""
    opened = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)
