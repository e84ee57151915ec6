"""Set-up without a screen: what is being set up, where the panel is in it, and its order."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal, get_args

from engine import SEATS, CardMode, Seat, edition
from tabletop import Device, DeviceHealth, LessonNews, SiteId

EarWay = Literal["own", "shared", "page", "screen", "aloud"]
"""How a seat hears what is for it: its own earphone, the one that goes round, its page, the screen; with
cards in hands also aloud, at the table."""

EarChoice = Literal["shared", "page", "aloud", "hands", "seats", "again"]
"""Ways out for a seat without an ear; the last three: cards in hands, other seats, a second look."""

Stage = Literal["edition", "cards", "seats", "numbers", "ears", "starter", "board", "start"]
STAGES: Final[tuple[Stage, ...]] = get_args(Stage)
"""The steps to a new game, in their order."""

StartItem = Literal["again", "new", "games", "pins", "tokens", "practice", "speed", "page"]
"""What can be done before a game is chosen."""

Starter = Seat | Literal["lot"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """A game that is being set up; an empty field is not chosen yet. `seats` are in seating order."""

    edition: str = ""
    cards: CardMode | None = None
    seats: tuple[Seat, ...] = ()
    starter: Starter | None = None
    ears: tuple[tuple[Seat, EarWay], ...] = ()
    settings: tuple[tuple[str, int], ...] = ()  # numbers that the edition's document lost, as answered

    def turn_order(self) -> tuple[Seat, ...]:
        """The seats from the one that starts; by lot: as they sit, until the lot is drawn."""
        if self.starter not in self.seats:
            return self.seats
        first = self.seats.index(self.starter)
        return self.seats[first:] + self.seats[:first]


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredGame:
    """A game that can be gone on with."""

    name: str
    edition: str
    seats: tuple[Seat, ...]
    turn: int
    to_move: Seat | None
    when: Literal["today", "yesterday", "before"] = "before"
    cut: bool = False  # the power went while it was played
    dealt: bool = False  # its cards are dealt, so that nothing of a hand may be said aloud


PinTrouble = Literal["full-looks-empty", "empty-looks-full", "unknown", "set-aside"]


@dataclass(frozen=True, slots=True, kw_only=True)
class PinFault:
    """One pin that the self-test cannot trust."""

    site: SiteId
    trouble: PinTrouble


@dataclass(frozen=True, slots=True, kw_only=True)
class DeviceWell:
    """A device that passed: `count` is how many of it there are, `full` how many pins hold a token."""

    device: Device
    count: int = 0
    cities: int = 0  # how many of `count` pins are cities'
    full: int = 0


Finding = PinFault | DeviceWell | DeviceHealth
"""What one test found; a `DeviceHealth` is a device that is not well."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """What set-up has to choose from.

    `given`: the steps that the table's file has answered; `ways`: how each seat could hear, the best first;
    `settings`: those in the table's file; `numbers`: those that documents lost, as answered, by edition.
    """

    editions: tuple[str, ...]
    identities: bool = False  # a token tells whose it is
    ways: Mapping[Seat, tuple[EarWay, ...]] = field(default_factory=dict)
    given: frozenset[Stage] = frozenset()
    settings: Mapping[str, object] = field(default_factory=dict)
    numbers: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    last: Draft | None = None  # the game before
    latest: StoredGame | None = None  # the one to go on with
    games: tuple[StoredGame, ...] = ()  # all that can be gone on with, newest first
    first: bool = True  # nobody has set this table up yet
    rate: int = 175  # words a minute
    page: bool = False
    tokens: bool = False  # how this table's tokens look was shown to its camera before


@dataclass(frozen=True, slots=True, kw_only=True)
class Desk:
    """All that the panel works with during set-up."""

    facts: Facts
    draft: Draft = field(default_factory=Draft)
    findings: tuple[Finding, ...] = ()
    standing: tuple[SiteId, ...] = ()  # where something stands on the board
    pins: tuple[SiteId, ...] = ()  # that can be tried by hand
    showable: tuple[Seat, ...] = ()  # whose tokens a camera can be shown; none without one
    no_picture: DeviceHealth | None = None  # why the camera gives none
    offered: bool = False  # whether that was asked about
    ears_anew: bool = False  # somebody went back to them: what served last time is asked about, too


# Where the panel is


@dataclass(frozen=True, slots=True)
class Waking:
    """Speech and devices are not ready yet."""


@dataclass(frozen=True, slots=True)
class Speed:
    """How fast it speaks."""


@dataclass(frozen=True, slots=True)
class Practice:
    """Every button says its name; `leaving`: the last one was No."""

    leaving: bool = False


@dataclass(frozen=True, slots=True)
class SelfTest:
    """The self-test, finding by finding. `then`: where one was when another board was found amiss."""

    index: int = 0
    then: "SetupMode | None" = None


@dataclass(frozen=True, slots=True)
class PinTour:
    """Each pin is tried by hand; `index` walks those that were not."""

    tested: frozenset[SiteId] = frozenset()
    index: int = 0


_EMPTY_FIRST: Final = LessonNews(step="clear")


@dataclass(frozen=True, slots=True)
class ShowTokens:
    """Shall the camera be shown the tokens? `then`: where one goes on."""

    then: "SetupMode"


@dataclass(frozen=True, slots=True)
class Showing:
    """The camera is shown the tokens, one seat's after another's. `then`: where one goes on."""

    then: "SetupMode"
    left: tuple[Seat, ...]  # in the order in which they are asked for
    news: LessonNews = _EMPTY_FIRST  # what is to be done now
    asked: bool = False  # whether a seat's tokens are asked for, since the empty board was seen


@dataclass(frozen=True, slots=True)
class SetupPhone:
    """A phone has joined as this seat: No puts it out. `then`: where one was."""

    seat: Seat
    then: "SetupMode"


@dataclass(frozen=True, slots=True)
class Resume:
    """Go on with the game that was played last?"""


@dataclass(frozen=True, slots=True)
class Start:
    """What can be done first."""

    index: int = 0


@dataclass(frozen=True, slots=True)
class Games:
    """The games that can be gone on with."""

    index: int = 0


@dataclass(frozen=True, slots=True)
class EditionList:
    """Which rules."""

    index: int = 0


@dataclass(frozen=True, slots=True)
class CardList:
    """Who holds the cards."""

    index: int = 0


@dataclass(frozen=True, slots=True)
class Who:
    """Who plays: tokens, seat buttons, or the list of seats; behind the last seat stands "that is all"."""

    index: int = 0


@dataclass(frozen=True, slots=True)
class SeatsRight:
    """Are these the seats?"""


@dataclass(frozen=True, slots=True)
class LostNumber:
    """A number that the edition's document lost: right? `name` is that of its setting."""

    name: str
    number: int


