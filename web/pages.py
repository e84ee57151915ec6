"""The pages: what is answered to which request. Runs in the page's own event loop; knows no thread."""

import asyncio
import json
import os
import secrets
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Mapping, Sequence
from http import HTTPStatus
from importlib.resources import files
from typing import Final, get_args
from urllib.parse import parse_qsl, urlencode
from zlib import crc32

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request as HttpRequest
from starlette.responses import HTMLResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import Route
from starlette.types import ASGIApp, Scope

from announce import Wording, host_words, page_words
from engine import SEATS, CodecError, Seat, command_from_json
from table.answers import Answer, Done, NotDone
from table.moment import GameMoment, Moment, Viewer
from table.requests import (
    AdmitPhone,
    DoAct,
    PhotoFailed,
    PhotoSays,
    PhotoTaken,
    PlayAgain,
    PressButton,
    Request,
    TellCode,
    Want,
)
from tabletop import BUTTONS
from web.board_picture import cities, face
from web.command_box import (
    COMMAND,
    HELP,
    HOSTS_COMMAND,
    OWN_COMMAND,
    Leads,
    Says,
    TypedAsk,
    TypedPress,
    meant,
)
from web.document import (
    COLOURS,
    SIZES,
    PageFrame,
    answer_page,
    authority_page,
    error_page,
    help_page,
    host_page,
    insides,
    join_page,
    page,
    photo_page,
    step_page,
)
from web.guard import cursor, fields, own_request, read_cursor
from web.host_page import DO, HOST, PRESS, HostDesk, PhoneNow
from web.host_wishes import Host, HostFiles, makers, want_of
from web.http_requests import Guarded, asker_of, body_of, command_of, is_here, one_line, only
from web.map_page import CITIES, FACE, WHOLE, look_of
from web.markup import Html
from web.page_view import AGAIN, MAPS, NOTHING, OWN, PageRegion, Place, parts
from web.pairing import SESSION_S, Joined, Pairing
from web.photo_page import KEPT as PHOTOS
from web.photo_page import KEPT_S as PHOTO_KEPT_S
from web.photo_page import MOST_BYTES as PHOTO_BYTES
from web.photo_page import PHOTO, PhotoError, PhotoRead, PhotoReader, asked, differences, shown
from web.question_pages import answer
from web.seat_acts import BUILD, BY_PAGE, CLAIM
from web.stream import BEAT_S, Streams, told
from web.upload import parts_of

COOKIE: Final = "fingerpost"
HOST_COOKIE: Final = "fingerpost-host"
ANSWER_S: Final = 3.0  # the game answers in a tick; what takes longer is told as busy
_NOTES: Final = 64
_STATIC: Final = {"page.css": "text/css", "page.mjs": "text/javascript"}


