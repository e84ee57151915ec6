"""What a seat may ask, and what it hears when the answer is no.

The fields are those of the referee's lines (docs/referee.md); `do` names the command there.
"""

from typing import Annotated, ClassVar, Literal

import msgspec
from msgspec import Meta

from engine.reasons import SECRET_REASONS, Reason
from engine.values import Card, CityId, Deck, Piece, RouteId, Seat, TicketId


class _Command(
    msgspec.Struct, frozen=True, kw_only=True, gc=False, tag_field="do", forbid_unknown_fields=True
):
    dealt_only: ClassVar[bool] = False
    """Of no use with cards untracked."""
    seat: Seat


class KeepTickets(_Command, tag="keep-tickets", frozen=True):
    """Keep these of the tickets dealt or drawn; the others go back in the order in which they were dealt."""

    dealt_only = True
    tickets: tuple[TicketId, ...]


class DrawCard(_Command, tag="draw-card", frozen=True):
    """Take the top card of a deck, or the card number `index` (from 0) of the row.

    With two decks `replace` names the one that fills the gap in the row.
    """

    dealt_only = True
    source: Deck | Literal["row"] = msgspec.field(name="from")
    index: int | None = None
    replace: Deck | None = None


class ClaimRoute(_Command, tag="claim-route", frozen=True, omit_defaults=True):
    """Claim a route; `cards` is None with cards untracked.

    `extras` names conditions, each of which takes one locomotive more than `cards`.
    """

    route: RouteId
    cards: tuple[Card, ...] | None = None
    extras: tuple[str, ...] = ()


class DrawTickets(_Command, tag="draw-tickets", frozen=True):
    """Draw tickets to choose from."""

    dealt_only = True


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


class AcceptBoard(_Command, tag="accept-board", frozen=True):
    """The board is right where the game differs from it; everybody has agreed.

    `gone`: routes and cities whose claim or building does not stand; `stand`: whose tokens stand on others.
    """

    gone: tuple[str, ...] = ()
    stand: dict[str, Seat] = msgspec.field(default_factory=dict)


class ChoosePieces(_Command, tag="choose-pieces", frozen=True):
    """So many trains and ships for the supply; told to nobody before all have chosen."""

    train: int
    ship: int


class AnswerTunnel(_Command, tag="answer-tunnel", frozen=True):
    """Pay what the turned cards ask for with these cards, or decline and take the bid back."""

    dealt_only = True
    cards: tuple[Card, ...] | None = None
    decline: bool = False


class BuildStation(_Command, tag="build-station", frozen=True):
    """Build a station in a city; `cards` is None with cards untracked."""

    city: CityId
    cards: tuple[Card, ...] | None = None


class ChooseLoans(_Command, tag="choose-loans", frozen=True):
    """At the end: the route that each station lends; one that is not named, or None, lends nothing."""

    loans: dict[CityId, RouteId | None]


class BuildHarbor(_Command, tag="build-harbor", frozen=True):
    """Build a harbor in a port; `cards` is None with cards untracked."""

    city: CityId
    cards: tuple[Card, ...] | None = None


class ExchangePieces(_Command, tag="exchange-pieces", frozen=True):
    """Give `count` pieces of one kind to the box and take as many of the other."""

    give: Piece
    count: int


class ResolveEvent(_Command, tag="resolve-event", frozen=True, omit_defaults=True):
    """What an event that the table settles by itself does to a seat: coins (or less), cards from the deck.

    `retire`: the event says that it is retired. With cards untracked any coins that the board cannot know.
    """

    coins: Annotated[int, Meta(ge=-500, le=500)] = 0
    cards: Annotated[int, Meta(ge=0, le=10)] = 0
    retire: bool = False


Build = BuildStation | BuildHarbor
"""What a token in a city asks for; an edition has one of them, or none."""

TokenCommand = ClaimRoute | Build
"""What a token on the board asks for."""

OpenCommand = (
    TokenCommand
    | DrawCard
    | DrawTickets
    | EndTurn
    | Pass
    | Undo
    | AnswerTunnel
    | ChooseLoans
    | ExchangePieces
    | ResolveEvent
)
"""What a seat may ask for by MQTT: nothing in it is its secret but the cards that pay."""

Command = OpenCommand | KeepTickets | DeclareTickets | ChoosePieces | AcceptBoard
"""All of them: the others carry a secret, or are agreed by the whole table."""


class Refusal(msgspec.Struct, frozen=True, kw_only=True):
    """A command that was refused, and the facts a sentence about it needs."""

    command: Command
    reason: Reason
    rule: str  # a casebook number, for instance "US-39"
    route: RouteId | None = None  # the route in the way: the one asked for, or its twin
    city: CityId | None = None
    holder: Seat | None = None  # whose it is, or whose turn it is
    need: int | None = None
    have: int | None = None

    @property
    def secret(self) -> bool:
        """True when the table may only hear that it was refused, not why."""
        return self.reason in SECRET_REASONS
