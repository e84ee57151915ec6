"""The pages: what is answered to which request. Runs in the page's own event loop; knows no thread."""

import os
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Sequence
from http import HTTPStatus
from typing import get_args

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request as HttpRequest
from starlette.responses import HTMLResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import Route
from starlette.types import ASGIApp

from announce import page_words
from engine import Seat
from table.moment import GameMoment, Moment, Viewer
from table.requests import Request
from web.act_routes import ActRoutes
from web.command_box import HELP, OWN_HELP
from web.file_routes import FileRoutes
from web.for_homes import KIND, seat_words
from web.guard import own_request, read_cursor
from web.host_page import HOST
from web.host_routes import HostRoutes
from web.host_wishes import Host, HostFiles
from web.http_requests import Guarded, asker_of, one_line
from web.joining import SeatRoutes
from web.own_files import OwnFiles
from web.page_frame import PageFrame
from web.page_settings import SETTINGS, USUAL, wished
from web.page_view import OWN, Place
from web.pairing import Joined
from web.photo_page import PhotoReader
from web.photo_routes import PhotoRoutes
from web.reception import Reception
from web.seat_acts import BUILD, CLAIM
from web.shown_parts import ShownParts
from web.single_pages import answer_page, error_page, help_page, settings_page, step_page
from web.stream import BEAT_S, told
from web.table_pages import page


