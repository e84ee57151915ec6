"""What is spoken next to one audience: urgency, stop, repeat, history. PURE: time is passed in.

Utterances are said sentence by sentence. An assertive one waits for the end of the running sentence, at
most 1.5 s; what it cuts goes on afterwards, at that sentence, from its beginning.
"""

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from announce import Announcement, Ear, Earcon, Level
from audio.classes import (
    CLASS,
    ENDS_A_GAME,
    LIFE_S,
    NEWS,
    ORDER,
    USUAL,
    Waits,
    in_parts,
    may_be_silenced,
    sentences,
    waits_as,
)

ALERT_WAIT_S: Final = 1.5  # the longest that an assertive utterance waits for a sentence to end
ALERTS: Final = 3  # so many wait; of more the newest are said, and history has all
STALE_S: Final = 0.25  # news older than this lets an answer go first; fresher news explains it
LONG_S: Final = 8.0  # more news than this waiting becomes one digest; at a slow rate, so many words
HISTORY: Final = 100

Digest = Callable[[Sequence[Announcement]], str]
"""Many results that wait, oldest first → one short text."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SpeechPreferences:
    """What one audience wants to hear.

    `level` is for what others do, `own_level` (None: the same) for what the seat `own` does itself;
    `silent` names the kinds of news, by their short sounds, that are kept in history only.
    """

    level: Level = "normal"
    own_level: Level | None = None
    own: Ear | None = None
    silent: frozenset[Earcon] = frozenset()

    def text(self, announcement: Announcement) -> str:
        """The words at this audience's level."""
        mine = self.own is not None and announcement.timbre == self.own
        return announcement.text(self.own_level if mine and self.own_level else self.level)

    def skips(self, announcement: Announcement) -> bool:
        """Whether it is kept, and not said."""
        return not self.text(announcement) or (
            announcement.earcon in self.silent and may_be_silenced(announcement)
        )


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
    cut: bool = False  # a press stopped it, or took it back before it began
    told_whole: bool = False  # of a game's end: however long or late, all of it is said


@dataclass(slots=True)
class _Waiting:
    utterance: Utterance
    kind: Waits
    at: float  # when it was asked for
    sentences: list[str]
    next: int = 0  # the sentence to be said
    begun: bool = False
    slower: bool = False
    whole: bool = True  # a digest is not: what it sums up stays unheard
    undone: bool = False  # while it was being said

    def result_to_come(self) -> bool:
        """Whether a digest may take its place."""
        return self.kind == "result" and not self.begun and not self.utterance.told_whole


def in_brief(told: Sequence[Announcement]) -> str:
    """The digest of a table without words for one: what happened, each as short as it can be."""
    return " ".join(filter(None, (one.text("brief") for one in told)))


