"""What has been said, and saying it again: the way from the session to its sinks."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from announce import Announcement, Audience
from engine import Event, Seat, State
from table.ports import Begins, Copies, Hears, Keeps, Queues, Shares, Sink
from table.shared_ear import SharedEar
from tabletop import DeviceHealth


class Teller:
    """Hands words and events to every sink, and keeps every utterance whole, cut or not."""

    def __init__(self, sinks: Sequence[Sink], past: Sequence[Announcement] = ()) -> None:
        """`past`: what was said in earlier sittings of this game, oldest first; Back walks it too."""
        self.history: list[Announcement] = list(past)
        self.unheard: frozenset[Seat] = frozenset()  # seats without a listener: their ears are not spoken to
        self.aloud: frozenset[Seat] = frozenset()  # cards in hands, no ear: what is for them is for everyone
        self.shared = SharedEar()
        self._sinks = tuple(sinks)
        self._beginning = tuple(sink for sink in self._sinks if isinstance(sink, Begins))
        self.uttered = 0  # how often anything was said or sounded
        self._last: Announcement | None = None
        self._place = len(self.history)  # one beyond its end when nobody walks it

    def say(self, announcements: Sequence[Announcement], at: float) -> None:
        """Say these now; words are kept, bare sounds are not."""
        for wanted in announcements:
            if wanted.audience in self.unheard:
                continue
            if wanted.undoes is not None and wanted.seq is not None:
                self.shared.forget(wanted.undoes, wanted.seq)
            if self.shared.withholds(wanted):
                self.uttered += 1  # a press that leads to it is answered: the table is asked for the earphone
                self.shared.keep(wanted)
                continue
            aloud = wanted.audience in self.aloud
            announcement = replace(wanted, audience="everyone") if aloud else wanted
            if announcement.normal:
                self.history.append(announcement)
                self._place = len(self.history)
                self._last = announcement
            self._utter(announcement, at)

    def untold(self, announcements: Sequence[Announcement]) -> None:
        """These, which a game's past has as told, are still to be told: nobody walks to them before."""
        self.history[:] = [one for one in self.history if one not in announcements]
        self._place = len(self.history)

    def again(self, at: float, asker: Seat | None = None) -> bool:
        """The last utterance once more; False: nothing was said yet.

        Args:
            asker: who asks: what another seat heard alone is passed over; None: there are no seats yet.
        """
        last = self._last
        if last is not None and not self._may_hear(last, asker):
            last = next((one for one in reversed(self.history) if self._may_hear(one, asker)), None)
        if last is None:
            return False
        self._last = last
        self.uttered += 1
        for sink in self._sinks:
            sink.again(last, at)
        return True

    def walk(self, step: int, at: float, asker: Seat | None = None) -> bool:
        """An utterance further back or forward; False: there is none. `asker`: as in `again`."""
        place = self._place + step
        while 0 <= place < len(self.history) and not self._may_hear(self.history[place], asker):
            place += step
        if not 0 <= place < len(self.history):
            return False
        self._come_to(place, at)
        return True

    def stay(self, at: float, asker: Seat | None = None) -> bool:
        """At an end of history: what stands there is said again; False: there is nothing."""
        last = min(self._place, len(self.history) - 1)
        there = (place for place in range(last, -1, -1) if self._may_hear(self.history[place], asker))
        place = next(there, None)
        if place is None:
            return False
        self._come_to(place, at)
        return True

    def _may_hear(self, one: Announcement, asker: Seat | None) -> bool:
        """Whether these words answer who asks: not those of another seat, nor what waits for the earphone."""
        others = asker is not None and one.audience not in ("everyone", asker)
        return not (others or self.shared.withholds(one))

    def _come_to(self, place: int, at: float) -> None:
        self._place = place
        self._last = self.history[place]
        self.uttered += 1
        for sink in self._sinks:
            tell = sink.walked if isinstance(sink, Keeps) else sink.say
            tell(self._last, at)

    def pass_ear(self, seat: Seat) -> tuple[Announcement, ...]:
        """The seat has the shared earphone in: every sink speaks to it there; the words that waited."""
        for sink in self._sinks:
            if isinstance(sink, Shares):
                sink.pass_ear(seat)
        return self.shared.passed(seat)

    def hush(self, at: float) -> bool:
        """Silence; True when something was being said."""
        hushed = [sink.hush(at) for sink in self._sinks]  # every one of them
        return any(hushed)

    def close_question(self) -> None:
        """Nobody asks any more what was asked."""
        for sink in self._sinks:
            if isinstance(sink, Queues):
                sink.close_question()

    def to_begin(self, *audiences: Audience) -> bool:
        """Whether words for one of these wait of which nothing could be heard yet."""
        return any(sink.to_begin(audience) for sink in self._beginning for audience in audiences)

    def cut(self, audience: Audience) -> list[Announcement]:
        """What this audience stopped before its end, oldest first; nothing where no sink can tell."""
        return [one for sink in self._sinks if isinstance(sink, Hears) for one in sink.unheard(audience)]

    def told(
        self,
        events: Sequence[tuple[int, Event]],
        state: State,
        notes: Mapping[str, object] | None = None,
    ) -> None:
        """Events that are stored, the state after them, and what was noted with them."""
        self.noted(notes or {}, events)
        for sink in self._sinks:
            sink.told(events, state)

    def noted(self, notes: Mapping[str, object], events: Sequence[tuple[int, Event]] = ()) -> None:
        """What was written down, with these events or beside the game, and is to be copied."""
        if notes or events:
            for sink in self._sinks:
                if isinstance(sink, Copies):
                    sink.copy(events, notes)

    def health(self, health: DeviceHealth) -> None:
        """A device's condition."""
        for sink in self._sinks:
            sink.health(health)

    def _utter(self, announcement: Announcement, at: float) -> None:
        self.uttered += 1
        for sink in self._sinks:
            sink.say(announcement, at)
