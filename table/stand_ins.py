"""Seats that nobody sits at: a bot plays them, and asks for its token to be set by somebody's hand.

Cards it draws by itself when Fingerpost deals; a claim is its word and then the token on the pin, felt or
seen like any other. What is meant for its ear nobody hears.
"""

from collections.abc import Mapping
from typing import Final

from msgspec.structs import replace

from bots.bot import Bot
from dialog import (
    Acts,
    BotMoves,
    BotWantsOther,
    Cards,
    ChooseMix,
    Confirm,
    Declare,
    Do,
    Effect,
    Loans,
    Panel,
    Payable,
    Questions,
    Reading,
    Say,
    Second,
    SetToken,
    Table,
    Tickets,
    Tunnel,
    site_of,
)
from engine import Command, Seat, State, TokenCommand
from tabletop import SiteId

PAUSE_S: Final = 1.5  # after an act: a bot that answers at once leaves nobody time to listen
WORD_S: Final = 0.8  # after any other word

Effects = tuple[Effect, ...]
_FREE: Final = (
    Table,
    Acts,
    Cards,
    Second,
    Tickets,
    Confirm,
    ChooseMix,
    Loans,
    Declare,
    Tunnel,
    Questions,
    Reading,
)
"""While anything else is open the table has something to settle first."""


class StandIns:
    """The bots of one table; without any it does nothing."""

    def __init__(self, bots: Mapping[Seat, Bot]) -> None:
        self._bots = dict(bots)
        self._wish: Payable | None = None  # said aloud: its token is waited for
        self._seen: tuple[State | None, int] = (None, 0)
        self._ready_at = 0.0

    @property
    def seats(self) -> frozenset[Seat]:
        """Who is played by a bot."""
        return frozenset(self._bots)

    def due(self, panel: Panel, state: State, words: int, at: float, *, blind: bool) -> Effects:
        """What a bot does now. `words`: how many utterances there were; `blind`: no sense is live."""
        seat = next((seat for seat in state.waiting_for() if seat in self._bots), None)
        before, told = self._seen
        if state is not before or words != told:
            pause = WORD_S
            if before is None or replace(before, seq=state.seq) != state:
                self._wish, pause = None, PAUSE_S  # the game has gone on, or back
            self._seen, self._ready_at = (state, words), max(self._ready_at, at + pause)
        if seat is None or self._wish is not None or at < self._ready_at or not isinstance(panel.mode, _FREE):
            return ()
        command = self._bots[seat].choose(state, seat)
        if isinstance(command, TokenCommand) and not blind:
            self._wish = command
            return (Say(SetToken(seat=seat, site=site_of(command))),)
        return (Do(command),)

    def token_set(self, seat: Seat, site: SiteId) -> Effects | None:
        """A token of this seat stands on a free pin; None: the seat plays for itself."""
        if seat not in self._bots:
            return None
        wish, self._wish = self._wish, None
        if wish is None or wish.seat != seat:
            return (Say(BotMoves(seat=seat)),)
        if site_of(wish) != site:
            self._wish = wish
            return (Say(BotWantsOther(seat=seat, site=site, wanted=site_of(wish))),)
        done: Command = wish
        return (Do(done),)

    def instead_of(self, panel: Panel, state: State) -> Seat | None:
        """The bot whose place at the panel is open now: nobody presses Yes or No for it."""
        seat: Seat | None
        match panel.mode:
            case Tickets(seat=seat) | Confirm(tickets=Tickets(seat=seat)) | Declare(seat=seat):
                pass
            case ChooseMix(seat=seat) | Loans(seat=seat) | Tunnel(seat=seat):
                pass
            case Table() | Acts() | Cards() | Second():
                seat = state.to_move
            case _:
                return None
        return seat if seat in self._bots else None
