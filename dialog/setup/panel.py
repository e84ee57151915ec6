"""The panel during set-up: presses, tokens and what the devices found → prompts, until a game is chosen."""

from dataclasses import replace
from typing import Final

from dialog.effects import Repeat, StillWaiting
from dialog.setup.desk import (
    Clear,
    Desk,
    EarTry,
    Finding,
    Games,
    NoEar,
    PinFault,
    PinTour,
    Practice,
    SelfTest,
    SetupMode,
    SetupPhone,
    Showing,
    Speed,
    StoredGame,
    Waking,
    Who,
)
from dialog.setup.effects import SaySetup, SetupEffects
from dialog.setup.flow import SetupStep, into, onward, setup_prompt
from dialog.setup.new_game import seat_joins
from dialog.setup.prompts import AllWell, BoardTurned, PinFelt, SeatRefused
from dialog.setup.rows import SETUP_ROWS, setup_respond
from dialog.setup.showing import broken_off, shown
from dialog.setup.starting import begun, faulty, mended
from engine import Seat
from tabletop import Button, DeviceHealth, LessonNews, SiteId

TOO_SOON_S: Final = 0.5  # a Yes or No this soon after a question by itself is no answer (criterion 14)
AGAIN_S: Final = 20.0  # an open question is said once more (criterion 19)
WAIT_S: Final = 30.0  # and then only a soft sound

_PATIENT: Final = (Waking, Practice, PinTour, Showing)
"""Where nothing is asked, so nothing is said again."""


