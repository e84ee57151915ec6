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

from collections.abc import Mapping, Sequence
from operator import add
from typing import Final

from engine import Seat
from reconcile.belief import Belief
from reconcile.sensing import Occupant, error, when_right, when_wrong
from reconcile.trust import FRESH, SENSES, Record
from tabletop import Observation, Sense

CHANGED: Final = 0.8  # of words that differ from the last one: something was set or lifted
UNNOTICED: Final = 0.002  # of tokens exchanged or set: a live sense that could tell says the same as before
ERRS_AGAIN: Final = 0.05  # of the words with which a sense takes back an error: wrong once more
HALF_LIFE_S: Final = 20.0  # under a hand the camera's word counts for half after so long, and of a lost sense
NOBODY: Final[Mapping[Sense, float]] = {}

Joint = dict[Occupant, list[float]]
"""Occupant → weights of (both right, camera errs, pin errs, both err)."""


def left_by_a_hand(seats: Sequence[Seat]) -> dict[Occupant, float]:
    """What stands on a pin after somebody was there, of which nothing else is known."""
    return {"empty": 0.5, "other": 0.004, **dict.fromkeys(seats, 0.496 / len(seats))}


class Filter:
    """One site. Feed it what is believed of each sense now; only what has changed counts."""

    def __init__(self, seats: Sequence[Seat]) -> None:
        self._seats = tuple(seats)
        self._fresh = left_by_a_hand(seats)
        self._restart()

    def _restart(self) -> None:
        self._joint: Joint = {who: [weight, 0.0, 0.0, 0.0] for who, weight in self._fresh.items()}
        # The same for a camera that had no time yet to see what a pin felt: from here its next word goes on.
        self._open: Joint | None = None
        self._words: dict[Sense, Observation] = {}
        self._records: dict[Sense, Record] = dict.fromkeys(SENSES, FRESH)
        self._noticed: dict[Sense, bool] = dict.fromkeys(SENSES, True)  # the other one changed since its word
        self._away: Mapping[Sense, float] = {}  # senses that are silent now and still count, for how long

    def look(
        self,
        pin: Observation | None,
        camera: Observation | None,
        *,
        pin_record: Record = FRESH,
        camera_record: Record = FRESH,
        away: Mapping[Sense, float] = NOBODY,
    ) -> None:
        """What each sense says now; None or `unknown`: it is lost, set aside, or cannot tell.

        Args:
            pin_record, camera_record: how often each was right at this site.
            away: of senses that say nothing now, for how many seconds; what they said ages. It is dropped
                where the other one contradicts it, tells of a change meanwhile, or is silent, too.
        """
        told: dict[Sense, Observation] = {}
        if pin is not None and pin.seen != "unknown":
            told["pin"] = pin
        if camera is not None and camera.seen != "unknown":
            told["camera"] = camera
        silent = self._words.keys() - told.keys()
        if silent and not self._still_counts(silent, told, away):
            self._restart()  # what it said is not believed any longer: the other one's word is all there is
            silent.clear()
        for sense in self._away.keys() - silent:
            if not self._repeats(sense, told):  # else it is as if it had never been away
                self._age(sense, self._away[sense])
        self._away = {sense: away[sense] for sense in silent}
        records: dict[Sense, Record] = {"pin": pin_record, "camera": camera_record}
        for sense, word in told.items():
            self._hear(sense, word, records[sense])

    def _still_counts(
        self, silent: set[Sense], told: Mapping[Sense, Observation], away: Mapping[Sense, float]
    ) -> bool:
        """Whether the other sense bears out, unchanged, what a silent one has said."""
        if not told or not silent <= away.keys():
            return False
        full = {word.seen != "empty" for word in (*told.values(), *(self._words[one] for one in silent))}
        unchanged = all(self._words.get(sense, word).seen == word.seen for sense, word in told.items())
        return len(full) == 1 and unchanged

    def _repeats(self, sense: Sense, told: Mapping[Sense, Observation]) -> bool:
        """Whether a sense that is back says of the site what it said last."""
        return sense in told and told[sense].seen == self._words[sense].seen

    def _hear(self, sense: Sense, word: Observation, record: Record) -> None:
        before, old = self._words.get(sense), self._records[sense]
        if before is None:
            self._joint = self._first(sense, word, record)
        elif before.seen != word.seen:
            self._turn(sense, word, record)
            self._noticed[_other(sense)], self._noticed[sense] = True, False
        elif before.confidence != word.confidence or old != record:
            self._reweigh(sense, before, old, word, record)
        else:
            return
        self._words[sense], self._records[sense] = word, record
        self._joint = _whole(self._joint)

    def _turn(self, sense: Sense, word: Observation, record: Record) -> None:
        """A sense says something else than before."""
        start = self._joint if self._open is None else self._open
        if sense == "pin":
            self._open = self._after(start, sense, word, record, late=True)
            self._joint = self._after(self._joint, sense, word, record)
        else:
            self._joint, self._open = self._after(start, sense, word, record), None

    def _after(
        self, joint: Joint, sense: Sense, word: Observation, record: Record, *, late: bool = False
    ) -> Joint:
        stayed = self._stayed(joint, sense, word, record)
        changed = self._exchanged(sense, word, record, late=late)
        return _whole({who: list(map(add, stayed[who], changed[who])) for who in stayed})

    def _first(self, sense: Sense, word: Observation, record: Record) -> Joint:
        """A sense's first word: nothing was known of it before."""
        return {
            who: _split(sense, modes, *self._odds(sense, word, who, record))
            for who, modes in self._joint.items()
        }

    def _stayed(self, before: Joint, sense: Sense, word: Observation, record: Record) -> Joint:
        """The token is the same: the sense was wrong before, or is now."""
        joint: Joint = {}
        for who, modes in before.items():
            is_right, is_wrong = self._odds(sense, word, who, record)
            share = max(ERRS_AGAIN, error(sense, word, who, record))
            again = share * when_wrong(sense, word.seen, who, len(self._seats))
            recovers = (1 - share) * when_right(sense, word.seen, who)
            after = [0.0] * 4
            for mode, weight in enumerate(modes):
                erred = bool(mode & _BIT[sense])
                rest = mode & ~_BIT[sense]
                after[rest] += (1 - CHANGED) * weight * (recovers if erred else is_right)
                after[rest | _BIT[sense]] += (1 - CHANGED) * weight * (again if erred else is_wrong)
            joint[who] = after
        return joint

    def _exchanged(self, sense: Sense, word: Observation, record: Record, *, late: bool) -> Joint:
        """Something else stands there now: the words of both senses count as of something new.

        Args:
            late: the other one had no time yet to say so.
        """
        other = _other(sense)
        said = self._words.get(other)
        joint: Joint = {}
        for who, weight in self._fresh.items():
            fits = CHANGED
            if said is not None and not late:  # how it judges the new one its next word tells
                is_right, is_wrong = self._odds(other, said, who, self._records[other])
                fits *= is_right * (1.0 if self._noticed[sense] else UNNOTICED) + is_wrong
            joint[who] = _split(sense, [weight * fits, 0, 0, 0], *self._odds(sense, word, who, record))
        return joint

    def _reweigh(
        self, sense: Sense, before: Observation, old: Record, word: Observation, record: Record
    ) -> None:
        """The same word, surer or less sure than it was, or of a sense that has gained or lost trust."""
        for joint in (self._joint, self._open or {}):
            for who, modes in joint.items():
                was, now = error(sense, before, who, old), error(sense, word, who, record)
                for mode in range(4):
                    modes[mode] *= now / was if mode & _BIT[sense] else (1 - now) / (1 - was)

    def _odds(self, sense: Sense, word: Observation, who: Occupant, record: Record) -> tuple[float, float]:
        """How likely the word is, said rightly and said in error."""
        share = error(sense, word, who, record)
        wrongly = when_wrong(sense, word.seen, who, len(self._seats))
        return (1 - share) * when_right(sense, word.seen, who), share * wrongly

    def belief(self, expected: Mapping[Occupant, float], covered_s: float = 0.0) -> Belief:
        """What stands there, given what the game expects.

        Args:
            expected: of the same occupants, as `prior` gives it.
            covered_s: how long a hand has been over the site since the camera's word, which ages by it.
        """
        joint = self._aged(self._joint, "camera", covered_s)
        for sense, seconds in self._away.items():
            joint = self._aged(joint, sense, seconds)
        seen = {who: sum(modes) for who, modes in joint.items()}
        return Belief.of({who: expected[who] * seen[who] / self._fresh[who] for who in seen})

    def age(self, covered_s: float) -> None:
        """A hand has been over the site for so long, and now the camera has a word of it again."""
        self._age("camera", covered_s)

    def _age(self, sense: Sense, seconds: float) -> None:
        self._joint = self._aged(self._joint, sense, seconds)
        self._open = None if self._open is None else self._aged(self._open, sense, seconds)

    def _aged(self, joint: Joint, sense: Sense, seconds: float) -> Joint:
        """What one sense said fades towards what the other one's word alone would have one believe."""
        if seconds <= 0 or sense not in self._words:
            return joint
        kept, alone = 0.5 ** (seconds / HALF_LIFE_S), self._alone(_other(sense))
        return {
            who: [kept * modes[0] + (1 - kept) * alone[who], *(kept * weight for weight in modes[1:])]
            for who, modes in joint.items()
        }

    def _alone(self, sense: Sense) -> dict[Occupant, float]:
        """What one sense's word alone would have one believe."""
        word, record = self._words.get(sense), self._records[sense]
        if word is None:
            return self._fresh
        told = {
            who: weight * sum(self._odds(sense, word, who, record)) for who, weight in self._fresh.items()
        }
        total = sum(told.values())
        return {who: weight / total for who, weight in told.items()}


