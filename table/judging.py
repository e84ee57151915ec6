"""What the findings about the board lead to: claims, questions, mending, or words alone."""

from collections.abc import Collection, Sequence
from typing import assert_never

from announce import Announcement
from dialog import BoardAgrees, Effect, Say, TakeBack, TunnelToken, tunnel_site, whose
from engine import Refusal, Seat, Undo
from reconcile import (
    ClaimOrStray,
    ClaimProposed,
    Fallen,
    Finding,
    Flickers,
    LiftedForAnother,
    LiftedInGrace,
    MovedInGrace,
    RefusedLifted,
    Restored,
    SecondClaim,
    SensesDiffer,
    Slid,
    SpokenFinding,
    StillStands,
    TokenSettled,
    TwoTokens,
    WaitForView,
    WhoseToken,
    WrongShape,
)
from table.board_side import BoardSide
from table.common import Common
from table.token_claims import Claims
from table.voicing import Voicing
from tabletop import SiteId


def _agrees(effect: Effect) -> bool:
    return isinstance(effect, Say) and isinstance(effect.prompt, BoardAgrees)


class Judging:
    """Answers to what the board means."""

    def __init__(self, common: Common, voicing: Voicing, board: BoardSide, claims: Claims) -> None:
        self._common, self._voicing, self._board, self._claims = common, voicing, board, claims

    def found(self, finding: Finding, at: float) -> None:
        match finding:
            case TokenSettled():
                self._voicing.say(self._common.wording.sound(finding), at)
            case ClaimProposed(seat=seat, site=site):
                if not self._while_mending(site, at):
                    self._claims.claim(seat, site, at)
            case WhoseToken() | ClaimOrStray() | SensesDiffer():
                if not self._while_mending(finding.site, at):
                    self._doubt(finding, at)
            case LiftedInGrace() | MovedInGrace() | LiftedForAnother():
                self._off_its_claim(finding, at)
            case Restored(site=site):
                self._common.effects(self._common.panel.withdraw(site, at), at)
                self._mend(self._board.mender.restored(site, self._common.state, at), finding, at)
            case Fallen(tokens=tokens):
                if self._common.compare_at is None:  # after a stop the comparison names every such token
                    self._mend(self._board.mender.fell(tokens, at), finding, at)
            case RefusedLifted():
                self._cleared(finding, at)
            case TwoTokens(sites=sites):
                self._tell(finding, at, wanted=sites)
            case Slid(old=site) | WrongShape(site=site):
                self._voicing.say(
                    self._common.wording.finding(finding, self._common.state), at, wanted=(site,)
                )
            case StillStands() | SecondClaim() | Flickers() | WaitForView():
                self._tell(finding, at)
            case _:
                assert_never(finding)

    def _tell(self, finding: SpokenFinding, at: float, *, wanted: Collection[SiteId] = ()) -> None:
        self._voicing.say(self._common.wording.finding(finding, self._common.state), at, wanted=wanted)

    def _while_mending(self, site: SiteId, at: float) -> bool:
        """Whether the table is putting tokens back: then a new one is judged later, and that is said."""
        elsewhere = self._board.mender.elsewhere(site)
        if elsewhere is None:
            return False
        self._common.tracker.stray(site)
        self._common.effects(elsewhere, at)
        return True

    def _doubt(self, finding: WhoseToken | ClaimOrStray | SensesDiffer, at: float) -> None:
        """A token that nobody is sure of: the table is asked."""
        guess: Seat | None
        missing: SiteId | None = None
        unset = False
        match finding:
            case WhoseToken(guess=likely, mover=mover):
                guess = mover or likely
            case ClaimOrStray(seat=seat, missing=off, unset=unset):
                guess, missing = seat, off
            case SensesDiffer(guess=looks):
                guess = looks if looks in self._common.state.seats else self._common.state.to_move
            case _:
                assert_never(finding)
        self._tell(finding, at)
        asked = whose(finding.site, guess, self._common.state, missing=missing, unset=unset)
        self._common.effects(self._common.panel.ask(asked, at, said=True), at)

    def _off_its_claim(self, finding: LiftedInGrace | MovedInGrace | LiftedForAnother, at: float) -> None:
        """The token of a claim that can still be corrected is off its pin."""
        panel = self._common.panel
        match finding:
            case LiftedInGrace(seat=seat, site=site):
                shown = isinstance(self._common.game.do(Undo(seat=seat)), Refusal)
                self._common.effects(panel.ask(TakeBack(seat, site, shown), at), at)
            case MovedInGrace(seat=seat, old=old, new=new) if self._common.tracker.pictures:
                self._common.effects(panel.ask(TakeBack(seat, old, False, new), at), at)
            case MovedInGrace(seat=seat, old=old, new=new):
                panel.withdraw(old, at)
                self._claims.correct(seat, old, new, at)
            case LiftedForAnother(seat=seat, old=old, new=new):
                self._common.effects(panel.ask(TakeBack(seat, old, False, new), at), at)
            case _:
                assert_never(finding)

    def _cleared(self, finding: RefusedLifted, at: float) -> None:
        """A token that counted for nothing is lifted: what was asked of it is over."""
        self._common.effects(self._common.panel.withdraw(finding.site, at), at)
        if finding.site == tunnel_site(self._common.state):  # it was never refused: it is wanted there
            self._board.expecting.listed.add(finding.site)
            if self._common.compare_at is None:
                self._common.do(Say(TunnelToken(site=finding.site, stands=False)), at)
            return
        more = self._board.undoer.lifted(finding.site)
        if more is not None:
            self._common.effects(more, at)
        elif (
            not self._board.mender.rebuilding and self._common.compare_at is None
        ):  # it tells of the whole board
            self._tell(finding, at)

    def _mend(self, effects: Sequence[Effect] | None, finding: Restored | Fallen, at: float) -> None:
        """What the rebuild makes of it; where nobody rebuilds it is just said."""
        if effects is not None:
            self._common.effects(effects, at)
        elif isinstance(finding, Fallen):
            wanted = [site for site, _ in finding.tokens]
            words = self._common.wording.finding(finding, self._common.state)
            self._voicing.say(words, at, wanted=wanted, fewer=lambda sites: self._still_off(finding, sites))
        else:
            self._tell(finding, at)

    def _still_off(self, fallen: Fallen, sites: Collection[SiteId]) -> Sequence[Announcement]:
        """What is told of those of the fallen tokens that are not back yet."""
        left = Fallen(tokens=tuple(one for one in fallen.tokens if one[0] in sites))
        return self._common.wording.finding(left, self._common.state)

    def compare(self, at: float) -> None:
        """After a stop: how the board differs, or which refused token still stands; else that it agrees."""
        state, tracker = self._common.state, self._common.tracker
        compared = self._board.mender.compare(state, at, self._board.agreements.missing)
        # A token on a free pin is told of by itself: that the board agrees would not be true.
        if any(one.kind == "extra" and one.site != tracker.paying for one in tracker.differences(state)):
            compared = tuple(one for one in compared if not _agrees(one))
        self._common.effects(compared, at)
        if tracker.refused and not self._board.mender.begun:
            self._voicing.say(self._common.wording.finding(StillStands(site=tracker.refused[0]), state), at)
        self._board.agreements.compared()
