"""What the panel's effects lead to: words, answers, commands, the board put right or followed."""

from typing import assert_never

from announce import Evening, page_words
from dialog import (
    About,
    AboutSite,
    Answer,
    BoardLeft,
    ClaimEffect,
    ClaimFor,
    ClaimListed,
    Correct,
    CorrectTo,
    Do,
    EarBack,
    EarlyTickets,
    EarPassed,
    EarTold,
    Edge,
    Effect,
    History,
    Left,
    ListTickets,
    ListUndo,
    Mend,
    Mending,
    MendWish,
    NextWords,
    Nobodys,
    NothingToDo,
    NothingToTakeBack,
    OfTheEvening,
    PassEar,
    Payable,
    PutOut,
    Reading,
    ReadScores,
    Repeat,
    Say,
    SpokenEffect,
    Stands,
    StillWaiting,
    Stop,
    StopExploring,
    Stopping,
    Table,
    TableEffect,
    TakeBackTurn,
    TuneVoice,
    UndoBack,
    Where,
)
from engine import Seat, Undo
from reconcile import expected_tokens
from table.acting import Acting
from tabletop import SiteId


class Effecting(Acting):
    """A game at a table that does what its panel asks for."""

    def _effect(self, effect: Effect, at: float) -> None:
        if isinstance(effect, SpokenEffect):
            self._spoken(effect, at)
        elif isinstance(effect, ClaimEffect):
            self._claims(effect, at)
        else:
            self._at_the_table(effect, at)

    def _spoken(self, effect: SpokenEffect, at: float) -> None:
        state = self.game.state
        match effect:
            case Say():
                self._prompt(effect, at)
            case Answer() | About() | OfTheEvening():
                self._answer(effect, at)
            case AboutSite():
                self._say(self._answerer.site(effect, self.game), at)
            case TuneVoice(what=what, step=step, asker=asker, ear=ear):
                value = None if self.tuner is None else self.tuner.tune(what, step)
                self._say(self._wording.tuned(what, value, asker if ear else "everyone"), at)
            case EarPassed(seat=seat, kept=True):
                self._teller.shared.kept(seat, at)
            case EarPassed(seat=seat):
                self._ear_passed(seat, at)
            case EarBack():
                self._ear_back(at)
            case NextWords():
                self._say(self._held.next(), at)
                self._go_on(at)
            case ReadScores(index=index):
                self._read_scores(index, at)
            case Repeat():
                if not self._teller.again(at):
                    nothing = NothingToDo(button="repeat", why="no-history")
                    self._say(self._wording.prompt(nothing, state), at)
            case History(step=step):
                if not self._teller.walk(step, at):
                    self._sound("edge", at)
            case Edge():
                self._sound("edge", at)
            case StillWaiting():
                self._sound("wait", at)
            case _:
                assert_never(effect)

    def _prompt(self, said: Say, at: float) -> None:
        """Say a prompt; where one is in what is read on step by step, its own words tell."""
        state = self.game.state
        asker = self.panel.asker(state)
        match said.prompt:
            case Stopping(over=over) if not self.end(at) and not over:
                pass  # "all is saved" would not be true
            case Where(mode=Mending()) if far := self._mender.where():
                self._effects(far, at)
            case Where(mode=Reading(index=step)) if step == self._wording.way_step(state):
                self._answer(Answer("longest", asker), at)
            case prompt:
                self._say(self._wording.prompt(prompt, state, asker), at)

    def _at_the_table(self, effect: TableEffect, at: float) -> None:
        match effect:
            case Do(command=command):
                self._try([command], at)
            case ListUndo():
                self._effects(self._undoer.listed(self.game), at)
            case ListTickets(seat=seat) if seat in self._teller.aloud:
                self._effect(Say(EarlyTickets(seat=seat, stage="no-ear")), at)
            case ListTickets(seat=seat):
                held = self.sealed.tickets.get(seat, self.game.state.tickets[seat])
                self._effects(self.panel.enter_tickets(seat, held, self.game.state), at)
            case UndoBack(seat=seat, acts=acts):
                self._try(self._undoer.commands(seat, acts), at)
            case TakeBackTurn():
                self._take_back_turn(at)
            case Left(site=site):
                self.tracker.hold(site)
            case Nobodys(site=site):
                self.tracker.nobodys(site)
            case Stands(site=site):
                self.tracker.stands(site)
            case Mend(wish=wish):
                self._mending_wish(wish, at)
            case StopExploring():
                self._effects(self._explorer.stop(self.game.state, at), at)
            case PutOut(seat=seat):
                self.put_out(seat)
                self._say(page_words.put_out(self._wording.vocabulary, seat), at)
            case Stop():
                self.stopping, self.another = True, self.game.state.phase == "over"
            case _:
                assert_never(effect)

    def _claims(self, effect: ClaimEffect, at: float) -> None:
        match effect:
            case ClaimFor(seat=seat, site=site) if (
                self.tracker.lifted_in_grace == seat and (lifted := self.tracker.grace) is not None
            ):
                # By the table's word this is the token that was lifted.
                self._correct(seat, lifted, site, at)
            case ClaimFor(seat=seat, site=site) if self._never_left(seat, site):
                self._correct_back(seat, site, at)
            case ClaimFor(seat=seat, site=site):
                self._claim(seat, site, at)
            case ClaimListed(seat=seat, site=site):
                self._claim_listed(seat, site, at)
            case Correct(old=old, command=command):
                self._corrected(old, command, at)
            case CorrectTo(seat=seat, old=old, site=site) if site in expected_tokens(self.game.state):
                self._claim_instead(seat, old, site, at)
            case CorrectTo(seat=seat, old=old, site=site):
                self._correct(seat, old, site, at, agreed=True)
            case _:
                assert_never(effect)

    def _never_left(self, seat: Seat, site: SiteId) -> bool:
        """Whether the seat's last claim was here, before its token seemed to slide to another pin."""
        last = self.tracker.last_claim
        return last is not None and (last.seat, last.came_from) == (seat, site)

    def _correct_back(self, seat: Seat, site: SiteId, at: float) -> None:
        """By the table's word its token never left: what its claim was corrected to is another's."""
        corrected_to = self.tracker.grace
        if corrected_to is not None:
            self._correct(seat, corrected_to, site, at)
            if corrected_to not in expected_tokens(self.game.state):
                self.tracker.judge_anew(corrected_to)

    def _corrected(self, old: SiteId, command: Payable, at: float) -> None:
        """The cards are chosen: the claim at `old` goes and this one is made, as one act."""
        if self.tracker.grace == old:
            self._try([Undo(seat=command.seat, agreed=True), command], at)
        else:  # somebody has acted since
            self._effect(Say(NothingToTakeBack()), at)

    def _mending_wish(self, wish: MendWish, at: float) -> None:
        """What a press means for board and game where they differ."""
        asker = self.panel.asker(self.game.state)
        match wish:
            case "compare" | "board-right" if self.tracker.in_doubt():
                self._effect(Answer("devices", asker), at)  # there is nothing to compare with
            case "board-right":
                self._effects(self._follower.ask(self.game, asker, at), at)
            case "follow-board":
                self._follow_the_board(asker, at)
            case _:
                self._effects(self._mender.wish(wish, self.game.state, at), at)
        if wish in ("accept", "follow-board"):
            self._note(at)

    def _follow_the_board(self, seat: Seat, at: float) -> None:
        """The board is right: the game is changed to it; what the rules forbid is left as it is."""
        self.panel.leave_board_right(at)
        agreed = self._follower.agreed(self.game, seat)
        if agreed is None:
            self._effects(self._follower.ask(self.game, seat, at), at)
            return
        command, left = agreed
        if self._mender.begun:
            self._effects(self._mender.stop(self.game.state, at), at)
        if not (command.gone or command.stand):
            self._effect(Say(BoardLeft(count=len(left))), at)
        elif not self._try([command], at):
            return
        expected = expected_tokens(self.game.state)
        self.tracker.play_without(site for site in left if site in expected)
        for site in left:
            if site not in expected:
                self.tracker.leave(site)
        for site in (*map(SiteId, command.stand), *left):
            self.panel.withdraw(site, at)
        self._effects(self.panel.come_back(self.game.state, at), at)

    def evening(self, at: float) -> Evening:
        """What answers tell beside the game: how long it has been played, whether it is saved."""
        return self._answerer.evening(at)

    def _answer(self, asked: Answer | About | OfTheEvening, at: float) -> None:
        """Answer; of an answer that is read on one step, Forward tells the next."""
        said = self._answerer.answer(asked, self.game, at)
        if isinstance(asked, About) and not asked.step:
            self._say(self._answerer.doubt(said), at)
        match asked:
            case About() | OfTheEvening(question="cut" | "earcons") if len(said) > 1 and self.panel.read_on(
                asked, len(said)
            ):
                said = said[asked.step : asked.step + 1]
        self._say(said, at)

    def _ear_passed(self, seat: Seat, at: float) -> None:
        """The shared earphone is in: what waited is said, but for what the open question says anew."""
        self.ear_just_passed = True
        waited = self._teller.pass_ear(seat)
        mode, state = self.panel.mode, self.game.state
        anew = () if mode.traits.quiet else self._wording.prompt(mode, state, self.panel.shown_to(state))
        self._say([one for one in waited if one not in anew], at)

    def _ear_back(self, at: float) -> None:
        """Nobody has the shared earphone: what its seat was last told waits for it once more."""
        self.ear_just_passed = False
        self._teller.shared.take_back()
        self._effects((Say(EarTold(holder=None)),), at)

    def _pass_ear(self, at: float) -> None:
        """Words wait for a seat that shares the earphone: ask for it, when nothing else is to be answered."""
        state, panel = self.game.state, self.panel
        if isinstance(panel.mode, PassEar) or panel.paused:
            return
        mover = () if state.to_move is None else (state.to_move,)
        seat = self._teller.shared.due((*panel.wanted_ears, *mover), at)
        if seat is not None:
            shared = self._teller.shared
            asked = PassEar(seat, shared.holder, shared.screen)
            self._effects(panel.ask(asked, at, above=True), at)

    def _take_back_turn(self, at: float) -> None:
        """No in silence takes back an end of turn, or asks about a claim whose token is off its pin."""
        command = self._undoer.at_once(self.game)
        if command is None or not self._try([command], at):
            self._effects(self._undoer.ask(self.game, at), at)

    def _read_scores(self, index: int, at: float) -> None:
        """One step of the final scores; beyond the last one is their end."""
        steps = self._wording.scores(self.game.state)
        if index >= len(steps):
            self._sound("edge", at)
            self.panel.mode = Table()
        else:
            self._say(steps[index : index + 1], at)
