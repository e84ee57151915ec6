"""The first minute: hello, how fast it speaks, and what the buttons are called."""

from typing import ClassVar, Final

from dialog.desk import Desk
from dialog.effects import Say
from dialog.kit import Cell, Row, into, say_again, tell_place
from dialog.mode import Prompt, Traits
from dialog.setup.effects import TurnRate
from dialog.setup.places import PATIENT, SetupMode, SetupStep, Start
from dialog.setup.seats import SeatNamed
from dialog.setup.self_test import tested
from engine import Seat
from tabletop import Button


class Waking(SetupMode, frozen=True):
    """Speech and devices are not ready yet."""

    TRAITS: ClassVar[Traits] = PATIENT


class Speed(SetupMode, frozen=True):
    """How fast it speaks; said anew at each speed."""


class Practice(SetupMode, frozen=True):
    """Every button says its name; `leaving`: the last one was No."""

    TRAITS: ClassVar[Traits] = PATIENT
    leaving: bool = False


class FirstWords(Prompt, frozen=True, kw_only=True):
    """The first words: whoever hears them knows that the loudspeaker works."""


class ButtonNamed(Prompt, frozen=True, kw_only=True):
    """A button was pressed to hear its name."""

    button: Button


def first_asked(desk: Desk) -> Speed | Practice:
    """How fast it speaks, where it speaks; then what the buttons are called."""
    return Speed() if desk.facts.voiced else Practice()


def _right(mode: Speed, desk: Desk) -> SetupStep:
    return into(Practice() if desk.facts.first else Start())


def _slower(mode: Speed, desk: Desk) -> SetupStep:
    return SetupStep(mode, (TurnRate(-1),))


def _faster(mode: Speed, desk: Desk) -> SetupStep:
    return SetupStep(mode, (TurnRate(+1),))


def of_button(button: Button) -> Cell[Practice, [Desk]]:
    """In practice a button says its name, Ask also where one is; No, pressed twice, ends."""

    def cell(mode: Practice, desk: Desk) -> SetupStep:
        if button == "no" and mode.leaving:
            return tested(desk) if desk.facts.first else into(Start())
        more = tell_place(mode).effects if button == "ask" else ()
        return SetupStep(Practice(leaving=button == "no"), (Say(ButtonNamed(button=button)), *more))

    return cell


def _named_seat(mode: Practice, seat: Seat, desk: Desk) -> SetupStep:
    return SetupStep(Practice(), (Say(SeatNamed(seat=seat)),))


ROWS: Final = (
    Row(mode=Waking, yes=say_again, no=say_again, back=say_again, forward=say_again),
    Row(mode=Speed, yes=_right, no=_right, back=_slower, forward=_faster),
    Row(
        mode=Practice,
        yes=of_button("yes"),
        no=of_button("no"),
        back=of_button("back"),
        forward=of_button("forward"),
        seat=_named_seat,
    ),
)
