"""The longest path of a network of routes, exactly (US-58): no route twice, cities as often as one likes.

Such a trail is a connected set of routes in which at most two cities have an odd number of them. What hangs
on the network like a branch is folded first: a trail goes in by one branch and out by another, so that only
the best of each city count, where it ends. Of what is on or between loops the search leaves out as little
as possible, for one pair of ends after the other, from those that promise most: what is left out joins the
cities whose number of routes is wrong for these ends, two and two.
"""

from collections.abc import Iterable, Sequence
from operator import itemgetter
from typing import Final, NamedTuple

from engine.game_map import Route
from engine.network import Network
from engine.values import CityId, RouteId

_MOST_STEPS: Final = 500_000
"""Where the search gives up proving that its best is the longest. 45 trains take some hundred steps at most,
the 60 pieces of larger editions some thousand, all 100 routes of the United States 80,000; a seat that holds
a whole larger map, which no game allows, gets the best found in these seconds."""
_ROUNDS: Final = (50, 1_000, _MOST_STEPS)
"""So many steps for each pair of ends, then more for those not yet settled: a good trail found early spares
most of them."""

Part = tuple[int, tuple[int, ...]]  # a length, and the numbers of the routes that make it
_NOTHING: Final[Part] = (0, ())


def longest_trail(routes: Iterable[Route]) -> tuple[int, tuple[RouteId, ...]]:
    """The length in trains of the longest trail, and one such trail in order. No routes: (0, ())."""
    length, taken = longest_way(Network(tuple(routes)))
    return length, in_order(taken)


def longest_way(network: Network) -> tuple[int, tuple[Route, ...]]:
    """The length in trains of the longest trail, and the routes of one, in no order. No routes: (0, ())."""
    best, ways = _NOTHING, network.ways
    parts = [(sum([ways[i].length for i in members]), members) for members in network.parts]
    parts.sort(key=lambda part: -part[0])
    for whole, members in parts:
        if whole <= best[0]:
            break
        found = _longest_in(ways, members, best[0])
        if found[0] > best[0]:
            best = found
    return best[0], tuple([ways[i] for i in best[1]])


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
    # A list, not a set: the trail that is found must be the same in every process.
    knots = [city for city, some in at.items() if len(some) > 2 or city in tails]
    core = _Core(_links(ways, at, knots), [tails.get(knot, []) for knot in knots], max(bar, best[0]))
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
        if tail[0] > best[0]:
            best = tail
        others = tails.setdefault(inner, [])
        others.append(tail)
        others.sort(key=itemgetter(0), reverse=True)
        del others[2:]
        if len(at[inner]) <= 1:
            ends.append(inner)
    return best, tails


class _Link(NamedTuple):
    """A chain of routes between two knots, which may be the same one."""

    a: int
    b: int
    length: int
    chain: tuple[int, ...]


def _links(ways: Sequence[Route], at: dict[CityId, list[int]], knots: Sequence[CityId]) -> list[_Link]:
    """What is on or between loops, with every chain of plain cities as one link between knots."""
    number = {city: n for n, city in enumerate(knots)}
    links: list[_Link] = []
    used: set[int] = set()
    for n, knot in enumerate(knots):
        for first in at[knot]:
            if first in used:
                continue
            city, i, length, chain = knot, first, 0, []
            while True:
                used.add(i)
                chain.append(i)
                way = ways[i]
                length += way.length
                city = way.b if way.a == city else way.a
                if city in number:
                    break
                one, two = at[city]
                i = two if one == i else one
            links.append(_Link(n, number[city], length, tuple(chain)))
    return links


class _Ends(NamedTuple):
    """Where a trail begins and ends; None: wherever it closes, or goes in and out by branches."""

    most: int  # such a trail is no longer
    gain: int  # of the branches there
    knots: tuple[int, int] | None
    wrong: int  # the knots that have too many links for it, or too few to be an end


