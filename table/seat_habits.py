"""How each seat's presses are taken, noted beside the game so that a stop does not lose it. Pure."""

from collections.abc import Mapping
from typing import Final, get_args

import msgspec

from dialog import PressHabits, PressItem, Scan
from engine import SEATS, Seat

KIND: Final = "presses"  # of the note


class SeatHabits:
    """Each seat's; what nobody has set is as a plain button."""

    def __init__(self, noted: object = None) -> None:
        """`noted`: as noted last in an earlier sitting; it may hold nonsense."""
        earlier = noted if isinstance(noted, dict) else {}
        self._of: dict[Seat, PressHabits] = {}
        for seat in SEATS:
            try:
                habits = msgspec.convert(earlier[seat], PressHabits)
            except (KeyError, msgspec.ValidationError):
                continue
            for what in get_args(PressItem):
                habits = habits.stepped(what, 0)
            self._of[seat] = habits

    def of(self, seat: Seat) -> PressHabits:
        """How this seat's presses are taken."""
        return self._of.get(seat, PressHabits())

    def step(self, seat: Seat, what: PressItem, step: int) -> float | bool | Scan:
        """One step more (+1) or less (-1), 0: as it is; what it is then."""
        self._of[seat] = self.of(seat).stepped(what, step)
        return self._of[seat].value(what)

    def note(self) -> Mapping[str, object]:
        """What is to be noted."""
        return {KIND: {seat: msgspec.to_builtins(habits) for seat, habits in self._of.items()}}
