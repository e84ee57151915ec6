"""Power cuts at the level of the file: whatever of the last writes reached the card, whole acts are read.

    python -m benchmarks.torn_writes [--acts 12] [--every 5] [--shuffles 2000] [--seed 1]

A game's log is copied after each act. Then the last two acts' writes are cut off at every byte, are zero from
there on, or arrive in any order, sector by sector, as a card may write them; the moment when the side file is
copied into the log is cut likewise. Each time the log must hold every act that was flushed before, whole, and
nothing that was not played.
"""

import argparse
import json
import random
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from bots.bot import GreedyBot
from engine import Event, Game, Refusal
from storage.store import GameLog, read_file

SECTOR = 512


@dataclass(frozen=True, slots=True)
class Copy:
    """The files at one moment: the log, and what is not in it yet."""

    log: bytes
    side: bytes


@dataclass(frozen=True, slots=True)
class Recorded:
    """A game's files after each act, and around the copying of the side file into the log."""

    events: tuple[Event, ...]
    lasts: tuple[int, ...]  # the last event of each act
    copies: tuple[Copy, ...]  # after each act
    merged: bytes  # the log when the side file has been copied into it


def record(folder: Path, acts: int, seed: int) -> Recorded:
    """Play a game of so many acts and copy the files as it goes."""
    path, side = folder / "recorded", folder / "recorded-wal"
    game = Game.new("us-accessible", "usa", ("blue", "red"), "dealt", seed)
    bots = {seat: GreedyBot(seed) for seat in game.state.seats}
    with GameLog(path) as store:
        store.append(1, game.events)
        lasts, copies = [store.last], [Copy(path.read_bytes(), side.read_bytes())]
        for _ in range(acts):
            seat = game.state.waiting_for()[0]
            done = game.do(bots[seat].choose(game.state, seat))
            assert not isinstance(done, Refusal)
            store.append(len(game.events) + 1, done[1])
            game = done[0]
            lasts.append(store.last)
            copies.append(Copy(path.read_bytes(), side.read_bytes()))
    return Recorded(game.events, tuple(lasts), tuple(copies), path.read_bytes())


def cut_off(game: Recorded, every: int) -> Iterator[tuple[str, int, Copy]]:
    """What was flushed last, cut off or zero from some byte on; with how many acts must be there."""
    for act in (len(game.copies) - 2, len(game.copies) - 1):
        before, after = game.copies[act - 1], game.copies[act]
        for end in range(len(before.side), len(after.side), every):
            yield f"act {act} cut at {end}", act, Copy(after.log, after.side[:end])
            zeros = bytes(len(after.side) - end)
            yield f"act {act} zero from {end}", act, Copy(after.log, after.side[:end] + zeros)


def out_of_order(game: Recorded, times: int, chance: random.Random) -> Iterator[tuple[str, int, Copy]]:
    """Some sectors of the last act's write arrived and some did not."""
    act = len(game.copies) - 1
    before, after = game.copies[act - 1], game.copies[act]
    old = before.side + bytes(len(after.side) - len(before.side))
    for number in range(times):
        yield f"shuffle {number}", act, Copy(after.log, _mixed(old, after.side, chance))


def merging(game: Recorded, times: int, chance: random.Random) -> Iterator[tuple[str, int, Copy]]:
    """The side file is whole, and some sectors of it were copied into the log."""
    last = game.copies[-1]
    old = last.log + bytes(max(0, len(game.merged) - len(last.log)))
    for number in range(times):
        mixed = _mixed(old, game.merged, chance)
        yield (
            f"merge {number}",
            len(game.copies),
            Copy(mixed[: chance.choice((len(last.log), None))], last.side),
        )


def _mixed(old: bytes, new: bytes, chance: random.Random) -> bytes:
    share = chance.random()
    return b"".join(
        (new if chance.random() < share else old)[at : at + SECTOR] for at in range(0, len(new), SECTOR)
    )


def fault(game: Recorded, folder: Path, acts: int, copy: Copy) -> str | None:
    """What is wrong with the log that these files make; `acts`: so many are flushed in it at least."""
    path, side = folder / "cut", folder / "cut-wal"
    path.write_bytes(copy.log)
    side.write_bytes(copy.side)
    found = read_file(path)
    count = len(found.events)
    if found.fault is not None:
        return str(found.fault)
    if found.events != game.events[:count]:
        return "other events than were played"
    if count not in game.lasts:
        return f"a part of an act: {count} events"
    if count < game.lasts[acts - 1]:
        return f"{game.lasts[acts - 1] - count} flushed events are lost"
    return None


def run(folder: Path, *, acts: int, every: int, shuffles: int, seed: int) -> tuple[int, list[str]]:
    """How many cuts were tried, and what was wrong."""
    game, chance = record(folder, acts, seed), random.Random(seed)
    tried, wrong = 0, list[str]()
    for cuts in (
        cut_off(game, every),
        out_of_order(game, shuffles, chance),
        merging(game, shuffles, chance),
    ):
        for name, sure, copy in cuts:
            tried += 1
            what = fault(game, folder, sure, copy)
            if what is not None:
                wrong.append(f"{name}: {what}")
    return tried, wrong


def main() -> int:
    """Cut, and print what was found."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--acts", type=int, default=12)
    parser.add_argument("--every", type=int, default=5, help="cut at every so many bytes")
    parser.add_argument("--shuffles", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        tried, wrong = run(
            Path(folder), acts=args.acts, every=args.every, shuffles=args.shuffles, seed=args.seed
        )
    print(json.dumps({"cuts": tried, "wrong": len(wrong), "first": wrong[:5]}, indent=2))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
