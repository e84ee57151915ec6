"""What a screen reader would say of each page, walked from its top to its end: golden texts in `read/`.

A virtual screen reader in the browser reads by the specifications of roles and names; that of a person may
say it in other words, but not in another order. `scripts/test --accept` with this file's name rewrites the
texts: read their diff like code.
"""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser, Page

from tests.web.browsing import browsing
from tests.web.chromium import ERRORS, chromium
from tests.web.gallery import Gallery, at_its_end, gallery, in_the_middle

__all__ = ["chromium"]

HERE: Final = Path(__file__).parent
READER: Final = HERE.joinpath(
    "axe/node_modules/@guidepup/virtual-screen-reader/lib/esm/index.browser.js"
).read_text(encoding="utf-8")
WALK: Final = """async () => {
    const { virtual } = await import("/reader.mjs");
    await virtual.start({ container: document.body });
    for (let step = 0; step < 2000; step++) {
        await virtual.next();
        if (await virtual.lastSpokenPhrase() === "end of document") break;
    }
    const heard = await virtual.spokenPhraseLog();
    await virtual.stop();
    return heard;
}"""
IN_THE_MIDDLE: Final = (
    "table",
    "seat",
    "claim-city",
    "claim-pay",
    "map",
    "host",
    "display",
    "photo-read",
    "help",
)


@pytest.fixture(scope="module")
def middle() -> Iterator[Gallery]:
    found = gallery(in_the_middle(), IN_THE_MIDDLE)
    yield found
    found.close()


@pytest.fixture(scope="module")
def end() -> Iterator[Gallery]:
    found = gallery(at_its_end(), ("course",))
    yield found
    found.close()


def reading(chromium: Browser, shown: Gallery, name: str) -> Page:
    """A page with the reader at hand."""
    ERRORS.clear()
    context = shown.served.closing.enter_context(browsing(chromium, bypass_csp=True))
    (address,) = (one for one in shown.addresses if one.name == name)
    context.add_cookies(shown.cookies(address.who))  # type: ignore[arg-type]
    page = context.new_page()
    page.on("pageerror", lambda error: ERRORS.append(str(error)))
    page.route("**/reader.mjs", lambda route: route.fulfill(body=READER, content_type="text/javascript"))
    page.goto(shown.served.url + address.path)
    if page.locator("#walker").count():  # the board by keys comes with a script of its own
        page.wait_for_selector("html.scripted")
    return page


def golden(page: Page, name: str) -> None:
    """It is read as it stands written; where a part ends is left out."""
    said = [one for one in page.evaluate(WALK) if not one.startswith("end of ")]
    heard = "".join(f"{one}\n" for one in said)
    path = HERE / "read" / f"{name}.txt"
    if os.environ.get("FINGERPOST_ACCEPT"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(heard, encoding="utf-8")
    assert heard == path.read_text(encoding="utf-8")
    assert ERRORS == []


@pytest.mark.parametrize("name", IN_THE_MIDDLE)
def test_given_a_page_when_a_screen_reader_walks_it_then_it_says_what_stands_in_the_golden_text(
    chromium: Browser, middle: Gallery, name: str
) -> None:
    golden(reading(chromium, middle, name), name)


def test_given_how_the_game_went_when_a_screen_reader_walks_it_then_the_drawings_are_told_in_words(
    chromium: Browser, end: Gallery
) -> None:
    golden(reading(chromium, end, "course"), "course")
