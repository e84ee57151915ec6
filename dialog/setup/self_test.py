"""The self-test: all well in one utterance, else finding by finding; and what follows it."""

from typing import Final

from msgspec.structs import replace

from dialog.desk import Desk, Finding, PinFault
from dialog.effects import Say
from dialog.kit import into, listed
from dialog.mode import Prompt
from dialog.setup.effects import LookAgain
from dialog.setup.games import Resume
from dialog.setup.places import SetupMode, SetupStep, Start
from dialog.setup.ready import back_to
from dialog.setup.tokens import ShowTokens
from tabletop import DeviceHealth


class SelfTest(SetupMode, frozen=True):
    """The self-test, finding by finding. `then`: where one was when another board was found amiss."""

    index: int = 0
    then: SetupMode | None = None

    def size(self, desk: Desk) -> int:
        """Each finding is an item."""
        return len(desk.findings)


class AllWell(Prompt, frozen=True, kw_only=True):
    """What the self-test found, all of it well, in one utterance."""


class BoardTurned(Prompt, frozen=True, kw_only=True):
    """The edition that was chosen has a board of its own: that one is felt and looked at from now on."""


def tested(desk: Desk) -> SetupStep:
    """The self-test: all well in one utterance, or finding by finding from the first fault."""
    at = next((n for n, one in enumerate(desk.findings) if faulty(one)), None)
    return _first_choice(desk, said=True) if at is None else into(SelfTest(at))


def _first_choice(desk: Desk, *, said: bool = False) -> SetupStep:
    """Yesterday's game if there is one, else the list of what can be done. `said`: that all is well, too.

    Before it, once, on the first evening of a table with a camera: shall that be shown the tokens?
    """
    well = (Say(AllWell()),) if said and desk.findings else ()
    mode: SetupMode = Resume() if desk.facts.latest is not None else Start()
    if desk.facts.first and desk.showable and not (desk.facts.tokens or desk.offered):
        desk, mode = replace(desk, offered=True), ShowTokens(mode)
    return into(mode, well, desk=desk)


def faulty(finding: Finding) -> bool:
    """Whether a finding is of something amiss."""
    return isinstance(finding, PinFault | DeviceHealth)


def mended(mode: SelfTest, desk: Desk) -> SetupStep:
    """Nothing is amiss any more: on to what comes first, or back to where one was."""
    if mode.then is None:
        return tested(desk)
    return back_to(mode.then, desk, (Say(AllWell()),))


def _look_again(mode: SelfTest, desk: Desk) -> SetupStep:
    """A fault that should be mended is looked at again; what is well leads to the next test."""
    if faulty(desk.findings[mode.index]):
        return SetupStep(mode, (LookAgain(),))
    return _next(mode, desk)


def _next(mode: SelfTest, desk: Desk) -> SetupStep:
    """The next test; after the last one play begins, or goes on where it was."""
    index = mode.index + 1
    if index < len(desk.findings):
        return into(replace(mode, index=index))
    return _first_choice(desk) if mode.then is None else back_to(mode.then, desk)


ROWS: Final = (listed(SelfTest, yes=_look_again, no=_next),)
