"""A board photographed by a form: read, drawn, its differences asked one by one; games without a sensor."""

import argparse
import asyncio
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from board_reading.phone_photos import TablePhotos
from command_line import extras
from engine import Seat
from fingerpost import wiring
from fingerpost.config import Config
from lab.camera.drawn_camera import SimulatedCamera
from tabletop import BoardLayout, Seen, SiteId, board_layout
from tests.web.browser import HOST, Browser
from tests.web.page_table import PageTable
from tests.web.virtual_time import run
from vision import encoded_picture
from web.photo_page import KEPT_S, PhotoError, PhotoRead
from web.upload import parts_of

LAYOUT = board_layout("usa")
AS_SENT = {"origin": f"http://{HOST}", "content_type": "multipart/form-data; boundary=mark"}


class Reader:
    """Sees what a test lays on the board."""

    def __init__(self) -> None:
        self.stands: Mapping[str, Seen] = {}

    def read(self, content: bytes, layout: BoardLayout) -> PhotoRead:
        if not content.startswith(b"picture"):
            raise PhotoError("no-picture")
        seen: dict[SiteId, Seen] = {site.id: "empty" for site in layout.pins()}
        seen |= {SiteId(site): token for site, token in self.stands.items()}
        return PhotoRead(seen=seen, picture=b"drawn")


def body(token: str, content: bytes) -> bytes:
    """As a browser sends it."""
    mark = b"--mark"
    head = b'Content-Disposition: form-data; name="photo"; filename="b.jpg"\r\nContent-Type: image/jpeg'
    first = [mark, b'Content-Disposition: form-data; name="token"', b"", token.encode()]
    return b"\r\n".join([*first, mark, head, b"", content, b"--mark--", b""])


def token_of(browser: Browser) -> str:
    """What the form of the page holds, so that it is known again."""
    return next(form for form in browser.visit("/photo").forms if form.action == "/photo").hidden["token"]


def send(browser: Browser, content: bytes, **headers: str) -> str:
    """Send a picture by the form of the page; where it leads."""
    answer = browser.send("POST", "/photo", body(token_of(browser), content), **{**AS_SENT, **headers})
    return answer.headers.get("location", str(answer.status))


@pytest.fixture
def table() -> PageTable:
    found = PageTable(cards="untracked", seats=("blue", "red"))
    found.pages.photos.reader = Reader()
    return found


def lay(table: PageTable, **stands: Seen) -> None:
    reader = table.pages.photos.reader
    assert isinstance(reader, Reader)
    reader.stands = {site.replace("_", "-"): token for site, token in stands.items()}


def owner(table: PageTable, route: str) -> Seat | None:
    return {str(one): seat for one, seat in table.state.owners.items()}.get(route)


def test_given_a_table_without_sensors_when_photographed_turn_by_turn_then_the_game_goes_on(
    table: PageTable,
) -> None:
    browser = table.browser()
    browser.follow("Photograph the board")
    lay(table, denver_omaha="blue")
    browser.visit(send(browser, b"picture"))
    assert "The picture shows 1 token. 1 pin differs from the game." in browser.page.text
    assert "Denver to Omaha: the picture shows blue disc; by the game, nothing." in browser.page.text
    browser.press("Yes: blue disc stands on Denver to Omaha")
    assert owner(table, "denver-omaha") == "blue"
    assert "The game agrees with it." in browser.page.text
    lay(table, denver_omaha="blue", denver_phoenix="red")
    browser.visit(send(browser, b"picture"))
    browser.press("Yes: red square stands on Denver to Phoenix")
    assert owner(table, "denver-phoenix") == "red"
    assert "red square claims denver to phoenix" in " ".join(table.words()).lower()


def test_given_several_differences_when_one_is_left_for_later_then_the_others_come_one_by_one(
    table: PageTable,
) -> None:
    browser = table.browser()
    lay(table, denver_omaha="blue", denver_phoenix="red", miami_new_orleans="red")
    before = table.state
    browser.visit(send(browser, b"picture"))
    first = browser.page.text
    assert "3 pins differ" in first and "Yes: blue disc stands on Denver to Omaha" in first
    browser.follow("Leave this for later")
    assert "Yes: red square stands on" in browser.page.text
    assert table.state == before  # looking does nothing


def test_given_a_token_that_is_gone_when_yes_is_said_then_the_game_is_changed_to_the_board_and_told(
    table: PageTable,
) -> None:
    browser = table.browser()
    lay(table, denver_omaha="blue")
    browser.visit(send(browser, b"picture"))
    browser.press("Yes: blue disc stands on Denver to Omaha")
    lay(table)
    browser.visit(send(browser, b"picture"))
    browser.press("Yes: nothing stands on Denver to Omaha")
    assert owner(table, "denver-omaha") is None
    assert "Denver to Omaha" in table.words()[-1] or "Denver to Omaha" in " ".join(table.words()[-3:])


def test_given_what_the_rules_forbid_when_yes_is_said_then_it_is_refused_in_words(table: PageTable) -> None:
    browser = table.browser()
    lay(table, denver_omaha="blue")
    browser.visit(send(browser, b"picture"))
    browser.press("Yes: blue disc stands on Denver to Omaha")
    table.wait(1.0)
    reader = table.pages.photos.reader
    assert isinstance(reader, Reader)
    reader.stands = {"denver-omaha": "blue", "denver-kansas-city:1": "red"}
    browser.visit(send(browser, b"picture"))
    browser.press("Yes: red square stands on Denver to Kansas City, northern")
    table.wait(1.0)
    held = dict(table.state.owners)
    reader.stands = {**reader.stands, "denver-kansas-city:2": "blue"}
    browser.visit(send(browser, b"picture"))
    browser.press("Yes: blue disc stands on Denver to Kansas City, southern")
    assert dict(table.state.owners) == held
    assert "Not claimed: of Denver to Kansas City only one counts with 2 seats" in browser.page.text


