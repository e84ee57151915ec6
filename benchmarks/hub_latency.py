"""From a contact that closes to the observation that tells of it, over a pseudo-terminal, and what it costs.

    .venv/bin/python benchmarks/hub_latency.py [--changes 200] [--seconds 20]

A simulated hub in its own process (with the firmware's debouncing), and the loop of `fingerpost play` around
the table's HubPart. The windows in which a contact stands still are left out: 16 ms in the hub, 60 ms here.
"""

import argparse
import random
import statistics
import time
from typing import Final

from fingerpost.devices.hub_part import HubPart
from fingerpost.devices.inbox import Inbox
from fingerpost.evening.loop import TICK_S
from firmware_bridge.debounce import DWELL_S
from lab.hub.process import HubProcess
from tabletop import DeviceHealth, Observation, board_layout

_HUB_WINDOW_S: Final = 0.016


class Table:
    """The loop of `play` without a game."""

    def __init__(self, hub: HubProcess) -> None:
        self.layout = board_layout("usa")
        self.inbox = Inbox()
        self.part = HubPart(hub.port, self.layout, self.inbox)

    def turn(self) -> list[tuple[float, object]]:
        """One turn; what it brought, with the time at which a session would have had it."""
        self.part.poll(time.monotonic())
        return [(time.monotonic(), item) for item in self.inbox.take(timeout=TICK_S)]

    def until_live(self) -> None:
        """Wait for the hub."""
        while not any(isinstance(item, DeviceHealth) and item.condition == "live" for _, item in self.turn()):
            pass


def latencies(hub: HubProcess, table: Table, changes: int) -> list[float]:
    """Milliseconds of each change, the windows left out."""
    chance = random.Random(1)
    sites = {int(channel): site for channel, site in table.layout.channels().items()}
    channels = sorted(sites)
    level = dict.fromkeys(channels, 0)
    taken: list[float] = []
    for _ in range(changes):
        channel = chance.choice(channels)
        level[channel] = 1 - level[channel]
        wait_until = time.monotonic() + 0.1 + chance.random() * 0.1
        while time.monotonic() < wait_until:
            table.turn()
        site = sites[channel]
        start = time.monotonic()
        hub.contact(channel, level[channel])
        heard: float | None = None
        while heard is None:
            told = [at for at, item in table.turn() if isinstance(item, Observation) and item.site == site]
            heard = told[0] if told else None
        taken.append((heard - start - _HUB_WINDOW_S - DWELL_S) * 1000)
    return taken


def load(hub: HubProcess, table: Table, seconds: int) -> float:
    """Share of a core, in percent, at one change a second."""
    wall, cpu = time.monotonic(), time.process_time()
    for number in range(seconds):
        hub.contact(3, number % 2)
        end = time.monotonic() + 1
        while time.monotonic() < end:
            table.turn()
    return 100 * (time.process_time() - cpu) / (time.monotonic() - wall)


def main() -> None:
    """Print a line each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--changes", type=int, default=200)
    parser.add_argument("--seconds", type=int, default=20)
    args = parser.parse_args()
    with HubProcess(144, seed=1) as hub:
        table = Table(hub)
        table.until_live()
        taken = sorted(latencies(hub, table, args.changes))
        p99 = taken[min(len(taken) - 1, int(0.99 * len(taken)))]
        print(
            f"change -> observation, {len(taken)} changes: median {statistics.median(taken):.1f} ms, "
            f"p99 {p99:.1f} ms, worst {taken[-1]:.1f} ms (bars: 20, 40)"
        )
        print(f"host at one change a second: {load(hub, table, args.seconds):.2f} % of a core (bar: 2)")
        table.part.close()


if __name__ == "__main__":
    main()
