"""What the panel says of choices: decks, mixes, exchanges, names, loans, events, undoing, the pause."""

from dataclasses import dataclass
from typing import Literal

from dialog.past import PastAct
from engine import CityId, Deck, ExchangePieces, RouteId, Seat
from tabletop import SiteId

Shown = Literal["cards", "tickets"]
"""What somebody has been shown since an act, so that the table is asked before it is undone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RefillOffered:
    """Two decks: "New card for number 4: from the train deck? Forward: ship deck."."""

    seat: Seat
    number: int  # of the card in the row, from 1
    deck: Deck


@dataclass(frozen=True, slots=True, kw_only=True)
class PiecesOffered:
    """A mix: "Your supply: 20 trains, 40 ships. Forward: one train more."."""

    seat: Seat
    trains: int
    ships: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ExchangeOffered:
    """An exchange and what it costs: "2 ships for 2 trains, minus 2 points? Forward: one more."."""

    command: ExchangePieces
    points: int  # negative


@dataclass(frozen=True, slots=True, kw_only=True)
class NameOffered:
    """A first letter, a city or a route of a list to choose from; to ask about, a region or a seat too."""

    seat: Seat
    name: str | CityId | RouteId
    kind: Literal["letter", "city", "route", "region", "seat"]
    index: int
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class NothingToChoose:
    """A list has nothing in it that could be chosen now."""

    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class NoCardsLeft:
    """What one can do begins without a card to draw. `tickets`: there are some of those."""

    tickets: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ExploringBegins:
    """Sites can be touched now: "Touch a site with any token. …"."""

    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class ExploringEnds:
    """Exploring is over; `by`: this seat's token ended it."""

    by: Seat | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LeftOverOffered:
    """A token was left on a free site by exploring: "A token stands on Brest to Paris. Claim it?"."""

    site: SiteId


@dataclass(frozen=True, slots=True, kw_only=True)
class LeftOverLifted:
    """It is not claimed: it is to be lifted."""

    site: SiteId


@dataclass(frozen=True, slots=True, kw_only=True)
class PassEarAsked:
    """Words wait for a seat that shares the earphone: "Pass the earphone to green triangle. …"."""

    seat: Seat
    holder: Seat | None
    screen: bool = False  # a screen is shared, which that seat is to look at alone


@dataclass(frozen=True, slots=True, kw_only=True)
class EarTold:
    """Who has the shared earphone now; `kept`: it was not passed to `waits`, whose words wait."""

    holder: Seat | None
    waits: Seat | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LoanOffered:
    """What a station lends at the end: "Your station in Wien: Berlin to Wien? 1 of 4."."""

    seat: Seat
    city: CityId
    route: RouteId | None
    index: int
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SettleOffered:
    """A step of settling an event, for everyone to hear. `number`: dollars or cards so far."""

    step: Literal["seat", "coins", "cards", "retire"]
    seat: Seat
    number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class NewsStop:
    """Paper is to be read out before the game goes on: "Turn up the next event card, then Yes."."""

    left: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ForWhomOffered:
    """Whose ear the answers go to: "For blue disc? 1 of 3."."""

    seat: Seat
    index: int
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class FocusOver:
    """In the ear of the seat that had the panel: it is the mover's again."""

    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class UndoOffered:
    """An act that can be undone: "Undo: green triangle drew cards. Yes undoes it; …"."""

    act: PastAct
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class UndoAsked:
    """Undo all these acts, newest first? `seen`: what was shown since, if anything was."""

    acts: tuple[PastAct, ...]
    seen: Shown = "cards"


@dataclass(frozen=True, slots=True, kw_only=True)
class PhoneAsked:
    """ "A phone joined as green triangle. If that is wrong, press No."."""

    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class LiftAsked:
    """The game went back; this token is to be lifted next, `left` with it are."""

    site: SiteId
    left: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SetToken:
    """What was chosen without a token: now it is to be set on its pin."""

    seat: Seat
    site: SiteId


@dataclass(frozen=True, slots=True, kw_only=True)
class BotMoves:
    """The seat is played by a bot: nobody acts in its stead."""

    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class BotWantsOther:
    """A bot's token was set on another pin than it asked for."""

    seat: Seat
    site: SiteId
    wanted: SiteId


@dataclass(frozen=True, slots=True, kw_only=True)
class PauseTold:
    """The table pauses, or goes on."""

    paused: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class StopAsked:
    """Save and stop? With the game over: a new one?"""

    over: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Stopping:
    """The game is saved; the table stops, or begins a new one."""

    over: bool = False
