"""What a player asks about a place: a route, the routes at a city, a region, who holds what.

Long answers come in steps; all but the last end by telling that Forward goes on.
"""

from collections.abc import Callable, Mapping, Sequence
from math import atan2, pi
from typing import Literal, assert_never

from announce.compass import region_name, region_of
from announce.public import PublicState
from announce.scores import totals
from announce.ticket_ways import owned
from announce.vocabulary import Vocabulary
from announce.words import Words
from dialog import REGIONS
from engine import (
    CityId,
    Reason,
    Route,
    RouteId,
    Seat,
    route_points,
)
from tabletop import BoardLayout, SiteId

_STEP = 3
"""So many routes are named at once."""

OpenQuestion = Literal["route", "city", "region", "holdings"]
"""A question about a place that everybody may hear the answer of."""

Bars = Callable[[Seat, RouteId], Reason | None]
"""Why the board keeps a seat from a route, as `engine.closed` has it; None: it does not."""

Standing = Literal["free", "closed"] | Seat
"""What a route is to the table: free, closed to everybody, or a seat's."""


def place_told(
    v: Vocabulary,
    layout: BoardLayout | None,
    question: OpenQuestion,
    subject: str,
    state: PublicState,
    bars: Bars,
    turns: Mapping[str, int],
    *,
    uncounted: bool = False,
) -> list[Words]:
    """The steps of an answer, at least one.

    Args:
        turns: in which turn a route was claimed, as far as known.
        uncounted: another table deals the cards, and has not told yet how many a hand holds.
    """
    match question:
        case "route":
            return [route_told(v, RouteId(subject), state, bars, turns)]
        case "city":
            return more_follows(v, _city(v, layout, CityId(subject), state, bars))
        case "region":
            return [_region(v, layout, subject, state, bars)]
        case "holdings":
            return more_follows(v, _holdings(v, subject, state, uncounted))
        case _:
            assert_never(question)


def more_follows(v: Vocabulary, steps: Sequence[Words]) -> list[Words]:
    """The steps, each but the last with the word that Forward goes on."""
    more = v.phrases.sentence("more: Forward.")
    told = [
        Words(f"{one.normal} {more}", one.shortest, None if one.full is None else f"{one.full} {more}")
        for one in steps[:-1]
    ]
    return [*told, *steps[-1:]]


# A route


def standing(state: PublicState, bars: Bars, route: RouteId) -> Standing:
    """What a route is to the table. A double that only one seat may not have is free."""
    owner = state.owners.get(route)
    if owner is not None:
        return owner
    barred = (Reason.DOUBLE_ROUTE_CLOSED, Reason.OWN_DOUBLE)
    return "closed" if all(bars(seat, route) in barred for seat in state.seats) else "free"


def twin_holder(state: PublicState, route: RouteId) -> tuple[Seat, RouteId] | None:
    """Who holds a parallel of a route, and which."""
    taken = [
        (state.owners[twin], twin) for twin in state.game_map.parallel.get(route, ()) if twin in state.owners
    ]
    return taken[0] if taken else None


def route_told(
    v: Vocabulary,
    route: RouteId,
    state: PublicState,
    bars: Bars,
    turns: Mapping[str, int],
) -> Words:
    """Is it free, whose is it, since when."""
    p, way = v.phrases, state.game_map.routes[route]
    facts: dict[str, str | int] = {"route": v.route(route)}
    match standing(state, bars, route):
        case "free":
            return _free(v, way, state, bars)
        case "closed":
            return _closed(v, route, state, facts)
        case owner:
            facts |= {"whose": v.whose(owner), "turn": turns.get(route, 0)}
            told = p.sentence("{route}: {whose}.", **facts)
            brief = p.sentence("{whose}.", **facts)
            if route not in turns:
                return Words(told, brief)
            return Words(p.sentence("{route}: {whose}, since turn {turn}.", **facts), brief)