class SpeechQueue:
    """The words that wait for one audience, and those that it has been told.

    `patient`: nobody listens as it is spoken (a recording): nothing is dropped or shortened for being late.
    `rate`: words a minute; who wants them slow waits longer for them, and loses none by that.
    """

    def __init__(
        self, wish: SpeechPreferences | Level = "normal", *, patient: bool = False, digest: Digest = in_brief
    ) -> None:
        self.wish = wish if isinstance(wish, SpeechPreferences) else SpeechPreferences(level=wish)
        self.patient = patient
        self.rate = USUAL
        self._digest = digest
        self._waiting: list[_Waiting] = []
        self._current: _Waiting | None = None
        self._history: deque[Utterance] = deque(maxlen=HISTORY)
        self._numbers: Iterator[int] = iter(range(1, 1 << 62))
        self._place: int | None = None  # in history, while it is walked
        self._repeated = False
        self._alert_since: float | None = None

    # in

    def put(self, announcement: Announcement, at: float) -> None:
        """Queue an announcement with words; what it makes out of date is dropped.

        An event's words that were put before come in once only: while they wait or sound, nothing more is
        to be done; afterwards somebody walks the history, and they are said again.
        """
        if not announcement.normal:
            return
        place = self._told_before(announcement)
        if place is not None:
            self._once_more(place, at)
            return
        utterance = Utterance(next(self._numbers), announcement, at)
        self._history.append(utterance)
        self._of_the_end(utterance)
        self._place, self._repeated = None, False
        if announcement.undoes is not None and announcement.seq is not None:
            self.forget(announcement.undoes, announcement.seq)
        if not self.wish.skips(announcement):
            self._queue(_Waiting(utterance, waits_as(announcement), at, self._sentences(announcement)), at)

    def forget(self, first: int, before: int) -> None:
        """Events from `first` on, older than `before`, are undone: what was not said of them stays so."""
        undone = range(first, before)
        self._waiting = [one for one in self._waiting if one.utterance.announcement.seq not in undone]
        if self._current is not None and self._current.utterance.announcement.seq in undone:
            del self._current.sentences[self._current.next + 1 :]  # the running sentence ends, no more
            self._current.undone = True

    def close_question(self) -> None:
        """Nobody asks any more what was asked: what has not begun of it needs no saying."""
        self._waiting = [one for one in self._waiting if one.kind != "question" or one.begun]

    def renew(self, at: float) -> None:
        """All that waits is as if it had come now: nobody could hear it before."""
        for one in self._waiting:
            one.at = at

    def _of_the_end(self, new: Utterance) -> None:
        """Mark what tells a game's end: the last round, who has won, and every score of the same event.

        Scores of five seats take two minutes. As news they would be summed up, or out of date after 15 s.
        """
        seq = new.announcement.seq
        of_one = [new] if seq is None else [one for one in self._history if one.announcement.seq == seq]
        if any(one.announcement.earcon in ENDS_A_GAME for one in of_one):
            for one in of_one:
                one.told_whole = True

    def _told_before(self, announcement: Announcement) -> int | None:
        if announcement.seq is None:
            return None  # an answer is new each time it is asked for
        same = (place for place, one in enumerate(self._history) if one.announcement == announcement)
        return next(same, None)

    def _once_more(self, place: int, at: float) -> None:
        utterance = self._history[place]
        if self._current is not None and self._current.utterance is utterance:
            return
        if any(one.utterance is utterance for one in self._waiting):
            return
        self._place, self._repeated = place, False
        self._insert(_Waiting(utterance, "answer", at, self._sentences(utterance.announcement)), at)

    def _queue(self, new: _Waiting, at: float) -> None:
        if new.kind == "ambient":
            if not _of_the_game(new) and self.busy(at) and not self.patient:
                return  # into silence or not at all
        elif new.kind == "turn":
            self._drop("turn", at)  # only the newest counts
        elif new.kind == "alert":
            if self._alert_since is None:
                self._alert_since = at
            self._crowd_out()
        self._insert(new, at)

    def _crowd_out(self) -> None:
        """Make room for one more alert: the oldest that has not begun goes."""
        alerts = [one for one in self._waiting if one.kind == "alert" and not one.begun]
        if len(alerts) >= ALERTS and not self.patient:
            self._waiting.remove(alerts[0])

    def _insert(self, new: _Waiting, at: float) -> None:
        """An answer, a question go before news that has waited a while; everything else queues up.

        Each replaces its like only: an answer does not close a question.
        """
        place = len(self._waiting)
        if new.kind in ("answer", "question"):
            self._drop(new.kind, at)
            for index, one in enumerate(self._waiting):
                if one.kind == "result" and not one.begun and one.at < at - STALE_S:
                    place = index
                    break
        self._waiting.insert(place, new)

    def _sentences(self, announcement: Announcement) -> list[str]:
        return sentences(self.wish.text(announcement) or announcement.normal)

    def _drop(self, kind: Waits, at: float) -> None:
        """Take back what is not said yet; the steps of one answer come at one instant and belong together."""
        if not self.patient:
            self._waiting = [one for one in self._waiting if one.kind != kind or one.at == at]

    # out

    @property
    def current(self) -> Announcement | None:
        """What is being said now."""
        return self._current.utterance.announcement if self._current else None

    def busy(self, at: float) -> bool:
        """True while something is said or waits to be."""
        self._forget_old(at)
        return self._current is not None or bool(self._waiting)

    def to_begin(self) -> bool:
        """Whether words wait of which nothing was said yet."""
        return any(not one.begun for one in self._waiting)

    def cut_due(self, at: float) -> bool:
        """True when the running sentence must break off now for an assertive utterance."""
        if self._current is None or self._current.kind == "alert" or self._alert_since is None:
            return False
        return self._current.kind == "ambient" or at - self._alert_since >= ALERT_WAIT_S

    def next(self, at: float, *, hold: bool = False) -> Saying | None:
        """The next sentence, now being said; None for silence. Call it when the last has ended or was cut.

        `hold`: another voice is speaking nearby; no news of the game begins, what has begun goes on.
        """
        self._forget_old(at)
        self._break_off()
        ready = [one for one in self._waiting if not hold or one.begun or one.kind not in NEWS]
        best = min(ready, key=_rank, default=None)
        if best is None:
            return None
        if best.result_to_come() and not self.patient and self._seconds_waiting() > LONG_S:
            best = self._sum_up()
        self._waiting.remove(best)
        self._current = best
        if best.kind == "alert" and not any(one.kind == "alert" for one in self._waiting):
            self._alert_since = None
        first, best.begun = not best.begun, True
        told = best.utterance
        return Saying(told.number, best.sentences[best.next], told.announcement, first, best.slower)

    def put_back(self) -> None:
        """The sentence could not be begun: its utterance waits again, as it did before."""
        if self._current is not None:
            self._current.begun = self._current.next > 0
            self._break_off()

    def _break_off(self) -> None:
        """What was being said waits again, from the sentence that broke off; not if it was undone."""
        if self._current is not None and not self._current.undone:
            self._waiting.insert(0, self._current)
        self._current = None

    def finished(self) -> None:
        """The sentence has been heard to its end."""
        if self._current is None:
            return
        self._current.next += 1
        if self._current.next >= len(self._current.sentences):
            self._current.utterance.heard = self._current.utterance.heard or self._current.whole
            self._current = None

    def _forget_old(self, at: float) -> None:
        if self.patient:
            return
        self._waiting = [one for one in self._waiting if one.begun or not self._out_of_date(one, at)]

    def _out_of_date(self, one: _Waiting, at: float) -> bool:
        kind = "result" if one.kind == "ambient" and _of_the_game(one) else one.kind
        life = LIFE_S[kind] * max(1.0, USUAL / self.rate)
        return not one.utterance.told_whole and at - one.at > life

    def _seconds_waiting(self) -> float:
        waiting = (one.sentences for one in self._waiting if one.result_to_come())
        return sum(len(text.split()) for parts in waiting for text in parts) * 60 / max(USUAL, self.rate)

    def _sum_up(self) -> _Waiting:
        """One digest in the place of all results that wait."""
        late = [one for one in self._waiting if one.result_to_come()]
        oldest, newest = late[0], late[-1]
        text = self._digest([one.utterance.announcement for one in late]) if len(late) > 1 else ""
        if not text:
            said = oldest.utterance.announcement
            oldest.sentences = sentences(said.text("brief") or said.normal)
            return oldest
        digest = _Waiting(newest.utterance, "result", newest.at, sentences(text), whole=False)
        place = self._waiting.index(oldest)
        self._waiting[place] = digest
        self._waiting = [one for one in self._waiting if not any(one is gone for gone in late)]
        return digest

    # by hand

    def stop(self) -> None:
        """Silence now: what is being said and what waits is not said any more, except alerts that wait."""
        cut = [one for one in self._waiting if one.kind != "alert"]
        for one in cut if self._current is None else (self._current, *cut):
            one.utterance.cut = True
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
        said = self._sentences(utterance.announcement)
        parts = [part for sentence in said for part in in_parts(sentence)] if slower else said
        self._insert(_Waiting(utterance, "answer", at, parts, slower=slower), at)


def _of_the_game(one: _Waiting) -> bool:
    """Ambient news of an event comes with the words of its act: it waits for their end, as a result does."""
    return one.utterance.announcement.seq is not None


def _rank(one: _Waiting) -> tuple[int, int]:
    return ORDER[CLASS[one.kind]], 0 if one.begun else 1  # what has begun goes on before others of its class
