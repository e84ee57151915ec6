"""With cards in hands: a seat marks the tickets it holds, at the end or, by its own wish, early."""

from collections.abc import Iterable, Mapping
from typing import ClassVar, Final, Literal, TypeGuard

from msgspec.structs import replace

from dialog.effects import Do, Marked, Say
from dialog.kit import Row, Step, into, listed
from dialog.mode import CHOICE, Mode, Prompt, Traits
from dialog.offers import sort_key, takes_early_tickets, tickets_by_name
from engine import CityId, DeclareTickets, GameMap, Seat, State, TicketId

Marks = Mapping[Seat, tuple[TicketId, ...]]
"""Seat → the tickets that it has marked."""

FEW: Final = 7
"""So many tickets need no letters."""


class Declare(Mode, frozen=True):
    """Untracked: a seat marks the tickets it holds, at the end or, by its own wish, `early`."""

    TRAITS: ClassVar[Traits] = CHOICE
    EARLY: ClassVar[Traits] = Traits(in_an_ear=True, stays=True, ends_with_focus=True)
    seat: Seat
    tickets: tuple[TicketId, ...]
    held: frozenset[TicketId] = frozenset()
    index: int = 0
    early: bool = False
    under: str | None = (
        ""  # the letter whose tickets are walked; "": all of them; None: the letters themselves
    )
    among: tuple[TicketId, ...] = ()  # what is walked instead: those that more of their letters have named

    @property
    def traits(self) -> Traits:
        """By its own wish it is beside the game."""
        return self.EARLY if self.early else self.TRAITS

    def size(self, state: State) -> int:
        """Each ticket is an item, or each letter."""
        return len(self.items(state.game_map))

    def items(self, game_map: GameMap) -> tuple[str, ...]:
        """What is walked: ids of tickets, or letters with which a city of one begins."""
        if self.among:
            return self.among
        if self.under is None:
            return letters_of_tickets(game_map, self.tickets)
        return tuple(one for one in self.tickets if self.under in ("", *initials(game_map, one)))

    def letter(self, index: int, state: State) -> str:
        """That of a ticket's first city."""
        item = self.items(state.game_map)[index]
        return item if self.under is None else initials(state.game_map, TicketId(item))[0]

    def is_over(self, state: State, focus: Seat | None) -> bool:
        """All are asked now, or its seat is no longer at the panel."""
        return self.early and (not takes_early_tickets(state) or self.seat not in (focus, state.to_move))


class NoneMarked(Mode, frozen=True):
    """No would end the list with no ticket in it, and may have been meant for what was being said."""

    TRAITS: ClassVar[Traits] = CHOICE
    tickets: Declare

    @property
    def seat(self) -> Seat:
        """Whose list it is."""
        return self.tickets.seat


class DeclareBegins(Prompt, frozen=True, kw_only=True):
    """For the whole table: this seat tells its tickets now, in its own ear."""

    seat: Seat


class EarlyTickets(Prompt, frozen=True, kw_only=True):
    """Before all are asked, in a seat's own ear: it enters its tickets, or has; or it has no ear for that."""

    seat: Seat
    stage: Literal["begins", "ends", "no-ear"]
    count: int = 0  # how many are entered


class CitiesTouched(Prompt, frozen=True, kw_only=True):
    """In a seat's own ear: it has touched a city of a ticket, or a route and so the cities at its ends."""

    seat: Seat
    cities: tuple[CityId, ...]
    none: bool = False  # no ticket joins one of these with one that was touched before


class TicketsMarked(Prompt, frozen=True, kw_only=True):
    """In a seat's own ear, as it comes back to the letters or to the list: what is marked by now."""

    seat: Seat
    tickets: tuple[TicketId, ...]


def initials(game_map: GameMap, ticket: TicketId) -> tuple[str, ...]:
    """With which letters the cities of a ticket begin: that of its first city first."""
    names = (game_map.cities[city].name for city in game_map.tickets[ticket].cities)
    return tuple(dict.fromkeys(sort_key(name)[0] for name in names))


