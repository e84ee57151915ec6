"""What is said where a game is played in two homes: of seats that play elsewhere, of the other table."""

from typing import ClassVar, Final, Literal

from msgspec.structs import replace

from dialog.effects import SendCode
from dialog.kit import Step, into, leave, listed
from dialog.mode import Mode, Prompt, Traits
from engine import Seat, State
from tabletop import SiteId

CODE_DIGITS: Final = 6

SeatCondition = Literal[
    "joined", "wrong-code", "no-code", "too-many", "busy", "put-out", "seal", "gone", "back"
]
"""How it is with a seat's page at the table that is followed: how trying a code went; that page knows this
home no more; its certificate is by nobody known here; it is gone, and back."""

LineCause = Literal["unknown-host", "refused", "untrusted", "forbidden", "nonsense", "taken-over"]
"""Why the table that is followed cannot be reached, where somebody can mend it: as `mqtt.access` names it; or
`nonsense`: what it tells cannot be read here, or cannot have happened in this game; `taken-over`:
another table plays in this one's place there, and this one leaves it to that for a while."""


class FarMoves(Prompt, frozen=True, kw_only=True):
    """The seat plays in another home: nobody presses for it here."""

    seat: Seat
    home: str


class FarToken(Prompt, frozen=True, kw_only=True):
    """A token of such a seat was set on a free pin: that claims nothing."""

    seat: Seat
    site: SiteId
    home: str


class FarErrand(Prompt, frozen=True, kw_only=True):
    """Such a seat has claimed: its token is to be set here, too."""

    seat: Seat
    site: SiteId
    home: str


class FarStale(Prompt, frozen=True, kw_only=True):
    """The game went on at the other table before this act: its token (`site`) is to be lifted."""

    home: str
    site: SiteId | None = None


class FarNo(Prompt, frozen=True, kw_only=True):
    """The other table has not done it; `code` of fingerpost/1 says why."""

    home: str
    code: str


class FarSets(Prompt, frozen=True, kw_only=True):
    """This home has not set all its tokens yet: the next turn waits for it."""

    home: str


class FarLine(Prompt, frozen=True, kw_only=True):
    """The table that decides cannot be reached (`there` False), or answers again. `why`: if it is known."""

    home: str
    there: bool
    why: LineCause | None = None


class FarAsked(Prompt, frozen=True, kw_only=True):
    """The other home is asked whether it agrees to an undo."""

    home: str


class FarKeeps(Prompt, frozen=True, kw_only=True):
    """The other home does not agree to an undo."""

    home: str


class FarOnly(Prompt, frozen=True, kw_only=True):
    """What is wanted now is secret, and is done at the other table or on its page."""

    home: str


class FarWords(Prompt, frozen=True, kw_only=True):
    """What the table that is followed has for this seat alone."""

    seat: Seat
    text: str
    urgent: bool = False  # it does not wait for what is being said

    def __repr__(self) -> str:
        return f"FarWords(seat={self.seat!r}, urgent={self.urgent!r})"  # no log shows the words


class FarPage(Prompt, frozen=True, kw_only=True):
    """How it is with the seat's page there."""

    home: str
    seat: Seat
    condition: SeatCondition


class FarDigits(Mode, frozen=True):
    """The digits that the table there has said for this seat's page are entered one by one."""

    TRAITS: ClassVar[Traits] = Traits(by_itself=True, yields=True, stays=True, in_the_room=True)
    seat: Seat
    home: str
    entered: str = ""
    index: int = 0

    def size(self, state: State) -> int:
        """The digits are walked."""
        return 10


def _enter(mode: FarDigits, state: State, asker: Seat) -> Step:
    entered = f"{mode.entered}{mode.index}"
    if len(entered) == CODE_DIGITS:
        return Step(None, (SendCode(mode.seat, entered),))
    return into(replace(mode, entered=entered, index=0))


def _erase(mode: FarDigits, state: State, asker: Seat) -> Step:
    """The last digit; without any the page is left for later."""
    return (
        into(replace(mode, entered=mode.entered[:-1], index=0)) if mode.entered else leave(mode, state, asker)
    )


ROWS: Final = (listed(FarDigits, yes=_enter, no=_erase),)
