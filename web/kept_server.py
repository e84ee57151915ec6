"""The page's server, kept going: opened, opened again when its port was taken or it has ended by itself."""

import errno
import logging
from collections.abc import Callable
from typing import Final, Protocol

from engine import Seat
from table.moment import Moment
from tabletop import DeviceHealth

RETRY_S: Final = 5.0
STEADY_S: Final = 5.0  # it has served so long when it is told to be back: what ends at once was never there
_CAUSES: Final = {errno.EADDRINUSE: "busy", errno.EACCES: "forbidden"}

log = logging.getLogger("fingerpost.page.part")


class Server(Protocol):
    """What serves: `web.server.PageServer`."""

    @property
    def alive(self) -> bool:
        """Whether it still serves."""

    @property
    def hosted(self) -> bool:
        """Whether somebody is the host."""

    @property
    def joined(self) -> frozenset[Seat]:
        """The seats as which somebody has joined."""

    def show(self, table: Moment) -> None: ...

    def put_out(self, seat: Seat | None) -> None: ...

    def resealed(self) -> None: ...

    def close(self) -> None: ...


class KeptPage:
    """A page that is never silently gone.

    A server that is opened again knows no browser: who was put out meanwhile stays out, seats join anew.

    Args:
        opened: opens a server, raises OSError where that cannot be.
        daily: is told the time, for what is due once a day.
    """

    def __init__(
        self, opened: Callable[[], Server], daily: Callable[[float], object] = lambda at: None
    ) -> None:
        self._opened, self._daily = opened, daily
        self._server: Server | None = None
        self._table: Moment | None = None
        self._cause = ""  # why there is none
        self._told: str | None = None  # the cause that was told; None: all is well
        self._next = float("-inf")  # when to try again
        self._since = float("inf")  # opened again then; never: at the start

    def open(self) -> OSError | None:
        """Open it; why that cannot be, None: it serves."""
        try:
            self._server = self._opened()
        except OSError as error:
            self._cause = _CAUSES.get(error.errno or 0, "closed")
            return error
        if self._table is not None:
            self._server.show(self._table)
        return None

    def look(self, at: float) -> DeviceHealth | None:
        """Open it again when that is due; how it is, if that is to be told."""
        server = self._server
        self._daily(at)
        if server is not None and not server.alive:
            log.warning("the page has ended by itself; it is opened again in %g s", RETRY_S)
            server.close()
            self._server, self._cause, self._next = None, "", at + RETRY_S
        elif server is None and at >= self._next:
            self._next, self._since = at + RETRY_S, at
            self.open()
        if self._server is None:
            return self._changed(self._cause, at)
        return self._changed(None, at) if at - self._since >= STEADY_S else None

    def _changed(self, cause: str | None, at: float) -> DeviceHealth | None:
        if cause == self._told:
            return None
        self._told = cause
        if cause is None:
            return DeviceHealth(device="page", condition="live", at=at)
        return DeviceHealth(device="page", condition="lost", at=at, cause=cause)

    def resealed(self) -> None:
        """Its certificate was renewed."""
        if self._server is not None:
            self._server.resealed()

    def show(self, table: Moment) -> None:
        """This is how the table is now."""
        self._table = table
        if self._server is not None:
            self._server.show(table)

    @property
    def hosted(self) -> bool:
        """Whether somebody is the host there."""
        return self._server is not None and self._server.hosted

    @property
    def joined(self) -> frozenset[Seat]:
        """The seats as which somebody has joined there."""
        return frozenset() if self._server is None else self._server.joined

    def put_out(self, seat: Seat | None) -> None:
        """The browser that joined last as this seat leaves."""
        if self._server is not None:
            self._server.put_out(seat)

    def close(self) -> None:
        """End it for good."""
        if self._server is not None:
            self._server.close()
