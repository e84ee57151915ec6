"""PURE: how much too near things are to each other, and which way each should go."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from scipy import sparse
from scipy.spatial import cKDTree

from printing.making.city_places import SIZE
from printing.making.fans import AWAY, fans_of
from printing.making.lines import Drawn, Floats, Ints, LinePart, Names, ends_of, exit_x, reach, straight

SPARE: Final = 0.45
_NEAR: Final = 34.0  # what may come so near is listed
_FANS_WEIGHT: Final = 3.0
_SITE_CITY: Final = 24.8
_CITY_CITY: Final = 36.0
_COLLAR: Final = 10.0
_THIN: Final = 0.8
_TIES: Final = 3.0
_EDGE: Final = 22.0
_LINE_EDGE: Final = 12.0
_SEAM: Final = 1.5
_ROOM: Final = 3.0  # whatever else keeps from what is not its own

NDArrayBool = np.ndarray[tuple[int, ...], np.dtype[np.bool_]]
Boxes = Sequence[tuple[float, float, float, float]]


@dataclass(frozen=True, slots=True)
class FixedParts:
    """What does not move: markers with their white border, and where panels meet."""

    markers: Boxes
    seams_x: tuple[float, ...]
    seams_y: tuple[float, ...]


@dataclass(slots=True)
class Pairs:
    """Two points and how far apart they should be."""

    one: Ints
    two: Ints
    need: Floats


@dataclass(slots=True)
class Walls:
    """A point, the coordinate (0, 1) that counts, which way is away from the wall, where that is."""

    point: Ints
    axis: Ints
    way: Floats
    wall: Floats
    need: Floats


@dataclass(slots=True)
class Soft:
    """What should be as it was meant: rows over the points, their aims, how much each counts."""

    across: sparse.csr_array
    down: sparse.csr_array
    aim: Floats
    weight: Floats


class Forces:
    """All of a round: its lists hold while things move a little."""

    def __init__(
        self, names: Names, parts: Sequence[LinePart], drawn: Drawn, points: Floats, board: FixedParts,
        order: Mapping[int, Sequence[tuple[int, int]]], aim: float, size: float = 1.0,
    ) -> None:  # fmt: skip
        self._names, self._drawn, self._board = names, drawn, board
        at = drawn.at(points)
        self._radius = np.array([city.radius for city in names.start.cities])
        self.half = np.where(
            drawn.from_pin <= np.array([reach(way.length) for way in names.start.ways])[drawn.way] + 0.5,
            _TIES,
            _THIN,
        )
        self.pairs = self._pairs(at, aim)
        self.walls = self._walls(at)
        self.markers = self._markers(at)
        self.fans = fans_of(parts, drawn, points, order)
        self.soft = soft_of(names, points, aim * size)

    def energy(self, flat: Floats, size: float, soft: float) -> tuple[float, Floats]:
        """Of the points as they lie, and its slope.

        Args:
            size: how far everything has grown, up to 1.
            soft: how much it counts that things stay where they were meant.
        """
        points = flat.reshape(-1, 2)
        at = self._drawn.at(points)
        pull = np.zeros_like(at)
        total = self._near(at, pull, size) + self._at_walls(at, pull, size)
        total += self._at_markers(at, pull, size) + self._fanned(at, pull, size)
        slope = self._drawn.back(pull)
        total += self._softly(points, slope, soft)
        return total, slope.ravel()

    # Lists

    def _pairs(self, at: Floats, aim: float) -> Pairs:
        names, drawn = self._names, self._drawn
        tree = cKDTree(at)
        found = tree.query_pairs(_NEAR + 4, output_type="ndarray")
        one, two = found[:, 0], found[:, 1]
        need = np.zeros(len(found))
        kinds = np.where(
            np.arange(len(at)) < names.cities, 0, np.where(np.arange(len(at)) < drawn.first, 1, 2)
        )
        a, b = kinds[one], kinds[two]
        need[(a == 0) & (b == 0)] = _CITY_CITY
        need[(a == 0) & (b == 1)] = _SITE_CITY
        need[(a == 1) & (b == 1)] = aim
        line_a, line_b = np.maximum(one - drawn.first, 0), np.maximum(two - drawn.first, 0)
        of_city, of_pin, both = (a == 0) & (b == 2), (a == 1) & (b == 2), (a == 2) & (b == 2)
        ways = names.start.ways
        ends = np.array([(way.a, way.b) for way in ways])
        radius = self._radius[np.minimum(one, names.cities - 1)]
        foreign = (ends[drawn.way[line_b]] != one[:, None]).all(axis=1)
        need[of_city & foreign] = (radius + _ROOM + self.half[line_b])[of_city & foreign]
        other = drawn.way[line_b] != one - names.cities
        need[of_pin & other] = (_COLLAR + _ROOM + 0.8 + self.half[line_b])[of_pin & other]
        apart = both & (drawn.way[line_a] != drawn.way[line_b])
        apart[apart] = ~self._at_common(at, line_a[apart], line_b[apart], ends)
        need[apart] = (_ROOM + self.half[line_a] + self.half[line_b])[apart]
        far = np.hypot(*(at[one] - at[two]).T)
        kept = (need > 0) & (far < need + 12)
        return Pairs(one[kept], two[kept], need[kept])

    def _at_common(self, at: Floats, one: Ints, two: Ints, ends: Ints) -> NDArrayBool:
        """Whether either of two points of lines is near to a city that both lines have."""
        drawn = self._drawn
        near = np.zeros(len(one), dtype=bool)
        first, second = ends[drawn.way[one]], ends[drawn.way[two]]
        for k in (0, 1):
            for m in (0, 1):
                same = first[:, k] == second[:, m]
                city = at[first[:, k]]
                close = (np.hypot(*(at[one + drawn.first] - city).T) < AWAY) | (
                    np.hypot(*(at[two + drawn.first] - city).T) < AWAY
                )
                near |= same & close
        return near

    def _walls(self, at: Floats) -> Walls:
        names, drawn = self._names, self._drawn
        count, first = len(at), drawn.first
        rows: list[tuple[Ints, int, Floats, Floats, Floats]] = []
        for axis in (0, 1):
            for wall, way in ((0.0, 1.0), (SIZE[axis], -1.0)):
                places = np.arange(first)
                rows.append((places, axis, np.full(first, way), np.full(first, wall), np.full(first, _EDGE)))
                inner = np.arange(first, count)
                if axis == 0:  # exits lie at the left and right edge
                    wraps = np.array([one.wraps for one in names.start.ways])
                    inner = inner[~wraps[drawn.way]]
                n = len(inner)
                rows.append((inner, axis, np.full(n, way), np.full(n, wall), np.full(n, _LINE_EDGE)))
            seams = np.array(self._board.seams_x if axis == 0 else self._board.seams_y)
            radius = np.concatenate([self._radius, np.full(names.ways, _COLLAR)])
            if len(seams):
                nearest = seams[np.abs(at[:first, axis, None] - seams).argmin(axis=1)]
                way_off = np.where(at[:first, axis] >= nearest, 1.0, -1.0)
                rows.append((np.arange(first), axis, way_off, nearest, radius + _SEAM))
        return Walls(
            np.concatenate([row[0] for row in rows]),
            np.concatenate([np.full(len(row[0]), row[1]) for row in rows]),
            np.concatenate([row[2] for row in rows]),
            np.concatenate([row[3] for row in rows]),
            np.concatenate([row[4] for row in rows]),
        )

    def _markers(self, at: Floats) -> tuple[Ints, Ints, Floats]:
        names = self._names
        need = np.concatenate([self._radius, np.full(names.ways, _COLLAR), self.half + 1.0])
        points, which = [], []
        for number, (left, top, right, bottom) in enumerate(self._board.markers):
            near = (at[:, 0] > left - _NEAR) & (at[:, 0] < right + _NEAR)
            near &= (at[:, 1] > top - _NEAR) & (at[:, 1] < bottom + _NEAR)
            points.append(np.nonzero(near)[0])
            which.append(np.full(int(near.sum()), number))
        found = np.concatenate(points) if points else np.zeros(0, dtype=np.int64)
        return found, np.concatenate(which) if which else found, need[found]

    # Energies

    def _near(self, at: Floats, pull: Floats, size: float) -> float:
        pairs = self.pairs
        gap = at[pairs.one] - at[pairs.two]
        far = np.hypot(gap[:, 0], gap[:, 1])
        lack = pairs.need * size + SPARE - far
        hit = lack > 0
        lack, gap, far = lack[hit], gap[hit], np.maximum(far[hit], 1e-6)
        push = (-2 * lack / far)[:, None] * gap
        _add(pull, pairs.one[hit], push)
        _add(pull, pairs.two[hit], -push)
        return float((lack**2).sum())

    def _at_walls(self, at: Floats, pull: Floats, size: float) -> float:
        walls = self.walls
        lack = walls.need * size + SPARE - walls.way * (at[walls.point, walls.axis] - walls.wall)
        hit = lack > 0
        np.add.at(pull, (walls.point[hit], walls.axis[hit]), -2 * lack[hit] * walls.way[hit])
        return float((lack[hit] ** 2).sum())

    def _at_markers(self, at: Floats, pull: Floats, size: float) -> float:
        found, which, need = self.markers
        if not len(found):
            return 0.0
        gap, far = from_boxes(at[found], np.array(self._board.markers)[which])
        lack = need * size + SPARE - far
        hit = lack > 0
        _add(pull, found[hit], -2 * lack[hit, None] * gap[hit])
        return float((lack[hit] ** 2).sum())

    def _fanned(self, at: Floats, pull: Floats, size: float) -> float:
        fans = self.fans
        ends = fans.rows @ at
        middle = at[fans.city]
        one, two = ends[0::2] - middle, ends[1::2] - middle
        cross = (one[:, 0] * two[:, 1] - one[:, 1] * two[:, 0]) / fans.radius
        facing = (one * two).sum(axis=1) > 0
        lack = fans.need * size + SPARE / 2 - cross
        hit = (lack > 0) & np.where(fans.wide > 0, facing & (cross > 0), facing | (cross < 0))
        push = np.where(hit, -2 * _FANS_WEIGHT * lack / fans.radius, 0.0)[:, None]
        to_one = push * np.column_stack([two[:, 1], -two[:, 0]])
        to_two = push * np.column_stack([-one[:, 1], one[:, 0]])
        both = np.empty_like(ends)
        both[0::2], both[1::2] = to_one, to_two
        pull += fans.rows.T @ both
        _add(pull, fans.city, -(to_one + to_two))
        return float(_FANS_WEIGHT * (lack[hit] ** 2).sum())

    def _softly(self, points: Floats, slope: Floats, much: float) -> float:
        soft = self.soft
        off = np.column_stack([soft.across @ points[:, 0], soft.down @ points[:, 1]]) - soft.aim
        weighted = 2 * much * soft.weight[:, None] * off
        slope += np.column_stack([soft.across.T @ weighted[:, 0], soft.down.T @ weighted[:, 1]])
        return float(much * (soft.weight[:, None] * off**2).sum())


def _add(pull: Floats, numbers: Ints, push: Floats) -> None:
    for axis in (0, 1):
        pull[:, axis] += np.bincount(numbers, weights=push[:, axis], minlength=len(pull))


def from_boxes(at: Floats, boxes: Floats) -> tuple[Floats, Floats]:
    """The way out of a box and how far off it a point is; negative inside."""
    left, top, right, bottom = boxes.T
    x, y = at.T
    dx = np.where(x < left, x - left, np.where(x > right, x - right, 0.0))
    dy = np.where(y < top, y - top, np.where(y > bottom, y - bottom, 0.0))
    outside = np.hypot(dx, dy)
    inner = np.stack([x - left, right - x, y - top, bottom - y])
    side = inner.argmin(axis=0)
    ways = np.array([[-1.0, 0.0], [1.0, 0.0], [0.0, -1.0], [0.0, 1.0]])[side]
    out = outside > 1e-9
    way = np.where(out[:, None], np.column_stack([dx, dy]) / np.maximum(outside, 1e-9)[:, None], ways)
    return way, np.where(out, outside, -inner.min(axis=0))


# Lines round a city


# What was meant


def soft_of(names: Names, points: Floats, aim: float) -> Soft:
    """Cities where they are on earth, pins in the middle of their lanes, bends half way, exits level."""
    rows: list[list[tuple[int, float]]] = []
    aims: list[tuple[float, float]] = []
    weights: list[float] = []
    for number, city in enumerate(names.start.cities):
        rows.append([(number, 1.0)])
        aims.append(city.start)
        weights.append(0.02)
    for number, way in enumerate(names.start.ways):
        a, b, of_a = ends_of(names, number)
        ends = points[[a, b]].copy()
        if way.wraps:
            side = 1 if of_a else 0
            ends[side, 0] = exit_x(way, of_a=of_a)
        pin, bends = names.pin(number), (names.bend(number, 0), names.bend(number, 1))
        off = lane_off(names, number, ends, aim)
        rows.append([(pin, 1.0), (a, -0.5), (b, -0.5)])
        aims.append((float(off[0]), float(off[1])))
        weights.append(0.08 if way.lane else 0.02)
        along, half = straight(way, ends, points[[bends[0], pin, bends[1]]])
        for end, bend, sign in ((a, bends[0], -0.5), (b, bends[1], 0.5)):
            rows.append([(bend, 1.0), (end, -0.5), (pin, -0.5)])
            aims.append((float(sign * half * along[0]), float(sign * half * along[1])))
            weights.append(0.05)
        if way.wraps:
            for end in (way.a, way.b):
                rows.append([(names.exit(number), 1.0), (end, -1.0)])
                aims.append((0.0, 0.0))
                weights.append(0.002)
    return _soft(names, rows, aims, weights, points)


def lane_off(names: Names, number: int, ends: Floats, aim: float) -> Floats:
    """How far off the middle between its ends a route's pin is meant to be."""
    way = names.start.ways[number]
    if way.round is not None:
        a, b = (np.array(names.start.cities[end].start) for end in (way.a, way.b))
        off: Floats = np.array(way.round) - (a + b) / 2
        return off
    along = ends[1] - ends[0]
    long = float(np.hypot(*along)) or 1.0
    normal = np.array([-along[1], along[0]]) / long * (1.0 if way.a < way.b else -1.0)
    return np.asarray(way.lane * (aim + 0.6) * normal)


def _soft(
    names: Names, rows: list[list[tuple[int, float]]], aims: list[tuple[float, float]], weights: list[float],
    points: Floats,
) -> Soft:  # fmt: skip
    first_exit = names.cities + 3 * names.ways
    aim = np.array(aims)
    across: list[tuple[int, int, float]] = []
    down: list[tuple[int, int, float]] = []
    for n, row in enumerate(rows):
        for point, share in row:
            down.append((n, point, share))
            if point < first_exit:
                across.append((n, point, share))
            else:  # its x is held
                aim[n, 0] -= share * points[point, 0]
    shape = (len(rows), names.count)
    made = []
    for entries in (across, down):
        found = np.array(entries)
        made.append(
            sparse.csr_array((found[:, 2], (found[:, 0].astype(int), found[:, 1].astype(int))), shape=shape)
        )
    return Soft(made[0], made[1], aim, np.array(weights))
