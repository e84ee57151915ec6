"""The longest path of a seat with all its trains on the board: networks of several kinds.

    python benchmarks/longest_trail.py [--networks 500]

Bars (docs): 45 trains, median 0.3 ms; the worst, dense, 25 ms.
"""

import argparse
import time
from random import Random

from engine import CityId, Route, game_map, longest_trail

USA = tuple(game_map("usa").routes.values())


def grown(chance: Random, trains: int, *, connected: bool, picky: int) -> list[Route]:
    """Routes as a seat might hold them: joined up or anywhere; the shortest of `picky` looked at (1: any)."""
    left, own, cities, groups = trains, list[Route](), set[CityId](), set[str]()
    while True:
        held = {route.id for route in own}
        free = [
            route
            for route in USA
            if route.id not in held
            and route.length <= left
            and (route.group is None or route.group not in groups)
            and (not connected or not cities or route.a in cities or route.b in cities)
        ]
        if not free:
            return own
        picked = min(chance.sample(free, min(picky, len(free))), key=lambda route: route.length)
        own.append(picked)
        left -= picked.length
        cities |= {picked.a, picked.b}
        groups |= {picked.group} if picked.group is not None else set()


def main() -> None:
    """Measure and print milliseconds of the processor."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--networks", type=int, default=500)
    options = parser.parse_args()
    kinds = {
        "anywhere": {"connected": False, "picky": 1},
        "joined up": {"connected": True, "picky": 1},
        "joined up, short routes": {"connected": True, "picky": 4},
        "dense: the shortest there are": {"connected": True, "picky": 12},
    }
    for name, how in kinds.items():
        chance, times, routes = Random(1), list[float](), 0
        for _ in range(options.networks):
            network = grown(chance, 45, connected=bool(how["connected"]), picky=int(how["picky"]))
            routes += len(network)
            began = time.process_time()
            longest_trail(network)
            times.append(1000 * (time.process_time() - began))
        times.sort()
        count = len(times)
        print(
            f"{name}: {routes / count:.1f} routes; median {times[count // 2]:.3f} ms, "
            f"99 of 100 within {times[count * 99 // 100]:.3f} ms, worst {times[-1]:.3f} ms"
        )


if __name__ == "__main__":
    main()
