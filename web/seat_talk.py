"""PURE: what is said between a seat of this home and the host's page, step by step, as two conversations.

One listens, one sends what is wanted. Each yields what it needs next (a request, a line of the page's
stream, a rest, a wish) and is given what came of it, or has `BrokenError` raised where it waited: whoever
runs it brings sockets, threads and a clock, or none of them (`host_line`, `lab.two_homes`).
"""

from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass, field
from typing import Final, Literal, Protocol, TypeVar

import msgspec

from announce import Urgency
from dialog import SeatCondition
from engine import Seat
from table.linked import FarCode, FarPress, LinkNews, SeatAsked, SeatPage, SeatSees, SeatTold, SeatWish

BACKOFF_S: Final = 2.0
QUIET_S: Final = 40.0  # the page's stream has a beat every 15 s
ANSWER_S: Final = 10.0
_JSON: Final = {"Accept": "application/json"}


# What a conversation needs next


@dataclass(frozen=True, slots=True, kw_only=True)
class PageCall:
    """A request; it is given a `PageReply`. `form`: it is posted, None: got."""

    path: str
    headers: Mapping[str, str] = field(repr=False)
    form: Mapping[str, str] | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenStream:
    """The page's stream of events, on a connection of its own; it is given nothing."""

    path: str
    headers: Mapping[str, str] = field(repr=False)


class NextLine:
    """A line of that stream; it is given bytes, broken after `QUIET_S` without any."""


class HangUp:
    """That stream is wanted no more."""


class UntilJoined:
    """Wait until the seat has joined."""


class NextWish:
    """Something that is wanted there; it is given a `SeatWish`."""


@dataclass(frozen=True, slots=True)
class Rest:
    """So many seconds pass; it is told whether something else is wanted by then."""

    seconds: float


Need = PageCall | OpenStream | NextLine | HangUp | UntilJoined | NextWish | Rest
T = TypeVar("T")
Talk = Generator[Need, object, T]


@dataclass(frozen=True, slots=True)
class PageReply:
    """What a request brought. `given`: what the page gives to be known by, None: nothing."""

    status: int
    body: bytes = field(repr=False)
    given: str | None = field(default=None, repr=False)


class BrokenError(Exception):
    """Nothing came of it: the page is gone, or its certificate is by nobody known here."""

    def __init__(self, why: Literal["seal", "gone"]) -> None:
        super().__init__(why)
        self.why: Literal["seal", "gone"] = why


class KnownBy(Protocol):
    """What each seat was known by before a stop: `storage.kept_pairing`."""

    def of(self, seat: Seat) -> str: ...

    def keep(self, seat: Seat, given: str) -> None: ...

    def forget(self, seat: Seat) -> None: ...


# What the page says


class _Said(msgspec.Struct, frozen=True):
    n: int
    text: str
    urgency: Urgency = "polite"


class _Asked(msgspec.Struct, frozen=True):
    n: int = 0
    own: bool = False
    text: str = ""


class _Page(msgspec.Struct, frozen=True):
    seat: str | None
    token: str
    asked: _Asked = _Asked()
    said: tuple[_Said, ...] = ()
    again: _Said | None = None
    view: dict[str, object] | None = None


class _Result(msgspec.Struct, frozen=True):
    done: bool = False
    text: str = ""
    why: str = ""


def _hangs_up() -> Talk[None]:
    yield HangUp()


