"""A seat's own page in Debian's Chromium: private words, hiding, the lock, its turn, a question asked."""

import json
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from engine import Command, DrawCard, KeepTickets, Seat
from table.requests import DoAct, Request
from tests.web.chromium import ERRORS, LISTEN, barriers, becomes, chromium, opened, served
from tests.web.gallery import in_the_middle
from tests.web.page_table import PageTable
from tests.web.served import ServedTable
from tests.web.test_pairing import IPHONE
from tests.web.test_secrecy import SECRET, TOO_DEAR

__all__ = ["chromium", "served"]

SENDS = """command => {
    const button = document.querySelector("#do-draw button");
    button.value = command;
    button.click();
}"""
"""At once: when the page comes up to date in between, a button is what it was, or another stands there."""
LOCK = """hidden => {
    Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
}"""
GONE = "writes.some(one => one[1].includes('What you were at is gone'))"
SPOKEN_MS = 900  # by then what was to be read aloud has been written
PART_GONE = """async () => {
    const { show } = await import(document.querySelector("script").src);
    const names = [...document.querySelectorAll("#parts > section")].map(one => one.id);
    show(Object.fromEntries(names.filter(one => one !== "turn").map(one => [one, null])));
}"""
FLASHES = """() => {
    window.flashes = 0;
    new MutationObserver(() => { if (document.body.classList.contains("flash")) window.flashes++; })
        .observe(document.body, { attributes: true, attributeFilter: ["class"] });
}"""


@pytest.fixture
def in_turn() -> Iterator[ServedTable]:
    """Blue is to move, in the middle of a game."""
    found = ServedTable(PageTable(game=in_the_middle()))
    yield found
    found.close()


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


def test_given_private_words_when_they_come_then_the_regions_tell_only_that_there_are_some(
    chromium: Browser, served: ServedTable
) -> None:
    page = opened(chromium, served, "/seat", "blue")
    expect(page.locator("#asked")).to_be_visible()
    page.evaluate(LISTEN)
    page.locator("#six summary").click()
    page.get_by_role("button", name="Forward").click()
    becomes(page, "writes.some(one => one[1].includes('New words for you alone.'))")
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
    page = opened(chromium, served, "/seat", "blue")
    expect(page.locator("#asked")).to_be_visible()
    reading = page.get_by_label("Read mine to me, I wear an earphone")
    expect(reading).not_to_be_checked()
    reading.check()
    page.evaluate(LISTEN)
    page.locator("#six summary").click()
    page.get_by_role("button", name="Forward").click()
    own = "document.querySelector('#alone li').textContent"
    becomes(page, f"writes.some(one => one[1].includes({own}))")
    assert served.do(lambda table: table.paper.said[-1].audience) == "blue"
    page.evaluate(LOCK, True)
    page.evaluate(LOCK, False)
    expect(reading).not_to_be_checked()
    page.evaluate("writes.length = 0")
    served.do(lambda table: table.press("forward"))
    becomes(page, "writes.some(one => one[1].includes('New words for you alone.'))")
    assert not page.evaluate(f"writes.some(one => one[1].includes({own}))")


@pytest.mark.parametrize(
    ("path", "own"),
    [("/seat/claim?begins=den", "Denver"), ("/seat/ask/hand", "cards")],
)
def test_given_a_step_or_an_answer_of_ones_own_when_the_phone_is_locked_then_it_is_hidden_until_shown(
    chromium: Browser, in_turn: ServedTable, path: str, own: str
) -> None:
    page = opened(chromium, in_turn, path, "blue")
    private = page.locator("main .private")
    expect(private).to_contain_text(own)
    page.evaluate(LOCK, True)
    page.evaluate(LOCK, False)
    expect(private).to_be_hidden()
    page.locator("#hiding").press("Enter")
    expect(private).to_be_visible()


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
    page = opened(chromium, served, "/seat", "red")
    served.do(all_keep)
    expect(page.locator("#your-turn")).to_have_count(0)
    page.get_by_label("Flash and vibrate at my turn").check()
    page.evaluate(FLASHES)
    page.evaluate("() => { window.shaken = []; navigator.vibrate = how => shaken.push(how); }")
    served.do(draws_two)
    expect(page.locator("#your-turn")).to_be_visible()
    becomes(page, "flashes === 1 && !document.body.classList.contains('flash')")
    assert page.evaluate("shaken.length") == 1


