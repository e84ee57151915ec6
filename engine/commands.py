"""What a seat may ask, and what it hears when the answer is no.

The fields are those of the referee's lines (docs/referee.md); `do` names the command there.
"""

from enum import StrEnum
from typing import Literal

import msgspec

from engine.values import Card, RouteId, Seat, TicketId


class _Command(msgspec.Struct, frozen=True, kw_only=True, tag_field="do", forbid_unknown_fields=True):
    seat: Seat


class KeepTickets(_Command, tag="keep-tickets", frozen=True):
    """Keep these of the tickets dealt or drawn; the others go back in the order in which they were dealt."""

    tickets: tuple[TicketId, ...]


class DrawCard(_Command, tag="draw-card", frozen=True):
    """Take the top card of the deck, or the card number `index` (from 0) of the row."""

    source: Literal["deck", "row"] = msgspec.field(name="from")
    index: int | None = None


class ClaimRoute(_Command, tag="claim-route", frozen=True):
    """Claim a route; `cards` is None with cards untracked."""

    route: RouteId
    cards: tuple[Card, ...] | None = None


class DrawTickets(_Command, tag="draw-tickets", frozen=True):
    """Draw tickets to choose from."""


class EndTurn(_Command, tag="end-turn", frozen=True):
    """Untracked: the turn is over and nothing was claimed."""


class DeclareTickets(_Command, tag="declare-tickets", frozen=True):
    """Untracked: the tickets this seat holds; a later word replaces an earlier one."""

    tickets: tuple[TicketId, ...]


class Pass(_Command, tag="pass", frozen=True):
    """Do nothing; only when nothing else is legal."""


class Undo(_Command, tag="undo", frozen=True):
    """Take back the last act of the game. `agreed`: everybody was asked, for something was shown since."""

    agreed: bool = False


Command = KeepTickets | DrawCard | ClaimRoute | DrawTickets | EndTurn | DeclareTickets | Pass | Undo


class Reason(StrEnum):
    """Why a command is refused. Wording has a sentence for each; an edition has a rule number for each."""

    NOT_YOUR_TURN = "not-your-turn"
    NO_SUCH_SEAT = "no-such-seat"
    GAME_OVER = "game-over"
    CHOOSE_TICKETS_FIRST = "choose-tickets-first"
    WAIT_FOR_TICKETS = "wait-for-tickets"
    TAKE_SECOND_CARD = "take-second-card"
    NOTHING_TO_CHOOSE = "nothing-to-choose"
    KEEP_MORE_TICKETS = "keep-more-tickets"
    TICKET_NOT_OFFERED = "ticket-not-offered"
    TICKET_TWICE = "ticket-twice"
    NO_SUCH_TICKET = "no-such-ticket"
    NO_TICKETS_LEFT = "no-tickets-left"
    NO_CARDS_LEFT = "no-cards-left"
    DECK_EMPTY = "deck-empty"
    NO_SUCH_ROW_CARD = "no-such-row-card"
    LOCOMOTIVE_ONLY_FIRST = "locomotive-only-first"
    NO_SUCH_ROUTE = "no-such-route"
    ROUTE_TAKEN = "route-taken"
    OWN_DOUBLE = "own-double"
    DOUBLE_ROUTE_CLOSED = "double-route-closed"
    TOO_FEW_TRAINS = "too-few-trains"
    WRONG_NUMBER_OF_CARDS = "wrong-number-of-cards"
    WRONG_COLOUR = "wrong-colour"
    MIXED_COLOURS = "mixed-colours"
    NO_SUCH_CARD = "no-such-card"
    CARDS_NOT_IN_HAND = "cards-not-in-hand"
    CARDS_NEEDED = "cards-needed"
    CARDS_NOT_TRACKED = "cards-not-tracked"
    CARDS_ARE_DEALT = "cards-are-dealt"
    CAN_STILL_ACT = "can-still-act"
    NOTHING_TO_UNDO = "nothing-to-undo"
    SHOWN_SINCE = "shown-since"


SECRET_REASONS: frozenset[Reason] = frozenset(
    {
        Reason.WRONG_NUMBER_OF_CARDS,
        Reason.WRONG_COLOUR,
        Reason.MIXED_COLOURS,
        Reason.CARDS_NOT_IN_HAND,
        Reason.CARDS_NEEDED,
    }
)
"""Reasons that would tell the table what a hand holds: only the seat itself hears them."""


class Refusal(msgspec.Struct, frozen=True, kw_only=True):
    """A command that was refused, and the facts a sentence about it needs."""

    command: Command
    reason: Reason
    rule: str  # a casebook number, for instance "US-39"
    route: RouteId | None = None  # the route in the way: the one asked for, or its twin
    holder: Seat | None = None  # whose it is, or whose turn it is
    need: int | None = None
    have: int | None = None

    @property
    def secret(self) -> bool:
        """True when the table may only hear that it was refused, not why."""
        return self.reason in SECRET_REASONS
