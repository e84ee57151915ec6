"""PURE: how lines lie round their cities, and which are neighbours there."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import atan2
from typing import Final

import numpy as np
from scipy import sparse

from printing.making.lines import Drawn, Floats, Ints, LinePart

AWAY: Final = 24.0  # lines of one city may be nearer to each other up to here

_FANS: Final = ((24.0, 8.5), (18.0, 6.4), (13.0, 4.6))

_WIDE: Final = 2.6  # radians: so far apart lines of a city need no order


@dataclass(slots=True)
class Fans:
    """Two lines that leave a city: rows of what is drawn for a point of each, in their order round it."""

    rows: sparse.csr_array  # (2 n, drawn)
    city: Ints
    radius: Floats  # how far from the city they are looked at
    need: Floats
    wide: Floats  # 1: they began so far apart that only their nearness counts


def leaving(parts: Sequence[LinePart]) -> Iterator[tuple[int, int, bool]]:
    """Each city with a part that leaves it, and whether that ends there instead of beginning."""
    for number, part in enumerate(parts):
        yield part.first, number, False
        if part.last is not None:
            yield part.last, number, True


def order_round(parts: Sequence[LinePart], points: Floats) -> Mapping[int, Sequence[tuple[int, int]]]:
    """For each city its parts with their end, as they lie round it."""
    turned: dict[int, list[tuple[float, int, int]]] = {}
    for city, number, backwards in leaving(parts):
        line = parts[number].at(points)
        line = line[::-1] if backwards else line
        x, y = _crossing(line, points[city], AWAY)[1] - points[city]
        turned.setdefault(city, []).append((atan2(y, x), number, int(backwards)))
    return {city: [(number, end) for _, number, end in sorted(ways)] for city, ways in turned.items()}


def _crossing(line: Floats, city: Floats, radius: float) -> tuple[tuple[int, float], Floats]:
    """Where a line first is so far from its city: after which vertex, by which share, and the point."""
    far = np.hypot(*(line - city).T)
    beyond = np.nonzero(far >= radius)[0]
    if not len(beyond) or beyond[0] == 0:
        return (len(line) - 2, 1.0), line[-1]
    n = int(beyond[0]) - 1
    (ax, ay), (bx, by) = line[n] - city, line[n + 1] - city
    dx, dy = bx - ax, by - ay
    a, b, c = dx * dx + dy * dy, 2 * (ax * dx + ay * dy), ax * ax + ay * ay - radius * radius
    share = (-b + max(0.0, b * b - 4 * a * c) ** 0.5) / (2 * a)
    return (n, float(share)), line[n] + share * (line[n + 1] - line[n])


def fans_of(
    parts: Sequence[LinePart], drawn: Drawn, points: Floats,
    order: Mapping[int, Sequence[tuple[int, int]]],
) -> Fans:  # fmt: skip
    """Neighbours round each city, at several distances from it."""
    at = drawn.at(points)
    begins = np.searchsorted(drawn.part, np.arange(len(parts))) + drawn.first
    ends = np.searchsorted(drawn.part, np.arange(len(parts)), side="right") + drawn.first
    rows: list[tuple[int, int, float]] = []
    cities, radii, needs, wide = [], [], [], []
    for city, ways in order.items():
        if len(ways) < 2:
            continue
        for radius, need in _FANS:
            found = []
            for number, end in ways:
                span = np.arange(begins[number], ends[number])
                span = span[::-1] if end else span
                (n, share), spot = _crossing(at[span], points[city], radius)
                found.append((int(span[n]), int(span[n + 1]), share, spot - points[city]))
            for k, one in enumerate(found):
                two = found[(k + 1) % len(found)]
                for here, there, share, _ in (one, two):
                    rows += [(len(rows), here, 1 - share), (len(rows), there, share)]
                gap = (atan2(two[3][1], two[3][0]) - atan2(one[3][1], one[3][0])) % (2 * np.pi)
                cities.append(city)
                radii.append(radius)
                needs.append(need)
                wide.append(float(_WIDE < gap < 2 * np.pi - 0.6) if len(found) > 2 else float(gap > np.pi))
    entries = np.array([(n // 2, here, share) for n, (_, here, share) in enumerate(rows)]).reshape(-1, 3)
    shape = (2 * len(cities), len(at))
    matrix = sparse.csr_array(
        (entries[:, 2], (entries[:, 0].astype(int), entries[:, 1].astype(int))), shape=shape
    )
    return Fans(matrix, np.array(cities, dtype=np.int64), np.array(radii), np.array(needs), np.array(wide))
