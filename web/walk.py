"""PURE: the board by keys: what a script needs to go from place to place and to tell what lies there.

Without a script there is the list by city. With one, what is told at each step, and where an arrow leads, is
what stands here, so that it is never older than the picture beside it.
"""

import json
from collections.abc import Collection, Mapping, Sequence, Set
from dataclasses import dataclass
from math import atan2, dist, hypot, pi, tau
from statistics import fmean
from typing import Final

from announce import page_acts, page_words
from announce.compass import direction
from engine import City, CityId, GameMap, RouteId
from table.moment import GameMoment
from tabletop import BoardLayout, SiteId
from web.markup import Html, large, tag, together
from web.page_settings import ON_MAP, USUAL, PageSettings, map_letters
from web.shut_routes import shut_routes

_EIGHT: Final = ((1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1))
"""East, then against the clock; y grows to the front edge."""
_ARROWS: Final = _EIGHT[::2]
"""Right, up, left and down, as the script counts them."""
_NEAR: Final = 0.5
"""An arrow leads along a way if the cosine of the angle between them is greater."""


@dataclass(frozen=True, slots=True)
class WayOn:
    """A route from a place: where it leads, dx mm to the right and dy to the front; its number in the map."""

    to: CityId
    dx: float
    dy: float
    number: int

    @property
    def clockwise(self) -> float:
        """How far round from north it sets out, 0 to 2 pi."""
        return atan2(self.dx, -self.dy) % tau

    @property
    def eighth(self) -> int:
        """Which of the eight directions it has."""
        return round(atan2(-self.dy, self.dx) / (pi / 4)) % 8

    def along(self, x: int, y: int) -> float:
        """The cosine of its angle with this direction."""
        return (x * self.dx + y * self.dy) / (hypot(self.dx, self.dy) or 1.0)


def walk(table: GameMoment, layout: BoardLayout, settings: PageSettings = USUAL) -> Html:
    """One widget with one stop for Tab, a field that finds a place by its name, and what both tell."""
    v, state = table.wording.vocabulary, table.game.state
    p = v.phrases
    shut, owners = shut_routes(state), state.owners
    places = {city.id: city for city in state.game_map.cities.values() if SiteId(city.id) in layout.sites}
    numbers = {place: number for number, place in enumerate(places)}
    told = {
        "board": state.game_map.id,
        "places": [_place(table, layout, city, shut, numbers) for city in places.values()],
        "routes": [
            page_acts.route_from(v, route, owners.get(route), closed=route in shut)
            for route in state.game_map.routes
        ],
        "start": numbers[_middle(layout, places)],
        "ways": [large(direction(p, dx, dy)) for dx, dy in _EIGHT],
        "keys": {settings.sign(name): name for name in ON_MAP if settings.sign(name)},
        "none": page_words.label(p, "no-way-there"),
        "unknown": page_words.label(p, "no-city"),
    }
    names = (tag("option", value=v.city(city.id)) for city in places.values() if not city.junction)
    widget = tag(
        "div",
        tag("p", id="walk-here", role="option", aria_selected="true"),
        id="walker",
        role="listbox",  # Orca hands its keys on; where an application itself has the focus it is silent
        tabindex="0",
        aria_label=page_words.label(p, "walk-board"),
        aria_describedby="walk-keys",
        data_board=json.dumps(told, ensure_ascii=False, separators=(",", ":")),
    )
    finder = tag(
        "form",
        tag("label", page_words.label(p, "find-place"), for_="walk-to"),
        tag("input", id="walk-to", list="walk-names", autocomplete="off"),
        tag("datalist", names, id="walk-names"),
        " ",
        tag("button", page_words.label(p, "find")),
        id="walk-find",
    )
    return together(
        tag("div", widget, map_letters(v, settings), finder, class_="walk"),
        tag("ul", tag("li", tag("a", page_words.label(p, "routes-by-city"), href="/routes")), class_="links"),
    )


def _middle(layout: BoardLayout, places: Collection[CityId]) -> CityId:
    """The place nearest to the middle of all, from which one sets out."""
    sites = {place: layout.sites[SiteId(place)] for place in places}
    middle = (fmean(site.x for site in sites.values()), fmean(site.y for site in sites.values()))
    return min(sites, key=lambda place: dist((sites[place].x, sites[place].y), middle))


def _place(
    table: GameMoment, layout: BoardLayout, city: City, shut: Set[RouteId], numbers: Mapping[CityId, int]
) -> list[object]:
    """Where it lies in mm, its name, what is said of it, its ways clockwise from north, where arrows lead.

    Places and routes go by their numbers, in the order of the map; -1: nowhere.
    """
    v, state = table.wording.vocabulary, table.game.state
    site = layout.sites[SiteId(city.id)]
    ends = state.game_map.routes_at[city.id]
    free = sum(route not in shut for route in ends)
    owner = {**state.stations, **state.harbors}.get(city.id)
    said = page_acts.place_at(v, v.city(city.id), len(ends), free, owner)
    ways = ways_on(state.game_map, layout, city.id)
    on = [[numbers[way.to], way.eighth, way.number] for way in ways]
    lead = [-1 if place is None else numbers[place] for place in arrows(ways)]
    return [[round(site.x), round(site.y)], v.city(city.id), said, on, lead]


def ways_on(game_map: GameMap, layout: BoardLayout, place: CityId) -> list[WayOn]:
    """The routes at a place, clockwise from north; none to what is not on the board."""
    here, found = layout.sites[SiteId(place)], list[WayOn]()
    for number, route in enumerate(game_map.routes.values()):
        if place in (route.a, route.b):
            to = route.b if route.a == place else route.a
            there = layout.sites.get(SiteId(to))
            if there is not None:
                found.append(WayOn(to, there.x - here.x, there.y - here.y, number))
    return sorted(found, key=lambda way: way.clockwise)


def arrows(ways: Sequence[WayOn]) -> list[CityId | None]:
    """Where each arrow leads: along the way that lies best; None: nowhere."""
    best = [(max(ways, key=lambda way: way.along(x, y), default=None), x, y) for x, y in _ARROWS]
    return [way.to if way is not None and way.along(x, y) > _NEAR else None for way, x, y in best]
