"""The page from set-up into the game, in Debian's Chromium: no barrier, no lost focus, nothing loaded."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.web.chromium import ERRORS, LISTEN, MODES, barriers, becomes, chromium, opened
from tests.web.served import ServedSetUp

__all__ = ["chromium"]


@pytest.fixture
def served() -> Iterator[ServedSetUp]:
    ERRORS.clear()
    found = ServedSetUp()
    yield found
    found.close()
    assert ERRORS == []


@pytest.mark.parametrize("mode", ["light", "400 %"])
def test_given_the_page_of_set_up_when_looked_at_in_a_mode_then_axe_finds_no_barrier_and_all_fits(
    chromium: Browser, served: ServedSetUp, mode: str
) -> None:
    page = opened(chromium, served, "/", **MODES[mode])
    expect(page.locator("#asked")).to_contain_text("Ready")
    barriers(page)


@pytest.mark.criterion(78)
def test_given_a_phone_at_set_up_when_the_game_begins_then_focus_stays_its_parts_come_and_words_are_read(
    chromium: Browser, served: ServedSetUp
) -> None:
    page = opened(chromium, served, "/")
    page.evaluate("window.stayed = true")
    page.locator("#press-forward").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#asked")).to_contain_text("Test each pin by hand")
    page.evaluate(LISTEN)
    assert [one.get_attribute("id") for one in page.locator("#parts > section").all()] == [
        "now", "command", "panel", "said", "join",
    ]  # fmt: skip
    with served.lock:
        game = served.table.begin(("blue", "red"))
    expect(page.locator("#seats table")).to_be_visible()
    expect(page.locator("#join button").first).to_have_text("Join as blue disc")
    order = [one.get_attribute("id") for one in page.locator("#parts > section").all()]
    assert order == ["now", "command", "panel", "said", "seats", "row", "questions", "devices", "join"]
    assert page.evaluate("document.activeElement.id") == "press-forward"
    assert page.evaluate("window.stayed")
    first = next(one.normal for one in game.paper.said if one.audience == "everyone" and one.normal)
    becomes(page, "words => writes.some(([, text]) => text.includes(words))", first)
    barriers(page)


@pytest.mark.criterion(78)
def test_given_no_scripts_when_a_table_is_set_up_then_its_questions_are_answered_by_forms(
    chromium: Browser, served: ServedSetUp
) -> None:
    page = opened(chromium, served, "/", java_script_enabled=False)
    expect(page.locator("#asked")).to_contain_text("Ready")
    page.locator("#press-yes").click()
    expect(page.locator("#asked")).to_contain_text("United States")
