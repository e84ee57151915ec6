"""The pause, and the end of the evening: save and stop, or a new game."""

from dataclasses import dataclass
from typing import ClassVar, Final

from dialog.effects import Answer, Say, Stop
from dialog.kit import Step, asked, leave, say_again
from dialog.lists import to_questions
from dialog.mode import Mode, Prompt, Traits
from engine import Seat, State


@dataclass(frozen=True, slots=True)
class Paused(Mode):
    """The table pauses: nothing on the board is judged."""

    TRAITS: ClassVar[Traits] = Traits(stays=True, at_rest=True)


@dataclass(frozen=True, slots=True)
class StopSure(Mode):
    """Save and stop? With the game over: a new one?"""

    TRAITS: ClassVar[Traits] = Traits(stays=True)
    over: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class GoesOn(Prompt):
    """The pause is over."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stopping(Prompt):
    """The game is saved; the table stops, or begins a new one."""

    over: bool = False


def _resume(mode: Paused, state: State, asker: Seat) -> Step:
    return Step(None, (Say(GoesOn()), Answer("turn", asker)))


def _stop(mode: StopSure, state: State, asker: Seat) -> Step:
    return Step(None, (Say(Stopping(over=mode.over)), Stop()))


def _play_on(mode: StopSure, state: State, asker: Seat) -> Step:
    return leave(mode, state, asker) if mode.over else to_questions(state, "menu")


ROWS: Final = (asked(Paused, yes=_resume, no=say_again), asked(StopSure, yes=_stop, no=_play_on))
