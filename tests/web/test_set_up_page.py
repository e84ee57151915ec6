"""The page while a table is set up: the same questions and buttons; it goes on into the game."""

import pytest

from announce import Announcement
from dialog.setup import CardList, EarTry, EditionList, NoEar, Practice, SetupPhone, Start, StarterList, Who
from table.answers import Answer, Done
from table.requests import PressButton, Request
from tests.table.setting_up_table import DENVER
from tests.web.browser import Browser
from tests.web.set_up_page import SetUpPage


def seated(table: SetUpPage) -> Browser:
    """A browser that has chosen edition, cards and, with tokens, blue and red, up to the first ear."""
    browser = table.browser()
    table.press(browser, "Yes", "Yes", "Yes")
    assert isinstance(table.before.table.panel.mode, Who)
    for seen in ("blue", "empty", "red", "empty"):
        table.before.see(DENVER, seen)
    table.press(browser, "Yes", "Yes")
    assert isinstance(table.before.table.panel.mode, NoEar | EarTry)
    return browser


@pytest.mark.criterion(78)
def test_given_a_table_that_is_set_up_when_its_page_is_opened_then_it_asks_what_the_table_hears() -> None:
    table = SetUpPage(first=True)
    browser = table.browser()
    assert "The table is being set up." in browser.page.text
    assert "Slower: Back. Faster: Forward. Yes when this speed is right." in browser.page.text
    assert "As soon as a seat is taken it can be joined here." in browser.page.text
    table.press(browser, "Yes")
    assert isinstance(table.before.table.panel.mode, Practice)
    assert "Button practice" in browser.page.text
    table.press(browser, "Ask")
    assert "Ask: the questions, and where you are." in browser.page.text


@pytest.mark.criterion(20)
def test_given_a_question_that_has_changed_when_yes_is_pressed_on_an_old_page_then_it_is_refused() -> None:
    table = SetUpPage()
    old, new = table.browser(), table.browser()
    table.press(new, "Yes")
    assert isinstance(table.before.table.panel.mode, EditionList)
    old.press("Yes")
    assert "That came too late: something else is asked now." in old.page.text
    assert isinstance(table.before.table.panel.mode, EditionList)
    table.press(new, "Yes")
    assert isinstance(table.before.table.panel.mode, CardList)


@pytest.mark.parametrize("path", ["/routes", "/ask/turn", "/ask/hand"])
def test_given_no_game_when_it_is_asked_about_then_the_page_says_that_there_is_none(path: str) -> None:
    browser = SetUpPage().browser()
    browser.visit(path)
    assert browser.where.startswith("/") and "There is no game yet." in browser.page.text


def test_given_a_table_that_has_not_begun_when_a_page_presses_then_it_is_busy_and_nothing_is_done() -> None:
    table = SetUpPage()
    table.before.table._asking = False
    browser = table.browser()
    browser.press("Yes")
    assert "busy" in browser.page.text
    assert isinstance(table.before.table.panel.mode, Start)


@pytest.mark.criterion(76, 78)
def test_given_a_phone_that_joins_at_set_up_when_the_game_begins_then_no_second_code_is_asked() -> None:
    table = SetUpPage()
    guest = seated(table)
    phone = table.browser()
    table.join(phone, "blue disc")
    assert isinstance(table.before.table.panel.mode, SetupPhone)
    assert phone.where == "/seat" and "Blue disc" in phone.page.text
    table.press(guest, "Yes")
    assert "Red square has no ear yet." in guest.page.text
    assert dict(table.before.table.panel.desk.draft.ears) == {"blue": "page"}
    table.press(phone, "Yes")  # the same six buttons: red takes the shared earphone
    assert isinstance(table.before.table.panel.mode, StarterList)
    table.begin(("blue", "red"))
    phone.visit("/seat")
    assert "Your hand" in phone.page.text and "Your tickets" in phone.page.text
    guest.visit("/routes")
    assert "Denver" in guest.page.text


def test_given_a_table_that_is_set_up_by_its_page_alone_when_pressed_then_it_counts_as_used() -> None:
    """Else a newer version would start the table anew while somebody sets it up."""
    table = SetUpPage()
    guest = table.browser()
    before = table.desk.wanted
    table.press(guest, "Yes")
    assert table.desk.wanted > before


