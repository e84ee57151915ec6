"""A small sample of the games of benchmarks/device_games.py, and that its measures can fail."""

from itertools import islice

import pytest

from benchmarks.device_games import TrueTable, evening, play
from engine import EDITIONS, SEATS
from lab.simulation.table_faults import Faults
from tabletop import SiteId, board_layout


def test_given_bytes_frames_and_a_storm_when_a_game_is_played_then_nothing_is_wrong_at_its_end() -> None:
    number = next(n for n in range(100) if evening(n).table == "hub and camera, storm")
    outcome = play(number, turns=12)
    assert outcome.claims > 4
    assert (outcome.wrong, outcome.unresolved) == ((), "")
    assert len(outcome.needless) * 4 <= outcome.claims


def test_given_a_token_that_is_gone_unnoticed_when_a_game_ends_then_it_is_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    close = TrueTable.close

    def close_and_lose(table: TrueTable) -> None:
        table.tokens.popitem()
        close(table)

    monkeypatch.setattr(TrueTable, "close", close_and_lose)
    assert "game " in play(6, turns=8).unresolved


def test_given_a_token_lifted_lately_when_asked_who_stood_there_then_its_seat() -> None:
    how = evening(0)
    layout = board_layout(EDITIONS[how.edition].map)
    table = TrueTable(layout, seed=1, hub=False, camera=False, faults=Faults("none", 1))
    try:
        site = SiteId(next(islice(layout.pins(), 1)).id)
        table.place(site, "red")
        assert table.stood(site, 1.5) == "red"
        assert table.set_at(site) == table.now
        table.lift(site)
        assert table.stood(site, 1.5) == "red"
        table.now += 2.0
        assert table.stood(site, 1.5) is None
    finally:
        table.close()


def test_given_200_games_when_listed_then_every_edition_both_card_modes_and_all_counts_of_seats() -> None:
    evenings = [evening(number) for number in range(200)]
    assert {how.edition for how in evenings} == set(EDITIONS)
    assert {how.cards for how in evenings} == {"dealt", "untracked"}
    assert {len(how.seats) for how in evenings} == set(range(2, len(SEATS) + 1))
    assert {how.table for how in evenings} >= {"hub, storm", "camera, home", "hub and camera, home"}
