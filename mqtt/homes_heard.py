"""What homes that play along say of themselves: that they are there, how far their boards are. Pure."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

import msgspec

from engine import Seat
from mqtt.inbound import InboundMessage
from mqtt.payloads import MAX_BYTES, Fields, decoded
from mqtt.topics import HomeTopic, Topics
from table.linked import HomeShows, HomeThere

HomeNews = HomeThere | HomeShows
HELD_S: Final = 5.0  # a home that starts anew, or whose line is cut for a moment, is not away


class _Board(msgspec.Struct, frozen=True):
    seq: int
    shown: bool


class _Said(msgspec.Struct, frozen=True):
    """As much of what a home says of its board as counts here."""

    table: str
    game: str | None
    src: str
    data: _Board


def homes_fields(homes: Mapping[str, Sequence[Seat]], undo_asked: int, undo_no: Sequence[str] = ()) -> Fields:
    """What the state says to homes that play along; nothing where there is none."""
    if not homes:
        return {}
    fields: dict[str, object] = {"homes": {home: list(seats) for home, seats in homes.items()}}
    if undo_asked:
        fields["undo_asked"] = undo_asked
    if undo_no:
        fields["undo_no"] = list(undo_no)
    return fields


class HomesHeard:
    """Follows the homes of one table in this game: what is kept of an earlier one does not count.

    `on_news` takes what is new.
    """

    def __init__(
        self, homes: Sequence[str], on_news: Callable[[HomeNews], None], *, game: str | None
    ) -> None:
        self._there: dict[str, bool] = dict.fromkeys(homes, False)
        self._left_at: dict[str, float] = {}
        self._on_news, self._game = on_news, game

    def take(self, topics: Topics, message: InboundMessage, now: float) -> bool:
        """Deal with a message of a home; False: it is none."""
        topic = topics.parse(message.topic)
        if not isinstance(topic, HomeTopic):
            return False
        if topic.home not in self._there:
            return True
        if topic.part == "availability":
            self._available(topic.home, online=message.payload == b"online", now=now)
            return True
        said = decoded(message.payload, _Said) if len(message.payload) <= MAX_BYTES else None
        ours = (topics.table, self._game, f"client/{topic.home}")
        if said is not None and (said.table, said.game, said.src) == ours:
            board = said.data
            self._on_news(HomeShows(home=topic.home, seq=board.seq, shown=board.shown))
        return True

    def away(self) -> None:
        """The broker is gone: no home can be heard, and until it is back no time passes here."""
        self._left_at.clear()
        for home, there in self._there.items():
            if there:
                self._there[home] = False
                self._on_news(HomeThere(home=home, there=False))

    def tick(self, now: float) -> None:
        """Time has passed: who has not come back is away."""
        for home in [home for home, left in self._left_at.items() if now >= left + HELD_S]:
            del self._left_at[home]
            self._there[home] = False
            self._on_news(HomeThere(home=home, there=False))

    def _available(self, home: str, *, online: bool, now: float) -> None:
        if not online:
            if self._there[home]:
                self._left_at.setdefault(home, now)
            return
        self._left_at.pop(home, None)
        if not self._there[home]:
            self._there[home] = True
            self._on_news(HomeThere(home=home, there=True))
