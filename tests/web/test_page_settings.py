"""What a browser has set for its pages: the way lists of words run, single letters; without scripts, too."""

import json
from html import unescape

import pytest
from playwright.sync_api import Browser as Chromium
from playwright.sync_api import expect

from tests.web.browser import Browser
from tests.web.chromium import LISTEN, barriers, chromium, opened, served
from tests.web.page_table import PageTable
from tests.web.served import ServedTable
from tests.web.test_command_box import typed
from tests.web.test_walk import heard
from web.page_settings import ON_MAP, TYPED, USUAL, PageSettings, kept, read

__all__ = ["chromium", "served"]  # fixtures

KEEP = "Keep these settings"


def put(browser: Browser, **fields: str) -> str:
    """Set this and leave all else as the page of settings has it; what it then says."""
    browser.visit("/settings")
    usual = {f"letter-{name}": sign for name, sign in {**TYPED, **ON_MAP}.items()}
    given = {"letters": "on", **usual, **fields}
    return browser.press(KEEP, **{name: value for name, value in given.items() if value != "-"}).text


def log(browser: Browser, path: str) -> list[str]:
    """The words that everybody heard, as their list runs on this page."""
    browser.visit(path)
    listed = browser.raw.partition('<section id="said"')[2].partition("</section>")[0]
    return [unescape(one.partition(">")[2].partition("<")[0]) for one in listed.split("<li")[1:]]


def test_given_newest_last_when_set_then_logs_run_as_was_said_in_that_browser_alone() -> None:
    table = PageTable(cards="untracked")
    for _ in range(20):
        table.press("ask", "no")
    seat, other = table.join("blue"), table.browser()
    before = log(seat, "/seat")
    assert len(before) > 12  # with earlier ones, which are folded
    assert "This browser has them now." in put(seat, last="on")
    for path in ("/", "/seat"):
        assert log(seat, path) == log(other, "/")[::-1]
        assert "What was said, newest last" in seat.page.text
        assert "newest first" not in seat.page.text
    said = seat.raw.partition('<section id="said"')[2]
    assert said.index("<details") < said.index("</details>") < said.rindex("<ol")
    assert 'reversed=""' not in said and "<ol reversed" not in said
    put(seat)
    assert log(seat, "/seat") == log(other, "/")


def test_given_letters_when_changed_then_they_and_no_others_are_short_for_questions() -> None:
    browser = PageTable(cards="untracked").browser()
    put(browser, **{"letter-turn": "z", "letter-scores": ""})
    browser.visit("/")
    assert "or a letter: atl cha, t, s" not in browser.page.text
    assert "or a word: atl cha, turn, scores" in browser.page.text
    assert "Blue disc to move" in typed(browser, "z")
    assert browser.where.endswith("ask=turn#answer")
    for text in ("t", "s"):
        browser.visit("/")
        typed(browser, text)
        assert "ask=turn" not in browser.where and "ask=scores" not in browser.where
    browser.visit("/")
    assert "Blue disc 0" in typed(browser, "scores")
    browser.visit("/help")
    assert "z, turn" in browser.page.text and "s, scores" not in browser.page.text
    browser.visit("/settings")
    browser.press("As they were at first")
    browser.visit("/")
    assert typed(browser, "s") and browser.where.endswith("ask=scores#answer")


def test_given_letters_when_switched_off_then_none_is_short_for_anything_and_names_still_find() -> None:
    table = PageTable()
    seat = table.join("blue")
    put(seat, letters="-")
    for letter in TYPED.values():
        seat.visit("/seat")
        typed(seat, letter)
        assert not [item for item in TYPED if f"ask={item}#" in seat.where], letter
        assert seat.where != "/seat/help"
    seat.visit("/seat")
    assert "Denver, 9 routes" in typed(seat, "den")
    seat.visit("/seat/map")
    board = unescape(seat.raw.partition('data-board="')[2].partition('"')[0])
    assert json.loads(board)["keys"] == {}
    assert "Brackets" not in seat.page.text