class Pages:
    """One table's pages.

    Args:
        ask: hands a request to the game's thread; False when it has too much to do.
        names: this machine's own names.
        guests_press: whether who has joined no seat may press the panel from another machine.
        host_files: what the host can take along, and see by the camera.
        reader: reads photographs of the board; None: nothing does.
        authority: the certificate of the table's own authority and its mark; None: the page is not sealed.
        sounds: a short sound by its name, as WAV; None: none can be had.
        address: where phones find it, `http://192.168.1.5:8080`; empty when only this machine is served.
    """

    def __init__(
        self,
        ask: Callable[[Request], bool],
        *,
        names: Collection[str] = (),
        address: str = "",
        guests_press: bool = True,
        host_files: HostFiles | None = None,
        reader: PhotoReader | None = None,
        authority: tuple[bytes, str] | None = None,
        sounds: Callable[[str], bytes | None] | None = None,
        random: Callable[[int], bytes] = os.urandom,
        now: Callable[[], float] = time.monotonic,
        beat_s: float = BEAT_S,
    ) -> None:
        self._beat_s, own = beat_s, OwnFiles()
        self.reception = Reception(
            ask,
            version=own.version,
            guests_press=guests_press,
            sealed=authority is not None,
            sounds=sounds,
            random=random,
            now=now,
        )
        self.owner, self.is_home = self.reception.owner, self.reception.is_home
        self.streams, self.pairing = self.reception.streams, self.reception.pairing
        self.hosts = HostRoutes(
            self.reception, host_files, lambda frame: self._shown.parts(None, "host", frame)
        )
        self.seats, self.photos = SeatRoutes(self.reception, address), PhotoRoutes(self.reception, reader)
        self._shown = ShownParts(self.reception, self.hosts.desk)
        self.files = FileRoutes(self.reception, self._shown, own, authority, address)
        routes = [
            *self._routes(),
            *self.files.routes,
            *self.seats.routes,
            *self.photos.routes,
            *ActRoutes(self.reception).routes,
            *self.hosts.routes,
        ]
        app = Starlette(routes=routes, exception_handlers={HTTPException: self._error})
        self.app: ASGIApp = Guarded(app, names, self.owner)

    def _routes(self) -> list[Route]:
        return [
            Route("/", self._page("table")),
            Route("/routes", self._page("routes")),
            Route("/map", self._page("map")),
            Route("/display", self._page("display")),
            Route("/course", self._page("course")),
            Route("/seat", self._page("seat")),
            Route("/seat/map", self._page("seat-map")),
            Route("/ask/{question}", self._ask),
            Route("/seat/ask/{question}", self._ask),
            Route(CLAIM, self._step),
            Route(BUILD, self._step),
            Route("/events", self._events),
            Route(SETTINGS, self._settings),
            Route(SETTINGS, self._set, methods=["POST"]),
            Route(HELP, self._help),
            Route(OWN_HELP, self._help),
        ]

    @property
    def table(self) -> Moment | None:
        """The table as it was shown last."""
        return self.reception.table

    def show(self, table: Moment) -> None:
        """This is how the table is now; who joined a seat at which nobody sits in the game has to leave."""
        if isinstance(table, GameMoment):
            self.reception.pairing.keep(table.people)
        self.reception.table = table
        self.reception.left()

    @property
    def hosted(self) -> bool:
        """Whether somebody is the host; any thread may ask."""
        return self.reception.hosts.anybody(self.reception.now())

    @property
    def joined(self) -> frozenset[Seat]:
        """The seats as which somebody has joined; any thread may ask."""
        return self.reception.pairing.seats(self.reception.now())

    def put_out(self, seat: Seat | None) -> None:
        """The browser that joined last as this seat, None: as the host, leaves at once."""
        if seat is None:
            self.reception.hosts.put_out("host")
        else:
            self.reception.pairing.put_out(seat)
        self.reception.left()

    def _page(self, place: Place) -> Callable[[HttpRequest], Awaitable[Response]]:
        async def answered(request: HttpRequest) -> Response:
            table, joined = self.reception.ready(), self.reception.joined(request)
            if place == "seat" and KIND in request.headers.get("accept", ""):
                seat = None if joined is None else joined.seat
                token, views = self.reception.token_of(seat, joined), "view" in request.query_params
                told = seat_words(table, seat, token, views=views)
                return Response(told, media_type=KIND)
            if place in OWN and joined is None:
                return RedirectResponse(self.reception.noted("/", self.reception.refused("gone")), 303)
            if place not in ("table", "seat", "display") and not isinstance(table, GameMoment):
                return RedirectResponse(self.reception.noted("/", self.reception.refused("no-game")), 303)
            viewer = joined.seat if joined is not None and place in OWN else None
            frame = self.reception.frame(request, viewer, joined)
            return HTMLResponse(page(table, viewer, place, frame, self._shown.parts(viewer, place, frame)))

        return answered

    async def _ask(self, request: HttpRequest) -> Response:
        table, joined = self.reception.ready(), self.reception.joined(request)
        viewer: Viewer = None
        if request.url.path.startswith("/seat/"):
            if joined is None:
                return RedirectResponse(self.reception.noted("/", self.reception.refused("gone")), 303)
            viewer = joined.seat
        if not isinstance(table, GameMoment):
            where = "/" if viewer is None else "/seat"
            return RedirectResponse(self.reception.noted(where, self.reception.refused("no-game")), 303)
        frame = self.reception.frame(request, viewer, joined)
        question, subject = str(request.path_params["question"]), request.query_params.get("subject", "")
        found = answer_page(table, viewer, question, frame, subject)
        if found is None:
            raise HTTPException(404, self.reception.refused("no-such"))
        return HTMLResponse(found)

    async def _step(self, request: HttpRequest) -> Response:
        """On the way to a claim; who comes too late is sent back to the seat's page."""
        table, joined = self.reception.ready(), self.reception.joined(request)
        if joined is None or not isinstance(table, GameMoment):
            return RedirectResponse(self.reception.noted("/", self.reception.refused("gone")), 303)
        frame = self.reception.frame(request, joined.seat, joined)
        found = step_page(table, joined.seat, request.url.path, request.query_params, frame)
        if found is None:
            return RedirectResponse(self.reception.noted("/seat", self.reception.refused("no-step")), 303)
        return HTMLResponse(found)

    async def _help(self, request: HttpRequest) -> Response:
        table, joined = self.reception.ready(), self.reception.joined(request)
        own = request.url.path == OWN_HELP
        if own and joined is None:
            return RedirectResponse(self.reception.noted("/", self.reception.refused("gone")), 303)
        viewer = joined.seat if own and joined is not None else None
        return HTMLResponse(help_page(table, viewer, self.reception.frame(request, viewer, joined)))

    async def _settings(self, request: HttpRequest) -> Response:
        """How this browser has its pages."""
        reception, back = self.reception, "/"
        if reception.joined(request) is not None:
            back = "/seat"
        elif reception.hosting(request) is not None:
            back = HOST
        frame = reception.frame(request, None, None)
        return HTMLResponse(settings_page(reception.ready(), frame, back))

    async def _set(self, request: HttpRequest) -> Response:
        """It wants them otherwise; nobody else is touched by that."""
        form, _ = await self.reception.form(request, own=False)
        settings = USUAL if "usual" in form else wished(form)
        if settings is None:
            return self.reception.back(request, self.reception.no("letters"), SETTINGS)
        words = self.reception.ready().wording.vocabulary.phrases
        response = RedirectResponse(self.reception.noted(SETTINGS, page_words.label(words, "kept")), 303)
        self.reception.keep_settings(request, response, settings)
        return response

    async def _events(self, request: HttpRequest) -> Response:
        if not own_request(request.headers, writes=False):
            raise HTTPException(403, self.reception.refused("foreign"))
        listener = self.reception.streams.let_in(self.owner(request.scope), asker_of(request))
        if listener is None:
            raise HTTPException(503, self.reception.refused("busy"))
        at = request.query_params.get("at")
        place: Place = next((one for one in get_args(Place) if one == at), "table")
        heard = request.headers.get("last-event-id") or request.query_params.get("after")

        whose: Joined[Seat] | Joined[Host] | None = None
        frame: PageFrame | None = None

        def shown() -> tuple[Moment, Viewer, Sequence[tuple[str, str]]] | None:
            nonlocal whose, frame
            now = self._whose(request, place)
            if now is None and (place in OWN or place == "host"):
                return None
            viewer = now.seat if now is not None and now.seat != "host" else None
            if frame is None or now != whose:  # a browser's address says the same as long as it is open
                whose, frame = now, self.reception.frame(request, viewer, now)
            return self.reception.ready(), viewer, self._shown.sections(viewer, place, frame)

        async def sent() -> AsyncIterator[str]:
            async for text in told(
                self.reception.streams,
                shown,
                self.reception.boot,
                read_cursor(heard, self.reception.boot),
                self._beat_s,
                listener,
            ):
                yield text

        self.reception.ready()
        return StreamingResponse(sent(), media_type="text/event-stream", headers={"X-Accel-Buffering": "no"})

    def _whose(self, request: HttpRequest, place: Place) -> Joined[Seat] | Joined[Host] | None:
        """Who keeps a page open that is not anybody's: the seat or the host; None: nobody, or no more."""
        if place == "host":
            return self.reception.hosting(request)
        return self.reception.joined(request) if place in OWN else None

    async def _error(self, request: HttpRequest, error: Exception) -> Response:
        """A page with the way back for who reads it in a browser, one line for everything else."""
        assert isinstance(error, HTTPException)
        if self.table is None:
            return one_line(error.detail, error)
        unknown = error.detail == HTTPStatus(error.status_code).phrase  # found by no route of ours
        said = self.reception.refused("no-such") if unknown else error.detail
        if "text/html" not in request.headers.get("accept", ""):
            return one_line(said, error)
        shown = error_page(self.table, said, self.reception.frame(request, None, None))
        return HTMLResponse(shown, error.status_code, headers=error.headers)
