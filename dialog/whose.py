"""Whose token is it? The seats are offered one by one, the likeliest first, and at last: nobody's."""

from typing import ClassVar, Final

from dialog.effects import ClaimFor, Nobodys
from dialog.kit import Row, Step, back, forward
from dialog.mode import Mode, Traits
from engine import Seat, State
from tabletop import SiteId


class Whose(Mode, frozen=True):
    """Whose token stands there? The seats are offered, the likeliest first, and at last: nobody's.

    `missing`: where a token is off its pin that this one may be; then the question is whether it claims.
    `unset`: that one has never stood there.
    """

    TRAITS: ClassVar[Traits] = Traits(by_itself=True, stays=True, decides=True)
    site: SiteId
    seats: tuple[Seat, ...]
    guessed: bool
    index: int = 0
    missing: SiteId | None = None
    unset: bool = False

    @property
    def guess(self) -> Seat | None:
        """The seat that Yes takes; None: nobody."""
        return self.seats[self.index] if self.index < len(self.seats) else None

    @property
    def first(self) -> bool:
        """Whether it is what the senses guess."""
        return self.guessed and self.index == 0

    def size(self, state: State) -> int:
        """Each seat, and nobody at last."""
        return len(self.seats) + 1

    def is_about(self, site: SiteId) -> bool:
        """The token in doubt, or where it may be missing."""
        return site in (self.site, self.missing)


def whose(
    site: SiteId, guess: Seat | None, state: State, *, missing: SiteId | None = None, unset: bool = False
) -> Whose:
    """The question, with the seat that is guessed first; else the mover."""
    seats = state.seats
    start = seats.index(guess or state.to_move or seats[0])
    return Whose(site, seats[start:] + seats[:start], guess is not None, missing=missing, unset=unset)


def _its(mode: Whose, state: State, asker: Seat) -> Step:
    return Step(None, (Nobodys(mode.site) if mode.guess is None else ClaimFor(mode.guess, mode.site),))


ROWS: Final = (Row(mode=Whose, yes=_its, no=forward, back=back, forward=forward),)
