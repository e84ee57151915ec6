"""The side that follows: its acts go to the host, and its game is what the host tells of it.

An act is asked for once at a time, until the host has answered; what the host says happened is kept and told
here as if it had been decided here. Each home's board is its own: what stands on the other one nobody asks.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from dialog import (
    Effect,
    FarAsked,
    FarKeeps,
    FarLine,
    FarNo,
    FarOnly,
    FarStale,
    LineCause,
    Say,
    StillWaiting,
    UndoSure,
    past_acts,
    site_of,
)
from engine import (
    NONSENSE,
    Command,
    Event,
    Game,
    HomeAway,
    HomeBack,
    OpenCommand,
    Phase,
    Reason,
    Refusal,
    ReplayError,
    Seat,
    TableEvent,
    TokenCommand,
    Undo,
    Undone,
)
from table.acting import CommandRunner
from table.board_side import BoardSide
from table.common import Common
from table.far_pages import FarPages
from table.host_acts import acted, acts_of, asked_by, commands_of
from table.linked import (
    FarWanted,
    HostAnswered,
    HostAsks,
    HostCounts,
    HostPlays,
    HostThere,
    HostTold,
    LinkNews,
    SeatAsked,
    SeatPage,
    SeatSees,
    SeatTold,
    Shown,
)
from table.retelling import is_blank
from tabletop import Press, SiteId

AGAIN_S: Final = 2.0  # a host that was busy is asked again
MISSED_S: Final = 5.0  # what it had not heard of when it asked comes by then
LOOK_S: Final = 0.5  # between two looks at the whole board
SECRET: Final[frozenset[Phase]] = frozenset(
    ("tickets", "ticket-choice", "pieces", "loans", "tunnel", "declaring")
)
"""Phases in which a seat chooses what the others must not see, or need not."""

Effects = tuple[Effect, ...]


class Followed:
    """This home's part in a game that another table decides.

    Attributes:
        ask: has the host do something; the next one takes its place.
        show: tells the host how far the board here is.
        pages: its seats at the host's page.
    """

    decides = False
    asks_undo = 0
    undo_no: Sequence[str] = ()

    def __init__(self, host: str, home: str, seats: Sequence[Seat], all_seats: Sequence[Seat]) -> None:
        """`host`: how the host's home is called; `seats`: those of this home, of `all_seats`."""
        self.home, self._host, self._seats = home, host, tuple(seats)
        self.far: Mapping[Seat, str] = {seat: host for seat in all_seats if seat not in seats}
        self.notes: Mapping[str, object] = {}
        self.ask: Callable[[FarWanted | None], None] = lambda wanted: None
        self.show: Callable[[Shown], None] = lambda shown: None
        self.pages = FarPages(host, seats)
        self._there = True
        self._number = 0
        self._wanted: FarWanted | None = None
        self._rest: list[Command] = []  # what is to follow it, of the same act
        self._done_at: int | None = None  # answered: it is done when the game is there
        self._again_at: float | None = None
        self._stale_by: float | None = None  # refused as too late: what came before it is heard first
        self._told_busy = False
        self._stopped: LineCause | None = None  # for a while: another table plays in this one's place
        self._nonsense = False  # the host has told what cannot be: nothing more is taken from it
        self._asked_undo: tuple[int, int] = (0, -1)
        self._wished_undo = -1  # where the game was when this home wanted an undo that is not decided yet
        self._shown: Shown | None = None
        self._look_at = 0.0

    def join(self, common: Common, runner: CommandRunner, board: BoardSide) -> None:
        """The table it belongs to."""
        self._common, self._runner, self._board = common, runner, board
        runner.undo_left = self._undo_left
        common.blank = is_blank(common.game.events)
        common.panel.far = frozenset(self.far)
        tunnel = common.state.tunnel
        if tunnel is not None and common.state.to_move in self.far:  # its token stands in the other home
            board.expecting.listed.add(SiteId(tunnel.route))
        common.panel.elsewhere = SECRET | {"second-card"} if common.blank else SECRET

    # Acts of this home

    def takes(self, commands: Sequence[Command], at: float) -> Sequence[Effect]:
        """They go to the host; what is to be said meanwhile."""
        mine = [self._own(one) for one in commands if one.seat in self._seats or isinstance(one, Undo)]
        if not mine:  # an end of turn that a token of the next seat brings with it goes with that claim
            return ()
        if not all(isinstance(one, OpenCommand) for one in mine):
            return (Say(FarOnly(home=self._host)),)
        acts = sum(isinstance(one, Undo) for one in mine) or None
        if self._wanted is not None and (self._wanted.command, self._wanted.acts) == (mine[0], acts):
            return ()
        if self._wanted is not None and self._done_at is not None and isinstance(mine[0], TokenCommand):
            self._rest = mine  # it comes when that is done
            return ()
        self._rest = mine[1:]
        if acts is not None and not self._is_asked(acts):
            self._wished_undo = self._common.game.since
        self._send(mine[0], acts)
        if not self._there:
            why: LineCause | None = "nonsense" if self._nonsense else self._stopped
            return (Say(FarLine(home=self._host, there=False, why=why)),)
        return () if isinstance(mine[0], TokenCommand) else (StillWaiting(),)  # a press never ends in silence

    def _own(self, command: Command) -> Command:
        """An undo is wanted by this home, whoever is to move."""
        return command if command.seat in self._seats else replace(command, seat=self._seats[0])

    def _send(self, command: Command, acts: int | None) -> None:
        self._look()  # whoever waits for this board hears first that it shows the game
        self._number += 1
        self._wanted = FarWanted(number=self._number, command=command, seq=self._common.state.seq, acts=acts)
        self._done_at = self._again_at = self._stale_by = None
        self.ask(self._wanted)

    def _drop(self) -> None:
        self._wanted, self._rest, self._done_at, self._again_at, self._stale_by = None, [], None, None, None
        self._told_busy = False
        self.ask(None)

    def pressed(self, press: Press, at: float) -> bool:
        """What a seat of this home is asked in secret it answers at the host's page."""
        return self.pages.pressed(press, self._common, at)

    # What the host says

    def hear(self, news: LinkNews, at: float) -> None:
        """Take in what the host has told, answered or asked."""
        match news:
            case HostPlays():
                self._common.stopping = self._common.another = True
            case _ if self._nonsense:
                pass
            case HostTold():
                self._told(news, at)
            case HostCounts(seq=seq, view=view):
                self._counted(seq, view)
            case HostAnswered() if self._wanted is not None and news.number == self._wanted.number:
                self._answered(news, self._wanted, at)
            case HostThere(there=there, why=why) if there != self._there or why is not None:
                self._there, self._stopped = there, why if why == "taken-over" else None
                if self._common.state.phase != "over":  # then nothing is left to be done there
                    self._common.do(Say(FarLine(home=self._host, there=there, why=why)), at)
            case HostAsks(undo=undo, seq=seq, no=no):
                self._undo_asked(undo, seq, at)
                self._undo_refused(at, no=no)
            case SeatTold() | SeatAsked() | SeatPage() | SeatSees():
                self.pages.hear(news, self._common, at)
            case _:
                pass

    def _answered(self, answer: HostAnswered, wanted: FarWanted, at: float) -> None:
        command = wanted.command
        match answer.code:
            case "" if answer.asked:  # by a seat's page, or the people there: what comes of it is told
                self._drop()
                if isinstance(command, Undo) and self._wished_undo == self._common.game.since:
                    self._common.do(Say(FarAsked(home=self._host)), at)
            case "":
                self._done_at = answer.seq
                self.ask(None)
                self._next(at)
            case "busy" | "rate-limited" | "paused":
                self._again_at = at + AGAIN_S
                if not self._told_busy:
                    self._told_busy = True
                    self._common.do(Say(FarNo(home=self._host, code=answer.code)), at)
            case "stale":
                self.ask(None)
                self._stale_by = at + MISSED_S
                self._stale(wanted, at)
            case code if code in ("illegal-move", "not-your-turn") and _is_reason(answer.reason):
                self._drop()
                refusal = Refusal(command=command, reason=Reason(answer.reason), rule=answer.rule)
                self._runner.refused(self._explained(refusal), self._common.state, at)
            case code:
                self._drop()
                self._common.do(Say(FarNo(home=self._host, code=code)), at)

    def _stale(self, wanted: FarWanted, at: float) -> None:
        """The host has gone on: by a turn of the game, or only by what became of homes and senses.

        The latter leaves the act as good as it was, and it is asked for again.
        """
        game, command = self._common.game, wanted.command
        late = self._stale_by is not None and at >= self._stale_by
        site = site_of(command) if isinstance(command, TokenCommand) else None
        if game.state.seq == wanted.seq and not late:
            return  # what has happened there is not heard yet
        if late or game.since > wanted.seq:
            self._drop()
            self._common.do(Say(FarStale(home=self._host, site=site)), at)
        elif site is None or self._still_meant(site):
            self._send(command, wanted.acts)
        else:
            self._drop()

    def _explained(self, refusal: Refusal) -> Refusal:
        """The refusal with the facts that a sentence about it names, where this game knows the same."""
        same = self._common.game.do(refusal.command)
        return same if isinstance(same, Refusal) and same.reason is refusal.reason else refusal

    def _undo_asked(self, undo: int, seq: int, at: float) -> None:
        if (undo, seq) == self._asked_undo or seq != self._common.state.seq:
            return
        self._asked_undo = undo, seq
        acts = past_acts(self._common.game)[:undo]
        if acts:
            self._common.effects(self._common.panel.ask(UndoSure(acts), at), at)

    def _undo_refused(self, at: float, *, no: bool) -> None:
        """What this home wanted undone the host's home has refused; said once."""
        if no and self._wished_undo == self._common.game.since:
            self._wished_undo = -1
            self._common.do(Say(FarKeeps(home=self._host)), at)

    def _is_asked(self, acts: int) -> bool:
        """Whether the host's home wants so many acts undone of the game as it is here."""
        asked, seq = self._asked_undo
        return 0 < acts == asked and seq >= self._common.game.since

    def _undo_left(self, acts: int, at: float) -> None:
        """The people here have said No: the host's home hears of it, if it has asked."""
        if self._is_asked(acts) and self._wanted is None:
            self._send(Undo(seat=self._seats[0]), 0)

    # What has happened

    def _told(self, told: HostTold, at: float) -> None:
        """Fold what is new, act by act."""
        have = len(self._common.game.events)
        events = tuple(event for seq, event in told.events if seq > have)
        if not events or told.events[0][0] > have + 1:
            return
        try:
            # What became of homes and senses is no part of an act, even where it is told with one.
            whole = told.act and not any(isinstance(one, TableEvent) for one in events)
            for act in [events] if whole else acts_of(self._common.game, events):
                self._happened(act, self._foreseen(act), at)
        except ReplayError:  # of a broken host, or one that is not to be trusted: all before it is kept
            self.hear(HostThere(there=False, why="nonsense"), at)
            self._nonsense = True
            return
        if self._wanted is not None and self._done_at is None:
            if self._stale_by is not None:
                self._stale(self._wanted, at)
            elif acted(self._wanted.command.seat, events):
                self._done_at = self._common.state.seq  # its answer may be lost
                self.ask(None)
        self._next(at)

    def _foreseen(self, act: tuple[Event, ...]) -> Game:
        """The game after an act of the host's, all of which can be told; nothing is kept or said before.

        Raises:
            ReplayError: it cannot have followed, or names what this game has not.
        """
        before = self._common.game
        game = before.heard(act)
        try:
            self._common.words_of(before.state, act, game.state, before.state.seq + 1)
        except NONSENSE as error:
            raise ReplayError(f"after event {before.state.seq} comes what cannot be told") from error
        return game

    def _counted(self, seq: int, view: Mapping[str, object]) -> None:
        """How much hands and decks hold, which what is blank here does not tell."""
        known = self._common.counts
        if not self._common.blank or (known is not None and seq <= known[0]):
            return
        if _seats_of(view) != self._common.state.seats:  # of a host that is not to be trusted
            return
        self._common.counts = seq, view
        if seq == self._common.state.seq:  # else of the act that comes next
            self._runner.recount()

    def _happened(self, events: tuple[Event, ...], game: Game, at: float) -> None:
        commands = commands_of(events)
        standing = self._common.tracker.standing_refused()
        for seat, site in asked_by(events):
            if seat in self._seats and site in standing:
                self._board.expecting.listed.discard(site)
            else:
                self._board.expecting.listed.add(site)
        gone = sum(isinstance(one, Undone) for one in events)
        while gone > 1 and self._rest and isinstance(self._rest[0], Undo):
            self._rest.pop(0)
            gone -= 1
        secret_before = self._common.state.phase in SECRET
        # That it was away itself is no news to a home that has said that the host did not answer.
        own = all(isinstance(one, HomeAway | HomeBack) and one.home == self.home for one in events)
        self._runner.happened(commands, events, game, at, silent=own)
        if self._common.state.phase in SECRET and not secret_before:
            self._common.do(Say(FarOnly(home=self._host)), at)

    def _next(self, at: float) -> None:
        """What was wanted has happened: the rest of the act."""
        if self._done_at is None or self._common.state.seq < self._done_at:
            return
        rest, self._told_busy = list(self._rest), False
        self._wanted, self._rest, self._done_at = None, [], None
        if rest:
            self.takes(rest, at)

    def tick(self, at: float) -> None:
        """Time has passed: ask a busy host again, tell how far the board is."""
        self.pages.tick(self._common, at)
        if self._again_at is not None and at >= self._again_at and self._wanted is not None:
            command = self._wanted.command
            if isinstance(command, TokenCommand) and not self._still_meant(site_of(command)):
                self._drop()
            else:
                self._send(command, self._wanted.acts)
        if self._stale_by is not None and at >= self._stale_by and self._wanted is not None:
            self._stale(self._wanted, at)
        if at >= self._look_at:
            self._look_at = at + LOOK_S
            self._look()

    def _still_meant(self, site: SiteId) -> bool:
        return site in self._common.tracker.standing_refused() or site in self._board.expecting.listed

    def _look(self) -> None:
        tracker, state = self._common.tracker, self._common.state
        blind = tracker.in_doubt()  # then nobody but the people can tell, and nothing is waited for
        found = () if blind else tracker.differences(state)
        differences = tuple({"site": one.site, "kind": one.kind, "seat": one.seat} for one in found)
        # What a token on a free pin wants is no matter of the other home's.
        whole = blind or all(one.kind == "extra" for one in found)
        shown = Shown(seq=state.seq, shown=whole, differences=differences)
        if shown != self._shown:
            self._shown = shown
            self.show(shown)


def _seats_of(view: Mapping[str, object]) -> tuple[object, ...]:
    """Whose hands a view counts."""
    seats = view.get("seats")
    return tuple(one.get("seat") for one in seats) if isinstance(seats, list) else ()


def _is_reason(reason: str) -> bool:
    return reason in {one.value for one in Reason}
