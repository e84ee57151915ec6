"""Reconcile, criteria 43 and 44: the second copy knows what the table has agreed on beside the game."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from engine import Event
from reconcile import expected_tokens
from storage.resume import resume
from storage.second_copy import SecondCopy, copy_path
from storage.store import GameLog
from table.session import Session
from tabletop import SiteId
from tests.criteria.panel_table import PanelTable
from tests.criteria.second_sitting import PinsAlone, goes_on
from tests.criteria.sensed_table import DULUTH, HELENA, OMAHA, SANTA_FE
from tests.criteria.test_mending import BOSTON, SEATTLE

FIVE = (OMAHA, DULUTH, SANTA_FE, BOSTON, HELENA)


def second_copy(folder: Path, store: GameLog) -> SecondCopy:
    """A stick that is in."""
    return SecondCopy(
        folder,
        store.path,
        store.game_id,
        past=(),
        changed=lambda health: None,
        apart=lambda _folder, _log: True,
    )


def agree(table: PanelTable) -> None:
    """Five claims, two tokens that are missing by the table's word, one that counts for nothing."""
    for site in FIVE:
        assert table.state.to_move is not None
        table.set_token(table.state.to_move, site)
        table.wait(4.0)
    for site in FIVE[:4]:
        table.feel(site, "empty")
    table.wait(2.0)
    table.press("yes", "yes")
    for site in (OMAHA, DULUTH):
        table.set_token("blue", site)
    table.press("no", "no", "yes")
    table.feel(SEATTLE, "something")
    table.session.tracker.leave(SEATTLE)
    table.wait(1.0)


@pytest.fixture
def folders(tmp_path: Path) -> tuple[Path, Path, Sequence[Event]]:
    """The log on the card, the stick, and what was played; both were written as it was played."""
    stick, path = tmp_path / "stick", tmp_path / "game-0001.fingerpost"
    stick.mkdir()
    with GameLog(path) as store:
        copy = second_copy(stick, store)
        table = PinsAlone(store=store, sinks=[copy])
        agree(table)
        assert set(table.session.tracker.accepted) == {SANTA_FE, BOSTON}
        copy.close()
    return path, stick, table.session.game.events


def resumed(path: Path, second: Path | None) -> tuple[Session, list[str]]:
    """The game of this log goes on: what is said over a board on which all is as it was left."""
    sitting = resume(path, second=second)
    stands = expected_tokens(sitting.game.state).keys() - {SANTA_FE, BOSTON} | {SEATTLE}
    return goes_on(sitting.game, sitting.store, stands)


@pytest.mark.criterion(44)
@pytest.mark.parametrize("lost", ["nothing", "some of it", "all of it", "the card"])
def test_given_agreements_when_the_card_dies_then_the_second_copy_knows_them_all(
    folders: tuple[Path, Path, Sequence[Event]], lost: str
) -> None:
    path, stick, events = folders
    played = copy_path(stick, path, resume_id(path))
    match lost:
        case "some of it":
            path.write_bytes(path.read_bytes()[:2048])
            Path(f"{path}-wal").unlink(missing_ok=True)
        case "all of it":
            path.write_bytes(b"\0" * 4096)
        case "the card":
            path.unlink()
    session, said = resumed(*((played, None) if lost == "the card" else (path, stick)))
    assert tuple(session.game.events) == tuple(events)
    assert said == ["Agreed: 2 tokens are missing. Green triangle to move."]
    assert set(session.tracker.accepted) == {SANTA_FE, BOSTON}
    assert session.tracker.left == (SEATTLE,)
    assert set(session.tracker.assumed) == set(FIVE)


def resume_id(path: Path) -> str:
    """The name that the log on the card has for other programs."""
    with GameLog(path) as store:
        return store.game_id


def test_given_a_stick_that_comes_late_when_it_is_in_then_the_newest_agreement_is_copied(
    folders: tuple[Path, Path, Sequence[Event]], tmp_path: Path
) -> None:
    path, _, _ = folders
    late = tmp_path / "late"
    late.mkdir()
    sitting = resume(path)
    with sitting.store as store:
        copy = SecondCopy(
            late,
            path,
            store.game_id,
            past=[(first, sitting.game.events[first - 1 : last]) for first, last in sitting.acts],
            agreed=sitting.agreed,
            changed=lambda health: None,
            apart=lambda _folder, _log: True,
        )
        copy.copy((), {"left": [SiteId("el-paso-houston")]})
        copy.close()
    with GameLog(copy_path(late, path, store.game_id)) as copied:
        assert copied.last_note("left") == ["el-paso-houston"]
        assert copied.last_note("missing") == sitting.agreed["missing"]
        assert copied.last == len(sitting.game.events)
