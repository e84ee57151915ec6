"""A claim taken for the mover's while nobody saw whose token it is stays so over a stop at any moment."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from benchmarks.torn_writes import Copy
from engine import Game, RouteClaimed, Seat
from reconcile import expected_tokens
from storage.store import GameLog, read_file
from table.ports import ActRows
from table.session import Session
from tabletop import DeviceHealth, Observation, SiteId
from tests.criteria.panel_table import Paper
from tests.criteria.second_sitting import PinsAlone, sat_down
from tests.criteria.sensed_table import DULUTH, HELENA, LAYOUT, OMAHA, SANTA_FE


class Watched(GameLog):
    """Copies its files after each transaction, as `kill -9` then would leave them."""

    copies: list[Copy]

    def append_acts(self, acts: Sequence[ActRows], notes: Mapping[str, object] | None = None) -> None:
        super().append_acts(acts, notes)
        side = self.path.with_name(self.path.name + "-wal")
        self.copies = [*getattr(self, "copies", []), Copy(self.path.read_bytes(), side.read_bytes())]


@pytest.fixture
def copies(tmp_path: Path) -> list[Copy]:
    """What was on the disk after each write of an evening with four claims, pins alone."""
    with Watched(tmp_path / "played") as store:
        table = PinsAlone(store=store)
        for site in (OMAHA, DULUTH, SANTA_FE, HELENA):
            assert table.state.to_move is not None
            table.set_token(table.state.to_move, site)
            table.wait(4.0)
        assert len(table.state.owners) == 4
    return store.copies


def resumed(copy: Copy, folder: Path) -> tuple[Session, Paper, GameLog]:
    """The game in this file goes on; only a camera is there now, and it has said nothing yet."""
    path = folder / "resumed"
    path.write_bytes(copy.log)
    path.with_name("resumed-wal").write_bytes(copy.side)
    store, paper = GameLog(path), Paper()
    session = sat_down(Game.replay(store.log().events), store, paper)
    session.handle(DeviceHealth(device="hub", condition="lost", cause="absent", at=0.0), 0.0)
    session.handle(DeviceHealth(device="camera", condition="live", at=0.0), 0.0)
    session.begin(0.0)
    return session, paper, store


def looks(session: Session, stands: Mapping[SiteId, tuple[Seat, float]], at: float) -> None:
    for site in LAYOUT.pins():
        seat, sure = stands.get(site.id, (None, 0.998))
        word = Observation(site=site.id, sense="camera", seen=seat or "empty", at=at, confidence=sure)
        session.handle(word, at)
    for tenth in range(1, 50):
        session.tick(at + tenth / 10)


@pytest.mark.criterion(43)
def test_given_pins_alone_when_killed_after_any_write_then_each_claim_is_known_as_assumed(
    copies: list[Copy], tmp_path: Path
) -> None:
    counts = set[int]()
    for copy in copies:
        session, _, store = resumed(copy, tmp_path)
        with store:
            claims = [event.route for event in session.game.events if isinstance(event, RouteClaimed)]
            assert list(session.tracker.assumed) == sorted(map(SiteId, claims))
        counts.add(len(claims))
    assert counts == {0, 1, 2, 3, 4}


def test_given_an_assumed_claim_when_it_is_seen_as_anothers_after_a_stop_then_that_is_told(
    copies: list[Copy], tmp_path: Path
) -> None:
    session, paper, store = resumed(copies[-1], tmp_path)
    owners = expected_tokens(session.game.state)
    seen: dict[SiteId, tuple[Seat, float]] = {site: (seat, 0.998) for site, seat in owners.items()}
    seen[OMAHA] = ("red", 0.85)
    with store:
        looks(session, seen, 0.0)
    told = [one.normal for one in paper.said if "Denver to Omaha" in one.normal]
    assert told == [
        "Looks red square's, not blue disc's: Denver to Omaha. Swap it, or take the board as right."
    ]
    assert session.tracker.assumed == (OMAHA,)


def test_given_assumed_claims_when_they_are_seen_as_assumed_then_the_next_stop_knows_that_too(
    copies: list[Copy], tmp_path: Path
) -> None:
    session, _, store = resumed(copies[-1], tmp_path)
    owners = expected_tokens(session.game.state)
    with store:
        looks(session, {site: (seat, 0.998) for site, seat in owners.items()}, 0.0)
    assert session.tracker.assumed == ()
    log = read_file(store.path)
    assert [note.body for note in log.notes if note.kind == "assumed"][-1] == "[]"


def test_given_a_note_that_is_no_list_of_sites_when_resumed_then_nothing_is_assumed(
    copies: list[Copy], tmp_path: Path
) -> None:
    for body in (7, {"denver-omaha": 1}, ["nowhere"], [["denver-omaha"]]):
        path = tmp_path / "resumed"
        path.write_bytes(copies[-1].log)
        path.with_name("resumed-wal").write_bytes(copies[-1].side)
        with GameLog(path) as store:
            store.note("assumed", body)
            store.note("left", body)
            copy = Copy(path.read_bytes(), path.with_name("resumed-wal").read_bytes())
        session, _, store = resumed(copy, tmp_path)
        store.close()
        assert session.tracker.assumed == session.tracker.left == ()
