"""A table whose page is served on a socket, with a loop of its own: for real browsers."""

import threading
from collections.abc import Callable
from typing import TypeVar

from engine import Seat
from fingerpost.page.keeping import KeptPage
from tests.web.page_table import PageTable
from web.server import PageServer

T = TypeVar("T")


class ServedTable:
    """The loop's thread owns the table; a test does things at it between two rounds."""

    def __init__(self, table: PageTable) -> None:
        self.secrets: dict[Seat, str] = {}
        self._table = table
        joining = threading.Thread(target=self._join)  # a browser's driver has an event loop in this one
        joining.start()
        joining.join()
        self.server = PageServer("127.0.0.1", 0, lambda port: table.pages)
        table.served = True
        kept = KeptPage(lambda: self.server)
        kept.open()
        table.part.follow(table.session, kept)
        kept.show(table.moment)
        self._lock, self._stop = threading.Lock(), threading.Event()
        self._thread = threading.Thread(target=self._loop, daemon=True)
        self._thread.start()

    def _join(self) -> None:
        for seat in self._table.state.seats:
            self.secrets[seat] = self._table.join(seat).cookies["fingerpost"]

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server.port}"

    def do(self, work: Callable[[PageTable], T]) -> T:
        """Do something at the table; its page follows at once."""
        with self._lock:
            done = work(self._table)
            self._table.show()
            return done

    def _loop(self) -> None:
        while not self._stop.wait(0.01):
            with self._lock:
                self._table.show()

    def close(self) -> None:
        self._stop.set()
        self._thread.join()
        self.server.close()
