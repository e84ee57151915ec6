"""What a page asks of the table: a press of the panel, a typed word, an act of its seat."""

from collections.abc import Mapping
from typing import Final
from urllib.parse import parse_qsl, urlencode

from starlette.exceptions import HTTPException
from starlette.requests import Request as HttpRequest
from starlette.responses import Response
from starlette.routing import Route

from engine import CodecError, command_from_json
from table.answers import NotDone
from table.moment import GameMoment, Moment, Viewer
from table.requests import DoAct, EnterDigits, LeaveClaim, PlayAgain, PressButton
from tabletop import BUTTONS
from web.command_box import (
    COMMAND,
    HOSTS_COMMAND,
    OWN_COMMAND,
    Leads,
    Says,
    TypedAsk,
    TypedDigits,
    TypedPress,
    meant,
)
from web.forms import LEAVE_CLAIM
from web.host_page import HOST, PRESS
from web.http_requests import command_of, only
from web.page_view import AGAIN, OWN, Place
from web.question_pages import answer
from web.reception import Reception
from web.seat_acts import BY_PAGE


class ActRoutes:
    """The addresses that forms and scripts send to."""

    def __init__(self, reception: Reception) -> None:
        self._reception = reception
        self.routes = [
            Route(AGAIN, self._again, methods=["POST"]),
            Route("/press", self._press, methods=["POST"]),
            Route("/seat/press", self._press, methods=["POST"]),
            Route(PRESS, self._press, methods=["POST"]),
            Route(COMMAND, self._command, methods=["POST"]),
            Route(OWN_COMMAND, self._command, methods=["POST"]),
            Route(HOSTS_COMMAND, self._command, methods=["POST"]),
            Route("/seat/act", self._act, methods=["POST"]),
            Route(LEAVE_CLAIM, self._leave_claim, methods=["POST"]),
        ]

    async def _again(self, request: HttpRequest) -> Response:
        """The game is over, and somebody wants another."""
        await self._reception.form(request, own=False)
        if not (self._reception.may_press(request) or self._reception.joined(request)):
            raise HTTPException(403, self._reception.refused("watching"))
        return self._reception.back(request, await self._reception.do(PlayAgain()), "/")

    async def _press(self, request: HttpRequest) -> Response:
        path = request.url.path
        own, hosts = path.startswith("/seat/"), path == PRESS
        form, joined = await self._reception.form(request, own=own or hosts)
        button = next((one for one in BUTTONS if one == only(form, "button")), None)
        asked = only(form, "asked")
        if button is None or not asked.isdecimal() or len(asked) > 9:
            raise HTTPException(400, self._reception.refused("unclear"))
        seat = None if joined is None else joined.seat
        if seat is None and not hosts and not self._reception.may_press(request):
            raise HTTPException(403, self._reception.refused("watching"))
        answer = await self._reception.do(PressButton(button=button, seat=seat, shown=int(asked)), seat)
        return self._reception.back(request, answer, "/seat" if own else HOST if hosts else "/")

    async def _command(self, request: HttpRequest) -> Response:
        """What was typed: a question is answered on the page where it was typed, a button pressed."""
        hosts = request.url.path == HOSTS_COMMAND
        form, joined = await self._reception.form(request, own=hosts or request.url.path == OWN_COMMAND)
        table, viewer = self._reception.ready(), None if joined is None else joined.seat
        where, settings = _typed_at(form, viewer), self._reception.settings_of(request)
        match meant(table, viewer, only(form, "typed"), hosts=hosts, settings=settings):
            case TypedPress() | TypedDigits() if viewer is None and not (
                hosts or self._reception.may_press(request)
            ):
                return self._reception.back(request, self._reception.no("watching"), where)
            case TypedPress(button=button):
                asked = only(form, "asked")
                shown = int(asked) if asked.isdecimal() and len(asked) <= 9 else 0
                answer = await self._reception.do(
                    PressButton(button=button, seat=viewer, shown=shown), viewer
                )
                return self._reception.back(request, answer, where)
            case TypedDigits(digits=digits):
                answer = await self._reception.do(EnterDigits(digits=digits), viewer)
                return self._reception.back(request, answer, where)
            case TypedAsk(question=question, subject=subject):
                return self._answered(request, table, viewer, (question, subject), where)
            case Leads(where=onward):
                return self._reception.leads(request, onward)
            case Says(text=text):
                return self._reception.back(request, NotDone(code="bad-data", text=text), where)

    def _answered(
        self, request: HttpRequest, table: Moment, viewer: Viewer, asked: tuple[str, str], where: str
    ) -> Response:
        """The answer as a part of the page; to be read aloud where everybody may hear it."""
        question, subject = asked
        said = answer(table, viewer, question, subject) if isinstance(table, GameMoment) else None
        aloud = " ".join(said or ()) if viewer is None else ""
        query = urlencode({"ask": question, **({"subject": subject} if subject else {})})
        onward = f"{where}{'&' if '?' in where else '?'}{query}#answer"
        return self._reception.leads(request, onward, ask=question, subject=subject, say=aloud)

    async def _act(self, request: HttpRequest) -> Response:
        form, joined = await self._reception.form(request, own=True)
        seq = only(form, "seq")
        try:
            command = command_from_json(command_of(form, joined))
        except CodecError:
            raise HTTPException(400, self._reception.refused("unclear")) from None
        mine = joined is not None and command.seat == joined.seat and not getattr(command, "agreed", False)
        if not (mine and isinstance(command, BY_PAGE) and seq.isdecimal() and len(seq) <= 9):
            raise HTTPException(400, self._reception.refused("unclear"))
        answer = await self._reception.do(DoAct(command=command), command.seat, seq=int(seq))
        return self._reception.back(request, answer, "/seat")

    async def _leave_claim(self, request: HttpRequest) -> Response:
        _, joined = await self._reception.form(request, own=True)
        answer = await self._reception.do(LeaveClaim(), None if joined is None else joined.seat)
        return self._reception.back(request, answer, "/seat")


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
