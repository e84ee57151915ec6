"""How soon a table speaks after its power is back: from the start of the process to the first word.

    python -m benchmarks.first_word [--times 10] [--turns 60]

`fingerpost play` goes on with a game of so many turns, with a hub on a pseudo-terminal and no camera; it is
killed at its first word and started again. Prints milliseconds of the wall clock, what loading Python itself
takes beside them, and the bar.
"""

import argparse
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import Final

from bots.bot import GreedyBot
from engine import Game, Refusal
from lab.hub.process import HubProcess
from storage.folder import new_path, remember
from storage.store import GameLog
from tabletop import board_layout

BAR_MS: Final = 2000
CONFIG: Final = """
[game]
map = "europe"
edition = "europe"
cards = "dealt"
[hub]
port = "{port}"
[speech]
mute = true
[store]
path = "{folder}"
"""


def stored(folder: Path, turns: int) -> None:
    """A game that was cut in its turn number so and so."""
    folder.mkdir()
    path = new_path(folder)
    game = Game.new("europe", "europe", ("blue", "red", "green"), cards="dealt", seed=1)
    bot = GreedyBot(1)
    with GameLog(path) as store:
        store.opened()
        store.append(1, game.events)
        while game.state.result is None and game.state.turn < turns:
            seat = game.state.waiting_for()[0]
            done = game.do(bot.choose(game.state, seat))
            if isinstance(done, Refusal):
                raise SystemExit(f"first_word: the bot was refused: {done}")
            store.append(len(game.events) + 1, done[1])
            game = done[0]
    remember(path)


def first_word(config: Path) -> float:
    """Milliseconds from the start of the service to its first word; then it is killed."""
    started = time.monotonic()
    command = [sys.executable, "-m", "fingerpost", "play", "--config", str(config)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as service:
        assert service.stdout is not None
        line = service.stdout.readline()
        taken = time.monotonic() - started
        service.kill()
        if "The power went" not in line:
            raise SystemExit(f"first_word: it said {line!r}: {service.communicate()[1]}")
    return 1000 * taken


def bare() -> float:
    """Milliseconds that Python needs to do nothing."""
    started = time.monotonic()
    subprocess.run([sys.executable, "-c", ""], check=True)
    return 1000 * (time.monotonic() - started)


def main() -> int:
    """Print what was measured; 1: the bar is missed."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--times", type=int, default=10)
    parser.add_argument("--turns", type=int, default=60)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder, config = Path(name) / "games", Path(name) / "table.toml"
        stored(folder, args.turns)
        with HubProcess(max(board_layout("europe").channels()) + 1, seed=1) as hub:
            config.write_text(CONFIG.format(port=hub.port, folder=folder), encoding="utf-8")
            taken = [first_word(config) for _ in range(args.times)]
    python = median(bare() for _ in range(5))
    worst = max(taken)
    print(
        f"process start to first word, turn {args.turns}: median {median(taken):.0f} ms, worst {worst:.0f} ms"
    )
    print(f"Python alone {python:.0f} ms; bar {BAR_MS} ms {'kept' if worst <= BAR_MS else 'MISSED'}")
    return 0 if worst <= BAR_MS else 1


if __name__ == "__main__":
    sys.exit(main())
