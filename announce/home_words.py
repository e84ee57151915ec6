"""Words for two homes with one game: that one has gone, that it is back; how a home is called."""

from announce.announcement import Announcement
from announce.vocabulary import Vocabulary
from announce.words import Words, tell


def called(home: str) -> str:
    """How a home is said: `kiel` is Kiel."""
    return home.replace("-", " ").title()


def away(v: Vocabulary, home: str) -> Words:
    """A home that plays along cannot be reached."""
    return v.phrases.words("{home} is away; the game goes on.", "{home} away.", home=called(home))


def back(v: Vocabulary, home: str) -> Words:
    """It plays along again."""
    return v.phrases.words("{home} is back.", home=called(home))


def waits_for(v: Vocabulary, home: str) -> tuple[Announcement, ...]:
    """The table that is followed has no game yet, or cannot be reached."""
    p, facts = v.phrases, {"home": called(home)}
    return (tell("everyone", p.words("I wait for the table in {home}.", **facts), "wait"),)
