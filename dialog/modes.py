"""Where the panel is: which list or question is open. One at a time; a table question suspends a list."""

from dataclasses import dataclass
from typing import Literal

from dialog.prompts import ActItem, Payable, Question
from engine import AnswerTunnel, RouteId, Seat, TicketId
from tabletop import SiteId


@dataclass(frozen=True, slots=True)
class Table:
    """Nothing is open: the table plays."""


@dataclass(frozen=True, slots=True)
class Acts:
    """The list of what the mover can do (cards dealt)."""

    items: tuple[ActItem, ...]
    index: int = 0


@dataclass(frozen=True, slots=True)
class Questions:
    """The list of what can be asked."""

    items: tuple[Question, ...]
    index: int = 0


@dataclass(frozen=True, slots=True)
class Cards:
    """The row, card by card, the deck at its end."""

    index: int = 0


@dataclass(frozen=True, slots=True)
class Second:
    """One card is drawn; the next is chosen."""


@dataclass(frozen=True, slots=True)
class Tickets:
    """A seat goes through the tickets it was offered."""

    seat: Seat
    offered: tuple[TicketId, ...]
    kept: frozenset[TicketId] = frozenset()
    index: int = 0


@dataclass(frozen=True, slots=True)
class Confirm:
    """The tickets are marked; one Yes makes it so."""

    tickets: Tickets


@dataclass(frozen=True, slots=True)
class Payment:
    """A seat chooses how to pay for what its token asks; each option is the whole command."""

    options: tuple[Payable, ...]
    index: int = 0


@dataclass(frozen=True, slots=True)
class Tunnel:
    """The turned cards of a tunnel ask for more; no options: the hand cannot pay it."""

    seat: Seat
    route: RouteId
    owed: int
    options: tuple[AnswerTunnel, ...]
    index: int = 0


@dataclass(frozen=True, slots=True)
class Whose:
    """Whose token stands there? The seats are offered, the likeliest first, and at last: nobody's."""

    site: SiteId
    seats: tuple[Seat, ...]
    guessed: bool
    index: int = 0


@dataclass(frozen=True, slots=True)
class TakeBack:
    """The token of the last claim was lifted: take the claim back?"""

    seat: Seat
    site: SiteId
    everybody: bool


@dataclass(frozen=True, slots=True)
class Declare:
    """Untracked, at the end: a seat marks the tickets it holds."""

    seat: Seat
    tickets: tuple[TicketId, ...]
    held: frozenset[TicketId] = frozenset()
    index: int = 0


@dataclass(frozen=True, slots=True)
class Mending:
    """The board is being put right: asked whether to, sorting the tokens, or pin by pin."""

    stage: Literal["asked", "sort", "step"]


Mode = (
    Table
    | Acts
    | Questions
    | Cards
    | Second
    | Tickets
    | Confirm
    | Payment
    | Tunnel
    | Whose
    | TakeBack
    | Declare
    | Mending
)
