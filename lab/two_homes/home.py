"""One home of two: its table without devices, its disk, its side of the wire, and how it is killed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from announce import Announcement, Wording
from engine import Event, Game, Seat, State
from lab.two_homes.line import SimulatedLine
from lab.two_homes.seat_line import HostDoor, KeptInMind, SimulatedSeatLine
from lab.two_homes.socketless_page import HostPage
from mqtt.answered import CachedResult
from mqtt.homes_heard import HomesHeard, homes_fields
from mqtt.host_link import HostLink
from mqtt.inbound import EventLog, InboundHandler, InboundMessage, Reply
from mqtt.payloads import Encoder, Stamp
from mqtt.rights import rights_from
from mqtt.topics import Topics
from reconcile import expected_tokens
from table.earlier import EarlierSittings
from table.errors import StoreError
from table.followed import Followed
from table.homes import HostedHomes, Wait
from table.linked import FarWanted, HostTold, Linked, LinkNews, SeatWish, Shown
from table.ports import ActRows, QuietSink, Sink
from table.requests import Request
from table.session import Session
from tabletop import BoardLayout, DeviceHealth, Observation, Seen, SiteId
from web.page_part import PagePart

TABLE = "kitchen"
HOST = "bremen"


class KilledError(Exception):
    """The process ends here and now, wherever it is."""


@dataclass
class Disk:
    """What is left of a table when its process is gone: whole acts, in order."""

    events: list[Event] = field(default_factory=list)
    notes: dict[str, object] = field(default_factory=dict)
    answers: list[CachedResult] = field(default_factory=list)
    game: str | None = None
    last: int = 0
    was_cut: bool = False
    was_unsaved: bool = False
    failure: StoreError | None = None
    gone: bool = False

    def append_acts(self, acts: Sequence[ActRows], notes: Mapping[str, object] | None = None) -> None:
        for first, events in acts:
            if first != len(self.events) + 1:
                raise AssertionError(f"act {first} after {len(self.events)} events")
            self.events += events
        self.last = len(self.events)
        self.notes |= notes or {}

    def last_note(self, kind: str) -> object:
        return self.notes.get(kind)

    def open_again(self) -> None:
        """It never fails."""


class Watched(Protocol):
    """What a sink of a simulated home hands on."""

    def told(self, events: Sequence[tuple[int, Event]], state: State) -> None: ...


@dataclass
class HomeWords(QuietSink):
    """Takes what is said at a home; `kill_at`: at which event its process ends, before anybody is told."""

    on_told: Watched | None = None
    kill_at: int | None = None
    said: list[Announcement] = field(default_factory=list)

    def told(self, events: Sequence[tuple[int, Event]], state: State) -> None:
        if self.kill_at is not None and events and events[-1][0] >= self.kill_at:
            self.kill_at = None
            raise KilledError
        if self.on_told is not None:
            self.on_told.told(events, state)

    def say(self, announcement: Announcement, at: float) -> None:
        self.said.append(announcement)


class Home:
    """What both homes have: a board, which no kill touches, and a session while its process runs."""

    def __init__(self, line: SimulatedLine, layout: BoardLayout) -> None:
        self.line, self.layout = line, layout
        self.disk, self.words = Disk(), HomeWords()
        self.tokens: dict[SiteId, Seat] = {}
        self.session: Session | None = None
        self._stamps = 0

    @property
    def game(self) -> Game | None:
        """The game as it is here; None: nothing runs here yet."""
        return None if self.session is None else self.session.game

    def stamp(self) -> Stamp:
        """No two are the same, in no life of the process."""
        self._stamps += 1
        return Stamp(1_790_000_000_000 + self._stamps, self._stamps.to_bytes(10, "big"))

    def feel(self, site: SiteId, seat: Seat | None, at: float) -> None:
        """A hand sets a token, or lifts one (None)."""
        if seat is None:
            self.tokens.pop(site, None)
        else:
            self.tokens[site] = seat
        if self.session is not None:
            self._sense(self.session, site, seat or "empty", at)

    def _sense(self, session: Session, site: SiteId, seen: Seen, at: float) -> None:
        session.handle(Observation(site=site, sense="pin", seen=seen, at=at), at)

    def sit_down(
        self, game: Game, linked: Linked, at: float, *, stored: int, sinks: Sequence[Sink] = ()
    ) -> Session:
        """A session whose senses have had their first word. `sinks`: more than the words in the room."""
        session = Session(
            game,
            layout=self.layout,
            wording=Wording(game.state.game_map, self.layout),
            store=self.disk,
            sinks=[self.words, *sinks],
            earlier=EarlierSittings(stored=stored),
            linked=linked,
        )
        session.handle(DeviceHealth(device="hub", condition="live", at=at), at)
        absent = DeviceHealth(device="camera", condition="lost", cause="absent", at=at)
        session.handle(absent, at)
        for site in self.layout.pins():
            self._sense(session, site.id, self.tokens.get(site.id, "empty"), at)
        return session

    def right(self) -> bool:
        """Whether the board shows the game."""
        return self.game is not None and self.tokens == dict(expected_tokens(self.game.state))


class HostHome(Home):
    """The home whose table decides. It sits beside the broker."""

    def __init__(
        self,
        line: SimulatedLine,
        layout: BoardLayout,
        game: Game,
        homes: Mapping[str, tuple[Seat, ...]],
        wait: Wait,
    ) -> None:
        super().__init__(line, layout)
        self._first, self._homes, self._wait = game, homes, wait
        self.door = HostDoor(line)
        self._page: tuple[PagePart, HostPage] | None = None  # where the cards are dealt
        self._topics, self._boot = Topics(TABLE), 0
        self.topics: tuple[str, ...] = (self._topics.commands, f"{self._topics.root}/home/#")

    def start(self, at: float) -> None:
        """Start, or start again after a kill: with what is on the disk."""
        stored = len(self.disk.events)
        game = Game.replay(self.disk.events) if stored else self._first
        self._boot += 1
        self._encoder = Encoder(TABLE, "linked-game", f"boot-{self._boot}")
        self._log, self._told = EventLog(), stored
        self._asked_undo: tuple[int, Sequence[str]] = (0, ())
        for seq, event in enumerate(game.events[:stored], 1):
            self._log.add(seq, self._encoder.event(seq, event, self.stamp()))
        linked = HostedHomes(self._homes, wait=self._wait, past=self.disk.events)
        self.words.on_told = self
        self._requests: list[Request] = []
        self._inbound = InboundHandler(
            self._topics,
            self._encoder,
            self._log,
            on_command=self._requests.append,
            send=self._reply,
            stamp=self.stamp,
            on_answered=self.disk.answers.append,
            before=tuple(self.disk.answers),
            rights=rights_from({}, self._homes),
        )
        self._news: list[LinkNews] = []
        self._heard = HomesHeard(tuple(self._homes), self._news.append, game="linked-game")
        self.session = self._opened(game, linked, at, stored)
        self.line.plug(self, at, will=self._topics.availability, far=False)
        self._begun = False

    def _opened(self, game: Game, linked: Linked, at: float, stored: int) -> Session:
        """The session, with its page where that tells hands; it knows no browser of the one before."""
        if game.state.cards != "dealt":
            return self.sit_down(game, linked, at, stored=stored)
        part = PagePart(Wording(game.state.game_map, self.layout), (), [self.words])
        session = self.sit_down(game, linked, at, stored=stored, sinks=[part])
        page = HostPage(part.request, self._boot)
        part.follow(session, page)
        self._page, self.door.page = (part, page), page
        return session

    def kill(self, at: float) -> None:
        """The process is gone; board, disk and broker stay."""
        self.session = self._page = None
        self.door.shut(at)
        self.line.unplug(self, at)

    def connected(self, at: float) -> None:
        """Greet: the state, then `online`."""
        if self.session is not None:
            self._state(self.session.game.state, at)
            self.line.publish(self, self._topics.availability, b"online", at, retain=True)

    def lost(self, at: float) -> None:
        """It sits beside the broker."""

    def told(self, events: Sequence[tuple[int, Event]], state: State) -> None:
        for seq, event in events:
            payload = self._log.add(seq, self._encoder.event(seq, event, self.stamp()))
            if seq > self._told:
                self._told = seq
                self.line.publish(self, self._topics.event, payload, self._at, retain=False)
        self._state(state, self._at)

    def _state(self, state: State, at: float) -> None:
        self._asked_undo = self._asks_undo()  # what the game has overtaken is asked no more
        payload = self._encoder.state(state, self.stamp(), homes_fields(self._homes, *self._asked_undo))
        self.line.publish(self, self._topics.state, payload, at, retain=True)

    def _reply(self, reply: Reply) -> None:
        self.line.publish(self, reply.topic, reply.payload, self._at, retain=reply.retain)

    def hear(self, message: InboundMessage, at: float) -> None:
        self._at = at
        if self._heard.take(self._topics, message, at):
            return
        for reply in self._inbound.take(message, at):
            self._reply(reply)

    def tick(self, at: float) -> None:
        """One step of the process."""
        self._at = self.door.at = at
        session = self.session
        if session is None:
            return
        if not self._begun:
            self._begun = True
            session.begin(at)
        self._heard.tick(at)
        while self._news:
            session.handle(self._news.pop(0), at)
        while self._requests:
            session.handle(self._requests.pop(0), at)
        session.tick(at)
        if self._page is not None:
            part, page = self._page
            page.settle(at)  # what has come in
            part.poll(at)
            page.settle(at)  # what is answered
        while (answered := self._inbound.page()) is not None:
            self._reply(answered)
        if self._asks_undo() != self._asked_undo:
            self._state(session.game.state, at)

    def _asks_undo(self) -> tuple[int, Sequence[str]]:
        linked = None if self.session is None else self.session.linked
        return (0, ()) if linked is None else (linked.asks_undo, tuple(linked.undo_no))


class GuestHome(Home):
    """The home that follows, at the far end of the line."""

    def __init__(
        self, line: SimulatedLine, layout: BoardLayout, home: str, seats: tuple[Seat, ...], door: HostDoor
    ) -> None:
        super().__init__(line, layout)
        self.name, self.seats, self._door = home, seats, door
        self._kept = KeptInMind()
        self._lines: dict[Seat, SimulatedSeatLine] = {}
        self._by_page: list[LinkNews] = []
        self.topics: tuple[str, ...] = ()
        self._running = False

    def start(self, at: float) -> None:
        """Start, or start again with what is on the disk."""
        disk = self.disk
        newest = disk.events[-1] if disk.events else None
        self._link = HostLink(
            Topics(TABLE), self.name, self.stamp, game=disk.game, last=disk.last, newest=newest
        )
        self.topics, self._running = self._link.topics, True
        self.line.plug(self, at, will=Topics(TABLE).home(self.name, "availability"), far=True)
        if disk.events:
            self._sit(Game.replay(disk.events), at, stored=len(disk.events))

    def kill(self, at: float) -> None:
        """The process is gone; board and disk stay."""
        self.session, self._running = None, False
        for one in self._lines.values():
            one.kill()
        self._lines, self._by_page = {}, []
        self.line.unplug(self, at)

    def _sit(self, game: Game, at: float, *, stored: int) -> None:
        linked = Followed(HOST, self.name, self.seats, game.state.seats)
        linked.ask, linked.show = self._ask, self._show
        if game.state.cards == "dealt":
            linked.pages.wish = self._wish
        self.session = self.sit_down(game, linked, at, stored=stored)
        self.session.begin(at)

    def _ask(self, wanted: FarWanted | None) -> None:
        self._link.want(wanted)

    def _show(self, shown: Shown) -> None:
        self._link.show(shown)

    def _wish(self, wish: SeatWish) -> None:
        if wish.seat not in self._lines:
            self._lines[wish.seat] = SimulatedSeatLine(
                wish.seat, self._by_page.append, self._kept, self.line, self._door
            )
        self._lines[wish.seat].want(wish)

    def connected(self, at: float) -> None:
        self._link.connected()
        topic = Topics(TABLE).home(self.name, "availability")
        self.line.publish(self, topic, b"online", at, retain=True)

    def lost(self, at: float) -> None:
        self._link.lost()

    def hear(self, message: InboundMessage, at: float) -> None:
        self._link.take(message, at)

    def tick(self, at: float) -> None:
        """One step of the process."""
        if not self._running:
            return
        while self._link.news:
            news = self._link.news.popleft()
            if self.session is not None:
                self.session.handle(news, at)
            elif isinstance(news, HostTold):  # the first that is heard of the game
                self.disk.game = self._link.game
                self._sit(Game.replay([event for _, event in news.events]), at, stored=0)
        for line in self._lines.values():
            line.tick(at)
        if self.session is not None:
            while self._by_page:
                self.session.handle(self._by_page.pop(0), at)
            self.session.tick(at)
        for out in self._link.due(at):
            self.line.publish(self, out.topic, out.payload, at, retain=out.retain)
