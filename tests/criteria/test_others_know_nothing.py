"""Criteria 68 and 69 at two whole tables that differ only in what red holds: what all others get is equal."""

import builtins
import io
import os
import sqlite3
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from announce import Announcement
from dialog import Payment
from engine import Game, RouteId, Seat
from storage.store import GameLog
from tests.criteria.test_privacy_games import SEATS, start
from tests.web.browser import Browser
from tests.web.page_table import PageTable
from tests.web.players import act
from tests.web.test_secrecy import everything, shown

OMAHA = "denver-omaha"  # 4 purple trains
ONE_WAY = ("purple",) * 4 + ("white",) * 3 + ("black",)
MORE_WAYS = ("purple",) * 4 + ("locomotive",) * 3 + ("yellow",)
Pages = dict[Seat, Browser]


class Twins:
    """Two tables with pages at which the same is done; whatever others than red get there is compared."""

    def __init__(self, one: Game, other: Game, log: pytest.LogCaptureFixture) -> None:
        log.set_level("DEBUG")
        self.log, self.compared = log, 0
        self.tables = [PageTable(game=game, seats=SEATS) for game in (one, other)]
        self.pages: list[Pages] = [{seat: table.join(seat) for seat in SEATS} for table in self.tables]
        self.same()

    def do(self, deed: Callable[[PageTable, Pages], object]) -> None:
        """Do the same at both tables, then compare."""
        lines = []
        for table, pages in zip(self.tables, self.pages, strict=True):
            self.log.clear()
            deed(table, pages)
            lines.append([(line.name, line.getMessage()) for line in self.log.records])
        assert lines[0] == lines[1]
        self.same()

    def same(self) -> None:
        """Words and their instants, and every byte of every page that is not red's."""
        one, other = self.tables
        assert heard(one) == heard(other)
        for viewer in (None, "blue", "green"):
            assert shown(one.moment, viewer, self.compared) == shown(other.moment, viewer, self.compared)
        self.compared += 1

    def red_knows(self) -> bool:
        """Whether red's own words differ: else nothing has been compared."""
        mine = [[said for said in table.paper.said if said.audience == "red"] for table in self.tables]
        return mine[0] != mine[1]


def heard(table: PageTable) -> list[tuple[float, Announcement]]:
    """All that was said, with its instant, but for red's ear."""
    said = zip(table.paper.when, table.paper.said, strict=True)
    return [(at, one) for at, one in said if one.audience != "red"]


@pytest.mark.criterion(68)
def test_given_tables_that_differ_in_one_seats_tickets_when_played_then_words_instants_pages_and_logs_agree(
    caplog: pytest.LogCaptureFixture,
) -> None:
    tickets = sorted(start(1).state.game_map.tickets)
    twins = Twins(start(1, tickets=tuple(tickets[:3])), start(1, tickets=tuple(tickets[-3:])), caplog)
    for number in range(8):

        def turn(table: PageTable, pages: Pages, number: int = number) -> None:
            table.wait(0.7)
            assert act(pages[table.state.waiting_for()[0]], Random(number))
            table.set_asked()

        twins.do(turn)
    assert not twins.red_knows()  # nobody has asked
    twins.do(lambda table, _: (table.press_seat("red"), table.press("ask"), table.pick("mine", "tickets")))
    assert twins.red_knows()


@pytest.mark.criterion(69)
def test_given_tables_that_differ_in_one_seats_hand_when_it_pays_then_nobody_can_tell_until_cards_are_shown(
    caplog: pytest.LogCaptureFixture,
) -> None:
    twins = Twins(start(1, hands=ONE_WAY), start(1, hands=MORE_WAYS), caplog)

    def first(table: PageTable, pages: Pages) -> None:
        act(pages["blue"], Random(1))
        table.set_asked()

    twins.do(first)
    assert all(table.state.to_move == "red" for table in twins.tables)
    twins.do(lambda table, _: table.set_token("red", OMAHA))
    ways = [len(mode.options) for table in twins.tables if isinstance(mode := table.mode, Payment)]
    assert ways[0] == 1 < ways[1]  # one is asked, too: a pause tells nothing
    twins.do(lambda table, _: table.wait(25.0))  # it is said once more
    for button in ("repeat", "ask", "yes"):
        twins.do(lambda table, _, button=button: table.press(button))  # type: ignore[misc]
    assert twins.red_knows()
    assert all(table.state.owners[RouteId(OMAHA)] == "red" for table in twins.tables)


@pytest.mark.criterion(68)
def test_given_a_game_that_is_stored_when_its_pages_are_read_then_they_open_no_file_at_all(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with GameLog(tmp_path / "game-0001.fingerpost") as store:
        table = PageTable(game=start(1), seats=SEATS, store=store)
        own, public = table.join("red"), table.browser()

        def opened(*what: object, **how: object) -> None:
            raise AssertionError(f"a page opens {what[0]}")

        for place in (builtins, io, os):
            monkeypatch.setattr(place, "open", opened)
        monkeypatch.setattr(sqlite3, "connect", opened)
        assert "Denver" in everything(public, own=False)
        assert "Your tickets" in everything(own, own=True)
        for path in ("game-0001.fingerpost", "static/../game-0001.fingerpost", str(store.path)):
            assert own.send("GET", f"/{path}").status == 404
        monkeypatch.undo()
