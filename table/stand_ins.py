"""Seats that nobody sits at: a bot plays them, and asks for its token to be set by somebody's hand.

Cards it draws by itself when Fingerpost deals; a claim is its word and then the token on the pin, felt or
seen like any other. What is waited for is open at the panel (`dialog.TokenWanted`) and nowhere else, so that
it is said again, asked about and shown like every question, and cannot be forgotten. Where there is no board
a claim needs no token. What is meant for its ear nobody hears.

A bot may be a program of somebody's own (`ports.Program`), which thinks while the table goes on; where it
fails the planner decides, and the table is told.
"""

from collections.abc import Mapping
from typing import Final

from msgspec.structs import replace

from bots.bot import Bot, bot_of, is_best, kind_of
from dialog import (
    Acts,
    BotMoves,
    BotReplaced,
    BotWantsOther,
    Cards,
    ChooseMix,
    Confirm,
    Declare,
    Do,
    DoUnfelt,
    Effect,
    Loans,
    NoneMarked,
    Panel,
    Questions,
    Reading,
    Say,
    Second,
    Table,
    Tickets,
    TokenWanted,
    Tunnel,
)
from engine import Command, Game, Seat, State, TokenCommand
from table.ports import PROGRAM, Program
from table.whose_place import seat_asked
from tabletop import SiteId

KIND: Final = "bots"  # of the note
PAUSE_S: Final = 1.5  # after an act: a bot that answers at once leaves nobody time to listen
WORD_S: Final = 0.8  # after any other word

Effects = tuple[Effect, ...]
FREE: Final = (
    Table,
    Acts,
    Cards,
    Second,
    Tickets,
    Confirm,
    ChooseMix,
    Loans,
    Declare,
    NoneMarked,
    Tunnel,
    Questions,
    Reading,
)
"""While anything else is open the table has something to settle first."""


def bots_to_note(bots: Mapping[Seat, Bot | Program]) -> Mapping[str, object]:
    """Who is played by which bot, to be noted beside the game: it goes on with the same.

    Which program it was is not noted: whoever brings a log along would have it run.
    """
    return {KIND: {seat: _kind(bot) for seat, bot in bots.items()}}


def _kind(bot: Bot | Program) -> str:
    return bot.kind if isinstance(bot, Program) else kind_of(bot)


def bots_noted(noted: object, state: State) -> dict[Seat, Bot] | None:
    """The bots of an earlier sitting; None: it has noted nothing, for it is older than these notes.

    A seat whose kind of bot is not known here is played by one all the same: its hand is nobody's.
    """
    if not isinstance(noted, dict):
        return None
    kinds = {seat: str(noted[seat]) for seat in state.seats if seat in noted}
    return {seat: bot_of(kind, state.seed) for seat, kind in kinds.items()}


def programs_noted(noted: object) -> frozenset[str]:
    """The seats that programs played in an earlier sitting."""
    return (
        frozenset(seat for seat, kind in noted.items() if kind == PROGRAM)
        if isinstance(noted, dict)
        else frozenset()
    )


class StandIns:
    """The bots of one table; without any it does nothing."""

    def __init__(self, bots: Mapping[Seat, Bot | Program], *, board: bool = True) -> None:
        """`board`: tokens are set; False: there is none, so that none is waited for."""
        self._bots, self._board = dict(bots), board
        self._chosen: Command | None = None  # in this state of the game: it does not change its mind
        self._seen: tuple[State | None, int] = (None, 0)
        self._asked: Game | None = None  # of a program: it is asked once, whatever senses are lost meanwhile
        self._told = {seat: len(bot.mishaps) for seat, bot in bots.items() if isinstance(bot, Program)}
        self._ready_at = 0.0

    @property
    def seats(self) -> frozenset[Seat]:
        """Who is played by a bot."""
        return frozenset(self._bots)

    @property
    def by_plan(self) -> frozenset[Seat]:
        """Those whose acts have the planner's reasons: who always looks for the best, and is of ours."""
        kinds = {seat: _kind(bot) for seat, bot in self._bots.items()}
        return frozenset(seat for seat, kind in kinds.items() if is_best(kind))

    def due(self, panel: Panel, game: Game, words: int, at: float, *, blind: bool) -> Effects:
        """What a bot does now; a claim's token is asked for at the panel.

        Args:
            words: how many utterances there were.
            blind: no sense is live.
        """
        state = game.state
        seat = next((seat for seat in state.waiting_for() if seat in self._bots), None)
        before, told = self._seen
        if state is not before or words != told:
            pause = WORD_S
            if before is None or replace(before, seq=state.seq) != state:
                self._chosen, self._asked, pause = None, None, PAUSE_S  # the game has gone on, or back
            self._seen, self._ready_at = (state, words), max(self._ready_at, at + pause)
        waits = panel.token_wanted is not None or at < self._ready_at
        if seat is None or waits or not isinstance(panel.mode, FREE):
            return ()
        command = self._chosen = self._chosen or self._choice(seat, game)
        if command is None:
            return ()
        told_of = self._replaced(seat)
        if not isinstance(command, TokenCommand) or blind:
            return (*told_of, Do(command))
        if not self._board:
            return (*told_of, DoUnfelt(command))
        return (*told_of, *panel.ask(TokenWanted(command, state.turn), at))

    def _choice(self, seat: Seat, game: Game) -> Command | None:
        """What the bot wants; None: it is thinking."""
        bot = self._bots[seat]
        if not isinstance(bot, Program):
            return bot.choose(game.state, seat)
        self._asked = self._asked or game
        return bot.think(self._asked)

    def _replaced(self, seat: Seat) -> Effects:
        """That the planner has decided for a program, if that is news."""
        bot = self._bots[seat]
        if not isinstance(bot, Program):
            return ()
        news, self._told[seat] = bot.mishaps[self._told[seat] :], len(bot.mishaps)
        kinds = [one.kind for one in news if one.kind != "taken-over"]
        if not kinds or not (bot.taken_over or "late" in kinds):
            return ()  # it was told itself, and has mended it
        return (Say(BotReplaced(seat=seat, why=kinds[-1], plays_on=bot.taken_over)),)

    def token_set(self, seat: Seat, site: SiteId, panel: Panel) -> Effects | None:
        """A token of this seat stands on a free pin; None: the seat plays for itself, and waits for none."""
        wanted = panel.token_wanted
        if wanted is None or wanted.seat != seat:
            return (Say(BotMoves(seat=seat)),) if seat in self._bots else None
        if wanted.site != site:
            return (Say(BotWantsOther(seat=seat, site=site, wanted=wanted.site)),)
        return (Do(wanted.command),)

    def instead_of(self, panel: Panel, state: State) -> Seat | None:
        """The bot whose place at the panel is open now: nobody presses Yes or No for it."""
        seat = seat_asked(panel, state)
        return seat if seat in self._bots else None
