"""What the camera believes, on the host's page: by choice, real pixels of a drawn camera, kept nowhere."""

import re
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest

from fingerpost.page.host_files import TableFiles
from lab.simulation.simulated_table import SimulatedTable
from lab.simulation.table_faults import Faults
from tabletop import BoardLayout, SiteId, board_layout
from tests.web.browser import Browser
from tests.web.page_table import PageTable
from tests.web.test_host_page import become_host
from vision.frame import Image

ROUTE, OTHER = SiteId("denver-omaha"), SiteId("denver-phoenix")
LAYOUT: BoardLayout = board_layout("usa")
ON, OFF = "Show pictures here", "No more pictures"


class Seen:
    """A table at which a drawn camera, read by the real vision, is the only sense."""

    def __init__(self) -> None:
        self.table = PageTable(cards="untracked")
        self.board = SimulatedTable(LAYOUT, seed=7, hub=False, camera=True, faults=Faults("none", 7))
        self.files = TableFiles(lambda: b"a bundle")
        self.files.camera = self.board
        self.table.pages.hosts.files = self.files
        self.host = become_host(self.table)
        self.look()

    def look(self, seconds: float = 2.0) -> None:
        """Let the camera look for so long."""
        for _ in range(round(seconds / 0.05)):
            for item in self.board.step():
                self.table.session.handle(item, self.table.at)
            self.table.wait(0.05)
        self.table.show()

    def part(self) -> str:
        """The part of the host's page in which pictures stand."""
        self.host.visit("/host")
        return self.host.raw.partition('<section id="crops"')[2].partition("</section>")[0]

    def choose(self, site: SiteId) -> None:
        form = next(one for one in self.host.page.forms if any(key.text == "Show it" for key in one.buttons))
        self.host.submit(form, [*form.hidden.items(), ("site", site), ("do", "camera:see")])

    def picture(self, site: SiteId, browser: Browser | None = None) -> tuple[int, bytes]:
        answer = (browser or self.host).send("GET", f"/host/crop/{site}")
        return answer.status, answer.body


@pytest.fixture(scope="module")
def fresh() -> Iterator[Seen]:
    seen = Seen()
    yield seen
    seen.board.close()


@pytest.fixture
def seen(fresh: Seen) -> Iterator[Seen]:
    """Nothing stands there, and no pictures are shown."""
    yield fresh
    for site in [*fresh.board.tokens]:
        fresh.board.lift(site)
    if OFF in fresh.host.visit("/host").text:
        fresh.host.press(OFF)
    fresh.look(3.0)


def image(content: bytes) -> Image:
    found = cv2.imdecode(np.frombuffer(content, np.uint8), cv2.IMREAD_COLOR)
    assert found is not None
    return np.asarray(found, dtype=np.uint8)


def middle(picture: Image) -> "np.ndarray[tuple[int], np.dtype[np.float64]]":
    """The mean of what lies in the very middle, BGR."""
    half = picture.shape[0] // 2
    return np.asarray(picture[half - 12 : half + 12, half - 12 : half + 12].mean(axis=(0, 1)))


def test_given_nobody_has_chosen_to_see_when_the_page_is_looked_at_then_no_picture_and_none_is_given(
    seen: Seen,
) -> None:
    part = seen.part()
    assert ON in part and "<img" not in part and "<select" not in part
    assert seen.picture(ROUTE)[0] == 404


def test_given_a_place_that_is_chosen_when_a_token_comes_then_the_picture_shows_it_and_the_words_tell_it(
    seen: Seen,
) -> None:
    seen.host.press(ON)
    assert "Nothing is doubted now." in seen.part()
    seen.choose(ROUTE)
    (before,) = re.findall(r'src="(/host/crop/denver-omaha[^"]+)"', seen.part())
    assert "Camera: empty" in seen.part()
    bare = seen.host.send("GET", before)
    assert bare.headers["cache-control"] == "no-store" and bare.headers["content-type"] == "image/jpeg"
    seen.board.place(ROUTE, "red")
    seen.look()
    (after,) = re.findall(r'src="(/host/crop/denver-omaha[^"]+)"', seen.part())
    assert after != before  # so an open page asks for it anew
    assert "Camera: red square" in seen.part() and "By the game: empty" in seen.part()
    blue, green, red = middle(image(seen.host.send("GET", after).body))
    assert red > blue + 60 and red > green + 60
    assert image(bare.body).shape == (320, 320, 3)
    assert abs(middle(image(bare.body)) - (blue, green, red)).max() > 60


