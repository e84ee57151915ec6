"""What is believed of one site, word by word: a forward filter over what stands there and which senses err.

Hidden are the occupant (empty, a seat's token, something else) and, for each sense, whether its present word
of it is an error. A word that differs from the sense's last one has two explanations, and both are kept with
their weight: the token changed (then each sense's word counts as of something new), or it stayed and the
sense has gone wrong or come right. So

- a word that is only repeated adds nothing: an error lasts as long as its word;
- a sense that has erred of a token may well err of it again (`ERRS_AGAIN`), however sure it is;
- what one sense alone has noticed, though the other is live and would have noticed it too, is doubted
  (`UNNOTICED`): a token that the pin never felt go was hardly exchanged for another seat's.

What the game expects is no part of it: it is weighed in when the belief is read, and never remembered.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from operator import add
from typing import Final

from engine import Seat
from reconcile.belief import Belief
from reconcile.sensing import Occupant, error, when_right, when_wrong
from reconcile.trust import FRESH, Record
from tabletop import SENSES, Observation, Sense

CHANGED: Final = 0.8  # of words that differ from the last one: something was set or lifted
UNNOTICED: Final = 0.002  # of tokens exchanged or set: a live sense that could tell says the same as before
ERRS_AGAIN: Final = 0.05  # of the words with which a sense takes back an error: wrong once more
HALF_LIFE_S: Final = 20.0  # under a hand what was seen counts for half after so long, and of a lost sense
NOBODY: Final[Mapping[Sense, float]] = {}
USUAL: Final[Mapping[Sense, Record]] = {}

Joint = dict[Occupant, list[float]]
"""Occupant → weights by which senses err: none at 0, and each sense has its bit, the last one the lowest."""


def left_by_a_hand(seats: Sequence[Seat]) -> dict[Occupant, float]:
    """What stands on a pin after somebody was there, of which nothing else is known."""
    return {"empty": 0.5, "other": 0.004, **dict.fromkeys(seats, 0.496 / len(seats))}


class Rows:
    """The rows of all senses (`tabletop.SENSES`), as filters weigh by them; made once for a board."""

    __slots__ = ("bit", "errs", "looks", "modes", "others")

    def __init__(self) -> None:
        self.errs = {sense: kind.errs for sense, kind in SENSES.items()}
        self.looks = {sense for sense, kind in SENSES.items() if kind.looks}
        self.others = {sense: tuple(one for one in SENSES if one != sense) for sense in SENSES}
        self.bit = {sense: 1 << number for number, sense in enumerate(reversed(tuple(SENSES)))}
        self.modes = 1 << len(SENSES)


class Filter:
    """One site. Feed it what is believed of each sense now; only what has changed counts.

    It weighs as many senses as there are rows, each by its own.
    """

    def __init__(self, seats: Sequence[Seat], rows: Rows | None = None) -> None:
        self._seats = tuple(seats)
        self._rows = Rows() if rows is None else rows
        self._fresh = left_by_a_hand(seats)
        self._restart()

    def _restart(self) -> None:
        self._joint: Joint = {who: self._unerring(weight) for who, weight in self._fresh.items()}
        # The same while one that looks had no time yet to see what was felt: its next word goes on from here.
        self._open: Joint | None = None
        self._words: dict[Sense, Observation] = {}
        self._records: dict[Sense, Record] = {}
        self._noticed: dict[Sense, set[Sense]] = {}  # which have changed since its word; not there: all
        self._away: Mapping[Sense, float] = {}  # senses that are silent now and still count, for how long

    def _unerring(self, weight: float) -> list[float]:
        """All of the weight on that no sense errs."""
        return [weight, *(0.0,) * (self._rows.modes - 1)]

    def look(
        self,
        *words: Observation | None,
        records: Mapping[Sense, Record] = USUAL,
        away: Mapping[Sense, float] = NOBODY,
    ) -> None:
        """What each sense says now; None or `unknown`: it is lost, set aside, or cannot tell.

        Args:
            records: how often each was right at this site.
            away: of senses that say nothing now, for how many seconds; what they said ages. It is dropped
                where another one contradicts it, tells of a change meanwhile, or all are silent.
        """
        told = {word.sense: word for word in words if word is not None and word.seen != "unknown"}
        silent = self._words.keys() - told.keys()
        if silent or self._away:
            self._miss(silent, told, away)
        for sense, word in told.items():
            self._hear(sense, word, records.get(sense, FRESH))

    def _miss(
        self, silent: set[Sense], told: Mapping[Sense, Observation], away: Mapping[Sense, float]
    ) -> None:
        """Some senses say nothing now, or were away and are back."""
        if silent and not self._still_counts(silent, told, away):
            self._restart()  # what it said is not believed any longer: the others' words are all there is
            silent.clear()
        for sense in self._away.keys() - silent:
            if not self._repeats(sense, told):  # else it is as if it had never been away
                self.age(sense, self._away[sense])
        self._away = {sense: away[sense] for sense in silent}

    def _still_counts(
        self, silent: set[Sense], told: Mapping[Sense, Observation], away: Mapping[Sense, float]
    ) -> bool:
        """Whether the other senses bear out, unchanged, what a silent one has said."""
        if not told or not silent <= away.keys():
            return False
        full = {word.seen != "empty" for word in (*told.values(), *(self._words[one] for one in silent))}
        unchanged = all(self._words.get(sense, word).seen == word.seen for sense, word in told.items())
        return len(full) == 1 and unchanged

    def _repeats(self, sense: Sense, told: Mapping[Sense, Observation]) -> bool:
        """Whether a sense that is back says of the site what it said last."""
        return sense in told and told[sense].seen == self._words[sense].seen

    def _hear(self, sense: Sense, word: Observation, record: Record) -> None:
        before, old = self._words.get(sense), self._records.get(sense, FRESH)
        if before is word and old is record:
            return  # the very same as at the last look: most are
        if before is None:
            self._joint = self._first(sense, word, record)
        elif before.seen != word.seen:
            self._turn(sense, word, record)
            for noticed in self._noticed.values():
                noticed.add(sense)
            self._noticed[sense] = set()
        elif before.confidence != word.confidence or old != record:
            self._reweigh(sense, before, old, word, record)
        else:
            return
        self._words[sense], self._records[sense] = word, record
        self._joint = _whole(self._joint)

    def _turn(self, sense: Sense, word: Observation, record: Record) -> None:
        """A sense says something else than before."""
        start = self._joint if self._open is None else self._open
        if sense in self._rows.looks:
            self._joint, self._open = self._after(start, sense, word, record), None
        else:
            self._open = self._after(start, sense, word, record, late=True)
            self._joint = self._after(self._joint, sense, word, record)

    def _after(
        self, joint: Joint, sense: Sense, word: Observation, record: Record, *, late: bool = False
    ) -> Joint:
        stayed = self._stayed(joint, sense, word, record)
        changed = self._exchanged(sense, word, record, late=late)
        return _whole({who: list(map(add, stayed[who], changed[who])) for who in stayed})

    def _first(self, sense: Sense, word: Observation, record: Record) -> Joint:
        """A sense's first word: nothing was known of it before."""
        return {
            who: _split(self._rows.bit[sense], modes, *self._odds(sense, word, who, record))
            for who, modes in self._joint.items()
        }

    def _stayed(self, before: Joint, sense: Sense, word: Observation, record: Record) -> Joint:
        """The token is the same: the sense was wrong before, or is now."""
        joint: Joint = {}
        errs, bit = self._rows.errs[sense], self._rows.bit[sense]
        for who, modes in before.items():
            is_right, is_wrong = self._odds(sense, word, who, record)
            share = max(ERRS_AGAIN, error(errs, word, who, record))
            again = share * when_wrong(errs, word.seen, who, len(self._seats))
            recovers = (1 - share) * when_right(errs, word.seen, who)
            after = [0.0] * len(modes)
            for mode, weight in enumerate(modes):
                erred = bool(mode & bit)
                rest = mode & ~bit
                after[rest] += (1 - CHANGED) * weight * (recovers if erred else is_right)
                after[rest | bit] += (1 - CHANGED) * weight * (again if erred else is_wrong)
            joint[who] = after
        return joint

    def _exchanged(self, sense: Sense, word: Observation, record: Record, *, late: bool) -> Joint:
        """Something else stands there now: the words of all senses count as of something new.

        Args:
            late: those that look had no time yet to say so.
        """
        noticed = self._noticed.get(sense, self._words.keys())
        said = [
            (other, self._words[other], other in noticed)
            for other in self._rows.others[sense]  # of a late one its next word judges what is new
            if other in self._words and not (late and other in self._rows.looks)
        ]
        joint: Joint = {}
        for who, weight in self._fresh.items():
            fits = CHANGED
            for other, before, has_noticed in said:
                is_right, is_wrong = self._odds(other, before, who, self._records[other])
                fits *= is_right * (1.0 if has_noticed else UNNOTICED) + is_wrong
            alone = self._unerring(weight * fits)
            joint[who] = _split(self._rows.bit[sense], alone, *self._odds(sense, word, who, record))
        return joint

    def _reweigh(
        self, sense: Sense, before: Observation, old: Record, word: Observation, record: Record
    ) -> None:
        """The same word, surer or less sure than it was, or of a sense that has gained or lost trust."""
        errs, bit = self._rows.errs[sense], self._rows.bit[sense]
        for joint in (self._joint, self._open or {}):
            for who, modes in joint.items():
                was, now = error(errs, before, who, old), error(errs, word, who, record)
                for mode in range(len(modes)):
                    modes[mode] *= now / was if mode & bit else (1 - now) / (1 - was)

    def _odds(self, sense: Sense, word: Observation, who: Occupant, record: Record) -> tuple[float, float]:
        """How likely the word is, said rightly and said in error."""
        errs = self._rows.errs[sense]
        share = error(errs, word, who, record)
        wrongly = when_wrong(errs, word.seen, who, len(self._seats))
        return (1 - share) * when_right(errs, word.seen, who), share * wrongly

    def belief(self, expected: Mapping[Occupant, float], covered: Mapping[Sense, float] = NOBODY) -> Belief:
        """What stands there, given what the game expects.

        Args:
            expected: of the same occupants, as `prior` gives it.
            covered: for how many seconds a hand has been over the site since the word of each sense that
                looks, which ages by it.
        """
        joint = self._joint
        for sense, seconds in (*covered.items(), *self._away.items()):
            joint = self._aged(joint, sense, seconds)
        fresh = self._fresh
        return Belief.of({who: expected[who] * sum(modes) / fresh[who] for who, modes in joint.items()})

    def age(self, sense: Sense, seconds: float) -> None:
        """What a sense said has aged for so long: while it was away, or under a hand that is gone now."""
        self._joint = self._aged(self._joint, sense, seconds)
        self._open = None if self._open is None else self._aged(self._open, sense, seconds)

    def _aged(self, joint: Joint, sense: Sense, seconds: float) -> Joint:
        """What one sense said fades towards what the others' words alone would have one believe."""
        if seconds <= 0 or sense not in self._words:
            return joint
        kept, alone = 0.5 ** (seconds / HALF_LIFE_S), self._alone(self._rows.others[sense])
        return {
            who: [kept * modes[0] + (1 - kept) * alone[who], *(kept * weight for weight in modes[1:])]
            for who, modes in joint.items()
        }

    def _alone(self, senses: Iterable[Sense]) -> dict[Occupant, float]:
        """What the words of these senses alone would have one believe."""
        told = self._fresh
        for sense in senses:
            word = self._words.get(sense)
            if word is not None:
                record = self._records[sense]
                told = {
                    who: weight * sum(self._odds(sense, word, who, record)) for who, weight in told.items()
                }
        if told is self._fresh:
            return told
        total = sum(told.values())
        return {who: weight / total for who, weight in told.items()}


def _whole(joint: Joint) -> Joint:
    """The same, adding up to one."""
    total = sum(map(sum, joint.values()))
    return {who: [weight / total for weight in modes] for who, modes in joint.items()}


def _split(bit: int, modes: Collection[float], is_right: float, is_wrong: float) -> list[float]:
    """The weights with the mode of the sense of this bit drawn anew."""
    after = [0.0] * len(modes)
    for mode, weight in enumerate(modes):
        rest = mode & ~bit
        after[rest] += weight * is_right
        after[rest | bit] += weight * is_wrong
    return after
