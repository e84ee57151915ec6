"""What a hand is asked to do, or to leave, for a seat that cannot reach the board or that nobody sits at."""

from typing import ClassVar, Final, Literal

from dialog.effects import ItStands, LetGo
from dialog.kit import Step, asked, tell_place
from dialog.mode import Mode, Prompt, Traits
from dialog.offers import Payable, site_of
from engine import Refusal, Seat, State, decide
from tabletop import SiteId


class SetToken(Prompt, frozen=True, kw_only=True):
    """What was chosen without a token: now it is to be set on its pin."""

    seat: Seat
    site: SiteId


class BotMoves(Prompt, frozen=True, kw_only=True):
    """The seat is played by a bot: nobody acts in its stead."""

    seat: Seat


class BotReplaced(Prompt, frozen=True, kw_only=True):
    """The program that plays a seat has failed, and the planner has decided in its stead.

    `plays_on`: it does so from now on.
    """

    seat: Seat
    why: Literal["late", "unreadable", "too-large", "refused", "gone"]
    plays_on: bool


class BotWantsOther(Prompt, frozen=True, kw_only=True):
    """A bot's token was set on another pin than it asked for."""

    seat: Seat
    site: SiteId
    wanted: SiteId


class TokenFirst(Prompt, frozen=True, kw_only=True):
    """A seat has set a token while the mover, who does not sit here, waits for its own to be set."""

    seat: Seat
    mover: Seat
    site: SiteId


class TokenWanted(Mode, frozen=True):
    """A seat that sets no token has chosen: it is waited for. Yes says that it stands, whatever is felt.

    The token itself answers it, so no question about its site does. `wished`: by somebody at a page, who may
    leave it, and for whom No leaves it here; a bot would choose the same again.
    """

    TRAITS: ClassVar[Traits] = Traits(by_itself=True, yields=True, stays=True)
    command: Payable
    turn: int
    wished: bool = False

    @property
    def seat(self) -> Seat:
        """Whose token it is."""
        return self.command.seat

    @property
    def site(self) -> SiteId:
        """Where it belongs."""
        return site_of(self.command)

    def is_over(self, state: State, focus: Seat | None) -> bool:
        """The game has gone on, or back, perhaps within the turn."""
        if (state.to_move, state.turn, state.phase) != (self.seat, self.turn, "turn"):
            return True
        return self.wished and isinstance(decide(state, self.command), Refusal)


def _it_stands(mode: TokenWanted, state: State, asker: Seat) -> Step:
    return Step(mode, (ItStands(mode.command),))


def _leave(mode: TokenWanted, state: State, asker: Seat) -> Step:
    return Step(None, (LetGo(mode.command),)) if mode.wished else tell_place(mode, state, asker)


ROWS: Final = (asked(TokenWanted, yes=_it_stands, no=_leave),)
