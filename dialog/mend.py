"""Putting a knocked-over board right: tokens are sorted, then asked for pin by pin, or left as they are."""

from typing import ClassVar, Final, Literal

from dialog.effects import Mend
from dialog.kit import Row, Step, newer, older
from dialog.mode import Mode, Prompt, Traits
from engine import Seat, State
from tabletop import SiteId


class Mending(Mode, frozen=True):
    """The board is being put right: asked whether to, sorting the tokens, pin by pin, or play on as it is."""

    TRAITS: ClassVar[Traits] = Traits(quiet=True, stays=True, decides=True, one_dialog=True)
    stage: Literal["asked", "sort", "step", "accept"]


class RebuildAsked(Prompt, frozen=True, kw_only=True):
    """Many tokens fell: the news, and the question whether to rebuild by voice."""

    count: int


class RebuildSort(Prompt, frozen=True, kw_only=True):
    """Sort them first: so many of each seat; Yes when ready."""

    counts: tuple[tuple[Seat, int], ...]


class RebuildLeft(Prompt, frozen=True, kw_only=True):
    """Nobody rebuilds by voice: so many tokens are off their pins, to be put back in any order."""

    count: int


class RebuildStep(Prompt, frozen=True, kw_only=True):
    """The token that is asked for: "1 of 12, blue disc: Denver to Omaha. Middle; 5 centimetres …".

    `after` is the site that was just put right, None at the start or after a skip; `left` counts this one.
    `beside`: a token that stands near this pin, for who looks for it without a way from another.
    """

    number: int
    total: int
    left: int
    seat: Seat
    site: SiteId
    after: SiteId | None
    beside: SiteId | None = None


class RebuildWhere(Prompt, frozen=True, kw_only=True):
    """Ask in the middle of it: "4 of 12 done, 1 skipped. Yes goes on, …"."""

    done: int
    total: int
    skipped: int


class RebuildAlso(Prompt, frozen=True, kw_only=True):
    """Another missing token was put back meanwhile."""

    site: SiteId
    left: int


class RebuildWrongSite(Prompt, frozen=True, kw_only=True):
    """A token was put on a pin where none belongs; the wanted one is that way."""

    site: SiteId
    wanted: SiteId


class BoardAgrees(Prompt, frozen=True, kw_only=True):
    """Board and game agree at every site. `shapes_checked`: the camera told whose the tokens are.

    `after_stop`: it was compared because the table had stopped; what was said before is in history.
    """

    tokens: int
    shapes_checked: bool
    after_stop: bool = False


class BoardDiffers(Prompt, frozen=True, kw_only=True):
    """After a stop: so many tokens agree; the first one that is missing."""

    agree: int
    total: int
    seat: Seat
    site: SiteId


class BoardInDoubt(Prompt, frozen=True, kw_only=True):
    """Nothing else differs, but pin and camera contradict each other at so many sites; one of them."""

    count: int
    site: SiteId
    felt: bool  # the pin feels a token that the camera does not see; else the other way round


class AcceptAsked(Prompt, frozen=True, kw_only=True):
    """So many tokens were all skipped: play on without them?"""

    count: int


class PlayOnWithout(Prompt, frozen=True, kw_only=True):
    """So many tokens stay missing, by the table's own word."""

    count: int


def _yes(mode: Mending, state: State, asker: Seat) -> Step:
    match mode.stage:
        case "asked":
            return Step(Mending("sort"), (Mend("start"),))
        case "sort":
            return Step(Mending("step"), (Mend("ready"),))
        case "step":
            return _again(mode, state, asker)
        case "accept":
            return Step(None, (Mend("accept"),))


def _no(mode: Mending, state: State, asker: Seat) -> Step:
    match mode.stage:
        case "asked" | "sort":
            return Step(None, (Mend("leave"),))
        case "step":
            return _skip(mode, state, asker)
        case "accept":
            return Step(Mending("step"), (Mend("again"),))


def _again(mode: Mending, state: State, asker: Seat) -> Step:
    return Step(mode, (Mend("again"),))


def _skip(mode: Mending, state: State, asker: Seat) -> Step:
    return Step(mode, (Mend("skip"),))


def _back(mode: Mending, state: State, asker: Seat) -> Step:
    return (_again if mode.stage == "step" else older)(mode, state, asker)


def _forward(mode: Mending, state: State, asker: Seat) -> Step:
    return (_skip if mode.stage == "step" else newer)(mode, state, asker)


ROWS: Final = (Row(mode=Mending, yes=_yes, no=_no, back=_back, forward=_forward),)
