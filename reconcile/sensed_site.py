"""What the senses last said of one site, and since when: all times are monotonic seconds."""

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Final, Literal

from engine import SEATS, Seat
from reconcile.findings import TokenSettled
from reconcile.live_senses import VIEW_S, Senses
from tabletop import SENSES, Observation, Seen, Sense

QUIET_S: Final = 0.5  # without a change before anything is judged
SETTLES_S: Final = 4.0  # after that a token that is set has been judged, unless a hand hides it
HAND_S: Final = 0.3  # after the last sight of a hand over a site
TOUCHED_S: Final = 3.0  # so soon after a hand a look tells what it has left
UNREST: Final = 6  # so many changes of one sense …
UNREST_S: Final = 10.0  # … within so long: it flickers, nobody sets a token that often
FUMBLED: Final = 4  # so many within that time are odd enough to ask where no other sense knows better

Said = Literal["differ", "whose", "view", "shape", "lifted", "moved", "stands"]
"""What is said of one token, and anew of the next: the senses differ; whose is it?; the camera wants to
see it; it is another seat's; taken back?; corrected; by the table's word it stands."""

SURE: Final = 0.97  # a picture that names a seat against a token of another that may have slid here
CLEAR: Final = 0.9  # a picture less sure than that names nobody by itself
ASIDE_S: Final = 15.0  # a sense that flickered is believed again after so long without a change


@dataclass(slots=True)
class Word:
    """One sense at one site."""

    now: Observation | None = None
    definite: Seen | None = None  # the last word but `unknown`, while the sense is live
    changes: deque[float] = field(default_factory=lambda: deque(maxlen=UNREST))
    aside: bool = False  # it flickers and is not believed

    def heard(self, item: Observation) -> None:
        """A new word that differs from the last one."""
        if "unknown" not in (item.seen, self.definite or "unknown"):
            self.changes.append(item.at)

    def changed_within(self, now: float, seconds: float) -> int:
        """How often it changed lately."""
        return sum(now - at <= seconds for at in self.changes)


