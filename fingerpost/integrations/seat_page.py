"""SHELL: a seat of this home at the host's page: what is for it alone comes by TLS, its presses go by TLS.

One line a seat: a thread that listens to the page's stream and reads the seat's words when there are new
ones, and one that sends what is wanted. Nothing of it is logged or published: words go to the table's inbox,
for that seat's ear. What the page knows the seat by is kept (`kept_pairing`), so that it is known again after
a stop. The page's certificate has to be by an authority that is known here.
"""

import http.client
import queue
import socket
import ssl
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Final, Literal
from urllib.parse import urlencode, urlsplit

import msgspec

from announce import Urgency
from dialog import SeatCondition
from engine import Seat
from fingerpost.integrations.kept_pairing import KeptPairing
from table.errors import CallError
from table.linked import FarCode, FarPress, LinkNews, SeatAsked, SeatPage, SeatSees, SeatTold, SeatWish

BACKOFF_S: Final = 2.0
QUIET_S: Final = 40.0  # the page's stream has a beat every 15 s
_ANSWER_S: Final = 10.0
_MOST: Final = 1_000_000  # bytes of an answer
_JSON: Final = {"Accept": "application/json"}


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


class PageAddress:
    """Where the host's page is, and by which authority it is known.

    Raises:
        CallError: the address is not of a sealed page, or the authority's file cannot be used.
    """

    def __init__(self, url: str, ca: Path | None) -> None:
        try:
            parts = urlsplit(url)
            scheme, host, self.port = parts.scheme, parts.hostname, parts.port or 443
        except ValueError:  # a port that is no number, a bracket that is not closed
            scheme, host = "", None
        if scheme != "https" or not host:
            raise CallError(f"page {url}: what a hand holds travels sealed only; give https://HOST:PORT")
        self.host = host
        try:
            self.context = ssl.create_default_context(cafile=None if ca is None else str(ca))
        except (OSError, ssl.SSLError):
            raise CallError(
                f"page's authority {ca}: cannot be read; take /authority.crt of the page"
            ) from None

    @contextmanager
    def line(self, timeout_s: float) -> Iterator[http.client.HTTPSConnection]:
        """A connection for one request."""
        made = http.client.HTTPSConnection(self.host, self.port, timeout=timeout_s, context=self.context)
        with closing(made):
            yield made

    @property
    def origin(self) -> str:
        """As a browser tells it, with each form."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"https://{host}" + (f":{self.port}" if self.port != 443 else "")


class SeatLine:
    """One seat's line. `on_news` takes what is heard, on this line's own threads, and must only hand on.

    Args:
        kept: what the seat was known by before a stop.
        language: of this home: its words are wanted in it.
        views: the game as the seat may see it is read with its words, for who plays it without ears.
    """

    def __init__(
        self,
        address: PageAddress,
        seat: Seat,
        on_news: Callable[[LinkNews], None],
        *,
        kept: KeptPairing,
        language: str,
        views: bool = False,
    ) -> None:
        self._address, self._seat, self._on_news = address, seat, on_news
        self._kept, self._language = kept, language
        self._at = "/seat?view=1" if views else "/seat"
        self._cookie, self._token = "", ""
        self._heard: int | None = None  # the last word that was handed on; None: none of this pairing
        self._again = 0
        self._condition: SeatCondition | Literal["wants-code"] | None = None
        self._wishes: queue.SimpleQueue[SeatWish | None] = queue.SimpleQueue()
        self._stopping, self._paired = threading.Event(), threading.Event()
        self._stream: socket.socket | None = None
        self._threads = [
            threading.Thread(target=run, name=f"host-page-{seat}", daemon=True)
            for run in (self._listen, self._send)
        ]

    def start(self) -> None:
        """Begin; returns at once."""
        for thread in self._threads:
            thread.start()

    def want(self, wish: SeatWish) -> None:
        """Have it sent."""
        self._wishes.put(wish)

    def stop(self) -> None:
        """Have both threads end; returns at once."""
        self._stopping.set()
        self._paired.set()
        self._wishes.put(None)
        stream = self._stream
        if stream is not None:
            with suppress(OSError):
                stream.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """End both threads, and wait for that."""
        self.stop()
        for thread in self._threads:
            if thread.is_alive():
                thread.join(_ANSWER_S)

    def _tell(self, condition: SeatCondition | Literal["wants-code"], *, answers: bool = False) -> None:
        """Each once, until it is otherwise; what answers a wish every time."""
        if answers or condition != self._condition:
            self._on_news(SeatPage(seat=self._seat, condition=condition))
        self._condition = condition

    # What is heard

    def _listen(self) -> None:
        while not self._stopping.is_set():
            if not self._paired.wait(BACKOFF_S) or self._stopping.is_set():
                continue
            broken = self._breaks(self._follow)
            if broken is not None:
                self._tell(broken)
            self._stopping.wait(BACKOFF_S)

    def _breaks(self, act: Callable[[], None]) -> Literal["seal", "gone"] | None:
        """Do it; what has broken the line meanwhile, None: nothing."""
        try:
            act()
        except ssl.SSLCertVerificationError:
            return "seal"
        except (OSError, http.client.HTTPException, msgspec.MsgspecError):
            return None if self._stopping.is_set() else "gone"
        return None

    def _follow(self) -> None:
        """Until the stream ends: whatever stirs there, the seat's words are read anew."""
        with self._address.line(_ANSWER_S) as line:
            line.connect()
            line.sock.settimeout(QUIET_S)
            self._stream = line.sock
            if self._stopping.is_set():
                return
            line.request("GET", "/events?at=seat", headers={"Cookie": self._cookie})
            answer = line.getresponse()
            if answer.status != 200:
                raise http.client.HTTPException(answer.reason)
            while not self._stopping.is_set() and self._paired.is_set():
                text = answer.readline(_MOST)
                if not text:
                    raise http.client.IncompleteRead(b"")
                if text.startswith(b"event: ") and text != b"event: heard\n":
                    self._read()

    def _read(self) -> None:
        page = self._page()
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
        self._cookie, self._heard = "", None
        self._kept.forget(self._seat)
        self._paired.clear()
        self._tell("put-out")

    def _page(self) -> _Page:
        with self._address.line(_ANSWER_S) as line:
            line.request("GET", self._at, headers={**_JSON, "Cookie": self._cookie})
            page = msgspec.json.decode(line.getresponse().read(_MOST), type=_Page)
        self._token = page.token
        return page

    # What is wanted

    def _send(self) -> None:
        while (wish := self._wishes.get()) is not None:
            broken = self._breaks(partial(self._do, wish))
            if broken is not None:
                self._tell(broken, answers=True)
            if isinstance(wish, FarCode):  # a press would answer what is asked by then
                self._keep_trying(wish, broken)

    def _keep_trying(self, wish: FarCode, broken: Literal["seal", "gone"] | None) -> None:
        """Until the page has it, or something else is wanted."""
        while broken is not None and not self._stopping.wait(BACKOFF_S) and self._wishes.empty():
            broken = self._breaks(partial(self._do, wish))
            if broken is not None:
                self._tell(broken)

    def _do(self, wish: SeatWish) -> None:
        match wish:
            case FarPress():
                self._press(wish)
            case FarCode() if self._known_again():
                self._joined()
            case FarCode(digits=None):
                self._ask_for_code()
            case FarCode(digits=str() as digits):
                self._pair(digits)

    def _press(self, press: FarPress) -> None:
        """What the table there has against it its seat hears."""
        if not self._paired.is_set():
            return
        result, _ = self._post("/seat/press", {"button": press.button, "asked": str(press.shown)})
        if result.text:
            self._on_news(SeatTold(seat=self._seat, text=result.text, urgency="assertive"))
        elif not result.done and self._page().seat != self._seat:
            self._unpaired()

    def _known_again(self) -> bool:
        """Whether the page still knows the seat by what it gave it before a stop."""
        self._cookie, self._heard = self._kept.of(self._seat), None
        if self._cookie and self._page().seat != self._seat:
            self._cookie = ""
            self._kept.forget(self._seat)
        return bool(self._cookie)

    def _ask_for_code(self) -> None:
        self._page()
        result, _ = self._post("/join/open", {"seat": self._seat})
        self._tell("wants-code" if result.done else "busy", answers=True)

    def _pair(self, digits: str) -> None:
        self._page()
        result, cookie = self._post("/join", {"code": digits})
        if not result.done:
            known: Mapping[str, SeatCondition] = {
                "wrong-code": "wrong-code", "no-code": "no-code", "too-many": "too-many",
            }  # fmt: skip
            self._tell(known.get(result.why, "busy"), answers=True)
            return
        self._cookie, self._heard = cookie, None
        if self._page().seat != self._seat:  # the code was for another seat of that table
            self._post("/seat/leave", {})
            self._cookie = ""
            self._tell("wrong-code", answers=True)
            return
        self._kept.keep(self._seat, cookie)
        self._joined()

    def _joined(self) -> None:
        """From now on it listens; a host that lacks the language goes on in its own."""
        self._post("/seat/language", {"language": self._language})
        self._paired.set()
        self._tell("joined", answers=True)

    def _post(self, path: str, form: Mapping[str, str]) -> tuple[_Result, str]:
        """What came of it, and what a browser is given to be known by."""
        headers = {
            **_JSON,
            "Cookie": self._cookie,
            "Origin": self._address.origin,
            "Content-Type": "application/x-www-form-urlencoded",
        }
        with self._address.line(_ANSWER_S) as line:
            line.request("POST", path, urlencode({**form, "token": self._token}), headers)
            answer = line.getresponse()
            body, given = answer.read(_MOST), answer.headers.get_all("Set-Cookie") or []
            if answer.status == 303:
                return _Result(done=True), next((one.split(";")[0] for one in given), "")
            if answer.status in (200, 409):
                return msgspec.json.decode(body, type=_Result), ""
            return _Result(), ""
