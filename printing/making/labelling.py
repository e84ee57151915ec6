"""PURE: braille labels beside their cities, where nothing else lies; what is in their way gives a little."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import cos, pi, sin
from typing import Final

import numpy as np
from scipy.optimize import minimize

from printing.making.city_places import SIZE
from printing.making.forces import SPARE, Boxes, FixedParts, Forces, from_boxes
from printing.making.growing import Grown, round_of
from printing.making.lines import Drawn, Floats, Ints, Names, exit_x

HALF: Final = (8.25, 3.3)  # of three cells of braille
_ROOM: Final = 3.0
_COLLAR: Final = 10.0
_SEAM: Final = 0.5
_MARKER: Final = 1.0
_EDGE: Final = 6.0
_DIRECTIONS: Final = 48
_GAPS: Final = tuple(3.6 + 1.3 * n for n in range(10))
_AT_EXIT: Final = (9.2, 8.0)
_ROUNDS: Final = ((0.6, 18), (0.25, 18), (0.12, 6), (0.06, 6), (0.03, 6), (0.015, 6))
_AGAIN: Final = 6
_FAR: Final = 45.0


@dataclass(frozen=True, slots=True)
class Label:
    """A code and whose it is: a city's, or of a route that leaves the board, and on which side."""

    text: str
    city: int
    way: int | None = None
    of_a: bool = True


def labels_of(names: Names) -> list[Label]:
    """One for each city, and one at each end of a route that leaves the board: where it leads to."""
    cities = names.start.cities
    found = [Label(city.label, n) for n, city in enumerate(cities) if city.label]
    for number, way in enumerate(names.start.ways):
        if way.wraps:
            found.append(Label(cities[way.b].label, way.b, number, True))
            found.append(Label(cities[way.a].label, way.a, number, False))
    return found


class LabelForces:
    """Between labels and all else, beside those of a round."""

    def __init__(
        self, forces: Forces, labels: Sequence[Label], names: Names, drawn: Drawn, board: FixedParts,
        points: Floats, places: Floats, offsets: Floats, more: Floats,
    ) -> None:  # fmt: skip
        self._forces, self._labels, self._names, self._drawn = forces, labels, names, drawn
        self._offsets, self._more = offsets, more
        self.whose = np.array([one.city for one in labels])
        at = drawn.at(points)
        self.need = needs(names, forces.half)
        gap = np.abs(at[None, :, :] - places[:, None, :])
        near = (gap[:, :, 0] < _FAR) & (gap[:, :, 1] < _FAR)
        self._label, self._point = np.nonzero(near)
        self._pairs = np.array(
            [
                (a, b)
                for a in range(len(labels))
                for b in range(a)
                if np.abs(places[a] - places[b]).max() < _FAR
            ]
        ).reshape(-1, 2)
        self._markers = inflated(board.markers)
        self._exits = [(n, one.way) for n, one in enumerate(labels) if one.way is not None]
        self._seams = (np.array(board.seams_x), np.array(board.seams_y))

    def energy(self, flat: Floats, soft: float) -> tuple[float, Floats]:
        """Of points and labels, and its slope."""
        count = self._names.count
        both = flat.reshape(-1, 2)
        total, slope = self._forces.energy(both[:count].ravel(), 1.0, soft)
        points, places = both[:count], both[count:]
        at = self._drawn.at(points)
        pull, push = np.zeros_like(at), np.zeros_like(places)
        total += self._near(at, places, pull, push)
        total += self._each_other(places, push)
        total += self._fixed(places, push)
        slope_points = slope.reshape(-1, 2) + self._drawn.back(pull)
        total += self._beside(points, places, slope_points, push, soft)
        return total, np.concatenate([slope_points, push]).ravel()

    def _near(self, at: Floats, places: Floats, pull: Floats, push: Floats) -> float:
        gap = at[self._point] - places[self._label]
        way, far = from_boxes(gap, np.broadcast_to(np.array([-HALF[0], -HALF[1], *HALF]), (len(gap), 4)))
        lack = self.need[self._point] + self._more[self._label] + SPARE - far
        hit = lack > 0
        force = -2 * lack[hit, None] * way[hit]
        _add(pull, self._point[hit], force)
        _add(push, self._label[hit], -force)
        return float((lack[hit] ** 2).sum())

    def _each_other(self, places: Floats, push: Floats) -> float:
        if not len(self._pairs):
            return 0.0
        one, two = self._pairs.T
        box = np.array([-2 * HALF[0], -2 * HALF[1], 2 * HALF[0], 2 * HALF[1]])
        way, far = from_boxes(places[one] - places[two], np.broadcast_to(box, (len(one), 4)))
        lack = _ROOM + SPARE - far
        hit = lack > 0
        force = -2 * lack[hit, None] * way[hit]
        _add(push, one[hit], force)
        _add(push, two[hit], -force)
        return float((lack[hit] ** 2).sum())

    def _fixed(self, places: Floats, push: Floats) -> float:
        total = 0.0
        for box in self._markers:
            way, far = from_boxes(places, np.broadcast_to(box, (len(places), 4)))
            lack = np.maximum(0.0, _MARKER + SPARE - far)
            push += -2 * lack[:, None] * way
            total += float((lack**2).sum())
        for axis, seams in enumerate(self._seams):
            for wall, way_off, need in (
                (0.0, 1.0, _EDGE + HALF[axis]), (SIZE[axis], -1.0, _EDGE + HALF[axis]),
                *((seam, 0.0, _SEAM + HALF[axis]) for seam in seams),
            ):  # fmt: skip
                off = places[:, axis] - wall
                side = np.where(off >= 0, 1.0, -1.0) if way_off == 0 else way_off
                lack = np.maximum(0.0, need + SPARE - off * side)
                push[:, axis] += -2 * lack * side
                total += float((lack**2).sum())
        return total

    def _beside(self, points: Floats, places: Floats, slope: Floats, push: Floats, soft: float) -> float:
        anchors = points[self.whose].copy()
        for n, _ in self._exits:
            anchors[n] = exit_place(self._names, self._labels[n], points)
        off = places - anchors - self._offsets
        weight = 0.05 * soft
        push += 2 * weight * off
        cities = np.array([one.way is None for one in self._labels])
        _add(slope, self.whose[cities], -2 * weight * off[cities])
        for n, way in self._exits:
            slope[self._names.exit(way), 1] += -2 * weight * off[n, 1]
        return float(weight * (off**2).sum())


