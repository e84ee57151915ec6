"""Taking a claim back whose token was lifted, or letting it go where its token stands now."""

from typing import ClassVar, Final

from dialog.effects import Answer, CorrectTo, Do, Left, Say, Stands
from dialog.explore import LeftOverLifted
from dialog.kit import Step, asked
from dialog.mode import Mode, Prompt, Traits
from engine import Seat, State, Undo
from tabletop import SiteId


class TakeBack(Mode, frozen=True):
    """The token of the last claim was lifted: take the claim back, or claim `instead`?

    `everybody`: something was shown since, so the table is asked. `instead`: its token stands on this pin
    now, and the claim would go there, or is counted as the next one.
    """

    TRAITS: ClassVar[Traits] = Traits(by_itself=True, stays=True, decides=True)
    seat: Seat
    site: SiteId
    everybody: bool
    instead: SiteId | None = None

    def is_about(self, site: SiteId) -> bool:
        """The token that was lifted, or where it stands now."""
        return site in (self.site, self.instead)


class ClaimKept(Prompt, frozen=True, kw_only=True):
    """The claim is not taken back: its token belongs on its pin, and may be in somebody's hand."""

    site: SiteId


def _take_back(mode: TakeBack, state: State, asker: Seat) -> Step:
    if mode.instead is not None:
        return Step(None, (CorrectTo(mode.seat, mode.site, mode.instead),))
    return Step(None, (Do(Undo(seat=mode.seat, agreed=True)),))


def _stand(mode: TakeBack, state: State, asker: Seat) -> Step:
    if mode.instead is not None and mode.everybody:  # else its claim stands already
        lift = Say(LeftOverLifted(site=mode.instead))
        return Step(None, (Stands(mode.site), Left(mode.instead), lift))
    return Step(None, (Stands(mode.site), Say(ClaimKept(site=mode.site)), Answer("turn", asker)))


ROWS: Final = (asked(TakeBack, yes=_take_back, no=_stand),)
