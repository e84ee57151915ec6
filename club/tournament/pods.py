"""PURE: who sits with whom: as few meetings again as can be, then as near in order as can be.

Up to twelve people the least is found exactly, over all ways to share them out; beyond that it begins with
slices of the order and swaps two at a time while that helps, so it is never worse than the slices.
"""

import itertools
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from club.tournament.rules import PodSizes

EXACT: Final = 12
_TRIES: Final = 60_000  # swaps that are looked at; less than a second
_NEAR: Final = 40

Met = Mapping[tuple[int, int], int]  # (smaller number, greater number) → times
Cost = tuple[int, int]


@dataclass(frozen=True, slots=True)
class PodPairing:
    """Pods of numbers, each in order; what they cost: meetings again squared, distances in order."""

    pods: tuple[tuple[int, ...], ...]
    cost: Cost


def pod_sizes(people: int, sizes: PodSizes) -> tuple[int, ...] | None:
    """The sizes of pods, greatest first: fewest that are not `best`, then more pods; None: it cannot be."""

    @cache
    def fewest(left: int, top: int) -> tuple[int, int, tuple[int, ...]] | None:
        if left == 0:
            return (0, 0, ())
        found = []
        for size in range(min(top, left), sizes.least - 1, -1):
            rest = fewest(left - size, size)
            if rest is not None:
                found.append((rest[0] + (size != sizes.best), rest[1] - 1, (size, *rest[2])))
        return min(found, default=None)

    best = people // sizes.best - 2 * sizes.most  # many of `best` first, so that no recursion is deep
    spare = max(0, best)
    found = fewest(people - spare * sizes.best, sizes.most) if people >= 3 else None
    if found is None:
        return None
    return tuple(sorted((*found[2], *[sizes.best] * spare), reverse=True))


def share_out(order: Sequence[int], sizes: Sequence[int], met: Met, seed: str) -> PodPairing:
    """Pods of these sizes out of people in order; the pod of whoever is first in order comes first."""
    places, place_of = len(order), {number: place for place, number in enumerate(order)}
    times: dict[tuple[int, int], int] = {}
    for (one, other), count in met.items():
        at, to = place_of.get(one), place_of.get(other)
        if at is not None and to is not None:
            times[min(at, to), max(at, to)] = count

    def again(one: int, other: int) -> int:
        return times.get((one, other) if one < other else (other, one), 0)

    if places <= EXACT:
        pods = [list(pod) for pod in _exact(places, sizes, again)]
    else:
        slices = [_slices(sizes), _slices(sizes[::-1])]
        pods = _swapped(min(slices, key=lambda one: _whole_cost(one, again)), again, seed)
    ordered = sorted(tuple(sorted(pod)) for pod in pods)
    return PodPairing(tuple(tuple(order[at] for at in pod) for pod in ordered), _whole_cost(ordered, again))


def seat(pod: Sequence[int], sat: Mapping[tuple[int, int], int]) -> tuple[int, ...]:
    """The turn order with the fewest places again, squared. `sat`: (number, place from 1) → times."""

    def cost(seats: tuple[int, ...]) -> int:
        return sum(sat.get((number, place), 0) ** 2 for place, number in enumerate(seats, 1))

    return min(itertools.permutations(pod), key=cost)


def _cost(pod: Sequence[int], again: Callable[[int, int], int]) -> Cost:
    pairs = [*itertools.combinations(pod, 2)]
    return sum(again(*pair) ** 2 for pair in pairs), sum(abs(one - other) for one, other in pairs)


def _whole_cost(pods: Sequence[Sequence[int]], again: Callable[[int, int], int]) -> Cost:
    costs = [_cost(pod, again) for pod in pods]
    return sum(cost[0] for cost in costs), sum(cost[1] for cost in costs)


def _slices(sizes: Sequence[int]) -> list[list[int]]:
    ends = [*itertools.accumulate(sizes)]
    return [list(range(end - size, end)) for end, size in zip(ends, sizes, strict=True)]


def _exact(places: int, sizes: Sequence[int], again: Callable[[int, int], int]) -> list[tuple[int, ...]]:
    """The least of all ways. Whoever is first of those left chooses a pod; what is left is looked up."""

    @cache
    def least(left: tuple[int, ...], todo: tuple[int, ...]) -> tuple[Cost, tuple[tuple[int, ...], ...]]:
        if not left:
            return (0, 0), ()
        best: tuple[Cost, tuple[tuple[int, ...], ...]] | None = None
        first, others = left[0], left[1:]
        for size in dict.fromkeys(todo):
            at = todo.index(size)
            rest = todo[:at] + todo[at + 1 :]
            for more in itertools.combinations(others, size - 1):
                pod = (first, *more)
                own = cost_of(pod)
                if best is not None and own > best[0]:
                    continue
                after, pods = least(tuple(one for one in others if one not in more), rest)
                total = (own[0] + after[0], own[1] + after[1])
                if best is None or total < best[0]:
                    best = total, (pod, *pods)
        assert best is not None
        return best

    @cache
    def cost_of(pod: tuple[int, ...]) -> Cost:
        return _cost(pod, again)

    return list(least(tuple(range(places)), tuple(sizes))[1])


def _swapped(pods: list[list[int]], again: Callable[[int, int], int], seed: str) -> list[list[int]]:
    """Swap two at a time while it helps, whoever meets somebody again first."""
    if _whole_cost(pods, again)[0] == 0:
        return pods  # slices are nearest in order
    dice = random.Random(seed)
    of = {one: pod for pod in pods for one in pod}
    people = sorted(of)
    costs = {id(pod): _cost(pod, again) for pod in pods}
    left, helped = _TRIES, True
    while helped and left > 0:
        helped = False
        meets = [one for one in people if any(again(one, other) for other in of[one])]
        near = [(one, other) for one in meets for other in people if other not in of[one]]
        dice.shuffle(near)
        near.sort(key=lambda pair: abs(pair[0] - pair[1]) // _NEAR)
        around = [(one, one + step) for step in (1, 2, 3, 4, 5, 6) for one in people if one + step in of]
        for one, other in (*near, *around):
            left -= 1
            if left <= 0:
                break
            helped |= _swap(one, other, of, costs, again)
    return pods


def _swap(
    one: int, other: int, of: dict[int, list[int]], costs: dict[int, Cost], again: Callable[[int, int], int]
) -> bool:
    """Swap two if that costs less; whether it did."""
    here, there = of[one], of[other]
    if here is there:
        return False
    new_here, new_there = (
        [other if at == one else at for at in here],
        [one if at == other else at for at in there],
    )
    cost_here, cost_there = _cost(new_here, again), _cost(new_there, again)
    old_here, old_there = costs[id(here)], costs[id(there)]
    new = cost_here[0] + cost_there[0], cost_here[1] + cost_there[1]
    if new >= (old_here[0] + old_there[0], old_here[1] + old_there[1]):
        return False
    here[:], there[:] = new_here, new_there
    of[one], of[other] = there, here
    costs[id(here)], costs[id(there)] = cost_here, cost_there
    return True
