"""Choosing tickets: each is kept or not, then one Yes makes it so."""

from typing import ClassVar, Final

from msgspec.structs import replace

from dialog.effects import Do, Say
from dialog.kit import Row, Step, into, listed
from dialog.mode import CHOICE, Mode, Prompt, Traits
from engine import KeepTickets, Seat, State, TicketId


class Tickets(Mode, frozen=True):
    """A seat goes through the tickets it was offered."""

    TRAITS: ClassVar[Traits] = CHOICE
    seat: Seat
    offered: tuple[TicketId, ...]
    kept: frozenset[TicketId] = frozenset()
    index: int = 0

    def size(self, state: State) -> int:
        """Each ticket is an item."""
        return len(self.offered)


class Confirm(Mode, frozen=True):
    """The tickets are marked; one Yes makes it so."""

    TRAITS: ClassVar[Traits] = CHOICE
    tickets: Tickets

    @property
    def seat(self) -> Seat:
        """Whose they are."""
        return self.tickets.seat

    @property
    def keep(self) -> tuple[TicketId, ...]:
        """What is kept, in the order in which it was offered."""
        return tuple(ticket for ticket in self.tickets.offered if ticket in self.tickets.kept)

    @property
    def give_back(self) -> tuple[TicketId, ...]:
        """The others."""
        return tuple(ticket for ticket in self.tickets.offered if ticket not in self.tickets.kept)

    def size(self, state: State) -> int:
        """As many as can be gone through again."""
        return self.tickets.size(state)


class TooFewKept(Prompt, frozen=True, kw_only=True):
    """Not enough tickets are kept; the choice starts again."""

    seat: Seat
    keep_at_least: int


def _keep(mode: Tickets, state: State, asker: Seat) -> Step:
    return _marked(mode, state, mode.kept | {mode.offered[mode.index]})


def _give_back(mode: Tickets, state: State, asker: Seat) -> Step:
    return _marked(mode, state, mode.kept - {mode.offered[mode.index]})


def _marked(mode: Tickets, state: State, kept: frozenset[TicketId]) -> Step:
    mode = replace(mode, kept=kept, index=mode.index + 1)
    if mode.index < len(mode.offered):
        return into(mode)
    if len(mode.kept) < state.keep_at_least:
        few = TooFewKept(seat=mode.seat, keep_at_least=state.keep_at_least)
        return into(Tickets(mode.seat, mode.offered), (Say(few),))
    return into(Confirm(mode))


def _settle(mode: Confirm, state: State, asker: Seat) -> Step:
    return Step(mode, (Do(KeepTickets(seat=mode.tickets.seat, tickets=mode.keep)),))


def _choose_again(mode: Confirm, state: State, asker: Seat) -> Step:
    return into(Tickets(mode.tickets.seat, mode.tickets.offered))


def _last(mode: Confirm, state: State, asker: Seat) -> Step:
    return into(replace(mode.tickets, index=len(mode.tickets.offered) - 1))


def _first(mode: Confirm, state: State, asker: Seat) -> Step:
    return into(replace(mode.tickets, index=0))


ROWS: Final = (
    listed(Tickets, yes=_keep, no=_give_back),
    Row(mode=Confirm, yes=_settle, no=_choose_again, back=_last, forward=_first),
)
