"""A phone has joined as a seat while the table is set up."""

from typing import Final

from dialog.desk import Desk
from dialog.effects import PutOut
from dialog.kit import asked
from dialog.setup.ears import EarTry, NoEar, settled, with_ear
from dialog.setup.places import SetupMode, SetupStep
from dialog.setup.ready import back_to
from engine import Seat


class SetupPhone(SetupMode, frozen=True):
    """A phone has joined as this seat, None: as the host: No puts it out. `then`: where one was."""

    seat: Seat | None
    then: SetupMode


def stays(mode: SetupPhone, desk: Desk) -> SetupStep:
    """The phone is its seat's, which hears by it unless it has an earphone of its own to try."""
    if mode.seat is None:
        return back_to(mode.then, desk)
    wanted = isinstance(mode.then, EarTry | NoEar) and mode.then.seat == mode.seat
    if wanted or "own" not in desk.facts.ways.get(mode.seat, ()):
        desk = with_ear(desk, mode.seat, "page")
    return settled(desk) if wanted else back_to(mode.then, desk)


def _put_out(mode: SetupPhone, desk: Desk) -> SetupStep:
    return back_to(mode.then, desk, (PutOut(mode.seat),))


ROWS: Final = (asked(SetupPhone, yes=stays, no=_put_out),)
