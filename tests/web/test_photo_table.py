"""A table whose only sense is a phone: photographs become observations, and each claim of them is asked."""

from collections.abc import Mapping
from typing import Final

import cv2
import numpy as np
import pytest

from announce import Wording
from board_reading.phone_photos import TablePhotos
from bots.bot import bot_of
from dialog import Mending, Payment, Whose
from engine import ClaimRoute, Game, RouteId, Seat
from lab.camera.drawn_camera import SimulatedCamera
from table.earlier import EarlierSittings
from table.photographed import photo_taken
from table.requests import PhotoTaken, Request, SetPause
from table.session import Session
from tabletop import BoardLayout, Seen, SiteId, TokenColour, board_layout
from tests.criteria.panel_table import Paper, done
from tests.criteria.phases import started
from tests.web.browser import Browser
from tests.web.page_table import PageTable
from tests.web.test_photo_page import Reader, send
from web.photo_page import MOST_BYTES, PhotoError, PhotoRead

OMAHA: Final = "denver-omaha"
PHOENIX: Final = "denver-phoenix"
LAYOUT: Final = board_layout("usa")


@pytest.fixture
def table() -> PageTable:
    found = PageTable(cards="untracked", seats=("blue", "red", "green"), by_photos=True)
    found.pages.photos.reader = Reader()
    return found


def photograph(table: PageTable, stands: Mapping[str, Seen], browser: Browser | None = None) -> Browser:
    """Send a picture that shows this; the page on which it ends."""
    reader = table.pages.photos.reader
    assert isinstance(reader, Reader)
    reader.stands = stands
    browser = browser or table.browser()
    browser.visit(send(browser, b"picture"))
    return browser


def asked(table: PageTable) -> str:
    """What is open for everybody."""
    table.show()
    moment = table.pages.table
    assert moment is not None
    return moment.asked(None).text


def yes(table: PageTable, browser: Browser) -> None:
    """Say Yes on the page, once the question was heard."""
    table.wait(1.0)
    browser.visit("/")
    browser.press("Yes")
    table.wait(0.2)


def owners(table: PageTable) -> dict[str, Seat]:
    return {str(route): seat for route, seat in table.state.owners.items()}


def test_given_a_picture_with_a_new_token_when_sent_then_it_is_asked_and_yes_claims(table: PageTable) -> None:
    page = photograph(table, {})
    assert owners(table) == {}
    assert "The picture shows 0 tokens. The game agrees with it." in " ".join(table.words())
    page = photograph(table, {OMAHA: "blue"}, page)
    assert owners(table) == {}  # a picture claims nothing by itself, however sure
    assert "The picture shows 1 token. 1 pin differs from the game." in page.page.text
    assert "A token on Denver to Omaha. Blue disc's? Yes, or No for another seat." in page.page.text
    yes(table, page)
    assert owners(table) == {OMAHA: "blue"}
    assert "blue disc claims denver to omaha" in " ".join(table.words()).lower()


def test_given_tokens_of_several_turns_when_photographed_then_they_are_asked_one_by_one_as_turns_follow(
    table: PageTable,
) -> None:
    page = photograph(table, {})
    page = photograph(table, {PHOENIX: "red", OMAHA: "blue"}, page)
    assert "Denver to Omaha" in asked(table) and "Phoenix" not in asked(table)
    yes(table, page)
    table.wait(3.0)
    page.visit("/")
    assert "Denver to Phoenix" in asked(table)
    yes(table, page)
    assert owners(table) == {OMAHA: "blue", PHOENIX: "red"}


def test_given_what_cannot_be_read_when_photographed_then_it_changes_nothing_and_is_said(
    table: PageTable,
) -> None:
    page = photograph(table, {OMAHA: "blue"})
    yes(table, page)
    page = photograph(table, {OMAHA: "unknown", PHOENIX: "unknown"}, page)
    table.wait(10.0)
    assert owners(table) == {OMAHA: "blue"}
    assert "Not to be read: Denver to Omaha; Denver to Phoenix." in " ".join(table.words())
    assert asked(table) == ""


