"""1,000 small positions scored again by a plain, slow scorer that tries everything: equal in every number."""

from itertools import product
from random import Random
from typing import cast

import pytest

from engine import EDITIONS, SEATS, score_position

Table = dict[str, object]
Route = tuple[str, str, int]  # its cities and its length
Ticket = tuple[str, str, int]  # its cities and its value
POINTS = (0, 1, 2, 4, 7, 10, 15, 18, 21, 27)


def some_position(
    chance: Random, rules: str
) -> tuple[Table, dict[str, Route], dict[str, tuple[str, str, int]]]:
    """A position on a small map; its routes and tickets again, in the slow scorer's form."""
    cities = [f"c{number}" for number in range(chance.randint(4, 8))]
    routes: dict[str, Route] = {}
    groups: dict[str, str] = {}
    for number in range(chance.randint(4, 13)):
        a, b = chance.sample(cities, 2)
        for side in range(1 + (chance.random() < 0.25)):
            routes[f"r{number}-{side}"] = (a, b, chance.randint(1, 8))
            groups[f"r{number}-{side}"] = f"g{number}"
    tickets = {
        f"t{number}": (*cast(tuple[str, str], tuple(chance.sample(cities, 2))), chance.randint(2, 21))
        for number in range(chance.randint(0, 9))
    }
    seats: list[Table] = [
        {"seat": seat, "routes": [], "tickets": [], "stations": []} for seat in SEATS[: chance.randint(2, 4)]
    ]
    for kind, names in (("routes", routes), ("tickets", tickets)):
        for name in names:
            if chance.random() < 0.75:
                cast(list[str], chance.choice(seats)[kind]).append(name)
    if rules == "europe":
        for city in cities:
            if chance.random() < 0.5:
                stations = cast(list[str], chance.choice(seats)["stations"])
                stations += [city] if len(stations) < 3 else []
    else:
        for seat in seats:
            del seat["stations"]
    board: Table = {
        "format": "map/1",
        "id": "small",
        "cities": [{"id": city} for city in cities],
        "routes": [
            {"id": name, "a": a, "b": b, "length": length, "group": groups[name]}
            for name, (a, b, length) in routes.items()
        ],
        "tickets": [
            {"id": name, "cities": [a, b], "value": value} for name, (a, b, value) in tickets.items()
        ],
    }
    return {"edition": rules, "map": board, "seats": seats}, routes, tickets


def slow_longest(routes: list[Route]) -> int:
    """Every walk that uses no route twice."""

    def on(city: str, used: frozenset[int]) -> int:
        best = 0
        for number, (a, b, length) in enumerate(routes):
            if number not in used and city in (a, b):
                best = max(best, length + on(b if city == a else a, used | {number}))
        return best

    return max((on(city, frozenset()) for way in routes for city in way[:2]), default=0)


def slow_joined(routes: list[Route], a: str, b: str) -> bool:
    """Spread from one city until nothing is new."""
    reached = {a}
    while more := {city for way in routes if reached & set(way[:2]) for city in way[:2]} - reached:
        reached |= more
    return b in reached


def slow_tickets(routes: list[Route], tickets: list[Ticket]) -> tuple[int, int]:
    done = [slow_joined(routes, a, b) for a, b, _ in tickets]
    points = sum(value if is_done else -value for (_, _, value), is_done in zip(tickets, done, strict=True))
    return points, sum(done)


def slow_loans(
    owner: dict[str, str], routes: dict[str, Route], line: Table, tickets: list[Ticket]
) -> tuple[int, int, int]:
    """Points, completed tickets and minus the loans of the best choice, all choices tried."""
    own = [routes[name] for name in cast(list[str], line["routes"])]
    offers = [
        [None, *(name for name, seat in owner.items() if seat != line["seat"] and city in routes[name][:2])]
        for city in cast(list[str], line.get("stations", []))
    ]
    return max(
        (
            *slow_tickets([*own, *(routes[name] for name in lent if name is not None)], tickets),
            -sum(name is not None for name in lent),
        )
        for lent in product(*offers)
    )


def slow_score(position: Table, routes: dict[str, Route], tickets: dict[str, Ticket]) -> list[dict[str, int]]:
    """The numbers of every seat, places included."""
    seats = cast(list[Table], position["seats"])
    owner = {name: cast(str, line["seat"]) for line in seats for name in cast(list[str], line["routes"])}
    longest = [slow_longest([routes[name] for name in cast(list[str], line["routes"])]) for line in seats]
    lines: list[dict[str, int]] = []
    for line, trail in zip(seats, longest, strict=True):
        held = [tickets[name] for name in cast(list[str], line["tickets"])]
        points, done, loans = slow_loans(owner, routes, line, held)
        stations = cast(list[str], line.get("stations", []))
        left = 4 * (3 - len(stations)) if position["edition"] == "europe" else 0
        own = sum(POINTS[routes[name][2]] for name in cast(list[str], line["routes"]))
        bonus = 10 if trail == max(longest) > 0 else 0
        lines.append(
            {
                "routes": own,
                "tickets": points,
                "tickets_completed": done,
                "stations": left,
                "stations_placed": len(stations),
                "longest": trail,
                "longest_bonus": bonus,
                "total": own + points + left + bonus,
                "loans": -loans,
            }
        )
    keys = [
        (
            line["total"],
            line["tickets_completed"],
            -line["stations_placed"] if position["edition"] == "europe" else 0,
            line["longest_bonus"] > 0,
        )
        for line in lines
    ]
    for scored, key in zip(lines, keys, strict=True):
        scored["place"] = 1 + len({other for other in keys if other > key})
    return lines


@pytest.mark.parametrize(("rules", "count"), [("us-accessible", 300), ("europe", 700)])
def test_given_small_positions_then_the_slow_scorer_finds_the_same(rules: str, count: int) -> None:
    assert rules in EDITIONS
    lent = useful = 0
    for seed in range(count):
        position, routes, tickets = some_position(Random(seed), rules)
        score = score_position(position)
        slow = slow_score(position, routes, tickets)
        for line, expected in zip(cast(list[Table], score["seats"]), slow, strict=True):
            borrowed = cast(dict[str, str | None], line["borrowed"])
            loans = sum(route is not None for route in borrowed.values())
            found = {**line, "loans": loans}
            assert {key: found[key] for key in expected} == expected, (seed, line["seat"])
            lent, useful = lent + len(borrowed), useful + loans
        assert score["longest_max"] == max(one["longest"] for one in slow)
    assert (lent > 500 and useful > 100) == (rules == "europe")
