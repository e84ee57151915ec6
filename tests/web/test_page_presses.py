"""What a press or an act on a page does: what the panel does, refused in words where it comes too late."""

import pytest

from dialog import Acts, Table
from engine import SEATS, Game, KeepTickets
from table.requests import PressButton, Request
from tabletop import BUTTONS, Button, DeviceHealth
from tests.criteria.panel_table import done
from tests.web.page_table import PageTable
from web.forms import acts


def by_mqtt(button: Button) -> Request:
    """A press by somebody in the house."""
    wish = PressButton(button=button)
    return Request(
        want=wish,
    )


@pytest.mark.criterion(20)
@pytest.mark.parametrize("button", BUTTONS)
def test_given_a_press_when_made_at_the_panel_by_page_or_by_mqtt_then_words_and_events_are_the_same(
    button: Button,
) -> None:
    heard, events = [], []
    for way in ("panel", "page", "seat", "mqtt"):
        table = PageTable(cards="untracked", seats=("blue", "red"))
        browser = table.join("blue") if way == "seat" else table.browser()
        table.wait(1.0)
        before, seq = len(table.paper.said), len(table.paper.events)
        match way:
            case "panel":
                table.press(button)
            case "mqtt":
                table.session.handle(by_mqtt(button), table.at)
            case _:
                browser.visit("/seat" if way == "seat" else "/")
                browser.press(button.capitalize())
        if button in ("repeat", "back", "forward") and way == "seat":
            continue  # joining was heard there, so the last words are others
        heard.append([(one.audience, one.normal) for one in table.paper.said[before:]])
        events.append(table.paper.events[seq:])
    assert all(one == heard[0] for one in heard)
    assert all(one == events[0] for one in events)


def test_given_a_question_that_is_answered_meanwhile_when_yes_comes_late_then_it_is_refused_in_words() -> (
    None
):
    table = PageTable(cards="untracked")
    browser = table.browser()
    table.set_token("blue", "denver-omaha")
    table.lift("denver-omaha")
    table.wait(1.0)
    asked = table.browser()
    assert "Take back Denver to Omaha? Yes, or put the token back." in asked.page.text
    table.set_token("blue", "denver-omaha")
    seq = table.state.seq
    for late in (browser, asked):
        late.press("Yes")
        assert "That came too late: something else is asked now." in late.page.text
        assert "too late" not in late.visit("/").text
    assert table.state.seq == seq


def test_given_a_sense_that_blinked_when_a_page_sends_what_it_showed_before_then_it_is_done() -> None:
    table = PageTable(cards="untracked")
    own = table.join("blue")
    number = table.browser().page.forms[0].hidden["asked"]
    token = next(form for form in own.page.forms if form.action == "/seat/leave").hidden["token"]
    seq = table.state.seq
    table.lose_hub()
    table.session.handle(DeviceHealth(device="hub", condition="live", at=table.at), table.at)
    table.show()
    assert table.state.seq == seq + 2
    assert table.browser().page.forms[0].hidden["asked"] == number
    command = '{"do":"claim-route","seat":"blue","route":"denver-omaha"}'
    assert own.post("/seat/act", [("token", token), ("seq", str(seq)), ("command", command)]).status == 303
    assert table.session.board.wishes.of("blue") is not None


def test_given_other_seats_lists_when_walked_then_the_public_question_keeps_its_number() -> None:
    table = PageTable()
    table.press("yes", "yes", "yes", "yes")
    browser = table.browser()
    number = browser.page.forms[0].hidden["asked"]
    table.press("forward", "forward")
    assert table.browser().page.forms[0].hidden["asked"] == number


def test_given_a_panel_taken_by_a_page_when_yes_is_pressed_then_only_at_the_panel_it_is_the_movers() -> None:
    game = Game.new("us-accessible", "usa", ("blue", "red"), "dealt", 1)
    game = done(game, *(KeepTickets(seat=one, tickets=game.state.offered[one]) for one in game.state.seats))
    table = PageTable(game=game)
    red = table.join("red")
    for _ in range(2):  # the first takes the panel; then it is blue's turn all the same
        red.visit("/seat")
        red.press("Yes")
        assert isinstance(table.mode, Table)
    table.press("yes")
    assert isinstance(table.mode, Acts)


def test_given_two_seats_with_tickets_to_choose_when_each_presses_at_its_page_then_each_gets_its_own() -> (
    None
):
    table = PageTable()
    blue, red = table.join("blue"), table.join("red")
    red.visit("/seat")
    red.press("Forward")
    assert "2 of 3" in red.page.text and "2 of 3" not in blue.visit("/seat").text
    blue.press("Forward")
    assert "2 of 3" in blue.page.text


def test_given_an_act_that_the_rules_refuse_when_sent_then_its_page_tells_why_and_nothing_happens() -> None:
    table = PageTable(cards="untracked")
    browser = table.join("red")
    seq = table.state.seq
    own = next(form for form in browser.page.forms if form.action == "/seat/leave").hidden["token"]
    command = '{"do":"claim-route","seat":"red","route":"denver-omaha"}'
    fields = [("token", own), ("seq", str(seq)), ("command", command)]
    sent = browser.post("/seat/act", fields, accept="application/json")
    assert sent.status == 409 and "blue disc" in sent.text
    assert table.state.seq == seq
    for wrong in (
        '{"do":"claim-route","seat":"blue","route":"denver-omaha"}',
        "{}",
        "[",
        '{"do":"undo","seat":"red","agreed":true}',
    ):
        assert browser.post("/seat/act", [*fields[:2], ("command", wrong)]).status == 400
    assert set(SEATS) >= {table.state.to_move}


@pytest.mark.criterion(3)
def test_given_words_being_said_when_anything_is_pressed_on_a_page_then_silence_at_once() -> None:
    table = PageTable(cards="untracked")
    seat = table.join("blue")
    for button in ("Repeat", "Back", "End the turn without a claim"):
        seat.visit("/seat")
        table.paper.speaking = True
        seat.press(button)
        assert not table.paper.speaking


def test_given_the_last_act_when_pages_are_shown_then_only_its_own_seat_can_take_it_back() -> None:
    table = PageTable(cards="untracked")
    table.set_token("blue", "denver-santa-fe")
    assert "Take back your last act" in acts(table.moment, "blue")
    assert "Take back your last act" not in acts(table.moment, "red")
