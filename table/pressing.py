"""A press at the table: whether it counts, what it stops, what it opens, and that it never ends in silence.

How presses are taken is each seat's own, and holds while that seat has the panel: which of them count
(`press_filter`), and whether six buttons are too many (`scanning`).
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, assert_never

from dialog import (
    About,
    Answer,
    BotMoves,
    ButtonOffered,
    Effect,
    Mode,
    NothingToDo,
    OfTheEvening,
    PassEar,
    PressHabits,
    Repeat,
    Say,
    Table,
    TokenComing,
    Tune,
    of_presses,
)
from reconcile import UNHEARD_S
from table.common import Common
from table.far_seats import FarSeats
from table.lateness import made_at, too_late
from table.press_filter import Key, PressFilter, key_of
from table.scanning import Offer, Scanner, Walk
from table.speaking import Speaking
from table.stand_ins import StandIns
from table.voicing import Voicing
from tabletop import Button, Press

WORDS_A_SECOND: Final = 2.5  # slow speech: the table walks on when what it has said is over


@dataclass(slots=True)
class Down:
    """A button that is down. `at`: since when, None: nobody knows; `cut`: it has stopped speech.

    `acted`: it has done its work by being held.
    """

    at: float | None = None
    cut: bool = False
    acted: bool = False


def _button_of(press: Press) -> tuple[Key, bool]:
    return key_of(press), press.named


class Presses:
    """Takes in the buttons, one press after the other."""

    def __init__(
        self,
        common: Common,
        voicing: Voicing,
        speaking: Speaking,
        stand_ins: StandIns,
        far: FarSeats,
    ) -> None:
        self._common, self._voicing, self._speaking = common, voicing, speaking
        self._stand_ins, self._far = stand_ins, far
        self.elsewhere: Callable[[Press, float], bool] = lambda press, at: (
            False
        )  # whether it is answered there
        self._down: dict[tuple[Key, bool], Down] = {}  # each button that is down, by hand or on a page
        self._filter, self._scanner = PressFilter(), Scanner()
        self._in_force = PressHabits()

    def take(self, press: Press, at: float) -> None:
        """One press, on its way down, held or up; one that does not count is as if never made."""
        panel = self._common.panel
        if not self._common.begun:
            panel.look(at)
            return
        for counts in self._filter.take(press, self._habits(), at):
            panel.look(at)
            self._move(counts, at)
            if counts.named:  # on a page: a finger at the panel may still be on its way
                panel.look(at)
            else:
                panel.look_after_press()

    def tick(self, at: float) -> None:
        """Time has passed: a button has been down for long enough, or the table walks on."""
        if self._filter.waits:
            for press in self._filter.due(self._habits(), at):
                self._move(press, at)
        scanner = self._scanner
        if scanner.walks_at is None or at < scanner.walks_at:
            return
        if self._habits().scan != "one" or self._waits():
            scanner.rest()
        else:
            self._walk(scanner.walk(self._common.panel.mode, self._common.state), at)

    def _habits(self) -> PressHabits:
        """Of the seat that has the panel; what it is just setting holds from when it leaves the setting."""
        panel = self._common.panel
        setting = isinstance(panel.mode, Tune) and of_presses(panel.mode.what)
        if not setting:
            self._in_force = self._speaking.habits.of(panel.asker(self._common.state))
        return self._in_force

    def whole(self, button: Button, at: float) -> None:
        """A button down and up, by somebody who has no finger on it."""
        for action in ("down", "up"):
            self.take(Press(button=button, action=action, at=at), at)

    def _move(self, press: Press, at: float) -> None:
        match press.action:
            case "down":
                self._voicing.listen(at)
                cut = self._voicing.teller.hush(at)
                self._down[_button_of(press)] = Down(at=made_at(press, at), cut=cut)
                self._voicing.sound("tick", at)
            case "held":
                down = self._down.setdefault(_button_of(press), Down())
                down.acted = down.acted or self._held_down(press, at)
            case "up":
                down = self._down.pop(_button_of(press), Down())
                if not down.acted and not self._switched(press, at):
                    self._let_go(press, down, at)
            case _:
                assert_never(press.action)

    def _switched(self, press: Press, at: float) -> bool:
        """Whether it is a switch, for whom six buttons are too many; then it has done its work."""
        habits = self._habits()
        if habits.scan == "off" or press.named or press.button not in ("yes", "forward"):
            return False
        if too_late(press, at) or self._waits():
            return False
        walking = self._scanner.walks_at is not None
        mode, state = self._common.panel.mode, self._common.state
        walks = press.button == "forward" if habits.scan == "two" else not walking
        self._walk((self._scanner.walk if walks else self._scanner.take)(mode, state), at)
        return True

    def _waits(self) -> bool:
        """Whether only one thing can be pressed: who has the earphone says so with Yes."""
        return isinstance(self._common.panel.mode, PassEar)

    def _walk(self, choice: Walk | None, at: float) -> None:
        """Press what the switch has taken or walked to, or name it; then the table may walk on."""
        common, scanner = self._common, self._scanner
        panel = common.panel
        if isinstance(choice, Offer):
            common.do(Say(ButtonOffered(button=choice.button)), at)
        elif choice is not None:
            panel.look(at)
            self._let_go(Press(button=choice, action="up", at=at), Down(), at)
            panel.look_after_press()
        if choice is None or self._habits().scan != "one" or (choice == "yes" and panel.mode.traits.at_rest):
            scanner.walks_at = None
            return
        said = self._voicing.teller.history[-1:]
        words = sum(len(one.normal.split()) for one in said)
        scanner.walks_at = at + words / WORDS_A_SECOND + self._habits().pace_s

    def perform(self, effect: Effect, at: float) -> None:
        """Do what a key asks for, as the panel's list would have done it; it stops speech as a press does."""
        self._voicing.teller.hush(at)
        panel = self._common.panel
        panel.look(at)
        mode, waiting = panel.mode, self._voicing.teller.shared.waiting
        self._common.do(effect, at)
        if isinstance(effect, About | Answer | OfTheEvening):
            panel.answered()
        self._asked_in_vain(mode, waiting, at)
        panel.look_after_press()

    def _asked_in_vain(self, mode: Mode, waiting: int, at: float) -> None:
        """Somebody has asked, and the answer waits for the shared earphone: then that is said, every time.

        Args:
            mode: what was open before. `waiting`: how many words waited then.
        """
        shared, panel = self._voicing.teller.shared, self._common.panel
        if shared.waiting == waiting:
            return
        shared.ask_again()
        if isinstance(mode, PassEar) and mode == panel.mode:
            self._common.do(Say(mode), at)

    def _held_down(self, press: Press, at: float) -> bool:
        """Whether the hold has done its work, or came too late for any: letting go does no more then."""
        if too_late(press, at):
            self._came_too_late(press, at)
            return True
        common = self._common
        if self._speaking.ask_for_ear(at):
            return True
        held = None if press.button is None else common.panel.hold(press.button, common.state, at)
        common.effects(held or (), at)
        return held is not None

    def _came_too_late(self, press: Press, at: float) -> None:
        self._common.do(Say(NothingToDo(button=press.button or "yes", why="late")), at)

    def _let_go(self, press: Press, down: Down, at: float) -> None:
        if too_late(press, at):
            self._came_too_late(press, at)
            return
        if self._speaking.ask_for_ear(at):
            return
        common, teller = self._common, self._voicing.teller
        panel = common.panel
        before, just_passed = teller.uttered, common.ear_just_passed
        mode, waiting = panel.mode, teller.shared.waiting
        common.ear_just_passed = just_passed and press.button == "no" and down.cut
        if press.seat is not None:
            common.effects(panel.press_seat(press.seat, common.state, at, on_page=press.by is not None), at)
        elif press.button == "no" and down.cut and isinstance(panel.mode, Table):
            return  # while news is said and nothing is asked, No only stops it (criterion 13)
        elif press.button == "no" and just_passed and isinstance(panel.mode, Table):
            self._speaking.ear_back(at)
        elif press.button is not None:
            self._button(press.button, press, down, at)
        if teller.uttered == before and panel.mode != mode:  # it closed what was open
            common.do(Answer("turn", panel.asker(common.state)), at)
        if teller.uttered == before:  # to an ear that nobody has, or there was nothing to say
            common.do(Say(NothingToDo(button=press.button or "yes", why="no-list")), at)
        if not isinstance(mode, PassEar):  # its own answers have been heard
            self._asked_in_vain(mode, waiting, at)

    def _token_comes(self, press: Press, at: float) -> bool:
        """Whether this Yes is meant for a token: one that comes to rest just now, or has just claimed.

        Whoever sets a token and presses Yes at once ends neither that turn without a claim nor the next one.
        """
        common, tracker = self._common, self._common.tracker
        if common.state.phase != "turn" or common.panel.paused:
            return False
        site, claimed = tracker.coming(at), tracker.last_claim
        if site is not None:
            common.do(Say(TokenComing(site=site)), at)
        elif claimed is not None and made_at(press, at) - claimed.at < UNHEARD_S and not press.named:
            common.do(Repeat(), at)
        else:
            return False
        return True

    def _button(self, button: Button, press: Press, down: Down, at: float) -> None:
        common = self._common
        if self.elsewhere(press, at):
            return
        judged = button in ("yes", "no")
        far = self._far.pressed_for(common.panel, common.state, press.by) if judged else None
        if far is not None:
            common.effects(far, at)
            return
        bot = self._stand_ins.instead_of(common.panel, common.state)
        if bot is not None and (judged or (button == "ask" and not isinstance(common.panel.mode, Table))):
            common.effects((Say(BotMoves(seat=bot)),), at)
            return
        if button == "yes" and isinstance(common.panel.mode, Table) and self._token_comes(press, at):
            return
        state, went_at = common.state, made_at(press, at)
        effects = common.panel.press(
            button, state, at, went_at=went_at, down_at=down.at, named=press.named, cut=down.cut, by=press.by
        )
        common.effects(effects, at)
