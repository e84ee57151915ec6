"""The board by keys: one stop for Tab, steps along routes, words as new as the picture, a ring on it."""

import json
from html import unescape

import pytest
from playwright.sync_api import Browser, Page, expect

from engine import ClaimRoute, Command, RouteId
from table.requests import DoAct, Request
from tests.web.chromium import LISTEN, becomes, chromium, opened, served
from tests.web.page_table import PageTable
from tests.web.served import ServedTable

__all__ = ["chromium", "served"]  # fixtures

untracked = pytest.mark.parametrize("served", ["untracked"], indirect=True)


def heard(page: Page, text: str) -> None:
    """Wait until it was read aloud."""
    becomes(page, "text => writes.some(one => one[1].includes(text))", text)


def at_denver(chromium: Browser, served: ServedTable) -> Page:
    """The map, its widget in focus, at a place found by name."""
    page = opened(chromium, served, "/map")
    page.evaluate(LISTEN)
    page.wait_for_selector("html.scripted")  # before that the board by keys is not there, and takes no focus
    page.locator("#walker").focus()
    page.keyboard.press("/")
    page.keyboard.type("denv")
    page.keyboard.press("Enter")
    heard(page, "Denver: 9 routes, 9 free.")
    assert page.evaluate("document.activeElement.id") == "walker"
    return page


@untracked
def test_given_arrows_when_pressed_then_each_step_tells_the_route_and_the_place_and_moves_the_ring(
    chromium: Browser, served: ServedTable
) -> None:
    page = at_denver(chromium, served)
    ring = page.locator("svg.board .here")
    before = ring.get_attribute("transform")
    page.keyboard.press("ArrowDown")
    heard(page, "South: Denver to Santa Fe: free; 2 trains, gray. Santa Fe: 4 routes, 4 free.")
    expect(page.locator("#walk-here")).to_have_text("Santa Fe: 4 routes, 4 free.")
    assert ring.count() == 1
    assert ring.get_attribute("transform") != before
    page.keyboard.press("Backspace")
    expect(page.locator("#walk-here")).to_have_text("Denver: 9 routes, 9 free.")
    becomes(page, "writes.at(-1)[1].startsWith('Denver')")
    shown = page.evaluate("document.getElementById('walk-here').textContent")
    assert (
        page.evaluate("writes.at(-1)[1]") != shown
    )  # Orca says nothing that has just come to stand there, too


@untracked
def test_given_a_place_at_the_edge_when_an_arrow_leads_nowhere_then_that_is_told(
    chromium: Browser, served: ServedTable
) -> None:
    page = at_denver(chromium, served)
    page.locator("#walk-to").fill("miami")
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowDown")
    heard(page, "No route that way.")
    page.locator("#walk-to").fill("atlantis")
    page.keyboard.press("Enter")
    heard(page, "No city begins like that.")


@untracked
def test_given_brackets_when_pressed_then_the_routes_here_are_told_round_the_clock_and_enter_follows_one(
    chromium: Browser, served: ServedTable
) -> None:
    page = at_denver(chromium, served)
    names = []
    for _ in range(9):
        page.evaluate("writes.length = 0")
        page.keyboard.press("]")
        becomes(page, "writes.length > 0")
        names.append(page.evaluate("writes[0][1]").split(":")[1].strip())
    assert names[0] == "Denver to Omaha"  # the first clockwise from north
    assert len(set(names)) == 9
    page.keyboard.press("[")
    page.keyboard.press("Enter")
    expect(page.locator("#walk-here")).not_to_contain_text("Denver")


def claims(table: PageTable) -> None:
    """Blue takes a route that ends in Denver."""
    command: Command = ClaimRoute(seat="blue", route=RouteId("denver-santa-fe"))
    table.session.handle(Request(want=DoAct(command=command), seat="blue", near=True), table.at)
    table.set_asked()


@untracked
def test_given_a_claim_when_it_stands_then_the_words_change_where_one_is_and_focus_and_ring_stay(
    chromium: Browser, served: ServedTable
) -> None:
    page = at_denver(chromium, served)
    served.do(claims)
    expect(page.locator("#walk-here")).to_have_text("Denver: 9 routes, 8 free.")
    assert page.evaluate("document.activeElement.id") == "walker"
    assert page.locator("svg.board .here").count() == 1
    page.keyboard.press("ArrowDown")
    heard(page, "South: Denver to Santa Fe: blue disc's;")


@untracked
def test_given_the_board_of_another_game_when_it_comes_then_one_begins_on_it_anew(
    chromium: Browser, served: ServedTable
) -> None:
    page = at_denver(chromium, served)
    page.keyboard.press("ArrowDown")
    heard(page, "South: Denver to Santa Fe: free; 2 trains, gray.")
    page.evaluate("writes.length = 0")
    page.keyboard.press("]")
    heard(page, "Denver to Santa Fe: free; 2 trains, gray.")
    page.evaluate(
        """() => {
            const walker = document.getElementById("walker"), map = JSON.parse(walker.dataset.board);
            walker.dataset.board = JSON.stringify({ ...map, board: "other", start: 0 });
            writes.length = 0;
        }"""
    )
    page.keyboard.press("Backspace")  # there is no way back on a board that one has just come to
    page.keyboard.press("Enter")  # nor is a route chosen
    page.keyboard.press(" ")
    start = page.evaluate("JSON.parse(document.getElementById('walker').dataset.board).places[0][2]")
    heard(page, start)
    expect(page.locator("#walk-here")).to_have_text(start)
    assert len(page.evaluate("writes")) == 1


@untracked
def test_given_the_map_when_tab_goes_through_it_then_the_widget_is_one_stop(
    chromium: Browser, served: ServedTable
) -> None:
    page = opened(chromium, served, "/map")
    stops = []
    for _ in range(60):
        page.keyboard.press("Tab")
        stops.append(page.evaluate("document.activeElement.id || document.activeElement.nodeName"))
        if stops[-1] == "BODY":
            break
    assert stops.count("walker") == 1
    assert stops[stops.index("walker") + 1] == "walk-to"


def test_given_no_script_when_the_map_is_read_then_the_widget_is_not_there_and_the_list_by_city_is(
    chromium: Browser, served: ServedTable
) -> None:
    page = opened(chromium, served, "/map", java_script_enabled=False)
    expect(page.locator("#walker")).to_be_hidden()
    expect(page.get_by_role("link", name="Routes by city").last).to_be_visible()


def test_given_two_pages_when_fetched_then_what_is_told_by_keys_is_the_same_for_all(
    chromium: Browser, served: ServedTable
) -> None:
    told = []
    for path, seat in (("/map", None), ("/seat/map", "blue"), ("/seat/map", "red")):
        page = opened(chromium, served, path, seat)  # type: ignore[arg-type]
        told.append(json.loads(unescape(page.locator("#walker").get_attribute("data-board") or "")))
    assert told[0] == told[1] == told[2]
    assert len(told[0]["places"]) == 36
    assert len(told[0]["routes"]) == 100
