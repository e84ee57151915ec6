"""What a page is made of: one moment of the table. A value, handed from the game's thread to the page's.

Before there is a game the moment is a `SetUpMoment`, then a `GameMoment`: the same pages show both, so that
nobody who has one open, or has joined a seat, has to come anew when the game begins.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from announce import Announcement, Audience, Deed, Evening, Setting, Urgency, Wording
from dialog import PastAct, SeatEar, TuneItem
from engine import Game, Seat, State, TicketId
from reconcile import Difference, Wanted, expected_tokens
from tabletop import DeviceHealth, Seen, Sense, SiteId

Viewer = Seat | None
"""Whose page it is; None: anybody's."""

KEPT: Final = 100  # utterances that each audience can look up


@dataclass(frozen=True, slots=True)
class Entry:
    """One utterance as it stands on a page; `number` counts its audience's own, from 1."""

    number: int
    text: str
    urgency: Urgency
    sound: str = ""  # the short sound before it, and in which seat's timbre: `claim-blue`; empty: none


@dataclass(frozen=True, slots=True)
class OpenQuestion:
    """What is asked of an audience now. An answer names `number`: to something else it is no answer.

    No text: nothing is asked, or (`elsewhere`) a seat is asked in its own ear.
    """

    number: int = 0
    text: str = ""
    elsewhere: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """What every moment of a table has: its words, what is asked, whose page may be joined."""

    wording: Wording
    said: Mapping[Audience, tuple[Entry, ...]]  # the newest `KEPT`, oldest first
    opened: Mapping[Audience, OpenQuestion]
    repeated: Mapping[Audience, Entry]  # what was last said once more; numbered apart
    people: tuple[Seat, ...]  # the seats at which somebody sits: each may have a page

    def heard(self, audience: Audience) -> tuple[Entry, ...]:
        """What this audience was told."""
        return self.said.get(audience, ())

    def asked(self, viewer: Viewer) -> OpenQuestion:
        """What a page shows as asked: the seat's own question before the table's."""
        return self.opened.get("everyone" if viewer is None else viewer, OpenQuestion())


@dataclass(frozen=True, slots=True, kw_only=True)
class SetUpMoment(Moment):
    """A table that is being set up: there is no game yet, and so nothing to be asked about it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameMoment(Moment):
    """One moment of a game, with all its secrets: what is shown of it only `view` decides."""

    game: Game
    counted: State | None = None  # where another table deals: with its counts; cards and tickets are any
    health: tuple[DeviceHealth, ...] = ()
    evening: Evening
    token_wanted: bool = False  # a token is waited for: Yes says that it stands
    wish: tuple[Seat, SiteId] | None = None  # a claim made at a page: it counts when its token stands
    unsure: frozenset[SiteId] = frozenset()  # where pin and camera contradict each other
    doubt: bool = False  # neither sense is live: answers are as last known
    deeds: Callable[[Game], Sequence[Deed]]  # what the game told short is made of
    host: "HostView | None" = None  # None: nobody is the host
    sealed: Mapping[Seat, Sequence[TicketId]] = field(default_factory=dict)  # entered early: its seat's alone
    by_photos: bool = False  # photographs that phones send are the only sense

    @property
    def counts(self) -> State:
        """Where to look how much hands and decks hold, and nothing else of a hand."""
        return self.counted or self.game.state

    def standing(self) -> Mapping[SiteId, Seat]:
        """Whose tokens stand where by the game."""
        return expected_tokens(self.game.state)


@dataclass(frozen=True, slots=True, kw_only=True)
class HostView:
    """What a host sees of the devices and the board; nothing of any hand."""

    paused: bool
    pins: Mapping[SiteId, Mapping[Sense, Seen]]  # what each sense says of each pin
    differences: tuple[Difference, ...]
    wanted: tuple[Wanted, ...]  # tokens to be put back, the one that is asked for first
    acts: tuple[PastAct, ...]  # what can be undone, newest first
    ears: tuple[SeatEar, ...]
    voice: Mapping[TuneItem, Setting]  # as it is now; empty: nothing is spoken here
    voices: Mapping[str, str]  # which may be chosen, as people call them
    ear_voices: Mapping[Seat, str]  # the seats in whose ears another one speaks than to the table


def words(announcements: Sequence[Announcement]) -> tuple[str, ...]:
    """The sentences of an answer, bare sounds left out."""
    return tuple(one.normal for one in announcements if one.normal)
