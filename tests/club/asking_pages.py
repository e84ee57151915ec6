"""Requests to a page without a network: what a browser would send, and what comes back."""

import asyncio
from collections.abc import Mapping, MutableMapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote

from starlette.types import ASGIApp


@dataclass(frozen=True, slots=True)
class Answer:
    status: int
    headers: dict[str, str]
    text: str


def ask(
    app: ASGIApp,
    path: str,
    method: str = "GET",
    *,
    headers: Mapping[str, str] | None = None,
    body: bytes = b"",
) -> Answer:
    """One request."""
    bare, _, query = path.partition("?")
    heard: list[MutableMapping[str, Any]] = []

    async def receive() -> MutableMapping[str, Any]:
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(message: MutableMapping[str, Any]) -> None:
        heard.append(message)

    sent = {"host": "club", **(headers or {})}
    scope = {
        "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": method, "scheme": "http",
        "path": unquote(bare), "raw_path": bare.encode(), "query_string": query.encode(), "root_path": "",
        "headers": [(key.encode(), value.encode()) for key, value in sent.items()],
        "client": ("127.0.0.1", 1), "server": ("127.0.0.1", 80),
    }  # fmt: skip
    asyncio.run(_run(app, scope, receive, send))
    told = {key.decode(): value.decode() for key, value in heard[0]["headers"]}
    return Answer(heard[0]["status"], told, b"".join(one.get("body", b"") for one in heard[1:]).decode())


async def _run(app: ASGIApp, scope: Any, receive: Any, send: Any) -> None:
    await app(scope, receive, send)
