"""What a token asks for: a claim, its payment, a claim corrected; and the same by a list, without a token."""

from typing import assert_never

from dialog import (
    ClaimEffect,
    ClaimFor,
    ClaimListed,
    Correct,
    CorrectTo,
    NothingToTakeBack,
    Payable,
    Payment,
    Say,
    TakeBack,
    TokenFirst,
    TunnelToken,
    past_acts,
    payable_commands,
    tunnel_site,
    wish_at,
)
from engine import EndTurn, Seat, Undo
from reconcile import Slid, StillStands, expected_tokens
from table.acting import CommandRunner
from table.board_side import BoardSide
from table.common import Common
from table.sliding import slide
from table.stand_ins import StandIns
from table.voicing import Voicing
from tabletop import SiteId


class Claims:
    """Turns tokens, and what is chosen from a list, into commands."""

    def __init__(
        self, common: Common, voicing: Voicing, runner: CommandRunner, board: BoardSide, stand_ins: StandIns
    ) -> None:
        self._common, self._voicing, self._runner = common, voicing, runner
        self._board, self._stand_ins = board, stand_ins

    def do(self, effect: ClaimEffect, at: float) -> None:
        """What the table has said of a token, or chosen."""
        tracker = self._common.tracker
        match effect:
            case ClaimFor(seat=seat, site=site) if (
                tracker.lifted_in_grace == seat and (lifted := tracker.grace) is not None
            ):
                # By the table's word this is the token that was lifted.
                self.correct(seat, lifted, site, at)
            case ClaimFor(seat=seat, site=site) if self._never_left(seat, site):
                self._correct_back(seat, site, at)
            case ClaimFor(seat=seat, site=site):
                self.claim(seat, site, at)
            case ClaimListed(seat=seat, site=site):
                self.claim_listed(seat, site, at)
            case Correct(old=old, command=command):
                self._corrected(old, command, at)
            case CorrectTo(seat=seat, old=old, site=site) if site in expected_tokens(self._common.state):
                self._claim_instead(seat, old, site, at)
            case CorrectTo(seat=seat, old=old, site=site):
                self.correct(seat, old, site, at, agreed=True)
            case _:
                assert_never(effect)

    def claim(self, seat: Seat, site: SiteId, at: float) -> None:
        """A token stands on a free pin: ask for the payment, or try what it asks for."""
        common, state = self._common, self._common.state
        common.panel.withdraw(site, at)  # a question about this very token is answered
        common.tracker.hold(site)
        self._board.expecting.listed.discard(site)  # whatever was begun there without a token
        self._board.early.forget(site)
        if site == tunnel_site(state) and seat == state.to_move:  # it asks for nothing new
            common.tracker.pay(site)
            common.do(Say(TunnelToken(site=site, stands=True)), at)
            return
        bots_word = self._stand_ins.token_set(seat, site, common.panel)
        if bots_word is None:
            bots_word = self._board.expecting.far.token_set(seat, site)
        if bots_word is not None:
            common.effects(bots_word, at)
            return
        if state.cards == "untracked" and self._waits_first(seat, site, at):
            return
        others = [old for old in common.tracker.standing_refused() if old != site]
        if others:
            self._voicing.say(common.wording.finding(StillStands(site=others[0]), state), at)
        if state.cards == "untracked":
            self._claim_untracked(seat, site, at)
            return
        ways = payable_commands(state, seat, site)
        if ways:
            common.tracker.pay(site)
            common.effects(common.panel.ask(Payment(ways), at), at)
        else:
            self._runner.attempt([wish_at(state, seat, site)], at)

    def _waits_first(self, seat: Seat, site: SiteId, at: float) -> bool:
        """Whether the mover waits for a token of its own: then nobody's else ends its turn."""
        waited = self._common.panel.token_wanted
        if waited is None or waited.seat == seat:
            return False
        self._board.early.know(site, seat)
        self._common.do(Say(TokenFirst(seat=seat, mover=waited.seat, site=waited.site)), at)
        return True

    def claim_listed(self, seat: Seat, site: SiteId, at: float) -> None:
        """A claim without a token: the list was used, or a key."""
        common, state = self._common, self._common.state
        self._board.expecting.listed.add(site)
        ways = payable_commands(state, seat, site) if state.cards == "dealt" else ()
        if ways:
            common.effects(common.panel.ask(Payment(ways, listed=True), at), at)
        elif state.cards == "dealt":
            self._runner.attempt([wish_at(state, seat, site)], at)
        else:
            self._claim_untracked(seat, site, at)

    def _claim_untracked(self, seat: Seat, site: SiteId, at: float) -> None:
        """The next seat's token ends the mover's turn (criterion 33); any other seat is refused.

        At a table of two the next seat is the one that has just claimed: its second token ends no turn. After
        the last turn of a game nobody follows.
        """
        state = self._common.state
        wish = wish_at(state, seat, site)
        mover = state.to_move
        last = len(state.seats) == 1 or state.turns_left == 0
        follows = mover is not None and seat == state.next_seat(mover) and not last
        second = site not in self._board.expecting.listed and self._common.tracker.same_turn(seat, site)
        if mover is not None and follows and not second:
            self._runner.attempt([EndTurn(seat=mover), wish], at)
        else:
            self._runner.attempt([wish], at)

    # Corrections

    def correct(self, seat: Seat, old: SiteId, new: SiteId, at: float, *, agreed: bool = False) -> None:
        """The token slid in grace: one corrected claim, paid anew if it has to be; until then the old one.

        `agreed`: the table was asked, for something was shown since.
        """
        common, state = self._common, self._common.state
        common.tracker.hold(new)
        if seat in self._stand_ins.seats or seat in self._board.expecting.far.homes:
            # Nobody chooses another pin for it.
            said = common.wording.finding(Slid(seat=seat, old=old, new=new), state)
            self._voicing.say(said, at, wanted=(old,))
            return
        slid = slide(common.game, seat, new, agreed=agreed)
        if slid is None:
            common.effects(common.panel.ask(TakeBack(seat, old, True, new), at), at)
        elif slid.ask:
            common.tracker.pay(new)
            common.effects(common.panel.ask(Payment(tuple(slid.ways), instead=old), at), at)
        else:
            self._runner.attempt([Undo(seat=seat, agreed=agreed), slid.ways[0]], at)

    def _claim_instead(self, seat: Seat, old: SiteId, new: SiteId, at: float) -> None:
        """By the table's word the token at `new` was to correct the claim at `old`."""
        acts = [act for act in past_acts(self._common.game)[:3] if act.kind != "turn-ended"]
        if [act.site for act in acts[:2]] != [new, old]:  # somebody has acted since
            self._common.do(Say(NothingToTakeBack()), at)
            return
        go_back = [Undo(seat=seat, agreed=True)] * acts[1].back
        self._runner.attempt([*go_back, wish_at(self._common.state, seat, new)], at)

    def _never_left(self, seat: Seat, site: SiteId) -> bool:
        """Whether the seat's last claim was here, before its token seemed to slide to another pin."""
        last = self._common.tracker.last_claim
        return last is not None and (last.seat, last.came_from) == (seat, site)

    def _correct_back(self, seat: Seat, site: SiteId, at: float) -> None:
        """By the table's word its token never left: what its claim was corrected to is another's."""
        tracker = self._common.tracker
        corrected_to = tracker.grace
        if corrected_to is not None:
            self.correct(seat, corrected_to, site, at)
            if corrected_to not in expected_tokens(self._common.state):
                tracker.judge_anew(corrected_to)

    def _corrected(self, old: SiteId, command: Payable, at: float) -> None:
        """The cards are chosen: the claim at `old` goes and this one is made, as one act."""
        if self._common.tracker.grace == old:
            self._runner.attempt([Undo(seat=command.seat, agreed=True), command], at)
        else:  # somebody has acted since
            self._common.do(Say(NothingToTakeBack()), at)
