"""The rules compiled: the same games, event for event, and the same no."""

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from engine import EDITIONS
from scripts.compiling import ROOT, WANTED, modules
from scripts.packaging.environment import own_wheel

PLAYS: Final = """
import hashlib, json, sys
import engine
from bots.bot import bot_of
from engine.codec import event_line

def whole(edition, cards, kinds):
    rules = engine.EDITIONS[edition]
    game = engine.Game.new(rules, rules.map, engine.SEATS[:3], cards, 7)
    bots = dict(zip(game.state.seats, [bot_of(kind, place) for place, kind in enumerate(kinds)]))
    refused = []
    while game.state.result is None:
        seat = game.state.waiting_for()[0]
        wrong = engine.KeepTickets(seat=seat, tickets=("x",)), engine.ClaimRoute(seat=seat, route="nowhere")
        for command in (*wrong, engine.Pass(seat=seat), engine.DrawCard(seat=seat, source="row", index=9)):
            answer = engine.decide(game.state, command)
            if isinstance(answer, engine.Refusal):
                refused.append(str(answer))
        game = game.do(bots[seat].choose(game.state, seat))[0]
    lines = [event_line(event, seq) for seq, event in enumerate(game.events)]
    return hashlib.sha256("\\n".join(lines + refused).encode()).hexdigest()

told = {
    f"{edition} {cards}": whole(edition, cards, kinds)
    for edition in engine.EDITIONS
    for cards, kinds in (("dealt", ("random", "greedy", "strong:2")), ("untracked", ("random",) * 3))
}
print(json.dumps([sys.modules["engine.decide"].__file__, told]))
"""
"""A game of each edition and card mode, and what is heard to wrong commands in it."""


def played(folder: Path) -> tuple[str, dict[str, str]]:
    """Where the rules came from, and what the games were, with the rooms of a folder."""
    ran = subprocess.run(
        [sys.executable, "-c", PLAYS],
        cwd=folder,
        env={"PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"},
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    )
    where, told = json.loads(ran.stdout)
    return where, told


@pytest.fixture(scope="module")
def wheels(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the wheel for anybody, and beside it the one for this Python and this processor."""
    folder = tmp_path_factory.mktemp("wheels")
    for compiled in ("", "quick"):
        wheel = own_wheel(2**30, compiled=compiled)
        shutil.move(wheel, folder)
        shutil.rmtree(wheel.parent)
    return folder


def installed(wheels: Path, folder: Path, *whose: str) -> Path:
    """What pip chooses of the wheels, installed into a folder."""
    subprocess.run(
        [
            *(sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index"),
            *("--find-links", str(wheels), "--target", str(folder), *whose, "fingerpost"),
        ],
        check=True,
    )
    return folder


def test_given_both_wheels_when_installed_then_compiled_and_whole_games_and_refusals_are_the_same(
    wheels: Path, tmp_path: Path
) -> None:
    (compiled, games), (interpreted, same) = played(installed(wheels, tmp_path)), played(ROOT)
    assert (Path(compiled).parent, Path(compiled).suffix) == (tmp_path / "engine", ".so")
    assert interpreted == str(ROOT / "engine" / "decide.py")
    assert len(same) == 2 * len(EDITIONS)
    assert games == same


@pytest.mark.parametrize("machine", ["linux_riscv64", "linux_x86_64"])
def test_given_both_wheels_when_installed_for_another_python_then_the_one_for_anybody(
    machine: str, wheels: Path, tmp_path: Path
) -> None:
    other = f"3.{sys.version_info.minor + 1}"
    installed(wheels, tmp_path, "--only-binary", ":all:", "--python-version", other, "--platform", machine)
    assert (tmp_path / "engine" / "decide.py").is_file()
    assert not [*tmp_path.rglob("*.so")]


def test_given_a_plain_wheel_to_build_when_compiling_was_asked_for_then_it_is_plain_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv(WANTED, "1")
    wheel = own_wheel(2**30)
    shutil.rmtree(wheel.parent)
    assert wheel.name.endswith("-py3-none-any.whl")


def test_given_the_modules_to_compile_then_each_is_there_and_none_stands_compiled_beside_its_source() -> None:
    assert all((ROOT / module).is_file() for module in modules())
    assert not [*(ROOT / "engine").rglob("*.so"), *(ROOT / "bots").rglob("*.so")]


def test_given_a_folder_with_something_in_it_then_nothing_is_written_there(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").touch()
    ran = subprocess.run(
        [sys.executable, "-m", "scripts.compiling", str(tmp_path)],
        cwd=ROOT,
        check=False,
        capture_output=True,
        text=True,
    )
    assert ran.returncode == 2
    assert ran.stderr.endswith("there is something in it; name a new folder\n")
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]