class SeatTalk:
    """One seat's conversations with the host's page.

    Args:
        origin: the page's address, as a browser tells it with each form.
        on_news: takes what is heard.
        kept: what the seat was known by before a stop.
        language: of this home: its words are wanted in it.
        views: the game as the seat may see it is read with its words, for who plays it without ears.
    """

    def __init__(
        self,
        origin: str,
        seat: Seat,
        on_news: Callable[[LinkNews], None],
        *,
        kept: KnownBy,
        language: str,
        views: bool = False,
        on_joined: Callable[[], None] = lambda: None,
    ) -> None:
        self._origin, self._seat, self._on_news = origin, seat, on_news
        self._kept, self._language, self._on_joined = kept, language, on_joined
        self._at = "/seat?view=1" if views else "/seat"
        self._cookie, self._token = "", ""
        self._heard: int | None = None  # the last word that was handed on; None: none of this pairing
        self._again = 0
        self._condition: SeatCondition | Literal["wants-code"] | None = None
        self.joined = False

    def _tell(self, condition: SeatCondition | Literal["wants-code"], *, answers: bool = False) -> None:
        """Each once, until it is otherwise; what answers a wish every time."""
        if answers or condition != self._condition:
            self._on_news(SeatPage(seat=self._seat, condition=condition))
        self._condition = condition

    # What is heard

    def listens(self) -> Talk[None]:
        """For ever."""
        while True:
            yield UntilJoined()
            broken = yield from self._breaks(self._follow())
            yield from self._breaks(_hangs_up())  # whichever way it ended: the next stream has another cookie
            if broken is not None:
                self._tell(broken)
            yield Rest(BACKOFF_S)

    def _breaks(self, act: Talk[None]) -> Talk[Literal["seal", "gone"] | None]:
        """Do it; what has broken it, None: nothing."""
        try:
            yield from act
        except BrokenError as broken:
            return broken.why
        except msgspec.MsgspecError:  # what is there is no page of a table
            return "gone"
        return None

    def _follow(self) -> Talk[None]:
        """Until the stream ends: whatever stirs there, the seat's words are read anew."""
        yield OpenStream(path="/events?at=seat", headers={"Cookie": self._cookie})
        while self.joined:
            line = yield NextLine()
            assert isinstance(line, bytes)
            if line.startswith(b"event: ") and line != b"event: heard\n":
                yield from self._read()

    def _read(self) -> Talk[None]:
        page = yield from self._page()
        if page.seat != self._seat:
            self._unpaired()
            return
        if self._condition in ("gone", "seal"):
            self._tell("back")
        newest = page.said[-1].n if page.said else 0
        if self._heard is None:  # what was said before this home was there it need not all hear now
            self._heard = newest
            if page.asked.own and page.asked.text:  # anew, for it was said in the host's language
                self._on_news(SeatTold(seat=self._seat, text=page.asked.text, urgency="polite"))
            elif page.asked.own:  # of a host of an older version: what it said last is what it asks
                self._heard = newest - 1
            self._again = 0 if page.again is None else page.again.n
        for one in page.said:
            if one.n > self._heard:
                self._on_news(SeatTold(seat=self._seat, text=one.text, urgency=one.urgency))
        self._heard = newest
        if page.again is not None and page.again.n != self._again:
            self._again = page.again.n
            self._on_news(SeatTold(seat=self._seat, text=page.again.text, urgency="polite"))
        if page.view is not None:
            self._on_news(SeatSees(seat=self._seat, view=page.view))
        self._on_news(SeatAsked(seat=self._seat, number=page.asked.n, own=page.asked.own))

    def _unpaired(self) -> None:
        self._cookie, self._heard, self.joined = "", None, False
        self._kept.forget(self._seat)
        self._tell("put-out")

    def _page(self) -> Talk[_Page]:
        reply = yield PageCall(path=self._at, headers={**_JSON, "Cookie": self._cookie})
        assert isinstance(reply, PageReply)
        page = msgspec.json.decode(reply.body, type=_Page)
        self._token = page.token
        return page

    # What is wanted

    def sends(self) -> Talk[None]:
        """For ever."""
        while True:
            wish = yield NextWish()
            assert isinstance(wish, FarPress | FarCode)
            broken = yield from self._breaks(self._do(wish))
            if broken is not None:
                self._tell(broken, answers=True)
            if isinstance(wish, FarCode):  # a press would answer what is asked by then
                yield from self._keep_trying(wish, broken)

    def _keep_trying(self, wish: FarCode, broken: Literal["seal", "gone"] | None) -> Talk[None]:
        """Until the page has it, or something else is wanted."""
        while broken is not None and not (yield Rest(BACKOFF_S)):
            broken = yield from self._breaks(self._do(wish))
            if broken is not None:
                self._tell(broken)

    def _do(self, wish: SeatWish) -> Talk[None]:
        if isinstance(wish, FarPress):
            yield from self._press(wish)
        elif (yield from self._known_again()):
            yield from self._has_joined()
        elif wish.digits is None:
            yield from self._ask_for_code()
        else:
            yield from self._pair(wish.digits)

    def _press(self, press: FarPress) -> Talk[None]:
        """What the table there has against it its seat hears."""
        if not self.joined:
            return
        result, _ = yield from self._post("/seat/press", {"button": press.button, "asked": str(press.shown)})
        if result.text:
            self._on_news(SeatTold(seat=self._seat, text=result.text, urgency="assertive"))
        elif not result.done and (yield from self._page()).seat != self._seat:
            self._unpaired()

    def _known_again(self) -> Talk[bool]:
        """Whether the page still knows the seat by what it gave it before a stop."""
        self._cookie, self._heard = self._kept.of(self._seat), None
        if self._cookie and (yield from self._page()).seat != self._seat:
            self._cookie = ""
            self._kept.forget(self._seat)
        return bool(self._cookie)

    def _ask_for_code(self) -> Talk[None]:
        yield from self._page()
        result, _ = yield from self._post("/join/open", {"seat": self._seat})
        self._tell("wants-code" if result.done else "busy", answers=True)

    def _pair(self, digits: str) -> Talk[None]:
        yield from self._page()
        result, cookie = yield from self._post("/join", {"code": digits})
        if not result.done:
            known: Mapping[str, SeatCondition] = {
                "wrong-code": "wrong-code", "no-code": "no-code", "too-many": "too-many",
            }  # fmt: skip
            self._tell(known.get(result.why, "busy"), answers=True)
            return
        self._cookie, self._heard = cookie, None
        if (yield from self._page()).seat != self._seat:  # the code was for another seat of that table
            yield from self._post("/seat/leave", {})
            self._cookie = ""
            self._tell("wrong-code", answers=True)
            return
        self._kept.keep(self._seat, cookie)
        yield from self._has_joined()

    def _has_joined(self) -> Talk[None]:
        """From now on it listens; a host that lacks the language goes on in its own."""
        yield from self._post("/seat/language", {"language": self._language})
        self.joined = True
        self._on_joined()
        self._tell("joined", answers=True)

    def _post(self, path: str, form: Mapping[str, str]) -> Talk[tuple[_Result, str]]:
        """What came of it, and what a browser is given to be known by."""
        headers = {
            **_JSON,
            "Cookie": self._cookie,
            "Origin": self._origin,
            "Content-Type": "application/x-www-form-urlencoded",
        }
        reply = yield PageCall(path=path, headers=headers, form={**form, "token": self._token})
        assert isinstance(reply, PageReply)
        if reply.status == 303:
            return _Result(done=True), reply.given or ""
        if reply.status in (200, 409):
            return msgspec.json.decode(reply.body, type=_Result), ""
        return _Result(), ""
