"""What a hand is asked to do, or to leave, for a seat that cannot reach the board or that nobody sits at."""

from dataclasses import dataclass
from typing import ClassVar, Final, Literal

from dialog.effects import ItStands
from dialog.kit import Step, asked, tell_place
from dialog.mode import Mode, Prompt, Traits
from dialog.offers import Payable, site_of
from engine import Seat, State
from tabletop import SiteId


@dataclass(frozen=True, slots=True, kw_only=True)
class SetToken(Prompt):
    """What was chosen without a token: now it is to be set on its pin."""

    seat: Seat
    site: SiteId


@dataclass(frozen=True, slots=True, kw_only=True)
class BotMoves(Prompt):
    """The seat is played by a bot: nobody acts in its stead."""

    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class BotReplaced(Prompt):
    """The program that plays a seat has failed, and the planner has decided in its stead.

    `plays_on`: it does so from now on.
    """

    seat: Seat
    why: Literal["late", "unreadable", "too-large", "refused", "gone"]
    plays_on: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class BotWantsOther(Prompt):
    """A bot's token was set on another pin than it asked for."""

    seat: Seat
    site: SiteId
    wanted: SiteId


@dataclass(frozen=True, slots=True)
class TokenWanted(Mode):
    """A stand-in has chosen: its token is waited for. Yes says that it stands, whatever is felt.

    The token itself answers it, so no question about its site does.
    """

    TRAITS: ClassVar[Traits] = Traits(by_itself=True, yields=True, stays=True)
    command: Payable
    turn: int

    @property
    def seat(self) -> Seat:
        """Whose token it is."""
        return self.command.seat

    @property
    def site(self) -> SiteId:
        """Where it belongs."""
        return site_of(self.command)

    def is_over(self, state: State, focus: Seat | None) -> bool:
        """The game has gone on, or back."""
        return (state.to_move, state.turn, state.phase) != (self.seat, self.turn, "turn")


def _it_stands(mode: TokenWanted, state: State, asker: Seat) -> Step:
    return Step(mode, (ItStands(mode.command),))


ROWS: Final = (asked(TokenWanted, yes=_it_stands, no=tell_place),)
