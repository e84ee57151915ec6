"""SHELL: a seat of this home at the host's page: what is for it alone comes by TLS, its presses go by TLS.

One line a seat, with a thread for each of its conversations (`seat_talk`), which says what is asked and told.
Nothing of it is logged or published: words go to the table's inbox, for that seat's ear. What the page knows
the seat by is kept (`KnownBy`), so that it is known again after a stop. The page's certificate has to be
by an authority that is known here.
"""

import http.client
import queue
import socket
import ssl
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from typing import Final
from urllib.parse import urlencode, urlsplit

from engine import Seat
from table.errors import CallError
from table.linked import LinkNews, SeatWish
from web.seat_talk import (
    ANSWER_S,
    QUIET_S,
    BrokenError,
    HangUp,
    KnownBy,
    Need,
    NextLine,
    NextWish,
    OpenStream,
    PageCall,
    PageReply,
    Rest,
    SeatTalk,
    Talk,
    UntilJoined,
)

_MOST: Final = 1_000_000  # bytes of an answer


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
        kept: KnownBy,
        language: str,
        views: bool = False,
    ) -> None:
        self._address = address
        self._wishes: queue.SimpleQueue[SeatWish | None] = queue.SimpleQueue()
        self._stopping = threading.Event()
        self._joined = threading.Event()  # there is news of that
        self._streams = ExitStack()  # the open one
        self._stream: socket.socket | None = None
        self._answer: http.client.HTTPResponse | None = None
        talk = self._talk = SeatTalk(
            address.origin,
            seat,
            self._news(on_news),
            kept=kept,
            language=language,
            views=views,
            on_joined=self._joined.set,
        )
        self._threads = [
            threading.Thread(target=self._run, args=(said,), name=f"host-page-{seat}", daemon=True)
            for said in (talk.listens(), talk.sends())
        ]

    def _news(self, on_news: Callable[[LinkNews], None]) -> Callable[[LinkNews], None]:
        """Nothing is heard of a line that is being closed."""

        def hand_on(news: LinkNews) -> None:
            if not self._stopping.is_set():
                on_news(news)

        return hand_on

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
        self._joined.set()
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
                thread.join(ANSWER_S)
        self._streams.close()

    def _run(self, talk: Talk[None]) -> None:
        """One conversation: what it needs it is given, or it is told that the line broke."""
        need = next(talk)
        while not self._stopping.is_set():
            try:
                found = self._bring(need)
            except (OSError, http.client.HTTPException) as error:
                unknown = isinstance(error, ssl.SSLCertVerificationError)
                if not self._stopping.is_set():
                    need = talk.throw(BrokenError("seal" if unknown else "gone"))
            else:
                if not self._stopping.is_set():
                    need = talk.send(found)
        talk.close()

    def _bring(self, need: Need) -> object:
        """What a conversation needs.

        Raises:
            OSError, http.client.HTTPException: the line broke.
        """
        match need:
            case PageCall():
                return self._call(need)
            case OpenStream():
                self._open(need)
            case NextLine():
                return self._line()
            case HangUp():
                self._streams.close()
            case UntilJoined():
                self._wait_for_seat()
            case NextWish():
                return self._wishes.get()
            case Rest(seconds=seconds):
                return self._stopping.wait(seconds) or not self._wishes.empty()
        return None

    def _call(self, call: PageCall) -> PageReply:
        with self._address.line(ANSWER_S) as line:
            if call.form is None:
                line.request("GET", call.path, headers=dict(call.headers))
            else:
                line.request("POST", call.path, urlencode(call.form), dict(call.headers))
            answer = line.getresponse()
            given = answer.headers.get_all("Set-Cookie") or []
            return PageReply(
                status=answer.status,
                body=answer.read(_MOST),
                given=next((one.split(";")[0] for one in given), None),
            )

    def _open(self, wanted: OpenStream) -> None:
        self._streams.close()
        line = self._streams.enter_context(self._address.line(ANSWER_S))
        line.connect()
        line.sock.settimeout(QUIET_S)
        self._stream = line.sock
        if self._stopping.is_set():
            return
        line.request("GET", wanted.path, headers=dict(wanted.headers))
        self._answer = line.getresponse()
        if self._answer.status != 200:
            raise http.client.HTTPException(self._answer.reason)

    def _line(self) -> bytes:
        assert self._answer is not None
        found = self._answer.readline(_MOST)
        if not found:
            raise http.client.IncompleteRead(b"")
        return found

    def _wait_for_seat(self) -> None:
        while not self._talk.joined and not self._stopping.is_set():
            self._joined.wait()
            self._joined.clear()
