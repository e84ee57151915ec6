"""What lasts from game to game: companies, the caboose, events, stickers, boards, postcards."""

from collections.abc import Mapping
from typing import Final, Literal

import msgspec

from engine.settings import SettingValue
from engine.values import Seat

GAMES: Final = 12
FIRST_YEAR: Final = 1865
YEARS_BETWEEN: Final = 3

Step = Literal["before", "playing", "after", "over"]
"""`before`: a game is to be set up; `playing`; `after`: scored, being put away; `over`: twelve are played."""


class CampaignError(ValueError):
    """What cannot be done in a campaign; one line says what, which and what to do."""


class BankSlip(msgspec.Struct, frozen=True, kw_only=True):
    """What a company earned in a game; never below 0 in total (LW-55). A missed game has a total only."""

    game: int
    coins: int = 0
    trains_bonus: int = 0
    tickets: int = 0
    total: int = 0
    missed: bool = False


class Vault:
    """The sealed part of a company box: slips go in, and nothing that shows it tells what they say.

    Only `open_vaults`, which waits for the end of the campaign, and the campaign's file look inside (LW-61).
    """

    __slots__ = ("_slips",)

    def __init__(self, slips: tuple[BankSlip, ...] = ()) -> None:
        self._slips = slips

    def __repr__(self) -> str:
        return f"Vault(sealed, {len(self._slips)})"

    def __len__(self) -> int:
        """How many slips went in; everybody has seen that."""
        return len(self._slips)

    def with_slip(self, slip: BankSlip) -> "Vault":
        """The vault with one more."""
        return Vault((*self._slips, slip))

    def without_slip(self, game: int, *, missed: bool) -> "Vault":
        """The vault without that of a game, which is made out anew; `missed`: the box told it."""
        kept = tuple(slip for slip in self._slips if (slip.game, slip.missed) != (game, missed))
        return Vault(kept)


class Company(msgspec.Struct, frozen=True, kw_only=True):
    """A company's box. The office is part of every setup (LW-62), the vault never is."""

    seat: Seat
    trains: int = 20  # on the back of the box (LW-2)
    office: tuple[str, ...] = ()  # cards and tokens by name
    office_coins: int = 0
    vault: Vault = msgspec.field(default_factory=Vault)
    missed: tuple[int, ...] = ()  # games (LW-63)


class Sticker(msgspec.Struct, frozen=True, kw_only=True):
    """A rule in a numbered box: of the setup, of a claim, or of the end of a game (LW-13).

    `effect`: what a claim step does, in the words of engine/event_effects.py; None: the table reads it.
    """

    where: Literal["setup", "claim", "end"]
    number: int
    text: str
    effect: str | None = None
    until: int = GAMES  # the last game in which it holds


class Postcard(msgspec.Struct, frozen=True, kw_only=True):
    """A postcard with its owner. `from_game`: the first game in which it can be fulfilled (LW-65)."""

    id: str
    public: str
    private: str  # for its owner only, until it is fulfilled (LW-64)
    seat: Seat
    from_game: int
    fulfilled: int | None = None  # in which game


class Campaign(msgspec.Struct, frozen=True, kw_only=True):
    """A campaign between two acts. Functions of this package give a new one; nothing is changed."""

    companies: Mapping[Seat, Company]  # in the order in which they sit
    game: int = 1  # the one that is set up, played or put away
    step: Step = "before"
    caboose: Seat
    present: tuple[Seat, ...] = ()  # of the running game, in turn order
    events: tuple[str, ...] = ()  # those in the deck, as lines of engine/event_effects.py
    retired: tuple[str, ...] = ()  # names in the dead letter office
    discards: tuple[str, ...] = ()  # event discards of the last game, of which one is to be retired
    discards_known: bool = True  # False: cards were untracked, so any event may lie there, or none
    stickers: tuple[Sticker, ...] = ()
    boards: tuple[str, ...] = ()  # map patches as JSON, in the order of adding
    postcards: tuple[Postcard, ...] = ()
    settings: Mapping[str, SettingValue] = {}  # numbers that content has changed
    opened: tuple[str, ...] = ()  # ids of the content that has been read
    recorded: int | None = None  # the last game by its position alone, when so much content had been read
    story: tuple[str, ...] = ()  # all that has been read out
    lots: Mapping[str, int] = {}  # the seeds that lots were drawn with: `new`, `game 3`

    @property
    def year(self) -> int:
        """The year of the running game."""
        return FIRST_YEAR + YEARS_BETWEEN * (min(self.game, GAMES) - 1)


_STANDS: Final[Mapping[Step, str]] = {
    "before": "has not begun",
    "playing": "is being played",
    "after": "is over and not closed yet",
    "over": "was the last one and is closed",
}
_WHEN: Final[Mapping[Step, str]] = {
    "before": "before a game begins",
    "playing": "while a game is being played",
    "after": "when a game is over, until it is closed",
    "over": "when the whole campaign is over",
}


def of_seat(campaign: Campaign, seat: Seat) -> Company:
    """A seat's company. Raises CampaignError."""
    company = campaign.companies.get(seat)
    if company is None:
        known = ", ".join(campaign.companies)
        raise CampaignError(f"{seat} has no company in this campaign; companies are {known}")
    return company


def at_step(campaign: Campaign, *steps: Step) -> None:
    """Complain unless the campaign is at one of these steps. Raises CampaignError."""
    if campaign.step not in steps:
        wanted = " or ".join(_WHEN[step] for step in steps)
        raise CampaignError(f"game {campaign.game} {_STANDS[campaign.step]}; this is done {wanted}")
