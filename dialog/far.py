"""What is said where a game is played in two homes: of seats that play elsewhere, of the other table."""

from dataclasses import dataclass

from dialog.mode import Prompt
from engine import Seat
from tabletop import SiteId


@dataclass(frozen=True, slots=True, kw_only=True)
class FarMoves(Prompt):
    """The seat plays in another home: nobody presses for it here."""

    seat: Seat
    home: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FarToken(Prompt):
    """A token of such a seat was set on a free pin: that claims nothing."""

    seat: Seat
    site: SiteId
    home: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FarErrand(Prompt):
    """Such a seat has claimed: its token is to be set here, too."""

    seat: Seat
    site: SiteId
    home: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FarStale(Prompt):
    """The game went on at the other table before this act: its token (`site`) is to be lifted."""

    home: str
    site: SiteId | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class FarNo(Prompt):
    """The other table has not done it; `code` of fingerpost/1 says why."""

    home: str
    code: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FarSets(Prompt):
    """This home has not set all its tokens yet: the next turn waits for it."""

    home: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FarLine(Prompt):
    """The table that decides cannot be reached (`there` False), or answers again."""

    home: str
    there: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class FarAsked(Prompt):
    """The other home is asked whether it agrees to an undo."""

    home: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FarOnly(Prompt):
    """What is wanted now is secret, and is done at the other table or on its page."""

    home: str
