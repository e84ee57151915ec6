"""What all requests have in common: which are answered, how a form is read, how an error is told."""

import asyncio
import json
from collections.abc import Callable, Collection, Mapping
from typing import Final

from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from engine import Seat
from web.free_places import RateLimit
from web.guard import HEADERS, MOST_BYTES, known_host
from web.pairing import HERE, Joined

BODY_S: Final = 10.0
LONG_S: Final = 120.0  # of a picture
_MOST_WAIT_S: Final = 5.0


async def body_of(request: Request, most: int = MOST_BYTES) -> bytes | None:
    """The body of a form; None: too long, too slow, or gone. What may be long may take its time."""
    found = bytearray()
    try:
        async with asyncio.timeout(BODY_S if most == MOST_BYTES else LONG_S):
            async for piece in request.stream():
                found += piece
                if len(found) > most:
                    return None
    except (TimeoutError, ClientDisconnect):
        return None
    return bytes(found)


class Guarded:
    """Answers only what means this machine, and adds the headers that keep pages to themselves.

    Who belongs to no seat is answered at its address' own pace, so that nobody keeps the page busy.

    Args:
        owner: the browser that a request comes from; empty: a guest's.
    """

    def __init__(self, app: ASGIApp, names: Collection[str], owner: Callable[[Scope], str]) -> None:
        self._app, self._names, self._owner, self._pace = app, names, owner, RateLimit()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                have = {name.lower() for name, _ in message["headers"]}
                more = {**HEADERS, "Cache-Control": "no-store"}
                fresh = [(key.lower().encode(), value.encode()) for key, value in more.items()]
                message["headers"] = [*message["headers"], *(one for one in fresh if one[0] not in have)]
            await send(message)

        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        if not self._owner(scope):
            wait_s = self._pace.wait_s(asker_of(Request(scope)), asyncio.get_running_loop().time())
            await asyncio.sleep(min(wait_s, _MOST_WAIT_S))
        if known_host(Request(scope).headers.get("host"), self._names):
            await self._app(scope, receive, guarded)
        else:
            refused = PlainTextResponse("this machine goes by another name here; use its address\n", 421)
            await refused(scope, receive, guarded)


def only(form: Mapping[str, list[str]], name: str) -> str:
    found = form.get(name, [])
    return found[0] if len(found) == 1 else ""


def command_of(form: Mapping[str, list[str]], joined: Joined[Seat] | None) -> str:
    """The command of a form: as its button or list has it, or the tickets that were marked."""
    kind = only(form, "kind")
    if not kind:
        return only(form, "command")
    seat = None if joined is None else joined.seat
    return json.dumps({"do": kind, "seat": seat, "tickets": form.get("ticket", [])})


def is_here(request: Request) -> bool:
    """Whether the browser runs on this very machine; one that comes through a proxy here does not."""
    through = "forwarded" in request.headers or "x-forwarded-for" in request.headers
    return not through and request.client is not None and request.client.host in ("127.0.0.1", "::1")


def asker_of(request: Request) -> str:
    """Who asks for a code, or writes one: a machine by its address, or who sits at this one."""
    if is_here(request):
        return HERE
    return "?" if request.client is None else request.client.host


def one_line(said: str, error: HTTPException) -> Response:
    """An error for a program or a script."""
    return PlainTextResponse(f"{said}\n", error.status_code, headers=error.headers)
