"""What a seat hears in its own ear: its hand, the card it drew, its tickets. "You", never a name."""

from collections.abc import Collection, Mapping, Sequence

from announce.announcement import Announcement
from announce.card_names import of_two_decks
from announce.ticket_ways import Way, beyond, brings, by_station, done, nearest_of, owned, tour_of
from announce.vocabulary import Vocabulary, ordered
from announce.words import Private, Words, for_an_ear, whisper
from engine import (
    LOCOMOTIVE,
    Card,
    CardDrawn,
    CardGained,
    RouteClaimed,
    RouteId,
    Seat,
    State,
    TicketId,
    completed,
)

STEP = 3
"""So many items are read in one breath; more of them become further steps."""
_HAND_S = 7.7
"""A hand may last so long by the guess, which is a quarter of a second short for seven numbers of Spanish."""
_KINDS = 3
"""So many kinds of cards of two decks."""


@for_an_ear
def hand(v: Vocabulary, cards: Mapping[Card, int]) -> list[Words]:
    """A hand: the number of its cards, then each colour, locomotives last; of two decks in steps."""
    p = v.phrases
    held = ordered(cards)
    total = sum(n for _, n in held)
    if not total:
        return [p.words("you have no cards.", "no cards.")]
    if any(of_two_decks(card) for card, _ in held):
        return _hand_of_two_decks(v, held, total)
    colours = [v.counted(card, n) for card, n in held if card != LOCOMOTIVE]
    wild = cards.get(LOCOMOTIVE, 0)

    def told(part: Sequence[str], rest: str = "") -> str:
        listed = ", ".join(part)
        if rest and part:
            listed = p.phrase("{colours}; {locomotives}", colours=listed, locomotives=rest)
        return p.sentences("{n} card: {listed}.", "{n} cards: {listed}.", total, listed=listed or rest)

    last = v.locomotives(wild) if wild else ""
    brief = v.cards(total) + "." if len(held) > 5 else None
    whole = told(colours, last)
    if p.lasts_s(whole) <= _HAND_S:
        return [Words(whole, brief)]
    first = p.as_many(colours, told, len(colours))
    left = [*colours[first:], *([last] if last else [])]
    rest = p.sentence("{listed}.", listed=", ".join(left))
    return [Words(told(colours[:first]), brief), Words(rest, None if brief is None else "")]


def _hand_of_two_decks(v: Vocabulary, held: Sequence[tuple[Card, int]], total: int) -> list[Words]:
    """Their cards have long names: so many kinds a step; brief leaves out the number of cards."""
    p = v.phrases
    parts = [
        ", ".join(v.counted(card, n) for card, n in held[start : start + _KINDS])
        for start in range(0, len(held), _KINDS)
    ]
    first = p.sentences("{n} card: {listed}.", "{n} cards: {listed}.", total, listed=parts[0])
    steps = [p.words("{listed}.", listed=part) for part in parts]
    return [Words(first, steps[0].normal), *steps[1:]]


def private_draw(v: Vocabulary, state: State, event: CardDrawn | CardGained) -> Private[Words] | None:
    """What the seat that drew or got a card hears: which it is, how many of it, at the end how many in all.

    None when the card is not known (its event was told by somebody who may not see it).
    """
    if event.card is None or state.cards != "dealt":
        return None
    return _drawn(v, state, event, event.card)


@for_an_ear
def _drawn(v: Vocabulary, state: State, event: CardDrawn | CardGained, card: Card) -> Words:
    p = v.phrases
    held = state.hands.get(event.seat, {})
    n, total = held.get(card, 0), sum(held.values())
    ended = state.phase != "second-card" or state.to_move != event.seat
    facts: dict[str, str | int] = {
        "card": v.a_card(card),
        "counted": v.counted_cards(card, n),
        "all": v.cards(total),
    }
    from_deck = isinstance(event, CardGained) or event.source != "row"
    if from_deck:
        brief = p.sentence("{card}.", **facts)
        short = p.sentence("{card}; you have {n}.", n=n, **facts)
    else:
        brief = p.sentence("{listed}.", listed=v.counted(card, n))
        short = p.sentence("you have {counted}.", **facts)
    if n == total and from_deck:  # "you have 1. 1 card in all" tells nothing twice
        long = p.sentence("{card}; you have {n}, no others.", n=n, **facts)
    elif n == total:
        long = p.sentence("you have {counted}, no others.", **facts)
    elif from_deck:
        long = p.sentence("{card}; you have {n}. {all} in all.", n=n, **facts)
    else:
        long = p.sentence("you have {counted}, {all} in all.", **facts)
    return Words(long if ended else short, brief, long)