class _Core:
    """Branch and bound over the links to leave out. Sets of links and of knots are bits of an int."""

    def __init__(self, links: list[_Link], tails: list[list[Part]], bar: int) -> None:
        self.links, self.tails = links, tails
        self.best = bar
        self.chosen: tuple[int, list[Part]] = (0, [])  # links, and branches
        self.length = sum([link.length for link in links])
        self.all = (1 << len(links)) - 1
        self.odd = 0
        self.at = [0] * len(tails)  # links at a knot, loops too
        # By knot, shortest first: length, bit and far knot of what decides odd or even: loops do not.
        self.out: list[list[tuple[int, int, int]]] = [[] for _ in tails]
        for n, (a, b, length, _) in enumerate(links):
            bit = 1 << n
            self.at[a] |= bit
            self.at[b] |= bit
            if a != b:
                self.odd ^= 1 << a ^ 1 << b
                self.out[a].append((length, bit, b))
                self.out[b].append((length, bit, a))
        for out in self.out:
            out.sort()
        self.beside = [self.at[link.a] | self.at[link.b] for link in links]
        self.cheapest = [out[0][0] if out else 0 for out in self.out]
        self.through = [sum([tail[0] for tail in some]) for some in tails]
        self.ends: _Ends
        self.steps = self.last_step = 0

    def longest(self) -> Part:
        """The best found above the bar, or (0, ())."""
        left = self._promising()
        for steps in _ROUNDS:
            left = [ends for ends in left if not self._settled(ends, steps)]
        links, tails = self.chosen
        if not links:
            return 0, ()
        chains = [link.chain for n, link in enumerate(self.links) if links >> n & 1]
        return self.best, tuple([i for chain in (*chains, *[tail[1] for tail in tails]) for i in chain])

    def _promising(self) -> list[_Ends]:
        """All ends with which a trail could be above the bar, those that promise most first."""
        odd, cheapest = self.odd, self.cheapest
        # Every wrong knot loses a link, and a link serves two knots at most: twice what they cost at least.
        cost = sum([least for k, least in enumerate(cheapest) if odd >> k & 1])
        bonus = [some[0][0] if some else 0 for some in self.tails]
        # Twice what a knot brings as an end.
        brings = [2 * bonus[k] + (least if odd >> k & 1 else -least) for k, least in enumerate(cheapest)]
        order = sorted(range(len(brings)), key=brings.__getitem__, reverse=True)
        twice, bar = 2 * self.length - cost, 2 * self.best
        through = max(self.through)
        found = [_Ends(twice // 2 + through, through, None, odd)]
        for place, a in enumerate(order):
            for b in order[place + 1 :]:
                most = twice + brings[a] + brings[b]
                if most <= bar:
                    break
                found.append(_Ends(most // 2, bonus[a] + bonus[b], (a, b), odd ^ 1 << a ^ 1 << b))
        found.sort(key=lambda ends: -ends.most)
        return found

    def _settled(self, ends: _Ends, steps: int) -> bool:
        """Whether the longest trail with these ends is found, or known not to be above the best, in time."""
        if ends.most <= self.best:
            return True
        if self.steps > _MOST_STEPS:
            return False
        self.ends, self.last_step = ends, self.steps + steps
        self._go_on(ends.wrong, self.all, 0, self.length + ends.gain)
        return self.steps <= self.last_step

    def _go_on(self, wrong: int, alive: int, kept: int, most: int) -> None:
        if wrong:
            self._search(wrong, alive, kept, most)
        else:
            self._take(alive)

    def _take(self, alive: int) -> None:
        """A trail through all these links, which hang together, and the branches at its ends."""
        knots = self.ends.knots
        if knots is None:
            there = [k for k, some in enumerate(self.at) if some & alive]
            tails = self.tails[max(there, key=self.through.__getitem__)]
        else:
            tails = [tail for k in knots for tail in self.tails[k][:1]]
        length = self._length_of(alive) + sum([tail[0] for tail in tails])
        if length > self.best:
            self.best, self.chosen = length, (alive, tails)

    def _search(self, wrong: int, alive: int, kept: int, most: int) -> None:
        """All trails of at most that length within `alive` (connected) that hold the links `kept`."""
        self.steps += 1
        if self.steps > self.last_step:
            return
        free, rest, cost = alive & ~kept, wrong, 0
        least = dict[int, int]()
        knot, options = -1, list[tuple[int, int, int]]()
        while rest:
            low = rest & -rest
            rest ^= low
            k = low.bit_length() - 1
            out = [one for one in self.out[k] if free & one[1]]
            if not out:
                return
            least[k] = out[0][0]
            cost += out[0][0]
            if knot < 0 or len(out) < len(options):
                knot, options = k, out
        if 2 * most - cost <= 2 * self.best:
            return
        cost -= least[knot]
        wrong ^= 1 << knot
        for length, bit, far in options:
            after = most - length
            if after <= self.best:
                return  # the others weigh no less
            further = cost - least[far] if wrong >> far & 1 else cost + self.cheapest[far]
            if 2 * after - further > 2 * self.best:
                self._leave_out(wrong ^ 1 << far, alive ^ bit, kept, after, (knot, far))
            kept |= bit

    def _leave_out(self, wrong: int, alive: int, kept: int, most: int, cut: tuple[int, int]) -> None:
        """Go on without a link between two knots, in each of the parts where they hang together no more."""
        part = self._parted(alive, *cut)
        if part is None:
            self._go_on(wrong, alive, kept, most)
            return
        for one, other in ((part, alive & ~part), (alive & ~part, part)):
            ends = self.ends.knots
            if not one or kept & other or (ends and not (self.at[ends[0]] & one and self.at[ends[1]] & one)):
                continue
            after = most - self._length_of(other)
            if after > self.best:
                there = sum([1 << k for k, some in enumerate(self.at) if some & one])
                self._go_on(wrong & there, one, kept, after)

    def _parted(self, alive: int, a: int, b: int) -> int | None:
        """All links connected to the knot `a`; None where they are connected to `b`, too."""
        goal, reached, edge = self.at[b] & alive, 0, self.at[a] & alive
        while edge:
            reached |= edge
            if reached & goal:
                return None
            spread = 0
            while edge:
                low = edge & -edge
                spread |= self.beside[low.bit_length() - 1]
                edge ^= low
            edge = spread & alive & ~reached
        return reached

    def _length_of(self, links: int) -> int:
        if links == self.all:
            return self.length
        return sum([link.length for n, link in enumerate(self.links) if links >> n & 1])


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