class SetupPanel:
    """Where set-up is and what has been chosen. Times are monotonic seconds that are passed in."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.mode: SetupMode = Waking()
        self._asked_at: float | None = None  # when a question came by itself
        self._next_word_at: float | None = None
        self._said_again = False

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
            return self._went(into(replace(self.mode, index=still), self.desk), at)
        index = next((n for n in faults if n >= self.mode.index), faults[0])
        return self._by_itself(into(replace(self.mode, index=index), self.desk), at)

    def turned(self, pins: tuple[SiteId, ...], at: float) -> SetupEffects:
        """Another board is on the table, that of the edition which was chosen; what stands there comes."""
        self.desk = replace(self.desk, pins=pins, standing=(), findings=())
        return (SaySetup(BoardTurned(edition=self.desk.draft.edition)),)

    def tested_board(self, findings: tuple[Finding, ...], at: float) -> SetupEffects:
        """The other board was tested: well in one utterance, else finding by finding; then on as before."""
        self.desk = replace(self.desk, findings=findings)
        fault = next((n for n, one in enumerate(findings) if faulty(one)), None)
        if fault is None:
            return (SaySetup(AllWell(findings=findings)),) if findings else ()
        then = self.mode.then if isinstance(self.mode, SelfTest) else self.mode
        return self._by_itself(into(SelfTest(fault, then), self.desk), at)

    def token(self, seat: Seat | None, site: SiteId, at: float) -> SetupEffects:
        """A token was newly set on a pin; `seat` None: whose cannot be told."""
        match self.mode:
            case PinTour(tested=already):
                felt = already | {site}
                self.mode = PinTour(felt)
                told = PinFelt(site=site, tested=len(felt), count=len(self.desk.pins))
                return (SaySetup(told),)
            case Who() if seat is None:
                return (SaySetup(SeatRefused(why="unknown")),)
            case Who() as mode if seat is not None and seat not in self.desk.draft.seats:
                return self._went(seat_joins(mode, self.desk, seat, token=True), at)
            case _:
                return ()

    def ear_gone(self, seat: Seat, at: float) -> SetupEffects:
        """The earphone that is being tried is not there: the ways out are offered."""
        return self._by_itself(into(NoEar(seat), self.desk), at) if self.mode == EarTry(seat) else ()

    def phone(self, seat: Seat, at: float) -> SetupEffects:
        """A phone has joined as this seat: No puts it out, Yes has the seat hear by it."""
        then = self.mode.then if isinstance(self.mode, SetupPhone) else self.mode
        return self._by_itself(into(SetupPhone(seat, then), self.desk), at)

    def shown(self, news: LessonNews, at: float) -> SetupEffects:
        """What the camera has to say of the tokens it is shown."""
        step = shown(self.mode, self.desk, news)
        if step is None:
            return ()
        return self._by_itself(step, at) if news.step == "done" else self._went(step, at)

    def camera(self, no_picture: DeviceHealth | None, at: float) -> SetupEffects:
        """Why the camera gives no picture now, or that it does: then no tokens can be shown to it."""
        self.desk = replace(self.desk, no_picture=no_picture)
        if no_picture is None or not isinstance(self.mode, Showing):
            return ()
        return self._by_itself(broken_off(self.mode, self.desk, no_picture), at)

    def standing(self, sites: tuple[SiteId, ...], at: float) -> SetupEffects:
        """Where something stands on the board now."""
        fewer = len(sites) < len(self.desk.standing)
        self.desk = replace(self.desk, standing=sites)
        if not (isinstance(self.mode, Clear) and fewer):
            return ()
        if sites:
            return self._went(into(Clear(), self.desk), at)
        return self._by_itself(onward("board", self.desk), at)

    def listed(self, games: tuple[StoredGame, ...], at: float) -> SetupEffects:
        """The stored games that were looked for."""
        self.desk = replace(self.desk, facts=replace(self.desk.facts, games=games))
        return self._went(into(Games(), self.desk), at) if games else ()

    def rate(self, words_a_minute: int, at: float) -> SetupEffects:
        """It speaks so fast now."""
        self.desk = replace(self.desk, facts=replace(self.desk.facts, rate=words_a_minute))
        return self._went(into(self.mode, self.desk), at) if isinstance(self.mode, Speed) else ()

    # Presses

    def press(self, button: Button, at: float, *, went_at: float | None = None) -> SetupEffects:
        """A button was pressed and let go. `went_at`: when, where that took some time to be heard.

        Whatever a device closes here gives way to another question, so nothing is meant for what is over.
        """
        made = at if went_at is None else went_at
        hasty = self._asked_at is not None and made - self._asked_at < TOO_SOON_S
        if button in ("yes", "no") and hasty:
            self._asked_at = at
            return (SaySetup(setup_prompt(self.mode, self.desk)),)
        self._asked_at = None  # what is asked from here on is asked because of a press
        if button == "repeat" and not isinstance(self.mode, Practice):
            return (Repeat(),)
        return self._went(setup_respond(self.mode, button, self.desk), at)

    def press_seat(self, seat: Seat, at: float) -> SetupEffects:
        """A seat button."""
        return self._went(SETUP_ROWS[type(self.mode)].seat(self.mode, self.desk, seat), at)

    def tick(self, at: float) -> SetupEffects:
        """Time has passed: an open question is said once more, then only a soft sound."""
        if self._next_word_at is None or at < self._next_word_at:
            return ()
        self._next_word_at = at + WAIT_S
        if self._said_again:
            return (StillWaiting(),)
        self._said_again = True
        return (SaySetup(setup_prompt(self.mode, self.desk)),)

    def _by_itself(self, step: SetupStep, at: float) -> SetupEffects:
        """Another question, because of what a device said: a press on its way meant the one before."""
        self._asked_at = at
        return self._went(step, at)

    def _went(self, step: SetupStep, at: float) -> SetupEffects:
        self.mode, self.desk = step.mode, step.desk
        patient = isinstance(self.mode, _PATIENT)
        self._next_word_at, self._said_again = None if patient else at + AGAIN_S, False
        return step.effects


def _about(finding: Finding) -> object:
    """What a finding is about: a pin or a device."""
    if isinstance(finding, PinFault):
        return finding.site
    return (finding.device, finding.ear) if isinstance(finding, DeviceHealth) else (finding.device, None)
