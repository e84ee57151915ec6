"""A press at the table: what it stops, what it opens, and that it never ends in silence."""

from dialog import Answer, BotMoves, Effect, Mode, NothingToDo, PassEar, Say, Table
from table.common import Common
from table.lateness import made_at, too_late
from table.speaking import Speaking
from table.stand_ins import StandIns
from table.voicing import Voicing
from tabletop import Button, Press


class Presses:
    """Takes in the buttons, one press after the other."""

    def __init__(self, common: Common, voicing: Voicing, speaking: Speaking, stand_ins: StandIns) -> None:
        self._common, self._voicing, self._speaking = common, voicing, speaking
        self._stand_ins = stand_ins
        self._down_at: float | None = None  # when the button that is let go next went down
        self._cut = False  # the press that is down has stopped speech
        self._acted = False  # the button that is down has done its work by being held

    def take(self, press: Press, at: float) -> None:
        """One press, on its way down, held or up."""
        panel = self._common.panel
        panel.look(at)
        if self._common.begun:
            self._move(press, at)
        if press.named:  # on a page: a finger at the panel may still be on its way
            panel.look(at)
        else:
            panel.look_after_press()

    def whole(self, button: Button, at: float) -> None:
        """A button down and up, by somebody who has no finger on it."""
        for action in ("down", "up"):
            self.take(Press(button=button, action=action, at=at), at)

    def _move(self, press: Press, at: float) -> None:
        match press.action:
            case "down":
                self._voicing.listen(at)
                self._down_at = made_at(press, at)
                self._cut = self._voicing.teller.hush(at)
                self._voicing.sound("tick", at)
            case "held":
                self._acted = self._acted or self._held_down(press, at)
            case "up":
                acted, self._acted = self._acted, False
                if not acted:
                    self._let_go(press, at)

    def perform(self, effect: Effect, at: float) -> None:
        """Do what a key asks for, as the panel's list would have done it; it stops speech as a press does."""
        self._voicing.teller.hush(at)
        panel = self._common.panel
        panel.look(at)
        mode, waiting = panel.mode, self._voicing.teller.shared.waiting
        self._common.do(effect, at)
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

    def _let_go(self, press: Press, at: float) -> None:
        if too_late(press, at):
            self._came_too_late(press, at)
            return
        if self._speaking.ask_for_ear(at):
            return
        common, teller = self._common, self._voicing.teller
        panel = common.panel
        before, just_passed = teller.uttered, common.ear_just_passed
        mode, waiting = panel.mode, teller.shared.waiting
        common.ear_just_passed = just_passed and press.button == "no" and self._cut
        if press.seat is not None:
            common.effects(panel.press_seat(press.seat, common.state, at), at)
        elif press.button == "no" and self._cut and isinstance(panel.mode, Table):
            return  # while news is said and nothing is asked, No only stops it (criterion 13)
        elif press.button == "no" and just_passed and isinstance(panel.mode, Table):
            self._speaking.ear_back(at)
        elif press.button is not None:
            self._button(press.button, press, at)
        if teller.uttered == before and panel.mode != mode:  # it closed what was open
            common.do(Answer("turn", panel.asker(common.state)), at)
        if teller.uttered == before:  # to an ear that nobody has, or there was nothing to say
            common.do(Say(NothingToDo(button=press.button or "yes", why="no-list")), at)
        if not isinstance(mode, PassEar):  # its own answers have been heard
            self._asked_in_vain(mode, waiting, at)

    def _button(self, button: Button, press: Press, at: float) -> None:
        common = self._common
        bot = self._stand_ins.instead_of(common.panel, common.state)
        if bot is not None and button in ("yes", "no"):
            common.effects((Say(BotMoves(seat=bot)),), at)
            return
        state, went_at = common.state, made_at(press, at)
        down_at, self._down_at = self._down_at, None
        effects = common.panel.press(button, state, at, went_at=went_at, down_at=down_at, named=press.named)
        common.effects(effects, at)
