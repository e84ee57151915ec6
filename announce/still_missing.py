"""What a seat still needs: of each ticket not done the nearest way; whether its hand can pay. For its ear."""

from collections.abc import Mapping, Sequence
from functools import partial

from announce.lasting import ROOM_S
from announce.places_asked import route_told
from announce.private import STEP, no_way, size_of
from announce.refusals import need
from announce.ticket_ways import nearest, nearest_of, tickets_done
from announce.vocabulary import Vocabulary
from announce.words import Words, for_an_ear
from engine import GRAY, Reason, Route, RouteId, Seat, State, TicketId, closed, payments


@for_an_ear
def missing(v: Vocabulary, asker: Seat, state: State) -> list[Words]:
    """How many tickets are open, then of each its way, route by route, or that none is left."""
    p, held = v.phrases, state.tickets.get(asker, ())
    if state.phase == "over":
        return [p.words("the game is over.")]
    if not held and state.cards == "untracked":
        return [p.words("your tickets are in your own hands.")]
    if not held:
        return [p.words("you have no tickets.", "no tickets.")]
    finished = tickets_done(state, asker)
    waiting = [ticket for ticket in held if ticket not in finished]
    if not waiting:
        return [p.words("nothing is missing: your tickets are done.", "nothing is missing.")]
    steps = [step for ticket in waiting for step in _way(v, state, asker, ticket)]
    if len(waiting) == 1:
        return steps
    return [Words(p.sentences("{n} ticket is open.", "{n} tickets are open.", len(waiting))), *steps]


def _way(v: Vocabulary, state: State, seat: Seat, ticket: TicketId) -> list[Words]:
    """The ticket with what its way takes and the first routes to claim, then the others."""
    p, way = v.phrases, nearest(state, seat, ticket)
    if way is None:
        name, (why, short) = v.ticket(ticket), no_way(v, state, seat, ticket)
        told = p.sentence("{ticket}: {why}.", ticket=name, why=why)
        return [Words(told, p.sentence("{ticket}: {why}.", ticket=name, why=short))]
    names = [v.route(route) for route in way.routes]
    facts: dict[str, str | int] = {"ticket": v.ticket(ticket), "way": size_of(v, way)}

    def begun(part: Sequence[str]) -> str:
        listed = p.apart(part)
        if way.exchange:
            return p.sentence("{ticket}, after an exchange: {way}: {listed}.", listed=listed, **facts)
        return p.sentence("{ticket}: {way}: {listed}.", listed=listed, **facts)

    def gone_on(part: Sequence[str]) -> str:
        return p.sentence("then {listed}.", listed=p.apart(part))

    first = p.as_many(names, begun, STEP)
    told = begun(names[:first])
    if p.lasts_s(told) > ROOM_S:
        first, told = 0, p.sentence("{ticket}: {way}.", **facts)
        if way.exchange:
            told = p.sentence("{ticket}, after an exchange: {way}.", **facts)
    only = p.sentence("{ticket}: only by an exchange.", **facts)
    brief = only if way.exchange else p.sentence("{ticket}: {way}.", **facts)
    steps, start = [Words(told, brief)], first
    while start < len(names):
        end = start + p.as_many(names[start:], gone_on, STEP)
        pairs = [v.pair(route) for route in way.routes[start:end]]  # in brief without their sides
        steps.append(Words(gone_on(names[start:end]), gone_on(pairs)))
        start = end
    return steps


@for_an_ear
def on_the_way(v: Vocabulary, route: RouteId, seat: Seat, state: State) -> list[Words]:
    """Whether a route is on the nearest way of a ticket of this seat; nothing where it is not."""
    p, finished = v.phrases, tickets_done(state, seat)
    waiting = [ticket for ticket in state.tickets.get(seat, ()) if ticket not in finished]
    ways = nearest_of(state, seat, waiting)
    found = [ticket for ticket, way in ways.items() if way is not None and route in way.routes]
    if not found:
        return []
    return [p.words("on your way: {ticket}.", "on your way.", ticket=v.ticket(found[0]))]


@for_an_ear
def can_pay(v: Vocabulary, route: RouteId, seat: Seat, state: State, turns: Mapping[str, int]) -> Words:
    """For the seat's own ear: whether its hand and its supply are enough."""
    p, way = v.phrases, state.game_map.routes[route]
    if state.cards == "untracked":
        return p.words("your cards are in your own hands.")
    why = closed(state, seat, route)
    pieces = v.ships(way.length) if way.kind == "ship" else v.trains(way.length)
    facts: dict[str, str | int] = {"route": v.route(route), "pieces": pieces, "need": _cost(v, way)}
    if why in (Reason.TOO_FEW_TRAINS, Reason.TOO_FEW_SHIPS):
        return p.words("{route} needs {pieces}; you have fewer: no.", "no, too long.", **facts)
    if why is not None:
        return route_told(v, route, state, partial(closed, state), turns)
    ways = payments(state, seat, route)
    if not ways:
        return p.words("{route}: {need}; your hand has not enough: no.", "no.", **facts)
    facts |= {"cards": v.payment(ways[0])}
    told = p.sentence("{route}: {need}; you can pay {cards}: yes.", **facts)
    brief = p.sentence("yes: {cards}.", **facts)
    if way.kind != "tunnel":
        return Words(told, brief)
    return Words(told, brief, " ".join((told, p.sentence("a tunnel may cost more."))))


def _cost(v: Vocabulary, way: Route) -> str:
    if way.pair or way.kind == "ship":
        return need(v, way)
    p = v.phrases
    if way.colour == GRAY:
        cards = p.count("{n} card of any colour", "{n} cards of one colour", way.length)
    else:
        cards = p.count("{n} {colour}", "{n} {colour}", way.length, colour=v.colour(way.colour))
    if not way.locomotives:
        return cards
    return p.phrase(
        "{cards}, {locomotives} among them", cards=cards, locomotives=v.locomotives(way.locomotives)
    )
