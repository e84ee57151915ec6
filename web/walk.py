"""PURE: the board by keys: what a script needs to go from place to place and to tell what lies there.

Without a script there is the list by city. With one, what is told at each step is what stands here, so that
it is never older than the picture beside it.
"""

import json
from collections.abc import Collection, Set
from math import dist
from statistics import fmean
from typing import Final

from announce import page_words
from announce.compass import direction
from engine import City, RouteId
from table.moment import GameMoment
from tabletop import BoardLayout, SiteId
from web.markup import Html, large, tag, together
from web.page_settings import ON_MAP, USUAL, PageSettings, map_letters
from web.shut_routes import shut_routes

_EIGHT: Final = ((1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1))
"""East, then against the clock, as the script counts them; y grows to the front edge."""


def walk(table: GameMoment, layout: BoardLayout, settings: PageSettings = USUAL) -> Html:
    """One widget with one stop for Tab, a field that finds a place by its name, and what both tell."""
    v, state = table.wording.vocabulary, table.game.state
    p = v.phrases
    shut, owners = shut_routes(state), state.owners
    places = {city.id: city for city in state.game_map.cities.values() if SiteId(city.id) in layout.sites}
    told = {
        "places": {city.id: _place(table, layout, city, shut) for city in places.values()},
        "routes": [
            [
                route.a,
                route.b,
                page_words.route_from(v, route.id, owners.get(route.id), closed=route.id in shut),
            ]
            for route in state.game_map.routes.values()
            if route.a in places and route.b in places
        ],
        "start": _middle(layout, places),
        "ways": [large(direction(p, dx, dy)) for dx, dy in _EIGHT],
        "keys": {name: settings.sign(name) for name in ON_MAP},
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


def _middle(layout: BoardLayout, places: Collection[str]) -> str:
    """The place nearest to the middle of all, from which one sets out."""
    sites = [layout.sites[SiteId(one)] for one in places]
    middle = (fmean(site.x for site in sites), fmean(site.y for site in sites))
    return min(sites, key=lambda site: dist((site.x, site.y), middle)).id


def _place(table: GameMoment, layout: BoardLayout, city: City, shut: Set[RouteId]) -> list[object]:
    """Where it lies in mm, its name, and what is said of it."""
    v, state = table.wording.vocabulary, table.game.state
    site = layout.sites[SiteId(city.id)]
    ends = state.game_map.routes_at[city.id]
    free = sum(route not in shut for route in ends)
    owner = {**state.stations, **state.harbors}.get(city.id)
    said = page_words.place_at(v, v.city(city.id), len(ends), free, owner)
    return [round(site.x), round(site.y), v.city(city.id), said]
