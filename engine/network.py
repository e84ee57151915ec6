"""What hangs together of some routes: for tickets, however the way goes, and for the longest path."""

from collections.abc import Sequence

from engine.game_map import Route
from engine.values import CityId


class Network:
    """Some routes, by the parts in which they hang together.

    `parts`: of each, the numbers of its routes among `ways`.
    """

    __slots__ = ("_part_of", "parts", "ways")

    def __init__(self, ways: Sequence[Route]) -> None:
        part_of: dict[CityId, list[int]] = {}
        for number, way in enumerate(ways):
            a, b = part_of.get(way.a), part_of.get(way.b)
            if a is None:
                if b is None:
                    b = part_of[way.b] = []
                part_of[way.a] = b
                b.append(number)
            elif b is None or a is b:
                part_of[way.b] = a
                a.append(number)
            else:
                part, other = (a, b) if len(a) >= len(b) else (b, a)
                for joined in other:
                    part_of[ways[joined].a] = part_of[ways[joined].b] = part
                part += other
                part.append(number)
        self.ways = ways
        self.parts = list({id(part): part for part in part_of.values()}.values())
        self._part_of = part_of

    def joins(self, cities: Sequence[CityId]) -> bool:
        """True when all of them hang together."""
        part_of = self._part_of
        part = part_of.get(cities[0])
        if part is None:
            return len(set(cities)) == 1
        for city in cities:  # noqa: SIM110 - asked of every ticket: a generator costs twice as much
            if part_of.get(city) is not part:
                return False
        return True
