"""Words for two homes with one game: that one has gone, that it is back; how a home is called."""

from announce.vocabulary import Vocabulary
from announce.words import Words


def called(home: str) -> str:
    """How a home is said: `kiel` is Kiel."""
    return home.replace("-", " ").title()


def away(v: Vocabulary, home: str) -> Words:
    """A home that plays along cannot be reached."""
    return v.phrases.words("{home} is away; the game goes on.", "{home} away.", home=called(home))


def back(v: Vocabulary, home: str) -> Words:
    """It plays along again."""
    return v.phrases.words("{home} is back.", home=called(home))
