"""SHELL: the club's web server: the hall, a page a table, standings, the desk, streams, feeds."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Mapping
from typing import Final
from urllib.parse import quote

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import Route
from starlette.types import Scope

from announce import club_words
from club.club_file import ClubConfig
from club.database import Database, GoneError
from club.desk import DeskNote, Form, called, contradictions, decided, may_come
from club.desk_page import Typed, desk_page
from club.feeds_served import Feeds
from club.hall import Hall
from club.hall_pages import error_page, hall_page, standings_page, table_page
from club.hall_streams import HallStreams
from club.hall_thread import HallThread
from club.rounds import decided_pods
from club.tournament import Running
from engine import MapError, game_map
from mqtt.topics import NAME
from table.errors import CallError
from tabletop import LayoutError, board_layout
from web.board_picture import cities, face
from web.guard import HEADERS, fields, own_request
from web.http_requests import body_of, only
from web.markup import Html
from web.own_files import KEPT, OwnFiles

_ASK: Final = {"WWW-Authenticate": 'Basic realm="desk", charset="UTF-8"'}
_WRONG_S: Final = 0.5  # a wrong password is answered so slowly


class Anybody:
    """Nobody has a place of his own at a club's pages; programs of this machine do not wait for one."""

    def owner(self, scope: Scope) -> str:
        """A guest's."""
        return ""

    def is_home(self, source: str) -> bool:
        """Whether it is this machine."""
        return source in ("127.0.0.1", "::1")


