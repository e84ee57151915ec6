"""People in two homes play one game: their own tokens, the other home's errands, an undo now and then."""

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final

from bots.bot import Bot, GreedyBot
from dialog import Do, Payment, TokenWanted, UndoBack, UndoSure, site_of
from engine import Command, DeclareTickets, Game, Seat, TokenCommand, seen_by
from lab.two_homes.home import GuestHome, Home, HostHome, KilledError
from lab.two_homes.line import LineFaults, SimulatedLine
from reconcile import expected_tokens
from table.homes import Wait
from tabletop import Press, SiteId, board_layout

STEP_S: Final = 0.2
HAND_S: Final = 2.0  # so long a hand is on its way
PATIENCE_S: Final = 120.0  # an act that has come to nothing is tried again
LONGEST_S: Final = 40_000.0
HOME: Final = "kiel"


@dataclass(frozen=True, slots=True, kw_only=True)
class TwoHomes:
    """What is played, and what goes wrong."""

    seed: int
    seats: tuple[Seat, ...] = ("blue", "red", "green")
    away: tuple[Seat, ...] = ("red",)
    edition: str = "us-accessible"
    map: str = "usa"
    wait: Wait = "both"
    line: LineFaults = field(default_factory=LineFaults)
    kill_every_s: float = 0.0  # of either end; 0: never
    wrong: float = 0.05  # of errands are set wrong at first
    undo: float = 0.02  # of turns end with an act taken back


@dataclass(slots=True)
class LinkedOutcome:
    """How it ended."""

    over: bool
    equal_logs: bool
    boards_right: bool
    secrets: int  # payloads with something in them that was nobody's to see
    seconds: float
    events: int
    kills: int
    undone: int
    trouble: list[str] = field(default_factory=list)

    @property
    def good(self) -> bool:
        """All is as it should be."""
        return self.over and self.equal_logs and self.boards_right and not self.secrets


@dataclass(slots=True)
class _Hands:
    """The people of one home."""

    home: Home
    seats: tuple[Seat, ...]
    bots: Mapping[Seat, Bot]
    chance: random.Random
    busy_until: float = 0.0
    doing: tuple[int, Command | None] | None = None  # the seq at which it was begun; None: an undo
    since: float = 0.0
    wrong: SiteId | None = None


