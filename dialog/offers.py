"""What can be had now, from the state alone, what cannot be had left out; names as they are looked up."""

import unicodedata
from functools import lru_cache

from engine import (
    Build,
    BuildHarbor,
    BuildStation,
    CityId,
    ClaimRoute,
    RouteId,
    Seat,
    State,
    TicketId,
    TokenCommand,
    closed,
    open_routes,
    optional_acts,
    payable,
    payments,
    tickets_in,
)
from tabletop import SiteId

Payable = TokenCommand
"""What a token on a pin asks for and cards pay for; `cards` are one way to pay."""


def payable_commands(state: State, seat: Seat, site: SiteId) -> tuple[Payable, ...]:
    """Every way in which this seat may claim or build at a site now, cheapest first; empty: none."""
    if state.phase != "turn" or seat != state.to_move:
        return ()
    if RouteId(site) in state.game_map.routes:
        route = RouteId(site)
        ways = () if closed(state, seat, route) is not None else payments(state, seat, route)
        return tuple(ClaimRoute(seat=seat, route=route, cards=cards) for cards in ways)
    return tuple(
        command
        for command in optional_acts(state)
        if isinstance(command, Build) and SiteId(command.city) == site
    )


def wish_at(state: State, seat: Seat, site: SiteId) -> Payable:
    """What a token on a site asks for, without cards: a route, or what the edition builds in cities."""
    if RouteId(site) in state.game_map.routes:
        return ClaimRoute(seat=seat, route=RouteId(site))
    if state.edition.of_command(BuildHarbor) is not None:
        return BuildHarbor(seat=seat, city=CityId(site))
    return BuildStation(seat=seat, city=CityId(site))


def site_of(wish: Payable) -> SiteId:
    """The pin on which this token stands."""
    return SiteId(wish.route if isinstance(wish, ClaimRoute) else wish.city)


def routes_for(state: State, seat: Seat) -> frozenset[RouteId]:
    """The routes that a seat may claim and, with cards dealt, pay now."""
    if state.phase != "turn":
        return frozenset()
    routes = open_routes(state, seat)
    if state.cards == "untracked":
        return frozenset(routes)
    hand, game_map = state.hands[seat], state.game_map
    return frozenset(route for route in routes if payable(state, hand, game_map.routes[route]))


def takes_early_tickets(state: State) -> bool:
    """Whether a seat with cards in hand may enter its tickets now, before it is asked."""
    early = state.cards == "untracked" and state.phase not in ("declaring", "loans", "over")
    return early and bool(tickets_in(state.settings, state.game_map))


def tickets_by_name(state: State) -> tuple[TicketId, ...]:
    """Every ticket of the game in the order of its cities' names: a list is run through by letters."""
    game_map = state.game_map

    def names(ticket: TicketId) -> tuple[str, ...]:
        return (*(sort_key(game_map.cities[city].name) for city in game_map.tickets[ticket].cities), ticket)

    return tuple(sorted(tickets_in(state.settings, game_map), key=names))


@lru_cache(maxsize=2048)
def sort_key(name: str) -> str:
    """A name as it is looked up: without accents, in small letters."""
    plain = unicodedata.normalize("NFKD", name)
    return "".join(letter for letter in plain if not unicodedata.combining(letter)).casefold()
