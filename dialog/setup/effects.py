"""What a press during set-up has done, beside what is said: as values, for whoever has the devices."""

from dataclasses import dataclass

from dialog.effects import Edge, History, PutOut, Repeat, Say, StillWaiting
from engine import Seat


@dataclass(frozen=True, slots=True)
class TurnRate:
    """Speak faster, or slower, by so many steps."""

    steps: int


@dataclass(frozen=True, slots=True)
class LookAgain:
    """Test once more: what was found may be mended."""


@dataclass(frozen=True, slots=True)
class ListGames:
    """Look which games are stored; the list is open."""


@dataclass(frozen=True, slots=True)
class GoOnWith:
    """Play this stored game."""

    name: str


@dataclass(frozen=True, slots=True)
class NewGame:
    """Begin the game that the desk's draft tells."""


@dataclass(frozen=True, slots=True)
class BeginShowing:
    """The camera is to look at the empty board, then at the tokens."""


@dataclass(frozen=True, slots=True)
class WantTokens:
    """This seat's tokens are shown next."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class EndShowing:
    """No more is shown; what was learned is kept."""


@dataclass(frozen=True, slots=True)
class LookForEarlier:
    """Look for earlier tables on what is plugged in."""


@dataclass(frozen=True, slots=True)
class BringEarlier:
    """Put this earlier table in the place of what is here."""

    name: str


@dataclass(frozen=True, slots=True)
class SwitchOff:
    """Switch the machine off; no game is played."""


SetupEffect = (
    Say | TurnRate | LookAgain | ListGames | GoOnWith | NewGame | PutOut | Edge | History | Repeat
    | SwitchOff | LookForEarlier | BringEarlier | StillWaiting | BeginShowing | WantTokens | EndShowing
)  # fmt: skip
SetupEffects = tuple[SetupEffect, ...]
