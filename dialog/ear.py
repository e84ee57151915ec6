"""Whose ear it is: the shared earphone goes round, a seat's ear is tried and changed, the asker is named."""

from typing import ClassVar, Final

from msgspec import Struct
from msgspec.structs import replace

from dialog.desk import EarWay
from dialog.effects import ChangeEar, EarPassed, ListEars, Say
from dialog.kit import Row, Step, into, listed, say_again
from dialog.lists import to_questions
from dialog.mode import ASKING, QUESTION, Mode, Prompt, Traits
from engine import Seat, State


class PassEar(Mode, frozen=True):
    """The shared earphone is to be passed to a seat: its own Yes tells that it is in."""

    TRAITS: ClassVar[Traits] = Traits(by_itself=True, stays=True)
    seat: Seat
    holder: Seat | None
    screen: bool = False  # it is no earphone but a screen that several read, one at a time


class ForWhom(Mode, frozen=True):
    """Whose ear the answers go to, where there are no seat buttons."""

    TRAITS: ClassVar[Traits] = Traits(stays=True, ends_with_focus=True)
    seats: tuple[Seat, ...]
    index: int = 0

    def size(self, state: State) -> int:
        """Each seat is an item."""
        return len(self.seats)


class EarTold(Prompt, frozen=True, kw_only=True):
    """Who has the shared earphone now; `kept`: it was not passed to `waits`, whose words wait."""

    holder: Seat | None
    waits: Seat | None = None
    screen: bool = False  # as in `PassEar`


class FocusOver(Prompt, frozen=True, kw_only=True):
    """In the ear of the seat that had the panel: it is the mover's again."""

    seat: Seat


class SeatEar(Struct, frozen=True):
    """How a seat hears what is for it: `now`, None where it hears it nowhere, and the ways that there are."""

    seat: Seat
    now: EarWay | None
    ways: tuple[EarWay, ...]


class SeatEars(Mode, frozen=True):
    """Each seat and its ear: which is to be tried, or changed."""

    TRAITS: ClassVar[Traits] = ASKING
    ears: tuple[SeatEar, ...]
    index: int = 0

    def size(self, state: State) -> int:
        """Each seat is an item."""
        return len(self.ears)


class EarWays(Mode, frozen=True):
    """How this seat is to hear: the ways that there are, the one of now among them."""

    TRAITS: ClassVar[Traits] = ASKING
    ear: SeatEar
    index: int = 0

    def size(self, state: State) -> int:
        """Each way is an item."""
        return len(self.ear.ways)


class EarTested(Mode, frozen=True):
    """Words in a seat's own earphone: is it heard? `before`: how it heard until now."""

    TRAITS: ClassVar[Traits] = QUESTION
    seat: Seat
    before: EarWay | None


class EarTrying(Prompt, frozen=True, kw_only=True):
    """At the table: words are in a seat's earphone now, to be answered."""

    seat: Seat


class EarChanged(Prompt, frozen=True, kw_only=True):
    """How a seat hears from now on; `way` None: as nobody has answered, nothing has changed."""

    seat: Seat
    way: EarWay | None


class NoEars(Prompt, frozen=True, kw_only=True):
    """There is no way to choose by which a seat could hear."""


def _has_it(mode: PassEar, state: State, asker: Seat) -> Step:
    return Step(None, (EarPassed(mode.seat),))


def _keeps_it(mode: PassEar, state: State, asker: Seat) -> Step:
    return Step(
        None,
        (
            EarPassed(mode.seat, kept=True),
            Say(EarTold(holder=mode.holder, waits=mode.seat, screen=mode.screen)),
        ),
    )


def _take(mode: ForWhom, state: State, asker: Seat) -> Step:
    """Its seat takes the panel, and asks."""
    return replace(to_questions(state, "ask"), focus=mode.seats[mode.index])


def _leave(mode: ForWhom, state: State, asker: Seat) -> Step:
    return to_questions(state, "menu")


def _ways_of(mode: SeatEars, state: State, asker: Seat) -> Step:
    ear = mode.ears[mode.index]
    return into(EarWays(ear, ear.ways.index(ear.now) if ear.now in ear.ways else 0))


def _leave_ears(mode: SeatEars, state: State, asker: Seat) -> Step:
    return to_questions(state, "seats", "ears")


def _to_ears(mode: EarWays, state: State, asker: Seat) -> Step:
    return Step(mode, (ListEars(),))


def _hear_so(mode: EarWays, state: State, asker: Seat) -> Step:
    """An earphone is tried before it counts; what goes round or is read asks for nothing."""
    seat, way = mode.ear.seat, mode.ear.ways[mode.index]
    if way == "own":
        trying = (ChangeEar(seat, way, heard=False), Say(EarTrying(seat=seat)))
        return into(EarTested(seat, mode.ear.now), trying)
    return Step(None, (ChangeEar(seat, way), Say(EarChanged(seat=seat, way=way))))


def _hears(mode: EarTested, state: State, asker: Seat) -> Step:
    return Step(None, (Say(EarChanged(seat=mode.seat, way="own")), ChangeEar(mode.seat, "own")))


def _hears_nothing(mode: EarTested, state: State, asker: Seat) -> Step:
    """As it was: a way that is not heard is none."""
    back = () if mode.before in (None, "own") else (ChangeEar(mode.seat, mode.before),)
    return Step(None, (*back, Say(EarChanged(seat=mode.seat, way=None)), ListEars()))


ROWS: Final = (
    listed(SeatEars, yes=_ways_of, no=_leave_ears),
    listed(EarWays, yes=_hear_so, no=_to_ears),
    Row(mode=EarTested, yes=_hears, no=_hears_nothing, back=say_again, forward=_hears_nothing),
    Row(mode=PassEar, yes=_has_it, no=_keeps_it, back=say_again, forward=say_again),
    listed(ForWhom, yes=_take, no=_leave),
)
