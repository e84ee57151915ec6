"""What a hand is asked to do, or to leave, for a seat that cannot reach the board. Nothing is open."""

from dataclasses import dataclass

from dialog.mode import Prompt
from engine import Seat
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
class BotWantsOther(Prompt):
    """A bot's token was set on another pin than it asked for."""

    seat: Seat
    site: SiteId
    wanted: SiteId
