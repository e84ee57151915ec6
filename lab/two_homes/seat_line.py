"""A seat of the far home at the host's page: its two conversations, in virtual time, over the bad line."""

from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final

from engine import Seat
from lab.two_homes.line import BadConnection, SimulatedLine
from lab.two_homes.socketless_page import ORIGIN, HostPage, Visit
from table.linked import LinkNews, SeatWish
from web.seat_talk import (
    ANSWER_S,
    QUIET_S,
    BrokenError,
    HangUp,
    Need,
    NextLine,
    NextWish,
    OpenStream,
    PageCall,
    PageReply,
    Rest,
    SeatTalk,
    Talk,
    UntilJoined,
)

HANDSHAKES: Final = 2  # ways there and back before a request can be sent sealed


@dataclass
class KeptInMind:
    """What each seat is known by, on a disk that survives every kill."""

    given: dict[Seat, str] = field(default_factory=dict)

    def of(self, seat: Seat) -> str:
        return self.given.get(seat, "")

    def keep(self, seat: Seat, given: str) -> None:
        self.given[seat] = given

    def forget(self, seat: Seat) -> None:
        self.given.pop(seat, None)


class Asked:
    """One request on its way, and what has come of it at this end."""

    def __init__(
        self, wanted: PageCall | OpenStream, line: SimulatedLine, door: "HostDoor", at: float
    ) -> None:
        self.status: int | None = None
        self.given: str | None = None
        self.body, self.whole, self.broken, self.heard_at = bytearray(), False, False, at
        self._wanted, self._line, self._door = wanted, line, door
        self._connection = line.connect(self._breaks)
        self._visit: Visit | None = None
        self._shake(HANDSHAKES, at)

    def _shake(self, left: int, at: float) -> None:
        def answered(now: float) -> None:
            self._line.send(self._connection, lambda then: self._shake(left - 1, then), now, home=True)

        self._line.send(self._connection, answered if left else self._arrives, at, home=False)

    def _arrives(self, at: float) -> None:
        """It is at the host's."""
        self._visit = Visit(self._head, self._piece, self._end)
        if not self._door.enter(self._wanted, self._visit, self._connection):
            self._line.breaks(self._connection, at)

    def _home(self, act: Callable[[float], None]) -> None:
        self._line.send(self._connection, act, self._door.at, home=True)

    def _head(self, status: int, headers: Mapping[str, str]) -> None:
        def came(now: float) -> None:
            self.heard_at, self.status = now, status
            cookie = headers.get("set-cookie")
            self.given = None if cookie is None else cookie.split(";")[0]

        self._home(came)

    def _piece(self, body: bytes) -> None:
        def came(now: float) -> None:
            self.heard_at = now
            self.body.extend(body)

        self._home(came)

    def _end(self) -> None:
        def came(now: float) -> None:
            self.whole = True
            self._line.closed(self._connection)

        self._home(came)

    def _breaks(self, at: float) -> None:
        self.broken = True
        self._leaves()

    def close(self) -> None:
        """Wanted no more."""
        self._line.closed(self._connection)
        self._leaves()

    def _leaves(self) -> None:
        if self._visit is not None:
            self._door.leave(self._visit)


class HostDoor:
    """Where requests come in at the host's; shut while its process is gone."""

    def __init__(self, line: SimulatedLine) -> None:
        self._line = line
        self.page: HostPage | None = None
        self.at = 0.0
        self._open: list[BadConnection] = []

    def enter(self, wanted: PageCall | OpenStream, visit: Visit, connection: BadConnection) -> bool:
        """Whether anybody is there."""
        if self.page is None:
            return False
        self._open = [one for one in self._open if one.up]
        self._open.append(connection)
        self.page.visit(wanted, visit)
        return True

    def leave(self, visit: Visit) -> None:
        """Who asked is gone."""
        if self.page is not None:
            self.page.leave(visit)

    def shut(self, at: float) -> None:
        """The process is gone, and every connection with it."""
        if self.page is not None:
            self.page.close()
        self.page = None
        for one in self._open:
            self._line.breaks(one, at)
        self._open = []