def ticket_done(v: Vocabulary, after: State, event: RouteClaimed, seq: int) -> tuple[Announcement, ...]:
    """The tickets that a claim has just completed, each told to its seat only."""
    held = after.tickets.get(event.seat, ())
    if not held or after.cards != "dealt":
        return ()
    now = owned(after, event.seat)
    was = tuple(route for route in now if route != event.route)
    finished = [t for t in held if done(after.game_map, now, t) and not done(after.game_map, was, t)]
    left = sum(1 for t in held if not done(after.game_map, now, t))
    in_order = [t for t in held if tour_of(after, now, t) == "exact" != tour_of(after, was, t)]
    told = []
    for ticket in finished:
        open_yet = left if ticket == finished[-1] else None
        if tour_of(after, now, ticket) is None:
            told.append(_finished(v, after, ticket, open_yet))
        else:
            told.append(_tour_told(v, after, ticket, now, open_yet))
    told += [_now_in_order(v, after, ticket, now) for ticket in in_order if ticket not in finished]
    return tuple(whisper(event.seat, words, "done", seq=seq) for words in told)


@for_an_ear
def _tour_told(
    v: Vocabulary, state: State, ticket: TicketId, own: tuple[RouteId, ...], left: int | None
) -> Words:
    """A tour is done, in its order or in another."""
    p, worth = v.phrases, brings(state, own, ticket)
    facts: dict[str, str | int] = {
        "cities": v.cities_of(ticket),
        "points": v.worth(state, worth),
        "value": worth,
    }
    if tour_of(state, own, ticket) == "exact":
        told = p.sentence("tour done in exact order: {cities}: {points}.", **facts)
    else:
        told = p.sentence("tour done, in another order: {cities}: {points}.", **facts)
    if left is None:
        return Words(told, p.sentence("tour done: {value}.", **facts))
    open_yet = p.sentences("{n} ticket open.", "{n} tickets open.", left)
    rest = open_yet if left else p.sentence("no ticket open.")
    return Words(p.fitting(f"{told} {rest}", told), p.sentence("tour done: {value}.", **facts))


@for_an_ear
def _now_in_order(v: Vocabulary, state: State, ticket: TicketId, own: tuple[RouteId, ...]) -> Words:
    """A tour that was done before is now done in its own order."""
    p = v.phrases
    facts: dict[str, str | int] = {
        "cities": v.cities_of(ticket),
        "points": v.worth(state, brings(state, own, ticket)),
    }
    return p.words("tour now in exact order: {cities}: {points}.", "tour in exact order: {points}.", **facts)


@for_an_ear
def _finished(v: Vocabulary, state: State, ticket: TicketId, left: int | None) -> Words:
    p = v.phrases
    facts: dict[str, str | int] = {
        "ticket": v.ticket(ticket),
        "points": v.worth(state, state.game_map.tickets[ticket].value),
    }
    brief = p.sentence("ticket done: {ticket}.", **facts)
    if left is None:
        return Words(p.sentence("ticket done: {ticket}, {points}.", **facts), brief)
    if not left:
        return Words(p.sentence("ticket done: {ticket}, {points}. No ticket open.", **facts), brief)
    return Words(
        p.sentences(
            "ticket done: {ticket}, {points}. {n} ticket open.",
            "ticket done: {ticket}, {points}. {n} tickets open.",
            left,
            **facts,
        ),
        brief,
    )


def way_of(v: Vocabulary, state: State, seat: Seat, ticket: TicketId) -> str:
    """How far a ticket is from being done, as the end of a sentence: `nearest way 3 routes, 8 trains`."""
    return ways_of(v, state, seat, (ticket,))[ticket]


def ways_of(v: Vocabulary, state: State, seat: Seat, tickets: Collection[TicketId]) -> Mapping[TicketId, str]:
    """How far each of these tickets is from being done."""
    p, finished = v.phrases, completed(state.game_map, owned(state, seat), tickets)
    told = dict.fromkeys(finished, p.phrase("already connected"))
    for ticket, way in nearest_of(state, seat, (one for one in tickets if one not in finished)).items():
        near = way is not None and p.phrase("nearest way {way}", way=size_of(v, way))
        told[ticket] = near or no_way(v, state, seat, ticket)[1]
    return told


def no_way(v: Vocabulary, state: State, seat: Seat, ticket: TicketId) -> tuple[str, str]:
    """Why no way within the supply is open to a ticket, as the end of a sentence; and in brief."""
    p = v.phrases
    if by_station(state, seat, ticket):
        return (p.phrase("only with a station"),) * 2
    far = beyond(state, seat, ticket)
    if far is None:
        return (p.phrase("no open way left"),) * 2
    return p.phrase("{way}, too long for you", way=size_of(v, far)), p.phrase("too long for you")


def size_of(v: Vocabulary, way: Way) -> str:
    """What a way takes: `3 routes, 8 trains`, and ships where there are any."""
    p = v.phrases
    routes = p.count("{n} route", "{n} routes", len(way.routes))
    pieces = [v.trains(way.trains)] if way.trains else []
    return ", ".join((routes, *pieces, *([v.ships(way.ships)] if way.ships else [])))
