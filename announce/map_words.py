"""Words beside the picture of the board: what it shows, told to who does not see it."""

from collections.abc import Sequence

from announce.private import size_of
from announce.ticket_ways import Way
from announce.vocabulary import Vocabulary
from engine import RouteId, Seat, TicketId
from tabletop import SiteId


def last_taken(v: Vocabulary, seat: Seat, site: SiteId) -> str:
    """What the last act took; it has a ring round it."""
    return v.phrases.sentence(
        "ringed: {site}, {whose}, the last act.", site=v.site(site), whose=v.whose(seat)
    )


def unsure(v: Vocabulary, site: SiteId) -> str:
    """Where the senses contradict each other; it has a broken ring round it."""
    return v.phrases.sentence("pin and camera differ at {site}.", site=v.site(site))


def trail(v: Vocabulary, seat: Seat, length: int, routes: Sequence[RouteId]) -> str:
    """A seat's longest path."""
    told = v.listing([v.route(route) for route in routes])
    return v.phrases.sentence(
        "longest path of {seat}, {n}: {routes}.", seat=v.seat(seat), n=length, routes=told
    )


def way_of(v: Vocabulary, ticket: TicketId, way: Way | None) -> str:
    """The nearest way of a ticket."""
    named = v.ticket(ticket)
    if way is None:
        return v.phrases.sentence("{ticket}: no way is left.", ticket=named)
    told = v.listing([v.route(route) for route in way.routes])
    return v.phrases.sentence(
        "{ticket}, nearest way {way}: {routes}.", ticket=named, way=size_of(v, way), routes=told
    )


def show_trail(v: Vocabulary, seat: Seat) -> str:
    """The link that shows it."""
    return v.phrases.phrase("Longest path of {seat}", seat=v.seat(seat))


def show_way(v: Vocabulary, ticket: TicketId) -> str:
    """The link that shows the nearest way of a ticket."""
    return v.phrases.phrase("Nearest way of {ticket}", ticket=v.ticket(ticket))
