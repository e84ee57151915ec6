"""The board is right: what that would change in the game, asked before it is done."""

from collections.abc import Mapping
from typing import Final

from dialog import BoardAgrees, BoardChange, Effect, Panel, Say, Why
from engine import AcceptBoard, Game, Reason, Seat
from reconcile import Tracker, expected_tokens
from tabletop import SiteId

Effects = tuple[Effect, ...]
Left = tuple[SiteId, ...]

_WHY: Final[Mapping[Reason, Why]] = {
    Reason.DOUBLE_ROUTE_CLOSED: "twin",
    Reason.OWN_DOUBLE: "own-twin",
    Reason.TOO_FEW_TRAINS: "pieces",
    Reason.TOO_FEW_SHIPS: "pieces",
    Reason.NO_STATIONS_LEFT: "pieces",
    Reason.NO_HARBORS_LEFT: "pieces",
    Reason.CARDS_NEEDED: "unpaid",
    Reason.NO_ROUTE_TO_PORT: "harbor",
}


class BoardFollower:
    """Works out what the game can follow of the board as it is believed."""

    def __init__(self, panel: Panel, tracker: Tracker) -> None:
        self._panel = panel
        self._tracker = tracker
        self._asked: tuple[BoardChange, ...] = ()

    def ask(self, game: Game, seat: Seat, at: float) -> Effects:
        """Ask with what it changes; `seat` is whose panel it is."""
        _, _, changes = self._plan(game, seat)
        if not changes:
            agrees = BoardAgrees(tokens=len(expected_tokens(game.state)), shapes_checked=self._tracker.sees())
            return (Say(agrees),)
        self._asked = changes
        return self._panel.ask_board_right(changes, at)

    def agreed(self, game: Game, seat: Seat) -> tuple[AcceptBoard, Left] | None:
        """What is to be done after Yes, and what cannot be; None: that has changed since it was asked."""
        command, left, changes = self._plan(game, seat)
        return (command, left) if changes == self._asked else None

    def _plan(self, game: Game, seat: Seat) -> tuple[AcceptBoard, Left, tuple[BoardChange, ...]]:
        state, expected = game.state, expected_tokens(game.state)
        gone: list[str] = []
        stand: dict[str, Seat] = {}
        for one in self._tracker.differences(state):
            if one.kind != "extra":
                gone.append(one.site)
            if one.looks is not None and one.site != self._tracker.paying:
                stand[one.site] = one.looks
        command, refused = game.board_accepted(seat, gone, stand)
        left = tuple(SiteId(place) for place, _ in refused)
        changes = [BoardChange(kind="out", seat=expected[SiteId(p)], site=SiteId(p)) for p in command.gone]
        changes += [BoardChange(kind="in", seat=s, site=SiteId(p)) for p, s in command.stand.items()]
        changes += [
            BoardChange(
                kind="kept" if place in gone else "left",
                seat=expected[SiteId(place)] if place in gone else stand[place],
                site=SiteId(place),
                why=_WHY.get(refusal.reason, "rules"),
            )
            for place, refusal in refused
        ]
        return command, left, tuple(changes)
