"""The service manager's watchdog is fed by work that was done, and by nothing else."""

import socket
import threading
from pathlib import Path

import pytest

from announce import Wording
from engine import Game
from fingerpost.devices.inbox import Inbox
from fingerpost.evening.loop import run
from table.session import Session
from tabletop import DeviceHealth, board_layout

LAYOUT = board_layout("usa")


class Counting(Session):
    """A session whose third tick fails, as a mistake of ours would."""

    ticks = 0

    def tick(self, at: float) -> None:
        self.ticks += 1
        if self.ticks == 3:
            raise ZeroDivisionError
        super().tick(at)


def test_given_work_that_fails_when_the_loop_ends_then_the_watchdog_was_fed_for_whole_turns_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = Game.new("us-accessible", "usa", ("blue", "red"), "untracked", 1)
    wording = Wording(game.state.game_map, LAYOUT)
    session = Counting(game, layout=LAYOUT, wording=wording, store=None, sinks=[])
    session.handle(DeviceHealth(device="hub", condition="lost", at=0.0, cause="silent"), 0.0)
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(str(tmp_path / "notify"))
        manager.settimeout(2)
        monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
        monkeypatch.setenv("WATCHDOG_USEC", "1")
        monkeypatch.delenv("WATCHDOG_PID", raising=False)
        with pytest.raises(ZeroDivisionError):
            run(session, [], Inbox(), stop=threading.Event())
        told = [manager.recv(200) for _ in range(4)]
    fed = b"WATCHDOG=1\nSTATUS=hub lost (silent)"
    assert told == [b"READY=1", fed, fed, b"STOPPING=1"]
