"""The words of how each seat hears: those that try its ear, and the ways out where it has none."""

from typing import Final, assert_never

from announce.announcement import Announcement
from announce.talks.kit import TalkRow, aloud, here, numbered
from announce.vocabulary import Vocabulary
from announce.words import Words, tell
from dialog.setup import Desk, EarTry, NoEar, ways_out
from engine import Seat


def _tried(v: Vocabulary, mode: EarTry, desk: Desk, asker: Seat | None) -> tuple[Announcement, ...]:
    """At the table that it is tried, and in the ear itself."""
    p, who = v.phrases, v.seat(mode.seat)
    listen = p.words(
        "{seat}, listen in your earphone. Yes if you hear me, No if not.", "{seat}, do you hear me?", seat=who
    )
    ear = p.words("{seat}, this is your ear. Yes if you hear me.", "your ear.", seat=who)
    return (tell("everyone", listen, "question", timbre=mode.seat), tell(mode.seat, ear, "ear"))


def _way_out(v: Vocabulary, mode: NoEar, desk: Desk) -> Words:
    p, choices = v.phrases, ways_out(desk, mode.seat)
    match choices[mode.index]:
        case "shared":
            way = p.sentence("pass round the shared earphone?")
        case "page":
            way = p.sentence("a phone, as its page?")
        case "aloud":
            way = p.sentence("say its words aloud, at the table?")
        case "hands":
            way = p.sentence("play with the cards in your hands?")
        case "seats":
            way = p.sentence("choose the seats anew?")
        case "again":
            way = p.sentence("plug in its earphone; try again?")
        case choice:
            assert_never(choice)
    if mode.index > 0:
        return numbered(v, Words(way), mode.index, len(choices))
    none = p.sentence("{seat} has no ear yet.", seat=v.seat(mode.seat))
    more = p.sentence("forward: another way.") if len(choices) > 1 else ""
    return Words(f"{none} {way} {more}".strip(), f"{none} {way}")


_TRY_WHERE: Final = here("trying an earphone. Yes: it is heard. No: another way.")
_WAY_OUT_WHERE: Final = here("a seat without an ear. Yes takes this way, No goes back.")
TALK: Final = (
    TalkRow(EarTry, _tried, _TRY_WHERE),
    aloud(NoEar, _way_out, "question", where=_WAY_OUT_WHERE),
)
