"""The host's page: a right by a code that the room hears; what it does is said, it shows no hand."""

from dataclasses import dataclass

import pytest

from engine import Seat
from table.requests import AdmitPhone, Request
from tabletop import Observation, SiteId
from tests.web.browser import Browser
from tests.web.page_table import PageTable

ROUTE = SiteId("denver-omaha")


@dataclass
class Files:
    """What a table has to take along."""

    asked: int = 0

    def has_game(self) -> bool:
        return True

    def has_camera(self) -> bool:
        return True

    def game(self, form: str) -> bytes | None:
        return f"the game as {form}".encode()

    def diagnosis(self) -> bytes | None:
        return None

    def picture(self) -> bytes | None:
        self.asked += 1
        return b"\xff\xd8"

    def crop(self, site: SiteId) -> bytes | None:
        self.asked += 1
        return b"\xff\xd8\xff"


def become_host(table: PageTable, client: str = "127.0.0.1") -> Browser:
    """A browser whose owner has heard the code in the room."""
    browser = table.browser(client)
    table.wait(11.0)
    browser.follow("The host's page")
    browser.press("Become the host")
    browser.press("Join", code=hosts_digits(table))
    assert browser.where == "/host", browser.page.text
    table.wait(0.7)
    table.press("yes")
    table.show()
    browser.visit("/host")
    return browser


def hosts_digits(table: PageTable) -> str:
    spoken = [one.normal for one in table.room.said if one.normal.startswith("The code for the host's page")]
    return "".join(sign for sign in spoken[-1] if sign.isdigit())


def untracked() -> PageTable:
    return PageTable(cards="untracked")


@pytest.mark.criterion(76)
def test_given_a_phone_that_becomes_the_host_when_no_is_pressed_then_it_is_out_and_all_is_heard() -> None:
    table = PageTable()
    browser = table.browser("192.168.1.77")
    browser.follow("The host's page")
    browser.press("Become the host")
    assert "A phone wants to be the host's." in table.words()
    assert "The code for the host" not in browser.visit("/").text  # the room alone has it
    browser.visit("/host")
    browser.press("Join", code=hosts_digits(table))
    assert "A phone joined as the host. If that is wrong, press No. Yes lets it stay." in table.words()
    assert "Every pin" in browser.visit("/host").text
    table.wait(0.7)
    table.press("no")
    assert "The host's phone is out." in table.words()
    assert "Become the host" in browser.visit("/host").text


def test_given_no_right_when_the_hosts_acts_and_files_are_asked_for_then_none_is_done_or_given() -> None:
    table = untracked()
    table.pages.hosts.files = files = Files()
    host, seat, guest = become_host(table), table.join("blue"), table.browser("192.168.1.77")
    token = next(form for form in host.page.forms if form.action == "/host/do").hidden["token"]
    for browser in (seat, guest):
        assert browser.post("/host/do", [("token", token), ("do", "pause")]).status == 403
        assert (
            browser.post("/host/press", [("token", token), ("asked", "0"), ("button", "ask")]).status == 403
        )
        for path in ("/host/camera", "/host/camera.jpg", f"/host/crop/{ROUTE}", "/host/game.jsonl"):
            assert browser.send("GET", path).status == 403
        assert "event: gone" in browser.send("GET", "/events?at=host").text
    assert host.post("/host/do", [("token", "another"), ("do", "pause")]).status == 403
    assert not table.session.panel.paused
    assert files.asked == 0


def test_given_the_host_when_the_game_is_paused_and_goes_on_then_the_table_hears_it() -> None:
    table = untracked()
    host = become_host(table)
    host.press("Pause")
    assert table.session.panel.paused
    assert table.words()[-1] == "Paused: nothing on the board counts. Yes goes on."
    host.press("Go on")
    assert not table.session.panel.paused


