"""The bench: a simulated hub and mock lines by default, the real ones with --hw (docs/wiring.md).

`pytest hw_tests --hw --port /dev/ttyACM0` runs the very same tests on what is plugged in. Steps that need a
hand then say what to do and wait for it.
"""

import fcntl
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from gpiozero.pins.mock import MockFactory

from firmware_bridge.gpio import ButtonPanel, GpioError
from firmware_bridge.serial_hub import PortError
from hw_tests.by_hand import ByHand, bench_layout
from hw_tests.hub_bench import SLOW_ANSWER_S, HubBench, PersonsHands, SimulatedHands
from hw_tests.report import BenchReport
from lab.hub.process import HubProcess
from tabletop import Button, LayoutError
from tabletop.panel_pins import PANEL_PINS

Say = Callable[[str], None]
_REPORT = "fingerpost-bench-report"
Press = Callable[[Button, bool], None]


def pytest_addoption(parser: pytest.Parser) -> None:
    """--hw, --port, --board, --aloud and --report."""
    parser.addoption("--hw", action="store_true", help="run hw_tests on the real hub and the real lines")
    parser.addoption("--port", default="/dev/fingerpost-hub", help="the real hub's serial port")
    parser.addoption(
        "--board", help="its board: a board/1 file or a map id; default: as many inputs as it has"
    )
    parser.addoption("--aloud", action="store_true", help="with --hw: each step is also spoken")
    parser.addoption("--report", type=Path, help="write what came of it, to publish beside a board")


def pytest_configure(config: pytest.Config) -> None:
    """The mark of steps that only a person at real hardware can do."""
    config.addinivalue_line("markers", "by_hand: needs --hw and somebody who does as told")
    if (path := config.getoption("--report")) is not None:
        if path.exists() or not path.parent.is_dir():
            raise pytest.UsageError(f"--report {path}: give a new file in a folder that is there")
        config.pluginmanager.register(BenchReport(path, real=config.getoption("--hw")), _REPORT)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Without --hw the steps by hand are no tests at all."""
    if not config.getoption("--hw"):
        items[:] = [item for item in items if item.get_closest_marker("by_hand") is None]


@pytest.fixture
def port(request: pytest.FixtureRequest) -> str:
    """The real hub's serial port."""
    return str(request.config.getoption("--port"))


@pytest.fixture
def by_hand(request: pytest.FixtureRequest, real: bool, port: str, say: Say) -> Iterator[ByHand]:
    """The real hub as the table hears it, live, with somebody at it."""
    if not real or not _somebody():
        pytest.skip("nobody is at the bench: run with --hw, in a terminal, with -s")
    try:
        layout = bench_layout(request.config.getoption("--board"), port, say)
    except LayoutError as trouble:
        raise pytest.UsageError(f"--board: {trouble}") from None
    bench = ByHand(port, layout, say)
    bench.live()
    yield bench
    bench.close()


@pytest.fixture
def say(request: pytest.FixtureRequest, capfd: pytest.CaptureFixture[str]) -> Say:
    """Words for the person at the bench, past pytest's capture; with --aloud also heard, to the end."""
    aloud = request.config.getoption("--aloud")

    def tell(text: str) -> None:
        with capfd.disabled():
            sys.stderr.write(f"\n  >>> {text}\n")
            sys.stderr.flush()
        if aloud:
            subprocess.run([sys.executable, "-P", "-m", "fingerpost", "say", text], check=False)

    return tell


@pytest.fixture(scope="session")
def real(request: pytest.FixtureRequest) -> Iterator[bool]:
    """Whether the devices are real; then they are ours alone until the session ends."""
    if not request.config.getoption("--hw"):
        yield False
        return
    with (Path(tempfile.gettempdir()) / "fingerpost-rig.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield True


@pytest.fixture(scope="session")
def process(real: bool) -> Iterator[HubProcess | None]:
    """A simulated hub, where no real one is wanted."""
    if real:
        yield None
        return
    with HubProcess(32, seed=1) as process:
        yield process


@pytest.fixture
def hub(request: pytest.FixtureRequest, process: HubProcess | None, say: Say) -> Iterator[HubBench]:
    """A hub, simulated or real."""
    if process is not None:
        bench = HubBench(process.port, SimulatedHands(process), answer_s=SLOW_ANSWER_S)
    else:
        port = str(request.config.getoption("--port"))
        try:
            bench = HubBench(port, PersonsHands(say))
        except PortError as trouble:
            pytest.skip(str(trouble))
    yield bench
    bench.close()
    report = request.config.pluginmanager.get_plugin(_REPORT)
    if isinstance(report, BenchReport) and bench.hello is not None:
        report.hub = f"{bench.hello.firmware}, {bench.hello.sites} sites"


@pytest.fixture
def hands(real: bool, hub: HubBench) -> HubBench:
    """A hub with somebody there to move its tokens."""
    if real and not _somebody():
        pytest.skip("nobody is at the bench: run in a terminal, with -s")
    return hub


def _somebody() -> bool:
    return sys.__stdin__ is not None and sys.__stdin__.isatty()


class MockTime:
    """Passes as fast as it is asked to."""

    def __init__(self) -> None:
        self._now = 0.0

    def monotonic(self) -> float:
        """Seconds."""
        return self._now

    def sleep(self, seconds: float) -> None:
        """Let them pass."""
        self._now += seconds


class RealTime:
    """The clock on the wall."""

    monotonic = staticmethod(time.monotonic)
    sleep = staticmethod(time.sleep)


class Buttons:
    """The panel, who presses it, and the time that passes."""

    def __init__(
        self, panel: ButtonPanel, press: Press, patience_s: float, clock: MockTime | RealTime
    ) -> None:
        self._panel = panel
        self._press = press
        self._patience_s = patience_s
        self._clock = clock
        self._told: list[tuple[Button | None, str]] = []

    def quiet(self, seconds: float) -> list[tuple[Button | None, str]]:
        """What is told while nobody presses."""
        return self._poll(seconds, lambda: False)

    def press(self, button: Button, *, down: bool, until: str) -> list[tuple[Button | None, str]]:
        """Press or let go; what is told until that action has been told."""
        self._press(button, down)
        return self._poll(self._patience_s, lambda: (button, until) in self._told)

    def _poll(self, seconds: float, done: Callable[[], bool]) -> list[tuple[Button | None, str]]:
        self._told = []
        end = self._clock.monotonic() + seconds
        while (now := self._clock.monotonic()) < end and not done():
            self._told += [(press.button, press.action) for press in self._panel.poll(now)]
            self._clock.sleep(0.005)
        return self._told


@pytest.fixture
def buttons(real: bool, say: Say) -> Iterator[Buttons]:
    """The six buttons of the panel, on mock lines or on the real ones."""
    if real:
        if not _somebody():
            pytest.skip("nobody is at the bench: run in a terminal, with -s")
        try:
            panel = ButtonPanel(PANEL_PINS)
        except GpioError as trouble:
            pytest.skip(str(trouble))

        def ask(button: Button, down: bool) -> None:
            say(f"{'Press and hold' if down else 'Let go of'} {button}.")

        yield Buttons(panel, ask, 60.0, RealTime())
    else:
        factory = MockFactory()
        panel = ButtonPanel(PANEL_PINS, factory)

        def press(button: Button, down: bool) -> None:
            pin = factory.pin(PANEL_PINS[button])
            for _ in range(5):  # a contact bounces; what lasts less than 15 ms is no press
                pin.drive_low()
                pin.drive_high()
            if down:
                pin.drive_low()

        yield Buttons(panel, press, 5.0, MockTime())
    panel.close()
