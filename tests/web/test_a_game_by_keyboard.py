"""A whole dealt game by two seats' pages and the host's, by a keyboard alone, with scripts and without.

In the suite few trains make it short; `make page-games` plays the starter map to its end.
"""

import os
from functools import partial
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, Page, expect

from engine import Seat
from tests.waiting import until
from tests.web.chromium import ERRORS, chromium, opened
from tests.web.page_table import PageTable
from tests.web.served import ServedTable
from tests.web.test_host_page import hosts_digits

__all__ = ["chromium"]

LONG: Final = bool(os.environ.get("PAGE_GAMES"))
STOPS: Final = 150  # more stops for Tab has no page
MOST_ACTS: Final = 300


class Keys:
    """Somebody at a page who has nothing but Tab, Enter, Space and letters."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def to(self, what: str) -> None:
        """Tab to the first stop that is one of these, from where one is, as soon as there is one."""
        self.page.wait_for_selector(what)
        for _ in range(STOPS):
            if self.page.locator(what).and_(self.page.locator(":focus")).count():
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"{what}: no stop for Tab on {self.page.url}: {self.page.inner_text('main')}")

    def press(self, what: str) -> None:
        self.to(what)
        self.page.keyboard.press("Enter")

    def send(self, what: str, *, scripts: bool) -> None:
        """Press what sends a form; without scripts a page of its own follows, which is waited for."""
        self.to(what)
        self.page.evaluate("() => { document.body.dataset.old = '' }")
        self.page.keyboard.press("Enter")
        if not scripts:
            self.page.wait_for_selector("body:not([data-old])", state="attached")

    def type(self, what: str, text: str) -> None:
        self.to(what)
        self.page.keyboard.type(text)
        self.page.keyboard.press("Enter")

    def visible(self, what: str) -> bool:
        return self.page.locator(what).first.is_visible()


def act(keys: Keys, *, scripts: bool) -> None:
    """What the seat's page offers, most wanted first: tickets, a claim in three steps, a card."""
    if keys.visible("#do-choose-tickets"):
        for number in range(keys.page.locator("#do-choose-tickets [type=checkbox]").count()):
            keys.to(f"#do-choose-tickets label:nth-of-type({number + 1}) [type=checkbox]")
            keys.page.keyboard.press("Space")
        keys.send("#do-choose-tickets button", scripts=scripts)
    elif keys.visible("a[href='/seat/claim']"):
        keys.press("a[href='/seat/claim']")
        for step in ("city=", "route="):
            keys.press(f"main a[href*='{step}']")
        keys.send("#pay button", scripts=scripts)
    else:
        keys.send("#do-draw button, #do-pass button, #do-take-tickets button", scripts=scripts)


def becomes_host(chromium: Browser, served: ServedTable, **options: Any) -> Keys:
    """By the code that the room hears."""
    served.do(lambda table: table.wait(20.0))
    keys = Keys(opened(chromium, served, "/", **options))
    keys.press("a[href='/host']")
    keys.press("form[action='/host/open'] button")
    keys.to("#code")
    keys.type("#code", served.do(hosts_digits))
    expect(keys.page.get_by_role("heading", name="Every pin")).to_be_visible()
    served.do(lambda table: table.wait(0.7))
    served.do(lambda table: table.press("yes"))
    return keys


def went_on(served: ServedTable, seq: int) -> bool:
    """Whether the game is further; somebody at the board sets the token that is asked for."""
    served.do(lambda table: table.set_asked())
    return served.do(lambda table: table.state.seq) > seq


@pytest.mark.criterion(78)
@pytest.mark.parametrize("scripts", [True, False])
def test_given_two_seats_and_a_host_at_pages_when_a_game_is_played_by_keys_then_it_comes_to_its_end(
    chromium: Browser, scripts: bool
) -> None:
    ERRORS.clear()
    long = PageTable("starter", seats=("blue", "red"), seed=3) if LONG else None
    served = ServedTable(long or PageTable(seats=("blue", "red"), seed=3, settings={"trains": 4}))
    options = {"java_script_enabled": scripts}
    host = becomes_host(chromium, served, **options)
    seats: dict[Seat, Keys] = {
        seat: Keys(opened(chromium, served, "/seat", seat, **options)) for seat in ("blue", "red")
    }
    host.press("#game button[value=pause]")
    assert until(lambda: served.do(lambda table: table.session.panel.paused))
    host.press("#game button[value=resume]")
    assert until(lambda: served.do(lambda table: not table.session.panel.paused))
    acts = 0
    while not served.do(lambda table: table.session.over):
        acts += 1
        assert acts < MOST_ACTS
        waiting, seq = served.do(lambda table: (table.state.waiting_for()[0], table.state.seq))
        keys = seats[waiting]
        if not scripts or "/claim" in keys.page.url:
            keys.page.goto(f"{served.url}/seat")  # as by the keys of any browser
        # Its forms are those of now: what an older page sends is refused, in words.
        keys.page.wait_for_selector(f"#turn input[name=seq][value='{seq}']", state="attached")
        act(keys, scripts=scripts)
        assert until(partial(went_on, served, seq)), keys.page.inner_text("main")
    owners = served.do(lambda table: set(table.state.owners.values()))
    assert owners == {"blue", "red"}
    host.page.goto(f"{served.url}/course")
    expect(host.page.get_by_role("heading", name="The score")).to_be_visible()
    host.press("form[action='/again'] button")
    assert until(lambda: served.do(lambda table: table.session.another))
    served.close()
    assert ERRORS == []