def letters_of_tickets(game_map: GameMap, tickets: Iterable[TicketId]) -> tuple[str, ...]:
    """All letters with which a city of one of these begins."""
    return tuple(sorted({letter for ticket in tickets for letter in initials(game_map, ticket)}))


def marking(seat: Seat, held: Iterable[TicketId], state: State, *, early: bool = False) -> Declare:
    """The tickets by first letters, at the first that this seat has entered before; few of them at once."""
    tickets, told = tickets_by_name(state), frozenset(held)
    mode = Declare(seat, tickets, told, 0, early, None if len(tickets) > FEW else "")
    first = next((ticket for ticket in tickets if ticket in told), None)
    return mode if first is None else at_ticket(mode, first, state.game_map, named=False)


def marked_before(mode: Declare) -> tuple[Say, ...]:
    """What is said before a list that is come back to: which tickets are marked in it."""
    return (_marked_by_now(mode),) if mode.held else ()


def at_ticket(mode: Declare, ticket: TicketId, game_map: GameMap, *, named: bool = True) -> Declare:
    """The list at this ticket; not `named`: at its letter, where there are letters."""
    letter = "" if mode.under == "" else initials(game_map, ticket)[0]
    mode = replace(mode, under=letter if named or not letter else None, among=())
    return replace(mode, index=mode.items(game_map).index(letter if mode.under is None else ticket))


def ends_with_none(mode: Mode) -> TypeGuard[Declare]:
    """Whether No would end a list in which nothing is marked, though every seat has kept some."""
    return isinstance(mode, Declare) and not (mode.early or mode.held or mode.under or mode.among)


def named_among(mode: Declare, found: tuple[TicketId, ...], game_map: GameMap) -> Declare:
    """The list at the ticket that was named; where several were, at the first of them, which are walked."""
    first = at_ticket(mode, found[0], game_map)
    return first if len(found) == 1 else replace(first, among=found, index=0)


def _mark(mode: Declare, state: State, asker: Seat) -> Step:
    item = mode.items(state.game_map)[mode.index]
    if mode.under is None:
        return into(replace(mode, under=item, index=0))
    marked = replace(mode, held=mode.held ^ {TicketId(item)})
    entry = _entry(marked)
    return into(marked, (Do(entry) if mode.early else Marked(entry),))  # no stop and no power cut loses one


def _done(mode: Declare, state: State, asker: Seat) -> Step:
    if mode.among:
        left = at_ticket(mode, mode.among[mode.index], state.game_map, named=False)
        return into(left, (_marked_by_now(mode),))
    if mode.under:
        index = letters_of_tickets(state.game_map, mode.tickets).index(mode.under)
        return into(replace(mode, under=None, index=index), (_marked_by_now(mode),))
    if mode.early:
        return Step(None, (Say(EarlyTickets(seat=mode.seat, stage="ends", count=len(mode.held))),))
    return Step(mode, (Do(_entry(mode)),))


def _none(mode: NoneMarked, state: State, asker: Seat) -> Step:
    return Step(mode.tickets, (Do(_entry(mode.tickets)),))


def _list_again(mode: NoneMarked, state: State, asker: Seat) -> Step:
    return into(mode.tickets)


def _entry(mode: Declare) -> DeclareTickets:
    return DeclareTickets(seat=mode.seat, tickets=_held(mode))


def _marked_by_now(mode: Declare) -> Say:
    return Say(TicketsMarked(seat=mode.seat, tickets=_held(mode)))


def _held(mode: Declare) -> tuple[TicketId, ...]:
    return tuple(ticket for ticket in mode.tickets if ticket in mode.held)


ROWS: Final = (
    listed(Declare, yes=_mark, no=_done),
    Row(mode=NoneMarked, yes=_none, no=_list_again, back=_list_again, forward=_list_again),
)
