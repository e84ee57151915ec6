"""A table whose page is served on a socket, with a loop of its own: for real browsers."""

import contextlib
import threading
from collections.abc import Callable
from typing import TypeVar

from engine import Seat
from tests.web.page_table import PageTable
from tests.web.set_up_page import SetUpPage
from web.kept_server import KeptPage
from web.server import PageServer

T = TypeVar("T")


class Served:
    """The loop's thread owns the table; a test does things at it between two rounds, under `lock`.

    `closing`: what a test has opened at it, ended before it is.
    """

    def __init__(self, table: PageTable | SetUpPage, follow: Callable[[KeptPage], None]) -> None:
        self.server = PageServer("127.0.0.1", 0, lambda port: table.pages)
        self.url = f"http://127.0.0.1:{self.server.port}"
        self.secrets: dict[Seat, str] = {}
        self.closing = contextlib.ExitStack()
        table.served = True
        kept = KeptPage(lambda: self.server)
        kept.open()
        follow(kept)
        self.lock, self._stop = threading.RLock(), threading.Event()
        self._thread = threading.Thread(target=self._loop, daemon=True)
        self._thread.start()

    def round(self) -> None:
        """Once round the loop."""

    def _loop(self) -> None:
        while not self._stop.wait(0.01):
            with self.lock:
                self.round()

    def close(self) -> None:
        self.closing.close()
        self._stop.set()
        self._thread.join()
        self.server.close()


class ServedTable(Served):
    """A game; each of its seats has joined by a browser whose secret is known."""

    def __init__(self, table: PageTable) -> None:
        self._table, secrets = table, dict[Seat, str]()

        def join() -> None:
            for seat in table.state.seats:
                secrets[seat] = table.join(seat).cookies["fingerpost"]

        joining = threading.Thread(target=join)  # a browser's driver has an event loop in this one
        joining.start()
        joining.join()
        super().__init__(table, self._follow)
        self.secrets = secrets

    def _follow(self, kept: KeptPage) -> None:
        self._table.part.follow(self._table.session, kept)
        kept.show(self._table.moment)

    def do(self, work: Callable[[PageTable], T]) -> T:
        """Do something at the table; its page follows at once."""
        with self.lock:
            done = work(self._table)
            self._table.show()
            return done

    def round(self) -> None:
        self._table.show()


class ServedSetUp(Served):
    """A table that is set up, and then plays."""

    def __init__(self) -> None:
        self.table = SetUpPage()
        super().__init__(self.table, lambda kept: self.table.part.set_up(self.table.desk, kept))

    def round(self) -> None:
        self.table.before.wait(0.1)
        self.table.show()