@dataclass(slots=True)
class Place:
    """One site, as felt and as seen."""

    words: dict[Sense, Word] = field(default_factory=lambda: {sense: Word() for sense in SENSES})
    changed_at: float = float("-inf")
    hand_at: float = float("-inf")
    hand_since: float | None = None
    covered: dict[Sense, float] = field(
        default_factory=lambda: {sense: 0.0 for sense, kind in SENSES.items() if kind.looks}
    )  # for how many seconds a hand has been over it since the last word of each that looks
    nameless: bool = False  # its pin says that it cannot tell whose the token is: nobody's is guessed
    missing_since: float | None = None
    witnessed: bool = False  # the token that stands there was seen or felt to come
    works: bool = False  # a contact has felt something there this evening
    said: set[Said] = field(default_factory=set)
    told_not: set[Seat] = field(default_factory=set)  # it was told that the token is not this seat's
    flickering_told: set[Sense] = field(default_factory=set)
    was_empty: bool = False  # so whose token stands there is anybody's guess, until a sense surely names it

    def take(self, item: Observation, senses: Senses) -> TokenSettled | None:
        """A sense has settled; returns the sound of it when this sense leads and a token came or went."""
        word = self.words[item.sense]
        before, word.now = word.now, item
        if item.sense in self.covered:
            self.covered[item.sense] = 0.0
        if before is not None and before.seen == item.seen:
            return None
        word.heard(item)
        first = before is None or before.seen == "unknown"
        leads = not senses.ahead(item.sense)
        if leads and item.seen == "empty" and not first:
            self.was_empty = True  # however soon the next token comes
        if not (first and item.seen in ("empty", "unknown")):
            if self._confirms(item, senses):
                self.said &= {"view"}
            else:
                self.changed_at = max(self.changed_at, item.at)
                self.said.clear()
        self.works = self.works or (SENSES[item.sense].contact and self._occupied_by(item.sense))
        self._witness(item.sense, item.seen, live=item.sense in senses.live)
        if not leads or before is None or "unknown" in (before.seen, item.seen):
            return None
        return _sound(item)

    def _confirms(self, item: Observation, senses: Senses) -> bool:
        """Whether it only says what a sense that leads it has said: that is no change of the board."""
        if item.seen == "unknown":
            return False
        leaders = [self.believed(sense, senses) for sense in senses.ahead(item.sense)]
        known = [word.seen for word in leaders if word is not None and word.seen != "unknown"]
        return any((seen == "empty") == (item.seen == "empty") for seen in known)

    def _witness(self, sense: Sense, seen: Seen, *, live: bool) -> None:
        word = self.words[sense]
        if seen == "unknown":
            if not SENSES[sense].looks:
                word.definite = None
                self._doubt_coming(sense)
            return  # but one that looks sees by a token where a hand was what has come
        came = live and word.definite == "empty" and seen != "empty"
        word.definite = seen
        if came:
            self.witnessed = True
        elif not self.occupied_by_word():
            self.witnessed = False

    def _doubt_coming(self, sense: Sense) -> None:
        """What a sense says that was set aside it may say by itself; another one may have seen it come."""
        self.witnessed = self.witnessed and any(self._occupied_by(one) for one in self.words if one != sense)

    def lose(self, sense: Sense) -> None:
        """The sense is gone: its words are old, and what it says first when it is back is not news."""
        self.words[sense] = Word(aside=self.words[sense].aside, changes=self.words[sense].changes)

    def hand(self, at: float) -> None:
        """Something moves over the site."""
        if at - self.hand_at > HAND_S:
            self.hand_since = at
        else:
            for sense in self.covered:
                self.covered[sense] += at - self.hand_at
        self.hand_at = at

    def flickers(self, sense: Sense, now: float) -> bool:
        """Whether this sense has just been found to flicker; it is set aside until it has rested."""
        word = self.words[sense]
        if word.aside:
            word.aside = bool(word.changes) and now - word.changes[-1] < ASIDE_S
            if not word.aside:
                self._doubt_coming(sense)
            return False
        word.aside = word.changed_within(now, UNREST_S) >= UNREST
        return word.aside

    @property
    def aside(self) -> bool:
        """Whether a sense is set aside here."""
        return any(word.aside for word in self.words.values())

    def fumbled(self, now: float) -> bool:
        """Whether a contact changed oftener than a token that is set and stays."""
        return any(
            SENSES[sense].contact and word.changed_within(now, UNREST_S) >= FUMBLED
            for sense, word in self.words.items()
        )

    def believed(self, sense: Sense, senses: Senses) -> Observation | None:
        """The last word of a sense that is live and not set aside."""
        word = self.words[sense]
        if (
            sense not in senses.live
            or word.aside
            or (sense in senses.just_back and self._outdated(sense, senses))
        ):
            return None
        return word.now

    def _outdated(self, sense: Sense, senses: Senses) -> bool:
        """Whether one that looks, only just back, said this before it was away and before the site changed.

        It says only what it sees otherwise than before; after a while its silence is a word, too.
        """
        word = self.words[sense].now
        return word is not None and word.at < min(senses.since[sense], self.changed_at)

    def unlooked(self, senses: Senses) -> bool:
        """Whether one that looks is only just back and has said nothing yet of the site as it is now."""
        back = senses.just_back  # mostly none is
        return bool(back) and any(self.believed(sense, senses) is None for sense in back)

    def under_hand(self, now: float, senses: Senses) -> bool:
        """Whether a hand is over it, as far as anybody can see."""
        return senses.looks and now - self.hand_at < HAND_S

    def touched(self) -> bool:
        """Whether a hand was over it shortly before a token was seen there; glare tells of none."""
        seen = [self.words[sense].now for sense in self.covered if self._occupied_by(sense)]
        return any(word is not None and 0 <= word.at - self.hand_at <= TOUCHED_S for word in seen)

    def quiet(self, now: float, senses: Senses) -> bool:
        """Whether it has rested long enough to be judged."""
        return now - self.changed_at >= QUIET_S - 1e-9 and not self.under_hand(now, senses)

    def calm_for(self, now: float) -> float:
        """Seconds since the last change or hand."""
        return now - max(self.changed_at, self.hand_at)

    def looked_at(self, now: float, senses: Senses) -> bool:
        """Whether all that look had their chance to see what others feel."""
        if not senses.both or not self._any_felt():
            return True
        return all(self._has_looked(sense, now, senses) for sense in senses.live if sense in self.covered)

    def _any_felt(self) -> bool:
        """Whether one that need not look has said anything of it."""
        return any(word.now is not None for sense, word in self.words.items() if sense not in self.covered)

    def _has_looked(self, sense: Sense, now: float, senses: Senses) -> bool:
        word = self.believed(sense, senses)
        if word is not None and word.seen not in ("empty", "unknown"):
            return True  # it sees a token, whenever it came
        return min(self.calm_for(now), now - senses.since[sense]) >= VIEW_S

    def coming_since(self, now: float, senses: Senses) -> float:
        """Since when a token is felt there that cannot be judged yet: fresh, under a hand, not seen.

        Where nothing feels: since when it is seen. Infinity: there is none.
        """
        first = None if senses.none else self.believed(senses.live[0], senses)
        if first is None or first.seen in ("empty", "unknown"):
            return float("inf")
        judged = self.quiet(now, senses) and self.looked_at(now, senses)
        return float("inf") if judged else first.at

    def settling(self, now: float, senses: Senses) -> bool:
        """Whether a token was seen or felt to come, too lately to have been judged, or under a hand."""
        fresh = now - self.changed_at < SETTLES_S or self.under_hand(now, senses)
        return self.witnessed and self.occupied_by_word() and fresh and self.said <= {"view"}

    def heard(self, senses: Senses) -> list[Observation]:
        """What is believed of the senses now that can tell, as they lead."""
        return [
            word
            for sense in senses.live
            if (word := self.believed(sense, senses)) is not None and word.seen != "unknown"
        ]

    def contradiction(self, senses: Senses) -> tuple[Observation, Observation] | None:
        """Two senses of which one says that a token stands there, and one that none does."""
        words = self.heard(senses)
        for word in words[1:]:
            if (word.seen == "empty") != (words[0].seen == "empty"):
                return words[0], word
        return None

    def contradicts(self, senses: Senses) -> bool:
        """Whether two senses say the opposite of each other."""
        return self.contradiction(senses) is not None

    def occupied_by_word(self) -> bool:
        """Whether any sense's last word was of a token."""
        return any(self._occupied_by(sense) for sense in self.words)

    def _occupied_by(self, sense: Sense) -> bool:
        now = self.words[sense].now
        return now is not None and now.seen not in ("empty", "unknown")

    def told(self, senses: Senses) -> bool:
        """Whether a sense that is believed says whose token it is."""
        return any(True for _ in self._named(senses))

    def _named(self, senses: Senses) -> Iterator[tuple[Observation, Seat]]:
        """The words that say whose token it is, of senses that are believed."""
        for word in self.heard(senses):
            if word.seen != "empty" and word.seen != "something" and word.seen != "unknown":
                yield word, word.seen

    def names_other_than(self, seats: Sequence[Seat], senses: Senses) -> Seat | None:
        """A seat that is none of these, whose token a sense that is believed says it is."""
        said = {seat for _, seat in self._named(senses)}
        return next((seat for seat in SEATS if seat in said and seat not in seats), None)

    def sure_name(self, senses: Senses) -> bool:
        """Whether a sense that leaves no doubt names a seat, and none another."""
        sure = any(not _graded(word) or word.confidence >= SURE for word, _ in self._named(senses))
        return sure and self.two_names(senses) is None

    def picture_doubtful(self, senses: Senses) -> bool:
        """Whether only a doubtful picture says whose token it is."""
        named = [word for word, _ in self._named(senses)]
        return bool(named) and all(_graded(word) and word.confidence < CLEAR for word in named)

    def two_names(self, senses: Senses) -> tuple[tuple[Observation, Seat], tuple[Observation, Seat]] | None:
        """Two senses that name two seats, and which."""
        pairs = combinations(self._named(senses), 2)
        return next(((one, other) for one, other in pairs if one[1] != other[1]), None)

    def felt(self) -> bool:
        """Whether the last word of one that need not look was of a token."""
        return any(self._occupied_by(sense) for sense in self.words if sense not in self.covered)


def _graded(word: Observation) -> bool:
    return SENSES[word.sense].errs.graded


def _sound(item: Observation) -> TokenSettled:
    match item.seen:
        case "empty":
            return TokenSettled(site=item.site, change="lifted", seat=None)
        case "something" | "unknown":
            return TokenSettled(site=item.site, change="placed", seat=None)
        case seat:
            return TokenSettled(site=item.site, change="placed", seat=seat)
