"""What is done first: a game as last time or a new one, pins, tokens, practice, speed, the page."""

from dataclasses import dataclass, replace
from typing import Final

from dialog.desk import Desk, Draft, Stage
from dialog.effects import Say
from dialog.kit import into, listed, say_again
from dialog.mode import Prompt
from dialog.setup.effects import ListGames
from dialog.setup.greeting import Practice, Speed
from dialog.setup.pins import tour
from dialog.setup.places import SetupStep, Start, onward, start_items
from dialog.setup.seats import early
from dialog.setup.tokens import showing


@dataclass(frozen=True, slots=True, kw_only=True)
class PageTold(Prompt):
    """Where the page is."""


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


def _as_last_time(desk: Desk) -> SetupStep:
    """Edition, cards and seats as last time, but for what the table's file says."""
    assert desk.facts.last is not None, "offered only where there was one"
    given, chosen = desk.facts.given, frozenset[Stage](("edition", "cards", "seats"))
    draft = Draft().taking(chosen & given, desk.draft).taking(chosen - given, desk.facts.last)
    return onward("seats", replace(desk, draft=draft))


ROWS: Final = (listed(Start, yes=_begin, no=say_again, seat=early),)
