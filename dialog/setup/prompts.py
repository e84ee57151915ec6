"""What is said during set-up, as values; `announce` has the words."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from dialog.setup.desk import Draft, EarChoice, Finding, Starter, StartItem, StoredGame
from dialog.table import NothingToDo
from engine import CardMode, Seat, Settings, edition
from tabletop import Button, LessonNews, SiteId

SetupPlace = Literal[
    "waking", "speed", "practice", "tests", "pins", "resume", "start", "games", "edition", "cards", "who",
    "seats", "number", "ear", "no-ear", "starter", "clear", "summary", "phone", "show", "tokens",
]  # fmt: skip
"""Where one is during set-up, by the name that Ask tells of it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hello:
    """The first words: whoever hears them knows that the loudspeaker works."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StillWaking:
    """A press before speech and devices are ready."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SpeedAsked:
    """Said anew at each speed: slower, faster, right?"""

    rate: int  # words a minute


@dataclass(frozen=True, slots=True, kw_only=True)
class PracticeAsked:
    """Every button says its name from now on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ButtonNamed:
    """A button was pressed to hear its name."""

    button: Button


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatNamed:
    """A seat button was pressed where it chooses nothing."""

    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class AllWell:
    """What the self-test found, all of it well, in one utterance."""

    findings: tuple[Finding, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class FindingTold:
    """One finding of the self-test: the thing and what to do."""

    finding: Finding
    index: int
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TourBegins:
    """Each pin can be tried by hand."""

    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PinFelt:
    """A pin was touched: its name, and how many were."""

    site: SiteId
    tested: int
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PinUntested:
    """A pin that was not tried yet; `site` None: all were."""

    site: SiteId | None
    left: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TourEnds:
    """So many pins were tried."""

    tested: int
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TokensAsked:
    """Shall the camera be shown the tokens?"""


@dataclass(frozen=True, slots=True, kw_only=True)
class TokensShown:
    """One step of showing them."""

    news: LessonNews


@dataclass(frozen=True, slots=True, kw_only=True)
class ShowingEnds:
    """So many seats' tokens were shown; the others stay as they were known."""

    known: int
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardTurned:
    """The edition that was chosen has a board of its own: that one is felt and looked at from now on."""

    edition: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ResumeAsked:
    """Go on with this game?"""

    game: StoredGame


@dataclass(frozen=True, slots=True, kw_only=True)
class StartOffered:
    """An item of what can be done first. `last`: the game that `again` means."""

    item: StartItem
    index: int
    count: int
    last: Draft | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class GameOffered:
    """A stored game in the list."""

    game: StoredGame
    index: int
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class EditionOffered:
    """An edition in the list."""

    edition: str
    index: int
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsOffered:
    """Who holds the cards."""

    cards: CardMode
    index: int
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class WhoAsked:
    """Who plays? `tokens`: a token tells whose it is, so that setting one is enough."""

    tokens: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatOffered:
    """A seat in the list; None: that is all."""

    seat: Seat | None
    index: int
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatSits:
    """A seat has joined, as the first, second …; `token`: by its token, which is to be lifted again."""

    seat: Seat
    place: int  # from 1
    token: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatLeft:
    """The seat that joined last has left again."""

    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatRefused:
    """Nobody joined: this seat sits already, all places are taken, too few sit, a token's seat is unknown."""

    why: Literal["sits", "full", "few", "unknown"]
    seat: Seat | None = None
    number: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatsAsked:
    """Are these the seats?"""

    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class NumberAsked:
    """A number that the edition's document lost: is this it? `name` is that of its setting."""

    name: str
    number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class EarAsked:
    """A seat's own earphone is tried: words in it, and a word at the table that it is."""

    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class EarOffered:
    """A seat without an ear of its own: a way out."""

    seat: Seat
    choice: EarChoice
    index: int
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class StarterOffered:
    """Who starts, and what the rules say of it."""

    edition: str
    starter: Starter
    index: int
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ClearAsked:
    """Tokens still stand on the board."""

    site: SiteId
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class StartAsked:
    """All that was chosen, in one sentence: start? `settings`: those in the table's file."""

    draft: Draft
    settings: Mapping[str, object] = field(default_factory=dict)

    def effective(self) -> Settings:
        """The settings of the game."""
        rules = edition(self.draft.edition)
        changed = {**self.settings, **dict(self.draft.settings)}
        return rules.with_settings({name: changed[name] for name in changed if name in rules.setting_names})


@dataclass(frozen=True, slots=True, kw_only=True)
class PhoneSeated:
    """A phone joined as this seat: is that wrong?"""

    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class PageTold:
    """Where the page is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SetupWhere:
    """Ask during set-up: where one is, and what Yes and No do."""

    place: SetupPlace
    index: int
    count: int


SetupPrompt = (
    Hello | StillWaking | SpeedAsked | PracticeAsked | ButtonNamed | SeatNamed | AllWell | FindingTold
    | TourBegins | PinFelt | PinUntested | TourEnds | BoardTurned | ResumeAsked | StartOffered | GameOffered
    | EditionOffered | CardsOffered | WhoAsked | SeatOffered | SeatSits | SeatLeft | SeatRefused
    | SeatsAsked | EarAsked | EarOffered | StarterOffered | ClearAsked | StartAsked | PhoneSeated
    | NumberAsked | PageTold | SetupWhere | TokensAsked | TokensShown | ShowingEnds | NothingToDo
)  # fmt: skip
