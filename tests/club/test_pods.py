"""Pods: the least of all ways up to twelve people, quick and never worse than slices beyond."""

import itertools
import random
import time
from collections import Counter
from collections.abc import Iterator, Sequence

import pytest

from club.tournament import pod_sizes, seat, share_out
from club.tournament.rules import PodSizes

SIZES = PodSizes(least=3, best=4, most=5)


def cost(
    pods: Sequence[Sequence[int]], order: Sequence[int], met: Counter[tuple[int, int]]
) -> tuple[int, int]:
    pairs = [pair for pod in pods for pair in itertools.combinations(sorted(pod), 2)]
    at = {number: place for place, number in enumerate(order)}
    return sum(met[pair] ** 2 for pair in pairs), sum(abs(at[one] - at[other]) for one, other in pairs)


def all_ways(people: tuple[int, ...], sizes: tuple[int, ...]) -> Iterator[list[tuple[int, ...]]]:
    """Every way to share people out, written as plainly as can be."""
    if not sizes:
        yield []
        return
    for pod in itertools.combinations(people, sizes[0]):
        for rest in all_ways(tuple(one for one in people if one not in pod), sizes[1:]):
            yield [pod, *rest]


def history(people: int, rounds: int, dice: random.Random) -> Counter[tuple[int, int]]:
    met: Counter[tuple[int, int]] = Counter()
    for _ in range(rounds):
        mixed = dice.sample(range(1, people + 1), people)
        for at in range(0, people - 3, 4):
            met.update(itertools.combinations(sorted(mixed[at : at + 4]), 2))
    return met


@pytest.mark.parametrize(
    ("people", "sizes"),
    [
        (2, None), (3, (3,)), (4, (4,)), (5, (5,)), (6, (3, 3)), (7, (4, 3)), (8, (4, 4)), (9, (5, 4)),
        (10, (4, 3, 3)), (11, (4, 4, 3)), (12, (4, 4, 4)), (13, (5, 4, 4)), (14, (4, 4, 3, 3)),
    ],
)  # fmt: skip
def test_given_people_when_shared_out_then_few_pods_are_not_the_best_size(
    people: int, sizes: tuple[int, ...] | None
) -> None:
    assert pod_sizes(people, SIZES) == sizes


def test_given_any_number_when_shared_out_then_no_way_has_fewer_odd_pods_or_as_few_and_more_pods() -> None:
    for least, best, most in ((3, 4, 5), (3, 3, 5), (2, 5, 5), (4, 4, 4), (3, 5, 5)):
        for people in range(3, 60):
            ways = [
                (sum(size != best for size in way), -len(way))
                for count in range(1, people // least + 1)
                for way in itertools.combinations_with_replacement(range(least, most + 1), count)
                if sum(way) == people
            ] if people < 22 else []  # fmt: skip
            found = pod_sizes(people, PodSizes(least=least, best=best, most=most))
            if people < 22:
                assert (found is None) == (not ways)
            if found is not None:
                assert sum(found) == people and all(least <= size <= most for size in found)
                if ways:
                    assert (sum(size != best for size in found), -len(found)) == min(ways)


@pytest.mark.parametrize("people", range(3, 11))
def test_given_few_people_when_shared_out_then_it_is_the_least_of_all_ways(people: int) -> None:
    dice = random.Random(people)
    sizes = pod_sizes(people, SIZES)
    assert sizes is not None
    for rounds in range(6 if people < 9 else 3):
        met, order = history(people, rounds, dice), dice.sample(range(1, people + 1), people)
        found = share_out(order, sizes, met, "seed")
        assert sorted(itertools.chain(*found.pods)) == list(range(1, people + 1))
        assert found.cost == cost(found.pods, order, met)
        assert found.cost == min(cost(way, order, met) for way in all_ways(tuple(order), sizes))


def test_given_twelve_people_when_shared_out_then_it_is_the_least_of_all_5775_ways() -> None:
    dice = random.Random(1)
    met, order = history(12, 3, dice), dice.sample(range(1, 13), 12)
    found = share_out(order, (4, 4, 4), met, "seed")
    first, others = order[0], tuple(order[1:])
    least = min(
        cost([(first, *more), *rest], order, met)
        for more in itertools.combinations(others, 3)
        for rest in all_ways(tuple(one for one in others if one not in more), (4, 4))
    )
    assert found.cost == least


@pytest.mark.parametrize("rounds", [0, 1, 4, 9])
def test_given_500_people_when_shared_out_then_soon_the_same_and_never_worse_than_slices(rounds: int) -> None:
    dice = random.Random(rounds)
    met, order = history(500, rounds, dice), dice.sample(range(1, 501), 500)
    sizes = pod_sizes(500, SIZES)
    assert sizes is not None
    began = time.process_time()
    found = share_out(order, sizes, met, "seed")
    assert time.process_time() - began < 2
    assert found.cost == cost(found.pods, order, met)
    assert found == share_out(order, sizes, met, "seed")
    ends = [*itertools.accumulate(sizes)]
    slices = [order[end - size : end] for end, size in zip(ends, sizes, strict=True)]
    assert found.cost <= cost(slices, order, met)


def test_given_people_met_in_slices_when_shared_out_then_hardly_anybody_meets_again() -> None:
    order = list(range(1, 501))
    met = Counter(pair for at in range(0, 500, 4) for pair in itertools.combinations(order[at : at + 4], 2))
    sizes = pod_sizes(500, SIZES)
    assert sizes is not None
    assert share_out(order, sizes, met, "seed").cost[0] == 0


def test_given_who_has_gone_first_when_seated_then_another_goes_first() -> None:
    assert seat([1, 2, 3], {(1, 1): 1, (2, 2): 1, (3, 3): 1})[0] != 1
    sat = {(1, 1): 2, (2, 1): 1, (3, 2): 1}
    least = min(
        sum(sat.get((one, at), 0) ** 2 for at, one in enumerate(way, 1))
        for way in itertools.permutations([1, 2, 3])
    )
    found = seat([1, 2, 3], sat)
    assert sum(sat.get((one, at), 0) ** 2 for at, one in enumerate(found, 1)) == least == 0
