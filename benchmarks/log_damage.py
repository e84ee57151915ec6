"""A card that changes, cuts off or loses a file of a game: nothing is lost in silence, and nothing crashes.

    python -m benchmarks.log_damage [--times 20000] [--seed 1] [--acts 40] [--games 4]

Some games are played and their files kept after every act, in the middle of one, and after the end of a
sitting. Then one file of one moment is harmed at random: a bit is turned, a byte or a sector is another, its
end is cut off, or the file is missing. A table is started on what is left. Either all that had been announced
is there, or the words say that it is not; "your game is whole" and "nothing is lost" are said only when that
is so.
"""

import argparse
import json
import random
import shutil
import sys
import tempfile
import time
import traceback
from collections import Counter
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Final

from announce import Wording
from bots.bot import GreedyBot
from engine import Event, Game, Refusal, game_map
from fingerpost.config import Config, StoreSection
from fingerpost.evening.game_opening import open_game
from storage.acts_beside import acts_of
from storage.folder import kept_games, remember, to_go_on
from storage.store import GameLog
from tabletop import board_layout

SECTOR: Final = 512
HARMS: Final = ("bit", "byte", "sector", "cut", "missing")
LISTED: Final = 0.2  # so many are looked at by set-up's list too
GAMES: Final = (  # edition, map, cards
    ("us-accessible", "usa", "dealt"),
    ("us-accessible", "usa", "untracked"),
)
OWNED: Final = ("cannot be read", "was damaged", "cannot read")
"""What tells of a loss."""
SWORN: Final = ("game is whole", "nothing is lost")
"""What tells that there is none."""
Files = dict[str, bytes]


@dataclass(frozen=True, slots=True)
class Moment:
    """A game's folder at one instant, and what everybody had heard until then."""

    files: Files
    announced: tuple[Event, ...]


@dataclass
class Tally:
    """What was found over all damages."""

    damages: int = 0
    by: Counter[str] = field(default_factory=Counter)  # file and harm
    whole: int = 0  # nothing announced was lost
    told: list[str] = field(default_factory=list)  # something was, and it was said
    sworn: int = 0  # times it was said that nothing is lost
    silent: list[str] = field(default_factory=list)
    crashes: list[str] = field(default_factory=list)
    starts_s: list[float] = field(default_factory=list)