@pytest.mark.criterion(76)
def test_given_a_phone_that_joins_at_set_up_when_no_then_it_leaves_at_once() -> None:
    table = SetUpPage()
    guest = seated(table)
    phone = table.browser()
    table.join(phone, "red square")
    table.press(guest, "No")
    assert isinstance(table.before.table.panel.mode, NoEar)
    phone.visit("/seat")
    assert phone.where == "/" or "belongs to no seat" in phone.page.text
    assert any("red square" in one.normal and "phone" in one.normal for one in table.room.said[-4:])


def test_given_a_phone_at_set_up_when_another_seat_removes_it_then_it_leaves_and_all_hear_by_whom() -> None:
    table = SetUpPage()
    guest = seated(table)
    blue, red = table.browser(), table.browser()
    table.join(blue, "blue disc")
    table.press(guest, "Yes")
    table.join(red, "red square")
    blue.visit("/seat")
    blue.follow("Phones")
    blue.press("Remove red square's phone")
    assert "red square" not in blue.page.text
    red.visit("/seat")
    assert "belongs to no seat" in red.page.text
    said = [one.normal for one in table.room.said]
    assert "The phone of red square is out: blue disc has removed it." in said


def test_given_a_seat_that_does_not_play_after_all_when_the_game_begins_then_its_phone_leaves() -> None:
    table = SetUpPage()
    guest = seated(table)
    phone = table.browser()
    table.join(phone, "red square")
    table.press(guest, "Yes")
    table.begin(("blue", "green"))
    phone.visit("/seat")
    assert "Your hand" not in phone.page.text


def test_given_words_of_set_up_when_the_game_begins_then_they_are_numbered_on_after_older_ones() -> None:
    table = SetUpPage()
    moment = table.pages.table
    assert moment is not None
    before = moment.heard("everyone")
    old = Announcement(audience="everyone", normal="Welcome back.", urgency="polite")
    table.begin(("blue", "red"), [old])
    moment = table.pages.table
    assert moment is not None
    after = moment.heard("everyone")
    assert after[0].text == "Welcome back."
    assert after[1 : 1 + len(before)] == before
    numbers = [one.number for one in after]
    assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))


@pytest.mark.criterion(68)
def test_given_an_ear_that_is_tried_when_pages_show_it_then_only_its_seat_is_asked_there() -> None:
    table = SetUpPage(ways={"blue": ("own", "page"), "red": ("page",)})
    seated(table)
    assert table.before.table.panel.mode == EarTry("blue")
    moment = table.pages.table
    assert moment is not None
    assert moment.asked("blue").text.startswith("Blue disc, this is your ear.")
    assert moment.asked("red").text == moment.asked(None).text
    assert moment.asked(None).text.startswith("Blue disc, listen in your earphone.")


def test_given_a_press_when_it_is_answered_then_the_page_shows_already_what_came_of_it() -> None:
    table = SetUpPage()
    table.wait(0.6)
    shown: list[str] = []

    def answered(answer: Answer) -> None:
        moment = table.pages.table
        assert isinstance(answer, Done) and moment is not None
        shown.append(moment.asked(None).text)

    moment = table.pages.table
    assert moment is not None
    number = moment.asked(None).number
    table.part.request(Request(want=PressButton(button="yes", shown=number), answer=answered))
    table.show()
    assert shown == ["Which edition? United States. 1 of 1. Yes takes it, Forward goes on."]


def test_given_a_table_that_is_set_up_when_somebody_becomes_the_host_then_the_host_s_page_sets_it_up() -> (
    None
):
    table = SetUpPage()
    host = table.browser()
    host.follow("The host's page")
    host.press("Become the host")
    spoken = [one.normal for one in table.room.said if one.normal.startswith("The code for the host's page")]
    host.press("Join", code="".join(sign for sign in spoken[-1] if sign.isdigit()))
    table.before.wait(0.7)
    assert host.visit("/host").headings[0] == ("h1", "The host's page")
    table.press(host, "Yes")  # it stays
    host.visit("/host")
    assert "Ready" in host.page.text
    host.press("Yes")
    table.show()
    assert isinstance(table.before.table.panel.mode, EditionList)
    assert "Which edition? United States." in host.visit("/host").text
