"""A phone has joined as a seat: whoever it is not can put it out."""

from typing import ClassVar, Final

from dialog.effects import PutOut
from dialog.kit import Step, asked, leave
from dialog.mode import QUESTION, Mode, Traits
from engine import Seat, State


class Phone(Mode, frozen=True):
    """A phone has joined as this seat, None: as the host. No puts it out; what is done next lets it stay."""

    TRAITS: ClassVar[Traits] = QUESTION
    seat: Seat | None


def _put_out(mode: Phone, state: State, asker: Seat) -> Step:
    return Step(None, (PutOut(mode.seat),))


ROWS: Final = (asked(Phone, yes=leave, no=_put_out),)
