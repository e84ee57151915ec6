"""Requests at the table: granted in the instant in which they are checked, or refused; then answered.

An act from afar is the same act as by token or key. With cards dealt a claim asks its seat how it pays, as a
token on the pin does: who claims from afar must not find out what a hand holds.
"""

from collections.abc import Callable
from typing import Final, assert_never

import dialog
from announce import house_words
from dialog import (
    About,
    ClaimListed,
    LetGo,
    OfTheEvening,
    Payable,
    Say,
    SendCode,
    TokenWanted,
    UndoSure,
    asked_for,
    is_private,
    last_act,
    of_a_place,
    of_the_evening,
    of_the_state,
    past_acts,
    payable_commands,
    public_questions,
    site_of,
    subjects,
    wish_at,
)
from engine import Command, EndTurn, Reason, Refusal, Seat, TokenCommand, Undo
from table.acting import CommandRunner
from table.answers import Answer, Code, Done, NotDone
from table.board_side import BoardSide
from table.common import Common
from table.device_health import Devices
from table.homes import HostedHomes
from table.linked import Linked
from table.ports import Speaks
from table.pressing import Presses
from table.requests import (
    AdmitPhone,
    AskQuestion,
    ChooseVoice,
    ClaimAt,
    DoAct,
    EnterDigits,
    HearBy,
    LeaveClaim,
    MendBoard,
    NameTicket,
    PhotoFailed,
    PhotoSays,
    PhotoTaken,
    PlayAgain,
    PressButton,
    Request,
    SayText,
    SetPause,
    SetVoice,
    TellCode,
    TellIn,
    TellRemoved,
    TuneTable,
    UndoActs,
)
from table.sealed import is_early
from table.speaking import Speaking
from table.ticket_naming import name_tickets
from table.token_claims import Claims
from table.voicing import Voicing
from tabletop import sense_of

Answering = dialog.Answer | About | OfTheEvening

MOST_NAMED: Final = 150  # so many ids go into a refusal