def _add(pull: Floats, numbers: Ints, push: Floats) -> None:
    for axis in (0, 1):
        pull[:, axis] += np.bincount(numbers, weights=push[:, axis], minlength=len(pull))


def needs(names: Names, half: Floats) -> Floats:
    """How far a label keeps from the middle of each thing that is drawn."""
    radius = [city.radius for city in names.start.cities]
    return np.concatenate([np.array(radius), np.full(names.ways, _COLLAR), half]) + _ROOM


def inflated(boxes: Boxes) -> Floats:
    """Boxes that a label's middle keeps from as the label does from the boxes."""
    return np.array([(a - HALF[0], b - HALF[1], c + HALF[0], d + HALF[1]) for a, b, c, d in boxes])


def exit_place(names: Names, label: Label, points: Floats) -> Floats:
    """Where the route of a label leaves the board."""
    assert label.way is not None
    way = names.start.ways[label.way]
    return np.array([exit_x(way, of_a=label.of_a), points[names.exit(label.way), 1]])


# Seats


@dataclass(slots=True)
class LabelPlaces:
    """Where labels are, as they lie beside their cities."""

    places: Floats
    offsets: Floats


class Seats:
    """Every seat that a label could take, and how much it would touch there."""

    def __init__(self, names: Names, labels: Sequence[Label], board: FixedParts) -> None:
        self._names, self._labels, self._board = names, labels, board
        self._markers = inflated(board.markers)

    def seats(self, label: Label, points: Floats) -> tuple[Floats, Floats]:
        """The places for one label, and what each is worth before anything is in its way."""
        if label.way is not None:
            anchor = exit_place(self._names, label, points)
            inwards = 1.0 if anchor[0] < SIZE[0] / 2 else -1.0
            found = [
                (inwards * (_AT_EXIT[0] + 2 * n), side * (_AT_EXIT[1] + 1.5 * m))
                for m in range(5) for n in range(3) for side in (1, -1)
            ]  # fmt: skip
            return anchor + np.array(found), np.array([0.05 * (n // 6) for n in range(len(found))])
        radius = self._names.start.cities[label.city].radius
        found, worth = [], []
        for n in range(_DIRECTIONS):
            x, y = cos(2 * pi * n / _DIRECTIONS), sin(2 * pi * n / _DIRECTIONS)
            for k, gap in enumerate(_GAPS):
                found.append(_touching(x, y, radius + gap))
                worth.append(0.04 * k * k)
        return points[label.city] + np.array(found), np.array(worth)

    def best(
        self, number: int, points: Floats, at: Floats, need: Floats, others: Floats, more: float
    ) -> Floats:
        """The seat in which one label touches least."""
        places, cost = self.seats(self._labels[number], points)
        found: Floats = places[int((cost + self.touch(places, at, need, others, more)).argmin())]
        return found

    def touch(self, places: Floats, at: Floats, need: Floats, others: Floats, more: float) -> Floats:
        """How much a label would touch at each of some places."""
        middle = places.mean(axis=0)
        near = np.abs(at - middle).max(axis=1) < 80
        gap = at[near][None, :, :] - places[:, None, :]
        own = np.maximum(np.abs(gap) - np.array(HALF), 0.0)
        far = np.hypot(own[:, :, 0], own[:, :, 1])
        cost: Floats = (np.maximum(0.0, need[near] + more + SPARE - far) ** 2).sum(axis=1)
        if len(others):
            own = np.maximum(np.abs(others[None] - places[:, None]) - 2 * np.array(HALF), 0.0)
            cost += (np.maximum(0.0, _ROOM + SPARE - np.hypot(own[:, :, 0], own[:, :, 1])) ** 2).sum(axis=1)
        for box in self._markers:
            _, off = from_boxes(places, np.broadcast_to(box, (len(places), 4)))
            cost += np.maximum(0.0, _MARKER + SPARE - off) ** 2
        for axis, seams in enumerate((self._board.seams_x, self._board.seams_y)):
            for wall in seams:
                cost += np.maximum(0.0, _SEAM + HALF[axis] + SPARE - np.abs(places[:, axis] - wall)) ** 2
            for wall in (0.0, SIZE[axis]):
                cost += np.maximum(0.0, _EDGE + HALF[axis] - np.abs(places[:, axis] - wall)) ** 2
        return cost


def _touching(x: float, y: float, far: float) -> tuple[float, float]:
    """In a direction, where a label's edge is so far from the middle."""
    low, high = far, far + 12.0
    for _ in range(30):
        middle = (low + high) / 2
        dx, dy = max(0.0, abs(x * middle) - HALF[0]), max(0.0, abs(y * middle) - HALF[1])
        low, high = (middle, high) if dx * dx + dy * dy < far * far else (low, middle)
    return x * high, y * high


def crowded_first(names: Names, labels: Sequence[Label], points: Floats, at: Floats) -> list[int]:
    """Those with least room come first."""
    spots = np.array(
        [points[one.city] if one.way is None else exit_place(names, one, points) for one in labels]
    )
    counts = [int((np.hypot(*(at - spot).T) < 40).sum()) for spot in spots]
    return sorted(range(len(labels)), key=lambda n: (-counts[n], n))


def labelled(
    grown: Grown, board: FixedParts, aim: float, more: Sequence[float]
) -> tuple[Grown, list[Label], Floats]:
    """Seat every label, and let all move until nothing touches.

    Args:
        more: how much more room each label asks for.
    """
    names, points, order = grown.names, grown.points, grown.order
    labels = labels_of(names)
    extra = np.array(more)
    seats = Seats(names, labels, board)
    seated: LabelPlaces | None = None
    number = 0
    for soft, count in _ROUNDS:
        for _ in range(count):
            _, drawn, forces = round_of(names, points, board, order, aim, 3.0)
            at = drawn.at(points)
            need = needs(names, forces.half)
            if seated is None:
                seated = _first(names, labels, seats, points, at, need, extra)
            elif number % _AGAIN == 0:
                _again(seated, names, labels, seats, points, at, need, extra)
            moving = LabelForces(
                forces, labels, names, drawn, board, points, seated.places, seated.offsets, extra
            )
            points, seated.places = _moved(moving, points, seated.places, soft)
            number += 1
    assert seated is not None
    return replace(grown, points=points), labels, seated.places


def _moved(moving: LabelForces, points: Floats, places: Floats, soft: float) -> tuple[Floats, Floats]:
    found = minimize(
        lambda flat: moving.energy(flat, soft), np.concatenate([points, places]).ravel(), jac=True,
        method="L-BFGS-B", options={"maxiter": 25, "maxcor": 10},
    )  # fmt: skip
    both = np.asarray(found.x).reshape(-1, 2)
    return both[: len(points)], both[len(points) :]


def _anchor(names: Names, label: Label, points: Floats) -> Floats:
    return points[label.city] if label.way is None else exit_place(names, label, points)


def _first(
    names: Names,
    labels: Sequence[Label],
    seats: Seats,
    points: Floats,
    at: Floats,
    need: Floats,
    extra: Floats,
) -> LabelPlaces:
    places = np.zeros((len(labels), 2))
    taken: list[int] = []
    for n in crowded_first(names, labels, points, at):
        places[n] = seats.best(n, points, at, need, places[taken], float(extra[n]))
        taken.append(n)
    offsets = np.array([places[n] - _anchor(names, one, points) for n, one in enumerate(labels)])
    return LabelPlaces(places, offsets)


def _again(
    seated: LabelPlaces, names: Names, labels: Sequence[Label], seats: Seats, points: Floats, at: Floats,
    need: Floats, extra: Floats,
) -> None:  # fmt: skip
    """Seat those anew that touch something."""
    for n, one in enumerate(labels):
        others = np.delete(seated.places, n, axis=0)
        here = float(seats.touch(seated.places[n : n + 1], at, need, others, float(extra[n]))[0])
        if here > 0.5:
            seated.places[n] = seats.best(n, points, at, need, others, float(extra[n]))
        seated.offsets[n] = seated.places[n] - _anchor(names, one, points)
