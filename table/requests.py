"""What somebody wants of a table: by a key, on a page, over the wire. One type, whoever asks.

A request is granted on the table's own thread, in the instant in which it is checked (`table.granting`), and
answered once (`table.answers`). What it wants is a value; who asks, and what he may therefore have, stands
beside it.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal

from msgspec import Struct

from announce.host_words import PhotoTrouble
from dialog import EarWay, TuneItem
from engine import Command, Seat
from table.answers import Answer
from tabletop import Button, Seen, SiteId


class DoAct(Struct, frozen=True, kw_only=True):
    """Do this at the table, or ask the seat how it pays.

    `acts`: of another home's undo, to how many acts its people have said Yes, 0: No; None: it does not tell.
    """

    command: Command
    acts: int | None = None


class LeaveClaim(Struct, frozen=True, kw_only=True):
    """The asker's seat leaves the claim for whose token the table is asked."""


class ClaimAt(Struct, frozen=True, kw_only=True):
    """Claim or build there for the seat that is to move, as from the panel's list: no token stands there."""

    site: SiteId


class PressButton(Struct, frozen=True, kw_only=True):
    """A button of the panel.

    `seat`: on that seat's own page; `shown`: the number of the question that it answers, as the page had it.
    """

    button: Button
    seat: Seat | None = None
    shown: int | None = None


class AskQuestion(Struct, frozen=True, kw_only=True):
    """A question; the table knows which there are, and which everyone may hear the answer of.

    `about`: the route, city, region or seat that is asked about, by its id; "" where there is none.
    """

    question: str
    about: str = ""


class SayText(Struct, frozen=True, kw_only=True):
    """Words to be said at the table."""

    text: str


class SetPause(Struct, frozen=True, kw_only=True):
    """Pause the game, or let it go on."""

    paused: bool


class SetVoice(Struct, frozen=True, kw_only=True):
    """How the table's voice speaks: `volume` 0 to 100, `rate` words a minute, 80 to 450."""

    what: Literal["volume", "rate"]
    value: int


class TellCode(Struct, frozen=True, kw_only=True):
    """Somebody wants a seat's own page, None: the host's: everybody hears that, and this room the code."""

    seat: Seat | None
    digits: str


@dataclass(frozen=True, slots=True, kw_only=True)
class EnterDigits:
    """All the digits at once that the table that is followed has said for a seat here."""

    digits: str = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class NameTicket:
    """A ticket of the list that is open, by first letters of its cities."""

    typed: str = field(repr=False)


class AdmitPhone(Struct, frozen=True, kw_only=True):
    """The right code was written: the table is told, and asked whether that is wrong."""

    seat: Seat | None


class TellRemoved(Struct, frozen=True, kw_only=True):
    """The asking seat, or the host (None), has put a phone of this seat out: everybody hears who did it."""

    seat: Seat


class TellIn(Struct, frozen=True, kw_only=True):
    """What is for the asking seat alone is to be told in this language; None: in the table's own."""

    language: str | None


class UndoActs(Struct, frozen=True, kw_only=True):
    """Ask the table whether this act is undone, and all that came after it.

    `seq`: the number of the event that is the act, which no other act ever has.
    """

    seq: int


class TuneTable(Struct, frozen=True, kw_only=True):
    """Something of the voice one step more or less, or switched over, and told."""

    what: TuneItem
    step: int


class ChooseVoice(Struct, frozen=True, kw_only=True):
    """This voice is to speak, and says so at once.

    Attributes:
        voice: as the tuner offers it; "", for a seat's ear: the table's.
        seat: in this seat's ear; None: to the table, and in every ear that has none of its own.
    """

    voice: str
    seat: Seat | None = None


class HearBy(Struct, frozen=True, kw_only=True):
    """A seat is to hear what is for it so."""

    seat: Seat
    way: EarWay


class MendBoard(Struct, frozen=True, kw_only=True):
    """Compare board and game, go on with the rebuild, or have the game follow the board."""

    wish: Literal["compare", "again", "skip", "leave", "board-right"]


class PlayAgain(Struct, frozen=True, kw_only=True):
    """The game is over: another one."""


class PhotoSays(Struct, frozen=True, kw_only=True):
    """By a photograph, and somebody's Yes, this seat's token stands there; None: none does."""

    site: SiteId
    seat: Seat | None


class PhotoTaken(Struct, frozen=True, kw_only=True):
    """A photograph shows this, at a table that has no other sense."""

    seen: Mapping[SiteId, Seen]


class PhotoFailed(Struct, frozen=True, kw_only=True):
    """Nothing can be read from the photograph that was sent."""

    why: PhotoTrouble


HostWant = UndoActs | TuneTable | ChooseVoice | HearBy | MendBoard
"""What only the host's page may want."""

Want = (
    DoAct | LeaveClaim | ClaimAt | PressButton | AskQuestion | SayText | SetPause | SetVoice | TellCode
    | EnterDigits | NameTicket
    | AdmitPhone | PlayAgain | PhotoSays | PhotoTaken | PhotoFailed | TellIn
    | TellRemoved
    | HostWant
)  # fmt: skip


def nobody_waits(answer: Answer) -> None:
    """Who asked hears what comes of it, and needs no answer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """What is wanted, by whom, and where the answer goes.

    Attributes:
        answer: takes what came of it, once; from any thread.
        seat: whose credential the asker has; None: nobody's, so that nothing private is his.
        near: asked in this room, on the table's own page or by its keys: its people can feel the board where
            no sense can.
        by_key: typed at the table: it stops speech, as a press does, and asks as whoever is at the panel.
        home: which home asks, of a game in two homes; None: nobody's.
        expect_seq: what the game has to be at when it is done; None: whatever it is at.
        due: monotonic seconds after which it is too late; None: never.
        wanted: whether it still is: who was told that the table is busy waits no more.
    """

    want: Want
    answer: Callable[[Answer], None] = nobody_waits
    seat: Seat | None = None
    near: bool = False
    by_key: bool = False
    home: str | None = None
    expect_seq: int | None = None
    due: float | None = None
    wanted: Callable[[], bool] = lambda: True
