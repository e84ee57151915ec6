"""The longest path of a network of routes, exactly (US-58): no route twice, cities as often as one likes.

Such a trail is a connected set of routes in which at most two cities have an odd number of them. So the
search takes routes away until that holds, as little as possible. What hangs on the network like a branch is
folded first.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from engine.game_map import Route
from engine.values import CityId, RouteId

_MOST_STEPS: Final = 300_000
"""Where the search gives up proving that its best is the longest. 45 trains take some hundred steps at most,
the 60 pieces of larger editions some thousand, all 100 routes of the United States 80,000; a seat that holds
a whole larger map, which no game allows, gets the best found in these seconds."""

Part = tuple[int, tuple[int, ...]]  # a length, and the numbers of the routes that make it


def longest_trail(routes: Iterable[Route]) -> tuple[int, tuple[RouteId, ...]]:
    """The length in trains of the longest trail, and one such trail in order. No routes: (0, ())."""
    length, taken = longest_way(tuple(routes))
    return length, in_order(taken)


def longest_way(ways: Sequence[Route]) -> tuple[int, tuple[Route, ...]]:
    """The length in trains of the longest trail, and the routes of one, in no order. No routes: (0, ())."""
    best: Part = (0, ())
    parts = [(sum([ways[i].length for i in members]), members) for members in _components(ways)]
    parts.sort(key=lambda part: -part[0])
    for whole, members in parts:
        if whole <= best[0]:
            break
        found = _longest_in(ways, members, best[0])
        if found[0] > best[0]:
            best = found
    return best[0], tuple([ways[i] for i in best[1]])


def _components(ways: Sequence[Route]) -> list[list[int]]:
    """Numbers of the routes of each connected part."""
    part_of: dict[CityId, list[int]] = {}
    cities_of: dict[int, list[CityId]] = {}
    for number, way in enumerate(ways):
        a, b = part_of.get(way.a), part_of.get(way.b)
        if a is None and b is None:
            part: list[int] = []
            part_of[way.a] = part_of[way.b] = part
            cities_of[id(part)] = [way.a, way.b]
        elif a is None or b is None or a is b:
            part = a if a is not None else b if b is not None else []
            new = way.a if a is None else way.b
            part_of[new] = part
            cities_of[id(part)].append(new)
        else:
            part, other = (a, b) if len(a) >= len(b) else (b, a)
            part += other
            for city in cities_of[id(other)]:
                part_of[city] = part
            cities_of[id(part)] += cities_of[id(other)]
        part.append(number)
    return list({id(part): part for part in part_of.values()}.values())


def _longest_in(ways: Sequence[Route], members: Sequence[int], bar: int) -> Part:
    """The longest trail of one connected part; anything not above `bar` if there is none above it."""
    at: dict[CityId, list[int]] = {}
    for i in members:
        at.setdefault(ways[i].a, []).append(i)
        at.setdefault(ways[i].b, []).append(i)
    if sum([len(some) & 1 for some in at.values()]) <= 2:  # Euler: one trail takes all
        return sum([ways[i].length for i in members]), tuple(members)
    best, tails = _fold_branches(ways, at)
    if not at:
        return best
    core = _Core(_contracted(ways, at, tails), max(bar, best[0]))
    found = core.longest()
    return found if found[0] > best[0] else best


def _fold_branches(
    ways: Sequence[Route], at: dict[CityId, list[int]]
) -> tuple[Part, dict[CityId, list[Part]]]:
    """Take off all branches (`at` keeps what is on or between loops).

    Returns the longest path inside the branches, and what hangs at each city, longest first, at most two.
    """
    tails: dict[CityId, list[Part]] = {}
    best: Part = (0, ())
    ends = [city for city, some in at.items() if len(some) == 1]
    while ends:
        city = ends.pop()
        if city not in at:
            continue
        hanging = tails.get(city, [])
        if len(hanging) == 2 and hanging[0][0] + hanging[1][0] > best[0]:
            best = (hanging[0][0] + hanging[1][0], hanging[0][1] + hanging[1][1])
        if not at[city]:
            del at[city]
            continue
        number = at.pop(city)[0]
        way = ways[number]
        inner = way.b if way.a == city else way.a
        at[inner].remove(number)
        length, rest = hanging[0] if hanging else (0, ())
        tail = (length + way.length, (*rest, number))
        best = max(best, tail, key=lambda part: part[0])
        tails[inner] = sorted([*tails.get(inner, []), tail], key=lambda part: -part[0])[:2]
        if len(at[inner]) <= 1:
            ends.append(inner)
    return best, tails


def _contracted(
    ways: Sequence[Route], at: dict[CityId, list[int]], tails: dict[CityId, list[Part]]
) -> list[tuple[int, int, Part]]:
    """The core with every chain of plain cities as one link, and each tail as a link to a city of its own."""
    # A list, not a set: the trail that is found must be the same in every process.
    knots = [city for city, some in at.items() if len(some) > 2 or city in tails]
    number = {city: n for n, city in enumerate(knots)}
    links: list[tuple[int, int, Part]] = []
    used: set[int] = set()
    for knot in knots:
        for first in at[knot]:
            if first in used:
                continue
            city, way, length, chain = knot, first, 0, []
            while True:
                used.add(way)
                chain.append(way)
                length += ways[way].length
                city = ways[way].b if ways[way].a == city else ways[way].a
                if city in number:
                    break
                one, two = at[city]
                way = two if one == way else one
            links.append((number[knot], number[city], (length, tuple(chain))))
    leaf = len(knots)
    for city in knots:
        for tail in tails.get(city, []):
            links.append((number[city], leaf, tail))
            leaf += 1
    return links


class _Core:
    """Branch and bound over the links to leave out. Sets of links are bits of an int."""

    def __init__(self, links: list[tuple[int, int, Part]], bar: int) -> None:
        self.links = links
        self.best = bar
        self.steps = 0
        self.chosen = 0
        self.weight = [part[0] for _, _, part in links]
        self.ends = [(a, b) for a, b, _ in links]
        knots = 1 + max(max(a, b) for a, b, _ in links)
        self.at: list[int] = [0] * knots  # links at a knot, loops too
        self.odd_at: list[int] = [0] * knots  # without loops: those that decide odd or even
        for number, (a, b, _) in enumerate(links):
            self.at[a] |= 1 << number
            self.at[b] |= 1 << number
            if a != b:
                self.odd_at[a] |= 1 << number
                self.odd_at[b] |= 1 << number
        order = sorted(range(len(links)), key=lambda n: self.weight[n])
        self.by_weight = [[n for n in order if self.odd_at[knot] >> n & 1] for knot in range(knots)]

    def longest(self) -> Part:
        """The best found above the bar, or (0, ())."""
        self._search((1 << len(self.links)) - 1, sum(self.weight), 0, ())
        if not self.chosen:
            return 0, ()
        taken = [part for n, (_, _, part) in enumerate(self.links) if self.chosen >> n & 1]
        return self.best, tuple(i for _, chain in taken for i in chain)

    def _search(self, alive: int, total: int, kept: int, ends: tuple[int, ...]) -> None:
        """All trails within `alive` (connected) that hold the links `kept` and end at the knots `ends`."""
        self.steps += 1
        if total <= self.best or self.steps > _MOST_STEPS:
            return
        odd = [k for k, some in enumerate(self.odd_at) if (some & alive).bit_count() & 1 and k not in ends]
        if not odd:
            self.best, self.chosen = total, alive
            return
        free = alive & ~kept
        cheapest: list[int] = []
        knot, fewest = odd[0], 99
        for k in odd:
            loose = self.odd_at[k] & free
            cheapest.append(next((self.weight[n] for n in self.by_weight[k] if loose >> n & 1), 9999))
            options = loose.bit_count()
            if options < fewest:
                knot, fewest = k, options
        cheapest.sort()
        spared = 2 - len(ends)  # every other odd knot loses a link, and a link serves two knots at most
        if total - (sum(cheapest[: len(cheapest) - spared]) + 1) // 2 <= self.best:
            return
        self._branch(alive, total, kept, ends, knot)

    def _branch(self, alive: int, total: int, kept: int, ends: tuple[int, ...], knot: int) -> None:
        held = kept
        for n in self.by_weight[knot]:
            bit = 1 << n
            if alive & bit and not kept & bit:
                if total - self.weight[n] <= self.best:
                    break  # the others weigh no less
                for part, weight in self._parts(alive ^ bit, total - self.weight[n], self.ends[n]):
                    if weight > self.best and not held & ~part and all(self.at[end] & part for end in ends):
                        self._search(part, weight, held, ends)
                held |= bit
        if len(ends) < 2:
            self._search(alive, total, kept, (*ends, knot))

    def _parts(self, alive: int, total: int, cut: tuple[int, int]) -> list[tuple[int, int]]:
        """The one or two connected parts after a link between two knots went, with their weights."""
        first = self._reach(alive, cut[0])
        if self.at[cut[1]] & first:
            return [(alive, total)]
        rest = alive & ~first
        weight = sum(self.weight[n] for n in range(len(self.links)) if first >> n & 1)
        return [(part, w) for part, w in ((first, weight), (rest, total - weight)) if part]

    def _reach(self, alive: int, knot: int) -> int:
        """All links connected to a knot."""
        reached, edge = 0, self.at[knot] & alive
        while edge:
            reached |= edge
            spread = 0
            while edge:
                low = edge & -edge
                a, b = self.ends[low.bit_length() - 1]
                spread |= self.at[a] | self.at[b]
                edge ^= low
            edge = spread & alive & ~reached
        return reached


def in_order(ways: Sequence[Route]) -> tuple[RouteId, ...]:
    """The routes of a trail one after the other (Hierholzer)."""
    at: dict[CityId, list[int]] = {}
    for i, way in enumerate(ways):
        at.setdefault(way.a, []).append(i)
        at.setdefault(way.b, []).append(i)
    if not at:
        return ()
    start = next((city for city, some in at.items() if len(some) & 1), next(iter(at)))
    used: set[int] = set()
    trail: list[int] = []
    stack: list[tuple[CityId, int]] = [(start, -1)]
    while stack:
        city, by = stack[-1]
        some = at[city]
        while some and some[-1] in used:
            some.pop()
        if some:
            i = some.pop()
            used.add(i)
            stack.append((ways[i].b if ways[i].a == city else ways[i].a, i))
        else:
            stack.pop()
            if by >= 0:
                trail.append(by)
    return tuple([ways[i].id for i in trail])
