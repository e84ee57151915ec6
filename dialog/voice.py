"""The voice: its speed, its loudness, how long its words are and what is news, set by Back and Forward."""

from typing import ClassVar, Final

from dialog.effects import TuneVoice
from dialog.kit import Cell, Row, Step
from dialog.lists import to_questions
from dialog.mode import Mode, Traits
from dialog.questions import ITEM, PressItem, TuneItem
from engine import Seat, State


class Tune(Mode, frozen=True):
    """Something of the voice is set: Forward is more, Back less."""

    TRAITS: ClassVar[Traits] = Traits(quiet=True, asks=True, stays=True, ends_with_focus=True)
    what: TuneItem | PressItem


def _tune(step: int) -> Cell[Tune, [State, Seat]]:
    def cell(mode: Tune, state: State, asker: Seat) -> Step:
        return Step(mode, (TuneVoice(mode.what, step, asker),))

    return cell


def _done(mode: Tune, state: State, asker: Seat) -> Step:
    return to_questions(state, ITEM[mode.what].level, mode.what)


ROWS: Final = (Row(mode=Tune, yes=_done, no=_done, back=_tune(-1), forward=_tune(+1)),)
