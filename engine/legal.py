"""Every command acceptable now."""

from collections.abc import Iterator
from itertools import combinations

from engine.commands import (
    ClaimRoute,
    Command,
    DeclareTickets,
    DrawTickets,
    EndTurn,
    KeepTickets,
    Pass,
)
from engine.drawable import drawing
from engine.payment import closed, payments, within_reach
from engine.reach import payable_bits
from engine.state import State
from engine.values import RouteId, Seat


def open_routes(state: State, seat: Seat) -> Iterator[RouteId]:
    """The routes that the board leaves to a seat, in the order of the map."""
    for route in state.game_map.in_set(within_reach(state, seat)):
        if closed(state, seat, route) is None:
            yield route


def affordable(state: State, seat: Seat) -> Iterator[RouteId]:
    """The routes that the board leaves to a seat and that it can pay, whether or not it is its turn."""
    if state.cards == "untracked":
        yield from open_routes(state, seat)
        return
    yield from state.game_map.in_set(affordable_bits(state, seat))


def affordable_bits(state: State, seat: Seat) -> int:
    """The same routes as `GameMap.bits`, with cards dealt."""
    found = payable_bits(state, state.hands[seat]) & within_reach(state, seat)
    board, taken, every = state.game_map, state.taken, bool(state.edition.asked["closed"])
    doubted = found if every else found & board.doubles
    while doubted:
        bit = doubted & -doubted
        doubted ^= bit
        if (every or board.twins[bit] & taken) and closed(state, seat, board.of_bit[bit]) is not None:
            found ^= bit
    return found


def can_claim(state: State, seat: Seat) -> bool:
    """True when the seat can have some route now, and pay for it."""
    return next(affordable(state, seat), None) is not None


def can_act(state: State, seat: Seat) -> bool:
    """True when the seat to move can do anything but pass (US-62)."""
    if state.cards == "untracked":
        return True
    return (
        next(drawing(state, seat), None) is not None
        or bool(state.ticket_deck)
        or can_claim(state, seat)
        or next(optional_acts(state), None) is not None
    )


def legal(state: State, *, claims: bool = True) -> Iterator[Command]:
    """Every command acceptable now, of all seats; without `claims` every other, for a full hand has many.

    A set of cards or tickets appears once, in one order. Left out are `Undo`, which a `Game` knows about, and
    what an untracked seat may declare beside nothing at all (any of its tickets, at any time).
    """
    yield from optional_acts(state)
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
                yield from _acts(state, state.to_move, claims=claims)
        case "second-card":
            if state.to_move is not None:
                yield from drawing(state, state.to_move)
        case _:
            return


def optional_acts(state: State) -> Iterator[Command]:
    """The legal commands that only this edition's mechanics know: a tunnel's answer, buildings …"""
    if state.phase != "over":
        for mechanic in state.edition.asked["legal"]:
            yield from mechanic.legal(state)


def _acts(state: State, seat: Seat, *, claims: bool) -> Iterator[Command]:
    if state.cards == "untracked":
        yield EndTurn(seat=seat)
        for route in open_routes(state, seat) if claims else ():
            yield ClaimRoute(seat=seat, route=route)
        return
    yield from drawing(state, seat)
    if state.ticket_deck:
        yield DrawTickets(seat=seat)
    for route in affordable(state, seat) if claims else ():
        for cards in payments(state, seat, route):
            yield ClaimRoute(seat=seat, route=route, cards=cards)
    if not can_act(state, seat):
        yield Pass(seat=seat)
