"""A second scorer of position/1, written from the casebook alone: it tries everything and shares no code.

It reads raw JSON (a position, a map/1 object) and answers with the numbers of score/1 that have one right
value. Longest paths are found twice over: by walking every way, and for networks too large for that by going
through the routes one by one and keeping all that can still become a trail.
"""

from collections.abc import Mapping, Sequence
from itertools import pairwise, product
from typing import Any, Final

Table = dict[str, Any]
Way = tuple[str, str, int]  # its two cities and its length

SETTINGS: Final[dict[str, Table]] = {
    "us-accessible": {"ties": ("tickets", "longest"), "longest_bonus": 10},
    "us-10th-anniversary": {"ties": ("tickets", "longest"), "longest_bonus": 10},
    "europe": {"ties": ("tickets", "stations", "longest"), "longest_bonus": 10},
    "legends-of-the-west": {"ties": ("tickets", "later"), "longest_bonus": 0},
    "rails-and-sails-world": {"ties": (), "longest_bonus": 0, "harbor_points": (20, 30, 40)},
    "rails-and-sails-great-lakes": {"ties": (), "longest_bonus": 0, "harbor_points": (10, 20, 30)},
}
_ROUTES: Final = {1: 1, 2: 2, 3: 4, 4: 7, 5: 10, 6: 15, 7: 18, 8: 21, 9: 27}
_TRAINS_LEFT: Final = {0: 16, 1: 12, 2: 9, 3: 7, 4: 6, 5: 4, 6: 4, 7: 4, 8: 2, 9: 2, 10: 2}
_WALKED: Final = 9  # routes: up to so many every walk is tried


def slow_score(position: Mapping[str, Any], board: Mapping[str, Any]) -> list[Table]:
    """Every seat's numbers, in turn order, with `loans`: how many routes its stations lend."""
    edition = position["edition"]
    settings = {**SETTINGS[edition], **position.get("settings", {})}
    ways = {route["id"]: (route["a"], route["b"], route["length"]) for route in board["routes"]}
    tickets = {ticket["id"]: ticket for ticket in board["tickets"]}
    owner = {name: line["seat"] for line in position["seats"] for name in line["routes"]}
    owner |= position.get("claims", {})
    lines = []
    for line in position["seats"]:
        held = {**line, "routes": [name for name in owner if owner[name] == line["seat"]]}
        lines.append(_parts(held, edition, settings, ways, owner, tickets))
    _finish(lines, edition, settings)
    return lines


def _parts(
    line: Table,
    edition: str,
    settings: Table,
    ways: Mapping[str, Way],
    owner: Mapping[str, str],
    tickets: Mapping[str, Table],
) -> Table:
    """What a seat has by itself."""
    own = [ways[name] for name in line["routes"]]
    held = [tickets[name] for name in line.get("tickets", [])]
    sails, stations, lent = edition.startswith("rails"), 0, 0
    if edition == "europe":
        stations = len(line.get("stations", []))
        told, lent = _with_loans(line, own, held, ways, owner, settings)
    else:
        told = [ticket_worth(own, ticket, settings) for ticket in held]
    found = {
        "routes": 0 if edition.startswith("legends") else sum(_ROUTES.get(way[2], 0) for way in own),
        "tickets": sum(points for _, points, _ in told),
        "tickets_completed": sum(done for done, _, _ in told),
        "ticket_list": [
            {"id": ticket["id"], "completed": done, "points": points, "tour": tour}
            for ticket, (done, points, tour) in zip(held, told, strict=True)
        ],
        "stations": 4 * max(0, 3 - stations) if edition == "europe" else 0,
        "stations_placed": stations,
        "loans": lent,
        "longest": slow_longest(own),
        "harbor_list": [],
        "harbors": 0,
        "harbors_missing": 0,
        "exchange": -line.get("exchanged", 0) if sails else 0,
        "coins": 0,
        "trains_bonus": 0,
    }
    if sails:
        _harbors(found, line, held, [done for done, _, _ in told], settings)
    if edition.startswith("legends"):
        found["coins"] = line.get("coins", 0)
        found["trains_bonus"] = _TRAINS_LEFT.get(line.get("trains_left", 0), 0)
    return found


def lent_tickets(position: Mapping[str, Any], board: Mapping[str, Any], score: Table) -> list[Table] | None:
    """A seat's ticket list with just what its score/1 says is borrowed; None: that cannot be lent."""
    ways = {route["id"]: (route["a"], route["b"], route["length"]) for route in board["routes"]}
    tickets = {ticket["id"]: ticket for ticket in board["tickets"]}
    owner = {name: line["seat"] for line in position["seats"] for name in line["routes"]}
    owner |= position.get("claims", {})
    lent = {city: name for city, name in score["borrowed"].items() if name is not None}
    seat = score["seat"]
    if any(owner.get(name, seat) == seat or city not in ways[name] for city, name in lent.items()):
        return None
    names = [*(name for name in owner if owner[name] == seat), *lent.values()]
    own, settings, told = [ways[name] for name in names], position.get("settings", {}), list[Table]()
    held = next(line["tickets"] for line in position["seats"] if line["seat"] == seat)
    for name in held:
        done, points, tour = ticket_worth(own, tickets[name], settings)
        told.append({"id": name, "completed": done, "points": points, "tour": tour})
    return told