def test_given_a_token_that_differs_when_pictures_are_shown_then_it_is_shown_without_being_chosen(
    seen: Seen,
) -> None:
    seen.host.press(ON)
    seen.board.place(OTHER, "red")  # no pin feels it
    seen.look(10.0)
    assert OTHER in seen.table.moment.unsure
    part = seen.part()
    assert f'id="crop-{OTHER}"' in part and "Denver to Phoenix as the camera sees it" in part
    assert seen.picture(OTHER)[0] == 200


def test_given_pictures_that_are_shown_when_they_are_switched_off_then_they_are_gone_and_none_is_given(
    seen: Seen,
) -> None:
    seen.host.press(ON)
    seen.choose(ROUTE)
    assert seen.picture(ROUTE)[0] == 200
    seen.host.press(OFF)
    assert "<img" not in seen.part() and seen.picture(ROUTE)[0] == 404
    seen.host.press(ON)
    assert f"crop-{ROUTE}" not in seen.part()  # nor is remembered what was looked at


def test_given_pictures_that_one_host_sees_when_others_ask_for_them_then_nobody_else_gets_any(
    seen: Seen,
) -> None:
    seen.host.press(ON)
    seen.choose(ROUTE)
    other, seat = become_host(seen.table, "192.168.1.9"), seen.table.join("blue")
    assert seen.picture(ROUTE, other)[0] == 404 and "<img" not in other.visit("/host").text
    assert seen.picture(ROUTE, seat)[0] == seen.picture(ROUTE, seen.table.browser())[0] == 403
    for path in ("/", "/seat", "/map", "/seat/map"):
        seat.visit(path)
        assert "/host/crop" not in seat.raw


@pytest.mark.parametrize("wish", ["see", "camera:all", "camera:see", "camera:"])
def test_given_a_look_that_no_button_has_when_sent_then_it_is_refused_in_one_line(
    seen: Seen, wish: str
) -> None:
    seen.host.press(ON)
    form = next(one for one in seen.host.page.forms if any(key.text == OFF for key in one.buttons))
    answer = seen.host.post(form.action, [*form.hidden.items(), ("do", wish), ("site", "no-such-place")])
    assert answer.status == 400 and seen.picture(SiteId("no-such-place"))[0] == 404


def test_given_pictures_when_they_are_made_then_no_file_and_no_line_of_the_log_is(
    seen: Seen,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    written: list[object] = []
    real = open

    def watched(path: object, mode: str = "r", *more: object, **kinds: object) -> object:
        if set(mode) & set("wax+"):
            written.append(path)
        return real(path, mode, *more, **kinds)  # type: ignore[call-overload]

    monkeypatch.setattr("builtins.open", watched)
    monkeypatch.setattr("io.open", watched)
    monkeypatch.chdir(tmp_path)
    seen.host.press(ON)
    seen.choose(ROUTE)
    with caplog.at_level("DEBUG"):
        status, content = seen.picture(ROUTE)
    assert status == 200 and content
    assert (written, [*tmp_path.iterdir()]) == ([], [])
    assert [one for one in caplog.records if "crop" in one.getMessage()] == []
    assert seen.host.send("GET", "/host/diagnosis.tar").body == b"a bundle"


def test_given_a_camera_that_is_unplugged_when_a_picture_is_asked_for_then_there_is_none_of_before(
    seen: Seen,
) -> None:
    seen.host.press(ON)
    seen.choose(ROUTE)
    assert seen.picture(ROUTE)[0] == 200
    seen.board.plug("camera", there=False)
    assert seen.picture(ROUTE)[0] == 404
    assert seen.host.send("GET", "/host/camera.jpg").status == 404
    seen.board.plug("camera", there=True)
