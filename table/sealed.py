"""Tickets that untracked seats have entered while the game still runs: sealed until the last turn is over.

An event has a number, and numbers are for everybody. So what is entered early is no event yet: it is noted
beside the game, and becomes its seat's word when all seats are asked. So is what a seat
has marked that is asked now: it becomes its word when the seat says that it is all.
"""

from collections.abc import Mapping
from typing import Final, TypeGuard

from dialog import takes_early_tickets, tickets_by_name
from engine import Command, DeclareTickets, Seat, State, TicketId

KIND: Final = "sealed"  # of the note
MARKED: Final = "marked"  # of the note
KINDS: Final = (KIND, MARKED)


def is_early(entry: Command, state: State) -> TypeGuard[DeclareTickets]:
    """Whether this is the word of a seat that is not asked for it yet."""
    return isinstance(entry, DeclareTickets) and takes_early_tickets(state)


class Sealed:
    """What each seat has entered early; none at all is as if it had entered nothing.

    Attributes:
        marks: what seats that are asked have marked, of which none has said that it is all.
    """

    def __init__(self, state: State, noted: Mapping[str, object] | None = None) -> None:
        """`noted`: kind → as noted last in an earlier sitting; it may hold nonsense."""
        earlier = {} if noted is None or state.cards != "untracked" else noted
        told = _read(state, earlier.get(KIND))
        self._tickets = {seat: tickets for seat, tickets in told.items() if tickets}
        self.marks = _read(state, earlier.get(MARKED))

    @property
    def tickets(self) -> Mapping[Seat, tuple[TicketId, ...]]:
        """Seat → the tickets that it has entered."""
        return self._tickets

    def enter(self, command: DeclareTickets) -> dict[str, object]:
        """Seal these instead of what the seat has entered before; returns what is to be noted."""
        self._tickets = {**self._tickets, command.seat: command.tickets}
        if not command.tickets:
            del self._tickets[command.seat]
        return _note(KIND, self._tickets)

    def mark(self, entry: DeclareTickets) -> dict[str, object]:
        """So far a seat that is asked has marked this; returns what is to be noted."""
        self.marks[entry.seat] = entry.tickets
        return _note(MARKED, self.marks)

    def due(self, state: State) -> DeclareTickets | None:
        """The word of the next seat that is asked and has entered its tickets; None: there is none."""
        if state.phase != "declaring":
            return None
        told = (seat for seat in state.waiting_for() if seat in self._tickets)
        seat = next(told, None)
        return None if seat is None else DeclareTickets(seat=seat, tickets=self._tickets[seat])

    def opened(self, state: State) -> dict[str, object]:
        """What has become its seat's word is no more to be kept; returns what is to be noted, if anything."""
        left = {seat: held for seat, held in self._tickets.items() if seat not in state.declared}
        said = [seat for seat in self.marks if seat in state.declared]
        notes: dict[str, object] = {}
        if left != self._tickets:
            self._tickets = left
            notes |= _note(KIND, left)
        for seat in said:
            del self.marks[seat]
        return notes | _note(MARKED, self.marks) if said else notes


def _note(kind: str, tickets: Mapping[Seat, tuple[TicketId, ...]]) -> dict[str, object]:
    return {kind: {seat: list(held) for seat, held in tickets.items()}}


def _read(state: State, noted: object) -> dict[Seat, tuple[TicketId, ...]]:
    """Seat → those of the game's tickets that are noted for it."""
    found = noted if isinstance(noted, dict) else {}
    lists = {seat: held for seat in state.seats if isinstance(held := found.get(seat), list)}
    known = tickets_by_name(state) if lists else ()
    return {seat: tuple(one for one in known if one in held) for seat, held in lists.items()}
