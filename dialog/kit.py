"""What all conversations share: what a button does in a mode, what follows from it, how a list is walked."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

from dialog.effects import Answer, Edge, Effect, History, Say
from dialog.mode import Mode, Where
from engine import Seat, State

Effects = tuple[Effect, ...]
M = TypeVar("M", bound=Mode)


@dataclass(frozen=True, slots=True)
class Step:
    """What a press leads to. `mode` None: what was open before the question is open again.

    `focus`: the seat that takes the panel.
    """

    mode: Mode | None
    effects: Effects = ()
    focus: Seat | None = None


Cell = Callable[[M, State, Seat], Step]


@dataclass(frozen=True, kw_only=True)  # no slots: a generic class that is called notes what it is of
class Row(Generic[M]):
    """What the four buttons that depend on the mode do in one mode; a row without a cell cannot be written.

    `yes` takes what was named, `no` leaves it, `back` and `forward` walk. `held`: what Yes does that is held
    down, where that is more than Yes.
    """

    mode: type[M]
    yes: Cell[M]
    no: Cell[M]
    back: Cell[M]
    forward: Cell[M]
    held: Cell[M] | None = None


def into(mode: Mode, before: Effects = ()) -> Step:
    """Go to a place and say it."""
    return Step(mode, before if mode.traits.quiet else (*before, Say(mode)))


# Lists


def back(mode: Any, state: State, asker: Seat) -> Step:
    """One item back in a list that wraps."""
    return walked(mode, state, -1)


def forward(mode: Any, state: State, asker: Seat) -> Step:
    """One item on in a list that wraps."""
    return walked(mode, state, +1)


def walked(mode: Any, state: State, step: int) -> Step:
    """The join has the edge sound."""
    count, target = mode.size(state), mode.index + step
    edge: Effects = () if 0 <= target < count else (Edge(),)
    return into(replace(mode, index=target % max(count, 1)), edge)


def listed(mode: type[M], *, yes: Cell[M], no: Cell[M], held: Cell[M] | None = None) -> Row[M]:
    """The row of a list that is walked."""
    return Row(mode=mode, yes=yes, no=no, back=back, forward=forward, held=held)


# Questions: there is nothing to walk to, so Back and Forward walk through what was said


def older(mode: Any, state: State, asker: Seat) -> Step:
    """History, one utterance back; what is open stays."""
    return Step(mode, (History(-1),))


def newer(mode: Any, state: State, asker: Seat) -> Step:
    """History, one utterance on."""
    return Step(mode, (History(+1),))


def asked(mode: type[M], *, yes: Cell[M], no: Cell[M]) -> Row[M]:
    """The row of a question."""
    return Row(mode=mode, yes=yes, no=no, back=older, forward=newer)


# Cells of many modes


def leave(mode: Any, state: State, asker: Seat) -> Step:
    """Back to what was open, with the words whose turn it is."""
    return Step(None, (Answer("turn", asker),))


def tell_place(mode: Any, state: State, asker: Seat) -> Step:
    """It cannot be left: where one is."""
    return Step(mode, (Say(Where(mode)),))


def say_again(mode: Any, state: State, asker: Seat) -> Step:
    """Nothing to walk to: the same again."""
    return into(mode)
