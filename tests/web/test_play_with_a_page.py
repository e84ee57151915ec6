"""`fingerpost play --page`: the real command, a real port, a phone that joins by the code on the terminal."""

import contextlib
import http.client
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlencode

import pytest

from tests.waiting import PATIENCE_S, until
from tests.web.browser import Page


class Phone:
    """A browser without scripts, over the wire."""

    def __init__(self, port: int) -> None:
        self.port, self.cookie = port, ""

    def get(self, path: str) -> Page:
        return Page(self._ask("GET", path))

    def send(self, path: str, page: Page, **fields: str) -> str:
        """Send the form of a page that goes there."""
        form = next(form for form in page.forms if form.action == path)
        return self._ask("POST", path, urlencode({**form.hidden, **fields}))

    def _ask(self, method: str, path: str, body: str = "") -> str:
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE_S)
        host = f"127.0.0.1:{self.port}"
        headers = {"Origin": f"http://{host}", "Cookie": self.cookie}
        line.request(method, path, body, headers)
        answer = line.getresponse()
        found = answer.read().decode()
        cookie = answer.getheader("Set-Cookie")
        if cookie is not None:
            self.cookie = cookie.split(";")[0]
        assert answer.status in (200, 303), found
        line.close()
        return found


@pytest.fixture
def port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture
def play(tmp_path: Path, port: int, request: pytest.FixtureRequest) -> Iterator["subprocess.Popen[str]"]:
    """A table of two with cards dealt; a test may add to the command."""
    command = ["play", "--page", str(port), "--cards", "dealt", "--seats", "2", "--mute"]
    command += ["--edition", "europe", *getattr(request, "param", ())]
    process = subprocess.Popen(
        [sys.executable, "-m", "fingerpost", *command],
        env={**os.environ, "XDG_STATE_HOME": str(tmp_path)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    yield process
    process.kill()
    process.wait()


def line_with(process: "subprocess.Popen[str]", words: str) -> str:
    assert process.stdout is not None
    for line in process.stdout:
        if words in line:
            return line
    raise AssertionError(f"{words}: never printed")


@pytest.mark.criterion(78)
def test_given_no_hardware_at_all_when_a_phone_joins_then_it_chooses_its_tickets_and_the_end_comes_at_once(
    play: "subprocess.Popen[str]", port: int
) -> None:
    line_with(play, f"http://localhost:{port}/")
    line_with(play, "Choose your tickets")
    phone = Phone(port)
    phone.send("/join/open", phone.get("/"), seat="blue")
    digits = "".join(re.findall(r"\d", line_with(play, "The code for blue disc's page")))
    phone.send("/join", phone.get("/join"), code=digits)
    assert "A phone joined as blue disc" in line_with(play, "A phone joined")
    page = phone.get("/seat")
    form = next(form for form in page.forms if form.boxes)
    phone._ask(
        "POST", "/seat/act", urlencode([*form.hidden.items(), *(("ticket", one.value) for one in form.boxes)])
    )
    assert "4 tickets" in phone.get("/seat").text
    stream = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE_S)
    stream.request("GET", "/events")
    assert stream.getresponse().status == 200
    play.send_signal(signal.SIGTERM)
    assert play.wait(PATIENCE_S) == 0  # the open stream does not hold it


@pytest.mark.parametrize("play", [("--set-up",)], indirect=True)
@pytest.mark.criterion(77, 78)
def test_given_a_page_and_nothing_else_when_a_table_is_set_up_by_it_then_the_phone_that_joined_plays_on(
    play: "subprocess.Popen[str]", port: int
) -> None:
    line_with(play, "Button practice: press any button")
    guest, phone = Phone(port), Phone(port)

    def press(*buttons: str) -> None:
        for button in buttons:
            guest.send("/press", guest.get("/"), button=button)

    press("ask", "yes", "no", "no", "yes")
    assert "Blue disc has no ear yet." in guest.get("/").text
    phone.send("/join/open", phone.get("/"), seat="blue")
    digits = "".join(re.findall(r"\d", line_with(play, "The code for blue disc's page")))
    phone.send("/join", phone.get("/join"), code=digits)
    line_with(play, "A phone joined as blue disc")
    press("ask", "yes", "yes")
    assert "Start?" in guest.get("/").text
    press("yes")
    line_with(play, "Choose your tickets")
    page = phone.get("/seat")
    assert "Your hand" in page.text and "The table is being set up." not in page.text
    assert any(form.boxes for form in page.forms)
    play.send_signal(signal.SIGTERM)
    assert play.wait(PATIENCE_S) == 0


DEALT = ("--cards", "dealt", "--seats", "2", "--mute", "--edition", "europe")


@pytest.mark.criterion(76)
def test_given_a_service_whose_words_a_journal_keeps_when_a_phone_wants_to_join_then_no_code_is_kept(
    tmp_path: Path, port: int
) -> None:
    journal = tmp_path / "journal"
    with journal.open("wb") as out:
        found = os.fstat(out.fileno())
        play = subprocess.Popen(
            [sys.executable, "-m", "fingerpost", "play", "--page", str(port), *DEALT],
            env={
                **os.environ,
                "XDG_STATE_HOME": str(tmp_path),
                "JOURNAL_STREAM": f"{found.st_dev}:{found.st_ino}",
            },
            stdout=out,
            stderr=subprocess.STDOUT,
        )
    try:
        assert until(lambda: "Choose your tickets" in journal.read_text())
        for junk in (b"\x16\x03\x01\x02\x00", b"GET / HTTP/1.1\r\n\r\n", b"A" * 70_000):
            with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE_S) as line:
                line.sendall(junk)
                line.shutdown(socket.SHUT_WR)
                with contextlib.suppress(ConnectionResetError):
                    line.recv(65_536)
        phone = Phone(port)
        phone.send("/join/open", phone.get("/"), seat="blue")
        assert until(lambda: "A phone wants to join as blue disc" in journal.read_text())
    finally:
        play.terminate()
        play.wait(PATIENCE_S)
    told = journal.read_text()
    assert "The code for" not in told and "Invalid HTTP" not in told
