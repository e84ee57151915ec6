"""Seats that choose side by side at pages without scripts: what one has chosen makes no other stale."""

import pytest

from engine import CardMode, Seat
from tests.web.browser import Browser, Form
from tests.web.page_table import PageTable


def shown(table: PageTable, browser: Browser) -> Form:
    """The form of what the seat has to choose, as it stands in the browser now."""
    table.show()
    return next(form for form in browser.visit("/seat").forms if form.action == "/seat/act")


def choose(browser: Browser, form: Form, count: int) -> str:
    """Choose so many of the tickets, or the first mix; what the page shows then."""
    if form.boxes:
        return browser.mark(form, form.boxes[:count]).text
    option = next(one for one in form.options if one.value)
    return browser.submit(form, [*form.hidden.items(), (option.name, option.value)]).text


@pytest.mark.parametrize(
    ("edition", "cards"),
    [("europe", "dealt"), ("rails-and-sails-world", "dealt"), ("rails-and-sails-great-lakes", "untracked")],
)
def test_given_forms_that_both_seats_have_open_when_one_has_chosen_then_the_others_is_taken(
    edition: str, cards: CardMode
) -> None:
    table = PageTable(edition, cards)
    browsers: dict[Seat, Browser] = {seat: table.join(seat) for seat in table.state.seats}
    for _ in range(2 if edition == "rails-and-sails-world" else 1):  # tickets, and the mix
        forms = {seat: shown(table, browsers[seat]) for seat in table.state.waiting_for()}
        for seat, form in forms.items():
            assert "The game has gone on meanwhile" not in choose(browsers[seat], form, len(form.boxes))
    assert table.state.to_move is not None


def test_given_tickets_to_enter_after_the_last_turn_when_one_has_then_the_others_form_is_taken() -> None:
    table = PageTable(cards="untracked", settings={"trains": 5})
    browsers = {seat: table.join(seat) for seat in table.state.seats}
    table.set_token("blue", "denver-omaha")  # 1 train left: the last round
    table.press("yes", "yes")
    assert table.state.phase == "declaring"
    forms = {seat: shown(table, browsers[seat]) for seat in table.state.seats}
    for seat, form in forms.items():
        choose(browsers[seat], form, 2)
    assert table.session.over
    assert [len(table.state.tickets[seat]) for seat in table.state.seats] == [2, 2]


def test_given_a_seat_in_two_browsers_when_it_has_chosen_in_one_then_the_other_changes_nothing() -> None:
    table = PageTable("europe")
    one, other = table.join("blue"), table.join("blue")
    forms = shown(table, one), shown(table, other)
    choose(one, forms[0], 2)
    kept = table.state.tickets["blue"]
    assert "The game has gone on meanwhile" in choose(other, forms[1], 4)
    assert table.state.tickets["blue"] == kept
