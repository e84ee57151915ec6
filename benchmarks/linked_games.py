"""Many games in two homes on a bad line, either end killed: are both logs equal, both boards right?

    python -m benchmarks.linked_games --games 140 --dealt 60

Each game is played by people at two tables (`lab.two_homes`) in virtual time: 150 ms delay and some jitter,
5 % of all messages lost, 2 % twice, cuts of 10 s, kill -9 of either end, half of them in the middle of an
act; errands set wrong at first, acts taken back. `--dealt`: so many more with dealt cards (8 to 20 trains a
seat), where a hand travels by the host's sealed page over the same line: what is lost is sent again, half of
the connections do not survive a cut, a page that was killed knows no home, and new digits are told and
entered. Every hand that was held and every word for one ear is searched for in all that went over the broker.
Exit 1 where a game does not end, logs or boards differ, or anything secret was on the wire.
"""

import argparse
import sys
import time
from functools import partial

from lab.jobs import played as all_played
from lab.two_homes.evening import LinkedEvening, LinkedOutcome, TwoHomes
from lab.two_homes.line import LineFaults

_SEATS = (("blue", "red"), ("blue", "red", "green"), ("red", "blue", "green", "yellow"))
_AWAY = (("red",), ("red", "green"), ("blue", "red"))


def told(seed: int, *, dealt: bool = False) -> TwoHomes:
    """What is played under this number."""
    seats = _SEATS[seed % 3]
    away = tuple(seat for seat in _AWAY[seed // 3 % 3] if seat in seats)
    return TwoHomes(
        seed=seed,
        seats=seats,  # type: ignore[arg-type]
        away=away if len(away) < len(seats) else away[:1],  # type: ignore[arg-type]
        edition="europe" if seed % 4 == 3 else "us-accessible",
        map="europe" if seed % 4 == 3 else "usa",
        cards="dealt" if dealt else "untracked",
        trains=8 + 5 * seed % 13 if dealt else None,
        wait="nobody" if seed % 5 == 4 else "both",
        line=LineFaults(cut_every_s=120.0),
        kill_every_s=150.0 if dealt else 90.0,  # digits of a page that was killed take half a minute
        wrong=0.05,
        undo=0.02,
    )


def play(seed: int, *, dealt: bool) -> tuple[int, LinkedOutcome | str]:
    """One game; a bug of ours is told, not raised."""
    try:
        return seed, LinkedEvening(told(seed, dealt=dealt)).play()
    except Exception as error:
        return seed, f"{type(error).__name__}: {error}"


def play_all(first: int, games: int, jobs: int, *, dealt: bool) -> int:
    """So many games; how many are not as they should be."""
    began, bad, played = time.monotonic(), 0, list[LinkedOutcome]()
    for seed, outcome in all_played(partial(play, dealt=dealt), range(first, first + games), jobs):
        if isinstance(outcome, str) or not outcome.good:
            bad += 1
            print(f"{'dealt, ' if dealt else ''}seed {seed}: {outcome}", flush=True)
        if isinstance(outcome, LinkedOutcome):
            played.append(outcome)
    events, undone = sum(one.events for one in played), sum(one.undone for one in played)
    kills, hours = sum(one.kills for one in played), sum(one.seconds for one in played) / 3600
    equal, right = sum(one.equal_logs for one in played), sum(one.boards_right for one in played)
    cards = "dealt" if dealt else "in hands"
    print(f"games {games}, cards {cards}, not as they should be {bad}, {time.monotonic() - began:.0f} s")
    print(f"events {events}, undone acts {undone}, kills {kills}, hours at the tables {hours:.1f}")
    print(f"equal logs {equal}, right boards {right}")
    payloads, hands = sum(one.payloads for one in played), sum(one.hands for one in played)
    print(f"secrets found {sum(len(one.secrets) for one in played)} in {payloads} payloads, hands {hands}")
    return bad


def main() -> int:
    """Play them all and print what came of them."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=140, help="games whose cards are in hands")
    parser.add_argument("--dealt", type=int, default=60, help="games whose cards the host deals")
    parser.add_argument("--first", type=int, default=1, help="the first game's seed")
    parser.add_argument("--jobs", type=int, default=1)
    args = parser.parse_args()
    bad = 0
    for games, dealt in ((args.games, False), (args.dealt, True)):
        if games:
            bad += play_all(args.first, games, args.jobs, dealt=dealt)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
