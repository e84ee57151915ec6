"""What all requests have in common: who asks, whether a form is ours, the way to the table, the way back."""

import asyncio
import json
import os
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Final

from starlette.exceptions import HTTPException
from starlette.requests import Request as HttpRequest
from starlette.responses import RedirectResponse, Response
from starlette.types import Scope

from announce import page_refusals, page_words
from engine import Seat
from table.answers import Answer, Done, NotDone
from table.moment import GameMoment, Moment, Viewer
from table.requests import Request, TellIn, Want
from web.guard import cursor, fields, inside_app, own_request
from web.host_wishes import Host
from web.http_requests import asker_of, body_of, is_here, only
from web.map_page import look_of
from web.markup import Html
from web.page_frame import COLOURS, SIZES, PageFrame
from web.page_settings import PageSettings, kept, read
from web.pairing import SESSION_S, Joined, Pairing
from web.stream import Streams

COOKIE: Final = "fingerpost"
HOST_COOKIE: Final = "fingerpost-host"
SETTINGS_COOKIE: Final = "fingerpost-settings"
ANSWER_S: Final = 3.0  # the game answers in a tick; what takes longer is told as busy
_NOTES: Final = 64
_YEAR_S: Final = 365 * 24 * 3600


class Reception:
    """One table, as the browsers meet it.

    Args:
        ask: hands a request to the game's thread; False when it has too much to do.
        version: of scripts and styles, so that no browser keeps old ones.
        guests_press: whether who has joined no seat may press the panel from another machine.
        sealed: whether the page is served by TLS.
        sounds: a short sound by its name, as WAV; None: none can be had.
    """

    def __init__(
        self,
        ask: Callable[[Request], bool],
        *,
        version: str = "",
        guests_press: bool = True,
        sealed: bool = False,
        sounds: Callable[[str], bytes | None] | None = None,
        random: Callable[[int], bytes] = os.urandom,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self.table: Moment | None = None
        self.now = now
        self.streams = Streams()
        self.pairing: Pairing[Seat] = Pairing(random)
        self.hosts: Pairing[Host] = Pairing(random)
        self.boot, self.token = random(4).hex(), random(16).hex()
        self.guests_press, self.sounds = guests_press, sounds
        self._ask_table, self._version, self._sealed = ask, version, sealed
        self._notes: OrderedDict[str, tuple[str, bool]] = OrderedDict()
        self._retelling: dict[Seat, str] = {}  # the languages that the table has been asked for just now
        self._homes: dict[str, float] = {}  # addresses of browsers that have joined, and when they last asked

    def owner(self, scope: Scope) -> str:
        """Whose a request is: a browser's that has joined, or of who sits here; empty: a guest's."""
        request = HttpRequest(scope)
        joined = self.joined(request) or self.hosting(request)
        if joined is not None:
            self._homes[asker_of(request)] = self.now()
            return joined.token
        return "here" if is_here(request) else ""

    def is_home(self, source: str) -> bool:
        """Whether somebody at this address has shown that he belongs to a seat, or sits at this machine."""
        since = self.now() - self._homes.get(source, float("-inf"))
        return source in ("127.0.0.1", "::1") or since < SESSION_S

    def ready(self) -> Moment:
        """The table as it is shown now.

        Raises:
            HTTPException: 503, there is none yet.
        """
        if self.table is None:
            raise HTTPException(503, "the table is not ready yet; try again in a moment")
        return self.table

    def may_press(self, request: HttpRequest) -> bool:
        """Whether a browser without a seat may press the panel."""
        return self.guests_press or is_here(request)

    def joined(self, request: HttpRequest) -> Joined[Seat] | None:
        """Whose browser this is; None: it has joined no seat."""
        return self.pairing.joined(request.cookies.get(COOKIE), self.now())

    def hosting(self, request: HttpRequest) -> Joined[Host] | None:
        """The host whose browser this is."""
        return self.hosts.joined(request.cookies.get(HOST_COOKIE), self.now())

    def need_host(self, request: HttpRequest) -> Joined[Host]:
        """The host.

        Raises:
            HTTPException: 403, whose browser this is has not joined as the host.
        """
        host = self.hosting(request)
        if host is None:
            raise HTTPException(403, self.refused("no-host"))
        return host

    async def form(
        self, request: HttpRequest, *, own: bool
    ) -> tuple[Mapping[str, list[str]], Joined[Seat] | None]:
        """The fields of a form that one of our pages sent; `own`: from the page of a seat, or the host's."""
        host = own and request.url.path.startswith("/host/")
        joined = self.joined(request) if own and not host else None
        if own and not host and joined is None:
            raise HTTPException(403, self.refused("gone"))
        whose = self.need_host(request) if host else joined
        body = await body_of(request)
        form = None if body is None else fields(body)
        if form is None:
            raise HTTPException(400, self.refused("unclear"))
        self.own_form(request, only(form, "token"), self.token if whose is None else whose.token)
        return form, joined

    def own_form(self, request: HttpRequest, sent: str, token: str) -> None:
        """A form that no page of ours has sent is not done."""
        known = secrets.compare_digest(sent.encode(), token.encode())
        if not (known and own_request(request.headers, writes=True)):
            raise HTTPException(403, self.refused("foreign"))

    def refused(self, why: page_refusals.Refused, seat: Seat | None = None) -> str:
        """A refusal in the table's words, or in those that this seat is told in."""
        return page_refusals.refused(self.ready().wording.to(seat).vocabulary.phrases, why)

    def no(self, why: page_refusals.Refused, seat: Seat | None = None) -> NotDone:
        """A refusal as an answer."""
        return NotDone(code="busy", data={"why": why}, text=self.refused(why, seat))

    async def do(self, want: Want, seat: Seat | None = None, *, seq: int | None = None) -> Answer:
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
            return self.no("busy", seat)
        try:
            return await asyncio.wait_for(answered, ANSWER_S)
        except TimeoutError:
            return self.no("busy", seat)

    def left(self) -> None:
        """Some browser may have left: its stream ends, and its language goes with it."""
        self.streams.ring()
        self.retell()

    def retell(self) -> None:
        """Have each seat told in the language of whoever has joined as it; a busy table is asked again."""
        if not isinstance(self.table, GameMoment):
            return
        words, now = self.table.wording, self.now()
        for seat in self.table.people:
            language = self.pairing.language(seat, now) or words.language
            if words.to(seat).language == language or self._retelling.get(seat) == language:
                continue
            self._retelling[seat] = language
            answered = partial(self._retold, seat)
            wanted = Request(want=TellIn(language=language), answer=answered, seat=seat, near=True)
            if not self._ask_table(wanted):
                self._retelling.pop(seat, None)

    def _retold(self, seat: Seat, answer: Answer) -> None:
        self._retelling.pop(seat, None)

    def back(self, request: HttpRequest, answer: Answer, where: str) -> Response:
        """For a script the outcome; for a form the page that it came from, with what there is to say."""
        done = isinstance(answer, Done)
        text = "" if isinstance(answer, Done) else answer.text
        data = {} if isinstance(answer, Done) else answer.data
        own = bool(data.get("own"))
        if "application/json" in request.headers.get("accept", ""):
            told = {"done": done, "text": text, "why": str(data.get("why", "")), "own": own}
            body = json.dumps(told, ensure_ascii=False)
            return Response(body, 200 if done else 409, media_type="application/json")
        return RedirectResponse(self.noted(where, text, own=own), 303)

    def leads(self, request: HttpRequest, where: str, **more: str) -> Response:
        """To another page; a script is told where, and what it needs to stay."""
        if "application/json" in request.headers.get("accept", ""):
            body = json.dumps({"done": True, "text": "", "go": where, **more}, ensure_ascii=False)
            return Response(body, media_type="application/json")
        return RedirectResponse(where, 303)

    def noted(self, where: str, text: str, *, own: bool = False) -> str:
        """The address with something to say on the page that it leads to; said once. `own`: to one seat."""
        if not text:
            return where
        key = secrets.token_hex(8)
        self._notes[key] = text, own
        while len(self._notes) > _NOTES:
            self._notes.popitem(last=False)
        return f"{where}{'&' if '?' in where else '?'}note={key}"

    def keep_secret(self, request: HttpRequest, response: Response, name: str, secret: str) -> None:
        """For the browser alone: no script reads it, no other site sends it."""
        sealed = request.url.scheme == "https"
        response.set_cookie(name, secret, httponly=True, samesite="strict", path="/", secure=sealed)

    def keep_settings(self, request: HttpRequest, response: Response, settings: PageSettings) -> None:
        """For a year, in this browser alone; no secret, but no script needs it either."""
        sealed = request.url.scheme == "https"
        response.set_cookie(
            SETTINGS_COOKIE, kept(settings), max_age=_YEAR_S, httponly=True, samesite="strict", secure=sealed
        )

    def frame(
        self, request: HttpRequest, viewer: Viewer, joined: Joined[Seat] | Joined[Host] | None
    ) -> PageFrame:
        """What stands round a page's parts."""
        table = self.ready()
        note, note_is_own = self._notes.pop(request.query_params.get("note", ""), ("", False))
        newest = [table.heard(one)[-1:] for one in ("everyone", viewer or "everyone")]
        public, own = (found[0].number if found else 0 for found in newest)
        return PageFrame(
            token=self.token_of(viewer, joined),
            cursor=cursor(self.boot, public, own if viewer is not None else 0),
            version=self._version,
            clear=not is_here(request) and request.url.scheme != "https",
            sealed=self._sealed,
            sounds=self.sounds is not None,
            settings=self.settings_of(request),
            inside_app=inside_app(request.headers.get("user-agent", "")),
            hidden="hide" in request.query_params,
            presses=viewer is not None or self.may_press(request),
            city=request.query_params.get("city", "")[:40],
            asked=(request.query_params.get("ask", "")[:40], request.query_params.get("subject", "")[:80]),
            look=look_of(request.query_params),
            display=(
                _one_of(request.query_params.get("size"), SIZES),
                _one_of(request.query_params.get("colours"), COLOURS),
            ),
            note="" if note_is_own and viewer is None else note,
            note_is_own=note_is_own,
        )

    def settings_of(self, request: HttpRequest) -> PageSettings:
        """How this browser has its pages."""
        return read(request.cookies.get(SETTINGS_COOKIE))

    def token_of(self, viewer: Viewer, joined: Joined[Seat] | Joined[Host] | None) -> str:
        """A seat's or the host's own token on its own pages; everybody's elsewhere."""
        own = joined is not None and (viewer is not None or joined.seat == "host")
        return joined.token if own and joined is not None else self.token

    def qr(self, link: str, what: page_words.Label = "qr") -> Html:
        """A link as a picture to be scanned."""
        import segno

        svg: str = segno.make(link, error="m").svg_inline(scale=5, border=4, light="#fff")
        name = page_words.label(self.ready().wording.vocabulary.phrases, what)
        return Html(svg.replace("<svg ", f'<svg role="img" aria-label="{name}" ', 1))


def _one_of(text: str | None, known: Sequence[str]) -> str:
    """What was chosen, or the first."""
    return text if text in known and text is not None else known[0]


def _set(answered: asyncio.Future[Answer], answer: Answer) -> None:
    if not answered.done():  # who waited may have given up
        answered.set_result(answer)
