"""The board follows the game: what the tracker is to expect after an act, and what is said of it.

Nothing is told here; the panel lets go of the questions that the act has settled.
"""

from collections.abc import Sequence

from dialog import Effect, Panel, Say
from engine import AcceptBoard, Command, Event, Game, KeepTickets, State, TunnelFailed, Undo
from reconcile import Tracker, expected_tokens
from table.far_seats import FarSeats
from table.rebuilding import Mender
from table.sliding import last_site
from table.undoing import undo_only
from tabletop import SiteId


class Expecting:
    """Tells the tracker after each act what the board should show now.

    Attributes:
        listed: what was chosen from the list: no token stands there yet.
        vouched: where a token stands by the table's word, whatever is felt or seen.
        board: tokens are set; False: there is no board, so that none is asked for.
        far: the seats that play in another home.
    """

    def __init__(self, panel: Panel, tracker: Tracker, mender: Mender) -> None:
        self.listed: set[SiteId] = set()
        self.vouched: set[SiteId] = set()
        self.board = True
        self.far = FarSeats({})
        self._panel, self._tracker, self._mender = panel, tracker, mender

    def follow(
        self, before: State, commands: Sequence[Command], events: Sequence[Event], game: Game, at: float
    ) -> Sequence[Effect]:
        """What is to be said of tokens not yet set, and of questions about tokens whose claims stand now."""
        after = self._tracker.last_claim
        self._grace(commands, game, at)
        self._mender.follow(game.state)
        had, has = expected_tokens(before), expected_tokens(game.state)
        for site in had.keys() - has.keys():
            self._tracker.taken_back(site)
        if after is not None and after.site not in has:
            after = None
        closed, unset = list[Effect](), list[Effect]()
        for site in has.keys() - had.keys():
            closed += self._panel.settled(site, at)
            if site in self.vouched:
                self._tracker.claimed_by_word(has[site], site)
            elif site in self.listed:
                self.listed.discard(site)
                if self.board:
                    self._tracker.claimed_unseen(has[site], site, errand=has[site] in self.far.homes)
                    unset.append(Say(self.far.errand(has[site], site)))
                else:
                    self._tracker.agreed(has[site], site)
            elif any(isinstance(command, AcceptBoard) for command in commands):
                self._tracker.agreed(has[site], site)
            else:
                self._tracker.claimed(has[site], site, after=after)
        # A claim whose token had claimed already stands in place of the one before it.
        anew = bool(commands) and isinstance(commands[0], Undo) and not undo_only(commands)
        for site in had.keys() & has.keys():
            if anew and site == last_site(game):
                self._tracker.claimed_instead(has[site], site)
            elif had[site] != has[site]:
                self._tracker.agreed(has[site], site)
        for event in events:
            if isinstance(event, TunnelFailed) and SiteId(event.route) in self.listed:
                self.listed.discard(SiteId(event.route))
            elif isinstance(event, TunnelFailed):
                self._tracker.hold(SiteId(event.route))
        return closed if self._tracker.in_doubt() else closed + unset

    def by_token(self, events: Sequence[Event]) -> bool:
        """Whether a token stands for the tunnel that is given up, before the board follows these events."""
        left = {SiteId(event.route) for event in events if isinstance(event, TunnelFailed)}
        return self.listed.isdisjoint(left)

    def _grace(self, commands: Sequence[Command], game: Game, at: float) -> None:
        """Whether the claim before can still be taken back by a gesture."""
        grace = self._tracker.grace
        for command in commands:
            if not isinstance(command, KeepTickets | Undo):
                self._tracker.acted(command.seat)
        if grace is not None and last_site(game) != grace:
            self._tracker.grace_over()
        if grace is not None and self._tracker.grace is None:
            # To take it back now would take back what was done since.
            anew = self._panel.paid_anew
            self._panel.withdraw(grace, at)
            if anew is not None:
                self._tracker.hold(anew)