def test_given_acts_when_the_host_undoes_one_then_the_table_is_asked_and_yes_on_the_page_does_it() -> None:
    table = untracked()
    host = become_host(table)
    table.wait(1.0)
    table.press("yes")
    assert mover(table) == "red"
    table.show()
    host.visit("/host")
    host.press("Undo: blue disc ended the turn")
    assert mover(table) == "red"
    assert "Yes" in table.words()[-1] or "?" in table.words()[-1]
    table.wait(0.7)
    table.show()
    host.visit("/host")
    host.press("Yes")
    assert mover(table) == "blue"


def test_given_an_undo_pressed_twice_when_the_first_is_done_then_the_second_undoes_no_other_act() -> None:
    table = untracked()
    host = become_host(table)
    for _ in range(2):
        table.wait(1.0)
        table.press("yes")
    table.show()
    host.visit("/host")
    form = next(one for one in host.page.forms if any(key.value.startswith("undo:") for key in one.buttons))
    newest = next(key for key in form.buttons if key.text == "Undo: red square ended the turn")
    pressed = [*form.hidden.items(), (newest.name, newest.value)]
    host.submit(form, pressed)
    table.wait(0.7)
    table.press("yes")
    assert mover(table) == "red"
    before = table.words()
    assert host.post(form.action, pressed, accept="application/json").status == 409
    table.wait(1.0)
    assert (mover(table), table.words()) == ("red", before)


def test_given_the_host_when_the_last_one_has_left_then_what_is_felt_makes_no_page_anew() -> None:
    table = untracked()
    host = become_host(table)
    assert table.moment.host is not None
    host.press("Leave the host's page")
    assert table.moment.host is None
    table.set_token("blue", ROUTE)
    table.show()
    shown = table.moment
    feel(table, SiteId("denver-phoenix"), "unknown")
    assert table.moment is shown
    become_host(table)
    assert table.moment.host is not None


@pytest.mark.parametrize("whose", ["seat", "host"])
def test_given_help_on_an_own_page_when_looked_at_then_what_is_typed_there_and_the_way_back_are_its_own(
    whose: str,
) -> None:
    table = untracked()
    browser = become_host(table) if whose == "host" else table.join("blue")
    browser.visit(f"/{whose}")
    browser.follow("What can be typed")
    assert f"/{whose}" in browser.page.links.values()
    browser.press("Go", typed="t")
    assert browser.where.startswith(f"/{whose}?")
    browser.press("Go", typed="?")
    assert browser.where == f"/{whose}/help"


def test_given_no_seat_when_a_seats_help_is_looked_at_then_it_leads_to_the_table() -> None:
    browser = untracked().browser()
    browser.visit("/seat/help")
    assert browser.where.startswith("/?note=")
    browser.visit("/host/help")
    assert browser.status == 403


def test_given_a_page_that_is_behind_when_the_host_wishes_then_the_reason_is_that_not_a_question() -> None:
    table = untracked()
    host = become_host(table)
    form = next(form for form in host.page.forms if form.action == "/host/do")
    for wish in ("undo:7", "ear:blue:own"):  # so many acts, such an ear, there are none
        host.submit(form, [*form.hidden.items(), ("do", wish)])
        assert "The game has gone on meanwhile; look again." in host.page.text
        assert "answer that first" not in host.page.text


def mover(table: PageTable) -> Seat | None:
    return table.state.to_move


def feel(table: PageTable, site: SiteId, seen: Seat | str) -> None:
    table.session.handle(Observation(site=site, sense="pin", seen=seen, at=table.at), table.at)  # type: ignore[arg-type]


def test_given_a_board_when_a_pin_changes_then_the_hosts_page_shows_it_without_a_word() -> None:
    table = untracked()
    host = become_host(table)
    before = table.words()
    feel(table, ROUTE, "something")
    table.show()
    row = host.visit("/host").text.partition("Every pin")[2]
    assert "Denver to Omaha empty a token" in row
    assert table.words() == before


