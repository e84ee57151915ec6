"""What is done first: a game as last time or a new one, pins, tokens, practice, speed, the page, the end."""

from typing import Final

from msgspec.structs import replace

from dialog.desk import Desk, Draft, Stage
from dialog.effects import Say
from dialog.kit import asked, into, listed, say_again
from dialog.mode import Prompt
from dialog.setup.effects import ListGames, SwitchOff
from dialog.setup.greeting import Practice, Speed
from dialog.setup.pins import tour
from dialog.setup.places import SetupMode, SetupStep, Start, onward, start_items
from dialog.setup.seats import early
from dialog.setup.tokens import showing


class Off(SetupMode, frozen=True):
    """Is the machine switched off?"""


class PageTold(Prompt, frozen=True, kw_only=True):
    """Where the page is."""


class Goodbye(Prompt, frozen=True, kw_only=True):
    """The machine is switched off."""


class SetUpLeft(Prompt, frozen=True, kw_only=True):
    """Whoever types has gone, before there was a game."""


def _begin(mode: Start, desk: Desk) -> SetupStep:
    match start_items(desk)[mode.index]:
        case "again":
            return _as_last_time(desk)
        case "new":
            return onward(None, desk)
        case "games":
            return SetupStep(mode, (ListGames(),))
        case "pins":
            return tour()
        case "tokens":
            return showing(desk, Start())
        case "practice":
            return into(Practice())
        case "speed":
            return into(Speed())
        case "page":
            return SetupStep(mode, (Say(PageTold()),))
        case "off":
            return into(Off())


def _as_last_time(desk: Desk) -> SetupStep:
    """Edition, cards and seats as last time, but for what the table's file says."""
    assert desk.facts.last is not None, "offered only where there was one"
    given, chosen = desk.facts.given, frozenset[Stage](("edition", "cards", "seats"))
    draft = Draft().taking(chosen & given, desk.draft).taking(chosen - given, desk.facts.last)
    return onward("seats", replace(desk, draft=draft))


def _off(mode: Off, desk: Desk) -> SetupStep:
    return SetupStep(mode, (Say(Goodbye()), SwitchOff()))


def _stay(mode: Off, desk: Desk) -> SetupStep:
    return into(Start())


ROWS: Final = (listed(Start, yes=_begin, no=say_again, seat=early), asked(Off, yes=_off, no=_stay))