@dataclass(eq=False)
class _Track:
    """One conversation, what it needs, and since when."""

    talk: Talk[None]
    need: Need
    since: float
    asked: Asked | None = None


class SimulatedSeatLine:
    """What `web.host_line` is, without threads and sockets."""

    def __init__(
        self,
        seat: Seat,
        on_news: Callable[[LinkNews], None],
        kept: KeptInMind,
        line: SimulatedLine,
        door: HostDoor,
    ) -> None:
        self._line, self._door = line, door
        self._talk = SeatTalk(ORIGIN, seat, on_news, kept=kept, language="en", views=True)
        self._wishes: deque[SeatWish] = deque()
        self._stream: Asked | None = None
        self._opened_for: OpenStream | None = None
        self._tracks = [_Track(talk, next(talk), 0.0) for talk in (self._talk.listens(), self._talk.sends())]

    def want(self, wish: SeatWish) -> None:
        """Have it sent."""
        self._wishes.append(wish)

    def kill(self) -> None:
        """The process is gone."""
        for asked in [self._stream, *(track.asked for track in self._tracks)]:
            if asked is not None:
                asked.close()

    def tick(self, at: float) -> None:
        """Both go on as far as they can."""
        for track in self._tracks:
            while True:
                try:
                    found = self._bring(track, at)
                except BrokenError as broken:
                    track.need, track.since = track.talk.throw(BrokenError(broken.why)), at
                    continue
                if found is None:
                    break
                track.need, track.since = track.talk.send(found[0]), at

    def _bring(self, track: _Track, at: float) -> tuple[object] | None:
        """What it needs; None: not yet."""
        match track.need:
            case PageCall() as call:
                return self._reply(track, call, at)
            case OpenStream() as wanted:
                return self._open(wanted, at)
            case NextLine():
                return self._line_of_stream(at)
            case HangUp():
                self._hang_up()
                return (None,)
            case UntilJoined():
                return (None,) if self._talk.joined else None
            case NextWish():
                return (self._wishes.popleft(),) if self._wishes else None
            case Rest(seconds=seconds):
                return (bool(self._wishes),) if at - track.since >= seconds else None

    def _reply(self, track: _Track, call: PageCall, at: float) -> tuple[object] | None:
        asked = track.asked = track.asked or Asked(call, self._line, self._door, at)
        if asked.whole and asked.status is not None:
            track.asked = None
            return (PageReply(status=asked.status, body=bytes(asked.body), given=asked.given),)
        if asked.broken or at - max(asked.heard_at, track.since) > ANSWER_S:
            track.asked = None
            asked.close()
            raise BrokenError("gone")
        return None

    def _open(self, wanted: OpenStream, at: float) -> tuple[object] | None:
        if self._stream is None or self._opened_for is not wanted:  # as the real one: an old one is hung up
            self._hang_up()
            self._stream, self._opened_for = Asked(wanted, self._line, self._door, at), wanted
        stream = self._stream
        if stream.status == 200:
            return (None,)
        self._breaks_off(stream, at, ANSWER_S)
        return None

    def _line_of_stream(self, at: float) -> tuple[object] | None:
        assert self._stream is not None
        end = self._stream.body.find(b"\n")
        if end >= 0:
            found = bytes(self._stream.body[: end + 1])
            del self._stream.body[: end + 1]
            return (found,)
        self._breaks_off(self._stream, at, QUIET_S)
        return None

    def _breaks_off(self, stream: Asked, at: float, seconds: float) -> None:
        ended = stream.broken or stream.whole or stream.status not in (None, 200)
        if ended or at - stream.heard_at > seconds:
            self._hang_up()
            raise BrokenError("gone")

    def _hang_up(self) -> None:
        if self._stream is not None:
            self._stream.close()
        self._stream = self._opened_for = None
