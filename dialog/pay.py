"""Paying for what a token asks for, with the ways to pay offered one by one."""

from typing import ClassVar, Final

from dialog.effects import Correct, Do, Effect, Left, Say
from dialog.kit import Step, listed
from dialog.mode import Mode, Prompt, Traits
from dialog.offers import Payable, site_of
from engine import Seat, State
from tabletop import SiteId


class Payment(Mode, frozen=True):
    """A seat chooses how to pay for what its token asks; each option is the whole command, cheapest first."""

    TRAITS: ClassVar[Traits] = Traits(by_itself=True, decides=True, in_an_ear=True)
    options: tuple[Payable, ...]  # never empty
    index: int = 0
    listed: bool = False  # chosen from the list: no token stands yet
    instead: SiteId | None = None  # paid anew: this takes the place of the seat's last claim, there

    @property
    def seat(self) -> Seat:
        """Who pays; of a claim that is paid anew it is not the mover."""
        return self.options[0].seat

    @property
    def wish(self) -> Payable:
        """The way that is offered now."""
        return self.options[self.index]

    def begins(self) -> Prompt:
        """Who is waited for, and why."""
        return PaymentBegins(wish=self.options[0])

    def size(self, state: State) -> int:
        """Each way to pay is an item."""
        return len(self.options)

    def is_about(self, site: SiteId) -> bool:
        """The token that asks, or the one that stood before it."""
        return not self.listed and site in (site_of(self.options[0]), self.instead)


class PaymentBegins(Prompt, frozen=True, kw_only=True):
    """For the whole table: the mover wants a route or a building and chooses the cards."""

    wish: Payable


class PaymentLeft(Prompt, frozen=True, kw_only=True):
    """The payment was left with No: nothing is claimed or built, a token is to be lifted."""

    wish: Payable
    listed: bool = False  # chosen from the list: no token stands


def _pay(mode: Payment, state: State, asker: Seat) -> Step:
    return Step(mode, (Do(mode.wish) if mode.instead is None else Correct(mode.instead, mode.wish),))


def _leave(mode: Payment, state: State, asker: Seat) -> Step:
    left: tuple[Effect, ...] = () if mode.listed else (Left(site_of(mode.wish)),)
    return Step(None, (*left, Say(PaymentLeft(wish=mode.wish, listed=mode.listed))))


ROWS: Final = (listed(Payment, yes=_pay, no=_leave),)
