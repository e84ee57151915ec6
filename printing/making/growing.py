"""PURE: everything grows to its size while it moves apart; the order round each city stays as it is."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from scipy.optimize import minimize

from printing.making.city_places import StartPlaces
from printing.making.fans import order_round
from printing.making.forces import FixedParts, Forces, lane_off
from printing.making.lines import (
    Drawn,
    Floats,
    LinePart,
    Names,
    drawn_lines,
    ends_of,
    exit_x,
    parts_of,
    straight,
)

Order = Mapping[int, Sequence[tuple[int, int]]]

_ROUNDS: Final = 44
_STEPS: Final = 40
_FULL: Final = 10  # of the rounds all is of its full size
_FIRST: Final = 0.1  # of that size lanes are at first
_COARSE: Final = 5.0
_FINE: Final = 3.0


@dataclass(frozen=True, slots=True)
class Grown:
    """Where every point lies, and which lines follow each other round each city."""

    names: Names
    points: Floats
    order: Order


def grown(start: StartPlaces, board: FixedParts, aim: float) -> Grown:
    """Lay the cities and routes out, with pins so far apart."""
    names = Names(start)
    points = first_points(names, aim * _FIRST)
    order = order_round(list(parts_of(names, points)), points)
    for number in range(_ROUNDS):
        size = min(1.0, 0.25 + 0.75 * number / (_ROUNDS - _FULL))
        step = _COARSE if number < _ROUNDS - _FULL - 4 else _FINE
        _, _, forces = round_of(names, points, board, order, aim, step, size)
        points = _moved(forces, points, size)
    return Grown(names, points, order)


def round_of(
    names: Names, points: Floats, board: FixedParts, order: Order, aim: float, step: float, size: float = 1.0
) -> tuple[list[LinePart], Drawn, Forces]:
    """The lines as they lie now, looked at so often, and what is too near to what."""
    parts = list(parts_of(names, points))
    drawn = drawn_lines(names, parts, points, step)
    return parts, drawn, Forces(names, parts, drawn, points, board, order, aim, size)


def _moved(forces: Forces, points: Floats, size: float) -> Floats:
    found = minimize(
        lambda flat: forces.energy(flat, size, 1.0), points.ravel(), jac=True, method="L-BFGS-B",
        options={"maxiter": _STEPS, "maxcor": 10},
    )  # fmt: skip
    return np.asarray(found.x).reshape(-1, 2)


def first_points(names: Names, aim: float) -> Floats:
    """Straight lines between the cities, side by side where there are several."""
    points = np.zeros((names.count, 2))
    points[: names.cities] = [city.start for city in names.start.cities]
    for number, way in enumerate(names.start.ways):
        gone = names.exit(number)
        if way.wraps:
            points[gone, 1] = (points[way.a, 1] + points[way.b, 1]) / 2
        a, b, of_a = ends_of(names, number)
        if way.wraps:
            points[gone, 0] = exit_x(way, of_a=of_a)
        ends = points[[a, b]]
        pin = ends.mean(axis=0) + lane_off(names, number, ends, aim)
        along, half = straight(way, ends, np.array([ends[0], pin, ends[1]]))
        points[names.pin(number)] = pin
        points[names.bend(number, 0)] = (ends[0] + pin - half * along) / 2
        points[names.bend(number, 1)] = (ends[1] + pin + half * along) / 2
    return points
