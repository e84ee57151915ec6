"""Where the panel is: which list or question is open. One at a time; a table question suspends a list."""

from dataclasses import dataclass
from typing import Literal

from dialog.effects import About, OfTheEvening
from dialog.mending import BoardChange
from dialog.past import PastAct
from dialog.prompts import ActItem, AskItem, Level, ListPurpose, Payable, TuneItem
from engine import AnswerTunnel, CityId, Deck, ExchangePieces, RouteId, Seat, TicketId
from tabletop import SiteId


@dataclass(frozen=True, slots=True)
class Table:
    """Nothing is open: the table plays."""


@dataclass(frozen=True, slots=True)
class Acts:
    """The list of what the mover can do by the panel."""

    items: tuple[ActItem, ...]
    index: int = 0


@dataclass(frozen=True, slots=True)
class Questions:
    """The list of what can be asked, or one of the lists in it."""

    items: tuple[AskItem, ...]
    index: int = 0
    level: Level = "ask"


@dataclass(frozen=True, slots=True)
class Cards:
    """The row, card by card, the decks at its end."""

    index: int = 0


@dataclass(frozen=True, slots=True)
class Refill:
    """Two decks: from which of them the gap in the row is filled."""

    card: int  # its place in the row
    decks: tuple[Deck, ...]
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
class Pieces:
    """A seat chooses its trains, the rest are ships; `index` counts from the fewest trains."""

    seat: Seat
    least: int
    most: int
    pieces: int
    index: int


@dataclass(frozen=True, slots=True)
class Exchange:
    """How many pieces, and of which kind, are exchanged: ships first, then trains."""

    options: tuple[ExchangePieces, ...]
    index: int = 0


@dataclass(frozen=True, slots=True)
class Letters:
    """The first letters of the cities that can be chosen."""

    purpose: ListPurpose
    cities: tuple[CityId, ...]
    letters: tuple[str, ...]
    index: int = 0


@dataclass(frozen=True, slots=True)
class Cities:
    """The cities of one first letter."""

    letters: Letters
    cities: tuple[CityId, ...]
    index: int = 0


@dataclass(frozen=True, slots=True)
class Routes:
    """The routes at a city that the seat may have."""

    cities: Cities
    routes: tuple[RouteId, ...]
    index: int = 0


@dataclass(frozen=True, slots=True)
class Named:
    """Regions of the board, or seats, one of which is asked about."""

    question: Literal["region", "holdings"]
    names: tuple[str, ...]
    index: int = 0


@dataclass(frozen=True, slots=True)
class Exploring:
    """A seat touches sites, with any token as pointer, and hears what they are; nothing is claimed.

    `site`: the one that was touched last; `others`: the other routes at its far city, `index` 0 being itself.
    """

    seat: Seat
    site: SiteId | None = None
    others: tuple[RouteId, ...] = ()
    index: int = 0

    @property
    def named(self) -> SiteId | None:
        """The site that Yes tells more about."""
        return SiteId(self.others[self.index - 1]) if self.index else self.site


@dataclass(frozen=True, slots=True)
class Tune:
    """Something of the voice is set: Forward is more, Back less."""

    what: TuneItem


@dataclass(frozen=True, slots=True)
class PassEar:
    """The shared earphone is to be passed to a seat: its own Yes tells that it is in."""

    seat: Seat
    holder: Seat | None
    screen: bool = False  # it is no earphone but a screen that several read, one at a time


@dataclass(frozen=True, slots=True)
class LeftOver:
    """A token stands on a free site since exploring, or since before its turn: does the mover claim it?"""

    seat: Seat
    site: SiteId


@dataclass(frozen=True, slots=True)
class More:
    """An answer in steps is read on: Forward is the next, Back the one before."""

    told: About | OfTheEvening
    count: int
    index: int = 0


@dataclass(frozen=True, slots=True)
class Payment:
    """A seat chooses how to pay for what its token asks; each option is the whole command."""

    options: tuple[Payable, ...]
    index: int = 0
    listed: bool = False  # chosen from the list: no token stands yet
    instead: SiteId | None = None  # paid anew: this takes the place of the seat's last claim, there

    @property
    def seat(self) -> Seat:
        """Who pays; of a claim that is paid anew it is not the mover."""
        return self.options[0].seat


