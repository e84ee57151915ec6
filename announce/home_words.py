"""Words for two homes with one game: that one has gone, that it is back; how a home is called."""

from collections.abc import Mapping
from typing import Final

from announce.announcement import Announcement
from announce.catalogue import Phrases
from announce.vocabulary import Vocabulary
from announce.words import Message, Words, tell
from dialog import LineCause


def called(home: str) -> str:
    """How a home is said: `kiel` is Kiel."""
    return home.replace("-", " ").title()


def away(v: Vocabulary, home: str) -> Words:
    """A home that plays along cannot be reached."""
    return v.phrases.words("{home} is away; the game goes on.", "{home} away.", home=called(home))


def back(v: Vocabulary, home: str) -> Words:
    """It plays along again."""
    return v.phrases.words("{home} is back.", home=called(home))


_UNREACHED: Final[Mapping[LineCause | None, Message]] = {
    "unknown-host": Message(
        "the address of {home} is not found: check its name, and this table's network. I keep trying.",
        "the address of {home} is not found.",
    ),
    "refused": Message(
        "at the address of {home} no message broker answers: it has to be started there. I keep trying.",
        "the broker of {home} does not run.",
    ),
    "untrusted": Message(
        "the certificate of {home} is not known here: check both. I keep trying.",
        "the certificate of {home} is not known.",
    ),
    "forbidden": Message(
        "{home} does not let this table in: check its name and password. I keep trying.",
        "{home} does not let this table in.",
    ),
    "nonsense": Message(
        "{home} tells what this table cannot follow: bring both up to date. What was played is kept here.",
        "{home} tells what this table cannot follow.",
    ),
    "taken-over": Message(
        "another table plays with {home} under the name of this one: end one of the two."
        " I try again in 5 minutes.",
        "another table plays under the name of this one.",
    ),
    None: Message(
        "{home} does not answer: nothing can be done until it is back. I keep trying.",
        "{home} does not answer.",
    ),
}


def unreached(p: Phrases, home: str, why: LineCause | None) -> Words:
    """The table that decides cannot be reached, and why."""
    return p.said(_UNREACHED[why], home=called(home))


def waits_for(p: Phrases, home: str, why: LineCause | None = None) -> tuple[Announcement, ...]:
    """The table that is followed has no game yet, or cannot be reached."""
    if why is not None:
        return (tell("everyone", unreached(p, home, why), "lost", urgency="assertive"),)
    return (tell("everyone", p.words("I wait for the table in {home}.", home=called(home)), "wait"),)
