"""The host's side of a game in two homes: who is there, whose board is behind, who has agreed to an undo.

The engine of this table decides. What it may have to wait for stands here: an undo for the Yes of every home
that is there, and, where the table wants that, the next turn for every board.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Final, Literal

from dialog import Effect, FarAsked, FarKeeps, FarLine, FarSets, Say, UndoSure, past_acts, site_of
from engine import Command, EndTurn, Event, HomeAway, HomeBack, Seat, TokenCommand, Undo
from reconcile import expected_tokens
from table.acting import CommandRunner
from table.answers import Done, NotDone
from table.board_side import BoardSide
from table.common import Common
from table.linked import HomeShows, HomeThere, LinkNews, home_named
from tabletop import Press, SiteId

Wait = Literal["both", "nobody"]
MISSED_S: Final = 60.0


class HostedHomes:
    """The homes that play along at this table.

    Attributes:
        record: stores an event that happened to the table and not in the game, and tells it.
    """

    decides = True
    notes: Mapping[str, object] = {}

    def __init__(
        self, homes: Mapping[str, Sequence[Seat]], *, wait: Wait = "both", past: Sequence[Event] = ()
    ) -> None:
        """`past`: the events of the game so far; who was away before a stop is away until heard again."""
        self.homes = {home: tuple(seats) for home, seats in homes.items()}
        self.far = home_named(homes)
        self.record: Callable[[Event, float], None] = lambda event, at: None
        self._wait: Wait = wait
        self._there: set[str] = set()
        self._away = _away(past)
        self._miss_at: float | None = None  # who has not come by then is told to be away
        self._shown: dict[str, int] = {}
        self._tokens: Mapping[SiteId, Seat] = {}
        self._since = 0  # the seq at which the tokens that should stand were others last
        self._held: tuple[Command, ...] = ()  # waits for boards
        self._undo: tuple[tuple[Command, ...], int] = ((), -1)  # waits for homes at that seq
        self._agreed: dict[str, tuple[int, int]] = {}  # to how many acts at which seq each home has said Yes
        self._wished: dict[str, tuple[int, int]] = {}  # of these what each home wanted itself, asked here
        self._no: tuple[int, frozenset[str]] = (-1, frozenset())  # whose wish was refused at that seq

    def join(self, common: Common, runner: CommandRunner, board: BoardSide) -> None:
        """The table it belongs to."""
        self._common, self._runner, self._board = common, runner, board
        runner.undo_left = self._undo_left
        self._tokens = expected_tokens(common.state)
        self._since = common.state.seq if self._tokens else 0

    def pressed(self, press: Press, at: float) -> bool:
        """All is answered here."""
        return False

    # Who is there

    def hear(self, news: LinkNews, at: float) -> None:
        """A home has come, gone, or said what its board shows."""
        match news:
            case HomeThere(home=home, there=there) if home in self.homes:
                self._heard_of(home, there=there, at=at)
            case HomeShows(home=home, seq=seq, shown=shown) if home in self.homes:
                self._shown[home] = seq if shown else min(self._shown.get(home, 0), seq - 1)
                self._go_on(at)
            case _:
                pass

    def _heard_of(self, home: str, *, there: bool, at: float) -> None:
        if there == (home in self._there):
            return
        if there:
            self._there.add(home)
            if home in self._away:
                self._away.discard(home)
                self.record(HomeBack(home=home), at)
            elif self._miss_at is not None:  # who was there when the game began is no news
                self._common.do(Say(FarLine(home=home, there=True)), at)
            return
        self._there.discard(home)
        self._away.add(home)
        self.record(HomeAway(home=home), at)
        self._go_on(at)
        asked = self._undo[1], self.asks_undo
        if self._agreed.get(home) != asked:  # it has not said Yes: whoever wants an undo asks anew
            self._undo = (), -1

    # What waits

    def takes(self, commands: Sequence[Command], at: float) -> Sequence[Effect] | None:
        """An undo waits for the homes' Yes, the next turn for their boards; None: nothing is waited for."""
        if any(isinstance(command, Undo) for command in commands):
            return self._undo_waits(commands)
        behind = self._behind(commands)
        if not behind:
            return None
        self._held = tuple(commands)
        return tuple(Say(FarSets(home=home)) for home in behind)

    def busy(self, commands: Sequence[Command]) -> NotDone | None:
        """The same for an act by wire or page: whoever wants it is told, and nothing of it waits here."""
        behind = self._behind(commands)
        return NotDone(code="busy", data={"homes": list(behind)}) if behind else None

    def _behind(self, commands: Sequence[Command]) -> tuple[str, ...]:
        """The homes whose boards do not show the last claim, where the next turn waits for them."""
        if self._wait == "nobody":
            return ()
        self._look()
        if all(isinstance(one, EndTurn) for one in commands):  # of the turn whose tokens are being set
            return ()
        return tuple(home for home in sorted(self._there) if self._shown.get(home, 0) < self._since)

    def _look(self) -> None:
        """Notice where the tokens that should stand have changed."""
        tokens = expected_tokens(self._common.state)
        if tokens != self._tokens:
            self._tokens, self._since = tokens, self._common.game.since

    def tick(self, at: float) -> None:
        """What waited may go on; who has not come since the game began is missed after a while, once."""
        self._go_on(at)
        if self._miss_at is None:
            self._miss_at = at + MISSED_S
        if at < self._miss_at:
            return
        for home in sorted(self.homes.keys() - self._there - self._away):
            self._away.add(home)
            self.record(HomeAway(home=home), at)

    def _go_on(self, at: float) -> None:
        """What waited for boards may go on, unless its token was lifted; never below a pause or question."""
        held, panel = self._held, self._common.panel
        if not held or panel.paused or panel.asked or self._behind(held):
            return
        self._held = ()
        board = self._board.expecting
        standing = self._common.tracker.standing_refused()
        sites = [site_of(one) for one in held if isinstance(one, TokenCommand)]
        if all(site in standing or site in board.listed for site in sites):
            self._runner.attempt(held, at)

    # Undo

    @property
    def undo_no(self) -> Sequence[str]:
        """The homes that wanted an undo, to which somebody here has said No; until the game goes on."""
        since, homes = self._no
        return sorted(homes) if since == self._common.game.since else ()

    def _undo_left(self, acts: int, at: float) -> None:
        """The question that a home's wish has brought is answered by No: that home is told."""
        since = self._common.game.since
        asked = {home for home, wished in self._wished.items() if wished == (since, acts)}
        self._no = since, frozenset(asked.union(self.undo_no))
        for home in asked:
            del self._wished[home]

    @property
    def asks_undo(self) -> int:
        """How many acts the homes are asked to take back."""
        commands, seq = self._undo
        if not commands or self._common.game.since != seq:
            return 0
        return sum(isinstance(one, Undo) for one in commands)

    def _undo_waits(self, commands: Sequence[Command]) -> Sequence[Effect] | None:
        self._undo = tuple(commands), self._common.game.since
        missing = self._missing(self.asks_undo)
        if not missing:
            self._undo = (), -1
            return None
        return tuple(Say(FarAsked(home=home)) for home in missing)

    def _missing(self, acts: int) -> list[str]:
        """The homes that are there and have not agreed to undo so many acts of the game as it is."""
        asked = self._common.game.since, acts
        return sorted(home for home in self._there if self._agreed.get(home) != asked)

    def home_undoes(self, home: str, acts: int | None, at: float) -> Done | NotDone:
        """A home has said Yes to an undo that was asked here, or it wants one and this home is asked.

        `acts`: to so many it has said Yes, 0: No; None, from a table that does not tell: to what is asked.
        A Yes that was on its way when more, or less, was asked for is none to that: the home is asked anew.
        """
        since, asks = self._common.game.since, self.asks_undo
        if acts == 0:
            if asks:
                self._undo = (), -1
                self._common.do(Say(FarKeeps(home=home)), at)
            return Done(seq=self._common.state.seq, asked="undo")
        if asks:
            if acts is None or acts == asks:
                self._agreed[home] = since, asks
                if not self._missing(asks):
                    self._do_undo(at)
            return Done(seq=self._common.state.seq, asked="undo")
        panel, wanted = self._common.panel, past_acts(self._common.game)[: acts or 1]
        if not wanted or panel.asked:
            return NotDone(code="busy" if wanted else "illegal-move")
        self._agreed[home] = self._wished[home] = since, len(wanted)
        self._no = since, frozenset(self.undo_no) - {home}
        self._common.effects(panel.ask(UndoSure(wanted), at), at)
        return Done(seq=self._common.state.seq, asked="undo")

    def _do_undo(self, at: float) -> None:
        self._runner.attempt(self._undo[0], at)


def _away(past: Sequence[Event]) -> set[str]:
    away: set[str] = set()
    for event in past:
        if isinstance(event, HomeAway):
            away.add(event.home)
        elif isinstance(event, HomeBack):
            away.discard(event.home)
    return away
