"""What the panel says back: items of lists, questions, answers. Wording turns them into sentences."""

from dataclasses import dataclass
from typing import Final, Literal, get_args

from dialog.choices import (
    BotMoves,
    BotWantsOther,
    EarTold,
    ExchangeOffered,
    ExploringBegins,
    ExploringEnds,
    FocusOver,
    ForWhomOffered,
    LeftOverLifted,
    LeftOverOffered,
    LiftAsked,
    LoanOffered,
    NameOffered,
    NewsStop,
    NoCardsLeft,
    NothingToChoose,
    PassEarAsked,
    PauseTold,
    PhoneAsked,
    PiecesOffered,
    RefillOffered,
    SettleOffered,
    SetToken,
    Shown,
    StopAsked,
    Stopping,
    UndoAsked,
    UndoOffered,
)
from engine import (
    BuildHarbor,
    BuildStation,
    Card,
    ClaimRoute,
    Deck,
    RouteId,
    Seat,
    TicketId,
)
from tabletop import Button, SiteId

ActItem = Literal[
    "deck", "train-deck", "ship-deck", "row", "tickets", "station", "harbor", "exchange", "claim", "event",
    "pass",
]  # fmt: skip
"""What the mover can do by the panel."""

Question = Literal[
    "turn", "scores", "trains", "row", "longest", "buildings", "money", "hand", "tickets", "missing",
    "devices", "glance",
]  # fmt: skip
"""A question that the state alone answers."""

EveningQuestion = Literal["since", "story", "statistics", "cut", "earcons"]
"""A question that what has been done and said answers."""

PlaceQuestion = Literal["route", "pay", "city", "region", "holdings"]
"""A question about a route, a city, a region of the board, or what one seat holds."""

Region = Literal[
    "north-west", "north", "north-east", "west", "middle", "east", "south-west", "south", "south-east"
]  # fmt: skip
"""A ninth of the board; north is the edge y = 0, from every chair."""

REGIONS: Final[tuple[Region, ...]] = get_args(Region)

NewsItem = Literal["say-turns", "say-claims", "say-cards", "say-tickets", "say-money", "say-mended"]
"""A kind of news that a table may leave to history; refusals, losses, the last round, questions are not."""

TuneItem = Literal["rate", "volume", "level", "own-level", "sounds", NewsItem]
"""What can be set: speed, loudness, length of words for others' and own acts, short sounds, what is news."""

Level = Literal["ask", "mine", "supplies", "board", "menu", "help", "voice", "news", "others"]
"""The list of questions and the lists in it."""

AskItem = (
    Question
    | EveningQuestion
    | PlaceQuestion
    | TuneItem
    | Literal["mine", "supplies", "board", "menu", "help", "voice", "news", "others"]
    | Literal["explore", "for-whom", "undo", "acts", "pause", "stop", "rebuild", "board-right", "ear-back"]
    | Literal["own-tickets"]
)
"""An item of these lists: a question, a list of its own, or something that the table wants."""

Place = Literal[
    "table", "act", "questions", "row", "second-card", "tickets", "confirm", "payment", "whose",
    "take-back", "declare", "mending", "tunnel", "refill", "pieces", "exchange", "letter", "city",
    "route", "loans", "settle", "undo", "undo-sure", "phone", "news", "reading", "paused", "stop", "for-whom",
    "board-right", "named", "more", "exploring", "left-over", "pass-ear", "tune",
]  # fmt: skip
"""What is open, by the name that Ask tells of it."""

Building = Literal["station", "harbor"]
"""What an edition builds in cities."""

ListPurpose = Literal["claim", "build", "route", "pay", "city"]
"""What a city is chosen for: to claim or build there, or to ask about it."""

PRIVATE_QUESTIONS: frozenset[Question | PlaceQuestion] = frozenset({"hand", "tickets", "missing", "pay"})


@dataclass(frozen=True, slots=True, kw_only=True)
class ActOffered:
    """An item of the list of acts: "Deck. 1 of 3."."""

    seat: Seat
    item: ActItem
    index: int  # from 0
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionOffered:
    """An item of the list of questions: "Scores. 2 of 8.". `opened`: by Ask; the buttons are told, too."""

    seat: Seat
    item: AskItem
    index: int
    count: int
    opened: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class CardOffered:
    """A card of the row, or a deck at its end (`card` None): "Number 1, a red card."."""

    seat: Seat
    index: int
    card: Card | None
    deck_count: int
    deck: Deck = "deck"
    whole_draw: bool = False  # the card is all that is drawn


