"""Things that hang: speech stops no game and is told once; work that is not done feeds no watchdog."""

import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from announce import Announcement, Wording
from audio import Speaker, Voice
from audio.speaker_sink import SpeakerSink
from audio.voice_wire import frame
from dialog.waiting import TAKEN_S
from engine import Game
from fingerpost.devices.inbox import Inbox
from fingerpost.devices.voice import voice_changed
from fingerpost.evening.loop import run
from table.ports import Part
from table.session import Session
from tabletop import DeviceHealth, Press, board_layout
from tests.criteria.panel_table import Paper
from tests.waiting import PATIENCE_S, until

LAYOUT = board_layout("usa")
GONE, BACK = "The voice is gone; I start it again.", "The voice is back."
GREETS_AND_HANGS = """
import os, signal, sys
if os.path.exists(sys.argv[1]):
    os.execv(sys.executable, [sys.executable, "-m", "audio.voice_process"])
sys.stdout.buffer.write(bytes.fromhex(sys.argv[2]))
sys.stdout.buffer.flush()
signal.pause()
"""


@pytest.fixture
def manager(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[socket.socket]:
    """The service manager's end of a real socket; it wants to be fed every 20 ms."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sock:
        sock.bind(str(tmp_path / "notify"))
        sock.settimeout(PATIENCE_S)
        monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
        monkeypatch.setenv("WATCHDOG_USEC", "20000")
        monkeypatch.delenv("WATCHDOG_PID", raising=False)
        yield sock


class Evening:
    """The real loop in a thread of its own, as the service runs it."""

    def __init__(
        self, *, speaker: Callable[[Inbox], Speaker] | None = None, parts: Sequence[Part] = ()
    ) -> None:
        game = Game.new("us-accessible", "usa", ("blue", "red"), "untracked", 1)
        self.inbox, self.paper, self.stop = Inbox(), Hangs(), threading.Event()
        self.speaker = None if speaker is None else speaker(self.inbox)
        sinks = [self.paper, *(() if self.speaker is None else (SpeakerSink(self.speaker),))]
        self.session = Session(
            game, layout=LAYOUT, wording=Wording(game.state.game_map, LAYOUT), store=None, sinks=sinks
        )
        for device in ("hub", "camera"):
            self.inbox.put(DeviceHealth(device=device, condition="lost", cause="absent", at=0.0))
        self.thread = threading.Thread(
            target=run, args=(self.session, list(parts), self.inbox), kwargs={"stop": self.stop}
        )

    def __enter__(self) -> "Evening":
        self.thread.start()
        assert until(lambda: self.session.begun)
        return self

    def __exit__(self, *_: object) -> None:
        self.stop.set()
        self.paper.free.set()
        self.thread.join(PATIENCE_S)
        if self.speaker is not None:
            self.speaker.close()

    def ends_turn(self) -> bool:
        """Somebody hears what was said and presses Yes; whether the game has gone on."""
        self.stop.wait(TAKEN_S + 0.05)
        turn = self.session.game.state.turn
        for action in ("down", "up"):
            self.inbox.put(Press(button="yes", action=action, at=time.monotonic()))
        return until(lambda: self.session.game.state.turn > turn)

    def heard(self, words: str) -> int:
        return [one.normal for one in self.paper.said].count(words)


class Hangs(Paper):
    """Takes what is said; a sink that hangs from some word on until it is freed."""

    def __init__(self) -> None:
        super().__init__()
        self.hangs, self.hanging, self.free = False, threading.Event(), threading.Event()

    def say(self, announcement: Announcement, at: float) -> None:
        super().say(announcement, at)
        if self.hangs:
            self.hanging.set()
            self.free.wait(PATIENCE_S)


class HangingPart:
    """A device that hangs in the loop's own thread."""

    def __init__(self) -> None:
        self.hangs, self.hanging, self.free = False, threading.Event(), threading.Event()

    def poll(self, at: float) -> None:
        if self.hangs:
            self.hanging.set()
            self.free.wait(PATIENCE_S)

    def close(self) -> None:
        """Nothing to let go."""


def fed(manager: socket.socket) -> bool:
    """Whether the watchdog is fed now; what was sent before does not count."""
    manager.setblocking(False)
    try:
        while True:
            manager.recv(500)
    except BlockingIOError:
        manager.settimeout(0.4)
    try:
        return manager.recv(500).startswith(b"WATCHDOG=1")
    except TimeoutError:
        return False


@pytest.mark.parametrize("what", ["a sink", "a device"])
def test_given_something_that_hangs_in_the_loop_when_waited_then_no_watchdog_is_fed_until_it_goes_on(
    what: str, manager: socket.socket
) -> None:
    part = HangingPart()
    with Evening(parts=[part]) as evening:
        assert evening.ends_turn()
        assert until(lambda: fed(manager))
        stuck = evening.paper if what == "a sink" else part
        stuck.hangs = True
        for action in ("down", "up"):
            evening.inbox.put(Press(button="yes", action=action, at=time.monotonic()))
        assert stuck.hanging.wait(PATIENCE_S)
        assert not fed(manager)
        stuck.hangs = False
        stuck.free.set()
        assert until(lambda: fed(manager))


@pytest.mark.criterion(9)
def test_given_a_voice_process_that_is_stopped_when_played_on_then_the_game_goes_on_and_it_speaks_again(
    manager: socket.socket, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("audio.speech.SPEAK_S", 600.0)
    voice = Voice()
    with Evening(
        speaker=lambda inbox: Speaker(wav_dir=tmp_path, voice=voice, changed=voice_changed(inbox))
    ) as evening:
        assert until(lambda: voice.pid is not None and voice.say("Ready.") is not None)
        old = voice.pid
        assert old is not None
        os.kill(old, signal.SIGSTOP)
        for _ in range(3):
            assert evening.ends_turn()
        assert voice.pid == old  # it is waited for still, and not by the game
        assert until(lambda: fed(manager))
        os.kill(old, signal.SIGKILL)
        assert until(lambda: voice.pid not in (None, old))
        assert until(lambda: voice.say("I speak again.") is not None)
        with pytest.raises(ProcessLookupError):
            os.kill(old, 0)  # not left behind
        assert until(lambda: fed(manager))


@pytest.mark.criterion(9)
def test_given_a_voice_that_never_answers_when_played_on_then_told_once_and_its_return_once(
    manager: socket.socket, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("audio.speech.SPEAK_S", 0.1)
    well = tmp_path / "well"
    voice = Voice(command=(sys.executable, "-c", GREETS_AND_HANGS, str(well), frame("hello", 0).hex()))
    with Evening(
        speaker=lambda inbox: Speaker(wav_dir=tmp_path, voice=voice, changed=voice_changed(inbox))
    ) as evening:
        assert evening.ends_turn()
        assert until(lambda: evening.heard(GONE) == 1)
        assert evening.ends_turn()
        assert voice.say("Nobody hears this.") is None
        assert until(lambda: fed(manager))
        assert evening.heard(GONE) == 1
        monkeypatch.setattr("audio.speech.SPEAK_S", 5.0)
        well.touch()
        assert evening.ends_turn()
        assert until(lambda: evening.heard(BACK) == 1)
        assert evening.heard(GONE) == 1
