"""The list of what can be asked and the lists in it: an item is answered, opened or done."""

from typing import Final, assert_never

from dialog.ear import ForWhom
from dialog.effects import (
    Answer,
    EarBack,
    ListEars,
    ListTickets,
    ListUndo,
    Mend,
    OfTheEvening,
    Say,
    TuneVoice,
)
from dialog.explore import Exploring
from dialog.kit import Step, into, listed
from dialog.lists import Acts, Questions, act_items, to_questions
from dialog.names import NothingToChoose, names_of
from dialog.pause import Paused, StopSure
from dialog.questions import PARENT, is_level, of_a_place, of_the_evening, of_the_state
from dialog.voice import Tune
from engine import Seat, State


def _leave(mode: Questions, state: State, asker: Seat) -> Step:
    """One level up; from the uppermost back to the table."""
    parent = PARENT.get(mode.level)
    if parent is None or mode.level == "ask":
        return Step(None, (Answer("turn", asker),))
    return to_questions(state, parent, mode.level)


def _take(mode: Questions, state: State, asker: Seat) -> Step:
    """Answer it, and leave the list open; or open the list that it is; or do it."""
    item = mode.items[mode.index]
    if is_level(item):
        return to_questions(state, item)
    if of_the_state(item):
        return Step(mode, (Answer(item, asker),))
    if of_the_evening(item):
        return Step(mode, (OfTheEvening(item, asker),))
    if of_a_place(item):
        return into(names_of(state, asker, item) or mode)
    match item:
        case (
            "rate" | "volume" | "voice-name" | "level" | "own-level" | "sounds" | "sound-volume"
            | "accept" | "repeat-block" | "confirm" | "scan" | "pace"
            | "say-turns" | "say-claims" | "say-cards" | "say-tickets" | "say-money" | "say-mended"
        ):  # fmt: skip
            return Step(Tune(item), (TuneVoice(item, 0, asker),))
        case "explore":
            return into(Exploring(asker))
        case "for-whom":
            return into(ForWhom(state.seats))
        case "undo":
            return Step(mode, (ListUndo(),))
        case "own-tickets":
            return Step(mode, (ListTickets(asker),))
        case "acts":
            items = act_items(state)
            return into(Acts(items)) if items else Step(mode, (Say(NothingToChoose(seat=asker)),))
        case "pause":
            return into(Paused())
        case "stop":
            return into(StopSure())
        case "ears":
            return Step(mode, (ListEars(),))
        case "ear-back":
            return Step(None, (EarBack(),))
        case "rebuild":
            return Step(None, (Mend("compare"),))
        case "board-right":
            return Step(mode, (Mend("board-right"),))
        case _:
            assert_never(item)


ROWS: Final = (listed(Questions, yes=_take, no=_leave),)
