"""The seats of this home at the page of the table that it follows: their secret words, and their presses.

Where the host deals the cards a hand is known there alone. What is for a seat comes from its page and is said
in its ear here; what it presses while nothing is open at this panel goes there.
"""

from collections.abc import Callable, Mapping, Sequence

from dialog import FarDigits, FarPage, FarWords, Say, Second, StillWaiting
from engine import Seat
from table.common import Common
from table.linked import FarCode, FarPress, SeatAsked, SeatNews, SeatPage, SeatSees, SeatTold, SeatWish
from tabletop import Press


class FarPages:
    """What this home knows of its seats' pages.

    Attributes:
        wish: has something sent there; None: no page is needed, or none is named.
        asked: what each seat is asked there.
        sees: the game as each seat may see it, as its page told it last.
    """

    def __init__(self, host: str, seats: Sequence[Seat]) -> None:
        self.wish: Callable[[SeatWish], None] | None = None
        self._host, self._seats = host, tuple(seats)
        self._joined: set[Seat] = set()
        self.asked: dict[Seat, SeatAsked] = {}
        self.sees: dict[Seat, Mapping[str, object]] = {}

    def hear(self, news: SeatNews, common: Common, at: float) -> None:
        """Say what has come, to whom it is for."""
        match news:
            case SeatTold(seat=seat, text=text):
                common.do(Say(FarWords(seat=seat, text=text)), at)
            case SeatAsked(seat=seat):
                self.asked[seat] = news
            case SeatSees(seat=seat, view=view):
                self.sees[seat] = view
            case SeatPage(seat=seat, condition=condition) if condition == "wants-code":
                if seat not in self._joined and not isinstance(common.panel.mode, FarDigits):
                    common.effects(common.panel.ask(FarDigits(seat, self._host), at), at)
            case SeatPage(seat=seat, condition=condition) if condition != "wants-code":
                if condition == "joined":
                    self._joined.add(seat)
                elif condition == "put-out":
                    self._joined.discard(seat)
                    self.asked.pop(seat, None)
                    self.sees.pop(seat, None)
                if condition == "gone" and common.state.phase == "over":
                    return
                common.do(Say(FarPage(home=self._host, seat=seat, condition=condition)), at)

    def code(self, seat: Seat, digits: str) -> None:
        """The digits that the host's table has said were entered here."""
        if self.wish is not None:
            self.wish(FarCode(seat=seat, digits=digits))

    def pressed(self, press: Press, common: Common, at: float) -> bool:
        """Whether the press is the host's to answer; then it has gone there."""
        if self.wish is None or press.button in (None, "repeat"):
            return False
        panel, state = common.panel, common.state
        if not (panel.mode.traits.at_rest or isinstance(panel.mode, Second)):
            return False
        own = [seat for seat in self._seats if seat in self.asked and self.asked[seat].own]
        seat = press.by or panel.focus or next(iter(own), state.to_move)
        if seat not in self._seats or seat is None or press.button is None:
            return False
        if seat not in self._joined:
            if press.button == "yes":
                self.wish(FarCode(seat=seat, digits=None))
                common.do(StillWaiting(), at)
            return press.button == "yes"
        if press.button in ("back", "forward") and seat not in own:  # there they walk that home's history
            return False
        asked = self.asked.get(seat)
        self.wish(FarPress(seat=seat, button=press.button, shown=0 if asked is None else asked.number))
        common.do(StillWaiting(), at)
        return True
