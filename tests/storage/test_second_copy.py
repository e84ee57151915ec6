"""The second copy of a game: complete, on another device, and never in the way."""

import queue
from pathlib import Path

import pytest

from engine import EndTurn, Game, Refusal
from storage.second_copy import SecondCopy, copies, copy_path
from storage.store import GameLog, read_log
from tabletop import DeviceHealth
from tests.storage.test_store import failing_card

PATIENCE_S = 10.0


class Stick:
    """A folder that is on another device, when it is in; and a game that is played."""

    def __init__(self, tmp_path: Path, *, there: bool = True) -> None:
        self.folder = tmp_path / "stick"
        self.log = tmp_path / "game-0001.fingerpost"
        self.log.touch()
        if there:
            self.folder.mkdir()
        self.said: queue.SimpleQueue[DeviceHealth] = queue.SimpleQueue()
        self.game = Game.new("us-accessible", "usa", ("blue", "red"), "untracked", 1)

    def copy(self, *, apart: bool = True, waits: bool = False) -> SecondCopy:
        """The copy's thread, with the events there are as its past."""
        return SecondCopy(
            self.folder,
            self.log,
            "abc",
            past=[(1, self.game.events)],
            changed=self.said.put,
            apart=lambda _folder, _log: apart and self.folder.stat() is not None,
            retry_s=0.01,
            waits=waits,
        )

    def act(self, copy: SecondCopy) -> None:
        """A turn, handed on as the session hands it; nothing was noted with it."""
        mover = self.game.state.to_move
        assert mover is not None
        done = self.game.do(EndTurn(seat=mover))
        assert not isinstance(done, Refusal)
        first = len(self.game.events) + 1
        self.game = done[0]
        copy.copy(tuple(enumerate(done[1], first)), {})

    def copied(self) -> Path:
        return copy_path(self.folder, self.log, "abc")


def test_given_a_stick_when_the_game_is_played_then_the_copy_is_complete_and_nothing_is_said(
    tmp_path: Path,
) -> None:
    stick = Stick(tmp_path)
    copy = stick.copy()
    for _ in range(5):
        stick.act(copy)
    copy.close()
    read = read_log(stick.copied())
    events, acts = read.events, read.acts
    assert events == stick.game.events
    assert len(acts) == 6
    assert stick.said.empty()
    assert copies(stick.folder, stick.log) == [stick.copied()]


def test_given_a_log_that_is_held_when_nobody_has_acted_then_no_copy_is_begun(tmp_path: Path) -> None:
    stick = Stick(tmp_path)
    stick.copy(waits=True).close()
    assert list(stick.folder.iterdir()) == []
    copy = stick.copy(waits=True)
    stick.act(copy)
    copy.close()
    assert read_log(stick.copied()).events == stick.game.events


def test_given_no_stick_when_played_then_said_once_and_when_it_is_in_then_all_is_copied(
    tmp_path: Path,
) -> None:
    stick = Stick(tmp_path, there=False)
    copy = stick.copy()
    stick.act(copy)
    lost = stick.said.get(timeout=PATIENCE_S)
    assert (lost.device, lost.condition) == ("backup", "lost")
    stick.folder.mkdir()
    found = stick.said.get(timeout=PATIENCE_S)
    assert (found.device, found.condition) == ("backup", "live")
    copy.close()
    assert read_log(stick.copied()).events == stick.game.events
    assert stick.said.empty()


def test_given_a_stick_that_is_full_when_there_is_room_again_then_said_once_each_way_and_all_is_copied(
    tmp_path: Path,
) -> None:
    stick = Stick(tmp_path)
    with failing_card(1500):
        copy = stick.copy()
        lost = stick.said.get(timeout=PATIENCE_S)
        stick.act(copy)
    found = stick.said.get(timeout=PATIENCE_S)
    copy.close()
    assert [(one.device, one.condition) for one in (lost, found)] == [("backup", "lost"), ("backup", "live")]
    assert read_log(stick.copied()).events == stick.game.events
    assert stick.said.empty()


@pytest.mark.parametrize("harm", [b"coffee", b"SQLite format 3\0" + b"coffee" * 400])
def test_given_a_copy_that_is_harmed_when_played_on_then_it_is_set_aside_and_a_new_one_is_complete(
    harm: bytes, tmp_path: Path
) -> None:
    stick = Stick(tmp_path)
    stick.copied().write_bytes(harm)
    copy = stick.copy()
    stick.act(copy)
    copy.close()
    assert read_log(stick.copied()).events == stick.game.events
    assert stick.said.empty()
    [aside] = stick.folder.glob("*.until-*")
    assert aside.read_bytes() == harm


def test_given_a_stick_that_is_not_in_when_its_folder_is_there_then_nothing_is_written_on_the_card(
    tmp_path: Path,
) -> None:
    stick = Stick(tmp_path)
    copy = stick.copy(apart=False)
    lost = stick.said.get(timeout=PATIENCE_S)
    assert "is the stick in?" in lost.detail
    copy.close()
    assert list(stick.folder.iterdir()) == []


def test_given_a_copy_of_a_game_that_went_another_way_when_played_on_then_it_is_set_aside(
    tmp_path: Path,
) -> None:
    stick = Stick(tmp_path)
    other = Game.new("us-accessible", "usa", ("red", "black"), "untracked", 2)
    with GameLog(stick.copied(), game_id="abc") as store:
        store.append(1, other.events)
    stick.copy().close()
    assert read_log(stick.copied()).events == stick.game.events
    (aside,) = (path for path in stick.folder.iterdir() if ".until-" in path.name)
    assert read_log(aside).events == other.events
