"""The words of what is heard step by step: an answer, the final scores, paper that is read out."""

from typing import Final

from announce.public import PublicState
from announce.talks.kit import aloud, quiet
from announce.vocabulary import Vocabulary
from announce.words import Words
from dialog import More, News, Reading


def _news(v: Vocabulary, mode: News, state: PublicState) -> Words:
    p = v.phrases
    return Words(
        p.sentence("turn up the next event card, read it out, then Yes."),
        p.sentence("read the event, then Yes."),
    )


def _more_where(v: Vocabulary, mode: More, state: PublicState) -> Words:
    p = v.phrases
    return Words(
        p.sentence("an answer in steps. Yes or Forward goes on, No leaves it."),
        p.sentence("an answer in steps."),
    )


def _reading_where(v: Vocabulary, mode: Reading, state: PublicState) -> Words:
    p = v.phrases
    return Words(
        p.sentence("the final scores, step by step. Yes goes on, No stops."),
        p.sentence("the final scores, step by step."),
    )


def _news_where(v: Vocabulary, mode: News, state: PublicState) -> Words:
    p = v.phrases
    return Words(
        p.sentence("an event card is to be read out. Yes when that is done, No waits."),
        p.sentence("an event card is to be read out."),
    )


TALK: Final = (
    quiet(More, _more_where),
    quiet(Reading, _reading_where),
    aloud(News, _news, "paper", where=_news_where),
)
