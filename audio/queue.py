"""What is spoken next to one audience: urgency, stop, repeat, history. PURE: time is passed in.

Utterances are said sentence by sentence. An assertive one waits for the end of the running sentence, at
most 1.5 s; what it cuts goes on afterwards, at that sentence, from its beginning.
"""

import re
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal

from announce import Announcement, Level

ALERT_WAIT_S: Final = 1.5  # the longest that an assertive utterance waits for a sentence to end
STALE_S: Final = 0.25  # news older than this lets an answer go first; fresher news explains it
LONG_S: Final = 8.0  # with more news than this waiting, it is said in its brief form
HISTORY: Final = 100
WORDS_A_SECOND: Final = 175 / 60

Class = Literal["alert", "answer", "result", "turn", "ambient"]
_ORDER: Final[dict[Class, int]] = {"alert": 0, "answer": 1, "result": 1, "turn": 2, "ambient": 3}
_LIFE_S: Final[dict[Class, float]] = {
    "alert": float("inf"),
    "answer": 10.0,
    "result": 15.0,
    "turn": float("inf"),
    "ambient": 3.0,
}
"""How long an utterance may wait before it is out of date. It stays in history all the same."""

# not after a capital and one small letter: "Sault St. Marie" is one name
_SENTENCE_END: Final = re.compile(r"(?<=[.!?])(?<!\b[A-Z][a-z]\.)\s+(?=\S)")


@dataclass(frozen=True, slots=True)
class Saying:
    """One sentence to be heard now; `earcon` comes first where it is an utterance's first sentence."""

    utterance: int
    text: str
    announcement: Announcement
    first: bool
    slower: bool = False


@dataclass(slots=True)
class Utterance:
    """An announcement in the history of its audience."""

    number: int
    announcement: Announcement
    at: float
    heard: bool = False  # to its end, at least once


@dataclass(slots=True)
class _Waiting:
    utterance: Utterance
    kind: Class
    at: float  # when it was asked for
    sentences: list[str]
    next: int = 0  # the sentence to be said
    begun: bool = False
    slower: bool = False


