"""Claims made at a page: the table is asked to set the token, and the claim counts when it stands.

Who plays from elsewhere cannot set a token; who sits here with a phone may as well be told where it goes. A
wish is no event yet: it is noted beside the game, so that a power cut does not lose it, and asked about at
the panel (`dialog.TokenWanted`) whenever nothing else is settled there first. It is over when its token
stands, when its seat or the table leaves it, and when the game has gone on without it; no time ends it. Pure.

A bot is a stand-in of its own (`stand_ins`): it chooses anew, and nobody leaves its claim for it.

Deliberately absent: what the wish costs. It is checked by the rules when it is made, and once more when its
token stands; what it is paid with is told then.
"""

from typing import Final

from dialog import Effect, Panel, Payable, TokenWanted
from engine import CodecError, Seat, State, TokenCommand, command_from_json, command_to_json
from table.stand_ins import FREE

KIND: Final = "wished"  # of the note


class Wishes:
    """What is wished for at a page, one at a time: only who is to move may claim."""

    def __init__(self, noted: object = None) -> None:
        """`noted`: as noted last in an earlier sitting; it may hold nonsense."""
        self.waits = _read(noted)
        self._noted = self.waits

    def wish(self, command: Payable, state: State) -> None:
        """The rules allow it: its token is to be asked for."""
        self.waits = TokenWanted(command, state.turn, wished=True)

    def of(self, seat: Seat | None) -> TokenWanted | None:
        """What this seat waits for; None: nothing."""
        return self.waits if self.waits is not None and self.waits.seat == seat else None

    def leave(self) -> None:
        """It is wished for no more."""
        self.waits = None

    def due(self, panel: Panel, state: State, at: float) -> tuple[Effect, ...]:
        """The question for its token, when nothing else has to be settled first."""
        if self.waits is None:
            return ()
        if self.waits.is_over(state, None):
            self.waits = None
            return ()
        free = isinstance(panel.mode, FREE) and panel.token_wanted is None and not panel.paused
        return panel.ask(self.waits, at) if free else ()

    def changed(self) -> dict[str, object]:
        """What is to be noted now, if anything."""
        if self.waits == self._noted:
            return {}
        self._noted = self.waits
        return {KIND: {} if self.waits is None else _written(self.waits)}


def _written(wish: TokenWanted) -> dict[str, object]:
    return {"command": command_to_json(wish.command), "turn": wish.turn}


def _read(noted: object) -> TokenWanted | None:
    match noted:
        case {"command": str(command), "turn": int(turn)}:
            try:
                found = command_from_json(command)
            except CodecError:
                return None
            return TokenWanted(found, turn, wished=True) if isinstance(found, TokenCommand) else None
        case _:
            return None
