"""SHELL: what the host's page knows this home's seats by, kept over a stop, for its owner alone.

One file a home, beside its games. Whoever has it is that seat at the host's page, until the host puts it out
or its page starts anew: nobody else may read it, no log or backup has it, it goes when it is worth nothing.
"""

import logging
import re
import threading
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final

import msgspec

from engine import Seat
from storage.whole_file import SECRET, write_whole

_MOST: Final = 10_000  # bytes
_NAMED: Final = re.compile(r"followed-.*\.json", re.DOTALL)

log = logging.getLogger("fingerpost.follow")


def pairing_file(folder: Path, home: str) -> Path:
    """Where a home's is kept, in the folder of its games."""
    return folder / f"followed-{home}.json"


def is_pairing(name: str) -> bool:
    """Whether a file of that folder is a home's, or could be taken for one."""
    return _NAMED.fullmatch(name) is not None


class _Kept(msgspec.Struct, frozen=True):
    page: str
    seats: dict[Seat, str]


class KeptPairing:
    """What each seat of this home is known by at one page; every line of a seat may use it.

    `page`: the page's address; what another one has given is never sent there.
    """

    def __init__(self, path: Path, page: str) -> None:
        self._path, self._page = path, page
        self._lock = threading.Lock()

    def of(self, seat: Seat) -> str:
        """What the seat is known by; empty: it has to join."""
        with self._lock:
            return self._read().get(seat, "")

    def keep(self, seat: Seat, given: str) -> None:
        """It has joined."""
        with self._lock:
            self._write({**self._read(), seat: given})

    def forget(self, seat: Seat) -> None:
        """The page knows it no longer."""
        with self._lock:
            before = self._read()
            if seat in before:
                self._write({one: given for one, given in before.items() if one != seat})

    def _read(self) -> Mapping[Seat, str]:
        try:
            with self._path.open("rb") as file:
                found = msgspec.json.decode(file.read(_MOST), type=_Kept)
        except (OSError, msgspec.MsgspecError):  # there is none, or nothing that can be used: it joins anew
            return {}
        return found.seats if found.page == self._page else {}

    def _write(self, seats: Mapping[Seat, str]) -> None:
        try:
            if seats:
                kept = msgspec.json.encode(_Kept(self._page, dict(seats)))
                write_whole(self._path, kept, mode=SECRET)
            else:
                self._path.unlink(missing_ok=True)
        except OSError as error:
            with suppress(OSError):
                self._path.unlink(missing_ok=True)  # better none than an old one
            log.warning(
                "%s cannot be kept: %s; after a stop digits are wanted anew", self._path, error.strerror
            )
