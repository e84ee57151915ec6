"""One table: what the sensors and the panel say in, commands to the engine, events stored, then told.

The order never changes: decide, store, tell. All state of the running table is changed here and by one
caller; devices hand their values to the loop that calls `handle` and `tick` with the time.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from announce import Announcement, Wording
from bots.players import Bot
from dialog import (
    Answer,
    BotMoves,
    Effect,
    Mode,
    NothingToDo,
    PassEar,
    Say,
    Stopping,
    Table,
)
from engine import Game, Seat
from mqtt import Asked
from reconcile import Trust
from storage.store import Store
from table.device_health import TableHealth
from table.judging import Judging
from table.lateness import made_at, too_late
from table.ports import Sink
from table.remote import Door, Remote
from table.score_marks import ScoreMarks
from table.sources import Sources
from tabletop import BoardLayout, Button, DeviceHealth, LessonNews, Motion, Observation, Press, SiteId

FIRST_WORD_S: Final = 1.0  # after a resume: until then the senses may not have said all

Input = Observation | Motion | DeviceHealth | Press | Asked | LessonNews


class Session(Judging):
    """A game at a table."""

    def __init__(
        self,
        game: Game,
        *,
        layout: BoardLayout,
        wording: Wording,
        store: Store | None,
        sinks: Sequence[Sink],
        stored: int = 0,
        past: Sequence[Announcement] = (),
        bots: Mapping[Seat, Bot] | None = None,
        trust: Trust | None = None,
    ) -> None:
        """See `Acting`: what has been stored of the game is resumed, else it begins."""
        super().__init__(
            game,
            layout=layout,
            wording=wording,
            store=store,
            sinks=sinks,
            stored=stored,
            past=past,
            bots=bots,
            trust=trust,
        )
        self._resumed = stored > 0
        self.greeted = False  # set-up has welcomed the table to this very game
        self._sources = Sources(game.events)
        self._marks = ScoreMarks(layout, wording)
        if game.state.tunnel is not None:  # it was cut in the middle: that token asks for nothing new
            self.tracker.pay(SiteId(game.state.tunnel.route))
        self._cut = False  # the press that is down has stopped speech
        self._acted = False  # the button that is down has done its work by being held
        self.remote = Remote(self._door(), self.tracker)

    # The beginning

    def begin(self, at: float) -> None:
        """Store and tell a new game's first events, or welcome a resumed one, and open what comes first."""
        state = self.game.state
        self.remote.begun = True
        self._answerer.began = at
        if not self._resumed:
            self._kept(self._keeper.keep(1, self.game.events, at), at)
            self._say(self._wording.welcome(state), at)
            self._say(self._wording.events(None, self.game.events, state, 1), at)
            self._teller.told(tuple(enumerate(self.game.events, 1)), self.game.state)
        else:
            cut, greeted = self._keeper.was_cut, self.greeted
            self._say(self._wording.welcome(state, resumed=True, cut=cut, greeted=greeted), at)
            self._teller.told((), self.game.state)
            self._compare_at = at + FIRST_WORD_S
        for health in self._devices.newest():  # the senses have spoken before
            self._source(health, at)
        if not self._unseal(at):
            self._effects(self.panel.follow(state, at), at)

    @property
    def history(self) -> Sequence[Announcement]:
        """Everything that was said, oldest first."""
        return self._teller.history

    @property
    def health(self) -> TableHealth:
        """How the devices are."""
        return self._devices.health

    @property
    def begun(self) -> bool:
        """Whether the first words were said; before that nothing is done."""
        return self.remote.begun

    @property
    def over(self) -> bool:
        """Whether the game is over and scored."""
        return self.game.state.phase == "over"

    # What comes in

    def handle(self, item: Input, at: float) -> None:
        """Take in one thing that a device said."""
        match item:
            case Observation() if self._marks.take(item):
                pass
            case Observation():
                self.tracker.observe(item)
                self._effects(self._explorer.observe(item, self.game.state, at), at)
            case Motion():
                self.tracker.observe(item)
            case DeviceHealth():
                self._source(item, at)
                self._device(item, at)
            case Press():
                self.panel.look(at)
                self._press(item, at)
                if item.named:  # on a page: a finger at the panel may still be on its way
                    self.panel.look(at)
                else:
                    self.panel.look_after_press()
            case Asked():
                self.remote.take(item, at)
            case LessonNews():
                pass  # tokens are shown before a game

    def _source(self, health: DeviceHealth, at: float) -> None:
        """A sense that is lost or found while the game runs is an event: stored, then told."""
        event = self._sources.heard(health) if self.begun and not self.over else None
        if event is not None:
            self.game = self.game.told((event,))
            seq = len(self.game.events)
            self._kept(self._keeper.keep(seq, (event,), at), at)
            self._teller.told(((seq, event),), self.game.state)

    def tick(self, at: float) -> None:
        """Time has passed: judge what has settled, say again what waits for an answer."""
        if not self.begun:
            return
        self._kept(self._keeper.tick(at), at)
        self._say(self._devices.tick(self.game.state, at), at)
        self._pass_ear(at)
        self._remind(at)
        self._effects(self._explorer.tick(self.game.state, at), at)
        if not self.panel.paused and self.panel.exploring is None:
            for finding in self._explorer.judged(self.tracker.settle(at, self.game.state)):
                self._found(finding, at)
            self._effects(self._early.due(self.game.state, at), at)
        if self._compare_at is not None and at >= self._compare_at and not self.tracker.in_doubt():
            self._compare_at = None
            self._compare(at)
        if self._compare_at is None:
            self._note(at)
        self._effects(self.panel.tick(self.game.state, at), at)
        if isinstance(self.panel.mode, Table) and not (self.panel.paused or self.tracker.in_doubt()):
            self._say(self._marks.tick(self.game.state, at), at)
        blind, words = self.tracker.in_doubt(), len(self._teller.history)
        self._effects(self._bots.due(self.panel, self.game.state, words, at, blind=blind), at)

    def hush(self, at: float) -> None:
        """Silence at once, as by any press."""
        self._teller.hush(at)

    def perform(self, effect: Effect, at: float) -> None:
        """Do what a key asks for, as the panel's list would have done it; it stops speech as a press does."""
        self._teller.hush(at)
        self.panel.look(at)
        mode, waiting = self.panel.mode, self._teller.shared.waiting
        self._effect(effect, at)
        self._asked_in_vain(mode, waiting, at)
        self.panel.look_after_press()

    def _asked_in_vain(self, mode: Mode, waiting: int, at: float) -> None:
        """Somebody has asked, and the answer waits for the shared earphone: then that is said, every time.

        Args:
            mode: what was open before. `waiting`: how many words waited then.
        """
        if self._teller.shared.waiting == waiting:
            return
        self._teller.shared.ask_again()
        if isinstance(mode, PassEar) and mode == self.panel.mode:
            self._effect(Say(mode), at)

    def leave(self, at: float) -> None:
        """Somebody at the keys ends the evening, in whatever is open; no other game follows."""
        if self.begun:
            self._teller.hush(at)
            self._effect(Say(Stopping(over=False)), at)
        self.stopping = True

    def _press(self, press: Press, at: float) -> None:
        if not self.begun:
            return
        match press.action:
            case "down":
                self._cut = self._teller.hush(at)
                self._sound("tick", at)
            case "held":
                self._acted = self._acted or self._held_down(press, at)
            case "up":
                acted, self._acted = self._acted, False
                if not acted:
                    self._let_go(press, at)

    def _held_down(self, press: Press, at: float) -> bool:
        """Whether the hold has done its work, or came too late for any: letting go does no more then."""
        if too_late(press, at):
            self._came_too_late(press, at)
            return True
        held = None if press.button is None else self.panel.hold(press.button, self.game.state, at)
        self._effects(held or (), at)
        return held is not None

    def _came_too_late(self, press: Press, at: float) -> None:
        self._effect(Say(NothingToDo(button=press.button or "yes", why="late")), at)

    def _let_go(self, press: Press, at: float) -> None:
        if too_late(press, at):
            self._came_too_late(press, at)
            return
        before, just_passed = self._teller.uttered, self.ear_just_passed
        mode, waiting = self.panel.mode, self._teller.shared.waiting
        self.ear_just_passed = just_passed and press.button == "no" and self._cut
        if press.seat is not None:
            self._effects(self.panel.press_seat(press.seat, self.game.state, at), at)
        elif press.button == "no" and self._cut and isinstance(self.panel.mode, Table):
            return  # while news is said and nothing is asked, No only stops it (criterion 13)
        elif press.button == "no" and just_passed and isinstance(self.panel.mode, Table):
            self._ear_back(at)
        elif press.button is not None:
            self._button(press.button, press, at)
        if self._teller.uttered == before and self.panel.mode != mode:  # it closed what was open
            self._effect(Answer("turn", self.panel.asker(self.game.state)), at)
        if self._teller.uttered == before:  # to an ear that nobody has, or there was nothing to say
            self._effect(Say(NothingToDo(button=press.button or "yes", why="no-list")), at)
        if not isinstance(mode, PassEar):  # its own answers have been heard
            self._asked_in_vain(mode, waiting, at)

    def _button(self, button: Button, press: Press, at: float) -> None:
        bot = self._bots.instead_of(self.panel, self.game.state)
        if bot is not None and button in ("yes", "no"):
            self._effects((Say(BotMoves(seat=bot)),), at)
            return
        state, went_at = self.game.state, made_at(press, at)
        self._effects(self.panel.press(button, state, at, went_at=went_at, named=press.named), at)

    def _door(self) -> Door:
        """What commands from outside may see and do."""
        return Door(
            game=lambda: self.game,
            health=self._devices.newest,
            asks=lambda: self.panel.mode.traits.decides,
            paused=lambda: self.panel.paused,
            pause=self._pause,
            act=lambda command, at: self._try([command], at),
            claim=self._claim_listed,
            tokenless=self._expecting.listed.add,
            press=self._pressed,
            asker=lambda: self.panel.asker(self.game.state),
            answer=self._answer,
            say=self._say,
        )

    def _pause(self, on: bool, at: float) -> None:
        state = self.game.state
        self._effects(self.panel.pause() if on else self.panel.resume(state, at), at)

    def _pressed(self, button: Button, at: float) -> None:
        for action in ("down", "up"):
            self.handle(Press(button=button, action=action, at=at), at)
