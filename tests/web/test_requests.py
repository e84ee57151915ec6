"""Requests that nobody should send: each gets one line and changes nothing."""

import asyncio
from urllib.parse import urlencode

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.web.browser import HOST, Browser
from tests.web.page_table import PageTable
from web.guard import MOST_BYTES, fields, known_host, own_request, read_cursor
from web.markup import tag
from web.stream import MOST, Listener


def test_given_hosts_when_asked_for_then_only_our_names_and_addresses_are_answered() -> None:
    names = ("pi", "pi.local")
    for host in ("127.0.0.1:8080", "localhost", "[::1]:80", "192.168.1.5:8080", "pi.local:8080", "PI.local"):
        assert known_host(host, names), host
    strange = (
        "",
        "evil.example",
        "evil.example:80",
        "pi.local.evil.example",
        "[::",
        "127.0.0.1.evil.example",
    )
    for wrong in (None, ":", *strange):
        assert not known_host(wrong, names), wrong


def test_given_origins_when_a_form_comes_then_only_our_own_pages_may_send_one() -> None:
    host = {"host": "pi.local:8080"}
    ours = {**host, "origin": "http://pi.local:8080"}
    assert own_request(ours, writes=True)
    assert own_request({**ours, "sec-fetch-site": "same-origin"}, writes=True)
    assert own_request({**host, "sec-fetch-site": "same-origin"}, writes=True)
    assert own_request(host, writes=False)
    for wrong in (
        host,
        {**host, "origin": "null"},
        {**host, "origin": "http://evil.example"},
        {**host, "origin": "http://pi.local:9090"},
        {**ours, "sec-fetch-site": "cross-site"},
        {**ours, "sec-fetch-site": "same-site"},
    ):
        assert not own_request(wrong, writes=True), wrong


def refusals(table: PageTable, browser: Browser) -> list[tuple[int, str]]:
    """A good press, spoilt in every way."""
    form = next(form for form in browser.page.forms if form.action == "/press")
    good = [*form.hidden.items(), ("button", "repeat")]
    assert browser.post("/press", good).status == 303
    no_token = [pair for pair in good if pair[0] != "token"]
    sent = [
        browser.post("/press", no_token),
        browser.post("/press", [*no_token, ("token", "0" * 32)]),
        browser.post("/press", [*no_token, ("token", "é")]),
        browser.send("POST", "/press", urlencode(good).encode(), origin="http://evil.example"),
        browser.send("POST", "/press", urlencode(good).encode()),
        browser.post("/press", [pair for pair in good if pair[0] != "button"]),
        browser.post("/press", [*good, ("button", "yes")]),
        browser.post("/press", [*[pair for pair in good if pair[0] != "asked"], ("asked", "-1")]),
        browser.post("/press", [*[pair for pair in good if pair[0] != "asked"], ("asked", "9" * 40)]),
        browser.send("POST", "/press", b"\xff\xfe", origin=f"http://{HOST}"),
        browser.send("POST", "/press", b"x" * (MOST_BYTES + 1), origin=f"http://{HOST}"),
        browser.send("POST", "/press", b"&".join(b"a=1" for _ in range(300)), origin=f"http://{HOST}"),
        browser.send("GET", "/press"),
        browser.send("PUT", "/"),
        browser.send("GET", "/nothing"),
        browser.send("GET", "/static/../pages.py"),
        browser.send("GET", "/static/pages.py"),
        browser.send("GET", "/seat/../../etc/passwd"),
        browser.send("GET", "/ask/<script>"),
        browser.send("GET", "/", host="evil.example"),
        browser.send("GET", "/events", sec_fetch_site="cross-site"),
        browser.post("/seat/act", good),
        browser.post("/join", [*form.hidden.items(), ("code", "1"), ("code", "2")]),
        browser.post("/join/open", [*form.hidden.items(), ("seat", "purple")]),
    ]
    return [(one.status, one.text) for one in sent]


