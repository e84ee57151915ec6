"""The page as a part of the table: it is handed what it shows; what it wants is done on the game's thread.

Nothing queues up on the way out: the page gets the newest moment of the table and what was said lately.
"""

import queue
from collections import deque
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final, Protocol

from announce import Announcement, Audience, Wording
from engine import Event, Seat, State
from table.answers import Answer
from table.moment import KEPT, Entry, Moment, OpenQuestion
from table.page_of_game import GameStage
from table.page_of_set_up import SetUpStage
from table.page_stage import PageWords, Stage
from table.ports import QuietSink, Sink
from table.requests import Request
from table.session import Session
from table.set_up_table import SetUpTable
from tabletop import DeviceHealth

WAITING: Final = 64  # requests that wait for the game's thread; more are refused


class MomentSink(Protocol):
    """Where the moments of the table go."""

    def look(self, at: float) -> DeviceHealth | None:
        """How the page is, if that has changed."""

    @property
    def hosted(self) -> bool:
        """Whether somebody is the host."""

    @property
    def joined(self) -> frozenset[Seat]:
        """The seats as which somebody has joined."""

    def show(self, table: Moment) -> None: ...

    def put_out(self, seat: Seat | None) -> None: ...

    def close(self) -> None: ...


class TakenAlong(Protocol):
    """What the host takes along."""

    def of(self, game: Path, parts: Sequence[object]) -> None:
        """Of this game from now on, and of the camera among these parts."""


