"""One thing said in three lengths, and how several things become one utterance."""

from collections.abc import Iterable
from dataclasses import dataclass

from announce.announcement import Announcement, Audience, Ear, Earcon, Urgency


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


def together(parts: Iterable[Words]) -> Words:
    """Several whole sentences as one utterance, in their order."""
    said = tuple(parts)
    return Words(
        " ".join(part.normal for part in said if part.normal),
        " ".join(part.shortest for part in said if part.shortest),
        " ".join(part.longest for part in said if part.longest),
    )


def tell(
    audience: Audience,
    words: Words,
    earcon: Earcon | None = None,
    *,
    urgency: Urgency = "polite",
    timbre: Ear | None = None,
    seq: int | None = None,
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
        seq=seq,
    )
