"""SHELL: the page's thread: a socket, an event loop, the pages; and how any pages of ours are served."""

import asyncio
import contextlib
import logging
import resource
import socket
import threading
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any, Final, Protocol

import uvicorn
from starlette.types import ASGIApp, Scope
from uvicorn.protocols.http.h11_impl import H11Protocol

from engine import Seat
from table.moment import Moment
from web.free_places import RateLimit, who_goes
from web.pages import Pages

CONNECTIONS: Final = 640  # of guests, where the system allows as many
_FEWEST: Final = 96  # of them, however few it allows
_OTHER_FILES: Final = 384  # of the game, the devices, the seats' own pages
OWN: Final = 12  # more of each browser that has joined a seat, and of who sits at this machine
UNTOLD: Final = 8  # more from each machine where somebody has joined, until they have told who they are
LOOK_S: Final = 10.0  # between two looks at a connection
STOP_S: Final = 1.5

_numbers = count(1)
log = logging.getLogger("fingerpost.page")


class Owners(Protocol):
    """Who has places of his own."""

    def owner(self, scope: Scope) -> str:
        """Whose a request is: a browser's by a name; empty: a guest's."""

    def is_home(self, source: str) -> bool:
        """Whether somebody at this address has shown that he belongs here."""


class _Polite(H11Protocol):
    """A connection; it is ended where there are too many, and where it asks for nothing or takes nothing."""

    pages: Owners
    pace: RateLimit
    places: int
    owner = ""  # the browser whose place it has; empty: a guest's

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self.number = next(_numbers)
        self._make_room()
        if not self.transport.is_closing():
            self.loop.call_later(LOOK_S, self._end_if_idle, None)

    def _make_room(self) -> None:
        source = _source(self)
        guests = [one for one in self._others() if not one.owner]
        home = self.pages.is_home(source)
        if home and sum(_source(one) == source for one in guests) < UNTOLD:
            return
        if not home and self.pace.refuses(source, self.loop.time()):
            self.transport.abort()
            return
        guests.sort(key=lambda one: (not one._idle(), one.number))  # who asks for nothing goes first
        gone = who_goes(source, [_source(one) for one in guests], self.places)
        if gone is not None:
            (self if gone == len(guests) else guests[gone]).transport.abort()

    def handle_events(self) -> None:
        super().handle_events()
        owner = "" if self.owner or self.scope is None else self.pages.owner(dict(self.scope))
        if owner and sum(one.owner == owner for one in self._others()) < OWN:
            self.owner = owner

    def _others(self) -> "list[_Polite]":
        """All connections but this one that are not ended yet."""
        found = [one for one in self.connections if isinstance(one, _Polite) and one is not self]
        return [one for one in found if not one.transport.is_closing()]

    def _idle(self) -> bool:
        return self.cycle is None or self.cycle.response_complete or self.flow.write_paused

    def _end_if_idle(self, before: object) -> None:
        """End what idles with the same request as at the last look (None: with no request yet)."""
        if self.transport.is_closing():
            return
        idle = self._idle()
        if idle and self.cycle is before:
            self.transport.abort()
        else:
            self.loop.call_later(LOOK_S, self._end_if_idle, self.cycle if idle else self)


def _source(connection: Any) -> str:
    return "" if connection.client is None else str(connection.client[0])


class _NoWords(logging.Handler):
    """Takes uvicorn's words, which any stranger brings about; a fault of ours is told in a line of ours."""

    def emit(self, record: logging.LogRecord) -> None:
        fault = record.exc_info[1] if record.exc_info else None
        if fault is not None and not isinstance(fault, asyncio.CancelledError):  # the page was closed
            log.error("the page could not answer a request: %s: %s", type(fault).__name__, fault)


