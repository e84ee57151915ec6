"""What a table that is set up chooses from, and what it has chosen, until there is a game with a state."""

from collections.abc import Collection, Mapping
from typing import Final, Literal, get_args

from msgspec import Struct, field

from engine import CardMode, Seat, Settings, edition
from tabletop import Device, DeviceHealth, SiteId

EarWay = Literal["own", "shared", "page", "screen", "aloud"]
"""How a seat hears what is for it: its own earphone, the one that goes round, its page, the screen; with
cards in hands also aloud, at the table."""

Stage = Literal["edition", "cards", "seats", "numbers", "ears", "starter", "board", "start"]
STAGES: Final[tuple[Stage, ...]] = get_args(Stage)
"""The steps to a new game, in their order."""

Starter = Seat | Literal["lot"]

BotLevel = Literal["easy", "fair", "strong"]
"""How well a seat plays that plays by itself."""


class Draft(Struct, frozen=True, kw_only=True):
    """A game that is being set up; an empty field is not chosen yet. `seats` are in seating order.

    `bots`: those of them that play by themselves, as far as set-up has chosen that.
    """

    edition: str = ""
    cards: CardMode | None = None
    seats: tuple[Seat, ...] = ()
    bots: tuple[tuple[Seat, BotLevel], ...] = ()
    starter: Starter | None = None
    ears: tuple[tuple[Seat, EarWay], ...] = ()
    settings: tuple[tuple[str, int], ...] = ()  # numbers that the edition's document lost, as answered

    @property
    def levels(self) -> tuple[BotLevel, ...]:
        """How well opponents can play; strong ones look ahead, which is for cards dealt from one deck."""
        ahead = self.cards == "dealt" and bool(self.edition) and len(edition(self.edition).decks) == 1
        return get_args(BotLevel) if ahead else ("easy", "fair")

    def turn_order(self) -> tuple[Seat, ...]:
        """The seats from the one that starts; by lot: as they sit, until the lot is drawn."""
        if self.starter not in self.seats:
            return self.seats
        first = self.seats.index(self.starter)
        return self.seats[first:] + self.seats[:first]

    def taking(self, stages: Collection[Stage], other: "Draft") -> "Draft":
        """What these steps choose is as in another one."""
        return Draft(
            edition=(other if "edition" in stages else self).edition,
            cards=(other if "cards" in stages else self).cards,
            seats=(other if "seats" in stages else self).seats,
            bots=(other if "seats" in stages else self).bots,
            starter=(other if "starter" in stages else self).starter,
            ears=(other if "ears" in stages else self).ears,
            settings=(other if "numbers" in stages else self).settings,
        )


class StoredGame(Struct, frozen=True, kw_only=True):
    """A game that can be gone on with."""

    name: str
    edition: str
    seats: tuple[Seat, ...]
    turn: int
    to_move: Seat | None
    when: Literal["today", "yesterday", "before"] = "before"
    cut: bool = False  # the power went while it was played
    unsaved: bool = False  # its last turns are lost: no card took them
    over: bool = False  # and scored; the power went before it was left
    dealt: bool = False  # its cards are dealt, so that nothing of a hand may be said aloud
    own_map: str = ""  # what its map is called; empty: it is the edition's own


PinTrouble = Literal["full-looks-empty", "empty-looks-full", "unknown", "set-aside"]


class PinFault(Struct, frozen=True, kw_only=True):
    """One pin that the self-test cannot trust."""

    site: SiteId
    trouble: PinTrouble


class DeviceWell(Struct, frozen=True, kw_only=True):
    """A device that passed: `count` is how many of it there are, `full` how many pins hold a token."""

    device: Device
    count: int = 0
    cities: int = 0  # how many of `count` pins are cities'
    full: int = 0


class EarlierTable(Struct, frozen=True, kw_only=True):
    """A table that can be brought here from a stick. `name`: which file it is; `games`: how many it has."""

    name: str
    games: int


Finding = PinFault | DeviceWell | DeviceHealth
"""What one test found; a `DeviceHealth` is a device that is not well."""


class Facts(Struct, frozen=True, kw_only=True):
    """What set-up has to choose from.

    `given`: the steps that the table's file has answered; `ways`: how each seat could hear, the best first;
    `settings`: those in the table's file; `numbers`: those that documents lost, as answered, by edition.
    """

    editions: tuple[str, ...]
    identities: bool = False  # a token tells whose it is
    by_keys: bool = False  # keys set the tokens: there is no board
    voiced: bool = True  # words are spoken here, not only shown
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
    address: str = ""  # by which phones reach the page, https://host:port; empty: only this machine does
    off: bool = False  # the table can switch its machine off
    sticks: bool = False  # an earlier table could be brought from a stick
    tokens: bool = False  # how this table's tokens look was shown to its camera before


class Desk(Struct, frozen=True, kw_only=True):
    """All that the panel works with during set-up."""

    facts: Facts
    draft: Draft = field(default_factory=Draft)
    findings: tuple[Finding, ...] = ()
    standing: tuple[SiteId, ...] = ()  # where something stands on the board
    pins: tuple[SiteId, ...] = ()  # that can be tried by hand
    showable: tuple[Seat, ...] = ()  # whose tokens a camera can be shown; none without one
    no_picture: DeviceHealth | None = None  # why the camera gives none
    offered: bool = False  # whether that was asked about
    earlier: tuple[EarlierTable, ...] = ()  # found on sticks, newest first
    ears_anew: bool = False  # somebody went back to them: what served last time is asked about, too

    def settings(self) -> Settings:
        """The settings of the game as it is chosen now."""
        rules = edition(self.draft.edition)
        changed = {**self.facts.settings, **dict(self.draft.settings)}
        return rules.with_settings({name: changed[name] for name in changed if name in rules.setting_names})
