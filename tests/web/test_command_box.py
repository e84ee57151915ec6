"""The box of each page: places, letters and words are understood as at a terminal, and answered there."""

import json
import re

import pytest
from playwright.sync_api import Browser as Chromium
from playwright.sync_api import expect

from dialog import ITEMS
from tests.web.browser import Browser
from tests.web.chromium import LISTEN, becomes, chromium, opened, served
from tests.web.page_table import PageTable
from tests.web.served import ServedTable
from tests.web.set_up_page import SetUpPage
from tests.web.test_walk import heard

__all__ = ["chromium", "served"]  # fixtures


def typed(browser: Browser, text: str) -> str:
    """Type it on the page where one is; what the page then says."""
    return browser.press("Go", typed=text).text


@pytest.mark.parametrize("path", ["/", "/routes?city=den", "/map?show=trail:blue&closer=2", "/course"])
def test_given_any_page_when_a_letter_is_typed_then_the_answer_stands_there_and_the_page_is_as_before(
    path: str,
) -> None:
    browser = PageTable(cards="untracked").browser()
    browser.visit(path)
    assert "Blue disc 0, red square 0." in typed(browser, "s")
    here, asked = browser.where.removesuffix("#answer").split("ask=scores")[0], browser.where
    assert asked.endswith("ask=scores#answer")
    assert here.rstrip("?&").split("?")[0] == path.split("?", maxsplit=1)[0]
    assert all(one in here for one in path.partition("?")[2].replace(":", "%3A").split("&"))


@pytest.mark.parametrize("rules", ["us-accessible", "europe", "rails-and-sails-world", "starter"])
def test_given_a_map_when_the_example_of_the_box_is_typed_then_it_is_a_route_there(rules: str) -> None:
    """A screen reader reads that label at each focus: on every map it named a route of the United States."""
    browser = PageTable(rules, cards="untracked").browser()
    browser.visit("/")
    found = re.search(r"A city, a route, or a letter: (.+?), t, s", browser.page.text)
    assert found is not None
    assert ": free, " in typed(browser, found[1])


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("den", "Denver, 9 routes, clockwise from north."),
        ("den om", "Denver to Omaha: free, 4 trains, purple, 7 points."),
        ("OM den", "Denver to Omaha: free, 4 trains, purple, 7 points."),
        (":route den om", "Denver to Omaha: free"),
        ("red", "Red square has no route."),
        ("t", "Blue disc to move"),
        ("turn", "Blue disc to move"),
        ("san", "San: San Francisco"),
        ("xyzzy", "xyzzy: not known"),
        ("", "Nothing is typed."),
        ("green", "Nobody plays that seat."),
        ("h", "There is no answer to that now."),
        ("472916", "There is no answer to that now."),
        ("place den om", "That is done at the table, not by a page."),
        ("claim den om", "Claim by a token, or on your seat's own page."),
        ("?", "Type it into the box of any page"),
    ],
)
def test_given_what_a_terminal_understands_when_typed_then_the_page_does_too(text: str, told: str) -> None:
    browser = PageTable(cards="untracked").browser()
    assert told.casefold() in typed(browser, text).casefold()
    assert browser.status == 200


def test_given_every_letter_of_the_keys_when_typed_then_none_is_taken_for_something_else() -> None:
    table = PageTable()
    seat = table.join("blue")
    for one in ITEMS:
        if one.key and not one.spoken:
            assert seat.visit("/seat") and typed(seat, one.key)
            asked = seat.where.endswith(f"ask={one.id}#answer")
            assert asked or "There is no answer to that now." in seat.page.text


def test_given_a_hand_when_asked_for_then_only_its_own_page_tells_and_by_what_nobody_reads_aloud() -> None:
    table = PageTable()
    public, seat = table.browser(), table.join("blue")
    assert "Only a seat's own page tells that." in typed(public, "h")
    assert "cards:" in typed(seat, "h").partition("My hand")[2]
    form = next(form for form in seat.page.forms if form.action == "/seat/command")
    fields = [*form.hidden.items(), ("typed", "h")]
    told = json.loads(seat.post("/seat/command", fields, accept="application/json").text)
    assert told == {
        "done": True, "text": "", "go": "/seat?ask=hand#answer", "ask": "hand", "subject": "", "say": ""
    }  # fmt: skip


def test_given_a_button_when_typed_then_it_is_pressed_for_the_question_that_was_shown() -> None:
    table = PageTable(cards="untracked")
    browser = table.browser()
    typed(browser, "yes")
    assert table.state.to_move == "red"
    late = table.browser()
    table.press("ask")
    assert "That came too late" in typed(late, "no")


def test_given_guests_that_may_only_watch_when_they_type_then_only_questions_are_answered() -> None:
    table = PageTable(cards="untracked")
    table.pages.reception.guests_press = False
    guest = table.browser("192.168.1.77")
    assert "Blue disc 0" in typed(guest, "scores")
    assert "Here you can only read" in typed(guest, "yes")
    assert table.state.to_move == "blue"


def test_given_a_seat_in_its_turn_when_a_claim_is_typed_then_it_leads_to_how_it_is_paid() -> None:
    table = PageTable(cards="untracked")
    seat = table.join("blue")
    typed(seat, "claim den om")
    assert seat.where == "/seat/claim?route=denver-omaha"
    seat.press("Claim")
    table.set_asked()
    assert table.state.owners["denver-omaha"] == "blue"  # type: ignore[index]


def test_given_a_table_that_is_set_up_when_typed_then_buttons_are_pressed_and_questions_wait() -> None:
    table = SetUpPage()
    browser = table.browser()
    table.wait(0.6)
    assert "There is no game yet." in typed(browser, "s")
    before = table.pages.table
    typed(browser, "ask")
    assert table.pages.table is not before


def test_given_a_script_when_typed_then_the_answer_is_read_aloud_and_comes_and_focus_stays(
    chromium: Chromium, served: ServedTable
) -> None:
    page = opened(chromium, served, "/")
    page.evaluate(LISTEN)
    page.locator("#typed").focus()
    page.keyboard.type("den om")
    page.keyboard.press("Enter")
    heard(page, "Denver to Omaha: free")
    expect(page.locator("#answer")).to_contain_text("Denver to Omaha: free")
    assert page.evaluate("document.activeElement.id") == "typed"
    assert page.locator("#typed").input_value() == ""
    own = opened(chromium, served, "/seat", "blue")
    own.evaluate(LISTEN)
    own.locator("#typed").fill("h")
    own.keyboard.press("Enter")
    heard(own, "The answer stands on this page.")
    hand = own.locator("#answer p").first.inner_text()
    assert not own.evaluate("hand => writes.some(one => one[1].includes(hand))", hand)
    own.get_by_label("Read mine to me, I wear an earphone").check()
    own.locator("#typed").fill("tickets")
    own.keyboard.press("Enter")
    becomes(own, "writes.some(one => one[1].includes('ticket'))")