def test_given_a_token_that_is_off_when_mended_from_the_page_then_each_step_is_said_shown_and_drawn() -> None:
    table = untracked()
    host = become_host(table)
    feel(table, ROUTE, "something")
    table.wait(2.0)
    assert table.state.owners
    table.press("yes")
    feel(table, ROUTE, "empty")
    table.wait(8.0)
    table.show()
    page = host.visit("/host")
    assert "Denver to Omaha: blue disc's token is missing" in page.text
    host.press("Compare, and put back step by step")
    page = host.visit("/host")
    assert "Next: blue disc's token on Denver to Omaha. 1 is left." in page.text
    assert 'class="last"' in host.raw  # ringed on the picture
    host.press("Say it again")
    assert "Denver to Omaha" in table.words()[-1]
    feel(table, ROUTE, "something")
    table.wait(2.0)
    table.show()
    assert "The board agrees with the game" in host.visit("/host").text


def test_given_the_box_when_the_host_types_then_it_is_answered_there() -> None:
    host = become_host(untracked())
    assert "Blue disc 0, red square 0." in host.press("Go", typed="s").text
    assert host.where == "/host?ask=scores#answer"


def test_given_phones_when_the_host_removes_one_then_it_is_out_at_once_and_the_others_stay() -> None:
    table = PageTable()
    host, blue, red = become_host(table), table.join("blue"), table.join("red")
    table.wait(120.0)
    text = host.visit("/host").text
    assert "The host, for" in text and "Red square, for 2 minutes" in text
    host.press("Remove blue disc's phone")
    assert table.words()[-1] == "The phone of blue disc is out."
    assert blue.visit("/seat") and blue.where.startswith("/?note=")
    assert red.visit("/seat") and red.where == "/seat"


def test_given_the_host_when_files_are_taken_then_they_come_and_what_cannot_be_made_is_told() -> None:
    table = PageTable()
    table.pages.hosts.files = Files()
    host = become_host(table)
    answer = host.send("GET", host.page.links["This game as JSON lines"])
    assert (answer.status, answer.text) == (200, "the game as jsonl")
    assert answer.headers["content-disposition"] == 'attachment; filename="game.jsonl"'
    assert answer.headers["cache-control"] == "no-store"
    assert host.send("GET", "/host/diagnosis.tar").status == 404
    host.follow("The whole picture")
    assert '<img src="/host/camera.jpg?at=' in host.raw
    assert host.send("GET", "/host/camera.jpg").body == b"\xff\xd8"


@pytest.mark.parametrize(
    "wish",
    ["", "undo:0", "undo:x", "undo:9999", "tune:volume:9", "ear:blue:nose", "mend:all", "stop", "end:"],
)
def test_given_a_wish_that_no_button_has_when_sent_then_it_is_refused_in_one_line(wish: str) -> None:
    table = untracked()
    host = become_host(table)
    before = table.state
    form = next(form for form in host.page.forms if form.action == "/host/do")
    answer = host.post("/host/do", [*form.hidden.items(), ("do", wish)])
    assert answer.status in (400, 303)
    assert table.state == before


def test_given_a_game_that_is_over_when_another_is_wanted_then_the_table_is_told_and_ends_for_it() -> None:
    table = PageTable(cards="untracked", settings={"trains": 3})
    host = become_host(table)
    assert "Play again" not in host.raw
    for route in ("denver-santa-fe", "denver-phoenix", "denver-omaha", "el-paso-santa-fe"):
        feel(table, SiteId(route), "something")
        table.wait(2.0)
        table.press("yes")
    while not table.session.over:
        table.wait(1.0)
        table.press("no")
    table.show()
    assert "Play again" in host.visit("/host").text
    guest = table.browser()
    guest.visit("/course")
    guest.press("Play again")
    assert table.session.another and table.session.stopping


def test_given_a_right_code_whose_browser_has_gone_when_let_in_then_nothing_is_shown_for_a_host() -> None:
    table = untracked()
    assert table.part.request(Request(want=AdmitPhone(seat=None)))
    assert table.moment.host is None
    table.wait(0.7)
    table.press("yes")
    become_host(table)
    assert table.moment.host is not None
