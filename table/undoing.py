"""Undoing at the table: which acts go, and the tokens that are then to be lifted, one by one."""

from collections.abc import Iterable, Sequence

from dialog import Effect, LiftAsked, NothingToTakeBack, Panel, Say, UndoSure, last_act, past_acts
from engine import Command, Game, Seat, State, Undo
from reconcile import Tracker, expected_tokens
from tabletop import SiteId

Effects = tuple[Effect, ...]


class Undoer:
    """Lists what can be undone, and sees to it that the board follows the game back."""

    def __init__(self, panel: Panel, tracker: Tracker) -> None:
        self._panel = panel
        self._tracker = tracker
        self._to_lift: list[SiteId] = []

    def listed(self, game: Game) -> Effects:
        """The list of acts, newest first."""
        return self._panel.list_undo(past_acts(game))

    def commands(self, seat: Seat, acts: int) -> Sequence[Command]:
        """Undo so many acts; everybody has agreed."""
        return [Undo(seat=seat, agreed=True)] * acts

    def at_once(self, game: Game) -> Command | None:
        """What No in silence takes back without a question: an end of turn that was the last act."""
        last = last_act(game)
        return Undo(seat=last.seat) if last is not None and last.kind == "turn-ended" else None

    def ask(self, game: Game, at: float) -> Effects:
        """No in silence asks to undo a claim whose token is off its pin, with all that came after.

        Anything else, as a card that was drawn, is undone by the menu alone (JOURNEYS, section 2).
        """
        off = {one.site for one in self._tracker.differences(game.state) if one.kind == "missing"}
        acts = past_acts(game)
        newest = next((number for number, act in enumerate(acts, 1) if act.site in off), None)
        if newest is None:
            return (Say(NothingToTakeBack()),)
        return self._panel.ask(UndoSure(acts[:newest]), at)

    def went_back(self, before: State, after: State) -> Effects:
        """The game went back: ask for the tokens that still stand and should not, one by one."""
        gone = expected_tokens(before).keys() - expected_tokens(after).keys()
        self._to_lift = self._standing(gone)
        return self._next()

    def lifted(self, site: SiteId) -> Effects | None:
        """A token was lifted; None: not because of an undo, or it was the last one."""
        if site not in self._to_lift:
            return None
        self._to_lift = self._standing(one for one in self._to_lift if one != site)
        return self._next() or None

    def _standing(self, sites: Iterable[SiteId]) -> list[SiteId]:
        return sorted(set(sites) & set(self._tracker.standing_refused()))

    def _next(self) -> Effects:
        if not self._to_lift:
            return ()
        return (Say(LiftAsked(site=self._to_lift[0], left=len(self._to_lift))),)


def undo_only(commands: Sequence[Command]) -> bool:
    """Whether an act does nothing but go back."""
    return all(isinstance(command, Undo) for command in commands)


__all__ = ["Undoer", "undo_only"]
