"""The tour of the pins: each is tried by hand."""

from typing import ClassVar, Final

from dialog.desk import Desk
from dialog.effects import Say
from dialog.kit import forward, into, listed
from dialog.mode import Prompt, Traits
from dialog.setup.places import PATIENT, SetupMode, SetupStep, Start
from tabletop import SiteId


class PinTour(SetupMode, frozen=True):
    """Each pin is tried by hand; `index` walks those that were not."""

    TRAITS: ClassVar[Traits] = PATIENT
    tested: frozenset[SiteId] = frozenset()
    index: int = 0

    def size(self, desk: Desk) -> int:
        """Each pin that was not tried is an item."""
        return len(self.left(desk))

    def left(self, desk: Desk) -> tuple[SiteId, ...]:
        """The pins that were not tried."""
        return tuple(site for site in desk.pins if site not in self.tested)


class TourBegins(Prompt, frozen=True, kw_only=True):
    """Each pin can be tried by hand."""


class PinFelt(Prompt, frozen=True, kw_only=True):
    """A pin was touched: its name, and how many were."""

    site: SiteId
    tested: int


class TourEnds(Prompt, frozen=True, kw_only=True):
    """So many pins were tried."""

    tested: int


def tour() -> SetupStep:
    """Begin."""
    return SetupStep(PinTour(), (Say(TourBegins()),))


def felt(mode: PinTour, site: SiteId) -> SetupStep:
    """A token was set on this pin."""
    tested = mode.tested | {site}
    return SetupStep(PinTour(tested), (Say(PinFelt(site=site, tested=len(tested))),))


def _end(mode: PinTour, desk: Desk) -> SetupStep:
    return into(Start(), (Say(TourEnds(tested=len(mode.tested))),))


ROWS: Final = (listed(PinTour, yes=forward, no=_end),)
