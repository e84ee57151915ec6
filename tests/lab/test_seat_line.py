"""The simulated line of a far seat does what the real one does with the page's stream."""

import msgspec

from lab.two_homes.line import LineFaults, SimulatedLine
from lab.two_homes.seat_line import HostDoor, KeptInMind, SimulatedSeatLine
from lab.two_homes.socketless_page import Visit
from table.linked import FarCode
from web.seat_talk import ANSWER_S, BACKOFF_S, OpenStream, PageCall


class Page:
    """A host's page that answers at once, or is mute to whoever wants its words; its streams."""

    def __init__(self) -> None:
        self.mute = False
        self.streams = list[Visit]()
        self.left = list[Visit]()

    def visit(self, wanted: PageCall | OpenStream, visit: Visit) -> None:
        if isinstance(wanted, OpenStream):
            self.streams.append(visit)
            visit.on_head(200, {})
        elif not self.mute:
            visit.on_head(200 if wanted.form is None else 303, {})
            visit.on_body(msgspec.json.encode({"seat": "red", "token": "t"}))
            visit.on_end()

    def leave(self, visit: Visit) -> None:
        self.left.append(visit)


class Seated:
    """Red at that page, over a line that loses nothing."""

    def __init__(self) -> None:
        self.at = 0.0
        self.line = SimulatedLine(1, LineFaults(lost=0.0, twice=0.0))
        self.page, self.door = Page(), HostDoor(self.line)
        self.door.page = self.page  # type: ignore[assignment]
        kept = KeptInMind({"red": "fp=1"})
        self.seat = SimulatedSeatLine("red", lambda news: None, kept, self.line, self.door)

    def passes(self, seconds: float) -> None:
        until = self.at + seconds
        while self.at < until:
            self.at += 0.1
            self.door.at = self.at
            self.line.step(self.at)
            self.seat.tick(self.at)


def test_given_a_page_that_answers_no_more_when_it_is_read_again_then_by_a_new_stream() -> None:
    far = Seated()
    far.seat.want(FarCode(seat="red", digits=None))
    far.passes(10.0)
    (first,) = far.page.streams
    far.page.mute = True
    first.on_body(b"event: moment\n")
    far.passes(ANSWER_S + BACKOFF_S + 3.0)
    assert len(far.page.streams) == 2
    assert first in far.page.left


def test_given_a_stream_that_is_open_when_another_is_wanted_then_the_old_one_is_hung_up() -> None:
    far = Seated()
    for cookie in ("fp=1", "fp=2"):
        wanted = OpenStream(path="/events", headers={"Cookie": cookie})
        while far.seat._open(wanted, far.at) is None:
            far.passes(0.1)
    first, second = far.page.streams
    assert far.page.left == [first] and second not in far.page.left
