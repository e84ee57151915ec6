"""A demo at a terminal: how long it takes, only the table's words, what went wrong, a page that stays."""

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.waiting import PATIENCE_S

WIDTH = 70


class Terminal:
    """A program at a pseudo-terminal, which somebody reads and types at."""

    def __init__(self, state: Path, *arguments: str) -> None:
        self.master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, WIDTH, 0, 0))
        environment = {**os.environ, "XDG_STATE_HOME": str(state)}
        for name in ("COLUMNS", "STATE_DIRECTORY", "FINGERPOST_PLAIN", "MAKELEVEL"):
            environment.pop(name, None)
        self.process = subprocess.Popen(
            [sys.executable, "-m", "fingerpost", *arguments],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env=environment,
        )
        os.close(slave)
        self.text = ""

    def read(self, wanted: str = "") -> str:
        """All that it shows, until it shows what is wanted or ends."""
        until = time.monotonic() + PATIENCE_S
        while time.monotonic() < until and not (wanted and wanted in self.text):
            if select.select([self.master], [], [], 0.2)[0]:
                try:
                    self.text += os.read(self.master, 4096).decode().replace("\r\n", "\n")
                except OSError:  # it has ended
                    break
        return self.text

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait(timeout=PATIENCE_S)
        os.close(self.master)


Opens = Callable[..., Terminal]


@pytest.fixture
def terminals(tmp_path: Path) -> Iterator[Opens]:
    opened: list[Terminal] = []

    def opens(*arguments: str) -> Terminal:
        opened.append(Terminal(tmp_path, *arguments))
        return opened[-1]

    yield opens
    for terminal in opened:
        terminal.close()


DEMO = ("demo", "--mute", "--no-camera", "--speed", "200")


def test_given_a_terminal_when_a_demo_plays_then_it_says_how_long_and_prints_its_words(
    terminals: Opens,
) -> None:
    text = terminals(*DEMO, "--turns", "6").read()
    assert re.search(r"about \d+ min; --speed 0 waits for nothing", text)
    assert "starting the hub, simulated" in text
    assert " ear]" not in text
    heard = [line for line in text.splitlines() if not line.startswith(("fingerpost: ", "Stopped"))]
    assert max(map(len, heard)) <= WIDTH
    assert " ear]" in terminals(*DEMO, "--turns", "6", "--ears").read()


def test_given_plain_lines_when_a_demo_plays_then_no_line_is_broken(terminals: Opens) -> None:
    text = terminals(*DEMO, "--speed", "0", "--plain", "--language", "de").read()
    assert any(len(line) > WIDTH for line in text.splitlines())
    assert not any(line.startswith(" ") for line in text.splitlines())
    assert re.search(r"\n[Bb]lau: Strecken \d+, Zielkarten -?\d+, .*gesamt \d+, Rang \d", text)
    assert re.search(r"\nNachrechnen: .* --position \| .*fingerpost score - --language de\n", text)


def test_given_faults_when_a_demo_plays_then_it_tells_what_went_wrong_and_counts_it(terminals: Opens) -> None:
    text = terminals(*DEMO, "--turns", "40", "--faults", "storm").read()
    told = re.findall(r"fingerpost: turn \d+: (.+) for [\d.]+ s\n", text)
    assert told
    summary = text.rpartition("--faults storm: ")[2].splitlines()[0]
    assert "5% of the hub's packets are lost" in summary
    for words in set(told):
        assert f"{words}: {told.count(words)}" in summary


def test_given_a_page_when_the_game_is_over_then_it_stays_until_enter(terminals: Opens) -> None:
    terminal = terminals(*DEMO, "--turns", "2", "--page", "8179")
    text = terminal.read("Enter ends it")
    assert "go on with: " in text
    time.sleep(0.5)
    assert terminal.process.poll() is None
    os.write(terminal.master, b"\n")
    assert terminal.process.wait(timeout=PATIENCE_S) == 0