class PagePart(QuietSink):
    """The page of one evening's game: a sink of its words, and a part that the loop looks after.

    It may be open while the table is set up, and goes on into the game: words are numbered on, so that a
    browser misses none and hears none twice.

    Args:
        past: what everybody was told in earlier sittings.
        aloud: the sinks that speak and print in this room; the code of a seat's page goes to them alone.
    """

    def __init__(self, wording: Wording, past: Sequence[Announcement], aloud: Sequence[Sink]) -> None:
        self._wording, self._aloud = wording, tuple(aloud)
        self._requests: queue.Queue[Request] = queue.Queue(WAITING)
        self._said: dict[Audience, deque[Entry]] = {}
        self._repeated: Mapping[Audience, Entry] = {}
        self._opened: dict[Audience, OpenQuestion] = {}
        self._asked_about: dict[Audience, tuple[object, ...]] = {}
        self._looked_at: tuple[object, ...] = ()
        self._fresh = True
        self._hosted = False  # somebody is the host
        self._stirs = 0  # what was felt when the host was shown it
        self._stage: Stage | None = None
        self._server: MomentSink | None = None
        self.files: TakenAlong | None = None
        self._first = 1  # the number of an audience's first word
        for announcement in past[-KEPT:]:
            self._keep(announcement)

    @property
    def server(self) -> MomentSink | None:
        """Where it is shown; None: nowhere yet."""
        return self._server

    def set_up(self, desk: SetUpTable, server: MomentSink) -> None:
        """Show there how this table is set up, and do here what is wanted there."""
        self._first = KEPT + 1  # what was said in earlier sittings of the game has room before it
        self._stage, self._server = SetUpStage(desk, self._in_the_room), server
        desk.setting_up.put_out = server.put_out

    def goes_on(self, wording: Wording, past: Sequence[Announcement], aloud: Sequence[Sink]) -> None:
        """Into a game: its words; what was said in its earlier sittings stands before what was just said."""
        self._stage, self._wording, self._aloud = None, wording, tuple(aloud)
        heard = self._said.get("everyone", deque())
        first = heard[0].number if heard else self._first
        words = [one for one in past if one.normal and one.audience == "everyone"][-KEPT:]
        before = [_entry(first - len(words) + n, one) for n, one in enumerate(words)]
        self._said["everyone"] = deque([*before, *heard], maxlen=KEPT)

    def follow(self, session: Session, server: MomentSink) -> None:
        """Show this session there, and do here what is wanted there."""
        self._stage, self._server = GameStage(session, self._wording, self._in_the_room), server
        self._looked_at, self._fresh = (), True
        session.put_out_by(server.put_out)

    def shows_host(self, game: Path, parts: Sequence[object]) -> None:
        """The host may take this game along, and see by that of the parts which is a camera."""
        if self.files is not None:
            self.files.of(game, parts)

    def _in_the_room(self, announcements: Sequence[Announcement], at: float) -> None:
        for announcement in announcements:
            for sink in self._aloud:
                sink.say(announcement, at)

    def request(self, request: Request) -> bool:
        """Take a request, from any thread; False: too many wait."""
        try:
            self._requests.put_nowait(request)
        except queue.Full:
            return False
        return True

    # A sink of words

    def told(self, events: Sequence[tuple[int, Event]], state: State) -> None:
        """The game has gone on."""
        self._fresh = True

    def say(self, announcement: Announcement, at: float) -> None:
        """Keep what was said, for its audience."""
        self._keep(announcement)

    def again(self, announcement: Announcement, at: float) -> None:
        """Nothing new for a list; but an open page has it read aloud once more."""
        if announcement.normal and not announcement.in_the_room:
            before = self._repeated.get(announcement.audience)
            number = 1 if before is None else before.number + 1
            again = Entry(number, announcement.normal, announcement.urgency)
            self._repeated = {**self._repeated, announcement.audience: again}
            self._fresh = True

    def walked(self, announcement: Announcement, at: float) -> None:
        """Back and Forward read aloud what is listed already."""
        self.again(announcement, at)

    def health(self, health: DeviceHealth) -> None:
        """A device has changed."""
        self._fresh = True

    def _keep(self, announcement: Announcement) -> None:
        if not announcement.normal or announcement.in_the_room:
            return
        kept = self._said.setdefault(announcement.audience, deque(maxlen=KEPT))
        number = kept[-1].number + 1 if kept else self._first
        kept.append(_entry(number, announcement))
        self._fresh = True

    # A part of the loop

    def poll(self, at: float) -> None:
        """Do what was wanted, show what has changed, then answer: who looks again sees what came of it."""
        stage = self._stage
        if stage is None:
            return
        done: list[tuple[Request, Answer]] = []
        while not self._requests.empty():
            request = self._requests.get_nowait()
            if not request.wanted():
                continue
            self._look(stage)
            answer = stage.grant(request, self._opened, at)
            done.append((request, answer))
        if self._server is not None:
            stage.phones(self._server.joined, at)
        self._look(stage)
        if stage.begun and self._server is not None and (health := self._server.look(at)) is not None:
            stage.health(health, at)
        hosted = self._server is not None and self._server.hosted
        if hosted != self._hosted:  # what only the host is shown is there only while somebody may look
            self._hosted, self._fresh = hosted, True
        if self._hosted and stage.stirs != self._stirs:
            self._stirs, self._fresh = stage.stirs, True
        if self._fresh and self._server is not None:
            self._fresh = False
            said = {audience: tuple(kept) for audience, kept in self._said.items()}
            self._server.show(
                stage.moment(PageWords(said, dict(self._opened), self._repeated, self._hosted), at)
            )
        for request, answer in done:
            request.answer(answer)

    def close(self) -> None:
        """End the page; a second time is once too often, and does nothing."""
        server, self._server, self._stage = self._server, None, None
        if server is not None:
            server.close()

    # What is asked

    def _look(self, stage: Stage) -> None:
        """Note what is asked of whom, if that may have changed."""
        here = stage.here()
        if here == self._looked_at:
            return
        self._looked_at, self._fresh = here, True
        asks = stage.asks()
        everybody = asks.words.get("everyone", "")
        self._ask("everyone", asks.since, everybody, elsewhere=not everybody and bool(asks.words))
        for seat in asks.seats:
            own = asks.words.get(seat, everybody)
            self._ask(seat, asks.since, own, elsewhere=not own and bool(asks.words))

    def _ask(self, audience: Audience, since: object, text: str, *, elsewhere: bool) -> None:
        """A new number when what this audience knows has changed: others' lists do not count."""
        about = (since, text, elsewhere)
        if self._asked_about.get(audience) != about:
            self._asked_about[audience] = about
            number = self._opened.get(audience, OpenQuestion()).number + 1
            self._opened[audience] = OpenQuestion(number, text, elsewhere)


def _entry(number: int, one: Announcement) -> Entry:
    """An utterance as pages list it."""
    sound = "-".join(filter(None, (one.earcon, one.timbre if one.earcon else None)))
    return Entry(number, one.normal, one.urgency, sound)