def test_given_a_token_of_the_game_that_is_off_when_photographed_then_it_is_told_and_told_when_back(
    table: PageTable,
) -> None:
    page = photograph(table, {OMAHA: "blue"})
    yes(table, page)
    page = photograph(table, {OMAHA: "blue", PHOENIX: "red"}, page)
    yes(table, page)
    table.wait(2.0)
    photograph(table, {PHOENIX: "red"}, page)
    table.wait(1.0)
    assert "Denver to Omaha" in " ".join(table.words()[-3:])
    assert owners(table) == {OMAHA: "blue", PHOENIX: "red"}
    photograph(table, {OMAHA: "blue", PHOENIX: "red"}, page)
    table.wait(1.0)
    assert "right" in " ".join(table.words()[-3:]).lower()


def test_given_the_last_token_on_another_pin_when_photographed_then_it_is_asked_whether_it_moved(
    table: PageTable,
) -> None:
    page = photograph(table, {OMAHA: "blue"})
    yes(table, page)
    table.wait(4.0)
    photograph(table, {PHOENIX: "blue"}, page)
    table.wait(1.0)
    assert owners(table) == {OMAHA: "blue"}
    assert "Denver to Phoenix" in asked(table)
    page.visit("/")
    yes(table, page)
    assert owners(table) == {PHOENIX: "blue"}


def test_given_a_bad_picture_when_sent_then_one_line_says_why_aloud_and_on_the_page(table: PageTable) -> None:
    page = table.browser()
    page.visit(send(page, b"rubbish"))
    told = "This is no picture that can be read; give a JPEG or PNG file."
    assert told in page.page.text
    assert table.words()[-1] == told
    page.visit(send(page, b"picture" + bytes(MOST_BYTES)))
    assert "The picture is too large" in page.page.text


def test_given_a_guest_elsewhere_when_sending_a_picture_then_he_is_told_to_join_first(
    table: PageTable,
) -> None:
    guest = table.browser(client="192.168.1.9")
    guest.visit("/photo")
    assert "Join as a seat or as the host first, to send pictures." in guest.page.text


def test_given_a_photo_table_when_its_pages_are_shown_then_each_leads_to_the_form(table: PageTable) -> None:
    page = table.browser()
    page.visit("/")
    page.follow("Photograph the board")
    assert "It is read here, and not kept." in page.page.text
    field = next(form for form in page.page.forms if form.action == "/photo")
    assert field is not None
    assert table.pages.photos.kept == {}
    photograph(table, {OMAHA: "blue"})
    assert table.pages.photos.kept == {}


class Real:
    """The reader of stills itself."""

    def __init__(self) -> None:
        self.reader = TablePhotos()

    def read(self, content: bytes, layout: BoardLayout) -> PhotoRead:
        return self.reader.read(content, layout)


def picture(layout: BoardLayout, stands: Mapping[SiteId, TokenColour], ending: str = ".png") -> bytes:
    image = SimulatedCamera(layout, seed=4).render(stands, at=0, number=0).image
    done, content = cv2.imencode(ending, image)
    assert done
    return content.tobytes()


def turned(content: bytes, way: int) -> bytes:
    """The same JPEG with its EXIF orientation."""
    exif = b"Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01" + bytes([0, way]) + b"\0\0\0\0\0\0"
    return content[:2] + b"\xff\xe1" + (len(exif) + 2).to_bytes(2, "big") + exif + content[2:]


def test_given_photographs_of_any_turn_when_read_by_the_real_reader_then_their_tokens_come() -> None:
    layout = board_layout("usa")
    jpeg = picture(layout, {SiteId(OMAHA): "blue"}, ".jpg")
    for way in (1, 2, 3, 6):  # as it is, mirrored, upside down, on its side
        image = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
        assert image is not None
        held = {1: image, 2: image[:, ::-1], 3: image[::-1, ::-1], 6: cv2.rotate(image, 2)}[way]
        content = cv2.imencode(".jpg", np.ascontiguousarray(held))[1].tobytes()
        seen = Real().read(turned(content, way), layout).seen
        assert {site: one for site, one in seen.items() if one not in ("empty", "unknown")} == {OMAHA: "blue"}


