"""What the table tells the machine, and when it asks to be started anew."""

import json
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from fingerpost.devices.inbox import Inbox
from fingerpost.evening.loop import run
from table.device_health import TableHealth
from table.session import Input
from tests.waiting import PATIENCE_S
from upkeep.machine_state import UNPRESSED_S, MachineState, Phase, Status, told_state


class Idle:
    """A table at which nothing happens."""

    stopping, health, wanted = False, TableHealth(), 0

    def begin(self, at: float) -> None: ...

    def handle(self, item: Input, at: float) -> None: ...

    def tick(self, at: float) -> None: ...


class APage:
    """A part by which somebody wants something past the inbox, as a page does."""

    def __init__(self, table: Idle) -> None:
        self._table = table

    def poll(self, at: float) -> None:
        self._table.wanted += 1

    def close(self) -> None: ...


GAME = Status(phase="game", game="game-0007", act=41)


def test_given_a_game_when_told_then_all_may_read_it_and_it_names_no_secret(tmp_path: Path) -> None:
    MachineState(tmp_path).turn(GAME, 0.0)
    told = told_state(tmp_path)
    assert list(told) == ["format", "program", "phase", "game", "act", "waiting"]
    assert (told["format"], told["phase"], told["game"], told["act"]) == ("state/1", "game", "game-0007", 41)
    assert told["waiting"] is None
    assert (tmp_path / "state.json").stat().st_mode & 0o777 == 0o644


def test_given_a_newer_version_when_a_game_is_played_then_it_is_told_and_nothing_is_wished(
    tmp_path: Path,
) -> None:
    machine = MachineState(tmp_path)
    (tmp_path / "upgrade-waiting").write_text("0.2.1\n")
    for second in range(1000):
        machine.turn(GAME, float(second))
    assert told_state(tmp_path)["waiting"] == "0.2.1"
    assert not (tmp_path / "wish").exists()


def test_given_a_newer_version_when_the_game_is_over_then_it_waits_for_the_scores_and_is_wished_for_once(
    tmp_path: Path,
) -> None:
    machine = MachineState(tmp_path)
    (tmp_path / "upgrade-waiting").write_text("0.2.1\n")
    over = Status(phase="over", game="1", act=9)
    machine.turn(GAME, 0.0, used=True)
    for second in range(1, 200):  # the scores are told
        machine.turn(over, float(second), used=True)
    machine.turn(over, 199 + UNPRESSED_S - 2)
    assert not (tmp_path / "wish").exists()
    machine.turn(over, 199 + UNPRESSED_S)
    assert (tmp_path / "wish").read_text() == "settle\n"
    (tmp_path / "wish").unlink()
    machine.turn(over, 500.0)
    assert not (tmp_path / "wish").exists()


def test_given_a_table_that_speaks_or_a_page_that_is_pressed_when_its_loop_turns_then_it_is_used(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    heard, stop = list[bool](), threading.Event()

    def turn(self: MachineState, status: Status, at: float, *, used: bool = False) -> None:
        heard.append(used)
        stop.set()

    monkeypatch.setattr(MachineState, "turn", turn)
    run(Idle(), [], Inbox(), stop=stop, speaking=lambda at: True)
    stop.clear()
    run(Idle(), [], Inbox(), stop=stop)
    assert heard == [True, False]
    table = Idle()
    stop.clear()
    run(table, [APage(table)], Inbox(), stop=stop)
    assert heard == [True, False, True]


@pytest.mark.parametrize("phase", ["starting", "set-up"])
def test_given_a_newer_version_when_somebody_sets_up_then_it_waits_until_nobody_has_pressed_for_long(
    phase: Phase, tmp_path: Path
) -> None:
    machine = MachineState(tmp_path)
    (tmp_path / "upgrade-waiting").write_text("0.2.1\n")
    machine.turn(Status(phase=phase), 0.0)
    machine.turn(Status(phase=phase), UNPRESSED_S - 1, used=True)
    machine.turn(Status(phase=phase), UNPRESSED_S + 60)
    assert not (tmp_path / "wish").exists()
    machine.turn(Status(phase=phase), 2 * UNPRESSED_S)
    assert (tmp_path / "wish").exists() == (phase == "set-up")


def test_given_the_helper_of_a_package_when_somebody_switches_off_then_it_is_wished_for_and_the_end_awaited(
    tmp_path: Path,
) -> None:
    helper, stop = tmp_path / "helper", threading.Event()
    machine = MachineState(tmp_path, helper)
    assert not machine.switches_off  # nobody would hear the wish
    helper.touch()
    assert machine.switches_off
    assert not MachineState(None, helper).switches_off
    stop.set()
    machine.switch_off(stop)
    assert (tmp_path / "wish").read_text() == "power-off\n"


def test_given_no_service_when_time_passes_then_nothing_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    MachineState.from_environment({}).turn(GAME, 0.0)
    assert not list(tmp_path.iterdir())


def test_given_a_folder_that_is_gone_when_told_then_the_game_goes_on(tmp_path: Path) -> None:
    (tmp_path / "run").write_text("no folder")
    MachineState(tmp_path / "run").turn(GAME, 0.0)


LOADED = """
import json, sys
import fingerpost.commands.play, fingerpost.wiring, web
from fingerpost.evening.all_loaded import load_all
load_all()
print(json.dumps(sorted(sys.modules)))
"""


def test_given_a_table_that_is_ready_when_asked_what_it_has_loaded_then_it_is_all_of_its_rooms() -> None:
    ran = subprocess.run(
        [sys.executable, "-c", LOADED], capture_output=True, text=True, timeout=PATIENCE_S, check=True
    )
    loaded = set(json.loads(ran.stdout))
    for room in ("engine", "dialog", "announce", "table", "storage", "web", "fingerpost/devices"):
        for path in Path(room).rglob("*.py"):
            name = ".".join(path.with_suffix("").parts).removesuffix(".__init__")
            assert name in loaded or name.endswith("__main__"), name
