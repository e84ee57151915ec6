"""Phones that joined wrongly: any seat puts them out, everybody hears who has, and nobody can by accident."""

from tests.web.page_table import PageTable
from tests.web.test_host_page import become_host


def test_given_a_phone_that_joined_wrongly_when_another_seat_removes_it_then_all_hear_by_whom() -> None:
    table = PageTable(seats=("blue", "red", "green"))
    thief, blue = table.join("red", "192.168.1.66"), table.join("blue")
    for _ in range(3):
        table.wait(60.0)
    blue.visit("/seat")
    blue.follow("Phones")
    blue.press("Remove red square's phone")
    assert blue.where == "/seat/phones"
    assert "Remove red square's phone" not in blue.page.text and "Remove blue disc's phone" in blue.page.text
    assert "The phone of red square is out: blue disc has removed it." in table.words()
    assert thief.visit("/seat").headings[0] == ("h1", "The table")
    assert thief.visit("/seat/phones").headings[0] == ("h1", "The table")


def test_given_a_phone_that_a_seat_has_removed_when_no_is_pressed_too_then_an_earlier_phone_stays() -> None:
    table = PageTable()
    red, blue = table.join("red"), table.join("blue")
    table.wait(11.0)
    thief = table.browser("192.168.1.66")
    thief.press("Join as red square")
    thief.press("Join", code=table.digits())
    blue.visit("/seat/phones")
    form = next(form for form in blue.page.forms if form.action == "/seat/phones")
    newest = form.buttons[-1]
    assert newest.text == "Remove red square's phone"
    blue.submit(form, [*form.hidden.items(), (newest.name, newest.value)])
    table.wait(0.7)
    PageTable.press(table, "no")
    table.show()
    assert thief.visit("/seat").headings[0] == ("h1", "The table")
    assert red.visit("/seat").headings[0] == ("h1", "Red square")


def test_given_who_has_joined_no_seat_when_a_phone_is_to_be_removed_then_that_is_refused_and_it_stays() -> (
    None
):
    table = PageTable()
    red, guest, host = table.join("red"), table.browser(), become_host(table)
    red.follow("Phones")
    form = next(form for form in red.page.forms if form.action == "/seat/phones")
    (button,) = form.buttons
    for browser, token in ((guest, guest.page.forms[0].hidden["token"]), (host, form.hidden["token"])):
        answer = browser.post("/seat/phones", [("token", token), (button.name, button.value)])
        assert answer.status == 403
    assert red.post("/seat/phones", [("token", "x"), (button.name, button.value)]).status == 403
    assert red.visit("/seat").headings[0] == ("h1", "Red square")
    assert not [words for words in table.words() if "is out" in words]


def test_given_ones_own_phone_or_one_that_has_left_when_removed_then_it_is_out_once() -> None:
    table = PageTable()
    red, other = table.join("red"), table.join("red")
    red.follow("Phones")
    form = next(form for form in red.page.forms if form.action == "/seat/phones")
    assert len(form.buttons) == 2
    newest = form.buttons[1]
    for _ in range(2):
        red.submit(form, [*form.hidden.items(), (newest.name, newest.value)])
    assert other.visit("/seat").headings[0] == ("h1", "The table")
    red.press("Remove red square's phone")
    assert red.where.startswith("/?note=") and "join again" in red.page.text
    assert table.words().count("The phone of red square is out.") == 2