@dataclass(frozen=True, slots=True)
class EarTry:
    """A seat's own earphone is tried."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class NoEar:
    """A seat has no ear of its own: the ways out."""

    seat: Seat
    index: int = 0


@dataclass(frozen=True, slots=True)
class StarterList:
    """Who starts; the last item is the lot."""

    index: int = 0


@dataclass(frozen=True, slots=True)
class Clear:
    """Tokens still stand on the board."""


@dataclass(frozen=True, slots=True)
class Summary:
    """All is chosen: start?"""


SetupMode = (
    Waking | Speed | Practice | SelfTest | PinTour | Resume | Start | Games | EditionList | CardList | Who
    | SeatsRight | LostNumber | EarTry | NoEar | StarterList | Clear | Summary | SetupPhone | ShowTokens
    | Showing
)  # fmt: skip

CARD_CHOICES: Final[tuple[CardMode, ...]] = ("dealt", "untracked")
_MOST_ITEMS: Final = 7  # of a list


def start_items(desk: Desk) -> tuple[StartItem, ...]:
    """What can be done first, most used first; what cannot be done is left out.

    So is the speed of speech where there would be an item too many: the game's menu sets it as well.
    """
    facts = desk.facts
    there: dict[StartItem, bool] = {
        "again": facts.last is not None,
        "new": True,
        "games": facts.latest is not None,
        "pins": bool(desk.pins),
        "tokens": bool(desk.showable),
        "practice": True,
        "speed": True,
        "page": facts.page,
    }
    found = [item for item, wanted in there.items() if wanted]
    return tuple(item for item in found if item != "speed" or len(found) <= _MOST_ITEMS)


def free_seats(desk: Desk) -> tuple[Seat, ...]:
    """The seats that nobody has taken."""
    return tuple(seat for seat in SEATS if seat not in desk.draft.seats)


def ear_before(desk: Desk, seat: Seat) -> Seat | None:
    """The seat whose ear was asked about before this one's; None: this was the first."""
    asked = [one for one in desk.draft.seats if "screen" not in desk.facts.ways.get(one, ())]
    at = asked.index(seat) if seat in asked else 0
    return asked[at - 1] if at else None


def ears_wanted(desk: Desk) -> tuple[Seat, ...]:
    """The seats whose ear is not settled."""
    settled = {seat for seat, _ in desk.draft.ears}
    return tuple(seat for seat in desk.draft.seats if seat not in settled)


def ways_out(desk: Desk, seat: Seat) -> tuple[EarChoice, ...]:
    """What a seat without an ear of its own can do."""
    ways, dealt = desk.facts.ways.get(seat, ()), desk.draft.cards == "dealt"
    there: dict[EarChoice, bool] = {
        "shared": "shared" in ways,
        "page": "page" in ways,
        "aloud": not dealt,
        "hands": dealt and "cards" not in desk.facts.given,
        "seats": "seats" not in desk.facts.given,
        "again": "own" in ways,
    }
    found = tuple(item for item, wanted in there.items() if wanted)
    return found or ("again",)


def first_starter(desk: Desk) -> int:
    """Where the list of who starts begins."""
    last = desk.facts.last
    seats = desk.draft.seats
    if last is not None and last.starter in seats and last.seats == seats:
        return (seats.index(last.starter) + 1) % len(seats)  # the next one this time
    return 0


def fewest(desk: Desk) -> int:
    """How many seats the edition needs."""
    return edition(desk.draft.edition).fewest_seats


def most(desk: Desk) -> int:
    """How many seats the edition takes."""
    return edition(desk.draft.edition).most_seats
