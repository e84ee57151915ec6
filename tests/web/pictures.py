"""Draws the pages of a table into docs/pictures/page: `python -m tests.web.pictures`.

Every address of `tests.web.gallery` has its picture, in the middle of a game: a seat's own as a phone shows
them. Then what no address has by itself: a table that is set up, a code that waits, the end.
`test_pictures.py` holds that none is missing.
"""

import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.web.gallery import OF_A_SEAT, OF_ANYBODY, OF_THE_HOST, Gallery, at_its_end, gallery, in_the_middle
from tests.web.served import ServedSetUp

FOLDER: Final = Path(__file__).resolve().parents[2] / "docs" / "pictures" / "page"
LOOKS: Final[dict[str, dict[str, Any]]] = {
    "desk": {"viewport": {"width": 1280, "height": 900}},
    "phone": {"viewport": {"width": 390, "height": 844}, "device_scale_factor": 1.5},
    "dark": {"viewport": {"width": 1280, "height": 900}, "color_scheme": "dark"},
}
BY_PHONE: Final = ("join", "photo", "photo-read", "become-host")
"""What is mostly done by a phone, though it is no seat's own."""


@dataclass(frozen=True)
class Picture:
    """Of an address, by its name, or of a `part` of it further down."""

    name: str
    look: str
    address: str
    part: str = ""


def _of(name: str, who: str) -> Picture:
    return Picture(name, "phone" if who == "seat" or name in BY_PHONE else "desk", name)


MIDDLE: Final = (
    *(_of(one.name, one.who) for one in (*OF_ANYBODY, *OF_A_SEAT, *OF_THE_HOST)),
    *(
        _of(name, who)
        for name, who in (("photo-read", "guest"), ("answer-city", "guest"), ("claim-pay", "seat"))
    ),
    Picture("table", "phone", "table"),
    Picture("table", "dark", "table"),
    Picture("seat", "desk", "seat"),
    Picture("host-phones", "desk", "host", "phones"),
    Picture("host-crops", "desk", "host", "crops"),
)
STATIONS: Final = (_of("build-city", "seat"),)
END: Final = (
    Picture("course-end", "desk", "course"),
    Picture("course-end", "dark", "course"),
    Picture("course-end", "phone", "course"),
    Picture("display-end", "desk", "display"),
)
BEFORE: Final = ("set-up-desk", "set-up-phone", "join-code-phone")


def names() -> Iterator[str]:
    """Each picture's own."""
    yield from BEFORE
    yield from (f"{one.name}-{one.look}" for one in (*MIDDLE, *STATIONS, *END))


def keep(page: Page, name: str) -> None:
    """As far as the window shows it and there is something; in whichever way its file is smaller."""
    page.evaluate("Promise.all([...document.images].map(one => one.decode()))")
    picture = cv2.imdecode(np.frombuffer(page.screenshot(), np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None
    end = page.evaluate("document.body.getBoundingClientRect().bottom")
    picture = picture[: round(end * picture.shape[1] / page.evaluate("innerWidth"))]
    written = [
        cv2.imencode(".webp", picture, [cv2.IMWRITE_WEBP_QUALITY, of])[1].tobytes() for of in (70, 101)
    ]
    (FOLDER / f"{name}.webp").write_bytes(min(written, key=len))


def draw(chromium: Browser, shown: Gallery, one: Picture) -> None:
    """One page."""
    (address,) = (known for known in shown.addresses if known.name == one.address)
    context = chromium.new_context(reduced_motion="reduce", **LOOKS[one.look])
    context.add_cookies(shown.cookies(address.who))  # type: ignore[arg-type]
    page = context.new_page()
    page.goto(f"{shown.served.url}{address.path}{f'#{one.part}-heading' if one.part else ''}")
    keep(page, f"{one.name}-{one.look}")
    context.close()


def asked_for(chromium: Browser, shown: Gallery) -> None:
    """A code was asked for and waits to be written."""
    context = chromium.new_context(reduced_motion="reduce", **LOOKS["phone"])
    page = context.new_page()
    page.goto(shown.served.url)
    page.locator("#join button").first.click()
    expect(page.locator("#code")).to_be_visible()
    keep(page, "join-code-phone")
    context.close()


def set_up(chromium: Browser) -> None:
    """A table before its game: the question that stands, the six buttons."""
    served = ServedSetUp()
    for look in ("desk", "phone"):
        context = chromium.new_context(reduced_motion="reduce", **LOOKS[look])
        page = context.new_page()
        page.goto(served.url)
        if look == "desk":
            page.locator("#press-yes").click()
        expect(page.locator("#asked")).to_contain_text("United States")
        keep(page, f"set-up-{look}")
        context.close()
    served.close()


def main() -> None:
    """All of them."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for known in FOLDER.glob("*.webp"):
        known.unlink()
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        set_up(chromium)
        for game, pictures in (
            (in_the_middle(), MIDDLE),
            (in_the_middle("europe"), STATIONS),
            (at_its_end(), END),
        ):
            shown = gallery(game)
            for one in pictures:
                draw(chromium, shown, one)
            if pictures is MIDDLE:
                asked_for(chromium, shown)
            shown.close()
        chromium.close()


if __name__ == "__main__":
    main()