class LinkedEvening:
    """One game in two homes, from its first event to its last."""

    def __init__(self, told: TwoHomes) -> None:
        self._told = told
        self._chance = random.Random(told.seed)
        self.line = SimulatedLine(told.seed, told.line)
        layout = board_layout(told.map)
        game = Game.new(told.edition, told.map, told.seats, "untracked", told.seed)
        self._secret = f'"seed":{told.seed}'.encode()
        self.host = HostHome(self.line, layout, game, {HOME: told.away}, told.wait)
        self.guest = GuestHome(self.line, layout, HOME, told.away)
        near = tuple(seat for seat in told.seats if seat not in told.away)
        bots = {seat: GreedyBot(told.seed) for seat in told.seats}
        self._people = [
            _Hands(self.host, near, bots, random.Random(told.seed + 1)),
            _Hands(self.guest, told.away, bots, random.Random(told.seed + 2)),
        ]
        self.at = 0.0
        self.kills = 0
        self._back: list[tuple[float, Callable[[float], None]]] = []
        self._next_kill = told.kill_every_s or float("inf")

    def play(self) -> LinkedOutcome:
        """Play to the end."""
        self.host.start(0.0)
        self.guest.start(0.0)
        settled = 0.0
        while self.at < LONGEST_S and settled < 60.0:
            self.step()
            game = self.host.game
            over = game is not None and game.state.phase == "over"
            settled = settled + STEP_S if over and self._same() else 0.0
        return self._outcome()

    def step(self) -> None:
        """A moment passes in both homes and on the line, and people act."""
        self.pass_time()
        for people in self._people:
            self._run(people.home, lambda people=people: self._act(people))  # type: ignore[misc]

    def pass_time(self) -> None:
        """A moment passes in both homes and on the line."""
        self.at = round(self.at + STEP_S, 3)
        self._kill()
        self.line.step(self.at)
        for home in (self.host, self.guest):
            self._run(home, lambda home=home: home.tick(self.at))  # type: ignore[misc]

    # Kills

    def _run(self, home: HostHome | GuestHome | Home, step: Callable[[], None]) -> None:
        try:
            step()
        except KilledError:
            self._end(home)

    def _end(self, home: Home) -> None:
        assert isinstance(home, HostHome | GuestHome)
        self.kills += 1
        home.kill(self.at)
        self._back.append((self.at + self._chance.uniform(1.0, 15.0), home.start))

    def _kill(self) -> None:
        for due, start in [one for one in self._back if one[0] <= self.at]:
            self._back.remove((due, start))
            start(self.at)
        if self.at < self._next_kill:
            return
        self._next_kill = self.at + self._told.kill_every_s * self._chance.uniform(0.5, 1.5)
        home = self._chance.choice([self.host, self.guest])
        if home.session is None:
            return
        if self._chance.random() < 0.5:  # in the middle of its next act: on the disk, and told to nobody
            home.words.kill_at = len(home.session.game.events) + 1
        else:
            self._end(home)

    # People

    def _act(self, people: _Hands) -> None:
        home, session = people.home, people.home.session
        if session is None or not session.begun or self.at < people.busy_until:
            return
        if self._answer(people) or self._mend(people):
            people.busy_until = self.at + HAND_S
            return
        state = session.game.state
        if state.phase == "declaring" and home is self.host:
            waiting = state.waiting_for()
            if waiting:
                command = people.bots[waiting[0]].choose(state, waiting[0])
                if isinstance(command, DeclareTickets):
                    session.perform(Do(command), self.at)
                people.busy_until = self.at + HAND_S
            return
        mover = state.to_move
        if state.phase != "turn" or mover not in people.seats:
            return
        begun = people.doing is not None and people.doing[0] == session.game.since
        if begun and self.at < people.since + PATIENCE_S:
            return
        if not begun and people.chance.random() < self._told.undo and session.game.acts:
            people.doing, people.since = (session.game.since, None), self.at
            session.perform(UndoBack(mover, 1), self.at)
            people.busy_until = self.at + HAND_S
            return
        command = people.bots[mover].choose(state, mover)
        people.doing, people.since = (session.game.since, command), self.at
        people.busy_until = self.at + HAND_S
        if isinstance(command, TokenCommand):
            home.feel(site_of(command), mover, self.at)
        else:
            session.perform(Do(command), self.at)

    def _answer(self, people: _Hands) -> bool:
        """A question is open: people say Yes."""
        session = people.home.session
        assert session is not None
        if not isinstance(session.panel.mode, UndoSure | Payment | TokenWanted):
            return False
        for action in ("down", "up"):
            session.handle(Press(button="yes", action=action, at=self.at), self.at)
        return True

    def _mend(self, people: _Hands) -> bool:
        """The board is not as the game: one token is set or lifted."""
        home, session = people.home, people.home.session
        assert session is not None
        should = expected_tokens(session.game.state)
        waits = people.doing is not None and people.doing[0] == session.game.since
        mine = site_of(people.doing[1]) if waits and isinstance(people.doing[1], TokenCommand) else None  # type: ignore[index]
        for site, seat in should.items():
            if home.tokens.get(site) != seat:
                free = [one for one in session.tracker.sites if one not in should and one not in home.tokens]
                if seat not in people.seats and free and people.chance.random() < self._told.wrong:
                    home.feel(people.chance.choice(sorted(free)), seat, self.at)
                    return True
                home.feel(site, seat, self.at)
                return True
        for site in home.tokens:
            if site not in should and site != mine:
                home.feel(site, None, self.at)
                return True
        if mine is not None and self.at >= people.since + PATIENCE_S and mine in home.tokens:
            home.feel(mine, None, self.at)
            people.doing = None
            return True
        return False

    # The end

    def _same(self) -> bool:
        host, guest = self.host.game, self.guest.game
        return (
            host is not None
            and guest is not None
            and tuple(seen_by(one, None) for one in host.events) == guest.events
            and self.host.right()
            and self.guest.right()
        )

    def _outcome(self) -> LinkedOutcome:
        host = [seen_by(one, None) for one in self.host.disk.events]
        game = self.host.game
        over = game is not None and game.state.phase == "over"
        equal = host == self.guest.disk.events
        trouble: list[str] = []
        if not over or not equal:
            said = [one.normal for one in (*self.host.words.said[-3:], *self.guest.words.said[-3:])]
            trouble = [f"host {len(host)}, guest {len(self.guest.disk.events)} events", *said]
        return LinkedOutcome(
            over=over,
            equal_logs=equal,
            boards_right=self.host.right() and self.guest.right(),
            secrets=sum(self._secret in one or b'"tickets":["' in one for one in self._before_the_end()),
            seconds=self.at,
            events=len(host),
            kills=self.kills,
            undone=sum(type(one).__name__ == "Undone" for one in host),
            trouble=trouble,
        )

    def _before_the_end(self) -> list[bytes]:
        """What was on the wire before `game-ended` opened the tickets."""
        wire = self.line.wire
        end = next((number for number, one in enumerate(wire) if b'"game-ended"' in one), len(wire))
        return wire[:end]
