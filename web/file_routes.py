"""What is no page: style and scripts, the board's picture, a home screen's sign, sounds, the seal."""

import asyncio

from starlette.exceptions import HTTPException
from starlette.requests import Request as HttpRequest
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from web.home_screen import MANIFEST, SIGN, SIGNS, STARTS, manifest, picture, sign
from web.join_pages import authority_page
from web.map_page import CITIES, FACE
from web.own_files import KEPT, OwnFiles
from web.reception import Reception
from web.shown_parts import ShownParts


class FileRoutes:
    """Files of one table.

    Args:
        own: style and scripts.
        authority: the certificate of the table's own authority and its mark; None: the page is not sealed.
        address: where phones find the table; empty when only this machine is served.
    """

    def __init__(
        self,
        reception: Reception,
        shown: ShownParts,
        own: OwnFiles,
        authority: tuple[bytes, str] | None,
        address: str,
    ) -> None:
        self._reception, self._shown, self._own = reception, shown, own
        self._authority, self._address = authority, address
        self.routes = [
            Route(FACE, self._picture_of_board),
            Route(CITIES, self._picture_of_board),
            Route("/authority", self._authority_page),
            Route("/authority.crt", self._authority_file),
            Route(MANIFEST, self._manifest),
            *(Route(at, self._sign) for at in (SIGN, *SIGNS)),
            Route("/static/{name}", self._file),
            Route("/sound/{name}", self._sound),
        ]

    async def _authority_page(self, request: HttpRequest) -> Response:
        mark, picture = self._sealed()[1], None
        if self._address:
            picture = self._reception.qr(f"{self._address}/authority.crt", "authority-qr")
        return HTMLResponse(
            authority_page(self._reception.ready(), self._reception.frame(request, None, None), mark, picture)
        )

    async def _authority_file(self, request: HttpRequest) -> Response:
        headers = {"Content-Disposition": 'attachment; filename="fingerpost-table.crt"'}
        return Response(self._sealed()[0], media_type="application/x-x509-ca-cert", headers=headers)

    def _sealed(self) -> tuple[bytes, str]:
        if self._authority is None:
            raise HTTPException(404, self._reception.refused("no-such"))
        return self._authority

    async def _file(self, request: HttpRequest) -> Response:
        accepted = request.headers.get("accept-encoding", "")
        found = self._own.answer(str(request.path_params["name"]), accepted, {})
        if found is None:
            raise HTTPException(404, self._reception.refused("no-such"))
        return found

    async def _manifest(self, request: HttpRequest) -> Response:
        """For a phone's home screen; the page from which it was asked for opens again."""
        asked = request.query_params.get("start")
        start = next((one for one in STARTS if one == asked), "/")
        told = manifest(self._reception.ready().wording.language, start)
        return Response(told, media_type="application/manifest+json")

    async def _sign(self, request: HttpRequest) -> Response:
        """What a phone shows there, which never changes."""
        size = SIGNS.get(request.url.path)
        headers = {"Cache-Control": KEPT}
        if size is None:
            return Response(sign(), media_type="image/svg+xml", headers=headers)
        made = await asyncio.to_thread(picture, size)
        return Response(made, media_type="image/png", headers=headers)

    async def _sound(self, request: HttpRequest) -> Response:
        """A short sound, which never changes."""
        sounds = self._reception.sounds
        made = None if sounds is None else sounds(str(request.path_params["name"]))
        if made is None:
            raise HTTPException(404, self._reception.refused("no-such"))
        return Response(made, media_type="audio/wav", headers={"Cache-Control": KEPT})

    async def _picture_of_board(self, request: HttpRequest) -> Response:
        """A layer of the board's picture, which changes with the board and the language only."""
        picture = self._shown.layers(self._reception.ready()).get(request.url.path)
        if picture is None:
            raise HTTPException(404, self._reception.refused("no-such"))
        headers = {"Cache-Control": KEPT}
        return Response(picture, media_type="image/svg+xml", headers=headers)
