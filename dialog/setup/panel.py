"""The panel during set-up: presses, tokens and what the devices found → prompts, until a game is chosen."""

from collections.abc import Mapping
from typing import Any, Final

from msgspec.structs import replace

from dialog.desk import Desk, EarlierTable, Finding, PinFault, StoredGame
from dialog.effects import Repeat, Say
from dialog.kit import Row, into, tell_place
from dialog.setup import (
    earlier,
    ears,
    first,
    games,
    greeting,
    numbers,
    phone,
    pins,
    ready,
    rules,
    seats,
    self_test,
    starter,
    tokens,
)
from dialog.setup.earlier import Brought, Earlier, EarlierFound, begun
from dialog.setup.ears import EarTry, NoEar
from dialog.setup.effects import SetupEffects
from dialog.setup.games import Games
from dialog.setup.greeting import Practice, Speed, Waking, first_asked
from dialog.setup.order import arrived
from dialog.setup.phone import SetupPhone
from dialog.setup.pins import PinTour, felt
from dialog.setup.places import SetupMode, SetupStep
from dialog.setup.ready import Clear, back_to
from dialog.setup.seats import SeatRefused, Who, name_seat, seat_joins
from dialog.setup.self_test import AllWell, BoardTurned, SelfTest, faulty, mended
from dialog.setup.tokens import Showing, broken_off, shown
from dialog.waiting import AGAIN_S, Waiting
from engine import Seat
from tabletop import Button, DeviceHealth, LessonNews, SiteId

_CONVERSATIONS: Final = (
    *(greeting.ROWS, self_test.ROWS, pins.ROWS, tokens.ROWS, games.ROWS, first.ROWS, rules.ROWS, seats.ROWS),
    *(earlier.ROWS, numbers.ROWS, ears.ROWS, phone.ROWS, starter.ROWS, ready.ROWS),
)
SETUP_ROWS: Final[Mapping[type[SetupMode], Row[Any, [Desk]]]] = {
    row.mode: row for rows in _CONVERSATIONS for row in rows
}
"""Every place has its row: `tests/dialog` holds it against all there are."""


