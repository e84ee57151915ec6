"""People in two homes play one game: their own tokens, the other home's errands, an undo now and then."""

import json
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final

from bots.bot import Bot, GreedyBot
from dialog import Do, Payment, Phone, TokenWanted, UndoBack, UndoSure, site_of
from engine import CardMode, Command, Game, Seat, State, TokenCommand, seen_by, view
from lab.two_homes.far_people import FarPeople
from lab.two_homes.home import GuestHome, Home, HostHome, KilledError
from lab.two_homes.line import LineFaults, SimulatedLine
from lab.two_homes.wire_search import before_the_end, secrets_in
from reconcile import expected_tokens
from table.homes import Wait
from table.session import Session
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
    cards: CardMode = "untracked"
    trains: int | None = None  # each seat has so many; None: as the edition says
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
    secrets: list[str]  # what was on the wire and nobody's to see
    hands: int  # that were searched for there
    payloads: int
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
        overrides = {} if told.trains is None else {"trains": told.trains}
        game = Game.new(told.edition, told.map, told.seats, told.cards, told.seed, overrides)
        self._hands, self._looked_at = set[bytes](), -1
        self.host = HostHome(self.line, layout, game, {HOME: told.away}, told.wait)
        self.guest = GuestHome(self.line, layout, HOME, told.away, self.host.door)
        near = tuple(seat for seat in told.seats if seat not in told.away)
        bots = {seat: GreedyBot(told.seed) for seat in told.seats}
        self._people = [
            _Hands(self.host, near, bots, random.Random(told.seed + 1)),
            _Hands(self.guest, told.away, bots, random.Random(told.seed + 2)),
        ]
        self._far = FarPeople(self.guest, bots, self._code) if told.cards == "dealt" else None
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
        self._look_at_hands()

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
        far = self._far if home is self.guest else None
        if far is not None and far.acting:
            far.act(self.at)
            return
        if session is None or not session.begun or self.at < people.busy_until:
            return
        if self._answer(people) or self._mend(people):
            people.busy_until = self.at + HAND_S
            return
        seat = self._whose(people, session.game.state)
        if far is not None and not (seat is not None and self._takes_back(people, session, seat)):
            far.act(self.at)
        elif far is None and seat is not None:
            self._play(people, session, seat)

    def _whose(self, people: _Hands, state: State) -> Seat | None:
        """Who of them is to do something; where tickets are in hands the host's home enters them for all."""
        if state.cards == "dealt":
            return next((seat for seat in state.waiting_for() if seat in people.seats), None)
        if state.phase == "declaring":
            return next(iter(state.waiting_for()), None) if people.home is self.host else None
        return state.to_move if state.phase == "turn" and state.to_move in people.seats else None

    def _takes_back(self, people: _Hands, session: Session, seat: Seat) -> bool:
        """Once a turn it may be that somebody wants the newest act undone."""
        if people.doing is not None and people.doing[0] == session.game.since:
            return False
        people.doing, people.since = (session.game.since, None), self.at
        turn = session.game.state.phase == "turn"
        if not turn or not session.game.acts or people.chance.random() >= self._told.undo:
            people.doing = None
            return False
        session.perform(UndoBack(seat, 1), self.at)
        people.busy_until = self.at + HAND_S
        return True

    def _play(self, people: _Hands, session: Session, seat: Seat) -> None:
        begun = people.doing is not None and people.doing[0] == session.game.since
        if begun and self.at < people.since + PATIENCE_S:
            return
        if self._takes_back(people, session, seat):
            return
        command = people.bots[seat].choose(session.game.state, seat)
        people.doing, people.since = (session.game.since, command), self.at
        people.busy_until = self.at + HAND_S
        if isinstance(command, TokenCommand):
            people.home.feel(site_of(command), seat, self.at)
        else:
            session.perform(Do(command), self.at)

    def _answer(self, people: _Hands) -> bool:
        """A question is open: people say Yes."""
        session = people.home.session
        assert session is not None
        mode = session.panel.mode
        if not isinstance(mode, UndoSure | Payment | TokenWanted | Phone):
            return False
        if isinstance(mode, Payment) and mode.seat not in people.seats:
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
        wire, words = before_the_end(self.line.wire), self._secret_words()
        return LinkedOutcome(
            over=over,
            equal_logs=equal,
            boards_right=self.host.right() and self.guest.right(),
            secrets=[line for one in wire for line in secrets_in(one, self._hands, words)],
            hands=len(self._hands),
            payloads=len(wire),
            seconds=self.at,
            events=len(host),
            kills=self.kills,
            undone=sum(type(one).__name__ == "Undone" for one in host),
            trouble=trouble,
        )

    # What is somebody's alone

    def _look_at_hands(self) -> None:
        """Note each hand that is held."""
        game = self.host.game
        if self._far is None or game is None or game.state.seq == self._looked_at:
            return
        self._looked_at = game.state.seq
        for seat in game.state.seats:
            own = view(game.state, seat)["own"]
            if isinstance(own, dict) and own["hand"]:
                self._hands.add(json.dumps(own["hand"], separators=(",", ":")).encode())

    def _secret_words(self) -> set[bytes]:
        """What single ears were told and no room."""
        said = (*self.host.words.said, *self.guest.words.said)
        public = {one.normal for one in said if one.audience == "everyone" and not one.in_the_room}
        own = {one.normal for one in said if one.audience != "everyone" or one.in_the_room}
        return {words.encode() for words in own - public if len(words) > 8}

    def _code(self) -> str:
        """The digits that the host's room heard last."""
        said = [one.normal for one in self.host.words.said if one.normal.startswith("The code for ")]
        return "".join(sign for sign in said[-1] if sign.isdigit()) if said else ""
