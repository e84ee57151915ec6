"""The words of who starts, and what the rules say of it."""

from typing import Final

from announce.talks.kit import aloud, here
from announce.vocabulary import Vocabulary
from announce.words import Words
from dialog.setup import Desk, StarterList


def _offered(v: Vocabulary, mode: StarterList, desk: Desk) -> Words:
    p, starter, last = v.phrases, mode.starter(desk), desk.facts.last
    number = p.sentence("{n} of {count}.", n=mode.index + 1, count=mode.size(desk))
    if starter == "lot":
        lot = p.sentence("drawn by lot?")
        return Words(f"{lot} {number}", lot if last is None else p.sentence("who starts? Drawn by lot?"))
    seat = p.sentence("{seat}?", seat=v.seat(starter))
    brief = p.sentence("who starts? {seat}", seat=seat)
    if last is not None and last.starter == starter:
        brief = p.sentence("{seat} begins, as last time?", seat=v.seat(starter))
    if mode.index > 0:
        return Words(f"{seat} {number}", seat if last is None else brief)
    rule = {
        "us-accessible": p.sentence("who starts? The most experienced traveller, say the rules."),
        "us-10th-anniversary": p.sentence("who starts? The most experienced traveller, say the rules."),
        "europe": p.sentence("who starts? Whoever visited most countries, say the rules."),
        "legends-of-the-west": p.sentence("who starts? Whoever has the caboose, say the rules."),
    }.get(desk.draft.edition, p.sentence("who starts? Whoever travelled most, say the rules."))
    return Words(f"{rule} {seat} {number}", brief)


_WHERE: Final = here("who starts. Yes takes the one named, No goes back.")
TALK: Final = (aloud(StarterList, _offered, "question", where=_WHERE),)