def _free(v: Vocabulary, way: Route, state: PublicState, bars: Bars) -> Words:
    p = v.phrases
    worth = route_points(state.settings, way.length)
    facts: dict[str, str | int] = {
        "route": v.route(way.id),
        "pieces": v.ships(way.length) if way.kind == "ship" else v.trains(way.length),
        "colour": v.colour(way.colour),
        "points": v.points(worth),
    }
    if state.coins:
        told = p.sentence("{route}: free, {pieces}, {colour}.", **facts)
    else:
        told = p.sentence("{route}: free, {pieces}, {colour}, {points}.", **facts)
    return Words(
        told,
        p.sentence("free, {pieces}, {colour}.", **facts),
        " ".join((told, *kind_of_route(v, way), *barred_by_twin(v, way, state, bars))),
    )


def kind_of_route(v: Vocabulary, way: Route) -> list[str]:
    """What a route has that others have not."""
    p, told = v.phrases, []
    if way.kind == "tunnel":
        told.append(p.sentence("a tunnel."))
    if way.locomotives:
        told.append(p.sentence("a ferry: {locomotives}.", locomotives=v.locomotives(way.locomotives)))
    if way.pair:
        told.append(p.sentence("a pair route."))
    if v.over_side(way.id):
        told.append(p.sentence("{over}.", over=v.over_side(way.id)))
    return told


def barred_by_twin(v: Vocabulary, way: Route, state: PublicState, bars: Bars) -> list[str]:
    """Whom the other of two parallel routes keeps from this one."""
    held = twin_holder(state, way.id)
    if held is None or bars(held[0], way.id) is not Reason.OWN_DOUBLE:
        return []
    p = v.phrases
    return [p.sentence("not for {seat}, who has the {side}.", seat=v.seat(held[0]), side=v.side(held[1]))]


def _closed(v: Vocabulary, route: RouteId, state: PublicState, facts: dict[str, str | int]) -> Words:
    p, held = v.phrases, twin_holder(state, route)
    brief = p.sentence("closed.")
    if held is None:
        return Words(p.sentence("{route}: closed.", **facts), brief)
    facts |= {"side": v.side(held[1]), "seat": v.seat(held[0])}
    return Words(p.sentence("{route}: closed, {seat} has the {side}.", **facts), brief)


# A city


def routes_at(state: PublicState, layout: BoardLayout | None, city: CityId) -> tuple[RouteId, ...]:
    """Every route of a city, clockwise from north by where its pin lies; without a layout as on the map."""
    found = [way.id for way in state.game_map.routes.values() if city in (way.a, way.b)]
    centre = None if layout is None else layout.sites.get(SiteId(city))
    if layout is None or centre is None or any(SiteId(route) not in layout.sites for route in found):
        return tuple(found)
    sites = layout.sites

    def bearing(route: RouteId) -> float:
        pin = sites[SiteId(route)]
        return atan2(pin.x - centre.x, centre.y - pin.y) % (2 * pi)

    return tuple(sorted(found, key=bearing))


def far_end(way: Route, city: CityId) -> CityId:
    """The other city of a route."""
    return way.b if way.a == city else way.a


def _city(
    v: Vocabulary, layout: BoardLayout | None, city: CityId, state: PublicState, bars: Bars
) -> list[Words]:
    p, routes = v.phrases, routes_at(state, layout, city)
    if not routes:
        return [p.words("{city} has no routes.", city=v.city(city))]
    items = [_at_city(v, state, bars, city, route) for route in routes]
    steps = []
    for start in range(0, len(items), _STEP):
        listed = p.apart(items[start : start + _STEP])
        if start:
            steps.append(p.words("{listed}.", listed=listed))
            continue
        facts: dict[str, str | int] = {"city": v.city(city), "listed": listed}
        steps.append(
            Words(
                p.sentences(
                    "{city}, {n} route. {listed}.",
                    "{city}, {n} routes, clockwise from north. {listed}.",
                    len(items),
                    **facts,
                ),
                p.sentences("{city}: {n} route.", "{city}: {n} routes.", len(items), city=v.city(city)),
            )
        )
    return [*steps, *_built(v, city, state)]


def _at_city(v: Vocabulary, state: PublicState, bars: Bars, city: CityId, route: RouteId) -> str:
    """Where a route goes, which of its twins it is, and whose."""
    p, side = v.phrases, v.side(route)
    match standing(state, bars, route):
        case "free":
            what = p.phrase("free")
        case "closed":
            what = p.phrase("closed")
        case owner:
            what = v.seat(owner)
    far = far_end(state.game_map.routes[route], city)
    there = v.city(far) if far in state.game_map.cities else str(far)
    if side:
        return p.phrase("{city}, {side}, {what}", city=there, side=side, what=what)
    return p.phrase("{city}, {what}", city=there, what=what)


