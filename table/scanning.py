"""For whom six buttons are too many: the choices come one after the other, and one switch takes. Pure.

Of a list the items are walked through first, then what else can be pressed there is named, button by button;
where no list is open the buttons are named at once, and none is pressed that was not named.
"""

from dataclasses import dataclass
from typing import Final

from dialog import Mode
from engine import State
from tabletop import Button

IN_A_LIST: Final[tuple[Button, ...]] = ("no", "ask", "repeat")
ELSEWHERE: Final[tuple[Button, ...]] = ("yes", "no", "ask", "repeat", "forward", "back")
ROUNDS: Final = 3  # nothing is said again without end (JOURNEYS, "said once")


@dataclass(frozen=True, slots=True)
class Offer:
    """Name this button: the switch may take it."""

    button: Button


Walk = Button | Offer
"""What is done next: this button is pressed, or named."""


class Scanner:
    """Where the walk is.

    Attributes:
        walks_at: when the table walks on by itself; None: it waits for the switch.
    """

    def __init__(self) -> None:
        self.walks_at: float | None = None
        self._kind: type[Mode] | None = None
        self._offered: int | None = None
        self._rounds = 0

    def walk(self, mode: Mode, state: State) -> Walk | None:
        """On to the next choice; None: the table has walked round often enough, and rests."""
        self._look(mode)
        count = mode.size(state)
        if count > 1 and self._offered is None and getattr(mode, "index", 0) < count - 1:
            return "forward"
        offers = _offers(count)
        self._offered = 0 if self._offered is None else self._offered + 1
        if self._offered < len(offers):
            return Offer(offers[self._offered])
        self._rounds += 1
        if self._rounds >= ROUNDS and self.walks_at is not None:
            self.rest()
            return None
        if count > 1:
            self._offered = None
            return "forward"
        self._offered = 0
        return Offer(offers[0])

    def take(self, mode: Mode, state: State) -> Walk | None:
        """The switch: what was named last; where nothing was, the walk begins."""
        self._look(mode)
        offered, self._offered, self._rounds = self._offered, None, 0
        if offered is not None:
            return _offers(mode.size(state))[offered]
        return "yes" if mode.size(state) else self.walk(mode, state)

    def rest(self) -> None:
        """Until the switch is pressed anew."""
        self._kind = self._offered = self.walks_at = None
        self._rounds = 0

    def _look(self, mode: Mode) -> None:
        """Another list or question has opened: its choices come from the first on."""
        if type(mode) is not self._kind:
            self._kind, self._offered, self._rounds = type(mode), None, 0


def _offers(count: int) -> tuple[Button, ...]:
    return IN_A_LIST if count else ELSEWHERE
