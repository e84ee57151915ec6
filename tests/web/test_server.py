"""The page's own thread: a real socket, real streams, an end that comes at once."""

import http.client
import socket
import threading
from collections.abc import Iterator
from resource import RLIM_INFINITY

import pytest

from fingerpost.page.opening import open_page
from tests.waiting import PATIENCE_S, until
from tests.web.page_table import PageTable
from web.kept_server import RETRY_S, STEADY_S, KeptPage
from web.pages import Pages
from web.server import PageServer, guest_connections

GUESTS = 96  # connections, as where the system allows few


class Served:
    """A table whose page is on a socket."""

    def __init__(self) -> None:
        self.table = PageTable(cards="untracked")
        kept = KeptPage(self._opened)
        assert kept.open() is None
        self.table.part.follow(self.table.session, kept)
        self.table.press("yes")
        self.table.show()

    def _opened(self) -> PageServer:
        self.server = PageServer("127.0.0.1", 0, lambda port: Pages(self.table.part.request), guests=GUESTS)
        return self.server

    def get(self, path: str, **headers: str) -> tuple[int, bytes]:
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=PATIENCE_S)
        connection.request("GET", path, headers=headers)
        answer = connection.getresponse()
        body = answer.read()
        connection.close()
        return answer.status, body

    def stream(self) -> socket.socket:
        """An open page: its stream has begun."""
        line = socket.create_connection(("127.0.0.1", self.server.port), timeout=PATIENCE_S)
        line.sendall(b"GET /events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        read_until(line, b"event: parts")
        return line


def read_until(line: socket.socket, wanted: bytes) -> bytes:
    """What comes, up to what is wanted."""
    found = b""
    while wanted not in found:
        piece = line.recv(65_536)
        assert piece, found
        found += piece
    return found


@pytest.fixture
def served() -> Iterator[Served]:
    found = Served()
    yield found
    found.server.close()
    assert not found.server.alive


def test_given_a_table_when_asked_over_a_socket_then_pages_and_streams_follow_it(served: Served) -> None:
    status, body = served.get("/")
    assert status == 200 and b"Red square to move" in body
    line = served.stream()
    served.table.press("yes")
    served.table.show()
    assert b"event: heard" in read_until(line, b'Blue disc to move.", "alert"')


def test_given_open_streams_when_closed_then_they_end_and_so_does_the_thread(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("web.server.STOP_S", PATIENCE_S)
    lines = [served.stream() for _ in range(5)]
    served.server.close()
    assert not served.server.alive
    for line in lines:
        while line.recv(65_536):
            pass  # what was under way; then the end


def test_given_junk_on_the_socket_when_sent_then_it_is_refused_and_the_page_lives(served: Served) -> None:
    for junk in (
        b"\x16\x03\x01\x02\x00",
        b"GET / HTTP/1.1\r\n\r\n",
        b"A" * 70_000,
        b"\r\n\r\n\r\n",
        b"POST / HTTP/9\r\n",
    ):
        with socket.create_connection(("127.0.0.1", served.server.port), timeout=PATIENCE_S) as line:
            line.sendall(junk)
            line.shutdown(socket.SHUT_WR)
            try:
                answer = line.recv(65_536)
            except ConnectionResetError:
                answer = b""
            assert answer == b"" or answer.startswith(b"HTTP/1.1 4")
    assert served.get("/")[0] == 200


def test_given_a_hundred_silent_connections_when_open_then_no_more_are_kept_and_the_game_is_not_in_need(
    served: Served,
) -> None:
    lines = many(served, "127.0.0.1", GUESTS + 20)
    assert [ended(line) for line in lines[:20]] == [True] * 20  # the oldest: they have asked for nothing
    for line in lines[20:]:
        line.setblocking(False)
        with pytest.raises(BlockingIOError):
            line.recv(1)
        line.close()


def many(served: Served, source: str, count: int) -> list[socket.socket]:
    """Silent connections from there."""
    lines = [socket.socket() for _ in range(count)]
    for line in lines:
        line.bind((source, 0))
        line.settimeout(PATIENCE_S)
        line.connect(("127.0.0.1", served.server.port))
    return lines


def ended(line: socket.socket) -> bool:
    """Whether the other side has let go, waiting for it."""
    try:
        return line.recv(1) == b""
    except ConnectionResetError:
        return True


def test_given_a_reader_that_never_reads_when_the_game_goes_on_then_nothing_grows_and_others_are_served(
    served: Served,
) -> None:
    slow = served.stream()
    threads = threading.active_count()
    for _ in range(60):
        served.table.press("ask", "yes", "no")
        served.table.show()
    assert served.get("/")[0] == 200
    assert threading.active_count() == threads
    slow.close()


@pytest.mark.parametrize("network", [False, True])
def test_given_a_port_that_is_taken_when_a_page_is_opened_then_one_line_says_so_and_it_opens_when_free(
    capfd: pytest.CaptureFixture[str], network: bool
) -> None:
    table = PageTable(cards="untracked")
    table.press("yes")
    taken = socket.create_server(("127.0.0.1", 0))
    port: int = taken.getsockname()[1]
    open_page(table.part, table.session, port, network=network)
    told, *more = "".join(capfd.readouterr()).splitlines()
    line = f"fingerpost: page on port {port}: Address already in use; I try again, or choose another port"
    assert told == line
    assert ["travels unsealed" in one for one in more] == [True] * network  # it will, when it opens
    table.show()
    assert table.words()[-1] == "Another program has the page's port. The game goes on; I try again."
    said = len(table.words())
    taken.close()
    table.wait(RETRY_S + 0.1)
    table.show()
    browser = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE_S)
    browser.request("GET", "/")
    assert b"Red square to move" in browser.getresponse().read()
    browser.close()
    table.wait(STEADY_S + 0.1)
    table.show()
    assert table.words()[said:] == ["The page is back. Seats join it once more."]
    table.part.close()


def test_given_a_page_whose_thread_dies_when_the_loop_comes_round_then_it_is_said_and_opened_again(
    served: Served,
) -> None:
    table, first = served.table, served.server
    first._loop.call_soon_threadsafe(first._loop.stop)
    first._thread.join(PATIENCE_S)
    assert not first.alive
    table.show()
    assert table.words()[-1] == "The page is gone; I open it again. Play on."
    table.show()
    table.press("yes")
    assert table.words().count("The page is gone; I open it again. Play on.") == 1
    table.wait(RETRY_S + 0.1)
    table.show()
    assert served.server is not first
    assert b"Blue disc to move" in served.get("/")[1]
    assert "The page is back" not in table.words()[-1]
    table.wait(STEADY_S + 0.1)
    table.show()
    assert table.words()[-1] == "The page is back. Seats join it once more."
    assert "page live" in served.get("/ask/devices")[1].decode()


@pytest.mark.parametrize("times", [1, 400])
def test_given_a_connection_that_drips_or_never_reads_when_looked_at_then_it_is_ended_and_a_stream_is_not(
    served: Served, monkeypatch: pytest.MonkeyPatch, times: int
) -> None:
    monkeypatch.setattr("web.server.LOOK_S", 0.3)
    stream = served.stream()
    with socket.socket() as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        line.settimeout(PATIENCE_S)
        line.connect(("127.0.0.1", served.server.port))
        line.sendall(b"GET /routes HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" * times)
        line.sendall(b"GET / HT")  # and never the rest of it
        wait_until_dropped(served)
        stream.setblocking(False)
        with pytest.raises(BlockingIOError):
            stream.recv(1)
        stream.close()


def wait_until_dropped(served: Served) -> None:
    """Until only the stream and nobody else is connected."""

    def dropped() -> bool:
        assert served.get("/static/page.css")[0] == 200  # others are served meanwhile
        return len(served.server._server.server_state.connections) <= 1

    assert until(dropped)


def test_given_sources_with_many_connections_when_others_come_then_those_find_room(served: Served) -> None:
    strangers = [many(served, f"127.0.0.{n}", GUESTS) for n in (7, 8, 9)]
    assert served.get("/")[0] == 200  # this machine
    guest = many(served, "127.0.0.10", 1)[0]
    guest.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
    assert guest.recv(15) == b"HTTP/1.1 200 OK"
    for line in (guest, *(line for lines in strangers for line in lines)):
        line.close()


@pytest.mark.parametrize(("allowed", "guests"), [(256, 96), (600, 216), (1024, 640), (RLIM_INFINITY, 640)])
def test_given_so_many_files_allowed_when_the_page_opens_then_the_game_keeps_some_and_a_crowd_of_500_fits(
    allowed: int, guests: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("resource.getrlimit", lambda what: (allowed, RLIM_INFINITY))
    assert guest_connections() == guests


def test_given_a_seat_at_the_address_of_strangers_when_they_fill_it_then_its_page_goes_on(
    served: Served,
) -> None:
    pages = served.server._pages
    secret = pages.pairing.join("red", pages.reception.now())
    ask = f"Host: 127.0.0.1\r\nCookie: fingerpost={secret}\r\n\r\n".encode()
    stream = many(served, "127.0.0.7", 1)[0]
    stream.sendall(b"GET /events?at=seat HTTP/1.1\r\n" + ask)
    read_until(stream, b"event: parts")
    strangers = many(served, "127.0.0.7", 2 * GUESTS)
    page = many(served, "127.0.0.7", 1)[0]
    page.sendall(b"GET /seat HTTP/1.1\r\n" + ask)
    read_until(page, b"</html>")
    served.table.press("yes")
    served.table.show()
    read_until(stream, b"event: parts")
    for line in (stream, page, *strangers):
        line.close()
