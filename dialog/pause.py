"""The pause, and the end of the evening: save and stop, a new game, the table switched off."""

from typing import ClassVar, Final

from dialog.effects import Answer, Leave, Say, Stop
from dialog.kit import Step, asked, leave, say_again
from dialog.lists import to_questions
from dialog.mode import Mode, Prompt, Traits
from engine import Seat, State


class Paused(Mode, frozen=True):
    """The table pauses: nothing on the board is judged."""

    TRAITS: ClassVar[Traits] = Traits(stays=True, at_rest=True)


class StopSure(Mode, frozen=True):
    """Save and stop? With the game over: a new one?"""

    TRAITS: ClassVar[Traits] = Traits(stays=True)
    over: bool = False


class OffSure(Mode, frozen=True):
    """The game is left; is the machine switched off, too? Asked only where the table can do that."""

    TRAITS: ClassVar[Traits] = Traits(stays=True)


class GoesOn(Prompt, frozen=True, kw_only=True):
    """The pause is over."""


class Stopping(Prompt, frozen=True, kw_only=True):
    """The game is saved; the table stops, or begins a new one. `off`: and the machine is switched off."""

    over: bool = False
    off: bool = False


def _resume(mode: Paused, state: State, asker: Seat) -> Step:
    return Step(None, (Say(GoesOn()), Answer("turn", asker)))


def _stop(mode: StopSure, state: State, asker: Seat) -> Step:
    if mode.over:
        return Step(None, (Say(Stopping(over=True)), Stop()))
    return Step(mode, (Leave(),))


def _play_on(mode: StopSure, state: State, asker: Seat) -> Step:
    return leave(mode, state, asker) if mode.over else to_questions(state, "menu")


def _off(mode: OffSure, state: State, asker: Seat) -> Step:
    return Step(None, (Say(Stopping(off=True)), Stop(off=True)))


def _stop_only(mode: OffSure, state: State, asker: Seat) -> Step:
    return Step(None, (Say(Stopping()), Stop()))


ROWS: Final = (
    asked(Paused, yes=_resume, no=say_again),
    asked(StopSure, yes=_stop, no=_play_on),
    asked(OffSure, yes=_off, no=_stop_only),
)
