"""A seat's phone that was locked: on no page of the seat anything depends on its own hidden cards."""

from collections.abc import Iterator
from contextlib import ExitStack
from random import Random

import pytest
from playwright.sync_api import Browser, Page

from engine import Seat
from tests.web.browsing import browsing
from tests.web.chromium import ERRORS, chromium
from tests.web.gallery import OF_A_SEAT, Gallery, gallery, in_the_middle
from tests.web.test_own_phone import LOCK
from tests.web.test_secrecy import otherwise

__all__ = ["chromium"]

BLUE: Seat = "blue"
STAYS = """() => {
    const shown = [document.title];
    const walk = node => {
        if (node.nodeType === Node.TEXT_NODE) return shown.push(node.nodeValue.trim());
        if (node.nodeType !== Node.ELEMENT_NODE || !node.checkVisibility()) return;
        const told = [...node.attributes].filter(({ name }) => !/^(value|href|src|data-stream)$/.test(name));
        shown.push(...told.map(({ value }) => value));
        node.childNodes.forEach(walk);
    };
    walk(document.body);
    return shown.filter(Boolean);
}"""
"""All that can be seen, pointed at or heard of a page, in its order; what is only sent along is not shown."""
PATHS = [
    *(one.path for one in OF_A_SEAT),
    "/seat/ask/hand",
    "/seat/ask/missing",
    "/seat?ask=tickets#answer",
    "/seat/map?show=ticket:{ticket}",
    "/seat/claim?city={city}",
    "/seat/help",
    "/settings",
]


@pytest.fixture(scope="module")
def two() -> Iterator[tuple[Gallery, Gallery]]:
    """The same table twice; only what blue alone knows is another in the second."""
    game = in_the_middle()
    other = otherwise(game, BLUE, Random(3))
    tables = gallery(game, ("no page",)), gallery(other, ("no page",))
    yield tables
    for one in tables:
        one.close()


@pytest.fixture(scope="module")
def phones(chromium: Browser, two: tuple[Gallery, Gallery]) -> Iterator[tuple[Page, Page]]:
    """Blue's at either table: each goes from page to page, and to be locked is a matter of one page."""
    with ExitStack() as open_ones:
        pages = list[Page]()
        for shown in two:
            context = open_ones.enter_context(browsing(chromium))
            context.add_cookies(shown.cookies("seat"))  # type: ignore[arg-type]
            pages.append(context.new_page())
            pages[-1].on("pageerror", lambda error: ERRORS.append(str(error)))
        yield pages[0], pages[1]


def at(page: Page, shown: Gallery, path: str) -> Page:
    page.goto(f"{shown.served.url}{path}")
    if page.locator("#walker").count():
        page.wait_for_selector("html.scripted")  # the board by keys comes when the rest is there
    return page


@pytest.mark.parametrize("path", PATHS)
def test_given_a_seat_s_page_when_its_phone_was_locked_then_nothing_on_it_tells_of_the_hand(
    phones: tuple[Page, Page], two: tuple[Gallery, Gallery], path: str
) -> None:
    ERRORS.clear()
    state = two[0].table.state
    path = path.format(ticket=state.tickets[BLUE][0], city="denver")
    found = list[list[str]]()
    for phone, shown in zip(phones, two, strict=True):
        page = at(phone, shown, path)
        page.evaluate(LOCK, True)
        page.evaluate(LOCK, False)
        found.append(page.evaluate(STAYS))
    assert len(found[0]) > 10
    assert found[0] == found[1]
    assert ERRORS == []


def test_given_a_seat_s_page_when_it_is_open_then_it_does_tell_of_the_hand(
    phones: tuple[Page, Page], two: tuple[Gallery, Gallery]
) -> None:
    for path in ("/seat", "/seat/map", "/seat/claim", "/seat/ask/hand"):
        found = list[list[str]]()
        for phone, shown in zip(phones, two, strict=True):
            found.append(at(phone, shown, path).evaluate(STAYS))
        assert found[0] != found[1], path