def record(folder: Path, acts: int, seed: int) -> list[Moment]:
    """A game of two sittings, and its files as it goes on."""
    edition, board, cards = GAMES[seed % len(GAMES)]
    game = Game.new(
        edition, board, ("blue", "red", "green"), "dealt" if cards == "dealt" else "untracked", seed
    )
    bots = {seat: GreedyBot(seed) for seat in game.state.seats}
    path = folder / "game-0001.fingerpost"
    remember(path)
    moments: list[Moment] = []

    def keep() -> None:
        moments.append(Moment(_files(folder), game.events))

    def begin(store: GameLog) -> None:
        store.opened()
        if not store.last:
            store.append(1, game.events)
        keep()

    for sitting in (1, 2):
        with GameLog(path) as store:
            begin(store)
            for number in range(acts // 2):
                if game.state.result is not None:
                    break
                seat = game.state.waiting_for()[0]
                done = game.do(bots[seat].choose(game.state, seat))
                assert not isinstance(done, Refusal)
                before, beside = game.events, acts_of(path)
                short = beside.read_bytes()
                store.append_acts(
                    [(len(before) + 1, done[1])], {"left": [number]} if number % 5 == 0 else None
                )
                game = done[0]
                keep()
                # The power went between the two files.
                moments.append(Moment(moments[-1].files | {beside.name: short}, before))
            if sitting == 1:
                store.closed()
        if sitting == 1:
            keep()
    return moments


def _files(folder: Path) -> Files:
    return {path.name: path.read_bytes() for path in folder.iterdir() if not path.name.endswith(".lock")}


def harmed(content: bytes, how: str, chance: random.Random) -> bytes | None:
    """What the card has made of a file; None: it is gone."""
    if how == "missing":
        return None
    if not content:
        return b"\xff" if how != "cut" else b""
    at = chance.randrange(len(content))
    match how:
        case "bit":
            return content[:at] + bytes((content[at] ^ 1 << chance.randrange(8),)) + content[at + 1 :]
        case "byte":
            return content[:at] + bytes((chance.randrange(256),)) + content[at + 1 :]
        case "sector":
            first = at - at % SECTOR
            other = bytes(SECTOR) if chance.random() < 0.5 else chance.randbytes(SECTOR)
            return content[:first] + other[: len(content) - first] + content[first + SECTOR :]
        case _:
            return content[:at]


def started(folder: Path) -> tuple[tuple[Event, ...], list[str]]:
    """What a table that is started there plays, and what it says first."""
    board = game_map("usa")
    wording = Wording(board, board_layout("usa"))
    sitting = open_game(Config(store=StoreSection(path=folder)), board, new=False, name=None)
    with sitting.store as store:
        state = sitting.game.state
        said = [] if sitting.trouble is None else list(wording.health(sitting.trouble))
        said += wording.welcome(state, resumed=bool(sitting.stored), cut=store.was_cut)
        held = store.log().events if sitting.stored else ()
        if held != sitting.game.events[: sitting.stored]:
            return (), [one.normal for one in said]  # what is played is not what is kept
        return held, [one.normal for one in said]


def try_one(moment: Moment, name: str, how: str, folder: Path, chance: random.Random, tally: Tally) -> None:
    """Harm one file, start a table, and judge what it says."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for file, content in moment.files.items():
        made = harmed(content, how, chance) if file == name else content
        if made is not None:
            (folder / file).write_bytes(made)
    tally.damages += 1
    tally.by[f"{name} {how}"] += 1
    what = f"{name} {how}, after {len(moment.announced)} events"
    try:
        if chance.random() < LISTED:
            kept_games(folder)
            listed = to_go_on(folder, None, datetime(2026, 1, 1))
        else:
            listed = ()
        at = time.perf_counter()
        held, said = started(folder)
        tally.starts_s.append(time.perf_counter() - at)
    except Exception:
        tally.crashes.append(f"{what}: {traceback.format_exc(limit=-3)}")
        return
    words = " ".join(said)
    lost = held[: len(moment.announced)] != moment.announced
    sworn = any(word in words for word in SWORN) or any(game.cut for game in listed)
    tally.sworn += sworn
    if not lost:
        tally.whole += 1
    elif sworn or not any(word in words for word in OWNED):
        tally.silent.append(f"{what}: {len(held)} left; {words}")
    else:
        tally.told.append(f"{what}: {len(held)} left; {words}")


def run(times: int, *, seed: int, acts: int, games: int, folder: Path) -> Tally:
    """Harm so many times."""
    chance, tally = random.Random(seed), Tally()
    moments: list[Moment] = []
    for number in range(games):
        games_folder = folder / f"recorded-{number}"
        games_folder.mkdir()
        moments += record(games_folder, acts, seed + number)
    for _ in range(times):
        moment = chance.choice(moments)
        name = chance.choice(sorted(moment.files))
        try_one(moment, name, chance.choice(HARMS), folder / "harmed", chance, tally)
    return tally


def main() -> int:
    """Harm, and print what was found."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--times", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--acts", type=int, default=40)
    parser.add_argument("--games", type=int, default=4)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        tally = run(args.times, seed=args.seed, acts=args.acts, games=args.games, folder=Path(folder))
    found = {
        "damages": tally.damages,
        "nothing_lost": tally.whole,
        "lost_and_told": len(tally.told),
        "said_that_nothing_is_lost": tally.sworn,
        "silent": len(tally.silent),
        "crashes": len(tally.crashes),
        "longest_start_s": round(max(tally.starts_s, default=0.0), 3),
        "by": dict(sorted(tally.by.items())),
        "first_told": tally.told[:3],
        "first": [*tally.silent[:5], *tally.crashes[:5]],
    }
    print(json.dumps(found, indent=2))
    return 1 if tally.silent or tally.crashes else 0


if __name__ == "__main__":
    sys.exit(main())
