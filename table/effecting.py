"""What the panel's effects lead to: words, claims, commands, the board put right or followed."""

from collections.abc import Callable
from dataclasses import replace
from typing import assert_never

from announce import phone_words
from dialog import (
    Answer,
    BoardLeft,
    ClaimEffect,
    ClaimKept,
    Do,
    DoUnfelt,
    EarlyTickets,
    Effect,
    ItStands,
    Leave,
    Left,
    LetGo,
    ListTickets,
    ListUndo,
    Marked,
    Mend,
    MendWish,
    Nobodys,
    PaymentLeft,
    PutOut,
    Say,
    SendCode,
    SpokenEffect,
    Stands,
    Stop,
    StopExploring,
    Stopping,
    TableEffect,
    TakeBackTurn,
    UndoBack,
    UndoLeft,
    site_of,
)
from engine import Seat
from reconcile import expected_tokens
from table.acting import CommandRunner
from table.board_side import BoardSide
from table.common import Common
from table.sealed import Sealed
from table.speaking import Speaking
from table.token_claims import Claims
from table.voicing import Voicing
from tabletop import SiteId


class Effecting:
    """Does what the panel asks for, by whose business it is.

    Attributes:
        put_out: a phone of this seat has to leave.
        send_code: tries these digits at this seat's page in the home that is followed.
    """

    def __init__(
        self,
        common: Common,
        voicing: Voicing,
        runner: CommandRunner,
        board: BoardSide,
        claims: Claims,
        speaking: Speaking,
        *,
        sealed: Sealed,
    ) -> None:
        self._common, self._voicing, self._runner, self._board = common, voicing, runner, board
        self._claims, self._speaking, self._sealed = claims, speaking, sealed
        self.send_code: Callable[[Seat, str], None] = lambda seat, digits: None
        self.put_out: Callable[[Seat | None], None] = lambda seat: None

    def do(self, effect: Effect, at: float) -> None:
        """One effect."""
        if isinstance(effect, SpokenEffect):
            self._speaking.do(effect, at)
        elif isinstance(effect, ClaimEffect):
            self._claims.do(effect, at)
        else:
            self._at_the_table(effect, at)

    def _at_the_table(self, effect: TableEffect, at: float) -> None:
        match effect:
            case Do(command=command):
                self._runner.attempt([command], at)
            case Marked(entry=entry):
                self._runner.write_down(self._sealed.mark(entry), at)
            case DoUnfelt(command=command):
                self._board.expecting.listed.add(site_of(command))
                self._runner.attempt([command], at)
            case ItStands(command=command):
                site = site_of(command)
                self._board.expecting.vouched.add(site)
                self._runner.attempt([command], at)
                self._board.expecting.vouched.discard(site)
            case LetGo(command=command):
                self._board.wishes.leave()
                self._common.do(Say(PaymentLeft(wish=command, listed=True)), at)
            case ListUndo():
                self._common.effects(self._board.undoer.listed(self._common.game), at)
            case ListTickets(seat=seat) if seat in self._voicing.teller.aloud:
                self._common.do(Say(EarlyTickets(seat=seat, stage="no-ear")), at)
            case ListTickets(seat=seat):
                held = self._sealed.tickets.get(seat, self._common.state.tickets[seat])
                self._common.effects(self._common.panel.enter_tickets(seat, held, self._common.state), at)
            case UndoBack(seat=seat, acts=acts):
                self._runner.attempt(self._board.undoer.commands(seat, acts), at)
            case UndoLeft(acts=acts):
                self._runner.undo_left(acts, at)
            case TakeBackTurn():
                self._take_back_turn(at)
            case Left(site=site):
                self._common.tracker.hold(site)
            case Nobodys(site=site):
                self._common.tracker.nobodys(site)
            case Stands(site=site):
                self._keep_claim(site, at)
            case Mend(wish=wish):
                self._mending_wish(wish, at)
            case StopExploring():
                self._common.effects(self._board.explorer.stop(self._common.state, at), at)
            case SendCode(seat=seat, digits=digits):
                self.send_code(seat, digits)
            case PutOut(seat=seat):
                self.put_out(seat)
                self._voicing.say(phone_words.put_out(self._common.wording.vocabulary, seat), at)
            case Leave() if self._common.switches_off:
                self._common.effects(self._common.panel.ask_off(), at)
            case Leave():
                self._common.effects((Say(Stopping()), Stop()), at)
            case Stop(off=off):
                self._common.stopping, self._common.off = True, off
                self._common.another = self._common.state.phase == "over" and not off
            case _:
                assert_never(effect)

    def _keep_claim(self, site: SiteId, at: float) -> None:
        """The claim stays: its token, where it is off its pin, is asked for once more, as a fallen one."""
        if self._common.tracker.stands(site):
            words = self._common.wording.prompt(ClaimKept(site=site), self._common.state)
            self._voicing.reminder.note([replace(one, urgency="assertive") for one in words], at, (site,))

    def _take_back_turn(self, at: float) -> None:
        """No in silence takes back an end of turn, or asks about a claim whose token is off its pin."""
        command = self._board.undoer.at_once(self._common.game)
        if command is None:
            self._common.effects(self._board.undoer.ask(self._common.game, at), at)
        else:
            self._runner.attempt([command], at)  # what it waits for, another home, is told there

    def _mending_wish(self, wish: MendWish, at: float) -> None:
        """What a press means for board and game where they differ."""
        asker = self._common.panel.asker(self._common.state)
        match wish:
            case "compare" | "board-right" if self._common.tracker.in_doubt():
                self._common.do(Answer("devices", asker), at)  # there is nothing to compare with
            case "board-right":
                self._common.effects(self._board.follower.ask(self._common.game, asker, at), at)
            case "follow-board":
                self._follow_the_board(asker, at)
            case _:
                self._common.effects(self._board.mender.wish(wish, self._common.state, at), at)
        if wish in ("accept", "follow-board"):
            self._runner.note(at)

    def _follow_the_board(self, seat: Seat, at: float) -> None:
        """The board is right: the game is changed to it; what the rules forbid is left as it is."""
        self._common.panel.leave_board_right(at)
        agreed = self._board.follower.agreed(self._common.game, seat)
        if agreed is None:
            self._common.effects(self._board.follower.ask(self._common.game, seat, at), at)
            return
        command, left = agreed
        if self._board.mender.begun:
            self._common.effects(self._board.mender.stop(self._common.state, at), at)
        if not (command.gone or command.stand):
            self._common.do(Say(BoardLeft(count=len(left))), at)
        elif not self._runner.attempt([command], at):
            return
        expected = expected_tokens(self._common.state)
        self._common.tracker.play_without(site for site in left if site in expected)
        for site in left:
            if site not in expected:
                self._common.tracker.leave(site)
        for site in (*map(SiteId, command.stand), *left):
            self._common.panel.withdraw(site, at)
        self._common.effects(self._common.panel.come_back(self._common.state, at), at)
