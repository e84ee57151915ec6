"""With cards in hands: a seat marks the tickets it holds, at the end or, by its own wish, early."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import ClassVar, Final, Literal

from dialog.effects import Do, Say
from dialog.kit import Step, into, listed
from dialog.mode import CHOICE, Mode, Prompt, Traits
from dialog.offers import sort_key, takes_early_tickets, tickets_by_name
from engine import DeclareTickets, Seat, State, TicketId


@dataclass(frozen=True, slots=True)
class Declare(Mode):
    """Untracked: a seat marks the tickets it holds, at the end or, by its own wish, `early`."""

    TRAITS: ClassVar[Traits] = CHOICE
    EARLY: ClassVar[Traits] = Traits(in_an_ear=True, stays=True, ends_with_focus=True)
    seat: Seat
    tickets: tuple[TicketId, ...]
    held: frozenset[TicketId] = frozenset()
    index: int = 0
    early: bool = False

    @property
    def traits(self) -> Traits:
        """By its own wish it is beside the game."""
        return self.EARLY if self.early else self.TRAITS

    def size(self, state: State) -> int:
        """Each ticket is an item."""
        return len(self.tickets)

    def letter(self, index: int, state: State) -> str:
        """That of a ticket's first city."""
        cities = state.game_map.cities
        return sort_key(cities[state.game_map.tickets[self.tickets[index]].cities[0]].name)[0]

    def is_over(self, state: State, focus: Seat | None) -> bool:
        """All are asked now, or its seat is no longer at the panel."""
        return self.early and (not takes_early_tickets(state) or self.seat not in (focus, state.to_move))


@dataclass(frozen=True, slots=True, kw_only=True)
class DeclareBegins(Prompt):
    """For the whole table: this seat tells its tickets now, in its own ear."""

    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class EarlyTickets(Prompt):
    """Before all are asked, in a seat's own ear: it enters its tickets, or has; or it has no ear for that."""

    seat: Seat
    stage: Literal["begins", "ends", "no-ear"]
    count: int = 0  # how many are entered


def marking(seat: Seat, held: Iterable[TicketId], state: State, *, early: bool = False) -> Declare:
    """The list of all tickets, at the first that this seat has entered before."""
    tickets, told = tickets_by_name(state), frozenset(held)
    first = next((index for index, ticket in enumerate(tickets) if ticket in told), 0)
    return Declare(seat, tickets, told, first, early)


def _mark(mode: Declare, state: State, asker: Seat) -> Step:
    marked = replace(mode, held=mode.held ^ {mode.tickets[mode.index]})
    return into(marked, (Do(_entry(marked)),) if mode.early else ())  # a stop or a pause loses none


def _done(mode: Declare, state: State, asker: Seat) -> Step:
    if mode.early:
        return Step(None, (Say(EarlyTickets(seat=mode.seat, stage="ends", count=len(mode.held))),))
    return Step(mode, (Do(_entry(mode)),))


def _entry(mode: Declare) -> DeclareTickets:
    held = tuple(ticket for ticket in mode.tickets if ticket in mode.held)
    return DeclareTickets(seat=mode.seat, tickets=held)


ROWS: Final = (listed(Declare, yes=_mark, no=_done),)
