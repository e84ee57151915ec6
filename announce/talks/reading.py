"""The words of what is heard step by step: an answer, the final scores, paper that is read out."""

from typing import Final

from announce.talks.kit import aloud, fixed, quiet
from dialog import More, News, Reading

_NEWS: Final = fixed("turn up the next event card, read it out, then Yes.", "read the event, then Yes.")
_MORE_WHERE: Final = fixed("an answer in steps. Yes or Forward goes on, No leaves it.", "an answer in steps.")
_READING_WHERE: Final = fixed(
    "the final scores, step by step. Yes goes on, No stops.",
    "the final scores, step by step.",
)
_NEWS_WHERE: Final = fixed(
    "an event card is to be read out. Yes when that is done, No waits.",
    "an event card is to be read out.",
)
TALK: Final = (
    quiet(More, _MORE_WHERE),
    quiet(Reading, _READING_WHERE),
    aloud(News, _NEWS, "paper", where=_NEWS_WHERE),
)