@dataclass(frozen=True, slots=True)
class Tunnel:
    """The turned cards of a tunnel ask for more; no options: the hand cannot pay it."""

    seat: Seat
    route: RouteId
    owed: int
    options: tuple[AnswerTunnel, ...]
    index: int = 0


@dataclass(frozen=True, slots=True)
class Loans:
    """At the end: what each station of a seat lends, one after the other; None: nothing."""

    seat: Seat
    offers: tuple[tuple[CityId, tuple[RouteId | None, ...]], ...]
    chosen: tuple[RouteId | None, ...] = ()  # of the stations before
    index: int = 0


@dataclass(frozen=True, slots=True)
class Settle:
    """The table settles an event: for whom, how many dollars, how many cards, whether it is retired."""

    seats: tuple[Seat, ...]
    step: Literal["seat", "coins", "cards", "retire"] = "seat"
    index: int = 0  # of the seat; later the number itself
    seat: Seat | None = None
    coins: int = 0
    cards: int = 0


@dataclass(frozen=True, slots=True)
class Whose:
    """Whose token stands there? The seats are offered, the likeliest first, and at last: nobody's.

    `missing`: where a token is off its pin that this one may be; then the question is whether it claims.
    """

    site: SiteId
    seats: tuple[Seat, ...]
    guessed: bool
    index: int = 0
    missing: SiteId | None = None


@dataclass(frozen=True, slots=True)
class TakeBack:
    """The token of the last claim was lifted: take the claim back, or claim `instead`?"""

    seat: Seat
    site: SiteId
    everybody: bool
    instead: SiteId | None = None


@dataclass(frozen=True, slots=True)
class Undos:
    """The acts of the game, newest first: back to before which one?"""

    acts: tuple[PastAct, ...]
    index: int = 0


@dataclass(frozen=True, slots=True)
class UndoSure:
    """All these acts go, newest first; the question names what is lost."""

    acts: tuple[PastAct, ...]


@dataclass(frozen=True, slots=True)
class Phone:
    """A phone has joined as this seat: No puts it out; whatever is done next lets it stay."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class News:
    """Something is to be read out from paper before the game goes on; `left` counts such stops."""

    left: int


@dataclass(frozen=True, slots=True)
class Reading:
    """A long answer, the final scores, step by step."""

    index: int = 0


@dataclass(frozen=True, slots=True)
class Paused:
    """The table pauses: nothing on the board is judged."""


@dataclass(frozen=True, slots=True)
class StopSure:
    """Save and stop? With the game over: a new one?"""

    over: bool = False


@dataclass(frozen=True, slots=True)
class ForWhom:
    """Whose ear the answers go to, where there are no seat buttons."""

    seats: tuple[Seat, ...]
    index: int = 0


@dataclass(frozen=True, slots=True)
class Declare:
    """Untracked: a seat marks the tickets it holds, at the end or, by its own wish, `early`."""

    seat: Seat
    tickets: tuple[TicketId, ...]
    held: frozenset[TicketId] = frozenset()
    index: int = 0
    early: bool = False


@dataclass(frozen=True, slots=True)
class Mending:
    """The board is being put right: asked whether to, sorting the tokens, pin by pin, or play on as it is."""

    stage: Literal["asked", "sort", "step", "accept"]


@dataclass(frozen=True, slots=True)
class BoardRight:
    """Is the board right, so that the game is changed to it? Forward and Back name what changes."""

    changes: tuple[BoardChange, ...]
    index: int = -1  # -1: the question itself


Mode = (
    Table
    | Acts
    | Questions
    | Cards
    | Refill
    | Second
    | Tickets
    | Confirm
    | Pieces
    | Exchange
    | Letters
    | Cities
    | Routes
    | Named
    | More
    | Exploring
    | LeftOver
    | PassEar
    | Tune
    | Payment
    | Tunnel
    | Loans
    | Settle
    | Whose
    | TakeBack
    | Undos
    | UndoSure
    | Phone
    | News
    | Reading
    | Paused
    | StopSure
    | ForWhom
    | Declare
    | Mending
    | BoardRight
)
