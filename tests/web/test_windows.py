"""A page in windows of every kind: columns read in their order, forced colours, a line that hides nothing."""

from itertools import pairwise
from typing import Final

import cv2
import numpy as np
import pytest
from playwright.sync_api import Browser, expect

from tests.web.chromium import becomes, chromium, opened, served
from tests.web.page_table import PageTable
from tests.web.served import ServedTable

__all__ = ["chromium", "served"]

BOXES: Final = """() => [...document.querySelectorAll("#parts > section")]
    .filter(one => one.checkVisibility())
    .map(one => {
        const box = one.getBoundingClientRect();
        return [one.id, box.left, box.top, box.right, box.bottom];
    })"""
COVERED: Final = """() => {
    const one = document.activeElement.getBoundingClientRect();
    const line = document.getElementById("line").getBoundingClientRect();
    return document.activeElement !== document.body && one.bottom > line.top + 1 && one.top < line.bottom
        && one.height < innerHeight - line.height;
}"""
"""Whether what has the focus lies below the line, though there is room for it."""
DIES: Final = """
    window.streams = [];
    const Real = EventSource;
    window.EventSource = class extends Real {
        constructor(address) { super(address); streams.push(this); }
        addEventListener(kind, act) { super.addEventListener(kind, event => this.dead || act(event)); }
    };"""
"""Streams that can die without a word, as on a phone that sleeps."""
SHOWN_AGAIN: Final = "document.dispatchEvent(new Event('visibilitychange'))"
AN_ALERT: Final = """async () => {
    const { announce } = await import(document.querySelector("script").src);
    announce("ordinary words");
    await new Promise(then => setTimeout(then, 600));
    announce("a refusal", true);
}"""


@pytest.mark.parametrize(
    ("path", "seat"), [("/", None), ("/map", None), ("/course", None), ("/seat", "blue")]
)
def test_given_a_wide_window_when_parts_stand_beside_each_other_then_they_are_read_in_that_order(
    chromium: Browser, served: ServedTable, path: str, seat: str | None
) -> None:
    page = opened(chromium, served, path, "blue" if seat else None, viewport={"width": 1280, "height": 900})
    expect(page.locator("#parts > section").first).to_be_visible()
    beside = 0
    for (above, _, _, right, bottom), (below, left, start, _, _) in pairwise(page.evaluate(BOXES)):
        assert start >= bottom - 1 or left >= right - 1, (above, below)
        beside += left >= right - 1
    assert beside == 1
    page.set_viewport_size({"width": 1000, "height": 900})
    assert all(start >= bottom - 1 for (*_, bottom), (_, _, start, _, _) in pairwise(page.evaluate(BOXES)))


def test_given_forced_colours_when_the_map_is_shown_then_the_board_keeps_its_own(
    chromium: Browser, served: ServedTable
) -> None:
    page = opened(chromium, served, "/map", forced_colors="active")
    ground = "getComputedStyle(document.querySelector('svg.board')).backgroundColor"
    assert page.evaluate(ground) == "rgb(244, 241, 230)"
    assert page.evaluate("matchMedia('(forced-colors: active)').matches")


def test_given_a_lost_table_in_a_small_window_when_tab_goes_on_then_the_line_covers_no_focus(
    chromium: Browser, served: ServedTable
) -> None:
    page = opened(chromium, served, "/", viewport={"width": 320, "height": 400}, reduced_motion="reduce")
    page.evaluate("document.getElementById('line').hidden = false")
    covered = list[str]()
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate(COVERED):
            covered.append(page.evaluate("document.activeElement.outerHTML.slice(0, 60)"))
    assert covered == []


@pytest.mark.parametrize("served", ["untracked"], indirect=True)
def test_given_a_stream_that_died_without_a_word_when_the_page_is_seen_again_then_what_was_missed_comes(
    chromium: Browser, served: ServedTable
) -> None:
    page = opened(chromium, served, "/")
    page.add_init_script(DIES)
    page.reload()
    said = page.locator("#said li").first
    served.do(lambda table: table.press("ask", "no"))
    becomes(page, "streams[0]?.readyState === EventSource.OPEN")
    newest = served.do(lambda table: table.words()[-1])
    expect(said).to_have_text(newest)
    before = said.get_attribute("value")
    assert before is not None
    page.evaluate("streams[0].dead = true")
    served.do(lambda table: table.press("ask", "no"))
    page.evaluate(SHOWN_AGAIN)
    becomes(page, "streams.length === 2 && streams[1].url.includes('after=')")
    expect(said).not_to_have_attribute("value", before)


def test_given_words_that_were_read_when_an_alert_wipes_them_then_they_come_again_and_all_is_cleared(
    chromium: Browser, served: ServedTable
) -> None:
    page = opened(chromium, served, "/")
    page.evaluate(
        """() => {
            window.writes = [];
            for (const region of document.querySelectorAll("#polite, #alert"))
                new MutationObserver(() => writes.push([region.id, region.textContent.trim()]))
                    .observe(region, { childList: true });
        }"""
    )
    page.evaluate(AN_ALERT)
    wanted = [["polite", "ordinary words"], ["alert", "a refusal"], ["polite", "ordinary words"]]
    becomes(page, "count => writes.length >= count", 3)
    assert page.evaluate("writes")[:3] == wanted
    becomes(
        page,
        "document.getElementById('polite').textContent + document.getElementById('alert').textContent === ''",
    )


def test_given_a_code_that_waits_when_its_picture_is_scanned_then_it_leads_to_the_table_by_its_number(
    chromium: Browser, served: ServedTable
) -> None:
    page = opened(chromium, served, "/", device_scale_factor=2)

    def reached(table: PageTable) -> None:
        table.pages.seats.address = "http://192.168.1.5:8080"
        table.wait(20.0)

    served.do(reached)
    page.get_by_role("button", name="Join as blue disc").click()
    shown = np.frombuffer(page.locator("svg.segno").screenshot(), np.uint8)
    picture = cv2.imdecode(shown, cv2.IMREAD_GRAYSCALE)
    assert picture is not None
    scanned, _, _ = cv2.QRCodeDetector().detectAndDecode(picture)
    address, _, code = scanned.partition("#")  # which no server's log ever sees
    assert address == "http://192.168.1.5:8080/join"
    assert len(code) == 32 and set(code) <= set("0123456789abcdef")
