"""The seats of this home at the page of the table that it follows: their secret words, and their presses.

Where the host deals the cards a hand is known there alone. What is for a seat comes from its page and is said
in its ear here; what it presses while nothing is open at this panel goes there. From when the game here has
begun the host's table says digits for one seat after the other: for the next one when the one before has
joined, or given up.
"""

from collections.abc import Callable, Mapping, Sequence

from dialog import FarDigits, FarPage, FarWords, Say, StillWaiting
from engine import Seat, State
from table.common import Common
from table.linked import FarCode, FarPress, SeatAsked, SeatNews, SeatPage, SeatSees, SeatTold, SeatWish
from tabletop import Press


class FarPages:
    """What this home knows of its seats' pages.

    Attributes:
        host: how the host's home is called.
        wish: has something sent there; None: no page is needed, or none is named.
        codes: digits that the host's table has said already, for its seats in their order.
        asked: what each seat is asked there.
        sees: the game as each seat may see it, as its page told it last.
    """

    def __init__(self, host: str, seats: Sequence[Seat]) -> None:
        self.wish: Callable[[SeatWish], None] | None = None
        self.codes: Sequence[str] = ()
        self.host, self._seats = host, tuple(seats)
        self._begun = False
        self._joined: set[Seat] = set()
        self._to_ask = list(self._seats)  # for whom digits are still to be said, by themselves
        self._said: list[Seat] = []  # for whom they were said while another's are entered
        self._entering: Seat | None = None  # whose are entered
        self._gave_up: set[Seat] = set()
        self.asked: dict[Seat, SeatAsked] = {}
        self.sees: dict[Seat, Mapping[str, object]] = {}

    # What comes

    def hear(self, news: SeatNews, common: Common, at: float) -> None:
        """Say what has come, to whom it is for."""
        match news:
            case SeatTold(seat=seat, text=text, urgency=urgency):
                common.do(Say(FarWords(seat=seat, text=text, urgent=urgency == "assertive")), at)
            case SeatAsked(seat=seat):
                self.asked[seat] = news
            case SeatSees(seat=seat, view=view):
                self.sees[seat] = view
            case SeatPage(seat=seat, condition=condition) if condition == "wants-code":
                if seat not in (*self._joined, *self._said, self._entering):
                    self._said.append(seat)
                self._enter_next(common, at)
            case SeatPage(seat=seat, condition=condition) if condition != "wants-code":
                if condition == "put-out":
                    self._joined.discard(seat)
                    self.asked.pop(seat, None)
                    self.sees.pop(seat, None)
                if condition == "gone" and common.state.phase == "over":
                    return
                common.do(Say(FarPage(home=self.host, seat=seat, condition=condition)), at)
                if condition == "joined":
                    self._has_joined(seat, common, at)

    def _has_joined(self, seat: Seat, common: Common, at: float) -> None:
        self._joined.add(seat)
        if seat == self._entering:
            self._entering = None
        common.effects(common.panel.leave_digits(seat, at), at)
        self._ask_next()

    # Digits

    def tick(self, common: Common, at: float) -> None:
        """Time has passed, and the game here has begun: who has given up makes way for the next."""
        if self.wish is None:
            return
        if not self._begun:
            self._begun = True
            self._ask_next()
        if self._entering is not None and common.panel.digits_of != self._entering:
            self._gave_up.add(self._entering)
            self._entering = None
            self._ask_next()
        self._enter_next(common, at)

    def _ask_next(self) -> None:
        """Digits for the next seat."""
        while self._to_ask:
            seat = self._to_ask.pop(0)
            if seat not in self._joined and self.wish is not None:
                place = self._seats.index(seat)
                digits = self.codes[place] if place < len(self.codes) else None
                self.wish(FarCode(seat=seat, digits=digits))
                return

    def _enter_next(self, common: Common, at: float) -> None:
        if self._said and self._entering is None:
            seat = self._entering = self._said.pop(0)
            common.effects(common.panel.ask(FarDigits(seat, self.host), at), at)

    def code(self, seat: Seat, digits: str) -> None:
        """The digits that the host's table has said were entered here."""
        if seat == self._entering:
            self._entering = None
        if self.wish is not None:
            self.wish(FarCode(seat=seat, digits=digits))

    # What is pressed

    def pressed(self, press: Press, common: Common, at: float) -> bool:
        """Whether the press is the host's to answer; then it has gone there."""
        if self.wish is None or press.button in (None, "repeat") or not common.panel.mode.traits.at_rest:
            return False
        seat = press.by or common.panel.focus or self._meant(common.state)
        if seat not in self._seats or seat is None or press.button is None:
            return False
        if seat not in self._joined:
            if press.button == "yes":
                self.wish(FarCode(seat=seat, digits=None))
                common.do(StillWaiting(), at)
            return press.button == "yes"
        asked = self.asked.get(seat)
        own = asked is not None and asked.own
        if press.button in ("back", "forward") and not own:  # there they walk that home's history
            return False
        self.wish(FarPress(seat=seat, button=press.button, shown=0 if asked is None else asked.number))
        common.do(StillWaiting(), at)
        return True

    def _meant(self, state: State) -> Seat | None:
        """Whose press it is that nobody has taken the panel for: who is asked, waited for, not joined."""
        own = [seat for seat in self._seats if seat in self.asked and self.asked[seat].own]
        waits = [seat for seat in self._seats if seat in state.waiting_for()]
        apart = sorted(set(self._seats) - self._joined, key=self._late)
        first = [seat for seat in apart if seat in waits]
        return next(iter([*own, *first, *waits, *apart]), None)

    def _late(self, seat: Seat) -> tuple[bool, int]:
        """Who has given up comes after the others."""
        return seat in self._gave_up, self._seats.index(seat)