@dataclass(frozen=True, slots=True, kw_only=True)
class SecondCard:
    """One card is drawn, one more may be taken: "Second card: deck? Forward for the row."."""

    seat: Seat
    two_decks: bool = False
    deck_empty: bool = False  # nor is there a discard that could be shuffled; of two decks: the trains'
    ships_empty: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class TicketOffered:
    """A ticket to keep or not: "1: Edinburgh to Athína, 21. Keep?"."""

    seat: Seat
    ticket: TicketId
    index: int
    count: int
    keep_at_least: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TicketsChosen:
    """All tickets are marked: "Keep these, give back those. Right?"."""

    seat: Seat
    keep: tuple[TicketId, ...]
    give_back: tuple[TicketId, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TooFewKept:
    """Not enough tickets are kept; the choice starts again."""

    seat: Seat
    keep_at_least: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DeclareOffered:
    """Untracked, at the end: does this seat hold the ticket? "Boston to Miami, 12. 1 of 30. Held?"."""

    seat: Seat
    ticket: TicketId
    index: int
    count: int
    held: bool  # marked so far
    marked: int  # how many are marked so far


@dataclass(frozen=True, slots=True, kw_only=True)
class DeclareBegins:
    """For the whole table: this seat tells its tickets now, in its own ear."""

    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class EarlyTickets:
    """Before all are asked, in a seat's own ear: it enters its tickets, or has; or it has no ear for that."""

    seat: Seat
    stage: Literal["begins", "ends", "no-ear"]
    count: int = 0  # how many are entered


Payable = ClaimRoute | BuildStation | BuildHarbor
"""What a token on a pin asks for and cards pay for; `cards` are one way to pay."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PaymentOffered:
    """A way to pay: "Pay 3 black? Forward: 2 black, 1 locomotive."."""

    wish: Payable
    index: int
    count: int
    following: Payable | None  # what Forward would offer


@dataclass(frozen=True, slots=True, kw_only=True)
class PaymentLeft:
    """The payment was left with No: nothing is claimed or built, a token is to be lifted."""

    wish: Payable
    listed: bool = False  # chosen from the list: no token stands


@dataclass(frozen=True, slots=True, kw_only=True)
class PaymentBegins:
    """For the whole table: the mover wants a route or a building and chooses the cards."""

    wish: Payable


@dataclass(frozen=True, slots=True, kw_only=True)
class TunnelOffered:
    """The turned cards ask for more: a way to pay it, or None when the hand has none."""

    seat: Seat
    route: RouteId
    owed: int
    cards: tuple[Card, ...] | None
    index: int
    count: int
    following: tuple[Card, ...] | None  # what Forward would offer


@dataclass(frozen=True, slots=True, kw_only=True)
class WhoseOffered:
    """Whose token is it? `guess` is the seat that Yes takes, None: nobody; `first`: what the senses guess.

    `missing`: where a token is off its pin that this one may be: a claim, or is it moved back?
    """

    site: SiteId
    guess: Seat | None
    first: bool
    missing: SiteId | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeBackAsked:
    """Take back the claim or the building? `everybody`: `seen` was shown since, so the table is asked.

    `instead`: its token stands on this pin now, and the claim would go there, or is counted as the next one.
    """

    seat: Seat
    site: SiteId
    everybody: bool
    instead: SiteId | None = None
    seen: Shown = "cards"


@dataclass(frozen=True, slots=True, kw_only=True)
class NothingToTakeBack:
    """No was pressed in silence and there is nothing to take back."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WaitingFor:
    """Somebody wants to act while these seats still choose their tickets, their pieces or their loans."""

    seats: tuple[Seat, ...]
    what: Literal["tickets", "pieces", "loans"] = "tickets"


@dataclass(frozen=True, slots=True, kw_only=True)
class NothingToDo:
    """A press that can do nothing here, and why: `no-list`: nothing is open, …

    `closed`: what it answers has gone by itself; `late`: it was heard long after it was made.
    """

    button: Button
    why: Literal["over", "no-list", "no-history", "no-seat", "closed", "late"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Where:
    """Ask inside a list or a question: where one is and what Yes and No will do."""

    place: Place
    index: int
    count: int
    building: Building | None = None  # what it is about, if it is no route


Prompt = (
    ActOffered
    | QuestionOffered
    | CardOffered
    | SecondCard
    | RefillOffered
    | PiecesOffered
    | ExchangeOffered
    | NameOffered
    | ExploringBegins
    | ExploringEnds
    | LeftOverOffered
    | LeftOverLifted
    | PassEarAsked
    | EarTold
    | NothingToChoose
    | NoCardsLeft
    | LoanOffered
    | SettleOffered
    | NewsStop
    | ForWhomOffered
    | FocusOver
    | UndoOffered
    | UndoAsked
    | PhoneAsked
    | LiftAsked
    | SetToken
    | BotMoves
    | BotWantsOther
    | PauseTold
    | StopAsked
    | Stopping
    | TicketOffered
    | TicketsChosen
    | TooFewKept
    | DeclareOffered
    | DeclareBegins
    | EarlyTickets
    | PaymentOffered
    | PaymentLeft
    | PaymentBegins
    | TunnelOffered
    | WhoseOffered
    | TakeBackAsked
    | NothingToTakeBack
    | WaitingFor
    | NothingToDo
    | Where
)
