"""Tickets that untracked seats have entered while the game still runs: sealed until the last turn is over.

An event has a number, and numbers are for everybody. So what is entered early is no event yet: it is noted
beside the game, and becomes its seat's word when all seats are asked.
"""

from collections.abc import Mapping
from typing import Final, TypeGuard

from dialog import takes_early_tickets, tickets_by_name
from engine import Command, DeclareTickets, Seat, State, TicketId

KIND: Final = "sealed"  # of the note


def is_early(entry: Command, state: State) -> TypeGuard[DeclareTickets]:
    """Whether this is the word of a seat that is not asked for it yet."""
    return isinstance(entry, DeclareTickets) and takes_early_tickets(state)


class Sealed:
    """What each seat has entered early; none at all is as if it had entered nothing."""

    def __init__(self, state: State, noted: object = None) -> None:
        """`noted`: as noted last in an earlier sitting; it may hold nonsense."""
        earlier = noted if isinstance(noted, dict) else {}
        self._tickets: dict[Seat, tuple[TicketId, ...]] = {}
        for seat in state.seats if state.cards == "untracked" else ():
            held = earlier.get(seat)
            known = [one for one in tickets_by_name(state) if isinstance(held, list) and one in held]
            if known:
                self._tickets[seat] = tuple(known)

    @property
    def tickets(self) -> Mapping[Seat, tuple[TicketId, ...]]:
        """Seat → the tickets that it has entered."""
        return self._tickets

    def enter(self, command: DeclareTickets) -> dict[str, object]:
        """Seal these instead of what the seat has entered before; returns what is to be noted."""
        self._tickets = {**self._tickets, command.seat: command.tickets}
        if not command.tickets:
            del self._tickets[command.seat]
        return self._note()

    def due(self, state: State) -> DeclareTickets | None:
        """The word of the next seat that is asked and has entered its tickets; None: there is none."""
        if state.phase != "declaring":
            return None
        told = (seat for seat in state.waiting_for() if seat in self._tickets)
        seat = next(told, None)
        return None if seat is None else DeclareTickets(seat=seat, tickets=self._tickets[seat])

    def opened(self, state: State) -> dict[str, object]:
        """What has become its seat's word is sealed no longer; returns what is to be noted, if anything."""
        left = {seat: held for seat, held in self._tickets.items() if seat not in state.declared}
        if left == self._tickets:
            return {}
        self._tickets = left
        return self._note()

    def _note(self) -> dict[str, object]:
        return {KIND: {seat: list(held) for seat, held in self._tickets.items()}}
