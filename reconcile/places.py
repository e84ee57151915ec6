"""What the senses last said of one site, and since when: all times are monotonic seconds."""

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, Literal

from engine import SEATS, Seat
from reconcile.findings import TokenSettled
from tabletop import Observation, Seen, Sense

QUIET_S: Final = 0.5  # without a change before anything is judged
VIEW_S: Final = 2.0  # how long the camera may take to see what a pin feels
HAND_S: Final = 0.3  # after the last sight of a hand over a site
TOUCHED_S: Final = 3.0  # so soon after a hand the camera tells what it has left
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
class Senses:
    """Which senses are live now."""

    pin: bool = False
    camera: bool = False
    camera_since: float = float("-inf")
    camera_until: float = float("-inf")  # when it was last lost, or stopped seeing
    now: float = float("-inf")  # of the present look

    @property
    def both(self) -> bool:
        """Whether one can be held against the other."""
        return self.pin and self.camera

    @property
    def just_back(self) -> bool:
        """Whether the camera has not had the time to look everywhere since it is live."""
        return self.now - self.camera_since < VIEW_S - 1e-9

    @property
    def none(self) -> bool:
        """Whether the board is only as last known."""
        return not (self.pin or self.camera)

    def live(self, sense: Sense) -> bool:
        """Whether this one is live."""
        return self.pin if sense == "pin" else self.camera


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

    words: dict[Sense, Word] = field(default_factory=lambda: {"pin": Word(), "camera": Word()})
    changed_at: float = float("-inf")
    hand_at: float = float("-inf")
    hand_since: float | None = None
    covered_s: float = 0.0  # how long a hand has been over it since the camera's last word
    missing_since: float | None = None
    witnessed: bool = False  # the token that stands there was seen or felt to come
    pin_works: bool = False  # it has felt something this evening
    said: set[Said] = field(default_factory=set)
    told_not: set[Seat] = field(default_factory=set)  # it was told that the token is not this seat's
    flickering_told: set[Sense] = field(default_factory=set)
    was_empty: bool = False  # so whose token stands there is anybody's guess, until a sense surely names it

    @property
    def pin(self) -> Observation | None:
        """The pin's last word."""
        return self.words["pin"].now

    @property
    def camera(self) -> Observation | None:
        """The camera's last word."""
        return self.words["camera"].now

    def take(self, item: Observation, senses: Senses) -> TokenSettled | None:
        """A sense has settled; returns the sound of it when this sense leads and a token came or went."""
        word = self.words[item.sense]
        before, word.now = word.now, item
        if item.sense == "camera":
            self.covered_s = 0.0
        if before is not None and before.seen == item.seen:
            return None
        word.heard(item)
        first = before is None or before.seen == "unknown"
        leads = item.sense == "pin" or not senses.pin
        if leads and item.seen == "empty" and not first:
            self.was_empty = True  # however soon the next token comes
        if not (first and item.seen in ("empty", "unknown")):
            if self._confirms(item, senses):
                self.said &= {"view"}
            else:
                self.changed_at = max(self.changed_at, item.at)
                self.said.clear()
        self.pin_works = self.pin_works or self.felt()
        self._witness(item.sense, item.seen, live=senses.live(item.sense))
        if not leads or before is None or "unknown" in (before.seen, item.seen):
            return None
        return _sound(item)

    def _confirms(self, item: Observation, senses: Senses) -> bool:
        """Whether the camera only sees what the pin has felt: that is no change of the board."""
        felt = self.believed("pin", senses)
        if item.sense != "camera" or felt is None or "unknown" in (felt.seen, item.seen):
            return False
        return (felt.seen == "empty") == (item.seen == "empty")

    def _witness(self, sense: Sense, seen: Seen, *, live: bool) -> None:
        word = self.words[sense]
        if seen == "unknown":
            if sense == "pin":
                word.definite = None
                self._doubt_coming(sense)
            return  # but the camera sees by a token where a hand was what has come
        came = live and word.definite == "empty" and seen != "empty"
        word.definite = seen
        if came:
            self.witnessed = True
        elif not self.occupied_by_word():
            self.witnessed = False

    def _doubt_coming(self, sense: Sense) -> None:
        """What a sense says that was set aside it may say by itself; the other one may have seen it come."""
        self.witnessed = self.witnessed and self._occupied_by("camera" if sense == "pin" else "pin")

    def lose(self, sense: Sense) -> None:
        """The sense is gone: its words are old, and what it says first when it is back is not news."""
        self.words[sense] = Word(aside=self.words[sense].aside, changes=self.words[sense].changes)

    def hand(self, at: float) -> None:
        """Something moves over the site."""
        if at - self.hand_at > HAND_S:
            self.hand_since = at
        else:
            self.covered_s += at - self.hand_at
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
        """Whether its pin changed oftener than a token that is set and stays."""
        return self.words["pin"].changed_within(now, UNREST_S) >= FUMBLED

    def believed(self, sense: Sense, senses: Senses) -> Observation | None:
        """The last word of a sense that is live and not set aside."""
        word = self.words[sense]
        if not senses.live(sense) or word.aside or (sense == "camera" and self.outdated(senses)):
            return None
        return word.now

    def outdated(self, senses: Senses) -> bool:
        """Whether the camera, only just back, said its word before it was away and before the site changed.

        It says only what it sees otherwise than before; after a while its silence is a word, too.
        """
        camera = self.camera
        return (
            camera is not None and senses.just_back and camera.at < min(senses.camera_since, self.changed_at)
        )

    def unlooked(self, senses: Senses) -> bool:
        """Whether the camera is only just back and has said nothing yet of the site as it is now."""
        return senses.camera and senses.just_back and self.believed("camera", senses) is None

    def covered(self, now: float, senses: Senses) -> bool:
        """Whether a hand is over it, as far as anybody can see."""
        return senses.camera and now - self.hand_at < HAND_S

    def touched(self) -> bool:
        """Whether a hand was over it shortly before the camera saw a token there; glare tells of none."""
        if self.camera is None or not self._occupied_by("camera"):
            return False
        return 0 <= self.camera.at - self.hand_at <= TOUCHED_S

    def quiet(self, now: float, senses: Senses) -> bool:
        """Whether it has rested long enough to be judged."""
        return now - self.changed_at >= QUIET_S - 1e-9 and not self.covered(now, senses)

    def calm_for(self, now: float) -> float:
        """Seconds since the last change or hand."""
        return now - max(self.changed_at, self.hand_at)

    def camera_has_looked(self, now: float, senses: Senses) -> bool:
        """Whether the camera had its chance to see what a pin feels."""
        if not senses.both or self.pin is None:
            return True
        camera = self.believed("camera", senses)
        if camera is not None and camera.seen not in ("empty", "unknown"):
            return True  # it sees a token, whenever it came
        return min(self.calm_for(now), now - senses.camera_since) >= VIEW_S

    def coming_since(self, now: float, senses: Senses) -> float:
        """Since when a token is felt there that cannot be judged yet: fresh, under a hand, not seen.

        Without pins: since when it is seen. Infinity: there is none.
        """
        first = self.believed("pin" if senses.pin else "camera", senses)
        if first is None or first.seen in ("empty", "unknown"):
            return float("inf")
        judged = self.quiet(now, senses) and self.camera_has_looked(now, senses)
        return float("inf") if judged else first.at

    def contradicts(self, senses: Senses) -> bool:
        """Whether pin and camera say the opposite of each other."""
        pin, camera = self.believed("pin", senses), self.believed("camera", senses)
        if pin is None or camera is None or "unknown" in (pin.seen, camera.seen):
            return False
        return (pin.seen == "empty") != (camera.seen == "empty")

    def occupied_by_word(self) -> bool:
        """Whether either sense's last word was of a token."""
        return any(self._occupied_by(sense) for sense in self.words)

    def _occupied_by(self, sense: Sense) -> bool:
        now = self.words[sense].now
        return now is not None and now.seen not in ("empty", "unknown")

    def told(self, senses: Senses) -> bool:
        """Whether a sense that is believed says whose token it is."""
        words = (self.believed("pin", senses), self.believed("camera", senses))
        return any(word is not None and word.seen in SEATS for word in words)

    def names_other_than(self, seats: Sequence[Seat], senses: Senses) -> Seat | None:
        """A seat that is none of these, whose token a sense that is believed says it is."""
        words = (self.believed("pin", senses), self.believed("camera", senses))
        said = {word.seen for word in words if word is not None}
        return next((seat for seat in SEATS if seat in said and seat not in seats), None)

    def sure_name(self, senses: Senses) -> bool:
        """Whether a pin or a picture that leaves no doubt names a seat, and the other one no other."""
        pin, camera = self.believed("pin", senses), self.believed("camera", senses)
        named = pin is not None and pin.seen in SEATS
        seen = camera is not None and camera.seen in SEATS and camera.confidence >= SURE
        return (named or seen) and self.two_names(senses) is None

    def picture_doubtful(self, senses: Senses) -> bool:
        """Whether only a doubtful picture says whose token it is."""
        pin, camera = self.believed("pin", senses), self.believed("camera", senses)
        named = pin is not None and pin.seen in SEATS
        return not named and camera is not None and camera.seen in SEATS and camera.confidence < CLEAR

    def two_names(self, senses: Senses) -> tuple[Seat, Seat] | None:
        """Whose the pin and whose the camera says it is, where they name two seats."""
        pin, camera = self.believed("pin", senses), self.believed("camera", senses)
        if pin is None or camera is None or pin.seen == camera.seen:
            return None
        felt = next((seat for seat in SEATS if seat == pin.seen), None)
        seen = next((seat for seat in SEATS if seat == camera.seen), None)
        return None if felt is None or seen is None else (felt, seen)

    def felt(self) -> bool:
        """Whether the pin's last word was of a token."""
        return self._occupied_by("pin")

    def looks(self) -> Literal["empty", "something"] | Seat:
        """What the camera's last word was; only of a camera that saw."""
        if self.camera is None or self.camera.seen == "unknown":
            raise ValueError("a camera that sees nothing contradicts nothing")
        return self.camera.seen


def _sound(item: Observation) -> TokenSettled:
    match item.seen:
        case "empty":
            return TokenSettled(site=item.site, change="lifted", seat=None)
        case "something" | "unknown":
            return TokenSettled(site=item.site, change="placed", seat=None)
        case seat:
            return TokenSettled(site=item.site, change="placed", seat=seat)
