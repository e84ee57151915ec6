"""What a session says: prompts, answers, what is said again, whose ear it is, and what waits for a hand."""

from typing import assert_never

from announce import Announcement, Audience
from dialog import (
    About,
    AboutSite,
    Answer,
    ChangeEar,
    EarBack,
    EarPassed,
    EarTold,
    Edge,
    History,
    ListEars,
    Mending,
    Mode,
    NextWords,
    NoEars,
    NothingToDo,
    OfTheEvening,
    PassEar,
    Phone,
    PressItem,
    Reading,
    ReadScores,
    Repeat,
    Say,
    SeatEars,
    SpokenEffect,
    StillWaiting,
    Stopping,
    Table,
    TuneItem,
    TuneVoice,
    Where,
    of_presses,
)
from engine import Seat
from table.acting import CommandRunner
from table.answering import Answerer
from table.board_side import BoardSide
from table.common import Common
from table.ports import Tuner
from table.seat_ears import EarBook
from table.seat_habits import SeatHabits
from table.voicing import Voicing


class Speaking:
    """Does the effects that are words."""

    tuner: Tuner | None = None  # None: nothing is spoken here

    def __init__(
        self,
        common: Common,
        voicing: Voicing,
        runner: CommandRunner,
        board: BoardSide,
        answerer: Answerer,
        habits: SeatHabits,
        ears: EarBook,
    ) -> None:
        """`habits`, `ears`: how each seat's presses are taken, and how it hears."""
        self._common, self._voicing, self._runner = common, voicing, runner
        self._board, self._answerer = board, answerer
        self.habits, self.ears = habits, ears

    def do(self, effect: SpokenEffect, at: float) -> None:
        """Say what an effect asks for."""
        common, shared = self._common, self._voicing.teller.shared
        match effect:
            case Say():
                self._prompt(effect, at)
            case Answer() | About() | OfTheEvening():
                self.answer(effect, at)
            case AboutSite():
                self._voicing.say(self._answerer.site(effect, common.game), at)
            case TuneVoice(what=what, step=step, asker=asker, ear=ear):
                self._voicing.say(self._set(what, step, asker, asker if ear else "everyone", at), at)
            case EarPassed(seat=seat, kept=True):
                shared.kept(seat, at)
            case EarPassed(seat=seat):
                self._ear_passed(seat, at)
            case EarBack():
                self.ear_back(at)
            case ListEars():
                self._list_ears(at)
            case ChangeEar(seat=seat, way=way, heard=heard):
                self._runner.write_down(self.ears.change(seat, way), at)
                if heard:
                    self._voicing.say(self.ears.waited(seat), at)
            case NextWords():
                self._runner.read_on(at)
            case ReadScores(index=index):
                self._read_scores(index, at)
            case Repeat():
                if not self._voicing.teller.again(at, common.panel.asker(common.state)):
                    nothing = NothingToDo(button="repeat", why="no-history")
                    self._voicing.say(common.wording.prompt(nothing, common.state), at)
            case History(step=step):
                asker = common.panel.asker(common.state)
                if not self._voicing.teller.walk(step, at, asker):
                    self._voicing.sound("edge", at)
                    if not self._voicing.teller.stay(at, asker):  # a sound alone serves no screen
                        nothing = NothingToDo(button="forward" if step > 0 else "back", why="no-history")
                        self._voicing.say(common.wording.prompt(nothing, common.state), at)
            case Edge():
                self._voicing.sound("edge", at)
            case StillWaiting():
                self._voicing.sound("wait", at)
            case _:
                assert_never(effect)

    def _prompt(self, said: Say, at: float) -> None:
        """Say a prompt; where one is in what is read on step by step, its own words tell."""
        common = self._common
        state, asker = common.state, common.panel.asker(common.state)
        match said.prompt:
            case Stopping(over=over) if not self._runner.end(at) and not over:
                pass  # "all is saved" would not be true
            case Where(mode=Mending()) if far := self._board.mender.where():
                common.effects(far, at)
            case Where(mode=Reading(index=step)) if step == common.wording.way_step(state):
                self.answer(Answer("longest", asker), at)
            case prompt:
                words = common.wording.prompt(prompt, state, asker)
                if isinstance(prompt, Mode):
                    self._voicing.teller.shared.asked(prompt, words)
                self._voicing.say(words, at)

    def _set(
        self, what: TuneItem | PressItem, step: int, asker: Seat, audience: Audience, at: float
    ) -> tuple[Announcement, ...]:
        """Set something by a step; what it is then, in words. How presses are taken is the asker's own."""
        wording = self._common.wording
        if not of_presses(what):
            return wording.tuned(what, None if self.tuner is None else self.tuner.tune(what, step), audience)
        value = self.habits.step(asker, what, step)
        if step:
            self._runner.write_down(self.habits.note(), at)
        return wording.habit(what, value, audience)

    def answer(self, asked: Answer | About | OfTheEvening, at: float) -> None:
        """Answer; of an answer that is read on one step, Forward tells the next."""
        said = self._answerer.answer(asked, self._common.game, at)
        if isinstance(asked, About) and not asked.step:
            self._voicing.say(self._answerer.doubt(said), at)
        match asked:
            case About() | OfTheEvening(question="cut" | "earcons") if len(
                said
            ) > 1 and self._common.panel.read_on(asked, len(said), self._common.state.turn):
                said = said[asked.step : asked.step + 1]
        self._voicing.say(said, at)

    def _read_scores(self, index: int, at: float) -> None:
        """One step of the final scores; beyond the last one is their end."""
        steps = self._common.wording.scores(self._common.state)
        if index >= len(steps):
            self._voicing.sound("edge", at)
            self._common.panel.mode = Table()
            self.answer(Answer("turn", self._common.panel.asker(self._common.state)), at)
        else:
            self._voicing.say(steps[index : index + 1], at)

    # Whose ear it is

    def _ear_passed(self, seat: Seat, at: float) -> None:
        """The shared earphone is in: what waited is said, but for what the open question says anew."""
        common = self._common
        common.ear_just_passed = True
        waited = self._voicing.teller.pass_ear(seat)
        mode, shown_to = common.panel.mode, common.panel.shown_to(common.state)
        anew = () if mode.traits.quiet else common.wording.prompt(mode, common.state, shown_to)
        self._voicing.say([one for one in waited if one not in anew], at)

    def forget_closed(self, at: float) -> None:
        """What an absent ear was asked, and is asked no more, is not told, and the ear is not called for."""
        panel = self._common.panel
        for seat in self._voicing.teller.shared.forget_closed(panel.open_now):
            self._common.effects(panel.leave_ear(seat, at), at)

    def _list_ears(self, at: float) -> None:
        common = self._common
        ears = self.ears.listed(common.state, common.panel.alone)
        if ears:
            common.panel.mode = SeatEars(ears)
            common.do(Say(common.panel.mode), at)
        else:
            common.do(Say(NoEars()), at)

    def ear_back(self, at: float) -> None:
        """Nobody has the shared earphone: what its seat was last told waits for it once more."""
        self._common.ear_just_passed = False
        self._voicing.teller.shared.take_back()
        screen = self._voicing.teller.shared.screen
        self._common.do(Say(EarTold(holder=None, screen=screen)), at)

    def read_on_phones(self, joined: frozenset[Seat], at: float) -> None:
        """Who shares a screen and has joined by phone reads there, and nothing of it stands on the screen."""
        common, panel = self._common, self._common.panel
        changed = self.ears.phones(joined)
        if not changed:
            return
        for seat in changed & self.ears.on_phones:
            common.effects(panel.leave_ear(seat, at), at)
            self._voicing.say(self.ears.waited(seat), at)
        common.effects(panel.leave_to_phones(self.ears.on_phones, common.state, at), at)

    def ask_for_ear(self, at: float) -> bool:
        """Whether what is open speaks to an ear that is not there: then that ear is asked for, no more."""
        common, shared = self._common, self._voicing.teller.shared
        mode, seat = common.panel.mode, common.panel.asker(common.state)
        if mode.traits.quiet or isinstance(mode, PassEar):
            return False
        words = common.wording.prompt(mode, common.state, seat)
        if not any(shared.withholds(one) for one in words if one.normal):
            return False
        if not shared.waits(words):
            common.do(Say(mode), at)
        shared.ask_again()
        self.pass_ear(at)
        return True

    def say_aloud(self, seats: frozenset[Seat]) -> None:
        """The table has agreed that these seats, which have no ear, hear their words aloud.

        Raises:
            ValueError: cards are dealt: what a hand holds is never said aloud.
        """
        if seats and self._common.state.cards == "dealt":
            raise ValueError(f"{', '.join(sorted(seats))}: a dealt hand is not said aloud; give it an ear")
        self._voicing.teller.aloud = seats

    def pass_ear(self, at: float) -> None:
        """Words wait for a seat that shares the earphone: ask for it, when nothing else is to be answered."""
        state, panel, shared = self._common.state, self._common.panel, self._voicing.teller.shared
        if not shared.waiting or isinstance(panel.mode, PassEar | Phone) or panel.paused:
            return  # a Yes that is meant for a phone must not show anything
        mover = () if state.to_move is None else (state.to_move,)
        seat = shared.due((*panel.wanted_ears, *mover), at)
        if seat is not None:
            asked = PassEar(seat, shared.holder, shared.screen)
            self._common.effects(panel.ask(asked, at, above=True), at)