def test_given_requests_spoilt_in_every_way_when_sent_then_one_line_each_and_nothing_happens() -> None:
    table = PageTable()
    browser = table.browser()
    seq, said = table.state.seq, len(table.words())
    for status, text in refusals(table, browser):
        assert status == 303 or 400 <= status < 500, (status, text)
        assert text.count("\n") <= 1 and "Traceback" not in text and len(text) < 120
    assert (table.state.seq, len(table.words())) == (seq, said)


def test_given_any_page_when_answered_then_it_is_kept_to_itself() -> None:
    table = PageTable()
    seat = table.join("blue")
    for path in ("/", "/seat", "/routes", "/join", "/seat/ask/hand", "/nothing"):
        headers = seat.send("GET", path).headers
        assert headers["cache-control"] == "no-store"
        assert "default-src 'none'" in headers["content-security-policy"]
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["x-frame-options"] == "DENY"
    assert "max-age" in seat.send("GET", "/static/page.mjs").headers["cache-control"]


@given(st.text(), st.text())
def test_given_any_text_when_put_into_markup_then_it_is_text(inside: str, value: str) -> None:
    made = tag("p", inside, title=value)
    body = made.removeprefix("<p").removesuffix("</p>")
    assert "<" not in body
    assert made.count('"') == 2 + inside.count('"')


@given(st.binary(max_size=300))
def test_given_any_bytes_when_read_as_a_form_or_a_cursor_then_no_error(body: bytes) -> None:
    fields(body)
    assert read_cursor(body.decode("latin-1"), "boot") is None or b"boot" in body


@pytest.mark.parametrize("text", ["b-1-2", "b-1", "", "c-1-2", "b-1-x", "b-99999999999-1", "b--1-2"])
def test_given_cursors_when_read_then_only_those_of_this_sitting_count(text: str) -> None:
    assert read_cursor(text, "b") == ((1, 2) if text == "b-1-2" else None)


def test_given_too_many_streams_when_one_more_is_asked_for_then_it_is_refused() -> None:
    table = PageTable()
    for number in range(MOST):
        table.pages.streams._bells[asyncio.Event()] = Listener(f"10.0.0.{number}")
    assert table.browser("192.168.1.77").send("GET", "/events").status == 503
    table.join("blue", "192.168.1.78")
    for owner in ("here", "blue's"):
        assert table.pages.streams.let_in(owner, "192.168.1.78") == Listener(owner, own=True)


def test_given_guests_that_may_only_watch_when_they_press_then_the_machine_and_the_seats_still_can() -> None:
    table = PageTable(cards="untracked")
    table.pages.reception.guests_press = False
    guest, here, seat = table.browser("192.168.1.77"), table.browser(), table.join("blue", "192.168.1.78")
    assert "Here you can only read" in guest.page.text and "Yes" not in guest.raw
    fields = [("token", here.page.forms[0].hidden["token"]), ("asked", "1"), ("button", "ask")]
    sent = guest.post("/press", fields)
    assert (sent.status, sent.text) == (
        403,
        "Here you can only read; press at the table, or join as a seat.\n",
    )
    for browser in (here, seat):
        before = len(table.words())
        browser.visit("/seat" if browser is seat else "/")
        browser.press("Ask")
        assert len(table.words()) > before


def test_given_a_seats_page_that_is_nobodys_when_its_stream_is_asked_for_then_it_tells_to_leave() -> None:
    table = PageTable()
    seat = table.join("blue")
    table.pages.put_out("blue")
    for browser in (seat, table.browser()):
        answer = browser.send("GET", "/events?at=seat")
        assert (answer.status, answer.text) == (200, "retry: 2000\n\nevent: gone\ndata: {}\n\n")


def test_given_a_wish_that_was_told_to_be_too_much_when_the_table_has_time_then_it_is_not_done_late(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = PageTable(cards="untracked")
    browser = table.browser()
    table.served = True  # nobody comes round while the browser waits
    monkeypatch.setattr("web.reception.ANSWER_S", 0.0)
    said = table.words()
    browser.press("Ask")
    assert "busy" in browser.page.text
    table.show()
    assert table.words() == said
