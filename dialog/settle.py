"""An event that the table settles, step by step: for whom, dollars, cards, and whether it is retired."""

from typing import ClassVar, Final, Literal

from msgspec.structs import replace

from dialog.effects import Answer, Do
from dialog.kit import Row, Step, back, forward, into, tell_place
from dialog.lists import Table
from dialog.mode import Mode, Traits
from engine import ResolveEvent, Seat, State

_MOST_COINS: Final = 60  # from so many taken to so many given in one event
_MOST_CARDS: Final = 10


class Settle(Mode, frozen=True):
    """The table settles an event: for whom, how many dollars, how many cards, whether it is retired."""

    TRAITS: ClassVar[Traits] = Traits()
    seats: tuple[Seat, ...]
    step: Literal["seat", "coins", "cards", "retire"] = "seat"
    index: int = 0  # of the seat; later the number itself
    seat: Seat | None = None
    coins: int = 0
    cards: int = 0

    def size(self, state: State) -> int:
        """As many as the step has: seats, dollars given or taken, cards."""
        match self.step:
            case "seat":
                return len(self.seats)
            case "coins":
                return 2 * _MOST_COINS + 1
            case "cards":
                return _MOST_CARDS + 1
            case "retire":
                return 0

    @property
    def number(self) -> int:
        """The dollars or cards so far; dollars: 0, 1, 2 … and, backwards from 0, what is paid."""
        paid = self.step == "coins" and self.index > _MOST_COINS
        return self.index - 2 * _MOST_COINS - 1 if paid else self.index


def settling(state: State) -> Settle:
    """Settling an event begins with the seat to move."""
    seats, first = state.seats, state.seats.index(state.to_move or state.seats[0])
    return Settle(seats[first:] + seats[:first])


def _go_on(mode: Settle, state: State, asker: Seat) -> Step:
    match mode.step:
        case "seat":
            return into(replace(mode, step="coins", seat=mode.seats[mode.index], index=0))
        case "coins" if state.cards == "dealt":
            return into(replace(mode, step="cards", coins=mode.number, index=0))
        case "coins":
            return _settled(replace(mode, coins=mode.number), retire=False)
        case "cards":
            return into(replace(mode, step="retire", cards=mode.index, index=0))
        case "retire":
            return _settled(mode, retire=True)


def _go_back(mode: Settle, state: State, asker: Seat) -> Step:
    """No: begin again; "not retired" at the last step; from the first step out of it."""
    match mode.step:
        case "seat":
            return Step(Table(), (Answer("turn", asker),))
        case "retire":
            return _settled(mode, retire=False)
        case "coins" | "cards":
            return into(Settle(mode.seats))


def _settled(mode: Settle, *, retire: bool) -> Step:
    seat = mode.seat or mode.seats[0]
    return Step(Table(), (Do(ResolveEvent(seat=seat, coins=mode.coins, cards=mode.cards, retire=retire)),))


def _more(mode: Settle, state: State, asker: Seat) -> Step:
    return (tell_place if mode.step == "retire" else forward)(mode, state, asker)


def _less(mode: Settle, state: State, asker: Seat) -> Step:
    return (tell_place if mode.step == "retire" else back)(mode, state, asker)


ROWS: Final = (Row(mode=Settle, yes=_go_on, no=_go_back, back=_less, forward=_more),)