class Granting:
    """Grants what is wanted of one table, or tells why not."""

    def __init__(
        self,
        common: Common,
        voicing: Voicing,
        runner: CommandRunner,
        board: BoardSide,
        claims: Claims,
        speaking: Speaking,
        presses: Presses,
        *,
        devices: Devices,
        wall: Callable[[], float] | None = None,
    ) -> None:
        """`wall`: the clock of `Request.due`, where the game's own is virtual; None: the game's."""
        self._common, self._voicing, self._runner, self._board = common, voicing, runner, board
        self._claims, self._speaking, self._presses = claims, speaking, presses
        self._devices, self._wall = devices, wall
        self.acts = 0  # how many acts came from outside
        self.wanted = 0  # how often anything was wanted, granted or not
        self.speaker: Speaks | None = None  # None: nothing is heard here
        self.linked: Linked | None = None  # None: the game is played in one home

    def take(self, request: Request, at: float) -> None:
        """Do it or say why not; then answer. A bug of ours is answered too, before it ends the program."""
        try:
            answer = self.grant(request, at)
        except Exception:
            request.answer(NotDone(code="internal"))
            raise
        request.answer(answer)

    def grant(self, request: Request, at: float) -> Answer:
        """Do it; what came of it."""
        self.wanted += 1
        seq = self._common.state.seq
        if not self._common.begun:
            return NotDone(code="busy")
        now = at if self._wall is None else self._wall()
        if request.due is not None and now > request.due:
            return NotDone(code="expired")
        if request.expect_seq is not None and request.expect_seq != seq:
            return NotDone(code="stale", data={"seq": seq}, args={"seq": seq})
        match request.want:
            case DoAct() as act:
                return self._act(request, act, at)
            case LeaveClaim():
                return self._left(request.seat, at)
            case ClaimAt(site=site):
                state = self._common.state
                self._presses.perform(ClaimListed(state.to_move or state.seats[0], site), at)
            case PressButton(button=button):
                self._presses.whole(button, at)
            case EnterDigits(digits=digits):
                return self._digits(digits, at)
            case NameTicket(typed=typed):
                return self._ticket(typed, at)
            case AskQuestion():
                return self._asked(request.want, request, at)
            case SayText(text=text):
                self._voicing.say(house_words.said_for_the_house(text), at)
            case SetPause(paused=paused):
                self._pause(paused, at)
            case SetVoice(what=what, value=value):
                if self.speaker is None:
                    return NotDone(code="source-offline", data={"source": "voice"})
                setattr(self.speaker, what, value)
            case (
                TellCode()
                | AdmitPhone()
                | PlayAgain()
                | PhotoSays()
                | PhotoTaken()
                | PhotoFailed()
                | UndoActs()
                | TuneTable()
                | ChooseVoice()
                | HearBy()
                | MendBoard()
                | TellIn()
                | TellRemoved()
            ):
                return NotDone(code="unknown-command")  # a page's own, which its stage grants
            case _:
                assert_never(request.want)
        return Done(seq=self._common.state.seq)

    def _digits(self, digits: str, at: float) -> Answer:
        """Try the digits of whoever's are wanted now: the question about them is answered."""
        panel = self._common.panel
        seat = panel.digits_of
        if seat is None:
            return NotDone(code="bad-data")
        self._common.effects(panel.leave_digits(seat, at), at)
        self._presses.perform(SendCode(seat, digits), at)
        return Done(seq=self._common.state.seq)

    def _ticket(self, typed: str, at: float) -> Answer:
        """Go to the ticket that is named in the open list; an ear that is not there is asked for, no more."""
        panel, state = self._common.panel, self._common.state
        if panel.ticket_list is not None and self._speaking.ask_for_ear(at):
            return Done(seq=state.seq)
        if not name_tickets(panel, typed, state.game_map):
            return NotDone(code="bad-data")
        self._presses.perform(Say(panel.mode), at)
        return Done(seq=state.seq)

    def _asked(self, want: AskQuestion, request: Request, at: float) -> Answer:
        """Answer at the table; what one seat may know in its ear, if its own credential asks."""
        state, panel = self._common.state, self._common.panel
        question = "pay" if want.question == "can-pay" else want.question
        private = is_private(question)
        if private and not request.by_key and request.seat not in state.seats:
            return NotDone(code="unauthorized")
        asker, ear = panel.asker(state), request.by_key and panel.focus is not None
        if private and request.seat is not None:
            asker = request.seat
        wanted: Answering
        if of_a_place(question):
            known = subjects(question, state)
            if want.about not in known:
                return NotDone(code="bad-data", data={"about": sorted(known)[:MOST_NAMED]})
            wanted = About(question, want.about, asker, ear)
        elif of_the_state(question) or of_the_evening(question):
            wanted = asked_for(question, asker, ear=ear)
        else:
            return NotDone(code="bad-data", data={"questions": public_questions()})
        if request.by_key:
            self._presses.perform(wanted, at)
        else:
            self._speaking.answer(wanted, at)
        return Done(seq=state.seq)

    def _pause(self, paused: bool, at: float) -> None:
        panel, state = self._common.panel, self._common.state
        self._common.effects(panel.pause() if paused else panel.resume(state, at), at)

    def _asks(self) -> bool:
        """Whether a question is open at the table."""
        return self._common.panel.mode.traits.decides

    # Acts

    def _act(self, request: Request, act: DoAct, at: float) -> Answer:
        state, command = self._common.state, act.command
        if command.seat not in state.seats:
            return NotDone(code="wrong-seat", data={"seats": list(state.seats)})
        if self._common.panel.paused:
            return NotDone(code="paused")
        if isinstance(self.linked, HostedHomes) and request.home is not None:
            return self._home_acts(self.linked, request.home, act, at)
        if act.acts == 0:  # a No, of somebody who is no home: nothing was asked of him
            return NotDone(code="bad-data")
        if self.linked is not None and not self.linked.decides:
            self._runner.attempt([command], at)
            return Done(seq=state.seq, asked="host")
        if self._board.wishes.of(command.seat) is not None and not is_early(command, state):
            return NotDone(code="busy", data={"waits": "token"})
        if isinstance(command, TokenCommand):
            hindered = self._hindered(command, near=request.near)
            if hindered is not None:
                return hindered
            what_is_there = wish_at(state, command.seat, site_of(command))
            if state.cards == "dealt" and isinstance(command, type(what_is_there)):
                return self._paid_claim(request, command, at)
            return self._claimed(request, command, at)
        if isinstance(command, Undo) and request.seat is not None and not self._own_last(request.seat):
            return self._undo_asked(at)
        if isinstance(getattr(command, "cards", None), tuple) and request.seat != command.seat:
            return NotDone(code="unauthorized")  # cards are named by their own seat only
        return self._decided(command, at)

    def _own_last(self, seat: Seat) -> bool:
        last = last_act(self._common.game)
        return last is None or last.seat == seat

    def _undo_asked(self, at: float) -> Answer:
        """One seat wants another's act back: that is for the table to agree to, as at the panel."""
        panel, game = self._common.panel, self._common.game
        if panel.asked:
            return NotDone(code="busy")
        self._common.effects(panel.ask(UndoSure(past_acts(game)[:1]), at), at)
        return Done(seq=game.state.seq, asked="undo")

    def _home_acts(self, homes: HostedHomes, home: str, act: DoAct, at: float) -> Answer:
        """An act of a home that follows: its token stands on its own board, here it is an errand.

        As at the table itself, the next seat's token ends the mover's turn where nobody deals.
        """
        command = act.command
        if isinstance(command, Undo):
            return homes.home_undoes(home, act.acts, at)
        state, game = self._common.state, self._common.game
        commands: list[Command] = [command]
        if isinstance(command, TokenCommand):
            mover = state.to_move
            follows = mover is not None and command.seat == state.next_seat(mover) != mover
            if state.cards == "untracked" and mover is not None and follows and state.turns_left != 0:
                commands = [EndTurn(seat=mover), command]
            elif state.cards == "dealt" and command.cards is None:
                busy = homes.busy(commands)
                return busy or self._paid_claim(Request(want=DoAct(command=command)), command, at)
        busy = homes.busy(commands) or (NotDone(code="busy") if self._asks() else None)
        if busy is not None:
            return busy
        for one in commands:
            answer = game.do(one)
            if isinstance(answer, Refusal):
                return _refused(answer)
            game = answer[0]
        self.acts += 1
        if isinstance(command, TokenCommand):
            self._board.expecting.listed.add(site_of(command))
        self._runner.attempt(commands, at)
        return Done(seq=game.state.seq)

    def _paid_claim(self, request: Request, command: Payable, at: float) -> Answer:
        """With cards dealt: the seat's own phone may name the cards, everybody else has the seat asked."""
        state = self._common.state
        if command.cards is not None:
            bound = request.seat == command.seat
            return self._claimed(request, command, at) if bound else NotDone(code="unauthorized")
        ways = payable_commands(state, command.seat, site_of(command))
        if ways and self._asks():
            return NotDone(code="busy")
        refused = self._common.game.do(command) if not ways else None
        self._claims.claim_listed(command.seat, site_of(command), at)  # aloud: nobody tries hands in silence
        if isinstance(refused, Refusal):
            return _refused(refused)
        now = self._common.state.seq
        return Done(seq=now, asked="" if now != state.seq else "payment")

    def _claimed(self, request: Request, command: Payable, at: float) -> Answer:
        """On its seat's own page: it counts when its token stands, where there is a board that tells."""
        asks = self._board.expecting.board and not self._common.tracker.in_doubt()
        if not (asks and request.near and request.seat == command.seat):
            return self._decided(command, at)
        answer = self._common.game.do(command)
        if isinstance(answer, Refusal):
            return _refused(answer)
        if self._asks():
            return NotDone(code="busy")
        behind = self._behind(command)
        if behind is not None:
            return behind
        if site_of(command) in self._common.tracker.standing_refused():  # its token was set before
            self._runner.attempt([command], at)
        else:
            self._board.wishes.wish(command, self._common.state)
            self._runner.write_down(self._board.wishes.changed(), at)
        return Done(seq=self._common.state.seq)

    def _left(self, seat: Seat | None, at: float) -> Answer:
        """The seat's own claim, for which the table is still asked, is left."""
        wish = self._board.wishes.of(seat)
        if wish is None:
            return NotDone(code="stale")
        panel, state = self._common.panel, self._common.state
        waits = isinstance(panel.mode, TokenWanted)
        panel.leave_token(at)
        self._common.do(LetGo(wish.command), at)
        self._common.effects(panel.come_back(state, at) if waits else (), at)
        return Done(seq=state.seq)

    def _decided(self, command: Command, at: float) -> Answer:
        answer = self._common.game.do(command)
        if isinstance(answer, Refusal):
            return _refused(answer)
        if is_early(command, self._common.state):
            self._runner.attempt([command], at)
            return Done(seq=self._common.state.seq)  # no event yet
        if self._asks():  # what the open question is about must not change meanwhile
            return NotDone(code="busy")
        behind = self._behind(command)
        if behind is not None:
            return behind
        self.acts += 1
        if isinstance(command, TokenCommand):
            self._board.expecting.listed.add(site_of(command))  # no token stands there yet
        if not self._runner.attempt([command], at):  # an undo: another home is asked
            return Done(seq=self._common.state.seq, asked="undo")
        return Done(seq=answer[0].state.seq)

    def _behind(self, command: Command) -> NotDone | None:
        """What is answered "busy" is never done later; an undo waits for a Yes, not for boards."""
        if isinstance(command, Undo) or not isinstance(self.linked, HostedHomes):
            return None
        return self.linked.busy([command])

    def _hindered(self, command: Payable, *, near: bool) -> NotDone | None:
        """What the senses have against a claim: they are away, or see another's token there."""
        site = site_of(command)
        known = [one for one in self._devices.newest() if sense_of(one.device) and one.cause != "absent"]
        if known and all(one.condition != "live" for one in known):
            offline = NotDone(code="source-offline", data={"sources": [one.device for one in known]})
            return None if near else offline
        differing = [
            {"site": one.site, "kind": one.kind, "seat": one.seat}
            for one in self._common.tracker.differences(self._common.state)
            if one.site == site and one.kind == "extra" and one.seat not in (None, command.seat)
        ]
        return NotDone(code="board-mismatch", data={"differences": differing}) if differing else None


def _refused(refusal: Refusal) -> NotDone:
    """The rule's number goes along, but where it would tell what a hand holds."""
    code: Code = "illegal-move"
    if refusal.reason is Reason.NOT_YOUR_TURN:
        code = "not-your-turn"
    elif refusal.reason is Reason.NO_SUCH_SEAT:
        code = "wrong-seat"
    rule, reason = (None, None) if refusal.secret else (refusal.rule or None, refusal.reason.value)
    return NotDone(code=code, data={"rule": rule, "reason": reason})
