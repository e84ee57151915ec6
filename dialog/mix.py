"""Choosing trains and ships: how many of a seat's pieces are trains, before a game with both begins."""

from typing import ClassVar, Final

from dialog.effects import Do
from dialog.kit import Step, listed, tell_place
from dialog.mode import CHOICE, Mode, Traits
from engine import ChoosePieces, Seat, State


class ChooseMix(Mode, frozen=True):
    """A seat chooses its trains, the rest are ships; `index` counts from the fewest trains."""

    TRAITS: ClassVar[Traits] = CHOICE
    seat: Seat
    least: int
    most: int
    pieces: int
    index: int

    def size(self, state: State) -> int:
        """Each number of trains is an item."""
        return self.most - self.least + 1

    @property
    def trains(self) -> int:
        """How many trains are offered now."""
        return self.least + self.index

    @property
    def ships(self) -> int:
        """The other pieces."""
        return self.pieces - self.trains


def mix_of(state: State, seat: Seat) -> ChooseMix:
    """The mixes of trains and ships, from the one that is offered for a first game."""
    settings = state.settings
    least = max(0, settings.pieces - settings.ships)
    most = min(settings.trains, settings.pieces)
    first = min(max(settings.first_trains, least), most)
    return ChooseMix(seat, least, most, settings.pieces, first - least)


def _settle(mode: ChooseMix, state: State, asker: Seat) -> Step:
    return Step(mode, (Do(ChoosePieces(seat=mode.seat, train=mode.trains, ship=mode.ships)),))


ROWS: Final = (listed(ChooseMix, yes=_settle, no=tell_place),)
