"""Every command acceptable now."""

from collections.abc import Iterator
from itertools import combinations

from engine.commands import (
    ClaimRoute,
    Command,
    DeclareTickets,
    DrawCard,
    DrawTickets,
    EndTurn,
    KeepTickets,
    Pass,
)
from engine.payment import closed, payable, payments
from engine.settings import Settings, draw_needs_more_than
from engine.state import State
from engine.values import LOCOMOTIVE, Card, RouteId, Seat


def can_draw(state: State) -> bool:
    """True when the action of drawing cards may be chosen (US-24, X-2)."""
    if state.cards == "untracked":
        return False
    pile, needed = len(state.deck) + len(state.discards), state.settings.draw_needs
    if needed == "pile":
        return pile > 0
    if needed == "any_card":
        return pile > 0 or bool(state.row)
    return pile > (draw_needs_more_than(needed) or 0)


def takeable(row: tuple[Card, ...], settings: Settings) -> bool:
    """True when the row holds a card that can be the second one (US-17, US-18)."""
    return bool(row) if settings.faceup_loco_second else any(card != LOCOMOTIVE for card in row)


def open_routes(state: State, seat: Seat) -> Iterator[RouteId]:
    """The routes that the board leaves to a seat, in the order of the map."""
    for route in state.game_map.routes:
        if closed(state, seat, route) is None:
            yield route


def can_claim(state: State, seat: Seat) -> bool:
    """True when the seat can have some route now, and pay for it."""
    routes = state.game_map.routes
    return any(
        state.cards == "untracked" or payable(state.hands[seat], routes[route])
        for route in open_routes(state, seat)
    )


def can_act(state: State, seat: Seat) -> bool:
    """True when the seat to move can do anything but pass (US-62)."""
    if state.cards == "untracked":
        return True
    return (
        next(iter(_drawing(state, seat)), None) is not None
        or bool(state.ticket_deck)
        or can_claim(state, seat)
    )


def legal(state: State) -> Iterator[Command]:
    """Every command acceptable now, of all seats.

    A set of cards or tickets appears once, in one order. Left out are `Undo`, which a `Game` knows about, and
    what an untracked seat may declare beside nothing at all (any of its tickets, at any time).
    """
    match state.phase:
        case "tickets" | "ticket-choice":
            for seat, offered in state.offered.items():
                for count in range(state.keep_at_least, len(offered) + 1):
                    for kept in combinations(offered, count):
                        yield KeepTickets(seat=seat, tickets=kept)
        case "declaring":
            for seat in state.seats:
                if seat not in state.declared:
                    yield DeclareTickets(seat=seat, tickets=())
        case "turn":
            if state.to_move is not None:
                yield from _acts(state, state.to_move)
        case "second-card":
            if state.to_move is not None:
                yield from _drawing(state, state.to_move)
        case "over":
            return


def _acts(state: State, seat: Seat) -> Iterator[Command]:
    if state.cards == "untracked":
        yield EndTurn(seat=seat)
        for route in open_routes(state, seat):
            yield ClaimRoute(seat=seat, route=route)
        return
    yield from _drawing(state, seat)
    if state.ticket_deck:
        yield DrawTickets(seat=seat)
    for route in open_routes(state, seat):
        for cards in payments(state, seat, route):
            yield ClaimRoute(seat=seat, route=route, cards=cards)
    if not can_act(state, seat):
        yield Pass(seat=seat)


def falls_short(state: State, index: int | None) -> bool:
    """True when a first card might find no second, and that is refused (X-6); `index` None: from the deck.

    A refusal must not tell what the deck's next card is, so a card that would be turned up does not count.
    """
    settings, row = state.settings, state.row
    if settings.short_draw == "allow" or len(state.deck) + len(state.discards) > 1:
        return False
    if index is None:
        return not takeable(row, settings)
    return row[index] != LOCOMOTIVE and not takeable(row[:index] + row[index + 1 :], settings)


def _drawing(state: State, seat: Seat) -> Iterator[DrawCard]:
    second = state.phase == "second-card"
    if not second and not can_draw(state):
        return
    if (state.deck or state.discards) and (second or not falls_short(state, None)):
        yield DrawCard(seat=seat, source="deck")
    for index, card in enumerate(state.row):
        if second and card == LOCOMOTIVE and not state.settings.faceup_loco_second:
            continue
        if second or not falls_short(state, index):
            yield DrawCard(seat=seat, source="row", index=index)
