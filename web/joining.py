"""How a browser joins a seat, or as the host: digits told at the table, a cookie of its own, and out."""

from collections.abc import Callable
from typing import Generic

from starlette.exceptions import HTTPException
from starlette.requests import Request as HttpRequest
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from announce import languages
from engine import SEATS, Seat
from table.answers import Done, NotDone
from table.requests import AdmitPhone, TellCode, TellIn, TellRemoved
from web.host_page import PHONES, PhoneNow
from web.http_requests import asker_of, is_here, only
from web.join_pages import join_page
from web.pairing import Code, Pairing, Who
from web.reception import COOKIE, Reception
from web.single_pages import phones_page


class Door(Generic[Who]):
    """Codes in, cookies out.

    Args:
        cookie: the name under which a browser keeps what it has been given.
        home: the page of who has joined; `again`: where a wrong code is typed once more; `away`: where it is
            said that no code waits.
        seat_of: the seat that is told to the table; None: the host's.
    """

    def __init__(
        self,
        reception: Reception,
        pairing: Pairing[Who],
        cookie: str,
        *,
        home: str,
        again: str,
        away: str,
        seat_of: Callable[[Who], Seat | None],
    ) -> None:
        self._reception, self._pairing, self._cookie = reception, pairing, cookie
        self._home, self._again, self._away, self._seat_of = home, again, away, seat_of

    async def open(self, request: HttpRequest, whose: Who) -> tuple[Code | None, Response]:
        """Have a code told at the table; none when this asker has had one just now."""
        code = self._pairing.open(whose, self._reception.now(), asker_of(request))
        if code is None:
            return None, self._reception.back(request, self._reception.no("busy"), self._again)
        answer = await self._reception.do(TellCode(seat=self._seat_of(whose), digits=code.digits))
        return code, self._reception.back(request, answer, self._again)

    async def join(self, request: HttpRequest) -> Response:
        """Who writes the right code is in, unless the table says No."""
        form, _ = await self._reception.form(request, own=False)
        written = only(form, "code")
        found = self._pairing.take(written, self._reception.now(), asker_of(request))
        if found == "wrong-code" or found == "no-code" or found == "too-many":
            where = self._again if found == "wrong-code" else self._away
            return self._reception.back(request, self._reception.no(found), where)
        secret = self._pairing.join(
            found, self._reception.now()
        )  # before it is told, so that No always finds it
        self._reception.left()  # one that had to give way leaves at once
        answer = await self._reception.do(AdmitPhone(seat=self._seat_of(found)))
        if isinstance(answer, NotDone):
            self._pairing.leave(secret)
            self._pairing.give_back(found, written, self._reception.now())
            return self._reception.back(request, answer, self._again)
        response = RedirectResponse(self._home, 303)
        self._reception.keep_secret(request, response, self._cookie, secret)
        return response

    async def leave(self, request: HttpRequest) -> Response:
        """Out again."""
        await self._reception.form(request, own=True)
        self._pairing.leave(request.cookies.get(self._cookie))
        self._reception.left()
        response = RedirectResponse("/", 303)
        response.delete_cookie(self._cookie)
        return response


def _seat(seat: Seat) -> Seat:
    return seat


class SeatRoutes:
    """The addresses by which a phone becomes a seat's. `address`: where phones find the page, or empty."""

    def __init__(self, reception: Reception, address: str) -> None:
        self._reception, self.address = reception, address
        self._long: dict[tuple[Seat, str], str] = {}  # the codes that wait, as they are scanned
        self._door: Door[Seat] = Door(
            reception,
            reception.pairing,
            COOKIE,
            home="/seat",
            again="/join",
            away="/",
            seat_of=_seat,
        )
        self.routes = [
            Route("/join", self._join_page),
            Route("/join", self._door.join, methods=["POST"]),
            Route("/join/open", self._open, methods=["POST"]),
            Route("/seat/leave", self._door.leave, methods=["POST"]),
            Route(PHONES, self._phones),
            Route(PHONES, self._remove, methods=["POST"]),
            Route("/seat/language", self._language, methods=["POST"]),
        ]

    async def _open(self, request: HttpRequest) -> Response:
        form, _ = await self._reception.form(request, own=False)
        seat = next((one for one in SEATS if one == only(form, "seat")), None)
        if seat is None or seat not in self._reception.ready().people:
            raise HTTPException(400, self._reception.refused("unclear"))
        code, response = await self._door.open(request, seat)
        self._long = {key: one for key, one in self._long.items() if self._reception.pairing.waits(key)}
        if code is not None:
            self._long[seat, asker_of(request)] = code.long
        return response

    async def _language(self, request: HttpRequest) -> Response:
        """What is for this seat alone is told in the language of the home where it is heard."""
        form, joined = await self._reception.form(request, own=True)
        language = only(form, "language")
        if joined is None or language not in languages():
            raise HTTPException(400, self._reception.refused("unclear"))
        pairing, now = self._reception.pairing, self._reception.now()
        pairing.hear_in(joined.name, language)
        newest = pairing.language(joined.seat, now)
        answer = await self._reception.do(TellIn(language=newest), joined.seat)
        return self._reception.back(request, answer, "/seat")

    async def _phones(self, request: HttpRequest) -> Response:
        """Who has joined as any seat."""
        reception, joined = self._reception, self._reception.joined(request)
        if joined is None:
            return RedirectResponse(reception.noted("/", reception.refused("gone")), 303)
        now = reception.now()
        found = [
            PhoneNow(one.name, one.seat, int(now - one.since) // 60) for one in reception.pairing.all(now)
        ]
        frame = reception.frame(request, joined.seat, joined)
        return HTMLResponse(phones_page(reception.ready(), joined.seat, frame, found))

    async def _remove(self, request: HttpRequest) -> Response:
        """A seat puts a phone out, at once; then everybody hears who did it."""
        form, joined = await self._reception.form(request, own=True)
        kind, _, name = only(form, "do").partition(":")
        if joined is None or kind != "end":
            raise HTTPException(400, self._reception.refused("unclear"))
        seat = self._reception.pairing.end(name)
        if seat is None:  # it has left by itself
            return self._reception.back(request, Done(), PHONES)
        self._reception.left()
        answer = await self._reception.do(TellRemoved(seat=seat), joined.seat)
        return self._reception.back(request, answer, PHONES)

    async def _join_page(self, request: HttpRequest) -> Response:
        code = self._reception.pairing.waiting(self._reception.now(), asker_of(request))
        seat, picture = None if code is None else code[0], None
        if code in self._long and self.address and is_here(request):
            picture = self._reception.qr(f"{self.address}/join#{self._long[code]}")
        address = "" if is_here(request) else str(request.url.replace(query="", fragment=""))
        frame = self._reception.frame(request, None, None)
        return HTMLResponse(join_page(self._reception.ready(), frame, seat, picture, address))
