"""Who starts: a seat, or the lot."""

from typing import Final

from msgspec.structs import replace

from dialog.desk import Desk, Starter
from dialog.kit import into, listed
from dialog.setup.places import SetupMode, SetupStep, onward, step_back
from dialog.setup.seats import name_seat
from engine import Seat


class StarterList(SetupMode, frozen=True):
    """Who starts; the last item is the lot."""

    index: int = 0

    def size(self, desk: Desk) -> int:
        """Each seat is an item, and the lot."""
        return len(desk.draft.seats) + 1

    def starter(self, desk: Desk) -> Starter:
        """The one that is named."""
        return desk.draft.seats[self.index] if self.index < len(desk.draft.seats) else "lot"


def who_starts(desk: Desk) -> StarterList:
    """The list begins at the seat after the one that started the same seats' last game."""
    last, seats = desk.facts.last, desk.draft.seats
    if last is not None and last.starter in seats and last.seats == seats:
        return StarterList((seats.index(last.starter) + 1) % len(seats))
    return StarterList()


def _take(mode: StarterList, desk: Desk) -> SetupStep:
    return onward("starter", replace(desk, draft=replace(desk.draft, starter=mode.starter(desk))))


def _find(mode: StarterList, seat: Seat, desk: Desk) -> SetupStep:
    """A seat button goes to its seat in the list."""
    seats = desk.draft.seats
    return into(StarterList(seats.index(seat))) if seat in seats else name_seat(mode, seat)


ROWS: Final = (listed(StarterList, yes=_take, no=step_back("starter"), seat=_find),)
