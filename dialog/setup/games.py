"""Games that can be gone on with: the last one is asked about, the others stand in a list."""

from typing import Final

from dialog.desk import Desk
from dialog.kit import asked, into, listed
from dialog.setup.effects import GoOnWith
from dialog.setup.places import SetupMode, SetupStep, Start
from dialog.setup.seats import early


class Resume(SetupMode, frozen=True):
    """Go on with the game that was played last?"""


class Games(SetupMode, frozen=True):
    """The games that can be gone on with."""

    index: int = 0

    def size(self, desk: Desk) -> int:
        """Each game is an item."""
        return len(desk.facts.games)


def _go_on(mode: Resume, desk: Desk) -> SetupStep:
    latest = desk.facts.latest
    return SetupStep(mode, (GoOnWith(latest.name),) if latest is not None else ())


def _play(mode: Games, desk: Desk) -> SetupStep:
    return SetupStep(mode, (GoOnWith(desk.facts.games[mode.index].name),))


def _others(mode: SetupMode, desk: Desk) -> SetupStep:
    return into(Start())


ROWS: Final = (asked(Resume, yes=_go_on, no=_others), listed(Games, yes=_play, no=_others, seat=early))
