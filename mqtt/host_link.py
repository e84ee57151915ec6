"""A home's side of the wire to the table that it follows: holes, repeats, what is to be answered. Pure.

Events count once each and in order, an act only when the host's `state` says where it ends. What is missing
is asked for by `replay`. An act of this home is sent again, under the same id, until it is answered. Time is
a number that is passed in.
"""

from collections import deque
from collections.abc import Callable
from typing import Final

import msgspec

from dialog import LineCause
from engine import CodecError, Event, Seat, event_from_json
from mqtt.host_messages import CountsMessage, EventMessage, ResultData, ResultMessage, StateMessage
from mqtt.host_outgoing import Outgoing, ToHost
from mqtt.inbound import InboundMessage
from mqtt.payloads import MAX_BYTES, Stamp, decoded
from mqtt.topics import Topics
from table.linked import (
    FarWanted,
    HostAnswered,
    HostAsks,
    HostCounts,
    HostPlays,
    HostThere,
    HostTold,
    LinkNews,
    Shown,
)

AGAIN_S: Final = 2.0  # without an answer an act is sent again, under the same id
HOLE_S: Final = 0.5  # a hole may close by itself
REPLAY_S: Final = 5.0  # a replay that brings nothing for so long is asked for anew
MOST: Final = 500  # events in one replay
AHEAD: Final = 2000  # events that are kept before those ahead of them are there; later ones are asked for
QUIET_S: Final = 10.0  # of silence, and the host is asked whether there is more