def test_given_a_reason_that_only_its_seat_may_know_when_refused_then_no_region_tells_it_unasked(
    chromium: Browser, in_turn: ServedTable
) -> None:
    page = opened(chromium, in_turn, "/seat", "blue")
    expect(page.locator("#your-turn")).to_be_visible()
    page.evaluate(LISTEN)
    page.evaluate(SENDS, TOO_DEAR)
    expect(page.locator("#note")).to_contain_text(SECRET)
    becomes(page, "writes.some(one => one[1].includes('New words for you alone.'))")
    assert SECRET not in json.dumps(page.evaluate("writes"))
    page.get_by_label("Read mine to me, I wear an earphone").check()
    page.evaluate(SENDS, TOO_DEAR)
    becomes(page, f"writes.some(one => one[1].includes('{SECRET}'))")
    refusals_alone()


def refusals_alone() -> None:
    """The console has told of refused requests, as they are answered, and of nothing else."""
    assert [error for error in ERRORS if "409" not in error] == []
    ERRORS.clear()


def test_given_a_refusal_that_tells_of_a_hand_when_hidden_or_locked_then_it_is_gone_until_shown(
    chromium: Browser, in_turn: ServedTable
) -> None:
    page = opened(chromium, in_turn, "/seat", "blue")
    note = page.locator("#note")
    page.evaluate(SENDS, TOO_DEAR)
    expect(note).to_contain_text(SECRET)
    page.locator("#hiding").click()
    expect(note).to_be_hidden()
    page.locator("#hiding").click()
    expect(note).to_contain_text(SECRET)
    page.evaluate(LOCK, True)
    page.evaluate(LOCK, False)
    expect(note).to_be_hidden()
    page.evaluate(SENDS, TOO_DEAR)
    expect(note).to_have_text("New words for you alone.")
    refusals_alone()


def test_given_a_button_that_has_the_focus_when_it_goes_then_its_parts_heading_has_it_and_why_is_told(
    chromium: Browser, in_turn: ServedTable
) -> None:
    page = opened(chromium, in_turn, "/seat", "blue")
    page.locator("#do-draw button").first.focus()
    page.evaluate(LISTEN)
    in_turn.do(draws_two)
    expect(page.locator("#do-draw")).to_have_count(0)
    assert page.evaluate("document.activeElement.id") == "turn-heading"
    becomes(page, GONE)


def test_given_a_seat_s_own_act_when_its_button_goes_then_nobody_is_said_to_have_taken_it(
    chromium: Browser, in_turn: ServedTable
) -> None:
    page = opened(chromium, in_turn, "/seat", "blue")
    in_turn.do(lambda table: do(table, DrawCard(seat="blue", source="deck")))
    page.wait_for_timeout(SPOKEN_MS)
    page.evaluate(LISTEN)
    page.locator("#do-draw button").first.press("Enter")
    expect(page.locator("#do-draw")).to_have_count(0, timeout=20_000)
    assert page.evaluate("document.activeElement.id") == "turn-heading"
    page.wait_for_timeout(SPOKEN_MS)
    assert not page.evaluate(GONE)


@pytest.mark.parametrize("acts", [False, True])
def test_given_a_whole_part_that_has_the_focus_when_it_goes_then_why_is_told_but_for_an_own_act(
    chromium: Browser, in_turn: ServedTable, *, acts: bool
) -> None:
    page = opened(chromium, in_turn, "/seat", "blue")
    page.evaluate(LISTEN)
    draw = page.locator("#do-draw button").first
    draw.focus()
    if acts:
        page.route("**/seat/act", lambda route: route.fulfill(json={"text": "", "own": False}))
        draw.press("Enter")
    page.evaluate(PART_GONE)
    assert page.evaluate("document.activeElement.id") == "main"
    page.wait_for_timeout(SPOKEN_MS)
    assert page.evaluate(GONE) is not acts


def test_given_a_code_that_was_scanned_into_an_app_when_met_then_its_address_can_be_taken_elsewhere(
    chromium: Browser, served: ServedTable
) -> None:
    far = {"x-forwarded-for": "192.168.1.77"}
    page = opened(chromium, served, "/", extra_http_headers=far, user_agent=IPHONE.format("", ""))
    served.do(lambda table: table.wait(20.0))
    page.get_by_role("button", name="Join as blue disc").click()
    expect(page.locator("#scanned")).to_have_text(f"{served.url}/join")
    page.goto(served.url)
    code = "0123456789abcdef" * 2
    page.goto(f"{served.url}/join#{code}")
    expect(page.locator("#scanned")).to_have_text(f"{served.url}/join#{code}")
    assert page.url == f"{served.url}/join"
    page.set_viewport_size({"width": 320, "height": 640})
    barriers(page)


def test_given_a_phone_that_is_removed_when_its_page_is_open_then_it_is_told_why(
    chromium: Browser, served: ServedTable
) -> None:
    page = opened(chromium, served, "/seat/map", "blue")
    expect(page.locator("#hiding")).to_be_visible()
    served.do(lambda table: table.pages.put_out("blue"))
    expect(page.get_by_text("This page belongs to no seat any more")).to_be_visible()
