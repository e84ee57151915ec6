"""PURE: every route as a line that depends on few points: both cities, its pin, a bend on each side of it.

Whatever is drawn of it is linear in these points as long as its direction at the pin is held, so that the
way in which a line should give is the way in which its points should.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from printing.making.city_places import EXIT_MM, SIZE, StartPlaces, StartRoute

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

_TIE: Final = 13.0
_TIE_STEP: Final = 6.0
_STRAIGHT: Final = 13.5
_CUT: Final = 8.0  # of a corner, at most
_CUTS_AT_PIN: Final = (4.5, 1.5)  # of the straight part at the pin, the first and the second time


@dataclass(frozen=True, slots=True)
class Names:
    """Which point has which number: cities, then pins, first bends, second bends, exits."""

    start: StartPlaces

    @property
    def cities(self) -> int:
        """How many cities there are."""
        return len(self.start.cities)

    @property
    def ways(self) -> int:
        """How many routes there are."""
        return len(self.start.ways)

    def pin(self, way: int) -> int:
        """Of a route."""
        return self.cities + way

    def bend(self, way: int, side: int) -> int:
        """Of a route, on a's side (0) or b's (1)."""
        return self.cities + (1 + side) * self.ways + way

    def exit(self, way: int) -> int:
        """Of a route that wraps; of others it means nothing."""
        return self.cities + 3 * self.ways + way

    @property
    def count(self) -> int:
        """Of all points."""
        return self.cities + 4 * self.ways


@dataclass(slots=True)
class LinePart:
    """A line from city to city, or of a route that wraps from a city to the edge: rows over some points."""

    way: int
    points: tuple[int, ...]  # the numbers on which it depends
    rows: Floats  # (n, len(points)): what of each point its vertices are
    rest: Floats  # (n, 2): what is added
    pin: bool  # its pin stands on it
    first: int  # the city at its beginning
    last: int | None  # and at its end
    fixed_x: dict[int, float] = field(default_factory=dict)  # exits: only their height may change

    def at(self, points: Floats) -> Floats:
        """Where its vertices lie."""
        found: Floats = self.rows @ self._own(points) + self.rest
        return found

    def _own(self, points: Floats) -> Floats:
        own = points[list(self.points)]
        for number, x in self.fixed_x.items():
            own[self.points.index(number), 0] = x
        return own


def reach(length: int) -> float:
    """How far from its pin a route's last tie is."""
    return _TIE + _TIE_STEP * ((length + 1) // 2 - 1)


def main_side(names: Names, way: StartRoute) -> bool:
    """Of a route that wraps: whether its pin stands on a's part, which is the longer one at first."""
    at_a, at_b = (names.start.cities[end].start[0] for end in (way.a, way.b))
    a_long = at_a if way.a_left else SIZE[0] - at_a
    b_long = SIZE[0] - at_b if way.a_left else at_b
    return a_long >= b_long


def exit_x(way: StartRoute, *, of_a: bool) -> float:
    """On which edge a part of it leaves."""
    return EXIT_MM if of_a == way.a_left else SIZE[0] - EXIT_MM


def ends_of(names: Names, number: int) -> tuple[int, int, bool]:
    """Between which points the line with its pin runs, and whether that is the whole route or a's part."""
    way = names.start.ways[number]
    if not way.wraps:
        return way.a, way.b, True
    if main_side(names, way):
        return way.a, names.exit(number), True
    return names.exit(number), way.b, False


def parts_of(names: Names, points: Floats) -> Iterator[LinePart]:
    """All lines, bent and with their corners cut, as they depend on the points where these lie now."""
    for number, way in enumerate(names.start.ways):
        a, b, of_a = ends_of(names, number)
        end_points = np.array([points[a], points[b]])
        fixed: dict[int, float] = {}
        if way.wraps:
            fixed[names.exit(number)] = exit_x(way, of_a=of_a)
            end_points[1 if of_a else 0, 0] = fixed[names.exit(number)]
        yield _main(names, number, (a, b), end_points, points, fixed)
        if way.wraps:
            city, other = (way.b, False) if of_a else (way.a, True)
            gone = names.exit(number)
            yield LinePart(
                number, (city, gone), np.eye(2), np.zeros((2, 2)), pin=False, first=city, last=None,
                fixed_x={gone: exit_x(way, of_a=other)},
            )  # fmt: skip


def _main(
    names: Names, number: int, ends: tuple[int, int], at: Floats, points: Floats, fixed: dict[int, float]
) -> LinePart:
    way = names.start.ways[number]
    pin, first, second = names.pin(number), names.bend(number, 0), names.bend(number, 1)
    along, half = straight(way, at, points[[first, pin, second]])
    own = (ends[0], first, pin, second, ends[1])
    rows = np.zeros((6, 5))
    rows[range(6), (0, 1, 2, 2, 3, 4)] = 1
    rest = np.zeros((6, 2))
    rest[2], rest[3] = -half * along, half * along
    last = None if ends[1] >= names.cities else ends[1]
    head = ends[0] if ends[0] < names.cities else ends[1]
    part = LinePart(number, own, rows, rest, pin=True, first=head, last=last if head == ends[0] else None,
                fixed_x=fixed)  # fmt: skip
    if head != ends[0]:  # from its city, whichever that is
        part.rows, part.rest = part.rows[::-1].copy(), part.rest[::-1].copy()
    for cut in _CUTS_AT_PIN:
        part.rows, part.rest = _cut(part, points, cut)
    return part


def straight(way: StartRoute, ends: Floats, own: Floats) -> tuple[Floats, float]:
    """Its direction at the pin, and how far on each side of it the line is straight."""
    along = own[2] - own[0] + (ends[1] - ends[0]) / 2
    size = float(np.hypot(*along)) or 1.0
    room = min(float(np.hypot(*(end - own[1]))) for end in ends) - 10
    half = min(_STRAIGHT + _TIE_STEP * ((way.length + 1) // 2), max(6.0, room))
    return along / size, half


def _cut(part: LinePart, points: Floats, at_pin: float) -> tuple[Floats, Floats]:
    """Each corner cut: two vertices for one."""
    vertices = part.at(points)
    count = len(vertices)
    middle = count // 2 - 1  # the straight part begins there
    rows, rest = [part.rows[0]], [part.rest[0]]
    for n in range(1, count - 1):
        for other in (n - 1, n + 1):
            long = float(np.hypot(*(vertices[other] - vertices[n]))) or 1.0
            most = at_pin if {n, other} == {middle, middle + 1} else _CUT
            share = min(0.25, most / long)
            rows.append((1 - share) * part.rows[n] + share * part.rows[other])
            rest.append((1 - share) * part.rest[n] + share * part.rest[other])
    rows.append(part.rows[-1])
    rest.append(part.rest[-1])
    return np.array(rows), np.array(rest)


@dataclass(frozen=True, slots=True)
class Drawn:
    """Cities, pins and points of all lines, as they follow from the points: x = across @ px + rest."""

    across: sparse.csr_array
    down: sparse.csr_array
    rest: Floats  # (n, 2)
    first: int  # the number of the first point of a line; before it cities, then pins
    way: Ints  # of each point of a line, its route
    part: Ints
    from_pin: Floats  # along the line; far, where its pin stands on another part

    def at(self, points: Floats) -> Floats:
        """Where all of it lies."""
        return np.column_stack([self.across @ points[:, 0], self.down @ points[:, 1]]) + self.rest

    def back(self, forces: Floats) -> Floats:
        """What pulls at what is drawn, as it pulls at the points."""
        return np.column_stack([self.across.T @ forces[:, 0], self.down.T @ forces[:, 1]])


def drawn_lines(names: Names, parts: Sequence[LinePart], points: Floats, step: float) -> Drawn:
    """Look at every line at least so often, in millimetres."""
    first = names.cities + names.ways
    blocks: list[tuple[int, Floats, Floats, LinePart]] = []
    way: list[Ints] = []
    which: list[Ints] = []
    far: list[Floats] = []
    count = first
    for number, part in enumerate(parts):
        rows, rest, along = _looks(part, points, step)
        blocks.append((count, rows, rest, part))
        count += len(rows)
        way.append(np.full(len(rows), part.way))
        which.append(np.full(len(rows), number))
        far.append(np.abs(along - _at_pin(names, part, points)) if part.pin else np.full(len(rows), 1e6))
    rest_all = np.zeros((count, 2))
    entries: list[tuple[Ints, Ints, Floats]] = [(np.arange(first), np.arange(first), np.ones(first))]
    across: list[tuple[Ints, Ints, Floats]] = list(entries)
    for begin, rows, rest, part in blocks:
        rest_all[begin : begin + len(rows)] = rest
        r, c = np.nonzero(rows)
        columns, values = np.array(part.points)[c], rows[r, c]
        entries.append((r + begin, columns, values))
        moves = ~np.isin(columns, list(part.fixed_x))
        across.append((r[moves] + begin, columns[moves], values[moves]))
        for gone, x in part.fixed_x.items():
            held = columns == gone
            np.add.at(rest_all[:, 0], r[held] + begin, values[held] * x)
    shape = (count, names.count)
    return Drawn(
        _matrix(across, shape), _matrix(entries, shape), rest_all, first,
        np.concatenate(way), np.concatenate(which), np.concatenate(far),
    )  # fmt: skip


def _matrix(entries: list[tuple[Ints, Ints, Floats]], shape: tuple[int, int]) -> sparse.csr_array:
    rows, columns, values = (np.concatenate(one) for one in zip(*entries, strict=True))
    return sparse.csr_array((values, (rows, columns)), shape=shape)


def _looks(part: LinePart, points: Floats, step: float) -> tuple[Floats, Floats, Floats]:
    """Rows of its vertices and of points between them, and how far along the line each is."""
    at = part.at(points)
    longs = np.hypot(*np.diff(at, axis=0).T)
    rows, rest, along = [part.rows[:1]], [part.rest[:1]], [np.zeros(1)]
    gone = 0.0
    for n, long in enumerate(longs):
        shares = (np.arange(max(1, int(np.ceil(long / step)))) + 1) / max(1, int(np.ceil(long / step)))
        rows.append((1 - shares)[:, None] * part.rows[n] + shares[:, None] * part.rows[n + 1])
        rest.append((1 - shares)[:, None] * part.rest[n] + shares[:, None] * part.rest[n + 1])
        along.append(gone + shares * long)
        gone += float(long)
    return np.concatenate(rows), np.concatenate(rest), np.concatenate(along)


def _at_pin(names: Names, part: LinePart, points: Floats) -> float:
    """How far along its line a route's pin is."""
    at = part.at(points)
    middle = len(at) // 2 - 1
    longs = np.hypot(*np.diff(at[: middle + 1], axis=0).T)
    return float(longs.sum() + np.hypot(*(points[names.pin(part.way)] - at[middle])))
