"""The words of how each seat hears: those that try its ear, and the ways out where it has none."""

from typing import Final, assert_never

from announce.announcement import Announcement
from announce.talks.ear import in_this_ear, listen_in
from announce.talks.kit import TalkRow, aloud, here, numbered
from announce.vocabulary import Vocabulary
from announce.words import Words
from dialog.setup import Desk, EarTry, NoEar, ways_out
from engine import Seat


def _tried(v: Vocabulary, mode: EarTry, desk: Desk, asker: Seat | None) -> tuple[Announcement, ...]:
    return (listen_in(v, mode.seat), in_this_ear(v, mode.seat))


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