def is_trail(trail: Sequence[Way]) -> bool:
    """True when these routes, one after the other, are a walk that uses none twice."""
    ends = {end for way in trail[:1] for end in way[:2]}
    for a, b, _ in trail:
        ends = {far for near, far in ((a, b), (b, a)) if near in ends}
    return bool(ends) or not trail


def _harbors(found: Table, line: Table, held: list[Table], done: list[bool], settings: Table) -> None:
    """RS-55 to RS-60."""
    harbors = line.get("harbors", [])
    for city in harbors:
        ends = settings.get("tour_harbors") == "ends"
        count = sum(
            city in ((ticket["cities"][0], ticket["cities"][-1]) if ends else ticket["cities"])
            for ticket, is_done in zip(held, done, strict=True)
            if is_done
        )
        points = (0, *settings["harbor_points"])[min(count, 3)]
        found["harbor_list"].append({"city": city, "tickets": count, "points": points})
        found["harbors"] += points
    found["harbors_missing"] = -4 * max(0, 3 - len(harbors))


def _finish(lines: list[Table], edition: str, settings: Table) -> None:
    """Longest bonus, totals and places."""
    most = max(line["longest"] for line in lines)
    for line in lines:
        best = line["longest"] == most > 0
        line["longest_bonus"] = settings["longest_bonus"] if best else 0
        line["holds"] = best
        parts = ("routes", "tickets", "stations", "longest_bonus", "harbors", "harbors_missing", "exchange")
        total = sum(line[part] for part in parts) + line["coins"] + line["trains_bonus"]
        line["total"] = max(0, total) if edition.startswith("legends") else total
    keys = [_key(line, number, settings) for number, line in enumerate(lines)]
    for line, key in zip(lines, keys, strict=True):
        line["place"] = 1 + len({other for other in keys if other > key})
        del line["holds"]


def _key(line: Table, number: int, settings: Table) -> tuple[int, ...]:
    length = settings.get("longest_tie") == "length"
    used = line["loans"] if settings.get("stations_used") == "lent" else line["stations_placed"]
    said = {
        "tickets": line["tickets_completed"],
        "later": number,
        "stations": -used,
        "longest": line["longest"] if length else int(line["holds"]),
    }
    return (line["total"], *(said[tie] for tie in settings["ties"]))


def _with_loans(
    line: Table,
    own: list[Way],
    held: list[Table],
    ways: Mapping[str, Way],
    owner: Mapping[str, str],
    settings: Table,
) -> tuple[list[tuple[bool, int, str | None]], int]:
    """Every choice of loans is tried: points, then tickets done, then the fewest loans (EU-43 to EU-46)."""
    offers = []
    for city in line.get("stations", []):
        foreign = [ways[name] for name, seat in owner.items() if seat != line["seat"]]
        offers.append([None, *(way for way in foreign if city in way[:2])])
    best: tuple[int, int, int] | None = None
    told: list[tuple[bool, int, str | None]] = []
    known: dict[frozenset[Way], list[tuple[bool, int, str | None]]] = {}
    for choice in product(*offers):
        lent = [way for way in choice if way is not None]
        key = frozenset(lent)
        if key not in known:
            known[key] = [ticket_worth([*own, *key], ticket, settings) for ticket in held]
        found = known[key]
        worth = sum(points for _, points, _ in found), sum(done for done, _, _ in found), -len(lent)
        if best is None or worth > best:
            best, told = worth, found
    assert best is not None
    return told, -best[2]


def ticket_worth(own: Sequence[Way], ticket: Table, settings: Table) -> tuple[bool, int, str | None]:
    """Done or not, the points, and for a tour how (US-56, US-57, RS-45 to RS-48, X-21)."""
    cities = ticket["cities"]
    done = _reached(own, cities[0]).issuperset(cities)
    if "value_exact" not in ticket:
        return done, ticket["value"] if done else -ticket["value"], None
    if not done:
        return False, -ticket["penalty"], "failed"
    how = settings.get("tour_exact", "direct")
    if how == "direct":
        legs = [{a, b} for a, b in pairwise(cities)]
        exact = all(any({a, b} == leg for a, b, _ in own) for leg in legs)
    else:
        exact = _in_turn(own, cities, how == "ordered_path")
    return True, ticket["value_exact" if exact else "value"], "exact" if exact else "loose"