def _built(v: Vocabulary, city: CityId, state: PublicState) -> list[Words]:
    p = v.phrases
    if city in state.stations:
        return [p.words("{whose} station stands there.", whose=v.whose(state.stations[city]))]
    if city in state.harbors:
        return [p.words("{whose} harbor stands there.", whose=v.whose(state.harbors[city]))]
    return []


# A region, and who holds what


def _region(v: Vocabulary, layout: BoardLayout | None, subject: str, state: PublicState, bars: Bars) -> Words:
    p = v.phrases
    if layout is None:
        return p.words("I do not know where the routes lie.")
    region = next(one for one in REGIONS if one == subject)
    pins = (route for route in state.game_map.routes if SiteId(route) in layout.sites)
    here = [route for route in pins if region_of(layout, SiteId(route)) == region]
    taken = [route for route in here if route in state.owners]
    facts: dict[str, str | int] = {"region": region_name(p, region), "taken": len(taken)}
    if not here:
        return p.words("{region}: no routes.", **facts)
    facts["listed"] = totals(
        v, [(seat, n) for seat in state.seats if (n := sum(state.owners[route] == seat for route in taken))]
    )
    if taken:
        told = p.sentences(
            "{region}: {n} route, {taken} taken: {listed}.",
            "{region}: {n} routes, {taken} taken: {listed}.",
            len(here),
            **facts,
        )
        brief = p.sentence("{region}: {listed}.", **facts)
    else:
        told = p.sentences(
            "{region}: {n} route, free.", "{region}: {n} routes, none taken.", len(here), **facts
        )
        brief = p.sentence("{region}: none taken.", **facts)
    return Words(" ".join((told, *_longest_free(v, state, bars, here))), brief)


def _longest_free(v: Vocabulary, state: PublicState, bars: Bars, routes: Sequence[RouteId]) -> list[str]:
    free = [state.game_map.routes[route] for route in routes if standing(state, bars, route) == "free"]
    if not free:
        return []
    longest = max(free, key=lambda way: way.length)
    pieces = v.ships(longest.length) if longest.kind == "ship" else v.trains(longest.length)
    return [v.phrases.sentence("longest free: {route}, {pieces}.", route=v.route(longest.id), pieces=pieces)]


def _holdings(v: Vocabulary, subject: str, state: PublicState, uncounted: bool) -> list[Words]:
    """A seat's routes, the longest first; then how much it holds, as far as that is known."""
    seat = next(one for one in state.seats if one == subject)
    held = [] if uncounted else _held_cards(v, seat, state)
    return [*_held_routes(v, seat, state), *held]


def _held_cards(v: Vocabulary, seat: Seat, state: PublicState) -> list[Words]:
    """What everybody sees who looks across the table: how many, not which."""
    if state.cards != "dealt":
        return []
    cards, tickets = v.cards(state.hand_size(seat)), v.tickets(state.tickets_held(seat))
    told = {"seat": v.seat(seat), "cards": cards, "tickets": tickets}
    return [v.phrases.words("{seat} holds {cards} and {tickets}.", "{cards}, {tickets}.", **told)]


def _held_routes(v: Vocabulary, seat: Seat, state: PublicState) -> list[Words]:
    p = v.phrases
    routes = sorted(owned(state, seat), key=lambda route: -state.game_map.routes[route].length)
    if not routes:
        return [p.words("{seat} has no route.", seat=v.seat(seat))]
    names = [v.route(route) for route in routes]
    brief = p.sentences("{seat}: {n} route.", "{seat}: {n} routes.", len(routes), seat=v.seat(seat))
    steps = []
    for start in range(0, len(names), _STEP):
        listed = p.apart(names[start : start + _STEP])
        if start:
            steps.append(p.words("{listed}.", listed=listed))
        else:
            told = p.sentences(
                "{seat}, {n} route: {listed}.",
                "{seat}, {n} routes: {listed}.",
                len(routes),
                seat=v.seat(seat),
                listed=listed,
            )
            steps.append(Words(told, brief))
    return steps
