"""The rules compiled: the same games, event for event, and the same no."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Final

from engine import EDITIONS
from scripts.compiling import ROOT, compile_into, modules

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


def test_given_the_rules_compiled_then_whole_games_and_refusals_are_the_same(tmp_path: Path) -> None:
    compile_into(tmp_path, optimised="0")
    (compiled, games), (interpreted, same) = played(tmp_path), played(ROOT)
    assert (Path(compiled).parent, Path(compiled).suffix) == (tmp_path / "engine", ".so")
    assert interpreted == str(ROOT / "engine" / "decide.py")
    assert len(same) == 2 * len(EDITIONS)
    assert games == same


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
