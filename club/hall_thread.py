"""SHELL: the one thread that looks at the database for the pages, and what changed since its last look."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

import msgspec

from club.club_file import ClubConfig
from club.database import Database, GoneError, opened
from club.hall import Hall
from table.errors import CallError

T = TypeVar("T")
Work = Callable[[Hall, Database, int], T]
"""What is made of the hall as it is now; the time in Unix milliseconds."""


class HallThread:
    """Pages and streams ask it; the database is its own, and is opened anew when it was away."""

    def __init__(self, config: ClubConfig, now: Callable[[], int]) -> None:
        self._config, self._now = config, now
        self._hall = self._desk = Hall(config)
        if config.serve.delay_s:  # at the desk nothing is late
            at_once = msgspec.structs.replace(config.serve, delay_s=0)
            self._desk = Hall(msgspec.structs.replace(config, serve=at_once))
        self._database: Database | None = None
        self.empty = Hall(config)  # for pages that show nothing of any table
        self.phrases = self.empty.phrases
        self._thread = ThreadPoolExecutor(1, "hall")
        self.changed: set[str] = set()
        """Tables that are another than when this was last emptied; of this thread's."""

    async def ask(self, work: Work[T], *, desk: bool = False) -> T:
        """Look, then do this there; for the `desk` without delay. Raises: GoneError: the database is away."""
        hall = self._desk if desk else self._hall
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._do, hall, work)

    def _do(self, hall: Hall, work: Work[T]) -> T:
        now = self._now()
        try:
            if self._database is None:
                self._database = _opened(self._config.club.database)
            changed = hall.look(self._database, now)
            if hall is self._hall:
                self.changed |= changed
            return work(hall, self._database, now)
        except GoneError:
            if self._database is not None:
                self._database.close()
            self._database = None
            raise


def _opened(address: str) -> Database:
    """The database; one that was harmed while it was served is away like one that is gone."""
    try:
        return opened(address)
    except CallError as error:
        raise GoneError(str(error)) from None
