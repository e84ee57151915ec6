"""The club's pages in Debian's Chromium: barriers, what is read aloud, what follows the tables."""

import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from playwright.sync_api import Browser, Page, expect

from club.calling import call
from club.club_file import ClubConfig, ClubSection, ServeSection
from club.database import Database, opened
from club.keeping import keep
from club.serving import Club
from club.tournament import Running
from tests.club.simulated_games import TableGame
from tests.club.test_tournament import form
from tests.waiting import PATIENCE_S, until
from tests.web.chromium import LISTEN, MODES, barriers, becomes, chromium

__all__ = ["chromium"]


class ServedClub:
    """A club that is served on a free port: one table that plays, one that is over."""

    def __init__(self, folder: Path) -> None:
        path = str(folder / "club.sqlite")
        secret = folder / "desk"
        secret.write_text("secret\n", encoding="utf-8")
        self.database: Database = opened(path)
        running = Running.new(self.database, "cup", form(), "s")
        running.enter(["Anna", "Ben", "Carla"])
        running.pair(["t1"])
        self.game = TableGame("t1", "g1", seed=3)
        over = TableGame("t2", "g2", seed=4, rules="europe")
        self.tell([over.online(), *over.events()])
        self.tell([self.game.online(), *self.game.events(1, self.game.after(6))])
        call(self.database, "text", "Soup is ready.")
        config = ClubConfig(
            club=ClubSection(database=path, tables=("t1", "t2")),
            serve=ServeSection(password_file=str(secret)),
            labels={"t1": "Table 1", "t2": "Table 2"},
        )
        options = uvicorn.Config(Club(config).app, port=0, log_config=None, lifespan="off", access_log=False)
        options.timeout_graceful_shutdown = 1
        self._server = uvicorn.Server(options)
        self._thread = threading.Thread(target=self._server.run, daemon=True)
        self._thread.start()
        assert until(lambda: self._server.started)
        port = self._server.servers[0].sockets[0].getsockname()[1]
        self.url = f"http://127.0.0.1:{port}"

    def tell(self, batch: Any) -> None:
        keep(self.database, batch, time.time_ns() // 1_000_000)

    def play(self, acts: range) -> None:
        """So many more acts of the first table."""
        self.tell(self.game.events(self.game.after(acts.start - 1) + 1, self.game.after(acts.stop - 1)))

    def close(self) -> None:
        self._server.should_exit = True
        self._thread.join(PATIENCE_S)
        self.database.close()


@pytest.fixture
def served(tmp_path: Path) -> Iterator[ServedClub]:
    found = ServedClub(tmp_path)
    yield found
    found.close()


def opened_page(chromium: Browser, served: ServedClub, path: str, errors: list[str], **options: Any) -> Page:
    context = chromium.new_context(http_credentials={"username": "desk", "password": "secret"}, **options)
    context.set_default_timeout(1000 * PATIENCE_S)
    page = context.new_page()
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda said: errors.append(said.text) if said.type == "error" else None)
    page.goto(served.url + path)
    return page


@pytest.mark.parametrize("mode", MODES)
def test_given_any_page_of_a_club_when_looked_at_in_a_mode_then_axe_finds_no_barrier_and_all_fits(
    chromium: Browser, served: ServedClub, mode: str
) -> None:
    errors: list[str] = []
    page = opened_page(chromium, served, "/", errors, **MODES[mode])
    more = ("/", "/tables/t1", "/standings/cup", "/desk") if mode in ("light", "400 %") else ()
    for path in ("/tables/t2", *more):
        page.goto(served.url + path)
        barriers(page)
    page.context.close()
    assert errors == []


def test_given_open_pages_when_a_table_plays_on_and_something_is_called_then_they_tell_it(
    chromium: Browser, served: ServedClub
) -> None:
    errors: list[str] = []
    hall = opened_page(chromium, served, "/", errors)
    table = opened_page(chromium, served, "/tables/t1", errors)
    for page in (hall, table):
        page.evaluate(LISTEN)
    hall.locator("#t-t2 a").focus()
    before = hall.locator("#t-t1 a").inner_text()
    served.play(range(7, 10))
    call(served.database, "text", "Ten minutes left.")
    turn = served.game.acts[8][1].turn
    expect(hall.locator("#t-t1 a")).to_contain_text(f"turn {turn}")
    expect(hall.locator("#calls li").first).to_have_text("Ten minutes left.")
    expect(table.locator("#now p")).to_contain_text(f"turn {turn}")
    said = table.locator("#said li").first.inner_text()
    assert hall.locator("#t-t1 a").inner_text() != before
    assert hall.evaluate("document.activeElement.parentElement.id") == "t-t2"
    becomes(hall, "writes.some(one => one[1].includes('Ten minutes left.'))")
    becomes(table, "said => writes.some(one => one[1].includes(said))", said)
    assert not hall.evaluate("writes.some(one => one[1].includes('to move'))")
    for page in (hall, table):
        page.context.close()
    assert errors == []


def test_given_no_scripts_when_the_desk_calls_a_table_then_it_is_called(
    chromium: Browser, served: ServedClub
) -> None:
    errors: list[str] = []
    desk = opened_page(chromium, served, "/desk", errors, java_script_enabled=False)
    desk.get_by_label("Call a table to the desk").select_option("Table 2")
    desk.locator("form:has(#call-table) button").click()
    desk.get_by_role("link", name="Back to the hall").click()
    expect(desk.locator("#calls li").first).to_have_text("Table 2, please come to the desk.")
    desk.context.close()