class SpeechQueue:
    """The words that wait for one audience, and those that it has been told.

    `patient`: nobody listens as it is spoken (a recording): nothing is dropped or shortened for being late.
    """

    def __init__(self, level: Level = "normal", *, patient: bool = False) -> None:
        self.level: Level = level
        self._patient = patient
        self._waiting: list[_Waiting] = []
        self._current: _Waiting | None = None
        self._history: deque[Utterance] = deque(maxlen=HISTORY)
        self._numbers: Iterator[int] = iter(range(1, 1 << 62))
        self._place: int | None = None  # in history, while it is walked
        self._repeated = False
        self._alert_since: float | None = None

    # in

    def put(self, announcement: Announcement, at: float) -> None:
        """Queue an announcement with words; what it makes out of date is dropped."""
        if not announcement.normal:
            return
        utterance = Utterance(next(self._numbers), announcement, at)
        self._history.append(utterance)
        self._place, self._repeated = None, False
        kind = classify(announcement)
        if kind == "ambient":
            if self.busy(at) and not self._patient:
                return  # into silence or not at all
        elif kind == "turn":
            self._drop("turn", at)  # only the newest counts
        elif kind == "alert" and self._alert_since is None:
            self._alert_since = at
        self._insert(_Waiting(utterance, kind, at, self._sentences(announcement)), at)

    def _insert(self, new: _Waiting, at: float) -> None:
        """An answer goes before news that has waited a while; everything else queues up."""
        place = len(self._waiting)
        if new.kind == "answer":
            self._drop("answer", at)
            for index, one in enumerate(self._waiting):
                if one.kind == "result" and not one.begun and one.at < at - STALE_S:
                    place = index
                    break
        self._waiting.insert(place, new)

    def _sentences(self, announcement: Announcement) -> list[str]:
        return sentences(announcement.text(self.level)) or [""]

    def _drop(self, kind: Class, at: float) -> None:
        """Take back what is not said yet; the steps of one answer come at one instant and belong together."""
        if not self._patient:
            self._waiting = [one for one in self._waiting if one.kind != kind or one.at == at]

    # out

    @property
    def current(self) -> Announcement | None:
        """What is being said now."""
        return self._current.utterance.announcement if self._current else None

    def busy(self, at: float) -> bool:
        """True while something is said or waits to be."""
        self._forget(at)
        return self._current is not None or bool(self._waiting)

    def cut_due(self, at: float) -> bool:
        """True when the running sentence must break off now for an assertive utterance."""
        if self._current is None or self._current.kind == "alert" or self._alert_since is None:
            return False
        return self._current.kind == "ambient" or at - self._alert_since >= ALERT_WAIT_S

    def next(self, at: float, *, hold: bool = False) -> Saying | None:
        """The next sentence, now being said; None for silence. Call it when the last has ended or was cut.

        `hold`: another voice is speaking nearby; only alerts and answers begin, what has begun goes on.
        """
        self._forget(at)
        if self._current is not None:
            self._waiting.insert(0, self._current)  # what broke off is said again from that sentence
        ready = [one for one in self._waiting if not hold or one.begun or one.kind in ("alert", "answer")]
        best = min(ready, key=_rank, default=None)
        if best is None:
            return None
        self._waiting.remove(best)
        self._current = best
        if best.kind == "alert" and not any(one.kind == "alert" for one in self._waiting):
            self._alert_since = None
        if (
            not self._patient
            and not best.begun
            and best.kind == "result"
            and self._seconds_waiting() > LONG_S
        ):
            best.sentences = sentences(best.utterance.announcement.text("brief")) or [""]
        first, best.begun = not best.begun, True
        return Saying(
            best.utterance.number,
            best.sentences[best.next],
            best.utterance.announcement,
            first,
            best.slower,
        )

    def finished(self) -> None:
        """The sentence has been heard to its end."""
        if self._current is None:
            return
        self._current.next += 1
        if self._current.next >= len(self._current.sentences):
            self._current.utterance.heard = True
            self._current = None

    def _forget(self, at: float) -> None:
        if self._patient:
            return
        self._waiting = [one for one in self._waiting if one.begun or at - one.at <= _LIFE_S[one.kind]]

    def _seconds_waiting(self) -> float:
        words = sum(
            len(text.split()) for one in self._waiting if one.kind == "result" for text in one.sentences
        )
        return words / WORDS_A_SECOND

    # by hand

    def stop(self) -> None:
        """Silence now: what is being said and what waits is not said any more, except alerts that wait."""
        self._current = None
        self._waiting = [one for one in self._waiting if one.kind == "alert"]

    def repeat(self, at: float) -> Announcement | None:
        """Say the utterance again that was last said or walked to; once more with nothing between: slower."""
        found = self._history[self._place] if self._place is not None else self._last()
        if found is None:
            return None
        again = self._repeated
        self._say_again(found, at, slower=again)
        self._repeated = True
        return found.announcement

    def step(self, by: int, at: float) -> Announcement | None:
        """Walk the history, -1 back, +1 forward, and say what is there; None at its end."""
        if not self._history:
            return None
        place = (len(self._history) - 1 if self._place is None else self._place) + by
        if not 0 <= place < len(self._history):
            return None
        self._place = place
        self._say_again(self._history[place], at, slower=False)
        self._repeated = False
        return self._history[place].announcement

    def history(self) -> tuple[Utterance, ...]:
        """Every utterance with words, oldest first, cut ones too."""
        return tuple(self._history)

    def _last(self) -> Utterance | None:
        return self._history[-1] if self._history else None

    def _say_again(self, utterance: Utterance, at: float, *, slower: bool) -> None:
        self._drop("answer", -1.0)
        said = _Waiting(utterance, "answer", at, self._sentences(utterance.announcement), slower=slower)
        self._insert(said, at)


def classify(announcement: Announcement) -> Class:
    """The class that an announcement waits in: urgency first, then what it tells."""
    if announcement.urgency == "assertive":
        return "alert"
    if announcement.urgency == "ambient":
        return "ambient"
    if announcement.earcon == "turn":
        return "turn"
    return "answer" if announcement.seq is None else "result"


def sentences(text: str) -> list[str]:
    """The sentences of a text, in order; empty for no words."""
    return [part for part in _SENTENCE_END.split(text) if part]


def _rank(one: _Waiting) -> tuple[int, int]:
    return _ORDER[one.kind], 0 if one.begun else 1  # what has begun goes on before others of its class
