"""What all of set-up goes by: its modes, the way from step to step, and the list from which it begins."""

from collections.abc import Mapping
from typing import Any, Final, Literal

from msgspec import Struct

from dialog.desk import Desk, Stage
from dialog.kit import Cell, Outcome
from dialog.mode import AnyMode, Traits
from dialog.setup.effects import SetupEffect, SetupEffects

StartItem = Literal["again", "new", "games", "pins", "tokens", "practice", "speed", "page", "off"]
"""What can be done before a game is chosen."""

PATIENT: Final = Traits(patient=True)
_MOST_ITEMS: Final = 7  # of a list
_SPARE: Final[tuple[StartItem, ...]] = ("speed", "practice")


class SetupMode(AnyMode[Desk], frozen=True):
    """What is open while a table is set up."""


class Onward(Struct, frozen=True):
    """To the next step that has to be asked after this one; None: to the first."""

    done: Stage | None


class Backward(Struct, frozen=True):
    """One step back from this one."""

    asked: Stage


SetupStep = Outcome[SetupMode | Onward | Backward, SetupEffect]


def onward(done: Stage | None, desk: Desk, before: SetupEffects = ()) -> SetupStep:
    """This step is answered."""
    return SetupStep(Onward(done), before, desk=desk)


def backward(asked: Stage, desk: Desk) -> SetupStep:
    """No to this step."""
    return SetupStep(Backward(asked), desk=desk)


def step_back(asked: Stage) -> Cell[Any, [Desk]]:
    """The cell of it."""

    def cell(mode: Any, desk: Desk) -> SetupStep:
        return backward(asked, desk)

    return cell


class Start(SetupMode, frozen=True):
    """What can be done first."""

    index: int = 0

    def size(self, desk: Desk) -> int:
        """Each is an item."""
        return len(start_items(desk))


def start_items(desk: Desk) -> tuple[StartItem, ...]:
    """What can be done first, most used first; what cannot be done is left out.

    So are, where there would be too many, the speed of speech, which the game's menu sets as well, and the
    practice, which is for a first evening.
    """
    facts = desk.facts
    there: Mapping[StartItem, bool] = {
        "again": facts.last is not None,
        "new": True,
        "games": facts.latest is not None,
        "pins": bool(desk.pins),
        "tokens": bool(desk.showable),
        "practice": True,
        "speed": True,
        "page": facts.page,
        "off": facts.off,
    }
    found = [item for item, wanted in there.items() if wanted]
    for spare in _SPARE:
        if len(found) > _MOST_ITEMS:
            found.remove(spare)
    return tuple(found)
