"""One game in two homes: what a table hears of the other, and where its acts go instead of being decided.

`homes` is the host's side, which decides; `followed` the side that follows. Both are handed to the session as
a `Linked`. What they hear comes by the session's inbox like everything else.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol

from msgspec import Struct

from announce import Urgency
from dialog import Effect, LineCause, SeatCondition
from engine import Command, Event, Seat
from table.acting import CommandRunner
from table.board_side import BoardSide
from table.common import Common
from tabletop import Button, Press

# What the host hears of a home


class HomeThere(Struct, frozen=True, kw_only=True):
    """A home can be reached, or it cannot."""

    home: str
    there: bool


class HomeShows(Struct, frozen=True, kw_only=True):
    """How far a home's board shows the game: at `seq` all of it (`shown`), or not yet."""

    home: str
    seq: int
    shown: bool


# What a home hears of the host


class HostTold(Struct, frozen=True, kw_only=True):
    """Events of the host, numbered without a gap; `act`: they are one act, else several, missed ones."""

    events: tuple[tuple[int, Event], ...]
    act: bool


class HostCounts(Struct, frozen=True, kw_only=True):
    """The game at `seq` as everybody may see it there (`engine.view`): how much hands and decks hold."""

    seq: int
    view: Mapping[str, object]


class HostAnswered(Struct, frozen=True, kw_only=True):
    """What the host has made of an act; `number` is that of the `FarWanted`."""

    number: int
    seq: int = 0
    asked: str = ""  # done when somebody there has answered
    code: str = ""  # why not; "": it is done
    reason: str = ""
    rule: str = ""


class HostThere(Struct, frozen=True, kw_only=True):
    """The host can be reached, or it cannot; `why`, where that is known. The same news never comes twice."""

    there: bool
    why: LineCause | None = None


class HostAsks(Struct, frozen=True, kw_only=True):
    """The host's home wants so many acts undone, 0 nothing (any longer), where the game is at `seq`.

    `no`: to what this home wanted undone there it has said No.
    """

    undo: int
    seq: int
    no: bool = False


class HostPlays(Struct, frozen=True, kw_only=True):
    """The host plays another game now."""

    game: str


# What a home hears by the host's page, each for one of its seats


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatTold:
    """Words of the host for this seat alone."""

    seat: Seat
    text: str = field(repr=False)
    urgency: Urgency


class SeatAsked(Struct, frozen=True, kw_only=True):
    """What this seat is asked there: by `number`, 0 nothing; a press that answers it goes with it."""

    seat: Seat
    number: int
    own: bool  # of this seat, not of the whole table


class SeatPage(Struct, frozen=True, kw_only=True):
    """How it is with the seat's page."""

    seat: Seat
    condition: SeatCondition | Literal["wants-code"]  # one was just said there


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatSees:
    """The game as this seat may see it there (`engine.view`), with its hand: kept nowhere, told to nobody."""

    seat: Seat
    view: Mapping[str, object] = field(repr=False)


SeatNews = SeatTold | SeatAsked | SeatPage | SeatSees
LinkNews = (
    HomeThere | HomeShows | HostTold | HostCounts | HostAnswered | HostThere | HostAsks | HostPlays | SeatNews
)


# What a home has sent


class FarWanted(Struct, frozen=True, kw_only=True):
    """An act that the host is asked for, where the game is at `seq`. Sent until it is answered.

    `acts`: of an undo, to how many acts the people here have said Yes, 0: No.
    """

    number: int
    command: Command
    seq: int
    acts: int | None = None


class FarPress(Struct, frozen=True, kw_only=True):
    """A button pressed for a seat of this home: it goes to the seat's page at the host."""

    seat: Seat
    button: Button
    shown: int


@dataclass(frozen=True, slots=True, kw_only=True)
class FarCode:
    """Digits that the host's table has said, for the page of one seat; None: have it say some."""

    seat: Seat
    digits: str | None = field(repr=False)


SeatWish = FarPress | FarCode


class Shown(Struct, frozen=True, kw_only=True):
    """How far the board here shows the game."""

    seq: int
    shown: bool
    differences: tuple[Mapping[str, object], ...] = ()


class Linked(Protocol):
    """This table's side of a game in two homes.

    Attributes:
        far: the seats that play elsewhere, and in which home.
        decides: this table's engine does.
        asks_undo: how many acts the other homes are asked to undo.
        undo_no: the homes that wanted an undo to which the people here have said No.
        notes: what is noted beside a game that begins.
    """

    @property
    def far(self) -> Mapping[Seat, str]: ...

    @property
    def decides(self) -> bool: ...

    @property
    def asks_undo(self) -> int: ...

    @property
    def undo_no(self) -> Sequence[str]: ...

    @property
    def notes(self) -> Mapping[str, object]: ...

    def join(self, common: Common, runner: CommandRunner, board: BoardSide) -> None:
        """The table it belongs to."""

    def takes(self, commands: Sequence[Command], at: float) -> Sequence[Effect] | None:
        """What these wait for, or where they have gone; None: they are decided here and now."""

    def pressed(self, press: Press, at: float) -> bool:
        """Whether a button that was let go is answered elsewhere; then it has gone there."""

    def hear(self, news: LinkNews, at: float) -> None:
        """Take in what was heard."""

    def tick(self, at: float) -> None:
        """Time has passed."""


def home_named(seats: Mapping[str, Sequence[Seat]]) -> dict[Seat, str]:
    """Seat → home, of home → seats."""
    return {seat: home for home, its in seats.items() for seat in its}