@pytest.mark.parametrize("why", ["no-picture", "another", "lost"])
def test_given_another_board_or_none_when_read_by_the_real_reader_then_it_says_which(why: str) -> None:
    content = {
        "no-picture": b"GIF89a",
        "another": picture(board_layout("europe"), {}),
        "lost": _plain(),
    }[why]
    with pytest.raises(PhotoError) as trouble:
        Real().read(content, board_layout("usa"))
    assert trouble.value.why == why


def _plain() -> bytes:
    return cv2.imencode(".png", np.full((720, 1280, 3), 90, np.uint8))[1].tobytes()


def test_given_anothers_token_in_its_place_when_photographed_then_it_is_named(table: PageTable) -> None:
    page = photograph(table, {OMAHA: "blue"})
    yes(table, page)
    photograph(table, {OMAHA: "green"}, page)
    table.wait(1.0)
    assert table.words()[-1] == "Right pin, wrong shape: Denver to Omaha is blue disc's. Swap it."
    photograph(table, {OMAHA: "blue"}, page)
    table.wait(1.0)
    assert table.words()[-1] == "Denver to Omaha is right again."


def test_given_a_game_that_was_stopped_when_photographed_again_then_it_is_compared() -> None:
    game = Game.new("us-accessible", "usa", ("blue", "red"), "untracked", 1)
    game = done(game, ClaimRoute(seat="blue", route=RouteId(OMAHA)))
    wording, paper, stored = Wording(game.state.game_map, LAYOUT), Paper(), len(game.events)
    session = Session(
        game,
        layout=LAYOUT,
        wording=wording,
        store=None,
        sinks=[paper],
        earlier=EarlierSittings(stored=stored),
        by_photos=True,
    )
    session.begin(0.0)
    show(session, {PHOENIX: "red"}, 5.0)
    said = " ".join(one.normal for one in paper.said if one.normal)
    assert "Denver to Omaha" in said
    assert isinstance(session.panel.mode, Mending)
    show(session, {OMAHA: "blue", PHOENIX: "red"}, 20.0)
    assert isinstance(session.panel.mode, Whose)
    assert session.panel.mode.site == PHOENIX


def show(session: Session, stands: Mapping[str, Seen], at: float) -> None:
    """A photograph at this second, and eight more seconds."""
    seen: dict[SiteId, Seen] = {site.id: "empty" for site in LAYOUT.pins()}
    photo_taken(session, PhotoTaken(seen=seen | {SiteId(site): one for site, one in stands.items()}), at)
    for tick in range(80):
        session.tick(at + tick / 10)


def test_given_cards_dealt_when_a_token_is_photographed_then_its_seat_is_asked_how_it_pays() -> None:
    table = PageTable(game=started(), by_photos=True)
    table.pages.photos.reader = Reader()
    browser = photograph(table, {"dallas-little-rock": "blue"})
    yes(table, browser)
    assert isinstance(table.session.panel.mode, Payment)
    assert owners(table) == {}


def test_given_a_bot_that_has_asked_for_its_token_when_that_is_photographed_then_it_claims_at_once() -> None:
    table = PageTable(
        cards="untracked", seats=("blue", "red"), by_photos=True, bots={"red": bot_of("planner", 1)}
    )
    table.pages.photos.reader = Reader()
    browser = photograph(table, {OMAHA: "blue"})
    yes(table, browser)
    table.wait(4.0)
    wanted = table.session.panel.token_wanted
    assert wanted is not None
    photograph(table, {OMAHA: "blue", str(wanted.site): "red"}, browser)
    table.wait(3.0)
    assert owners(table) == {OMAHA: "blue", str(wanted.site): "red"}
    assert "please" not in table.words()[-1]


def test_given_a_pause_when_a_photograph_is_sent_then_the_reason_is_the_pause_and_nothing_changes(
    table: PageTable,
) -> None:
    """That it came too late would have it sent again and again."""
    table.session.grant(Request(want=SetPause(paused=True)), table.at)
    browser = photograph(table, {OMAHA: "blue"})
    assert "The game is paused; let it go on first." in browser.page.text
    assert not table.state.owners and not table.session.panel.asked