_BIT: Final[Mapping[Sense, int]] = {"camera": 1, "pin": 2}


def _other(sense: Sense) -> Sense:
    return "camera" if sense == "pin" else "pin"


def _whole(joint: Joint) -> Joint:
    """The same, adding up to one."""
    total = sum(map(sum, joint.values()))
    return {who: [weight / total for weight in modes] for who, modes in joint.items()}


def _split(sense: Sense, modes: Sequence[float], is_right: float, is_wrong: float) -> list[float]:
    """The weights with this sense's mode drawn anew."""
    after = [0.0] * 4
    for mode, weight in enumerate(modes):
        rest = mode & ~_BIT[sense]
        after[rest] += weight * is_right
        after[rest | _BIT[sense]] += weight * is_wrong
    return after


def weigh(
    expected: Mapping[Occupant, float],
    pin: Observation | None,
    camera: Observation | None,
    *,
    pin_record: Record = FRESH,
    camera_record: Record = FRESH,
    covered_s: float = 0.0,
) -> Belief:
    """What one look at a site tells of which nothing was known before; see `Filter`."""
    one = Filter([who for who in expected if who != "empty" and who != "other"])
    one.look(pin, camera, pin_record=pin_record, camera_record=camera_record)
    return one.belief(expected, covered_s)
