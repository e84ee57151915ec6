"""What set-up sees of the machine round the table, and what may come out of it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol, assert_never

from msgspec import Struct

from announce import Wording
from dialog.setup import BeginShowing, Draft, EarlierTable, EndShowing, Finding, StoredGame, WantTokens
from engine import Seat
from table.self_test import Sensed
from tabletop import DeviceHealth


class Stored(Struct, frozen=True):
    """Go on with this stored game."""

    name: str


class Made(Struct, frozen=True):
    """Begin this game; its seats in turn order, whoever starts first."""

    draft: Draft


class SwitchedOff(Struct, frozen=True):
    """Play nothing: the machine is switched off."""


class Renewed(Struct, frozen=True):
    """Play nothing: an earlier table is here now, and the program starts anew with it."""


Choice = Stored | Made | SwitchedOff | Renewed


class TokenCamera(Protocol):
    """A camera that can be shown the tokens; what it has to say of them comes as `LessonNews`."""

    def begin_showing(self) -> None:
        """Look at the empty board, then at one seat's tokens after another's."""

    def want(self, seat: Seat) -> None:
        """This seat's are shown next."""

    def end_showing(self) -> None:
        """No more are shown; what was learned is kept and used."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Surroundings:
    """What set-up sees of the machine: all of it can be faked.

    `games`: stored games that can be gone on with, newest first; `news`: what is said once, after the hello;
    `looked`: findings beside the devices';
    `set_rate`: takes words a minute, gives what it became; `ready`: whether the first word would be heard;
    `turn`: opens the board of an edition, if another lies there: its senses afresh, and its words; `camera`:
    the one that can be shown the tokens, if there is one; `earlier`: tables on sticks, newest first; `bring`:
    puts one of them in the place of what is here, False: it cannot be read, and nothing was changed.
    """

    games: Callable[[], tuple[StoredGame, ...]] = tuple
    news: tuple[DeviceHealth, ...] = ()
    looked: Callable[[], Sequence[Finding]] = tuple
    set_rate: Callable[[int], int] = int
    ready: Callable[[], bool] = lambda: True
    turn: Callable[[str], tuple[Sensed, Wording] | None] = lambda edition: None
    camera: Callable[[], TokenCamera | None] = lambda: None
    earlier: Callable[[], tuple[EarlierTable, ...]] = tuple
    bring: Callable[[str], bool] = lambda name: False

    def show(self, effect: BeginShowing | WantTokens | EndShowing) -> None:
        """Have the camera look at the tokens, if there still is one."""
        camera = self.camera()
        match effect:
            case _ if camera is None:
                pass
            case BeginShowing():
                camera.begin_showing()
            case WantTokens(seat=seat):
                camera.want(seat)
            case EndShowing():
                camera.end_showing()
            case _:
                assert_never(effect)
