"""The words of a phone that has joined as a seat."""

from typing import Final

from announce.public import PublicState
from announce.talks.kit import aloud, fixed
from announce.vocabulary import Vocabulary
from announce.words import Words
from dialog import Phone
from engine import Seat


def phone_joined(v: Vocabulary, seat: Seat | None) -> Words:
    """A phone has joined as a seat; None: as the host."""
    p = v.phrases
    if seat is None:
        return p.words(
            "a phone joined as the host. If that is wrong, press No. Yes lets it stay.",
            "a phone joined as the host.",
        )
    return p.words(
        "a phone joined as {seat}. If that is wrong, press No. Yes lets it stay.",
        "a phone joined as {seat}.",
        seat=v.seat(seat),
    )


def _joined(v: Vocabulary, mode: Phone, state: PublicState) -> Words:
    return phone_joined(v, mode.seat)


_WHERE: Final = fixed("a phone that has joined. Yes keeps it, No puts it out.", "a phone that has joined.")
TALK: Final = (aloud(Phone, _joined, "found", timbre=lambda mode: mode.seat, where=_WHERE),)
