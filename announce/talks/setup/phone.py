"""The words of a phone that has joined as a seat while the table is set up."""

from typing import Final

from announce.talks.kit import aloud, here
from announce.talks.phone import phone_joined
from announce.vocabulary import Vocabulary
from announce.words import Words
from dialog.setup import Desk, SetupPhone


def _joined(v: Vocabulary, mode: SetupPhone, desk: Desk) -> Words:
    return phone_joined(v, mode.seat)


_WHERE: Final = here("a phone that has joined. Yes keeps it, No puts it out.")
TALK: Final = (aloud(SetupPhone, _joined, "found", timbre=lambda mode: mode.seat, where=_WHERE),)