class HostLink:
    """One home's conversation with the table it follows.

    Attributes:
        news: what has come of it, for the table here; whoever takes it empties it.
        game: which game of the host's this is; None: it has none yet.
        last: the last event that was handed on.
        end: the last event that the host has told of.
        seats: those of this home, as the host has it; None: not heard yet.
    """

    def __init__(
        self,
        topics: Topics,
        home: str,
        stamp: Callable[[], Stamp],
        *,
        game: str | None = None,
        last: int = 0,
        newest: Event | None = None,
    ) -> None:
        """`game`, `last`, `newest`: what this home has kept of an earlier sitting, and its last event."""
        self._topics, self._home, self._stamp = topics, home, stamp
        self._to_host = ToHost(topics, home, stamp)
        self.game, self.last, self.end = game, last, last
        self.seats: tuple[Seat, ...] | None = None
        self.news: deque[LinkNews] = deque()
        self._connected = self._online = False
        self._there: bool | None = None  # nothing has been told yet
        self._reasons = set[LineCause]()  # that were told since it was there last
        self._counts: HostCounts | None = None  # told just before what leads to it
        self._asks: HostAsks | None = None  # told as soon as all before it is whole
        self._events: dict[int, Event] = {}
        self._ends: set[int] = set()  # where acts end, as the host has said
        self._newest = newest  # the last that was handed on
        # From when on the host is asked whether it still has what was handed on; None: nobody doubts it.
        self._doubt: float | None = None
        self._had = 0  # what was handed on when it was asked last
        self._put_back = False  # it has not: nothing more is taken
        self._unread: int | None = None  # an event of the newest replay that cannot be read here
        self._replay: tuple[str, float] | None = None  # what is asked for, and since when it brings nothing
        self._hole_since: float | None = None
        self._wanted: tuple[FarWanted, str] | None = None
        self._sent_at: float | None = None
        self._shown: Shown | None = None
        self._unsent_board = False
        self._heard_at = 0.0

    @property
    def topics(self) -> tuple[str, ...]:
        """What is to be subscribed to."""
        mine = self._topics
        return (mine.availability, mine.state, mine.event, mine.reply(self._home))

    @property
    def reached(self) -> bool:
        """Whether the broker is there."""
        return self._connected

    # What this home wants

    def want(self, wanted: FarWanted | None) -> None:
        """Have the host do this, in place of what was wanted before; None: nothing more."""
        self._wanted = None if wanted is None else (wanted, self._stamp().id())
        self._sent_at = None

    def show(self, shown: Shown) -> None:
        """Tell how far the board here is."""
        self._shown, self._unsent_board = shown, True

    # The line

    def connected(self) -> None:
        """The broker is there; what it keeps will come."""
        self._connected, self._online = True, False
        self._replay, self._sent_at, self._unsent_board = None, None, self._shown is not None

    def lost(self, why: LineCause | None = None) -> None:
        """The broker is gone, or cannot be reached; each reason is told once until the host is there."""
        self._connected = self._online = False
        if why is None or why in self._reasons:
            self._tell_there()
        else:
            self._tell_why(why)

    def take(self, message: InboundMessage, now: float) -> None:
        """Take in one message; what cannot be read is passed over."""
        if len(message.payload) > MAX_BYTES:
            return
        self._heard_at = now
        topics = self._topics
        if message.topic == topics.availability:
            if message.payload == b"online" and not self._online:
                self._doubt_host(now)
            self._online = message.payload == b"online"
            self._tell_there()
        elif message.topic == topics.state:
            state = decoded(message.payload, StateMessage)
            if state is not None and state.game is not None and self._is_game(state.game, now_there=True):
                self.seats = state.data.homes.get(self._home, ())
                self._ends.add(state.seq)
                self.end = max(self.end, state.seq)
                if state.seq < self.last:
                    self._doubt_host(now)
                self._asks = HostAsks(
                    undo=state.data.undo_asked, seq=state.seq, no=self._home in state.data.undo_no
                )
                counted = decoded(message.payload, CountsMessage)
                if counted is not None:
                    self._counts = HostCounts(seq=state.seq, view=msgspec.to_builtins(counted.data))
                self._release()
        elif message.topic == topics.event:
            event = decoded(message.payload, EventMessage)
            if event is not None and event.game is not None and self._is_game(event.game):
                self._keep(event)
                self._release()
        elif message.topic == topics.reply(self._home):
            result = decoded(message.payload, ResultMessage)
            if result is not None:
                self._answer(result, now)

    def _tell_why(self, why: LineCause) -> None:
        """Each reason once, until the host is there."""
        if why not in self._reasons:
            self._reasons.add(why)
            self._there = False
            self.news.append(HostThere(there=False, why=why))

    def _tell_there(self) -> None:
        there = self._connected and self._online
        if there != self._there:
            self._there = there
            if there:
                self._reasons.clear()
            self.news.append(HostThere(there=there))

    def _is_game(self, game: str, *, now_there: bool = False) -> bool:
        """Whether this is of the game that is followed. `now_there`: the host's state names it.

        A broker keeps the state of a game that the host has left. As long as nothing of it was handed on,
        what the host's state names then is the game.
        """
        if self.game is None or (now_there and game != self.game and self.last == 0):
            self._begin(game)
        if self._put_back:
            return False
        if game != self.game and self.last > 0 and HostPlays(game=game) not in self.news:
            self.news.append(HostPlays(game=game))
        return game == self.game

    def _begin(self, game: str) -> None:
        """Follow this game, from its first event."""
        self.game, self.end = game, 0
        self._events, self._ends = {}, set()
        self._counts = self._asks = self._replay = self._hole_since = self._unread = None

    def _doubt_host(self, now: float) -> None:
        """A host that was away may have been put back to an earlier moment, as from a backup, and gone on."""
        if self.last > 0:
            self._doubt = now

    def _is_put_back(self, data: ResultData) -> bool:
        """Whether the host lacks what was handed on here before it was asked, or has something else there."""
        if 0 < data.seq < self._had:
            return True
        same = (None, self._newest)  # what cannot be read here says nothing
        return any(one.seq == self.last and _event(one) not in same for one in data.events)

    def _keep(self, told: EventMessage) -> None:
        if not self.last < told.seq <= self.last + AHEAD or told.seq in self._events:
            return
        event = _event(told)
        if event is None:  # without it nothing can be folded
            self._unread = told.seq if self._unread is None else min(self._unread, told.seq)
            return
        self._events[told.seq] = event

    def _release(self) -> None:
        """Hand on what is whole: one act where its end is known, what was missed together."""
        while True:
            ends = sorted(end for end in self._ends if self.last < end <= self.last + AHEAD)
            until = next((end for end in ends if self._whole(end)), None)
            act = self._replay is None and until is not None
            if until is None and self._whole(self.last + AHEAD):  # so much at once is no act
                until = self.last + AHEAD
            if until is None:
                break
            self._count(until)
            told = tuple((seq, self._events.pop(seq)) for seq in range(self.last + 1, until + 1))
            self.news.append(HostTold(events=told, act=act))
            self.last, self._newest = told[-1]
            if "nonsense" in self._reasons:  # what could not be read came again, and can be
                self._tell_there()
        self._ends = set(sorted(end for end in self._ends if end > self.last)[:AHEAD])
        self._count(self.last)
        if self.last >= self.end:
            self._replay = self._hole_since = None
        if self._asks is not None and self.last >= self._asks.seq:
            self.news.append(self._asks)
            self._asks = None

    def _count(self, seq: int) -> None:
        """Hand on what the host counted, if that was at this seq."""
        if self._counts is not None and self._counts.seq <= seq:
            if self._counts.seq == seq:
                self.news.append(self._counts)
            self._counts = None

    def _whole(self, end: int) -> bool:
        return all(seq in self._events for seq in range(self.last + 1, end + 1))

    def _answer(self, result: ResultMessage, now: float) -> None:
        """What nobody here has asked moves nothing."""
        if self._replay is not None and result.corr == self._replay[0]:
            self._page(self._replay[0], result.data, now)
        elif self._wanted is not None and result.corr == self._wanted[1]:
            self._done(self._wanted[0], result.data)

    def _ends_at(self, data: ResultData) -> None:
        if data.ok and data.seq > self.last:
            self._ends.add(data.seq)
            self.end = max(self.end, data.seq)

    def _page(self, asked: str, data: ResultData, now: float) -> None:
        """A page of the replay that was asked for under this id."""
        if not data.ok:
            self._replay = None
            self._hole_since = now + AGAIN_S
            self._doubt = None if self._doubt is None else now + QUIET_S
            return
        if self.game is not None and self._is_put_back(data):
            self._put_back = True
            self.news.append(HostPlays(game=self.game))
            return
        self._ends_at(data)
        self._replay = asked, now
        self._unread = None
        for event in data.events:
            if event.game == self.game:
                self._keep(event)
        self._release()
        if self._unread is not None and self._unread == self._missing():  # sent again, it is the same
            self._tell_why("nonsense")
        self._doubt = None
        if self._replay is not None and data.page == data.pages:
            self._replay, self._hole_since = None, now

    def _done(self, wanted: FarWanted, data: ResultData) -> None:
        """What came of an act of this home."""
        self._ends_at(data)
        self._wanted = None
        why = data.error
        self.news.append(
            HostAnswered(
                number=wanted.number,
                seq=data.seq,
                asked=data.asked,
                code="" if data.ok or why is None else why.code,
                reason="" if why is None else why.data.reason or "",
                rule="" if why is None else why.data.rule or "",
            )
        )

    # What goes out

    def due(self, now: float) -> list[Outgoing]:
        """What is to be published now."""
        if not self._connected:
            return []
        found: list[Outgoing] = []
        if self._unsent_board and self._shown is not None:
            self._unsent_board = False
            found.append(self._to_host.board(self.game, self._shown))
        if not self._online:
            return found
        if self._wanted is not None and (self._sent_at is None or now - self._sent_at >= AGAIN_S):
            self._sent_at = now
            found.append(self._to_host.command(self.game, *self._wanted))
        hole = self._hole(now)
        if hole is not None:
            found.append(hole)
        return found

    def _hole(self, now: float) -> Outgoing | None:
        missing = self._missing()
        if missing is None:
            self._hole_since = None
            return self._quiet(now)
        if self._replay is not None:
            if now - self._replay[1] < REPLAY_S:
                return None
            self._replay = None
        if self._hole_since is None:
            self._hole_since = now
        if now - self._hole_since < HOLE_S:
            return None
        return self._asked(missing, min(self.end, missing + MOST - 1), now)

    def _missing(self) -> int | None:
        """The first event that is missing; None: nothing is."""
        return next((seq for seq in range(self.last + 1, self.end + 1) if seq not in self._events), None)

    def _quiet(self, now: float) -> Outgoing | None:
        """Nothing is known to be missing: but a broker may have lost the newest word, on either way."""
        doubts = self._doubt is not None and now >= self._doubt and self._replay is None
        if self.game is None or not (doubts or now - self._heard_at >= QUIET_S):
            return None
        self._heard_at, self._unsent_board = now, self._shown is not None
        return self._asked(self.last + 1, self.last + MOST, now)

    def _asked(self, first: int, last: int, now: float) -> Outgoing:
        """Events from the host; where it may have others, the last that was handed on is among them."""
        self._replay, self._had = (self._stamp().id(), now), self.last
        first = first if self._doubt is None else min(first, self.last)
        return self._to_host.replay(self.game, self._replay[0], first, last)


def _event(told: EventMessage) -> Event | None:
    """The event that was told; None: it cannot be read here."""
    try:
        return event_from_json(msgspec.json.encode({"type": told.type, **told.data}))
    except CodecError:
        return None
