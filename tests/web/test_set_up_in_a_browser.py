"""The page from set-up into the game, in Debian's Chromium: no barrier, no lost focus, nothing loaded."""

import threading
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from fingerpost.page.keeping import KeptPage
from tests.waiting import PATIENCE_S
from tests.web.set_up_page import SetUpPage
from tests.web.test_in_a_browser import ERRORS, LISTEN, MODES, barriers, chromium
from web.server import PageServer

__all__ = ["chromium"]


class ServedSetUp:
    """The loop's thread looks after the page; a test does things between two rounds."""

    def __init__(self) -> None:
        self.table = SetUpPage()
        self.server = PageServer("127.0.0.1", 0, lambda port: self.table.pages)
        self.table.served = True
        kept = KeptPage(lambda: self.server)
        kept.open()
        self.table.part.set_up(self.table.desk, kept)
        self.lock, self._stop = threading.RLock(), threading.Event()
        self._thread = threading.Thread(target=self._loop, daemon=True)
        self._thread.start()

    def _loop(self) -> None:
        while not self._stop.wait(0.01):
            with self.lock:
                self.table.before.wait(0.1)
                self.table.show()

    def close(self) -> None:
        self._stop.set()
        self._thread.join()
        self.server.close()


@pytest.fixture
def served() -> Iterator[ServedSetUp]:
    ERRORS.clear()
    found = ServedSetUp()
    yield found
    found.close()
    assert ERRORS == []


def opened(chromium: Browser, served: ServedSetUp, **options: Any) -> Page:
    context = chromium.new_context(**options)
    context.set_default_timeout(1000 * PATIENCE_S)
    page = context.new_page()
    page.on("pageerror", lambda error: ERRORS.append(str(error)))
    page.goto(f"http://127.0.0.1:{served.server.port}/")
    return page


@pytest.mark.parametrize("mode", ["light", "400 %"])
def test_given_the_page_of_set_up_when_looked_at_in_a_mode_then_axe_finds_no_barrier_and_all_fits(
    chromium: Browser, served: ServedSetUp, mode: str
) -> None:
    page = opened(chromium, served, **MODES[mode])
    expect(page.locator("#asked")).to_contain_text("Ready")
    barriers(page)
    page.context.close()


@pytest.mark.criterion(78)
def test_given_a_phone_at_set_up_when_the_game_begins_then_focus_stays_its_parts_come_and_words_are_read(
    chromium: Browser, served: ServedSetUp
) -> None:
    page = opened(chromium, served, bypass_csp=True)
    page.evaluate("window.stayed = true")
    page.locator("#press-forward").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#asked")).to_contain_text("Test each pin by hand")
    page.evaluate(LISTEN)
    assert [one.get_attribute("id") for one in page.locator("#parts > section").all()] == [
        "now", "panel", "said", "join",
    ]  # fmt: skip
    with served.lock:
        game = served.table.begin(("blue", "red"))
    expect(page.locator("#seats table")).to_be_visible()
    expect(page.locator("#join button").first).to_have_text("Join as blue disc")
    order = [one.get_attribute("id") for one in page.locator("#parts > section").all()]
    assert order == ["now", "panel", "said", "seats", "row", "questions", "devices", "join"]
    assert page.evaluate("document.activeElement.id") == "press-forward"
    assert page.evaluate("window.stayed")
    first = next(one.normal for one in game.paper.said if one.audience == "everyone" and one.normal)
    page.wait_for_function("words => writes.some(([, text]) => text.includes(words))", arg=first)
    barriers(page)
    page.context.close()


@pytest.mark.criterion(78)
def test_given_no_scripts_when_a_table_is_set_up_then_its_questions_are_answered_by_forms(
    chromium: Browser, served: ServedSetUp
) -> None:
    page = opened(chromium, served, java_script_enabled=False)
    expect(page.locator("#asked")).to_contain_text("Ready")
    page.locator("#press-yes").click()
    expect(page.locator("#asked")).to_contain_text("United States")
    page.context.close()
