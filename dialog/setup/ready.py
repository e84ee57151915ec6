"""The last steps: what still stands on the board, and the start."""

from typing import Final

from msgspec.structs import replace

from dialog.desk import Desk
from dialog.kit import asked, into
from dialog.setup.effects import NewGame, SetupEffects
from dialog.setup.places import SetupMode, SetupStep, onward, step_back


class Clear(SetupMode, frozen=True):
    """Tokens still stand on the board."""


class Summary(SetupMode, frozen=True):
    """All is chosen, and told in one sentence: start?"""


def back_to(mode: SetupMode, desk: Desk, before: SetupEffects = ()) -> SetupStep:
    """Go on where one was before a device had a word; tokens that have been lifted are asked for no more."""
    if isinstance(mode, Clear) and not desk.standing:
        return onward("board", desk, before)
    return into(mode, before, desk=desk)


def _again(mode: Clear, desk: Desk) -> SetupStep:
    return back_to(mode, desk)


def _leave_standing(mode: Clear, desk: Desk) -> SetupStep:
    return onward("board", replace(desk, standing=()))


def _start(mode: Summary, desk: Desk) -> SetupStep:
    return SetupStep(mode, (NewGame(),))


ROWS: Final = (
    asked(Clear, yes=_again, no=_leave_standing),
    asked(Summary, yes=_start, no=step_back("start")),
)