def options(app: ASGIApp, owners: Owners, places: int, sealed_by: Path | None = None) -> uvicorn.Config:
    """How pages are served: guests share so many connections by address, and bring no word to a terminal.

    `sealed_by`: a certificate with its key; None: they travel unsealed.
    """
    theirs = {"pages": owners, "pace": RateLimit(), "places": places}
    _quieten()
    return uvicorn.Config(
        app,
        http=type("_Connection", (_Polite,), theirs),
        ws="none",
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        ssl_certfile=None if sealed_by is None else str(sealed_by),
        proxy_headers=False,
        timeout_keep_alive=5,
        timeout_graceful_shutdown=1,
        h11_max_incomplete_event_size=16_384,
    )


def _quieten() -> None:
    """Let nothing of uvicorn's reach the terminal of a table."""
    theirs = logging.getLogger("uvicorn")
    theirs.propagate = False
    theirs.handlers = [_NoWords(logging.ERROR)]


def _trouble(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """What the loop itself has to say: of connections that went, or of a machine without room for more."""
    log.debug("%s: %r", context.get("message"), context.get("exception"))


def guest_connections(most: int = CONNECTIONS) -> int:
    """How many connections guests have at once.

    A silent crowd that fits is left alone: nobody is thrown out, comes anew and is thrown out again.
    """
    allowed, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if allowed == resource.RLIM_INFINITY:
        return most
    return max(_FEWEST, min(most, allowed - _OTHER_FILES))


class PageServer:
    """Serves one table's pages from a thread of its own. Any thread may call its methods.

    Raises:
        OSError: the address cannot be listened on.
    """

    def __init__(
        self,
        host: str,
        port: int,
        pages: Callable[[int], Pages],
        *,
        guests: int | None = None,
        sealed_by: Path | None = None,
    ) -> None:
        """Listen, and serve.

        Args:
            pages: makes them, when the port is known (0 lets the system choose).
            guests: how many connections they have at once.
            sealed_by: a certificate with its key; None: the page travels unsealed.
        """
        places = guest_connections() if guests is None else guests
        self._socket = _listening(host, port)
        self.port: int = self._socket.getsockname()[1]
        try:
            self._pages = pages(self.port)
        except OSError:
            self._socket.close()
            raise
        self._loop = asyncio.new_event_loop()  # what is shown before it runs is done when it does
        self._sealed_by = None if sealed_by is None else str(sealed_by)
        self._config = config = options(self._pages.app, self._pages, places, sealed_by)
        self._loop.set_exception_handler(_trouble)
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(target=self._run, name="page", daemon=True)
        self._thread.start()

    def show(self, table: Moment) -> None:
        """This is how the table is now; nothing is kept of what was before."""
        self._call(lambda: self._pages.show(table))

    @property
    def hosted(self) -> bool:
        """Whether somebody is the host."""
        return self._pages.hosted

    @property
    def joined(self) -> frozenset[Seat]:
        """The seats as which somebody has joined."""
        return self._pages.joined

    def put_out(self, seat: Seat | None) -> None:
        """The browser that joined last as this seat leaves."""
        self._call(lambda: self._pages.put_out(seat))

    def resealed(self) -> None:
        """The certificate was renewed: who comes from now on is shown the new one."""

        def shown() -> None:
            if self._config.ssl is not None and self._sealed_by is not None:
                self._config.ssl.load_cert_chain(self._sealed_by)

        self._call(shown)

    @property
    def alive(self) -> bool:
        """Whether it still serves."""
        return self._thread.is_alive()

    def close(self) -> None:
        """End every stream, then the thread."""
        self._call(self._end)
        self._thread.join(STOP_S)

    def _end(self) -> None:
        self._pages.streams.close()
        self._server.should_exit = True

    def _call(self, work: Callable[[], None]) -> None:
        with contextlib.suppress(RuntimeError):  # it has ended
            self._loop.call_soon_threadsafe(work)

    def _run(self) -> None:
        try:
            with asyncio.Runner(loop_factory=lambda: self._loop) as runner:
                runner.run(self._server.serve(sockets=[self._socket]))
        except Exception:
            log.exception("the page has stopped; the game goes on")
        finally:
            self._socket.close()


def _listening(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    found = socket.socket(family, socket.SOCK_STREAM)
    try:
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.bind((host, port))
        found.listen(64)
    except OSError:
        found.close()
        raise
    return found
