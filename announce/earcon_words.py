"""The short sounds by name, for those who learn them."""

from collections.abc import Mapping
from typing import get_args

from announce.announcement import Announcement, Audience, Earcon
from announce.catalogue import Phrases
from announce.places_asked import more_follows
from announce.vocabulary import Vocabulary
from announce.words import Words, tell


def earcon_names(p: Phrases) -> Mapping[Earcon, tuple[str, str]]:
    """What each sound is called when it is played to be learnt, and when it is heard."""
    return {
        "tick": (p.phrase("tick"), p.phrase("a button goes down")),
        "edge": (p.phrase("end"), p.phrase("the end of a list")),
        "place": (p.phrase("set"), p.phrase("a token stands")),
        "lift": (p.phrase("lift"), p.phrase("a token is gone")),
        "claim": (p.phrase("claim"), p.phrase("a route, station or harbor is taken; in its seat's timbre")),
        "turn": (p.phrase("turn"), p.phrase("whose turn it is; a seat's own two notes")),
        "question": (p.phrase("question"), p.phrase("an answer is wanted")),
        "refuse": (p.phrase("refused"), p.phrase("not done")),
        "off": (p.phrase("not right"), p.phrase("the board differs from the game")),
        "right": (p.phrase("right again"), p.phrase("the board is right again")),
        "fallen": (p.phrase("fallen"), p.phrase("many tokens fell")),
        "done": (p.phrase("ticket done"), p.phrase("your own ticket is done")),
        "lost": (p.phrase("device lost"), p.phrase("a device is gone")),
        "found": (p.phrase("device back"), p.phrase("a device is back")),
        "fault": (p.phrase("fault"), p.phrase("one pin is odd")),
        "ready": (p.phrase("ready"), p.phrase("all is well")),
        "wait": (p.phrase("wait"), p.phrase("still waiting")),
        "last": (p.phrase("last round"), p.phrase("the last round")),
        "win": (p.phrase("winner"), p.phrase("the winner; a seat's two notes twice, rising")),
        "ear": (p.phrase("ear"), p.phrase("private words begin")),
        "card": (p.phrase("card"), p.phrase("a card is taken")),
        "flip": (p.phrase("tunnel card"), p.phrase("a tunnel card is turned")),
        "deal": (p.phrase("dealing"), p.phrase("cards are dealt")),
        "flush": (p.phrase("new row"), p.phrase("the row is replaced")),
        "ticket": (p.phrase("tickets"), p.phrase("tickets are drawn, kept or entered")),
        "money": (p.phrase("money"), p.phrase("coins, or an exchange")),
        "paper": (p.phrase("newspaper"), p.phrase("a newspaper")),
    }


def earcons_told(v: Vocabulary, audience: Audience) -> tuple[Announcement, ...]:
    """How many short sounds there are, then each of them with what it is called and means."""
    p, sounds = v.phrases, get_args(Earcon)
    count = Words(p.sentences("{n} short sound.", "{n} short sounds.", len(sounds)))
    first = more_follows(v, [count, Words("")])[0]
    names = earcon_names(p)
    return (tell(audience, first), *(_played(p, sound, *names[sound], audience) for sound in sounds))


def _played(p: Phrases, sound: Earcon, called: str, meaning: str, audience: Audience) -> Announcement:
    words = p.words("{sound}: {meaning}.", "{sound}.", sound=called, meaning=meaning)
    return tell(audience, words, sound)
