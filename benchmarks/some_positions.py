"""Random final positions of every edition, on its own map or a small one, for `score_positions`."""

import json
from collections.abc import Sequence
from importlib.resources import files
from random import Random
from typing import Any, Final

Table = dict[str, Any]

SEATS: Final = ("blue", "red", "green", "yellow", "black")
MAPS: Final = {
    "us-accessible": "usa",
    "us-10th-anniversary": "usa",
    "europe": "europe",
    "legends-of-the-west": "legends-east",
    "rails-and-sails-world": "world",
    "rails-and-sails-great-lakes": "great-lakes",
}
_SUPPLY: Final = {"us": 45, "eu": 45, "le": 20, "rails-and-sails-w": 60, "rails-and-sails-g": 50}
_CHOICES: Final[dict[str, dict[str, Sequence[object]]]] = {
    "us": {"longest_tie": ("card", "length"), "longest_bonus": (0, 2, 10)},
    "eu": {"stations_used": ("placed", "lent"), "longest_tie": ("card", "length")},
    "rails-and-sails-w": {
        "tour_exact": ("direct", "ordered_trail", "ordered_path"),
        "tour_harbors": ("all", "ends"),
    },
}


def board_of(edition: str) -> Table:
    """The map/1 object of an edition's map."""
    text = files("engine").joinpath("maps", f"{MAPS[edition]}.json").read_text(encoding="utf-8")
    read: Table = json.loads(text)
    return read


def some_position(chance: Random, edition: str, board: Table) -> Table:
    """A position; about every third one breaks rules that scoring does not mind."""
    own_map = chance.random() < 0.75
    if not own_map:
        board = small_board(chance, board)
    seats = _seats(chance, edition, board)
    position: Table = {"edition": edition, "map": MAPS[edition] if own_map else board, "seats": seats}
    if chance.random() < 0.2:
        line = chance.choice(seats)
        position["claims"] = dict.fromkeys(line["routes"][:2], line["seat"])
        line["routes"] = line["routes"][2:]
    for name, choices in _CHOICES.items():
        if edition.startswith(name) and chance.random() < 0.4:
            position["settings"] = {setting: chance.choice(values) for setting, values in choices.items()}
    return position


def _seats(chance: Random, edition: str, board: Table) -> list[Table]:
    """What every seat has, the seats in any order."""
    odd, count = chance.random() < 0.3, chance.randint(2, 5)
    free, tickets = list(board["routes"]), [ticket["id"] for ticket in board["tickets"]]
    chance.shuffle(free)
    chance.shuffle(tickets)
    supply = next(number for name, number in _SUPPLY.items() if edition.startswith(name))
    cities = {city["id"]: city for city in board["cities"]}
    seats: list[Table] = []
    for seat in SEATS[:count]:
        most = supply * 2 if odd and chance.random() < 0.3 else chance.randint(0, supply)
        own = _network(chance, free, most, count)
        few = chance.randint(0, 8)
        line = {"seat": seat, "routes": [route["id"] for route in own], "tickets": tickets[:few]}
        tickets = tickets[few:]
        touched = sorted({city for route in own for city in (route["a"], route["b"])})
        _extras(chance, edition, line, touched, cities)
        seats.append(line)
    if edition == "europe":
        _stations(chance, seats, sorted(cities))
    chance.shuffle(seats)
    return seats


def small_board(chance: Random, board: Table) -> Table:
    """Few cities and many ways between them: a piece of a map that is as dense as can be."""
    cities = chance.sample(board["cities"], chance.randint(4, 9))
    names = [city["id"] for city in cities]
    routes = []
    for number in range(chance.randint(5, 26)):
        a, b = chance.sample(names, 2)
        sides = 1 + (chance.random() < 0.25)
        for side in range(sides):
            routes.append(
                {
                    "id": f"r{number}-{side}",
                    "a": a,
                    "b": b,
                    "length": chance.randint(1, 6),
                    "group": f"g{number}" if sides > 1 else None,
                    "kind": "train",
                }
            )
    tickets: list[Table] = []
    for number in range(chance.randint(0, 14)):
        ends = chance.sample(names, 2)
        tickets.append({"id": f"t{number}", "cities": ends, "value": chance.randint(2, 21)})
    if any("value_exact" in ticket for ticket in board["tickets"]):
        for number in range(chance.randint(0, 6)):
            value, stops = chance.randint(5, 20), chance.sample(names, chance.randint(3, 4))
            more = {"value": value, "value_exact": value + 6, "penalty": value + chance.randint(0, 9)}
            tickets.append({"id": f"tour{number}", "cities": stops, "deck": "tour", **more})
    return {"format": "map/1", "id": "small", "cities": cities, "routes": routes, "tickets": tickets}


def _network(chance: Random, free: list[Table], most: int, seats: int) -> list[Table]:
    """Routes for a seat, taken out of `free`: grown from a city, with now and then one elsewhere."""
    own: list[Table] = []
    touched: set[str] = set()
    pairs: set[str] = set()
    far = chance.choice((0.02, 0.2, 1.0))
    dense = chance.random() < 0.4
    while free:
        near = [route for route in free if route["a"] in touched or route["b"] in touched]
        inside = [route for route in near if route["a"] in touched and route["b"] in touched]
        some = inside if dense and inside else near if near and chance.random() > far else free
        route = some[0] if chance.random() < 0.5 else chance.choice(some)
        if sum(way["length"] for way in own) + route["length"] > most:
            break
        free.remove(route)
        group = route.get("group")
        if group in pairs:
            continue
        if group is not None:
            pairs.add(group)
            if seats <= 3:
                free[:] = [way for way in free if way.get("group") != group]
        own.append(route)
        touched |= {route["a"], route["b"]}
    return own


def _extras(chance: Random, edition: str, line: Table, touched: list[str], cities: dict[str, Table]) -> None:
    if edition.startswith("rails"):
        ports = [city for city in touched if cities[city].get("port")]
        line["harbors"] = chance.sample(ports, min(len(ports), chance.randint(0, 3)))
        line["exchanged"] = chance.choice((0, 0, 1, 3, 7))
    if edition.startswith("legends"):
        line["coins"] = chance.choice((0, chance.randint(0, 60)))
        line["trains_left"] = chance.randint(0, 12)


def _stations(chance: Random, seats: list[Table], cities: list[str]) -> None:
    chance.shuffle(cities)
    for line in seats:
        count = chance.choice((0, 1, 2, 3, 3, 3))
        line["stations"], cities = cities[:count], cities[count:]
