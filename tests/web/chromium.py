"""Debian's Chromium at a served table: a page in a browser of its own, and what may be wrong with any.

Where Debian's build of it without windows (`chromium-headless-shell`) is there, it is that one: the engine
of the same version. A test takes half the processor in it, what opens and closes a page a third.
"""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from engine import Seat
from tests.waiting import PATIENCE_S, until
from tests.web.browsing import browsing
from tests.web.page_table import PageTable
from tests.web.served import Served, ServedTable

AXE = Path(__file__).parent / "axe" / "node_modules" / "axe-core" / "axe.min.js"
ERRORS: list[str] = []  # of any page's script and console
WORSE = ("error", "warning")  # than what a console may say
MODES: dict[str, dict[str, Any]] = {
    "light": {"color_scheme": "light"},
    "dark": {"color_scheme": "dark"},
    "forced": {"forced_colors": "active"},
    "400 %": {"viewport": {"width": 320, "height": 256}},
}
SMALL = """() => [...document.querySelectorAll("a, button, input:not([type=hidden]), select, summary")]
    .map(one => one.matches("[type=checkbox]") ? one.closest("label") : one)  // which is pressed as well
    .filter(one => one.checkVisibility() && !one.matches(".skip"))
    .filter(one => { const box = one.getBoundingClientRect(); return box.width < 48 || box.height < 48; })
    .map(one => one.outerHTML.slice(0, 80))"""
SIDEWAYS = """() => [...document.querySelectorAll("main *")]
    .filter(one => one.scrollWidth > one.clientWidth && /auto|scroll/.test(getComputedStyle(one).overflowX))
    .map(one => one.outerHTML.slice(0, 80))"""
LISTEN = """() => {
    window.writes = [];
    for (const region of document.querySelectorAll("#polite, #alert"))
        new MutationObserver(() => region.textContent && writes.push([performance.now(), region.textContent]))
            .observe(region, { childList: true });
}"""


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    path = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    assert path is not None, "chromium is missing; run scripts/setup test"
    expect.set_options(timeout=1000 * PATIENCE_S)  # by itself it gives a busy machine five seconds
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def served(request: pytest.FixtureRequest) -> Iterator[ServedTable]:
    """Dealt, unless a test wants the cards in hands."""
    ERRORS.clear()
    found = ServedTable(PageTable(cards=getattr(request, "param", "dealt")))
    yield found
    found.close()
    assert ERRORS == []


def opened(chromium: Browser, served: Served, path: str, seat: Seat | None = None, **options: Any) -> Page:
    """A page in a browser of its own, which belongs to the seat; what its console says is an error."""
    context = served.closing.enter_context(browsing(chromium, **options))
    context.set_default_timeout(1000 * PATIENCE_S)
    if seat is not None:
        context.add_cookies([{"name": "fingerpost", "value": served.secrets[seat], "url": served.url}])
    page = context.new_page()
    page.on("pageerror", lambda error: ERRORS.append(str(error)))
    page.on("console", lambda said: ERRORS.append(said.text) if said.type in WORSE else None)
    page.goto(served.url + path)
    return page


def becomes(page: Page, condition: str, given: Any = None) -> None:
    """Wait until a page's script finds it so.

    Asked from outside, again and again: what Playwright leaves in the page to look (`wait_for_function`) may
    look a second time only where a page lets strings be run as scripts, and none of ours does.
    """
    assert until(lambda: bool(page.evaluate(condition, given))), condition


def barriers(page: Page) -> None:
    """axe finds none, nothing is wider than the window, nothing too small to touch."""
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found = page.evaluate("axe.run()")
    assert [(one["id"], one["nodes"][0]["html"]) for one in found["violations"]] == []
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    assert page.evaluate(SMALL) == []
    assert page.evaluate(SIDEWAYS) == []
