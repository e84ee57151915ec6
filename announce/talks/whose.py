"""Whose token it is, asked of everyone."""

from typing import Final

from announce.board_words import claim_or_stray
from announce.public import PublicState
from announce.talks.kit import aloud
from announce.vocabulary import Vocabulary
from announce.words import Words
from dialog import Whose


def _offered(v: Vocabulary, mode: Whose, state: PublicState) -> Words:
    p, route = v.phrases, v.site(mode.site)
    if mode.guess is None:
        return p.words(
            "nobody's? Yes, and I leave {route} alone until something changes there.",
            "nobody's?",
            route=route,
        )
    if mode.first and mode.missing is not None:
        return claim_or_stray(v, mode.guess, mode.site, mode.missing, state, unset=mode.unset)
    facts: dict[str, str | int] = {"route": route, "whose": v.whose(mode.guess)}
    if mode.first:
        return p.words(
            "a token on {route}. {whose}? Yes, or No for another seat.", "{whose}, {route}?", **facts
        )
    return p.words("{whose}? Yes, or Forward for the next seat. The token on {route}.", "{whose}?", **facts)


def _where(v: Vocabulary, mode: Whose, state: PublicState) -> Words:
    p = v.phrases
    if mode.guess is not None and mode.first and mode.missing is not None:
        return p.words(
            "whether a token is a claim. Yes makes it one, No names another seat.",
            "whether a token is a claim.",
        )
    return p.words("whose token it is. Yes takes the seat named, No names the next.", "whose token it is.")


TALK: Final = (aloud(Whose, _offered, "question", urgency="assertive", where=_where),)
