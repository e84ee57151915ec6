"""A photograph of the board: sent, read, shown with what it is believed to be, and agreed to site by site."""

import asyncio
import secrets
from collections.abc import Callable

from starlette.exceptions import HTTPException
from starlette.requests import Request as HttpRequest
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from announce import Phrases, host_words
from table.answers import Done, NotDone
from table.moment import GameMoment
from table.requests import PhotoFailed, PhotoSays, PhotoTaken
from web.guard import own_request
from web.http_requests import body_of, is_here, only
from web.markup import Html
from web.photo_page import (
    KEPT,
    KEPT_S,
    MOST_BYTES,
    PHOTO,
    PhotoError,
    PhotoRead,
    PhotoReader,
    asked,
    differences,
    shown,
)
from web.reception import Reception
from web.single_pages import photo_page
from web.upload import parts_of


class PhotoRoutes:
    """The addresses below `/photo`. `reader` None: nothing reads photographs here."""

    def __init__(self, reception: Reception, reader: PhotoReader | None) -> None:
        self._reception = reception
        self.reader, self._reading = reader, asyncio.Lock()
        self.kept: dict[str, tuple[float, PhotoRead]] = {}
        self._guest_sends = False
        self.routes = [
            Route(PHOTO, self._photo_form),
            Route(PHOTO, self._photo_read, methods=["POST"]),
            Route(PHOTO + "/{key}", self._photo_shown),
            Route(PHOTO + "/{key}", self._photo_yes, methods=["POST"]),
            Route(PHOTO + "/{key}/picture.jpg", self._photo_picture),
        ]

    async def _photo_form(self, request: HttpRequest) -> Response:
        return self._photo_page(request, asked)

    def _photo_page(self, request: HttpRequest, made: Callable[[GameMoment], Html]) -> Response:
        table = self._reception.ready()
        if not isinstance(table, GameMoment):
            return RedirectResponse(self._reception.noted("/", self._reception.refused("no-game")), 303)
        if self.reader is None or not self._may_send(request):
            phrases = table.wording.vocabulary.phrases
            told = host_words.label(phrases, "photo-none" if self.reader is None else "photo-who")
            return RedirectResponse(self._reception.noted("/", told), 303)
        return HTMLResponse(photo_page(table, self._reception.frame(request, None, None), made(table)))

    async def _photo_read(self, request: HttpRequest) -> Response:
        """One at a time, in a thread of its own, so that game and page go on meanwhile."""
        reader = self.reader
        if reader is None or not self._may_send(request):
            raise HTTPException(403, self._reception.refused("watching"))
        if not own_request(request.headers, writes=True):
            raise HTTPException(403, self._reception.refused("foreign"))
        length = request.headers.get("content-length", "")
        if length.isdecimal() and int(length[:12]) > 2 * MOST_BYTES:  # a little too much is read, to be told
            raise HTTPException(413, host_words.photo_trouble(self._phrases, "too-large"))
        body = await self._body(request)
        if body is None:
            return self._reception.back(request, self._reception.no("busy"), PHOTO)
        if len(body) > MOST_BYTES:
            return self._reception.back(request, self._unread("too-large"), PHOTO)
        sent = parts_of(body, request.headers.get("content-type", ""))
        if sent is None or "photo" not in sent:
            raise HTTPException(400, self._reception.refused("unclear"))
        token = sent.get("token", b"").decode("latin-1")
        self._reception.own_form(request, token, self._reception.token)
        table, content = self._reception.ready(), sent["photo"]
        layout, only_sense = table.wording.layout, isinstance(table, GameMoment) and table.by_photos
        if layout is None:
            raise HTTPException(404, self._reception.refused("no-such"))
        del body, sent
        try:
            async with self._reading:
                read = await asyncio.to_thread(reader.read, content, layout)
        except PhotoError as error:
            if only_sense:
                await self._reception.do(PhotoFailed(why=error.why))
            return self._reception.back(request, self._unread(error.why), PHOTO)
        if only_sense:
            answer = await self._reception.do(PhotoTaken(seen=read.seen))
            return self._reception.back(
                request, answer, self._home(request) if isinstance(answer, Done) else PHOTO
            )
        key, now = secrets.token_hex(16), self._reception.now()
        self.kept = {**dict([*self.kept.items()][1 - KEPT :]), key: (now, read)}
        asyncio.get_running_loop().call_later(KEPT_S, lambda: self.kept.pop(key, None))
        return RedirectResponse(f"{PHOTO}/{key}", 303)

    async def _body(self, request: HttpRequest) -> bytes | None:
        """A picture as it comes; of guests one at a time: it holds memory. None: not now, slow or gone."""
        if self._known(request):
            return await body_of(request, 2 * MOST_BYTES)
        if self._guest_sends:
            return None
        self._guest_sends = True
        try:
            return await body_of(request, 2 * MOST_BYTES)
        finally:
            self._guest_sends = False

    def _home(self, request: HttpRequest) -> str:
        """The page of who sent a photograph."""
        reception = self._reception
        return "/host" if reception.hosting(request) else "/seat" if reception.joined(request) else "/"

    def _unread(self, why: host_words.PhotoTrouble) -> NotDone:
        return NotDone(code="bad-data", text=host_words.photo_trouble(self._phrases, why))

    @property
    def _phrases(self) -> Phrases:
        return self._reception.ready().wording.vocabulary.phrases

    def _may_send(self, request: HttpRequest) -> bool:
        """Who may press; where photographs are all that a table sees, only who has joined, or sits here."""
        table = self._reception.ready()
        if isinstance(table, GameMoment) and table.by_photos:
            return self._known(request)
        return self._known(request) or self._reception.may_press(request)

    def _known(self, request: HttpRequest) -> bool:
        """Whether it is the browser of a seat or the host, or runs here."""
        reception = self._reception
        return bool(reception.joined(request) or reception.hosting(request)) or is_here(request)

    def _photo(self, request: HttpRequest) -> tuple[str, PhotoRead]:
        """A photograph that was read a while ago."""
        key = str(request.path_params["key"])
        found = self.kept.get(key)
        if found is None or self._reception.now() - found[0] >= KEPT_S:
            raise HTTPException(404, self._reception.refused("no-such"))
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
        form, _ = await self._reception.form(request, own=False)
        table, site = self._reception.ready(), only(form, "site")
        if not self._may_send(request):
            raise HTTPException(403, self._reception.refused("watching"))
        if not isinstance(table, GameMoment):
            raise HTTPException(400, self._reception.refused("no-game"))
        one = next((one for one in differences(table, read) if one.site == site), None)
        if one is None:
            return self._reception.back(request, self._reception.no("late"), f"{PHOTO}/{key}")
        answer = await self._reception.do(PhotoSays(site=one.site, seat=one.photo))
        return self._reception.back(request, answer, f"{PHOTO}/{key}")
