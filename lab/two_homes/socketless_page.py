"""The host's page without a socket: its pages as they are served, its event loop by virtual time."""

import asyncio
import random
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Final
from urllib.parse import urlencode

from engine import Seat
from table.moment import Moment
from table.requests import Request
from tabletop import DeviceHealth
from web.pages import Pages
from web.seat_talk import OpenStream, PageCall

NAME: Final = "bremen.example"
ORIGIN: Final = f"https://{NAME}"
_ASKER: Final = ("198.51.100.7", 50_000)  # an address for documents (RFC 5737)


class _Loop(asyncio.SelectorEventLoop):
    """An event loop whose clock is set, and which does what is due now."""

    now, stirred = 0.0, False

    def time(self) -> float:
        return self.now

    def call_soon(  # type: ignore[override]
        self, callback: Any, *args: Any, context: Any = None
    ) -> asyncio.Handle:
        self.stirred = True
        return super().call_soon(callback, *args, context=context)

    def call_soon_threadsafe(  # type: ignore[override]
        self, callback: Any, *args: Any, context: Any = None
    ) -> asyncio.Handle:
        self.stirred = True
        return super().call_soon_threadsafe(callback, *args, context=context)

    def settle(self, now: float) -> None:
        """Time is `now`: all that this brings about."""
        self.now, self.stirred = now, True
        while self.stirred:
            super().call_soon(self.stop)
            self.stirred = False
            self.run_forever()


@dataclass(eq=False)
class Visit:
    """One request at the page. `on_head` and `on_body` take what it sends, `on_end` that it has sent all."""

    on_head: Callable[[int, Mapping[str, str]], None]
    on_body: Callable[[bytes], None]
    on_end: Callable[[], None]
    gone: asyncio.Event = field(default_factory=asyncio.Event)
    task: "asyncio.Task[None] | None" = None


class HostPage:
    """The page of one process of the host's; `close` is how it dies."""

    def __init__(self, ask: Callable[[Request], bool], seed: int) -> None:
        """`ask`: hands a request to the table."""
        self._loop = _Loop()
        self._pages = Pages(
            ask,
            names=(NAME,),
            authority=(b"", ""),
            random=random.Random(seed).randbytes,
            now=self._loop.time,
        )
        self._open: list[Visit] = []

    # Where the moments of the table go

    @property
    def hosted(self) -> bool:
        """Nobody is the host."""
        return self._pages.hosted

    @property
    def joined(self) -> frozenset[Seat]:
        """The seats as which somebody has joined."""
        return self._pages.joined

    def look(self, at: float) -> DeviceHealth | None:
        """It is never gone by itself."""
        return None

    def show(self, table: Moment) -> None:
        """This is how the table is now."""
        self._loop.call_soon(self._pages.show, table)

    def put_out(self, seat: Seat | None) -> None:
        """The browser of this seat leaves."""
        self._loop.call_soon(self._pages.put_out, seat)

    # Requests

    def visit(self, wanted: PageCall | OpenStream, visit: Visit) -> None:
        """Somebody asks for it."""
        visit.task = self._loop.create_task(self._answer(wanted, visit))
        self._open.append(visit)

    def leave(self, visit: Visit) -> None:
        """Who asked is gone."""
        visit.gone.set()

    def settle(self, at: float) -> None:
        """Time has passed."""
        self._loop.settle(at)
        for one in [one for one in self._open if one.task is not None and one.task.done()]:
            self._open.remove(one)
            assert one.task is not None
            one.task.result()  # a bug of ours is raised here

    def close(self) -> None:
        """The process is gone."""
        for one in self._open:
            if one.task is not None:
                one.task.cancel()
        self._loop.settle(self._loop.now)
        with suppress(RuntimeError):
            self._loop.close()

    async def _answer(self, wanted: PageCall | OpenStream, visit: Visit) -> None:
        form = wanted.form if isinstance(wanted, PageCall) else None
        body: bytes | None = b"" if form is None else urlencode(form).encode()

        async def receive() -> dict[str, object]:
            nonlocal body
            if body is not None:
                sent, body = body, None
                return {"type": "http.request", "body": sent, "more_body": False}
            await visit.gone.wait()
            return {"type": "http.disconnect"}

        async def send(message: Any) -> None:
            if message["type"] == "http.response.start":
                given = {name.decode(): value.decode() for name, value in message["headers"]}
                visit.on_head(message["status"], given)
            elif not visit.gone.is_set():
                if message.get("body"):
                    visit.on_body(message["body"])
                if not message.get("more_body"):
                    visit.on_end()

        path, _, query = wanted.path.partition("?")
        headers = {"host": NAME, **wanted.headers}
        scope: dict[str, object] = {
            "type": "http",
            "asgi": {"version": "3.0", "spec_version": "2.3"},
            "http_version": "1.1",
            "method": "GET" if form is None else "POST",
            "scheme": "https",
            "path": path,
            "raw_path": path.encode(),
            "query_string": query.encode(),
            "root_path": "",
            "headers": [(name.lower().encode(), value.encode()) for name, value in headers.items()],
            "client": _ASKER,
            "server": (NAME, 443),
        }
        await self._pages.app(scope, receive, send)
