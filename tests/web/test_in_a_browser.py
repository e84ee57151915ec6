"""The page in Debian's Chromium: barriers, keyboard, what is read aloud, and life without scripts."""

from itertools import pairwise
from operator import methodcaller

import pytest
from playwright.sync_api import Browser, expect

from tests.web.chromium import ERRORS, LISTEN, barriers, becomes, chromium, opened, served
from tests.web.served import ServedTable

__all__ = ["chromium", "served"]

CHANGES = """() => {
    window.changed = [];
    window.first = document.querySelector("#said li");
    new MutationObserver(() => changed.push(performance.now()))
        .observe(document.getElementById("parts"), { childList: true, characterData: true, subtree: true });
}"""
PRESSES = ("ask", "no")
COUNTED = """() => {
    window.updates = 0;
    new MutationObserver(() => updates++)
        .observe(document.getElementById("parts"), { childList: true, characterData: true, subtree: true });
}"""
SAID = "words => writes.some(one => one[1].includes(words))"
JUST_AFTER = """async () => {
    const { announce } = await import(document.querySelector("script").src);
    announce("first");
    setTimeout(() => announce("just after"), 40);
}"""
CHOICE = """() => {
    const form = document.createElement("form");
    form.innerHTML = '<select id=s><option value="">Choose<option value=a>A<option value=b>B</select>';
    document.querySelector("#turn").append(form);
    document.querySelector("#s").value = "a";
}"""
CHOICE_GONE = """async () => {
    const { show } = await import(document.querySelector("script").src);
    const names = [...document.querySelectorAll("#parts > section")].map(one => [one.id, null]);
    const turn = '<form><select id=s><option value="">Choose<option value=b>B</select></form>';
    show({ ...Object.fromEntries(names), turn: `<section id=turn>${turn}</section>` });
    return document.querySelector("#s").value;
}"""


def test_given_a_phone_when_the_seats_are_read_then_nothing_lies_aside_and_it_is_a_table_still(
    chromium: Browser, served: ServedTable
) -> None:
    page = opened(chromium, served, "/", viewport={"width": 390, "height": 844})
    barriers(page)
    table, seats = page.get_by_role("table"), len(served.secrets)
    assert table.get_by_role("columnheader").all_inner_texts()[:3] == ["Seat", "Points", "Trains left"]
    assert table.get_by_role("row").count() == seats + 1
    assert table.get_by_role("rowheader").count() == seats


@pytest.mark.criterion(78)
def test_given_a_keyboard_alone_when_yes_is_pressed_then_the_game_goes_on_and_focus_stays(
    chromium: Browser, served: ServedTable
) -> None:
    page = opened(chromium, served, "/seat", "blue")
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.matches('#six summary')"):
            page.keyboard.press("Enter")
        if page.evaluate("document.activeElement.id") == "press-yes":
            break
    asked = page.locator("#asked").inner_text()
    page.keyboard.press("Enter")
    expect(page.locator("#asked")).not_to_have_text(asked)
    assert page.evaluate("document.activeElement.id") == "press-yes"


@pytest.mark.parametrize("served", ["untracked"], indirect=True)
@pytest.mark.criterion(78)
def test_given_a_hundred_changes_when_shown_then_focus_and_what_was_opened_stay(
    chromium: Browser, served: ServedTable
) -> None:
    page = opened(chromium, served, "/")
    served.do(lambda table: [table.press("ask", "no") for _ in range(12)])
    page.locator("summary").click()
    page.locator("#press-repeat").focus()
    page.evaluate(COUNTED)
    for key in PRESSES * 50:
        before = page.evaluate("updates")
        served.do(methodcaller("press", key))
        becomes(page, "before => updates > before", before)  # shown before the next one
    newest = served.do(lambda table: table.words()[-1])
    expect(page.locator("#said li").first).to_have_text(newest)
    assert page.evaluate("document.activeElement.id") == "press-repeat"
    assert page.evaluate("document.querySelector('details').open")


@pytest.mark.parametrize("served", ["untracked"], indirect=True)
@pytest.mark.criterion(78)
def test_given_many_words_at_once_when_read_aloud_then_one_region_speaks_250_ms_apart_and_loses_none(
    chromium: Browser, served: ServedTable
) -> None:
    page = opened(chromium, served, "/")
    expect(page.locator("#asked")).to_be_visible()
    page.evaluate(LISTEN)
    for _ in range(6):
        served.do(lambda table: table.press("ask", "yes", "no"))
    public = served.do(lambda table: [one.normal for one in table.paper.said if one.audience == "everyone"])
    becomes(
        page, "count => writes.map(one => one[1]).join(' ').split('Blue disc to move').length > count", 12
    )
    writes: list[tuple[float, str]] = page.evaluate("writes")
    heard = " ".join(text for _, text in writes).replace("\u00a0", " ")
    assert " ".join([one for one in public if one][-12:]) in " ".join(heard.split())
    assert all(later - sooner >= 249 for (sooner, _), (later, _) in pairwise(writes))
    assert all(one[1] != other[1] for one, other in pairwise(writes))


