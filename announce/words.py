"""One thing said in three lengths, how several things become one utterance, and what is for one ear only."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import wraps
from typing import Generic, ParamSpec, TypeVar

from announce.announcement import Announcement, Audience, Ear, Earcon, Purpose, Urgency


@dataclass(frozen=True, slots=True)
class Words:
    """Sentences in three lengths. `brief` and `full` are as `normal` when None; "" says nothing there."""

    normal: str
    brief: str | None = None
    full: str | None = None

    @property
    def shortest(self) -> str:
        """What is said at the level `brief`."""
        return self.normal if self.brief is None else self.brief

    @property
    def longest(self) -> str:
        """What is said at the level `full`."""
        return self.normal if self.full is None else self.full


@dataclass(frozen=True, slots=True)
class Message:
    """A row of a table: the English of `Words`, with placeholders, for `Phrases.said`."""

    normal: str
    brief: str | None = None
    full: str | None = None


Causes = Mapping[str | None, Message]
"""What is said of a thing by the cause; None: of any other cause."""


def together(parts: Iterable[Words]) -> Words:
    """Several whole sentences as one utterance, in their order."""
    said = tuple(parts)
    return Words(
        " ".join(part.normal for part in said if part.normal),
        " ".join(part.shortest for part in said if part.shortest),
        " ".join(part.longest for part in said if part.longest),
    )


def then(why: Words, now: Words) -> Words:
    """One thing after the other, each in its lengths."""
    return together((why, now))


def tell(
    audience: Audience,
    words: Words,
    earcon: Earcon | None = None,
    *,
    urgency: Urgency = "polite",
    timbre: Ear | None = None,
    seq: int | None = None,
    in_the_room: bool = False,
) -> Announcement:
    """The announcement that says these words; equal lengths are kept once."""
    brief, full = words.shortest, words.longest
    return Announcement(
        audience=audience,
        urgency=urgency,
        normal=words.normal,
        earcon=earcon,
        timbre=timbre,
        brief="" if brief == words.normal else brief,
        full="" if full == words.normal else full,
        unsaid_in_brief=bool(words.normal) and not brief,
        seq=seq,
        in_the_room=in_the_room,
    )


T = TypeVar("T")
P = ParamSpec("P")


def said_as(purpose: Purpose, told: Iterable[Announcement]) -> tuple[Announcement, ...]:
    """The same words, said for this."""
    return tuple(replace(one, purpose=purpose) for one in told)


def replies(method: Callable[P, tuple[Announcement, ...]]) -> Callable[P, tuple[Announcement, ...]]:
    """Marks what words what somebody has just asked for."""

    @wraps(method)
    def answered(*args: P.args, **kwargs: P.kwargs) -> tuple[Announcement, ...]:
        return said_as("answer", method(*args, **kwargs))

    return answered


class Private(Generic[T]):
    """Words with a hand, a ticket or a mix in them. Only `whisper` opens it, and it tells one seat's ear.

    `tell` takes `Words`, so that an announcement for everyone made of this does not type-check.
    """

    __slots__ = ("_inside",)

    def __init__(self, inside: T) -> None:
        self._inside = inside

    def __repr__(self) -> str:
        return "Private(…)"  # nor into a log


def for_an_ear(worded: Callable[P, T]) -> Callable[P, Private[T]]:
    """Marks a function whose words only one seat may hear."""

    @wraps(worded)
    def guarded(*args: P.args, **kwargs: P.kwargs) -> Private[T]:
        return Private(worded(*args, **kwargs))

    return guarded


def whisper(
    seat: Ear,
    words: Private[Words],
    earcon: Earcon | None = None,
    *,
    urgency: Urgency = "polite",
    seq: int | None = None,
) -> Announcement:
    """The announcement that says private words in a seat's ear, never to everyone."""
    return tell(seat, words._inside, earcon, urgency=urgency, seq=seq)


def whispers(
    seat: Ear, steps: Private[list[Words]], earcon: Earcon | None = None, *, seq: int | None = None
) -> tuple[Announcement, ...]:
    """Private words in steps; the short sound comes before the first."""
    return tuple(
        tell(seat, words, None if place else earcon, seq=seq) for place, words in enumerate(steps._inside)
    )