class Club:
    """The whole server. `app` serves it.

    Args:
        speak: says what is called, aloud; it must return at once.
    """

    def __init__(
        self,
        config: ClubConfig,
        *,
        now: Callable[[], int] = lambda: time.time_ns() // 1_000_000,
        speak: Callable[[str], None] | None = None,
    ) -> None:
        self._config = config
        self._hall = HallThread(config, now)
        self._files = OwnFiles()
        self._version = self._files.version
        self._streams = HallStreams(self._hall, self._version, speak)
        self._speaks = speak is not None
        self._drawn: dict[tuple[str, str], str] = {}
        self._wrong = asyncio.Lock()  # one wrong password at a time
        routes = [
            Route("/", self._front),
            Route("/tables/{table}", self._table),
            Route("/stream", self._stream),
            Route("/tables/{table}/stream", self._stream),
            Route("/standings/{tournament}", self._standings),
            Route("/desk", self._desk),
            Route("/desk/call", self._call, methods=["POST"]),
            Route("/desk/result", self._result, methods=["POST"]),
            *(Route(sent_to, self._to_desk) for sent_to in ("/desk/call", "/desk/result")),
            Route("/board.svg", self._picture),
            Route("/cities.svg", self._picture),
            Route("/static/{name}", self._file),
            *Feeds(config, now).routes,
        ]
        self.app = Starlette(routes=routes, exception_handlers={HTTPException: self._error})

    def begin(self) -> None:
        """Where calls are spoken they are listened for at once; in the server's own loop."""
        if self._speaks:
            self._streams.start()

    # Pages

    async def _page(
        self, make: Callable[[Hall, Database, int], Html | None], *, desk: bool = False, status: int = 200
    ) -> Response:
        try:
            made = await self._hall.ask(make, desk=desk)
        except GoneError:
            raise HTTPException(503) from None
        if made is None:
            raise HTTPException(404)
        return HTMLResponse(made, status, headers=_headers())

    async def _front(self, request: Request) -> Response:
        return await self._page(lambda hall, _, now: hall_page(hall, now, self._version))

    async def _table(self, request: Request) -> Response:
        name = str(request.path_params["table"])

        def made(hall: Hall, database: Database, now: int) -> Html | None:
            table = hall.tables.get(name)
            return None if table is None else table_page(hall, table, self._version)

        return await self._page(made)

    async def _standings(self, request: Request) -> Response:
        name = str(request.path_params["tournament"])
        if not NAME.fullmatch(name):
            raise HTTPException(404)

        def made(hall: Hall, database: Database, now: int) -> Html | None:
            try:
                running = Running(database, name, now - self._config.serve.delay_s * 1000)
            except CallError:
                return None
            stage = running.stage()
            title = club_words.standings_of(hall.phrases, running.form.name, stage.name)
            return standings_page(hall, title, running.rows(stage), self._version)

        return await self._page(made)

    async def _stream(self, request: Request) -> Response:
        table = request.path_params.get("table")
        told = request.headers.get("last-event-id") or request.query_params.get("after", "")
        after = int(told) if told.isascii() and told.isdigit() and len(told) <= 18 else None
        known = True
        if table is not None:
            try:
                known = await self._hall.ask(lambda hall, _, now: table in hall.tables)
            except GoneError:
                raise HTTPException(503) from None
        if not known:
            raise HTTPException(404)
        if self._streams.full():
            raise HTTPException(503)
        page = request.query_params.get("page") == "1"

        async def sent() -> AsyncIterator[str]:
            if request.method != "HEAD":
                async for text in self._streams.told(table, after, page=page):
                    yield text

        headers = {**_headers(), "X-Accel-Buffering": "no"}
        return StreamingResponse(sent(), media_type="text/event-stream", headers=headers)

    # The desk

    async def _let_in(self, request: Request) -> None:
        let_in = may_come(self._config, request.headers.get("authorization"))
        if let_in is None:
            raise HTTPException(404)
        if not let_in:
            if request.headers.get("authorization"):
                async with self._wrong:
                    await asyncio.sleep(_WRONG_S)
            raise HTTPException(401, headers=_ASK)

    async def _desk(self, request: Request) -> Response:
        await self._let_in(request)
        return await self._at_desk(request.query_params.get("note", "")[:200], {})

    async def _to_desk(self, request: Request) -> Response:
        """The address of a form that could not be taken, loaded anew: the form is at the desk."""
        await self._let_in(request)
        return RedirectResponse("/desk", 303, headers=_headers())

    async def _at_desk(self, note: str, typed: Typed, *, status: int = 200) -> Response:
        def made(hall: Hall, database: Database, now: int) -> Html:
            amiss = contradictions(hall, self._config, database)
            return desk_page(hall, amiss, decided_pods(database), self._version, note, typed)

        return await self._page(made, desk=True, status=status)

    async def _form(self, request: Request) -> Form:
        await self._let_in(request)
        if not own_request(request.headers, writes=True):
            raise HTTPException(403)
        body = await body_of(request)
        form = None if body is None else fields(body)
        if form is None:
            raise HTTPException(400)
        return form

    async def _call(self, request: Request) -> Response:
        form = await self._form(request)
        return await self._done(form, lambda hall, database, _: called(self._config, hall, database, form))

    async def _result(self, request: Request) -> Response:
        form = await self._form(request)
        return await self._done(form, lambda hall, database, _: decided(hall, database, form))

    async def _done(self, form: Form, act: Callable[[Hall, Database, int], DeskNote]) -> Response:
        try:
            note = await self._hall.ask(act, desk=True)
            for desk in (True, False):
                await self._hall.ask(lambda hall, _, now: hall.look_anew(), desk=desk)
        except GoneError:
            raise HTTPException(503) from None
        if note.wrong:
            return await self._at_desk(note.text, {key: only(form, key) for key in form}, status=422)
        where = f"/desk?note={quote(note.text)}" if note.text else "/desk"
        return RedirectResponse(where, 303, headers=_headers())

    # Files

    async def _picture(self, request: Request) -> Response:
        """A layer of a board's picture; drawn once."""
        layer, name = request.url.path, request.query_params.get("map", "")
        if (layer, name) not in self._drawn:
            try:
                layout, places = board_layout(name), game_map(name)
            except (LayoutError, MapError, ValueError):
                raise HTTPException(404) from None
            language = self._config.club.language
            drawn = face(layout, places, language) if layer == "/board.svg" else cities(layout, places)
            self._drawn[layer, name] = drawn
        return Response(self._drawn[layer, name], media_type="image/svg+xml", headers=_headers(kept=True))

    async def _file(self, request: Request) -> Response:
        accepted = request.headers.get("accept-encoding", "")
        found = self._files.answer(str(request.path_params["name"]), accepted, _headers(kept=True))
        if found is None:
            raise HTTPException(404)
        return found

    async def _error(self, request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        keys: Mapping[int, club_words.Label] = {403: "foreign", 404: "no-such", 503: "away"}
        key = keys.get(error.status_code, "wrong")
        headers = {**_headers(), **(error.headers or {})}
        said = club_words.label(self._hall.phrases, key)
        if "text/html" not in request.headers.get("accept", ""):
            return PlainTextResponse(f"{said}\n", error.status_code, headers=headers)
        page = error_page(self._hall.empty, said, self._version)
        return HTMLResponse(page, error.status_code, headers=headers)


def _headers(*, kept: bool = False) -> dict[str, str]:
    return {**HEADERS, "Cache-Control": KEPT if kept else "no-store"}