def test_given_bad_uploads_when_sent_then_one_line_and_nothing_is_kept(table: PageTable) -> None:
    browser = table.browser()
    browser.visit(send(browser, b"\x00rubbish"))
    assert "No picture that can be read" in browser.page.text or "no picture that can be read" in browser.raw
    assert send(browser, b"picture", content_type="text/plain") == "400"
    assert send(browser, b"picture", origin="http://elsewhere") == "403"
    assert browser.send("GET", "/photo/0123").status == 404
    assert table.pages.photos.kept == {}


def test_given_a_quarter_of_an_hour_when_it_is_over_then_the_picture_is_forgotten(table: PageTable) -> None:
    browser = table.browser()
    where = send(browser, b"picture")
    assert browser.send("GET", f"{where}/picture.jpg").body == b"drawn"
    table.wait(901.0)
    assert browser.send("GET", f"{where}/picture.jpg").status == 404


def test_given_a_quarter_of_an_hour_when_nobody_sends_another_then_no_picture_is_held_in_memory(
    table: PageTable,
) -> None:
    """Of a board in somebody's room: forgotten by itself, not when the next one comes."""
    browser = table.browser()
    sent = body(token_of(browser), b"picture")

    async def evening() -> None:
        await browser.sent("POST", "/photo", sent, **AS_SENT)
        await asyncio.sleep(KEPT_S - 1)
        assert len(table.pages.photos.kept) == 1
        await asyncio.sleep(2)
        assert table.pages.photos.kept == {}

    run(evening())


def test_given_nothing_that_reads_pictures_when_the_page_is_served_then_it_says_so_and_asks_for_none(
    table: PageTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without the extra every picture would be called unreadable, as if the phone's were bad."""
    served: dict[str, object] = {}
    monkeypatch.setattr(wiring, "serve_page", lambda *_, **given: served.update(given))
    builder = wiring.Builder(argparse.Namespace())
    builder.serve(Config(), table.part)
    assert isinstance(served["photos"], TablePhotos)
    missing = replace(extras.EXTRAS["vision"], packages={"no_such_package": "opencv"})
    monkeypatch.setitem(extras.EXTRAS, "vision", missing)
    builder.serve(Config(), table.part)
    assert served["photos"] is None
    table.pages.photos.reader = None
    browser = table.browser()
    browser.visit("/photo")
    assert "Pictures cannot be read here." in browser.page.text
    assert not [form for form in browser.page.forms if form.action == "/photo"]


@given(st.binary(max_size=300), st.text(max_size=80))
def test_given_any_bytes_when_read_as_an_upload_then_no_error(sent: bytes, kind: str) -> None:
    parts_of(sent, kind)
    assert parts_of(sent, "multipart/form-data; boundary=mark") is None or b"--mark" in sent


@given(st.binary(max_size=400))
def test_given_any_picture_when_sent_as_a_browser_does_then_every_byte_comes(content: bytes) -> None:
    if b"\r\n--mark" not in b"\r\n" + content:
        assert parts_of(body("t", content), "multipart/form-data; boundary=mark") == {
            "token": b"t",
            "photo": content,
        }


def test_given_a_drawn_photograph_when_read_by_the_real_reader_then_its_tokens_and_a_picture_come() -> None:
    stands = {SiteId("denver-omaha"): "blue", SiteId("boston-montreal:1"): "red"}
    frame = SimulatedCamera(LAYOUT, seed=4).render(stands, at=0, number=0)  # type: ignore[arg-type]
    reader = TablePhotos()
    read = reader.read(encoded_picture(frame.image, Path("b.png")), LAYOUT)
    assert {site: seen for site, seen in read.seen.items() if seen not in ("empty", "unknown")} == stands
    assert read.picture.startswith(b"\xff\xd8")
    with pytest.raises(PhotoError, match="no-picture"):
        reader.read(b"GIF89a", LAYOUT)


def test_given_a_guest_who_sends_when_another_guest_does_too_then_only_those_of_the_table_are_taken(
    table: PageTable,
) -> None:
    """A picture that comes slowly holds memory: many guests at once would fill a Pi's."""
    guest, here = table.browser("192.168.1.9"), table.browser()
    lay(table, denver_omaha="blue")
    table.pages.photos._guest_sends = True  # one is under way
    assert send(guest, b"picture").startswith("/photo?note=")
    assert send(here, b"picture").startswith("/photo/")
    table.pages.photos._guest_sends = False
    assert send(guest, b"picture").startswith("/photo/")
    assert not table.pages.photos._guest_sends


def test_given_the_form_when_it_is_read_then_a_phone_opens_its_camera_for_it_without_a_script() -> None:
    table = PageTable()
    table.pages.photos.reader = Reader()
    browser = table.browser()
    browser.visit("/photo")
    assert 'type="file"' in browser.raw and 'accept="image/*" capture="environment"' in browser.raw
    assert 'method="post" action="/photo" enctype="multipart/form-data"' in browser.raw