def _in_turn(own: Sequence[Way], cities: Sequence[str], by_city: bool) -> bool:
    """Whether some walk through these cities in order uses no route (or comes to no city) twice."""
    seen: set[tuple[str, int, int, frozenset[str]]] = set()
    todo = [(cities[0], 1, 0, frozenset(cities[:1]))]
    while todo:
        city, nth, used, been = todo.pop()
        if nth == len(cities):
            return True
        key = (city, nth, 0, been) if by_city else (city, nth, used, frozenset[str]())
        if key in seen:
            continue
        seen.add(key)
        for number, (a, b, _) in enumerate(own):
            if used >> number & 1 or city not in (a, b):
                continue
            far = b if city == a else a
            if by_city and (
                far in been or (far in cities and far != cities[nth] and far not in cities[:nth])
            ):
                continue
            todo.append((far, nth + (far == cities[nth]), used | 1 << number, been | {far}))
    return False


def _reached(own: Sequence[Way], city: str) -> set[str]:
    reached = {city}
    while True:
        more = {end for a, b, _ in own if a in reached or b in reached for end in (a, b)} - reached
        if not more:
            return reached
        reached |= more


def slow_longest(own: Sequence[Way]) -> int:
    """The longest trail of a network (US-58)."""
    by_parts = _by_parts(own)
    if len(own) <= _WALKED:
        walked = _walked(own)
        assert walked == by_parts, (walked, by_parts, own)
    return by_parts


def _walked(own: Sequence[Way]) -> int:
    """Every walk that uses no route twice, from every city."""

    def on(city: str, used: int) -> int:
        best = 0
        for number, (a, b, length) in enumerate(own):
            if not used >> number & 1 and city in (a, b):
                best = max(best, length + on(b if city == a else a, used | 1 << number))
        return best

    return max((on(city, 0) for way in own for city in way[:2]), default=0)


def _by_parts(own: Sequence[Way]) -> int:
    """Route by route, taken or left: what is kept is how the cities still to come hang together.

    A set of routes is a trail when it is one piece and at most two cities have an odd number of them (Euler).
    For every way to have got here the best length is kept, by each open city's piece and parity and by how
    many odd cities lie behind. A piece whose cities all lie behind must be the only one.
    """
    order = _order(own)
    last = {city: at for at, way in enumerate(order) for city in way[:2]}
    best = 0
    states: dict[tuple[tuple[tuple[str, int, int], ...], int], int] = {((), 0): 0}
    for at, (a, b, length) in enumerate(order):
        after: dict[tuple[tuple[tuple[str, int, int], ...], int], int] = {}
        for (open_cities, odd), total in states.items():
            for take in (False, True):
                pieces = {city: (piece, parity) for city, piece, parity in open_cities}
                if take:
                    _taken(pieces, a, b)
                weight = total + length * take
                gone_odd, closed, dead = odd, False, False
                for city in {a, b} & set(pieces):
                    if last[city] != at:
                        continue
                    piece, parity = pieces.pop(city)
                    gone_odd += parity
                    if all(other != piece for other, _ in pieces.values()):
                        closed, dead = True, dead or bool(pieces)
                if dead or gone_odd > 2:
                    continue
                if closed:
                    best = max(best, weight)
                    continue
                key = (_named(pieces), gone_odd)
                if after.get(key, -1) < weight:
                    after[key] = weight
        states = after
    return best


def _taken(pieces: dict[str, tuple[int, int]], a: str, b: str) -> None:
    for city in (a, b):
        piece, parity = pieces.get(city, (1 + max((p for p, _ in pieces.values()), default=0), 0))
        pieces[city] = piece, parity ^ 1
    joined, gone = pieces[a][0], pieces[b][0]
    for city, (piece, parity) in pieces.items():
        if piece == gone:
            pieces[city] = joined, parity


def _named(pieces: Mapping[str, tuple[int, int]]) -> tuple[tuple[str, int, int], ...]:
    names: dict[int, int] = {}
    told = []
    for city in sorted(pieces):
        piece, parity = pieces[city]
        told.append((city, names.setdefault(piece, len(names)), parity))
    return tuple(told)


def _order(own: Sequence[Way]) -> list[Way]:
    """The routes so that few cities are open at a time: next comes the one that opens fewest, closes most."""
    left, order, known = list(own), list[Way](), set[str]()
    while left:
        ends = [city for way in left for city in way[:2]]
        burdens = [
            sum(city not in known for city in way[:2])
            - sum(ends.count(city) == 1 for city in way[:2])
            + 3 * known.isdisjoint(way[:2])
            for way in left
        ]
        order.append(left.pop(burdens.index(min(burdens))))
        known.update(order[-1][:2])
    return order
