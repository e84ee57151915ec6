"""What a press during set-up has done, beside what is said: as values, for whoever has the devices."""

from msgspec import Struct

from dialog.effects import Edge, History, PutOut, Repeat, Say, StillWaiting
from engine import Seat


class TurnRate(Struct, frozen=True):
    """Speak faster, or slower, by so many steps."""

    steps: int


class LookAgain(Struct, frozen=True):
    """Test once more: what was found may be mended."""


class ListGames(Struct, frozen=True):
    """Look which games are stored; the list is open."""


class GoOnWith(Struct, frozen=True):
    """Play this stored game."""

    name: str


class NewGame(Struct, frozen=True):
    """Begin the game that the desk's draft tells."""


class BeginShowing(Struct, frozen=True):
    """The camera is to look at the empty board, then at the tokens."""


class WantTokens(Struct, frozen=True):
    """This seat's tokens are shown next."""

    seat: Seat


class EndShowing(Struct, frozen=True):
    """No more is shown; what was learned is kept."""


class LookForEarlier(Struct, frozen=True):
    """Look for earlier tables on what is plugged in."""


class BringEarlier(Struct, frozen=True):
    """Put this earlier table in the place of what is here."""

    name: str


class SwitchOff(Struct, frozen=True):
    """Switch the machine off; no game is played."""


SetupEffect = (
    Say | TurnRate | LookAgain | ListGames | GoOnWith | NewGame | PutOut | Edge | History | Repeat
    | SwitchOff | LookForEarlier | BringEarlier | StillWaiting | BeginShowing | WantTokens | EndShowing
)  # fmt: skip
SetupEffects = tuple[SetupEffect, ...]