class SetupPanel(Waiting):
    """Where set-up is and what has been chosen. Times are monotonic seconds that are passed in."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk
        self.mode: SetupMode = Waking()

    # What comes from the devices

    def begin(self, at: float) -> SetupEffects:
        """All devices have had their word: the first question."""
        return self._by_itself(begun(self.desk), at)

    def found(self, findings: tuple[Finding, ...], at: float) -> SetupEffects:
        """The self-test looked once more, because somebody mended something."""
        old = self.desk.findings
        self.desk = replace(self.desk, findings=findings)
        if not isinstance(self.mode, SelfTest):
            return ()
        what = _about(old[self.mode.index])
        faults = [n for n, one in enumerate(findings) if faulty(one)]
        if not faults:
            return self._by_itself(mended(self.mode, self.desk), at)
        still = next((n for n in faults if _about(findings[n]) == what), None)
        if still is not None:
            return self._went(into(replace(self.mode, index=still)), at)
        index = next((n for n in faults if n >= self.mode.index), faults[0])
        return self._by_itself(into(replace(self.mode, index=index)), at)

    def turned(self, pins: tuple[SiteId, ...], at: float) -> SetupEffects:
        """Another board is on the table, that of the edition which was chosen; what stands there comes."""
        self.desk = replace(self.desk, pins=pins, standing=(), findings=())
        return (Say(BoardTurned()),)

    def tested_board(self, findings: tuple[Finding, ...], at: float) -> SetupEffects:
        """The other board was tested: well in one utterance, else finding by finding; then on as before."""
        self.desk = replace(self.desk, findings=findings)
        fault = next((n for n, one in enumerate(findings) if faulty(one)), None)
        if fault is None:
            return (Say(AllWell()),) if findings else ()
        then = self.mode.then if isinstance(self.mode, SelfTest) else self.mode
        return self._by_itself(into(SelfTest(fault, then)), at)

    @property
    def takes_tokens(self) -> bool:
        """Whether what is open asks for tokens, or tells what stands on the board."""
        return isinstance(self.mode, PinTour | Who | SelfTest)

    def token(self, seat: Seat | None, site: SiteId, at: float) -> SetupEffects:
        """A token was newly set on a pin; `seat` None: whose cannot be told."""
        match self.mode:
            case PinTour() as mode:
                return self._went(felt(mode, site), at)
            case Who() if seat is None:
                return (Say(SeatRefused(why="unknown")),)
            case Who() as mode if seat is not None and seat not in self.desk.draft.seats:
                return self._went(seat_joins(mode, seat, self.desk, token=True), at)
            case _:
                return ()

    def ear_gone(self, seat: Seat, at: float) -> SetupEffects:
        """The earphone that is being tried is not there: the ways out are offered."""
        return self._by_itself(into(NoEar(seat)), at) if self.mode == EarTry(seat) else ()

    def phone(self, seat: Seat | None, at: float) -> SetupEffects:
        """A phone has joined as this seat, None: as the host: No puts it out, Yes has the seat hear by it.

        One that was still asked about stays, as by Yes; if nothing of that was heard yet, it is asked again.
        """
        if isinstance(self.mode, SetupPhone) and not self.unheard:
            self.mode, self.desk, _ = arrived(phone.stays(self.mode, self.desk), self.desk)
        return self._by_itself(into(SetupPhone(seat, self.mode)), at)

    def shown(self, news: LessonNews, at: float) -> SetupEffects:
        """What the camera has to say of the tokens it is shown."""
        step = shown(self.mode, news)
        if step is None:
            return ()
        return self._by_itself(step, at) if news.step == "done" else self._went(step, at)

    def camera(self, no_picture: DeviceHealth | None, at: float) -> SetupEffects:
        """Why the camera gives no picture now, or that it does: then no tokens can be shown to it."""
        self.desk = replace(self.desk, no_picture=no_picture)
        if no_picture is None or not isinstance(self.mode, Showing):
            return ()
        return self._by_itself(broken_off(self.mode, no_picture), at)

    def standing(self, sites: tuple[SiteId, ...], at: float) -> SetupEffects:
        """Where something stands on the board now."""
        fewer = len(sites) < len(self.desk.standing)
        self.desk = replace(self.desk, standing=sites)
        if not (isinstance(self.mode, Clear) and fewer):
            return ()
        step = back_to(self.mode, self.desk)
        return self._went(step, at) if sites else self._by_itself(step, at)

    def listed(self, games: tuple[StoredGame, ...], at: float) -> SetupEffects:
        """The stored games that were looked for."""
        self.desk = replace(self.desk, facts=replace(self.desk.facts, games=games))
        return self._went(into(Games()), at) if games else ()

    def found_earlier(self, tables: tuple[EarlierTable, ...], at: float) -> SetupEffects:
        """Earlier tables were looked for."""
        self.desk = replace(self.desk, earlier=tables)
        return self._went(into(EarlierFound() if tables else Earlier(looked=True)), at)

    def not_brought(self, at: float) -> SetupEffects:
        """The earlier table could not be read: a new one it is."""
        return self._went(into(first_asked(self.desk), (Say(Brought(here=False)),)), at)

    def rate(self, words_a_minute: int, at: float) -> SetupEffects:
        """It speaks so fast now."""
        self.desk = replace(self.desk, facts=replace(self.desk.facts, rate=words_a_minute))
        return self._went(into(self.mode), at) if isinstance(self.mode, Speed) else ()

    # Presses

    def press(
        self,
        button: Button,
        at: float,
        *,
        went_at: float | None = None,
        down_at: float | None = None,
        named: bool = False,
    ) -> SetupEffects:
        """A button was pressed and let go.

        Args:
            went_at: when it was let go, where that took some time to be heard; `down_at`: when it went down.
            named: it names the question that it answers, so it is of no burst.

        Whatever a device closes here gives way to another question, so nothing is meant for what is over.
        """
        if button in ("yes", "no") and not isinstance(self.mode, Practice):
            went_at = at if went_at is None else went_at
            if not named and self._in_a_burst(went_at if down_at is None else down_at, at):
                return self._prompt()
            if self._hasty(went_at, at):
                return self._prompt()
            if not named:
                self._taken_at = at
        self._asked_at = None  # what is asked from here on is asked because of a press
        match button, self.mode:
            case "repeat" | "ask", Practice() as mode:
                return self._went(greeting.of_button(button)(mode, self.desk), at)
            case "repeat", _:
                return (Repeat(),)
            case "ask", mode:
                return self._went(tell_place(mode), at)
            case _, mode:
                return self._went(SETUP_ROWS[type(mode)].cell(button)(mode, self.desk), at)

    def press_seat(self, seat: Seat, at: float) -> SetupEffects:
        """A seat button."""
        joined = SETUP_ROWS[type(self.mode)].seat
        step = name_seat(self.mode, seat) if joined is None else joined(self.mode, seat, self.desk)
        return self._went(step, at)

    def tick(self, at: float) -> SetupEffects:
        """Time has passed."""
        return self._once_more(at)

    def _by_itself(self, step: SetupStep, at: float) -> SetupEffects:
        """Another question, because of what a device said: a press on its way meant the one before."""
        self._asked_at = at
        return self._went(step, at)

    def _went(self, step: SetupStep, at: float) -> SetupEffects:
        self.mode, self.desk, effects = arrived(step, self.desk)
        self._next_word_at = None if self.mode.traits.patient else at + AGAIN_S
        self._said_again = False
        return effects


def _about(finding: Finding) -> object:
    """What a finding is about: a pin or a device."""
    if isinstance(finding, PinFault):
        return finding.site
    return (finding.device, finding.ear) if isinstance(finding, DeviceHealth) else (finding.device, None)
