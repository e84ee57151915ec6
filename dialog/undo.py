"""Undoing: a list of what was done, newest first; then a question that names what is lost."""

from typing import ClassVar, Final

from dialog.effects import Answer, UndoBack, UndoLeft
from dialog.kit import Step, asked, into, listed
from dialog.lists import Table, to_questions
from dialog.mode import QUESTION, Mode, Prompt, Traits
from dialog.past import PastAct
from engine import Seat, State
from tabletop import SiteId


class Undos(Mode, frozen=True):
    """The acts of the game, newest first: back to before which one?"""

    TRAITS: ClassVar[Traits] = Traits(ends_with_focus=True)
    acts: tuple[PastAct, ...]
    index: int = 0

    def size(self, state: State) -> int:
        """Each act is an item."""
        return len(self.acts)


class UndoSure(Mode, frozen=True):
    """All these acts go, newest first; the question names what is lost."""

    TRAITS: ClassVar[Traits] = QUESTION
    acts: tuple[PastAct, ...]


class LiftAsked(Prompt, frozen=True, kw_only=True):
    """The game went back; this token is to be lifted next, `left` with it are."""

    site: SiteId
    left: int


class NothingToTakeBack(Prompt, frozen=True, kw_only=True):
    """No was pressed in silence and there is nothing to take back."""


def _choose(mode: Undos, state: State, asker: Seat) -> Step:
    return into(UndoSure(mode.acts[: mode.index + 1]))


def _at_once(mode: Undos, state: State, asker: Seat) -> Step:
    return Step(Table(), (UndoBack(asker, mode.index + 1),))


def _to_menu(mode: Undos, state: State, asker: Seat) -> Step:
    return to_questions(state, "menu")


def _undo(mode: UndoSure, state: State, asker: Seat) -> Step:
    return Step(Table(), (UndoBack(asker, len(mode.acts)),))


def _keep(mode: UndoSure, state: State, asker: Seat) -> Step:
    """Back to what was open, with the words whose turn it is."""
    return Step(None, (UndoLeft(len(mode.acts)), Answer("turn", asker)))


ROWS: Final = (
    listed(Undos, yes=_choose, no=_to_menu, held=_at_once),
    asked(UndoSure, yes=_undo, no=_keep),
)