def test_given_a_letter_of_the_box_when_changed_then_the_board_by_keys_tells_its_own_as_before() -> None:
    browser = PageTable(cards="untracked").browser()
    put(browser, **{"letter-turn": "z"})
    browser.visit("/map")
    assert "Brackets go round the routes" in browser.page.text  # a bare bracket is read aloud by few


@pytest.mark.parametrize(
    "fields",
    [
        {"letter-turn": "s"}, {"letter-turn": "xy"}, {"letter-next": "["}, {"letter-turn": "\u200b"},
        {"letter-turn": ":"},
    ],
)  # fmt: skip
def test_given_two_of_one_letter_or_more_than_one_sign_when_set_then_that_is_refused_in_words(
    fields: dict[str, str],
) -> None:
    browser = PageTable(cards="untracked").browser()
    assert "Give each a letter or sign of its own, or none." in put(browser, **fields)
    assert "fingerpost-settings" not in browser.cookies


@pytest.mark.parametrize(
    "settings",
    [USUAL, PageSettings(newest_last=True), PageSettings(letters=False),
     PageSettings(changed=(("turn", "ü"), ("next", ""), ("find", ";")))],
)  # fmt: skip
def test_given_settings_when_kept_then_the_cookie_tells_the_same(settings: PageSettings) -> None:
    assert read(kept(settings)) == settings


@pytest.mark.parametrize(
    "cookie", [None, "", "turn:zz", "turn:110000000", "turn:73", "x:41", "turn:20", ":", "."]
)
def test_given_a_cookie_that_is_none_of_ours_when_read_then_all_is_as_at_first(cookie: str | None) -> None:
    assert read(cookie) == USUAL


@pytest.mark.parametrize("served", ["untracked"], indirect=True)
def test_given_other_letters_for_the_board_by_keys_when_pressed_then_they_alone_do_it(
    chromium: Chromium, served: ServedTable
) -> None:
    page = opened(chromium, served, "/settings")
    barriers(page)
    page.get_by_label("The next route here").fill("N")
    page.get_by_label("A place, or how it begins").fill("")
    page.get_by_role("button", name=KEEP).press("Enter")
    expect(page.locator("#note")).to_have_text("This browser has them now.")
    page.goto(f"{served.url}/map")
    page.evaluate(LISTEN)
    expect(page.locator("#walk-keys")).to_contain_text("n: The next route here. [: The route before it.")
    page.locator("#walk-to").fill("denv")
    page.keyboard.press("Enter")
    heard(page, "Denver: 9 routes, 9 free.")
    page.keyboard.press("/")
    assert page.evaluate("document.activeElement.id") == "walker"
    page.keyboard.press("]")
    page.keyboard.press("n")
    heard(page, "Denver to Omaha")
    assert not page.evaluate("writes.some(one => one[1].includes('Denver to Kansas City'))")


@pytest.mark.parametrize("served", ["dealt"], indirect=True)
def test_given_newest_last_when_private_words_come_then_an_earphone_has_them_once_in_their_order(
    chromium: Chromium, served: ServedTable
) -> None:
    page = opened(chromium, served, "/settings", "blue")
    page.get_by_label("Newest words last").check()
    page.get_by_role("button", name=KEEP).click()
    page.get_by_role("link", name="Back to the game").click()
    page.get_by_label("Read mine to me, I wear an earphone").check()
    page.evaluate(LISTEN)
    page.locator("#six summary").click()
    for _ in range(3):
        before = page.locator("#alone li").count()
        page.get_by_role("button", name="Forward").click()
        expect(page.locator("#alone li")).to_have_count(before + 1)
    words = page.locator("#alone li").all_text_contents()
    heard(page, words[-1])
    told = " ".join(one[1] for one in page.evaluate("writes"))
    assert [told.index(one) for one in words[-3:]] == sorted(told.index(one) for one in words[-3:])
    assert words[0] not in told
