"""Every byte to and from a hub, with its time, in a ring of 4 MiB; written to a file when somebody asks.

A file is text, a line each: seconds (monotonic), what, bytes with escapes. It begins where a port was
opened or with a `key`: the packets that would tell what was known at that moment. Pure but for no file.
"""

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final, Literal, get_args

LIMIT: Final = 4 << 20
KEY_EVERY: Final = LIMIT // 16  # bytes from one key to the next: so much at most is lost with an old one
_OVERHEAD: Final = 64  # what a record costs besides its bytes
_HEAD: Final = "fingerpost hub log 1"

What = Literal["open", "close", "key", "<", ">", "end"]
"""Port opened; port closed (with its cause); all that was known; from the hub; to the hub; the log's end."""


_BEGINS: Final = frozenset({"open", "key"})


class LogError(ValueError):
    """A text that is no log of a hub; the message says which line and what to do."""


@dataclass(frozen=True, slots=True)
class WireRecord:
    """One thing that happened on the wire."""

    at: float  # monotonic seconds, whole microseconds
    what: What
    data: bytes = b""


class RingLog:
    """Keeps the newest records. The oldest go together, up to the next that a reader can begin with."""

    def __init__(self, limit: int = LIMIT) -> None:
        self._limit = limit
        self._records: deque[WireRecord] = deque()
        self._size = 0
        self._since_key = 0
        self._begins = 0  # records that a reader can begin with

    @property
    def size(self) -> int:
        """Bytes held, the overhead of each record included."""
        return self._size

    @property
    def wants_key(self) -> bool:
        """Whether it is time to put down all that is known."""
        return self._since_key >= min(KEY_EVERY, self._limit // 4)

    def add(self, at: float, what: What, data: bytes = b"") -> None:
        """Put one record down; times never go back."""
        cost = len(data) + _OVERHEAD
        self._records.append(WireRecord(at, what, data))
        self._size += cost
        self._begins += what in _BEGINS
        self._since_key = 0 if what in _BEGINS else self._since_key + cost
        if self._size > self._limit:
            self._forget()

    def _forget(self) -> None:
        while self._size > self._limit and len(self._records) > 1:
            self._drop()
        while self._begins and self._records[0].what not in _BEGINS:
            self._drop()

    def _drop(self) -> None:
        oldest = self._records.popleft()
        self._size -= len(oldest.data) + _OVERHEAD
        self._begins -= oldest.what in _BEGINS

    def lines(self, at: float) -> Iterator[str]:
        """The text of a file, up to this moment."""
        yield _HEAD
        for record in [*self._records, WireRecord(at, "end")]:
            text = record.data.decode("latin-1").encode("unicode_escape").decode("ascii")
            yield f"{record.at:.6f} {record.what}" + (f" {text}" if text else "")


def read_log(lines: Iterable[str]) -> list[WireRecord]:
    """The records of a file.

    Raises:
        LogError: no log of a hub, or a line of it that cannot be read.
    """
    records: list[WireRecord] = []
    for number, line in enumerate(lines):
        if number == 0:
            if line.rstrip() != _HEAD:
                raise LogError("no log of a hub; give a file that `fingerpost hub watch --log` wrote")
            continue
        records.append(_record(number + 1, line.rstrip("\n")))
    if not records:
        raise LogError("no records in it; give a file that `fingerpost hub watch --log` wrote")
    return records


def _record(number: int, line: str) -> WireRecord:
    time, _, rest = line.partition(" ")
    what, _, text = rest.partition(" ")
    for known in get_args(What):
        if known == what:
            try:
                data = text.encode("ascii").decode("unicode_escape").encode("latin-1")
                return WireRecord(float(time), known, data)
            except ValueError:
                break
    raise LogError(f"line {number} is {line[:40]!r}; give the file as it was written")
