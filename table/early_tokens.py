"""A token that came before its seat's turn, was refused and stayed is asked about when that turn has come."""

from collections.abc import Mapping
from typing import Final

from dialog import Effect, LeftOver, Panel
from engine import Reason, Refusal, Seat, State, TokenCommand
from reconcile import Tracker, expected_tokens
from tabletop import SiteId

_TOO_EARLY: Final = (
    Reason.NOT_YOUR_TURN,
    Reason.WAIT_FOR_TICKETS,
    Reason.WAIT_FOR_PIECES,
    Reason.CHOOSE_TICKETS_FIRST,
    Reason.CHOOSE_PIECES_FIRST,
    Reason.TAKE_SECOND_CARD,
    Reason.ANSWER_TUNNEL_FIRST,
)


class EarlyTokens:
    """Remembers them as long as they stand; each is asked about once, and never claimed by itself."""

    def __init__(self, panel: Panel, tracker: Tracker) -> None:
        self._panel, self._tracker = panel, tracker
        self._tokens: dict[SiteId, Seat] = {}

    def note(self, refusal: Refusal, site: SiteId) -> None:
        """What a token asked for was refused."""
        command = refusal.command
        if refusal.reason in _TOO_EARLY and isinstance(command, TokenCommand):
            self._tokens[site] = command.seat

    @property
    def tokens(self) -> Mapping[SiteId, Seat]:
        """Where they stand, and whose they are."""
        return self._tokens

    def know(self, site: SiteId, seat: Seat) -> None:
        """One that was told of elsewhere: in an earlier sitting, or in other words."""
        self._tokens[site] = seat

    def forget(self, site: SiteId) -> None:
        """Another token may stand there now."""
        self._tokens.pop(site, None)

    def due(self, state: State, at: float) -> tuple[Effect, ...]:
        """The question about the mover's token that still stands, when nothing else is asked."""
        if not self._tokens:
            return ()
        stands = set(self._tracker.standing_refused()) - expected_tokens(state).keys()
        self._tokens = {site: seat for site, seat in self._tokens.items() if site in stands}
        panel, mover = self._panel, state.to_move
        site = next((site for site, seat in self._tokens.items() if seat == mover), None)
        free = panel.at_leisure
        if site is None or mover is None or state.phase != "turn" or not free or self._tracker.in_doubt():
            return ()
        del self._tokens[site]
        return panel.ask(LeftOver(mover, site), at)
