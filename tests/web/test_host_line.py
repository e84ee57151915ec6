"""A seat's line to the host's page: whatever is there, it ends when it is closed."""

import http.client
import json
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from queue import Queue

import pytest

from storage.kept_pairing import KeptPairing
from table.linked import FarCode, LinkNews, SeatAsked, SeatTold
from web.host_line import PageAddress, SeatLine


@pytest.fixture
def silent() -> Iterator[int]:
    """A port that takes connections and says nothing."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]


def seat_line(port: int, folder: Path, hear: Callable[[LinkNews], None]) -> SeatLine:
    address = PageAddress(f"https://127.0.0.1:{port}", None)
    return SeatLine(
        address, "red", hear, kept=KeptPairing(folder / "kept.json", address.origin), language="en"
    )


def test_given_a_seat_that_never_joined_when_its_line_is_closed_then_no_thread_is_left(
    silent: int, tmp_path: Path
) -> None:
    heard: list[LinkNews] = []
    line = seat_line(silent, tmp_path, heard.append)
    line.start()
    line.close()
    assert not [one for one in threading.enumerate() if one.name == "host-page-red"]
    assert heard == []


def test_given_a_page_that_is_not_there_when_digits_are_wanted_then_closing_ends_the_tries(
    tmp_path: Path,
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    told = threading.Event()
    line = seat_line(port, tmp_path, lambda news: told.set())
    line.start()
    line.want(FarCode(seat="red", digits=None))
    assert told.wait(60.0)
    line.close()
    assert not [one for one in threading.enumerate() if one.name == "host-page-red"]


class Unsealed(PageAddress):
    """A page on this machine, without a certificate."""

    @contextmanager
    def line(self, timeout_s: float) -> Iterator[http.client.HTTPSConnection]:
        with closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout_s)) as made:
            yield made  # type: ignore[misc]


@contextmanager
def page(asked: dict[str, object]) -> Iterator[int]:
    """The port of a host's page that has said two sentences to red; any digits are right."""
    said = [{"n": 1, "text": "Your cards: 4 red.", "urgency": "polite"}]
    said.append({"n": 2, "text": "Keep Boston to Miami?", "urgency": "polite"})

    class Host(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            told = b"event: stirred\n"
            if self.path == "/seat":
                told = json.dumps({"seat": "red", "token": "t", "asked": asked, "said": said}).encode()
            self.send_response(200)
            self.end_headers()
            self.wfile.write(told)

        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["Content-Length"]))
            self.send_response(303 if self.path == "/join" else 404)
            self.send_header("Set-Cookie", "seat=red")
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Host) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server.server_address[1]
        server.shutdown()


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ({"n": 2, "own": True, "text": "Boston to Miami behalten?"}, ["Boston to Miami behalten?"]),
        ({"n": 2, "own": True}, ["Keep Boston to Miami?"]),  # of a host of an older version
        ({"n": 2, "own": False, "text": ""}, []),
    ],
)
def test_given_a_question_that_is_open_when_a_seat_joins_then_its_ear_has_it_once_and_never_an_empty_word(
    asked: dict[str, object], told: list[str], tmp_path: Path
) -> None:
    heard = Queue[LinkNews]()
    with page(asked) as port:
        address = Unsealed(f"https://127.0.0.1:{port}", None)
        kept = KeptPairing(tmp_path / "kept.json", address.origin)
        line = SeatLine(address, "red", heard.put, kept=kept, language="de")
        line.start()
        line.want(FarCode(seat="red", digits="123456"))
        words = list[str]()
        while not isinstance(news := heard.get(timeout=60.0), SeatAsked):
            words += [news.text] if isinstance(news, SeatTold) else []
        line.close()
    assert words == told
