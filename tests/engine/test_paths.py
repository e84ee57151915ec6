"""The longest path: the casebook's examples, a plain exhaustive search, and the witness. W-01 to W-18."""

from functools import lru_cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import CityId, Route, RouteId, game_map, longest_trail


def net(text: str) -> list[Route]:
    """`A-B 3, B-C 1`: routes by their cities and lengths."""
    routes = []
    for number, part in enumerate(text.split(", ")):
        cities, length = part.rsplit(" ", 1)
        a, b = cities.split("-")
        routes.append(Route(RouteId(f"{number}:{cities}"), CityId(a), CityId(b), int(length)))
    return routes


W_14 = (
    "CAL-SEA 4, SEA-POR 1, POR-SF 5, SF-LA 3, LA-ELP 6, ELP-HOU 6, HOU-NO 2, NO-ATL 4, ATL-CHA 2, ATL-NAS 1, "
    "NAS-STL 2, STL-CHI 2, CHI-PIT 3, PIT-NY 2"
)
W_15 = (
    "NY-BOS 2, BOS-MON 2, MON-NY 3, NY-WAS 2, WAS-PIT 2, PIT-NY 2, PIT-RAL 2, RAL-WAS 2, PIT-TOR 2, "
    "TOR-MON 3, PIT-CHI 3, CHI-STL 2, STL-KC 2, KC-OMA 1, OMA-DUL 2, DUL-CHI 3, RAL-ATL 2, ATL-NAS 1, "
    "NAS-STL 2, TOR-SSM 2, SSM-DUL 3"
)
EXAMPLES = {
    "W-01": ("SEA-VAN 1, VAN-CAL 3, CAL-SEA 4", 8),
    "W-02": ("SEA-VAN 1, VAN-CAL 3, CAL-SEA 4, SEA-POR 1", 9),
    "W-03": ("DEN-HEL 4, DEN-OMA 4, DEN-KC 4, DEN-OKC 4, DEN-SFE 2, DEN-PHX 5, DEN-SLC 3", 9),
    "W-04": ("CAL-WIN 6, WIN-DUL 4, MIA-NO 6, NO-HOU 2, HOU-DAL 1", 10),
    "W-05": ("BOS-MON 2, MON-NY 3, NY-BOS 2, NY-WAS 2, NY-PIT 2", 11),
    "W-06": ("BOS-MON 2, MON-NY 3, NY-BOS 2, NY-WAS 2, MON-SSM 5", 12),
    "W-07": ("SEA-VAN 1, VAN-CAL 3, CAL-SEA 4, SEA-HEL 6, HEL-SLC 3, SLC-POR 6, POR-SEA 1", 24),
    "W-08": ("DEN-SLC 3, DEN-HEL 4, HEL-SLC 3, DEN-PHX 5, PHX-LA 3, LA-LV 2, LV-SLC 3", 23),
    "W-09": ("DEN-KC 4, KC-OMA 1, OMA-DEN 4, DEN-OKC 4, OKC-KC 2, OKC-OMA 9", 23),
    "W-10": ("SEA-VAN 1, VAN-CAL 3, CAL-SEA 4, CAL-WIN 6, WIN-HEL 4, HEL-DUL 6, DUL-WIN 4", 28),
    "W-11": ("SF-SLC 5, SLC-DEN 3, DEN-KC 4, KC-STL 2, STL-PIT 5, PIT-NY 2, NY-BOS 2, BOS-MON 2", 25),
    "W-12": ("SF-SLC 5, SLC-DEN 3, DEN-KC 4, KC-STL 2, STL-PIT 5, PIT-NY 2, DEN-OMA 4, STL-NAS 2", 21),
    "W-13": ("LA-PHX 3, PHX-DEN 5, DEN-SFE 2, DEN-HEL 4, HEL-WIN 4", 16),
    "W-14": (W_14, 41),
    "W-15": (W_15, 39),
    "W-16": ("HEL-SEA 6", 6),
    "W-18": ("A-B 3, A-B 3", 6),
}


@pytest.mark.parametrize("name", EXAMPLES)
def test_given_a_worked_example_then_its_longest_path(name: str) -> None:
    text, length = EXAMPLES[name]
    routes = net(text)
    found = longest_trail(routes)
    assert found[0] == length
    assert is_trail(routes, found)


def test_w_17_given_no_routes_then_nothing() -> None:
    assert longest_trail([]) == (0, ())


def is_trail(routes: list[Route], found: tuple[int, tuple[RouteId, ...]]) -> bool:
    """The witness uses no route twice, hangs together in its order, and is as long as was said."""
    by_id = {route.id: route for route in routes}
    length, trail = found
    if len(set(trail)) != len(trail) or sum(by_id[name].length for name in trail) != length:
        return False
    ends = {by_id[trail[0]].a, by_id[trail[0]].b} if trail else set()
    for begin in ends:
        city: CityId | None = begin
        for name in trail:
            route = by_id[name]
            city = route.b if city == route.a else route.a if city == route.b else None
        if city is not None:
            return True
    return not trail


def by_walking(routes: list[Route]) -> int:
    """The same by walking every way there is."""
    at: dict[CityId, list[tuple[int, CityId, int]]] = {}
    for number, route in enumerate(routes):
        at.setdefault(route.a, []).append((number, route.b, route.length))
        at.setdefault(route.b, []).append((number, route.a, route.length))

    @lru_cache(None)
    def on_from(city: CityId, used: int) -> int:
        further = (
            length + on_from(far, used | 1 << number)
            for number, far, length in at[city]
            if not used >> number & 1
        )
        return max(further, default=0)

    return max((on_from(city, 0) for city in at), default=0)


ways = st.tuples(st.integers(0, 7), st.integers(0, 7), st.integers(1, 6)).filter(lambda way: way[0] != way[1])


@settings(max_examples=300)
@given(st.lists(ways, max_size=13))
def test_given_any_network_then_as_long_as_by_walking_every_way(drawn: list[tuple[int, int, int]]) -> None:
    routes = [
        Route(RouteId(f"{n}"), CityId(f"{a}"), CityId(f"{b}"), length)
        for n, (a, b, length) in enumerate(drawn)
    ]
    found = longest_trail(routes)
    assert found[0] == by_walking(routes)
    assert is_trail(routes, found)


@settings(max_examples=60)
@given(st.lists(st.sampled_from(sorted(game_map("usa").routes)), max_size=15, unique=True))
def test_given_any_routes_of_the_map_then_as_long_as_by_walking_every_way(names: list[RouteId]) -> None:
    routes = [game_map("usa").routes[name] for name in names]
    found = longest_trail(routes)
    assert found[0] == by_walking(routes)
    assert is_trail(routes, found)
