"""The host's addresses: the desk and its buttons, what it takes along, how a browser becomes the host's."""

import asyncio
from collections.abc import Callable

from starlette.exceptions import HTTPException
from starlette.requests import Request as HttpRequest
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from table.answers import Done
from table.requests import TellRemoved
from tabletop import SiteId
from web.command_box import HOSTS_HELP
from web.crops_page import CROP, WHOLE, Looking
from web.host_page import DO, HOST, HostDesk, PhoneNow
from web.host_wishes import LOOKS, Host, HostFiles, look_of, makers, voice_of, want_of
from web.http_requests import asker_of, only
from web.join_pages import host_page
from web.joining import Door
from web.page_frame import PageFrame
from web.page_view import PageRegion
from web.reception import HOST_COOKIE, Reception
from web.single_pages import help_page
from web.table_pages import page


class HostRoutes:
    """The addresses below `/host`.

    Args:
        files: what the host can take along, and see by the camera.
        parts: the parts of the host's page now.
    """

    def __init__(
        self,
        reception: Reception,
        files: HostFiles | None,
        parts: Callable[[PageFrame], tuple[PageRegion, ...]],
    ) -> None:
        self._reception, self.files, self._parts = reception, files, parts
        self._looking: dict[str, Looking] = {}  # by a browser's name, as long as it is the host's
        self._door: Door[Host] = Door(
            reception,
            reception.hosts,
            HOST_COOKIE,
            home=HOST,
            again=HOST,
            away=HOST,
            seat_of=lambda host: None,
        )
        self.routes = [
            Route(HOST, self._page),
            Route("/host/open", self._open, methods=["POST"]),
            Route("/host/join", self._door.join, methods=["POST"]),
            Route("/host/leave", self._door.leave, methods=["POST"]),
            Route(DO, self._do, methods=["POST"]),
            Route(HOSTS_HELP, self._help),
            Route(WHOLE, self._camera),
            Route(CROP + "/{site}", self._crop),
            Route("/host/{name}", self._file),
        ]

    async def _page(self, request: HttpRequest) -> Response:
        table, host = self._reception.ready(), self._reception.hosting(request)
        if host is None:
            waits = self._reception.hosts.waiting(self._reception.now(), asker_of(request)) is not None
            return HTMLResponse(host_page(table, self._reception.frame(request, None, None), waits=waits))
        frame = self._reception.frame(request, None, host)
        return HTMLResponse(page(table, None, "host", frame, self._parts(frame)))

    async def _open(self, request: HttpRequest) -> Response:
        await self._reception.form(request, own=False)
        _, response = await self._door.open(request, "host")
        return response

    async def _do(self, request: HttpRequest) -> Response:
        form, _ = await self._reception.form(request, own=True)
        wish = only(form, "do")
        if wish.startswith("camera:"):
            return self._look(request, wish[7:], only(form, "site"))
        if wish.startswith("end:"):
            seat = self._reception.pairing.end(wish[4:])
            self._reception.hosts.end(wish[4:])
            self._reception.left()
            if seat is not None:
                await self._reception.do(TellRemoved(seat=seat))
            return self._reception.back(request, Done(), HOST)
        want = voice_of(only(form, "voice"), only(form, "whom")) if wish == "voice" else want_of(wish)
        if want is None:
            raise HTTPException(400, self._reception.refused("unclear"))
        return self._reception.back(request, await self._reception.do(want), HOST)

    def _look(self, request: HttpRequest, wish: str, site: str) -> Response:
        """Pictures are wanted here, of another place, anew, or no more; nothing is asked of the table."""
        name, layout = self._reception.need_host(request).name, self._reception.ready().wording.layout
        if wish not in LOOKS or (wish == "see" and (layout is None or site not in layout.sites)):
            raise HTTPException(400, self._reception.refused("unclear"))
        looking = look_of(wish, site, self._looking.pop(name, None))
        if looking is not None:
            self._looking[name] = looking
        self._reception.streams.ring()
        return self._reception.back(request, Done(), f"{HOST}#crops-heading")

    async def _crop(self, request: HttpRequest) -> Response:
        """One place of a picture of now, for a host who has chosen to see; made at once, kept nowhere."""
        host, files = self._reception.need_host(request), self.files
        site, layout = str(request.path_params["site"]), self._reception.ready().wording.layout
        if files is None or layout is None or site not in layout.sites or host.name not in self._looking:
            raise HTTPException(404, self._reception.refused("no-such"))
        made = await asyncio.to_thread(files.crop, SiteId(site))
        if made is None:
            raise HTTPException(404, self._reception.refused("no-such"))
        return Response(made, media_type="image/jpeg")

    async def _camera(self, request: HttpRequest) -> Response:
        """By choice: one picture of now, and what is believed on it; kept for nobody."""
        host = self._reception.need_host(request)
        files = self.files
        there = files is not None and files.has_camera()
        picture = f"/host/camera.jpg?at={self._reception.now():.3f}" if there else ""
        shown = host_page(
            self._reception.ready(), self._reception.frame(request, None, host), picture=picture, camera=True
        )
        return HTMLResponse(shown)

    async def _help(self, request: HttpRequest) -> Response:
        host = self._reception.need_host(request)
        frame = self._reception.frame(request, None, host)
        return HTMLResponse(help_page(self._reception.ready(), None, frame, hosts=True))

    async def _file(self, request: HttpRequest) -> Response:
        """What the host takes along, made at once and kept nowhere."""
        self._reception.need_host(request)
        name, files = str(request.path_params["name"]), self.files
        made = None if files is None else makers(files).get(name)
        found = None if made is None else await asyncio.to_thread(made[0])
        if made is None or found is None:
            raise HTTPException(404, self._reception.refused("no-such"))
        headers = {} if name == "camera.jpg" else {"Content-Disposition": f'attachment; filename="{name}"'}
        return Response(found, media_type=made[1], headers=headers)

    def desk(self, token: str) -> HostDesk:
        """Who has joined, what there is to take along, and what the host with this token wants to see."""
        now, files = self._reception.now(), self.files
        seats = [
            PhoneNow(one.name, one.seat, int(now - one.since) // 60)
            for one in self._reception.pairing.all(now)
        ]
        hosts = [
            PhoneNow(one.name, None, int(now - one.since) // 60) for one in self._reception.hosts.all(now)
        ]
        names = {one.name: one.token for one in self._reception.hosts.all(now)}
        self._looking = {name: one for name, one in self._looking.items() if name in names}
        looking = next((one for name, one in self._looking.items() if names[name] == token), None)
        there = files is not None and files.has_camera()
        game = files is not None and files.has_game()
        return HostDesk((*hosts, *seats), there, game, looking if there else None)
