"""Phones beside a screen that several share: they join at any time, and nothing of theirs is shown there."""

import io

import pytest

from command_line.printed_words import Transcript
from dialog import Acts, PassEar, Phone, Table, Tickets
from engine import Seat
from tests.web.browser import Browser
from tests.web.page_table import PageTable

SEATS: tuple[Seat, ...] = ("blue", "red", "green")
NAMES = {"blue": "blue disc", "red": "red square", "green": "green triangle"}


class AtAScreen(PageTable):
    """Three people have one screen, at which each looks alone; blue's words are due, and asked for."""

    def __init__(self) -> None:
        self.out = io.StringIO()
        paper = Transcript(self.out, ears=SEATS, elsewhere=lambda: self.session.ears.on_phones)
        super().__init__("europe", "dealt", SEATS)
        self.session.teller._sinks += (paper,)  # from when the screen is shared
        self.session.share_ear(SEATS, {}, screen=True)
        self.press("forward")
        self.loops(1.0)
        assert isinstance(self.mode, PassEar) and self.mode.seat == "blue"

    def loops(self, seconds: float) -> None:
        """The loop comes round, with its page."""
        for _ in range(round(seconds * 10)):
            self.wait(0.1)
            self.show()

    def sends_code(self, seat: Seat) -> Browser:
        """A phone asks to join, and its code is written; nobody has pressed anything."""
        browser = self.browser()
        self.loops(11.0)
        browser.press(f"Join as {NAMES[seat]}")
        browser.press("Join", code=self.digits())
        self.loops(1.0)
        return browser

    def keeps(self, seat: Seat, browser: Browser) -> None:
        """The seat keeps two of its tickets by its page."""
        form = next(one for one in browser.visit("/seat").forms if one.boxes)
        browser.mark(form, form.boxes[:2])
        assert seat not in self.state.offered
        self.loops(1.0)

    @property
    def shown(self) -> list[str]:
        """Whose words the screen has shown."""
        return [seat for seat in SEATS if f"[{seat}'s ear]" in self.out.getvalue()]


def test_given_words_that_wait_for_a_screen_when_their_seat_joins_by_phone_then_it_reads_them_there() -> None:
    table = AtAScreen()
    browser = table.sends_code("blue")
    assert browser.where == "/seat", browser.page.text
    assert isinstance(table.mode, Phone)
    table.loops(60.0)
    assert isinstance(table.mode, Phone), "no Yes that is meant for the phone shows a hand"
    table.press("yes")
    table.loops(1.0)
    assert isinstance(table.mode, PassEar) and table.mode.seat == "red"
    assert table.shown == []
    table.press("yes")
    table.loops(1.0)
    assert isinstance(table.mode, Tickets) and table.mode.seat == "red"
    assert table.shown == ["red"]
    table.keeps("blue", browser)
    assert isinstance(table.mode, Tickets) and table.mode.seat == "red", "what red has marked stays"
    assert "You have 2 tickets." in browser.visit("/seat").text and table.shown == ["red"]


def test_given_who_chooses_on_phones_when_keys_are_pressed_then_nothing_is_chosen_for_them() -> None:
    table = AtAScreen()
    phones = {seat: table.sends_code(seat) for seat in SEATS}
    table.press("yes")
    table.loops(1.0)
    choice = table.mode
    assert isinstance(choice, Tickets)
    for button in ("yes", "no", "forward", "back"):
        assert table.press(button) == ["Blue disc has a choice open. Its own button goes on with it."]
        assert table.mode == choice
    for seat, browser in phones.items():
        table.keeps(seat, browser)
    assert table.press("yes")[-1].startswith("Blue disc to move, turn 1") and isinstance(table.mode, Table)
    table.press_seat("blue")
    table.press("yes")
    assert isinstance(table.mode, Acts), "its own button goes on, and it reads on its phone"
    assert table.shown == []


@pytest.mark.parametrize("leaves", [False, True])
def test_given_a_seat_on_a_phone_when_that_is_put_out_or_leaves_then_its_words_wait_for_the_screen_again(
    leaves: bool,
) -> None:
    table = AtAScreen()
    browser = table.sends_code("blue")
    if leaves:
        table.press("yes")
        browser.visit("/seat")
        browser.press("Leave this seat")
    else:
        table.press("no")
    table.loops(1.0)
    assert table.session.ears.on_phones == frozenset()
    assert table.session.teller.shared.seats == set(SEATS)
    assert isinstance(table.mode, PassEar) and table.shown == []
    asked = table.mode.seat
    table.press("yes")
    table.loops(1.0)
    assert table.shown == [asked]


def test_given_a_phone_that_is_asked_about_when_the_screen_has_words_for_another_then_they_wait() -> None:
    table = AtAScreen()
    table.sends_code("green")
    table.press("yes")
    table.loops(1.0)
    assert isinstance(table.mode, PassEar) and table.mode.seat == "blue"
    assert table.shown == []
