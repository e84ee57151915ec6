"""PURE: the network of routes as text: every city with its routes, whose or free, how long, which colour."""

from announce import page_words
from dialog import sort_key
from engine import Route, closed
from table.moment import GameMoment
from web.holdings import swatch
from web.markup import Html, tag, together


def cities(table: GameMoment, begins: str = "") -> Html:
    """Every city that begins so, in the order of names, a heading each."""
    v, state = table.wording.vocabulary, table.game.state
    wanted = sort_key(begins.strip())
    named = [
        one
        for one in state.game_map.cities.values()
        if not one.junction and sort_key(v.city(one.id)).startswith(wanted)
    ]
    if not named:
        return tag("p", page_words.label(v.phrases, "no-city"))
    return together(
        tag(
            "div",
            tag("h3", v.city(city.id)),
            tag("ul", (_route(table, found) for found in _at(table, city.id))),
            class_="city",
            id=f"city-{city.id}",
        )
        for city in sorted(named, key=lambda one: sort_key(v.city(one.id)))
    )


def _at(table: GameMoment, city: str) -> list[Route]:
    return [found for found in table.game.state.game_map.routes.values() if city in (found.a, found.b)]


def _route(table: GameMoment, route: Route) -> Html:
    state = table.game.state
    shut = all(closed(state, seat, route.id) is not None for seat in state.seats)
    told = page_words.route_from(table.wording.vocabulary, state, route.id, closed=shut)
    owner = state.owners.get(route.id)
    return tag("li", swatch(route.colour), " ", told, class_=None if owner is None else "taken")
