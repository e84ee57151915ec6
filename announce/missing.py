"""What is missing: of each ticket not done the nearest way that is open to the seat. For its ear only."""

from announce.private import STEP, size_of
from announce.vocabulary import Vocabulary
from announce.ways import nearest, tickets_done
from announce.words import Words, for_an_ear
from engine import Seat, State, TicketId

_FEW = 2
"""So many routes are named at once after a long beginning: a tour, or an exchange."""


@for_an_ear
def missing(v: Vocabulary, asker: Seat, state: State) -> list[Words]:
    """How many tickets are open, then of each its way, route by route, or that none is left."""
    p, held = v.phrases, state.tickets.get(asker, ())
    if state.phase == "over":
        return [Words(p.sentence("the game is over."))]
    if not held and state.cards == "untracked":
        return [Words(p.sentence("your tickets are in your own hands."))]
    if not held:
        return [Words(p.sentence("you have no tickets."), p.sentence("no tickets."))]
    finished = tickets_done(state, asker)
    waiting = [ticket for ticket in held if ticket not in finished]
    if not waiting:
        return [
            Words(p.sentence("nothing is missing: your tickets are done."), p.sentence("nothing is missing."))
        ]
    steps = [step for ticket in waiting for step in _way(v, state, asker, ticket)]
    if len(waiting) == 1:
        return steps
    return [Words(p.sentences("{n} ticket is open.", "{n} tickets are open.", len(waiting))), *steps]


def _way(v: Vocabulary, state: State, seat: Seat, ticket: TicketId) -> list[Words]:
    """The ticket with what its way takes and the first routes to claim, then the others."""
    p, way = v.phrases, nearest(state, seat, ticket)
    if way is None:
        return [Words(p.sentence("{ticket}: no open way left.", ticket=v.ticket(ticket)))]
    few = way.exchange or len(state.game_map.tickets[ticket].cities) > 2
    first, names = _FEW if few else STEP, [v.route(route) for route in way.routes]
    facts: dict[str, str | int] = {
        "ticket": v.ticket(ticket),
        "way": size_of(v, way),
        "listed": "; ".join(names[:first]),
    }
    if way.exchange:
        told = p.sentence("{ticket}, after an exchange: {way}: {listed}.", **facts)
        steps = [Words(told, p.sentence("{ticket}: only by an exchange.", **facts))]
    else:
        told = p.sentence("{ticket}: {way}: {listed}.", **facts)
        steps = [Words(told, p.sentence("{ticket}: {way}.", **facts))]
    for start in range(first, len(names), STEP):
        part = names[start : start + STEP]
        brief = p.sentences("{n} route more.", "{n} routes more.", len(part))
        steps.append(Words(p.sentence("then {listed}.", listed="; ".join(part)), brief))
    return steps