@pytest.mark.parametrize("served", ["untracked"], indirect=True)
def test_given_words_that_come_with_a_change_of_the_page_when_read_aloud_then_the_change_is_over_by_then(
    chromium: Browser, served: ServedTable
) -> None:
    page = opened(chromium, served, "/")
    expect(page.locator("#asked")).to_be_visible()
    page.evaluate(LISTEN)
    page.evaluate(CHANGES)
    before = page.locator("#said li").first.text_content()
    served.do(lambda table: table.press("ask", "yes", "no"))
    becomes(page, "writes.length > 0")
    assert page.evaluate("writes[0][0] - changed[0]") >= 299
    assert page.evaluate("first.isConnected && first.textContent") == before  # what is new came above it


def test_given_words_that_come_just_after_others_when_nothing_follows_then_they_are_read_all_the_same(
    chromium: Browser, served: ServedTable
) -> None:
    page = opened(chromium, served, "/")
    page.evaluate(LISTEN)
    page.evaluate(JUST_AFTER)
    becomes(page, "writes.some(one => one[1].includes('just after'))")


def test_given_a_page_when_printed_then_words_and_board_are_there_and_nothing_to_press(
    chromium: Browser, served: ServedTable
) -> None:
    page = opened(chromium, served, "/map")
    page.emulate_media(media="print", color_scheme="dark")
    expect(page.locator("svg.board")).to_be_visible()
    expect(page.locator("figcaption")).to_be_visible()
    expect(page.locator("#seats table")).to_be_visible()
    for pressed in page.locator("button, nav a, .links a").all():
        expect(pressed).to_be_hidden()


def test_given_a_choice_that_is_gone_when_the_page_follows_then_no_neighbour_is_chosen(
    chromium: Browser, served: ServedTable
) -> None:
    page = opened(chromium, served, "/seat", "blue")
    page.evaluate(CHOICE)
    chosen = page.evaluate(CHOICE_GONE)
    assert chosen == ""


@pytest.mark.parametrize("served", ["untracked"], indirect=True)
def test_given_tickets_half_marked_when_the_turn_comes_round_then_they_stay_marked_and_the_list_open(
    chromium: Browser, served: ServedTable
) -> None:
    page = opened(chromium, served, "/seat", "red")
    tickets = page.locator("#do-own-tickets")
    expect(tickets.get_by_role("checkbox").first).to_be_hidden()
    tickets.locator("summary").click()
    tickets.get_by_label("Boston to Miami").check()
    served.do(lambda table: table.press("yes"))
    expect(page.locator("#do-end-turn")).to_be_visible()
    expect(tickets.get_by_label("Boston to Miami")).to_be_checked()
    barriers(page)


def test_given_a_table_that_is_gone_when_the_page_notices_then_it_says_so_and_when_it_is_back(
    chromium: Browser, served: ServedTable
) -> None:
    page = opened(chromium, served, "/")
    expect(page.locator("#asked")).to_be_visible()
    page.evaluate(LISTEN)
    page.clock.install()
    page.context.set_offline(True)
    page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    page.clock.run_for(100)
    line = page.locator("#line")
    for _ in range(20):
        page.clock.run_for(500)
        if line.is_visible():
            break
    expect(line).to_contain_text("lost the table")
    page.clock.run_for(1000)
    becomes(page, SAID, "lost the table")
    page.context.set_offline(False)
    page.clock.run_for(5000)
    expect(line).to_be_hidden()
    again = line.get_attribute("data-again")
    assert again
    page.clock.run_for(1000)
    becomes(page, SAID, again)
    ERRORS[:] = [
        error for error in ERRORS if "ERR_INTERNET_DISCONNECTED" not in error
    ]  # as it was made to be


@pytest.mark.criterion(78)
def test_given_no_scripts_when_a_seat_joins_and_chooses_its_tickets_then_forms_do_it(
    chromium: Browser, served: ServedTable
) -> None:
    page = opened(chromium, served, "/", java_script_enabled=False)
    served.do(lambda table: table.wait(20.0))
    page.get_by_role("button", name="Join as blue disc").press("Enter")
    page.get_by_label("The code, 6 digits").fill(served.do(lambda table: table.digits()))
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Your hand")).to_be_visible()
    for box in page.get_by_role("checkbox").all():
        box.press(" ")
    page.get_by_role("button", name="Keep these").press("Enter")
    expect(page.locator("#tickets")).to_contain_text("3 tickets")
    assert served.do(lambda table: len(table.state.tickets["blue"])) == 3
