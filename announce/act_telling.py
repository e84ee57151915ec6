"""An act on its way to become announcements: its utterances, and what of it is told with what."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from announce.announcement import Announcement, Ear, Earcon, Urgency
from announce.lasting import LONGEST_S
from announce.public import PublicState
from announce.vocabulary import Vocabulary
from announce.words import Words, together
from engine import CardDrawn, CardGained, CoinsPaid, Event, RouteId, Seat, SeatScore, TurnStarted


@dataclass(slots=True)
class Sentences:
    """Sentences that are said together."""

    parts: list[Words]
    earcon: Earcon | None = None
    timbre: Ear | None = None
    urgency: Urgency = "polite"
    seq: int | None = None


@dataclass(slots=True)
class Telling:
    """An act on its way to become announcements."""

    v: Vocabulary
    before: PublicState | None
    after: PublicState
    opened: tuple[SeatScore, ...]  # by the end of a game; empty before it
    moved_from: RouteId | None  # the act corrects a claim: its token slid here from that route
    rebuilt: bool  # the act corrects what is built: its token came here from a city, or to one
    paying: bool  # what the claim brings is told in the same breath
    cards: int  # how many cards its large city brings
    claimer: Seat | None  # whose claim it is
    by_token: bool = True  # it was asked for by a token, which stands; else by a list, a key or a page
    public: list[Sentences] = field(default_factory=list)
    scores: list[Announcement] = field(default_factory=list)
    cards_told: bool = False
    mover: tuple[TurnStarted, int] | None = None
    drawn: tuple[CardDrawn, Sentences] | None = None  # taken from the row: what fills its gap is told with it
    filled: Sentences | None = None  # a gap of the row that was filled long after it came to be

    def say(
        self,
        words: Words,
        earcon: Earcon | None,
        seq: int,
        timbre: Ear | None = None,
        urgency: Urgency = "polite",
    ) -> None:
        """An utterance of its own to everyone."""
        self.public.append(Sentences([words], earcon, timbre, urgency, seq))

    def add_to_claim(self, words: Words, seq: int) -> Sentences:
        """A sentence more to the claim, also when a newspaper has come between; without one to the last."""
        claims = [said for said in self.public if said.earcon == "claim"]
        if not claims:
            self.add(words, seq)
            return self.public[-1]
        claims[-1].parts.append(words)
        return claims[-1]

    def add(self, words: Words, seq: int) -> None:
        """A sentence more to the last utterance, or one of its own."""
        if self.public:
            self.public[-1].parts.append(words)
        else:
            self.say(words, None, seq)


def brings(event: Event, claimer: Seat | None) -> bool:
    """True for what a claim brings its seat: by its route and cities, by the event in force, by a sticker."""
    return isinstance(event, CoinsPaid | CardGained) and claimer is not None and event.seat == claimer


def has_room(v: Vocabulary, parts: Sequence[Words]) -> bool:
    """Whether these parts can be said in one breath."""
    return v.phrases.lasts_s(together(parts).normal) <= LONGEST_S