class Pages:
    """One table's pages.

    Args:
        ask: hands a request to the game's thread; False when it has too much to do.
        names: this machine's own names.
        guests_press: whether who has joined no seat may press the panel from another machine.
        host_files: what the host can take along, and see by the camera.
        reader: reads photographs of the board; None: nothing does.
        authority: the certificate of the table's own authority and its mark; None: the page is not sealed.
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
        random: Callable[[int], bytes] = os.urandom,
        now: Callable[[], float] = time.monotonic,
        beat_s: float = BEAT_S,
    ) -> None:
        self.table: Moment | None = None
        self.streams = Streams()
        self.pairing: Pairing[Seat] = Pairing(random)
        self.hosts: Pairing[Host] = Pairing(random)
        self._files = host_files
        self._authority = authority
        self._reader, self._reading = reader, asyncio.Lock()
        self._photos: dict[str, tuple[float, PhotoRead]] = {}
        self._ask_table, self._address, self._guests_press = ask, address, guests_press
        self._now, self._beat_s = now, beat_s
        self._boot, self._token = random(4).hex(), random(16).hex()
        self._notes: OrderedDict[str, str] = OrderedDict()
        self._made_of: Moment | None = None
        self._drawn_in: Wording | None = None
        self._layers: dict[str, str] = {}
        self._made: dict[tuple[Viewer, Place, bool], tuple[PageRegion, ...]] = {}
        self._homes: dict[str, float] = {}  # addresses of browsers that have joined, and when they last asked
        self._long: dict[tuple[Seat, str], str] = {}  # the codes that wait, as they are scanned
        folder = files("web").joinpath("static")
        self._static = {name: folder.joinpath(name).read_bytes() for name in _STATIC}
        self._version = f"{crc32(b''.join(self._static.values())):x}"
        routes = [
            Route("/", self._page("table")),
            Route("/routes", self._page("routes")),
            Route("/map", self._page("map")),
            Route("/display", self._page("display")),
            Route("/course", self._page("course")),
            Route("/seat", self._page("seat")),
            Route("/seat/map", self._page("seat-map")),
            Route(FACE, self._picture_of_board),
            Route(CITIES, self._picture_of_board),
            Route("/ask/{question}", self._ask),
            Route("/seat/ask/{question}", self._ask),
            Route(CLAIM, self._step),
            Route(BUILD, self._step),
            Route("/events", self._events),
            Route("/join", self._join_page),
            Route("/join", self._join, methods=["POST"]),
            Route("/join/open", self._open, methods=["POST"]),
            Route(HELP, self._help),
            Route("/authority", self._authority_page),
            Route("/authority.crt", self._authority_file),
            Route(COMMAND, self._command, methods=["POST"]),
            Route(OWN_COMMAND, self._command, methods=["POST"]),
            Route(HOSTS_COMMAND, self._command, methods=["POST"]),
            Route(PHOTO, self._photo_form),
            Route(PHOTO, self._photo_read, methods=["POST"]),
            Route(PHOTO + "/{key}", self._photo_shown),
            Route(PHOTO + "/{key}", self._photo_yes, methods=["POST"]),
            Route(PHOTO + "/{key}/picture.jpg", self._photo_picture),
            Route(AGAIN, self._again, methods=["POST"]),
            Route(HOST, self._host),
            Route("/host/open", self._host_open, methods=["POST"]),
            Route("/host/join", self._host_join, methods=["POST"]),
            Route("/host/leave", self._host_leave, methods=["POST"]),
            Route(DO, self._host_do, methods=["POST"]),
            Route(PRESS, self._press, methods=["POST"]),
            Route("/host/camera", self._host_camera),
            Route("/host/{name}", self._host_file),
            Route("/press", self._press, methods=["POST"]),
            Route("/seat/press", self._press, methods=["POST"]),
            Route("/seat/act", self._act, methods=["POST"]),
            Route("/seat/leave", self._leave, methods=["POST"]),
            Route("/static/{name}", self._file),
        ]
        app = Starlette(routes=routes, exception_handlers={HTTPException: self._error})
        self.app: ASGIApp = Guarded(app, names, self.owner)

    def show(self, table: Moment) -> None:
        """This is how the table is now; who joined a seat at which nobody sits in the game has to leave."""
        if isinstance(table, GameMoment):
            self.pairing.keep(table.people)
        self.table = table
        self.streams.ring()

    def put_out(self, seat: Seat | None) -> None:
        """The browser that joined last as this seat, None: as the host, leaves at once."""
        if seat is None:
            self.hosts.put_out("host")
        else:
            self.pairing.put_out(seat)
        self.streams.ring()

    # Pages

    def _page(self, place: Place) -> Callable[[HttpRequest], Awaitable[Response]]:
        async def answered(request: HttpRequest) -> Response:
            table, joined = self._ready(), self._joined(request)
            if place in OWN and joined is None:
                return RedirectResponse(self._with_note("/", self._refused("gone")), 303)
            if place not in ("table", "seat", "display") and not isinstance(table, GameMoment):
                return RedirectResponse(self._with_note("/", self._refused("no-game")), 303)
            viewer = joined.seat if joined is not None and place in OWN else None
            frame = self._frame(request, viewer, joined)
            return HTMLResponse(page(table, viewer, place, frame, self._parts(viewer, place, frame)))

        return answered

    async def _ask(self, request: HttpRequest) -> Response:
        table, joined = self._ready(), self._joined(request)
        viewer: Viewer = None
        if request.url.path.startswith("/seat/"):
            if joined is None:
                return RedirectResponse(self._with_note("/", self._refused("gone")), 303)
            viewer = joined.seat
        if not isinstance(table, GameMoment):
            where = "/" if viewer is None else "/seat"
            return RedirectResponse(self._with_note(where, self._refused("no-game")), 303)
        frame = self._frame(request, viewer, joined)
        question, subject = str(request.path_params["question"]), request.query_params.get("subject", "")
        found = answer_page(table, viewer, question, frame, subject)
        if found is None:
            raise HTTPException(404, self._refused("no-such"))
        return HTMLResponse(found)

    async def _step(self, request: HttpRequest) -> Response:
        """On the way to a claim; who comes too late is sent back to the seat's page."""
        table, joined = self._ready(), self._joined(request)
        if joined is None or not isinstance(table, GameMoment):
            return RedirectResponse(self._with_note("/", self._refused("gone")), 303)
        frame = self._frame(request, joined.seat, joined)
        found = step_page(table, joined.seat, request.url.path, request.query_params, frame)
        if found is None:
            return RedirectResponse(self._with_note("/seat", self._refused("no-such")), 303)
        return HTMLResponse(found)

    async def _authority_page(self, request: HttpRequest) -> Response:
        mark, picture = self._sealed()[1], None
        if self._address:
            picture = self._picture(f"{self._address}/authority.crt", "authority-qr")
        return HTMLResponse(authority_page(self._ready(), self._frame(request, None, None), mark, picture))

    async def _authority_file(self, request: HttpRequest) -> Response:
        headers = {"Content-Disposition": 'attachment; filename="fingerpost-table.crt"'}
        return Response(self._sealed()[0], media_type="application/x-x509-ca-cert", headers=headers)

    def _sealed(self) -> tuple[bytes, str]:
        if self._authority is None:
            raise HTTPException(404, self._refused("no-such"))
        return self._authority

    async def _help(self, request: HttpRequest) -> Response:
        return HTMLResponse(help_page(self._ready(), self._frame(request, None, None)))

    async def _again(self, request: HttpRequest) -> Response:
        """The game is over, and somebody wants another."""
        await self._form(request, own=False)
        if not (self._may_press(request) or self._joined(request)):
            raise HTTPException(403, self._refused("watching"))
        return self._back(request, await self._do(PlayAgain()), "/")

    # A photograph of the board

    async def _photo_form(self, request: HttpRequest) -> Response:
        return self._photo_page(request, asked)

    def _photo_page(self, request: HttpRequest, made: Callable[[GameMoment], Html]) -> Response:
        table = self._ready()
        if not isinstance(table, GameMoment):
            return RedirectResponse(self._with_note("/", self._refused("no-game")), 303)
        if self._reader is None or not self._may_send(request):
            phrases = table.wording.vocabulary.phrases
            told = host_words.label(phrases, "photo-none" if self._reader is None else "photo-who")
            return RedirectResponse(self._with_note("/", told), 303)
        return HTMLResponse(photo_page(table, self._frame(request, None, None), made(table)))

    async def _photo_read(self, request: HttpRequest) -> Response:
        """One at a time, in a thread of its own, so that game and page go on meanwhile."""
        reader = self._reader
        if reader is None or not self._may_send(request):
            raise HTTPException(403, self._refused("watching"))
        body = await body_of(request, 2 * PHOTO_BYTES)  # a little too much is told
        if body is None or len(body) > PHOTO_BYTES:
            return self._back(request, self._unread("too-large"), PHOTO)
        sent = None if body is None else parts_of(body, request.headers.get("content-type", ""))
        if sent is None or "photo" not in sent:
            raise HTTPException(400, self._refused("unclear"))
        self._own_form(request, sent.get("token", b"").decode("latin-1"), self._token)
        table, content = self._ready(), sent["photo"]
        layout, only_sense = table.wording.layout, isinstance(table, GameMoment) and table.by_photos
        if layout is None:
            raise HTTPException(404, self._refused("no-such"))
        del body, sent
        try:
            async with self._reading:
                read = await asyncio.to_thread(reader.read, content, layout)
        except PhotoError as error:
            if only_sense:
                await self._do(PhotoFailed(why=error.why))
            return self._back(request, self._unread(error.why), PHOTO)
        if only_sense:
            answer = await self._do(PhotoTaken(seen=read.seen))
            where = "/host" if self._hosting(request) else "/seat" if self._joined(request) else "/"
            return self._back(request, answer, where if isinstance(answer, Done) else PHOTO)
        key, now = secrets.token_hex(16), self._now()
        fresh = {name: one for name, one in self._photos.items() if now - one[0] < PHOTO_KEPT_S}
        self._photos = {**dict([*fresh.items()][1 - PHOTOS :]), key: (now, read)}
        return RedirectResponse(f"{PHOTO}/{key}", 303)

    def _unread(self, why: host_words.PhotoTrouble) -> NotDone:
        phrases = self._ready().wording.vocabulary.phrases
        return NotDone(code="bad-data", text=host_words.photo_trouble(phrases, why))

    def _may_send(self, request: HttpRequest) -> bool:
        """Who may press; where photographs are all that a table sees, only who has joined, or sits here."""
        known = self._joined(request) or self._hosting(request) or is_here(request)
        table = self._ready()
        if isinstance(table, GameMoment) and table.by_photos:
            return bool(known)
        return bool(known) or self._may_press(request)

    def _photo(self, request: HttpRequest) -> tuple[str, PhotoRead]:
        """A photograph that was read a while ago."""
        key = str(request.path_params["key"])
        found = self._photos.get(key)
        if found is None or self._now() - found[0] >= PHOTO_KEPT_S:
            raise HTTPException(404, self._refused("no-such"))
        return key, found[1]

    async def _photo_shown(self, request: HttpRequest) -> Response:
        key, read = self._photo(request)
        skip = request.query_params.get("skip", "0")
        place = int(skip) if skip.isdecimal() and len(skip) < 5 else 0
        return self._photo_page(request, lambda table: shown(table, read, key, place))

    async def _photo_picture(self, request: HttpRequest) -> Response:
        return Response(self._photo(request)[1].picture, media_type="image/jpeg")

    async def _photo_yes(self, request: HttpRequest) -> Response:
        """Somebody has said that the photograph is right at one pin."""
        key, read = self._photo(request)
        form, _ = await self._form(request, own=False)
        table, site = self._ready(), only(form, "site")
        if not self._may_send(request):
            raise HTTPException(403, self._refused("watching"))
        if not isinstance(table, GameMoment):
            raise HTTPException(400, self._refused("no-game"))
        one = next((one for one in differences(table, read) if one.site == site), None)
        if one is None:
            return self._back(request, self._no("late"), f"{PHOTO}/{key}")
        answer = await self._do(PhotoSays(site=one.site, seat=one.photo))
        return self._back(request, answer, f"{PHOTO}/{key}")

    # The host

    async def _host(self, request: HttpRequest) -> Response:
        table, host = self._ready(), self._hosting(request)
        if host is None:
            waits = self.hosts.waiting(self._now(), asker_of(request)) is not None
            return HTMLResponse(host_page(table, self._frame(request, None, None), waits=waits))
        frame = self._frame(request, None, host)
        return HTMLResponse(page(table, None, "host", frame, self._parts(None, "host", frame)))

    async def _host_open(self, request: HttpRequest) -> Response:
        await self._form(request, own=False)
        code = self.hosts.open("host", self._now(), asker_of(request))
        if code is None:
            return self._back(request, self._no("busy"), HOST)
        return self._back(request, await self._do(TellCode(seat=None, digits=code.digits)), HOST)

    async def _host_join(self, request: HttpRequest) -> Response:
        form, _ = await self._form(request, own=False)
        written, asker = only(form, "code"), asker_of(request)
        found = self.hosts.take(written, self._now(), asker)
        if found != "host":
            return self._back(request, self._no(found), HOST)
        secret = self.hosts.join("host", self._now())
        answer = await self._do(AdmitPhone(seat=None))
        if isinstance(answer, NotDone):
            self.hosts.leave(secret)
            self.hosts.give_back("host", written, self._now())
            return self._back(request, answer, HOST)
        response = RedirectResponse(HOST, 303)
        self._keep_secret(request, response, HOST_COOKIE, secret)
        return response

    async def _host_leave(self, request: HttpRequest) -> Response:
        await self._form(request, own=True)
        self.hosts.leave(request.cookies.get(HOST_COOKIE))
        self.streams.ring()
        response = RedirectResponse("/", 303)
        response.delete_cookie(HOST_COOKIE)
        return response

    async def _host_do(self, request: HttpRequest) -> Response:
        form, _ = await self._form(request, own=True)
        wish = only(form, "do")
        if wish.startswith("end:"):
            self.pairing.end(wish[4:])
            self.hosts.end(wish[4:])
            self.streams.ring()
            return self._back(request, Done(), HOST)
        want = want_of(wish)
        if want is None:
            raise HTTPException(400, self._refused("unclear"))
        return self._back(request, await self._do(want), HOST)

    async def _host_camera(self, request: HttpRequest) -> Response:
        """By choice: one picture of now, and what is believed on it; kept for nobody."""
        host = self._need_host(request)
        files = self._files
        there = files is not None and files.has_camera()
        picture = f"/host/camera.jpg?at={self._now():.3f}" if there else ""
        shown = host_page(self._ready(), self._frame(request, None, host), picture=picture, camera=True)
        return HTMLResponse(shown)

    async def _host_file(self, request: HttpRequest) -> Response:
        """What the host takes along, made at once and kept nowhere."""
        self._need_host(request)
        name, files = str(request.path_params["name"]), self._files
        made = None if files is None else makers(files).get(name)
        found = None if made is None else await asyncio.to_thread(made[0])
        if made is None or found is None:
            raise HTTPException(404, self._refused("no-such"))
        headers = {} if name == "camera.jpg" else {"Content-Disposition": f'attachment; filename="{name}"'}
        return Response(found, media_type=made[1], headers=headers)

    def _hosting(self, request: HttpRequest) -> Joined[Host] | None:
        return self.hosts.joined(request.cookies.get(HOST_COOKIE), self._now())

    def _need_host(self, request: HttpRequest) -> Joined[Host]:
        host = self._hosting(request)
        if host is None:
            raise HTTPException(403, self._refused("no-host"))
        return host

    def _desk(self) -> HostDesk:
        """Who has joined, and what there is to take along."""
        now, files = self._now(), self._files
        seats = [PhoneNow(one.name, one.seat, int(now - one.since) // 60) for one in self.pairing.all(now)]
        hosts = [PhoneNow(one.name, None, int(now - one.since) // 60) for one in self.hosts.all(now)]
        there = files is not None and files.has_camera()
        return HostDesk((*hosts, *seats), there, files is not None and files.has_game())

    def _parts(self, viewer: Viewer, place: Place, frame: PageFrame) -> tuple[PageRegion, ...]:
        """The parts of a page now, made once for all browsers that show it."""
        table = self._ready()
        if self._made_of is not table:
            self._made_of, self._made = table, {}
        layers = self._drawn(table) if place in MAPS else {}
        version = f"{crc32(''.join(layers.values()).encode()):x}"
        if place == "host":
            return parts(table, None, "host", version=version, desk=self._desk(), asked=frame.asked)
        if frame.city or frame.look != WHOLE or frame.asked != NOTHING:  # there are too many of these to keep
            return parts(
                table,
                viewer,
                place,
                city=frame.city,
                asked=frame.asked,
                look=frame.look,
                version=version,
                presses=frame.presses,
            )
        key = (viewer, place, frame.presses)
        if key not in self._made:
            self._made[key] = parts(table, viewer, place, version=version, presses=frame.presses)
        return self._made[key]

    def _frame(
        self, request: HttpRequest, viewer: Viewer, joined: Joined[Seat] | Joined[Host] | None
    ) -> PageFrame:
        table = self._ready()
        newest = [table.heard(one)[-1:] for one in ("everyone", viewer or "everyone")]
        public, own = (found[0].number if found else 0 for found in newest)
        return PageFrame(
            token=self._token_of(viewer, joined),
            cursor=cursor(self._boot, public, own if viewer is not None else 0),
            version=self._version,
            clear=not is_here(request) and request.url.scheme != "https",
            sealed=self._authority is not None,
            hidden="hide" in request.query_params,
            presses=viewer is not None or self._may_press(request),
            city=request.query_params.get("city", "")[:40],
            asked=(request.query_params.get("ask", "")[:40], request.query_params.get("subject", "")[:80]),
            look=look_of(request.query_params),
            display=(
                _one_of(request.query_params.get("size"), SIZES),
                _one_of(request.query_params.get("colours"), COLOURS),
            ),
            note=self._notes.pop(request.query_params.get("note", ""), ""),
        )

    def _token_of(self, viewer: Viewer, joined: Joined[Seat] | Joined[Host] | None) -> str:
        """A seat's or the host's own token on its own pages; everybody's elsewhere."""
        own = joined is not None and (viewer is not None or joined.seat == "host")
        return joined.token if own and joined is not None else self._token

    async def _events(self, request: HttpRequest) -> Response:
        if not own_request(request.headers, writes=False):
            raise HTTPException(403, self._refused("foreign"))
        listener = self.streams.let_in(self.owner(request.scope), asker_of(request))
        if listener is None:
            raise HTTPException(503, self._refused("busy"))
        at = request.query_params.get("at")
        place: Place = next((one for one in get_args(Place) if one == at), "table")
        heard = request.headers.get("last-event-id") or request.query_params.get("after")

        def shown() -> tuple[Moment, Viewer, Sequence[tuple[str, str]]] | None:
            host = self._hosting(request) if place == "host" else None
            joined = self._joined(request) if place in OWN else None
            if (place in OWN and joined is None) or (place == "host" and host is None):
                return None
            table, viewer = self._ready(), None if joined is None else joined.seat
            frame = self._frame(request, viewer, host or joined)
            return table, viewer, insides(self._parts(viewer, place, frame), frame)

        async def sent() -> AsyncIterator[str]:
            async for text in told(
                self.streams, shown, self._boot, read_cursor(heard, self._boot), self._beat_s, listener
            ):
                yield text

        self._ready()
        return StreamingResponse(sent(), media_type="text/event-stream", headers={"X-Accel-Buffering": "no"})

    async def _file(self, request: HttpRequest) -> Response:
        name = str(request.path_params["name"])
        if name not in self._static:
            raise HTTPException(404, self._refused("no-such"))
        headers = {
            "Cache-Control": "public, max-age=86400",
            "Content-Type": f"{_STATIC[name]}; charset=utf-8",
        }
        return Response(self._static[name], headers=headers)

    async def _picture_of_board(self, request: HttpRequest) -> Response:
        """A layer of the board's picture, which changes with the board and the language only."""
        picture = self._drawn(self._ready()).get(request.url.path)
        if picture is None:
            raise HTTPException(404, self._refused("no-such"))
        headers = {"Cache-Control": "public, max-age=86400"}
        return Response(picture, media_type="image/svg+xml", headers=headers)

    def _drawn(self, table: Moment) -> Mapping[str, str]:
        """The layers of the board's picture by their addresses, drawn once; none where there is no board."""
        wording = table.wording
        if self._drawn_in is not wording:
            layout, game_map = wording.layout, wording.vocabulary.game_map
            self._layers = {}
            if layout is not None:
                self._layers = {
                    FACE: face(layout, game_map, wording.language),
                    CITIES: cities(layout, game_map),
                }
            self._drawn_in = wording
        return self._layers

    async def _error(self, request: HttpRequest, error: Exception) -> Response:
        """A page with the way back for who reads it in a browser, one line for everything else."""
        assert isinstance(error, HTTPException)
        if self.table is None:
            return one_line(error.detail, error)
        unknown = error.detail == HTTPStatus(error.status_code).phrase  # found by no route of ours
        said = self._refused("no-such") if unknown else error.detail
        if "text/html" not in request.headers.get("accept", ""):
            return one_line(said, error)
        shown = error_page(self.table, said, self._frame(request, None, None))
        return HTMLResponse(shown, error.status_code, headers=error.headers)

    # Requests to the table

    async def _press(self, request: HttpRequest) -> Response:
        path = request.url.path
        own, hosts = path.startswith("/seat/"), path == PRESS
        form, joined = await self._form(request, own=own or hosts)
        button = next((one for one in BUTTONS if one == only(form, "button")), None)
        asked = only(form, "asked")
        if button is None or not asked.isdecimal() or len(asked) > 9:
            raise HTTPException(400, self._refused("unclear"))
        seat = None if joined is None else joined.seat
        if seat is None and not hosts and not self._may_press(request):
            raise HTTPException(403, self._refused("watching"))
        answer = await self._do(PressButton(button=button, seat=seat, shown=int(asked)), seat)
        return self._back(request, answer, "/seat" if own else HOST if hosts else "/")

    async def _command(self, request: HttpRequest) -> Response:
        """What was typed: a question is answered on the page where it was typed, a button pressed."""
        hosts = request.url.path == HOSTS_COMMAND
        form, joined = await self._form(request, own=hosts or request.url.path == OWN_COMMAND)
        table, viewer = self._ready(), None if joined is None else joined.seat
        where = _typed_at(form, viewer)
        match meant(table, viewer, only(form, "typed")):
            case TypedPress() if viewer is None and not hosts and not self._may_press(request):
                return self._back(request, self._no("watching"), where)
            case TypedPress(button=button):
                asked = only(form, "asked")
                shown = int(asked) if asked.isdecimal() and len(asked) <= 9 else 0
                answer = await self._do(PressButton(button=button, seat=viewer, shown=shown), viewer)
                return self._back(request, answer, where)
            case TypedAsk(question=question, subject=subject):
                return self._answered(request, table, viewer, (question, subject), where)
            case Leads(where=onward):
                return self._leads(request, onward)
            case Says(text=text):
                return self._back(request, NotDone(code="bad-data", text=text), where)

    def _answered(
        self, request: HttpRequest, table: Moment, viewer: Viewer, asked: tuple[str, str], where: str
    ) -> Response:
        """The answer as a part of the page; to be read aloud where everybody may hear it."""
        question, subject = asked
        said = answer(table, viewer, question, subject) if isinstance(table, GameMoment) else None
        aloud = " ".join(said or ()) if viewer is None else ""
        query = urlencode({"ask": question, **({"subject": subject} if subject else {})})
        onward = f"{where}{'&' if '?' in where else '?'}{query}#answer"
        return self._leads(request, onward, ask=question, subject=subject, say=aloud)

    def _leads(self, request: HttpRequest, where: str, **more: str) -> Response:
        """To another page; a script is told where, and what it needs to stay."""
        if "application/json" in request.headers.get("accept", ""):
            body = json.dumps({"done": True, "text": "", "go": where, **more}, ensure_ascii=False)
            return Response(body, media_type="application/json")
        return RedirectResponse(where, 303)

    async def _act(self, request: HttpRequest) -> Response:
        form, joined = await self._form(request, own=True)
        seq = only(form, "seq")
        try:
            command = command_from_json(command_of(form, joined))
        except CodecError:
            raise HTTPException(400, self._refused("unclear")) from None
        mine = joined is not None and command.seat == joined.seat and not getattr(command, "agreed", False)
        if not (mine and isinstance(command, BY_PAGE) and seq.isdecimal() and len(seq) <= 9):
            raise HTTPException(400, self._refused("unclear"))
        answer = await self._do(DoAct(command=command), command.seat, seq=int(seq))
        return self._back(request, answer, "/seat")

    async def _do(self, want: Want, seat: Seat | None = None, *, seq: int | None = None) -> Answer:
        """Have the table do it. `seat`: from its own page; `seq`: where the game was that was shown."""
        loop = asyncio.get_running_loop()
        answered: asyncio.Future[Answer] = loop.create_future()

        def answer(given: Answer) -> None:
            loop.call_soon_threadsafe(_set, answered, given)

        wanted = Request(
            want=want,
            answer=answer,
            seat=seat,
            near=True,
            expect_seq=seq,
            wanted=lambda: not answered.done(),
        )
        if not self._ask_table(wanted):
            return self._no("busy")
        try:
            return await asyncio.wait_for(answered, ANSWER_S)
        except TimeoutError:
            return self._no("busy")

    def _no(self, why: page_words.Refused) -> NotDone:
        return NotDone(code="busy", text=self._refused(why))

    def _back(self, request: HttpRequest, answer: Answer, where: str) -> Response:
        """For a script the outcome; for a form the page that it came from, with what there is to say."""
        done = isinstance(answer, Done)
        text = "" if isinstance(answer, Done) else answer.text
        if "application/json" in request.headers.get("accept", ""):
            body = json.dumps({"done": done, "text": text}, ensure_ascii=False)
            return Response(body, 200 if done else 409, media_type="application/json")
        return RedirectResponse(self._with_note(where, text), 303)

    def _with_note(self, where: str, text: str) -> str:
        if not text:
            return where
        key = secrets.token_hex(8)
        self._notes[key] = text
        while len(self._notes) > _NOTES:
            self._notes.popitem(last=False)
        return f"{where}{'&' if '?' in where else '?'}note={key}"

    # Joining a seat

    async def _open(self, request: HttpRequest) -> Response:
        form, _ = await self._form(request, own=False)
        table = self._ready()
        seat = next((one for one in SEATS if one == only(form, "seat")), None)
        if seat is None or seat not in table.people:
            raise HTTPException(400, self._refused("unclear"))
        asker = asker_of(request)
        code = self.pairing.open(seat, self._now(), asker)
        if code is None:
            return self._back(request, self._no("busy"), "/join")
        self._long = {key: one for key, one in self._long.items() if self.pairing.waits(key)}
        self._long[seat, asker] = code.long
        answer = await self._do(TellCode(seat=seat, digits=code.digits))
        return self._back(request, answer, "/join")

    async def _join_page(self, request: HttpRequest) -> Response:
        code = self.pairing.waiting(self._now(), asker_of(request))
        seat, picture = None if code is None else code[0], None
        if code in self._long and self._address and is_here(request):
            picture = self._picture(f"{self._address}/join#{self._long[code]}")
        return HTMLResponse(join_page(self._ready(), self._frame(request, None, None), seat, picture))

    def _picture(self, link: str, what: page_words.Label = "qr") -> Html:
        import segno

        svg: str = segno.make(link, error="m").svg_inline(scale=5, border=4, light="#fff")
        name = page_words.label(self._ready().wording.vocabulary.phrases, what)
        return Html(svg.replace("<svg ", f'<svg role="img" aria-label="{name}" ', 1))

    async def _join(self, request: HttpRequest) -> Response:
        form, _ = await self._form(request, own=False)
        written = only(form, "code")
        seat = self.pairing.take(written, self._now(), asker_of(request))
        if seat == "wrong-code" or seat == "no-code" or seat == "too-many":
            where = "/join" if seat == "wrong-code" else "/"
            return self._back(request, self._no(seat), where)
        secret = self.pairing.join(seat, self._now())  # before it is told, so that No always finds it
        self.streams.ring()  # one that had to give way leaves at once
        answer = await self._do(AdmitPhone(seat=seat))
        if isinstance(answer, NotDone):
            self.pairing.leave(secret)
            self.pairing.give_back(seat, written, self._now())
            return self._back(request, answer, "/join")
        response = RedirectResponse("/seat", 303)
        self._keep_secret(request, response, COOKIE, secret)
        return response

    def _keep_secret(self, request: HttpRequest, response: Response, name: str, secret: str) -> None:
        """For the browser alone: no script reads it, no other site sends it."""
        sealed = request.url.scheme == "https"
        response.set_cookie(name, secret, httponly=True, samesite="strict", path="/", secure=sealed)

    async def _leave(self, request: HttpRequest) -> Response:
        await self._form(request, own=True)
        self.pairing.leave(request.cookies.get(COOKIE))
        self.streams.ring()
        response = RedirectResponse("/", 303)
        response.delete_cookie(COOKIE)
        return response

    # What requests have in common

    def owner(self, scope: Scope) -> str:
        """Whose a request is: a browser's that has joined, or of who sits here; empty: a guest's."""
        request = HttpRequest(scope)
        joined = self._joined(request) or self._hosting(request)
        if joined is not None:
            self._homes[asker_of(request)] = self._now()
            return joined.token
        return "here" if is_here(request) else ""

    def is_home(self, source: str) -> bool:
        """Whether somebody at this address has shown that he belongs to a seat, or sits at this machine."""
        since = self._now() - self._homes.get(source, float("-inf"))
        return source in ("127.0.0.1", "::1") or since < SESSION_S

    def _ready(self) -> Moment:
        if self.table is None:
            raise HTTPException(503, "the table is not ready yet; try again in a moment")
        return self.table

    def _may_press(self, request: HttpRequest) -> bool:
        """Whether a browser without a seat may press the panel."""
        return self._guests_press or is_here(request)

    def _joined(self, request: HttpRequest) -> Joined[Seat] | None:
        return self.pairing.joined(request.cookies.get(COOKIE), self._now())

    async def _form(
        self, request: HttpRequest, *, own: bool
    ) -> tuple[Mapping[str, list[str]], Joined[Seat] | None]:
        """The fields of a form that one of our pages sent; `own`: from the page of a seat, or the host's."""
        host = own and request.url.path.startswith("/host/")
        joined = self._joined(request) if own and not host else None
        if own and not host and joined is None:
            raise HTTPException(403, self._refused("gone"))
        whose = self._need_host(request) if host else joined
        body = await body_of(request)
        form = None if body is None else fields(body)
        if form is None:
            raise HTTPException(400, self._refused("unclear"))
        self._own_form(request, only(form, "token"), self._token if whose is None else whose.token)
        return form, joined

    def _own_form(self, request: HttpRequest, sent: str, token: str) -> None:
        """A form that no page of ours has sent is not done."""
        known = secrets.compare_digest(sent.encode(), token.encode())
        if not (known and own_request(request.headers, writes=True)):
            raise HTTPException(403, self._refused("foreign"))

    def _refused(self, why: page_words.Refused) -> str:
        return page_words.refused(self._ready().wording.vocabulary.phrases, why)


_KEPT: Final = frozenset({"city", "closer", "x", "y", "show"})
_LIVE: Final[Mapping[Place, str]] = {
    "table": "/",
    "routes": "/routes",
    "map": "/map",
    "course": "/course",
    "host": "/host",
    "seat": "/seat",
    "seat-map": "/seat/map",
}


def _typed_at(form: Mapping[str, list[str]], viewer: Viewer) -> str:
    """The page on which something was typed; where that shows no answers the seat's own, or the table's."""
    at, own = only(form, "at"), viewer is not None
    known = {str(place): address for place, address in _LIVE.items() if (place in OWN) == own}
    behind = [(key, value[:80]) for key, value in parse_qsl(only(form, "behind")) if key in _KEPT]
    if at not in known:
        return "/seat" if own else "/"
    return known[at] + (f"?{urlencode(behind)}" if behind else "")


def _one_of(text: str | None, known: Sequence[str]) -> str:
    """What was chosen, or the first."""
    return text if text in known and text is not None else known[0]


def _set(answered: asyncio.Future[Answer], answer: Answer) -> None:
    if not answered.done():  # who waited may have given up
        answered.set_result(answer)
