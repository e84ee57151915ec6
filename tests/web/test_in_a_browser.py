"""The page in Debian's Chromium: barriers, keyboard, what is read aloud, and life without scripts."""

import json
import shutil
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from engine import Command, DrawCard, KeepTickets, Seat
from table.requests import DoAct, Request
from tests.waiting import PATIENCE_S
from tests.web.browsing import browsing
from tests.web.page_table import PageTable
from tests.web.served import Served, ServedTable

AXE = Path(__file__).parent / "axe" / "node_modules" / "axe-core" / "axe.min.js"
ERRORS: list[str] = []  # of any page's script
MODES: dict[str, dict[str, Any]] = {
    "light": {"color_scheme": "light"},
    "dark": {"color_scheme": "dark"},
    "forced": {"forced_colors": "active"},
    "400 %": {"viewport": {"width": 320, "height": 256}},
}
SMALL = """() => [...document.querySelectorAll("a, button, input:not([type=hidden]), select, summary")]
    .filter(one => one.checkVisibility() && !one.matches(".skip, [type=checkbox]"))
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

CHANGES = """() => {
    window.changed = [];
    window.first = document.querySelector("#said li");
    new MutationObserver(() => changed.push(performance.now()))
        .observe(document.getElementById("parts"), { childList: true, characterData: true, subtree: true });
}"""
JUST_AFTER = """async () => {
    const { announce } = await import(document.querySelector("script").src);
    announce("first");
    setTimeout(() => announce("just after"), 40);
}"""
LOCK = """hidden => {
    Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
}"""
FLASHES = """() => {
    window.flashes = 0;
    new MutationObserver(() => { if (document.body.classList.contains("flash")) window.flashes++; })
        .observe(document.body, { attributes: true, attributeFilter: ["class"] });
}"""
CHOICE = """() => {
    const form = document.createElement("form");
    form.innerHTML = '<select id=s><option value="">Choose<option value=a>A<option value=b>B</select>';
    document.querySelector("#turn").append(form);
    document.querySelector("#s").value = "a";
}"""
CHOICE_GONE = """async () => {
    const { show } = await import(document.querySelector("script").src);
    show("turn", '<form><select id=s><option value="">Choose<option value=b>B</select></form>');
    return document.querySelector("#s").value;
}"""


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    path = shutil.which("chromium")
    assert path is not None, "chromium is missing; run scripts/setup test"
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
    page.goto(served.url + path)
    return page


def barriers(page: Page) -> None:
    """axe finds none, nothing is wider than the window, nothing too small to touch."""
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found = page.evaluate("axe.run()")
    assert [(one["id"], one["nodes"][0]["html"]) for one in found["violations"]] == []
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    assert page.evaluate(SMALL) == []
    assert page.evaluate(SIDEWAYS) == []


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
    for _ in range(10):
        served.do(lambda table: [table.press("ask", "no") for _ in range(5)])
    newest = served.do(lambda table: table.words()[-1])
    expect(page.locator("#said li").first).to_have_text(newest)
    assert page.evaluate("document.activeElement.id") == "press-repeat"
    assert page.evaluate("document.querySelector('details').open")


@pytest.mark.parametrize("served", ["untracked"], indirect=True)
@pytest.mark.criterion(78)
def test_given_many_words_at_once_when_read_aloud_then_one_region_speaks_250_ms_apart_and_loses_none(
    chromium: Browser, served: ServedTable
) -> None:
    page = opened(chromium, served, "/", bypass_csp=True)
    expect(page.locator("#asked")).to_be_visible()
    page.evaluate(LISTEN)
    for _ in range(6):
        served.do(lambda table: table.press("ask", "yes", "no"))
    public = served.do(lambda table: [one.normal for one in table.paper.said if one.audience == "everyone"])
    page.wait_for_function(
        "count => writes.map(one => one[1]).join(' ').split('Blue disc to move').length > count",
        arg=12,
        polling=50,  # by itself it waits for frames, which a busy machine may draw late
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
    page = opened(chromium, served, "/", bypass_csp=True)
    expect(page.locator("#asked")).to_be_visible()
    page.evaluate(LISTEN)
    page.evaluate(CHANGES)
    before = page.locator("#said li").first.text_content()
    served.do(lambda table: table.press("ask", "yes", "no"))
    page.wait_for_function("writes.length > 0", polling=50)
    assert page.evaluate("writes[0][0] - changed[0]") >= 299
    assert page.evaluate("first.isConnected && first.textContent") == before  # what is new came above it


def test_given_words_that_come_just_after_others_when_nothing_follows_then_they_are_read_all_the_same(
    chromium: Browser, served: ServedTable
) -> None:
    page = opened(chromium, served, "/", bypass_csp=True)
    page.evaluate(LISTEN)
    page.evaluate(JUST_AFTER)
    page.wait_for_function("writes.some(one => one[1].includes('just after'))", polling=50, timeout=20_000)


def test_given_private_words_when_they_come_then_the_regions_tell_only_that_there_are_some(
    chromium: Browser, served: ServedTable
) -> None:
    page = opened(chromium, served, "/seat", "blue", bypass_csp=True)
    expect(page.locator("#asked")).to_be_visible()
    page.evaluate(LISTEN)
    page.locator("#six summary").click()
    page.get_by_role("button", name="Forward").click()
    page.wait_for_function("writes.some(one => one[1].includes('New words for you alone.'))")
    private = served.do(lambda table: [one.normal for one in table.paper.said if one.audience == "blue"])
    heard = json.dumps(page.evaluate("writes"))
    assert private and not [one for one in private if one in heard]


def test_given_what_is_ones_own_when_hidden_then_it_is_hidden_from_eye_and_reader_until_shown(
    chromium: Browser, served: ServedTable
) -> None:
    page = opened(chromium, served, "/seat", "blue")
    hand = page.get_by_role("heading", name="Your hand")
    expect(hand).to_be_visible()
    page.locator("#hiding").press("Enter")
    expect(hand).to_be_hidden()
    expect(page.get_by_text("What is yours alone is hidden.")).to_be_visible()
    served.do(lambda table: table.press("ask"))
    expect(hand).to_be_hidden()
    page.locator("#hiding").press(" ")
    expect(hand).to_be_visible()


@pytest.mark.criterion(86)
def test_given_a_phone_that_is_its_owners_ear_when_chosen_then_private_words_are_read_until_it_is_locked(
    chromium: Browser, served: ServedTable
) -> None:
    page = opened(chromium, served, "/seat", "blue", bypass_csp=True)
    expect(page.locator("#asked")).to_be_visible()
    reading = page.get_by_label("Read mine to me, I wear an earphone")
    expect(reading).not_to_be_checked()
    reading.check()
    page.evaluate(LISTEN)
    page.locator("#six summary").click()
    page.get_by_role("button", name="Forward").click()
    own = "document.querySelector('#alone li').textContent"
    page.wait_for_function(f"writes.some(one => one[1].includes({own}))")
    assert served.do(lambda table: table.paper.said[-1].audience) == "blue"
    page.evaluate(LOCK, True)
    page.evaluate(LOCK, False)
    expect(reading).not_to_be_checked()
    page.evaluate("writes.length = 0")
    served.do(lambda table: table.press("forward"))
    page.wait_for_function("writes.some(one => one[1].includes('New words for you alone.'))")
    assert not page.evaluate(f"writes.some(one => one[1].includes({own}))")


@pytest.mark.criterion(86)
def test_given_a_locked_phone_when_it_is_unlocked_then_buttons_stayed_and_focus_is_where_it_was(
    chromium: Browser, served: ServedTable
) -> None:
    page = opened(chromium, served, "/seat", "blue")
    page.locator("#six summary").click()
    box = page.locator("#do-choose-tickets, #turn").get_by_role("checkbox").first
    box.focus()
    page.evaluate(LOCK, True)
    expect(box).to_be_hidden()
    expect(page.locator("#asked")).to_be_hidden()
    expect(page.locator("#press-yes")).to_be_visible()
    served.do(lambda table: table.press("repeat"))
    expect(page.locator("#said li")).not_to_have_count(0)
    expect(page.locator("#asked")).to_be_hidden()
    page.locator("#hiding").click()
    expect(page.locator("#asked")).to_be_visible()
    page.evaluate(LOCK, True)
    page.locator("#hiding").dispatch_event("click")
    page.evaluate(LOCK, False)
    page.locator("#press-no").focus()
    page.evaluate(LOCK, True)
    page.evaluate(LOCK, False)
    assert page.evaluate("document.activeElement.id") == "press-no"


@pytest.mark.criterion(86)
def test_given_a_question_when_asked_at_a_seats_page_then_the_answer_comes_there_and_stays_true(
    chromium: Browser, served: ServedTable
) -> None:
    page = opened(chromium, served, "/seat", "blue")
    page.locator("#questions").get_by_role("link", name="Turn", exact=True).click()
    answer = page.locator("#answer p").first
    expect(answer).to_be_visible()
    before = answer.inner_text()
    expect(page.locator("#turn")).to_be_visible()
    served.do(all_keep)
    expect(answer).not_to_have_text(before)


def test_given_who_does_not_hear_when_its_turn_comes_then_the_page_flashes_once(
    chromium: Browser, served: ServedTable
) -> None:
    page = opened(chromium, served, "/seat", "red", bypass_csp=True)
    served.do(all_keep)
    expect(page.locator("#your-turn")).to_have_count(0)
    page.get_by_label("Flash and vibrate at my turn").check()
    page.evaluate(FLASHES)
    page.evaluate("() => { window.shaken = []; navigator.vibrate = how => shaken.push(how); }")
    served.do(draws_two)
    expect(page.locator("#your-turn")).to_be_visible()
    page.wait_for_function("flashes === 1 && !document.body.classList.contains('flash')")
    assert page.evaluate("shaken.length") == 1


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


def do(table: PageTable, command: Command) -> None:
    """A seat's act, as its page sends it."""
    table.session.handle(Request(want=DoAct(command=command), seat=command.seat, near=True), table.at)
    table.wait(1.0)


def keeps_all(table: PageTable, seat: Seat) -> None:
    """A seat keeps all tickets that it was dealt."""
    do(table, KeepTickets(seat=seat, tickets=table.state.offered[seat]))


def all_keep(table: PageTable) -> None:
    """Each seat keeps all its tickets."""
    for seat in table.state.seats:
        keeps_all(table, seat)


def draws_two(table: PageTable) -> None:
    """Blue draws twice from the deck."""
    for _ in range(2):
        do(table, DrawCard(seat="blue", source="deck"))


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
    page.context.set_offline(False)
    page.clock.run_for(5000)
    expect(line).to_be_hidden()


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
