"""A new table's first question: is there a stick with an earlier one? It is looked for, and brought here."""

from typing import Final

from dialog.desk import Desk
from dialog.kit import asked, into, listed
from dialog.mode import Prompt
from dialog.setup.effects import BringEarlier, LookForEarlier
from dialog.setup.greeting import first_asked
from dialog.setup.places import SetupMode, SetupStep
from dialog.setup.self_test import tested


class Earlier(SetupMode, frozen=True):
    """Is there a stick with an earlier table? `looked`: none was found."""

    looked: bool = False


class EarlierFound(SetupMode, frozen=True):
    """The earlier tables that were found, newest first: is this one brought here?"""

    index: int = 0

    def size(self, desk: Desk) -> int:
        """Each is an item."""
        return len(desk.earlier)


class Brought(Prompt, frozen=True, kw_only=True):
    """An earlier table is here, or could not be brought."""

    here: bool


def begun(desk: Desk) -> SetupStep:
    """What is asked first when all devices have had their word: whence a new table comes, how it speaks."""
    if not desk.facts.first:
        return tested(desk)
    return into(Earlier()) if desk.facts.sticks else into(first_asked(desk))


def _look(mode: Earlier, desk: Desk) -> SetupStep:
    return SetupStep(mode, (LookForEarlier(),))


def _bring(mode: EarlierFound, desk: Desk) -> SetupStep:
    return SetupStep(mode, (BringEarlier(desk.earlier[mode.index].name),))


def _a_new_one(mode: SetupMode, desk: Desk) -> SetupStep:
    return into(first_asked(desk))


ROWS: Final = (asked(Earlier, yes=_look, no=_a_new_one), listed(EarlierFound, yes=_bring, no=_a_new_one))
