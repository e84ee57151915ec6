"""Exchanging trains for ships or ships for trains, where an edition lets a turn do so."""

from typing import ClassVar, Final

from dialog.effects import Do
from dialog.kit import Step, listed
from dialog.lists import to_acts
from dialog.mode import CHOICE, Mode, Traits
from engine import ExchangePieces, Seat, State, optional_acts


class Exchange(Mode, frozen=True):
    """How many pieces, and of which kind, are exchanged: ships first, then trains."""

    TRAITS: ClassVar[Traits] = CHOICE
    options: tuple[ExchangePieces, ...]
    index: int = 0

    def size(self, state: State) -> int:
        """Each number of each kind is an item."""
        return len(self.options)


def exchanges(state: State) -> Exchange:
    """Every exchange of the mover: of ships, one to all, then of trains; the edges are where it wraps."""
    found = [act for act in optional_acts(state) if isinstance(act, ExchangePieces)]
    ships = [act for act in found if act.give == "ship"]
    return Exchange((*ships, *(act for act in found if act.give == "train")))


def _swap(mode: Exchange, state: State, asker: Seat) -> Step:
    return Step(mode, (Do(mode.options[mode.index]),))


def _leave(mode: Exchange, state: State, asker: Seat) -> Step:
    return to_acts(state, "exchange")


ROWS: Final = (listed(Exchange, yes=_swap, no=_leave),)
