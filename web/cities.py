"""PURE: the network of routes as text: every city with its routes, whose or free, how long, which colour."""

from functools import lru_cache

from announce import Vocabulary, page_acts, page_words
from dialog import sort_key
from engine import RouteId, Seat
from table.moment import GameMoment
from web.markup import Html, tag, together
from web.seat_holdings import swatch
from web.shut_routes import shut_routes


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
    ends, shut, owners = state.game_map.routes_at, shut_routes(state), state.owners
    return together(
        tag(
            "div",
            tag("h3", v.city(city.id)),
            tag("ul", (_route(v, one, owners.get(one), closed=one in shut) for one in ends[city.id])),
            class_="city",
            id=f"city-{city.id}",
        )
        for city in sorted(named, key=lambda one: sort_key(v.city(one.id)))
    )


@lru_cache(maxsize=2048)  # few of them change between two acts
def _route(v: Vocabulary, route: RouteId, owner: Seat | None, *, closed: bool) -> Html:
    told = page_acts.route_from(v, route, owner, closed=closed)
    colour = v.game_map.routes[route].colour
    return tag("li", swatch(colour), " ", told, class_=None if owner is None else "taken")
