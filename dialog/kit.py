"""What all conversations share: what a button does in a mode, what follows from it, how a list is walked.

A game's conversations see its state and who asks; those of a set-up (`setup/`) see its desk.
"""

from collections.abc import Callable
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from dialog.desk import Desk
from dialog.effects import Answer, Edge, Effect, History, Say
from dialog.mode import AnyMode, Mode, Where
from engine import Seat, State
from tabletop import Button

Effects = tuple[Effect, ...]
N = TypeVar("N")
E = TypeVar("E")
M = TypeVar("M", bound=AnyMode[Any])
P = ParamSpec("P")


class Outcome(Struct, Generic[N, E], frozen=True):
    """What a press leads to. `focus`: the seat that takes the panel.

    `desk`: what is chosen in a set-up now; None: as it was.
    """

    mode: N
    effects: tuple[E, ...] = ()
    focus: Seat | None = None
    desk: Desk | None = None


Step = Outcome[Mode | None, Effect]
"""Of a game. `mode` None: what was open before the question is open again."""
Cell = Callable[Concatenate[M, P], Outcome[Any, Any]]
SeatCell = Callable[Concatenate[M, Seat, P], Outcome[Any, Any]]


class Row(Struct, Generic[M, P], frozen=True, kw_only=True):
    """What the four buttons that depend on the mode do in one mode; a row without a cell cannot be written.

    `yes` takes what was named, `no` leaves it, `back` and `forward` walk. `held`: what Yes does that is held
    down, where that is more than Yes. `seat`: what a seat's own button does in set-up, where that is
    more than say its seat.
    """

    mode: type[M]
    yes: Cell[M, P]
    no: Cell[M, P]
    back: Cell[M, P]
    forward: Cell[M, P]
    held: Cell[M, P] | None = None
    seat: SeatCell[M, P] | None = None

    def cell(self, button: Button) -> Cell[M, P]:
        """Of one of the four."""
        match button:
            case "yes":
                return self.yes
            case "no":
                return self.no
            case "back":
                return self.back
            case _:
                return self.forward


def into(mode: AnyMode[Any], before: tuple[Any, ...] = (), *, desk: Desk | None = None) -> Outcome[Any, Any]:
    """Go to a place and say it."""
    return Outcome(mode, before if mode.traits.quiet else (*before, Say(mode)), desk=desk)


# Lists


def back(mode: Any, /, *at: Any, **_: Any) -> Outcome[Any, Any]:
    """One item back in a list that wraps."""
    return walked(mode, at[0], -1)


def forward(mode: Any, /, *at: Any, **_: Any) -> Outcome[Any, Any]:
    """One item on in a list that wraps."""
    return walked(mode, at[0], +1)


def walked(mode: Any, ground: Any, step: int) -> Outcome[Any, Any]:
    """The join has the edge sound."""
    count, target = mode.size(ground), mode.index + step
    edge = () if 0 <= target < count else (Edge(),)
    return into(replace(mode, index=target % max(count, 1)), edge)


def listed(
    mode: type[M],
    *,
    yes: Cell[M, P],
    no: Cell[M, P],
    held: Cell[M, P] | None = None,
    seat: SeatCell[M, P] | None = None,
) -> Row[M, P]:
    """The row of a list that is walked."""
    return Row(mode=mode, yes=yes, no=no, back=back, forward=forward, held=held, seat=seat)


# Questions: there is nothing to walk to, so Back and Forward walk through what was said


def older(mode: Any, /, *at: Any, **_: Any) -> Outcome[Any, Any]:
    """History, one utterance back; what is open stays."""
    return Outcome(mode, (History(-1),))


def newer(mode: Any, /, *at: Any, **_: Any) -> Outcome[Any, Any]:
    """History, one utterance on."""
    return Outcome(mode, (History(+1),))


def asked(mode: type[M], *, yes: Cell[M, P], no: Cell[M, P]) -> Row[M, P]:
    """The row of a question."""
    return Row(mode=mode, yes=yes, no=no, back=older, forward=newer)


# Cells of many modes


def leave(mode: Any, state: State, asker: Seat) -> Step:
    """Back to what was open, with the words whose turn it is."""
    return Step(None, (Answer("turn", asker),))


def tell_place(mode: Any, /, *at: Any, **_: Any) -> Outcome[Any, Any]:
    """It cannot be left: where one is."""
    return Outcome(mode, (Say(Where(mode)),))


def say_again(mode: Any, /, *at: Any, **_: Any) -> Outcome[Any, Any]:
    """Nothing to walk to: the same again."""
    return into(mode)
