"""The words of whose ear it is: the shared earphone is passed on, ears are tried and changed. No secret."""

from typing import Final

from announce.announcement import Announcement
from announce.public import PublicState
from announce.talks.kit import TalkRow, aloud, fixed, here, numbered, to_a_seat
from announce.vocabulary import Vocabulary
from announce.words import Words, tell
from dialog import (
    EarChanged,
    EarTested,
    EarTold,
    EarTrying,
    EarWay,
    EarWays,
    FocusOver,
    ForWhom,
    NoEars,
    PassEar,
    SeatEars,
)
from engine import Seat


def listen_in(v: Vocabulary, seat: Seat) -> Announcement:
    """At the table: an earphone is tried."""
    words = v.phrases.words(
        "{seat}, listen in your earphone. Yes if you hear me, No if not.",
        "{seat}, do you hear me?",
        seat=v.seat(seat),
    )
    return tell("everyone", words, "question", timbre=seat)


def in_this_ear(v: Vocabulary, seat: Seat) -> Announcement:
    """In the earphone that is tried."""
    words = v.phrases.words("{seat}, this is your ear. Yes if you hear me.", "your ear.", seat=v.seat(seat))
    return tell(seat, words, "ear")


def _pass(v: Vocabulary, mode: PassEar, state: PublicState) -> Words:
    p, facts = v.phrases, {"seat": v.seat(mode.seat)}
    if mode.screen:
        return p.words(
            "words for {seat} alone: the others look away. {seat}: Yes shows them.",
            "words for {seat}: Yes shows them.",
            **facts,
        )
    return p.words(
        "pass the earphone to {seat}. {seat}: Yes when it is in.",
        "earphone to {seat}, then Yes.",
        "pass the earphone to {seat}. {seat}: Yes when it is in. No keeps it; the words wait.",
        **facts,
    )


def _pass_where(v: Vocabulary, mode: PassEar, state: PublicState) -> Words:
    p = v.phrases
    if mode.screen:
        return p.words(
            "words for one seat alone. Yes by that seat shows them, No lets them wait.", "words for one seat."
        )
    return p.words(
        "the shared earphone. Yes by the seat that has it in, No keeps it where it is.",
        "the shared earphone.",
    )


def _told(v: Vocabulary, prompt: EarTold, state: PublicState) -> Words:
    p = v.phrases
    if prompt.waits is None:
        if prompt.screen:
            return p.words("no seat's words are shown now.", "nothing is shown.")
        has = p.phrase("nobody") if prompt.holder is None else v.seat(prompt.holder)
        return p.words("{seat} has the earphone.", seat=has)
    waits = v.seat(prompt.waits)
    if prompt.screen:
        return p.words("the words for {seat} are not shown; they wait.", "words wait.", seat=waits)
    return p.words(
        "the earphone is not passed; the words for {seat} wait.", "words for {seat} wait.", seat=waits
    )


def _for_whom(v: Vocabulary, mode: ForWhom, state: PublicState) -> Words:
    p = v.phrases
    facts: dict[str, str | int] = {
        "seat": v.seat(mode.seats[mode.index]),
        "n": mode.index + 1,
        "count": len(mode.seats),
    }
    full = p.sentence("for {seat}? {n} of {count}. Yes, and answers go to its ear.", **facts)
    return Words(p.sentence("for {seat}? {n} of {count}.", **facts), None, full)


def way_name(v: Vocabulary, way: EarWay | None) -> str:
    """By what a seat hears, None: by nothing."""
    p = v.phrases
    ways: dict[EarWay | None, str] = {
        "own": p.phrase("its own earphone"),
        "shared": p.phrase("the shared earphone"),
        "page": p.phrase("its page"),
        "screen": p.phrase("this screen"),
        "aloud": p.phrase("aloud"),
        None: p.phrase("no ear"),
    }
    return ways[way]


def _seat_ear(v: Vocabulary, mode: SeatEars, state: PublicState) -> Words:
    p, one = v.phrases, mode.ears[mode.index]
    facts: dict[str, str | int] = {
        "seat": v.seat(one.seat),
        "way": way_name(v, one.now),
        "n": mode.index + 1,
        "count": len(mode.ears),
    }
    return p.words("{seat}: {way}. {n} of {count}.", "{seat}: {way}.", **facts)


def _way(v: Vocabulary, mode: EarWays, state: PublicState) -> Words:
    p, way, seat = v.phrases, mode.ear.ways[mode.index], v.seat(mode.ear.seat)
    match way:
        case "own":
            words = p.words("{seat}: try its own earphone?", seat=seat)
        case "shared":
            words = p.words("{seat}: the shared earphone?", seat=seat)
        case "page":
            words = p.words("{seat}: its page, on a phone?", seat=seat)
        case "screen":
            words = p.words("{seat}: this screen?", seat=seat)
        case "aloud":
            words = p.words("{seat}: aloud, at the table?", seat=seat)
    return numbered(v, words, mode.index, len(mode.ear.ways))


def _trying(
    v: Vocabulary, prompt: EarTrying, state: PublicState, asker: Seat | None
) -> tuple[Announcement, ...]:
    return (listen_in(v, prompt.seat),)


def _tested(
    v: Vocabulary, mode: EarTested, state: PublicState, asker: Seat | None
) -> tuple[Announcement, ...]:
    return (in_this_ear(v, mode.seat),)


def _changed(v: Vocabulary, prompt: EarChanged, state: PublicState) -> Words:
    p, seat = v.phrases, v.seat(prompt.seat)
    match prompt.way:
        case None:
            return p.words("not heard: {seat} hears as before.", seat=seat)
        case "own":
            return p.words("{seat} hears by its own earphone.", seat=seat)
        case "shared":
            return p.words("{seat} hears by the shared earphone.", seat=seat)
        case "page":
            return p.words("{seat} reads its words on its page.", seat=seat)
        case "screen":
            return p.words("{seat} reads its words on this screen.", seat=seat)
        case "aloud":
            return p.words("{seat} hears its words aloud, with everybody.", seat=seat)


_EARS_WHERE: Final = fixed("how each seat hears. Yes changes it, No goes back.", "how each seat hears.")
_WAYS_WHERE: Final = fixed("ways to hear. Yes takes this one, No goes back.", "ways to hear.")
_TEST_WHERE: Final = here("trying an earphone. Yes: it is heard. No: as before.")
_NO_EARS: Final = fixed(
    "there is nothing to choose: no earphone and no page is named for this table.", "nothing to choose."
)
_FREE: Final = fixed("the panel is free again.")
_FOR_WHOM_WHERE: Final = fixed("whose ear it is. Yes takes the seat named, No goes back.", "whose ear it is.")
TALK: Final = (
    aloud(SeatEars, _seat_ear, where=_EARS_WHERE),
    aloud(EarWays, _way, where=_WAYS_WHERE),
    TalkRow(EarTrying, _trying, None),
    TalkRow(EarTested, _tested, _TEST_WHERE),
    aloud(EarChanged, _changed, "right"),
    aloud(NoEars, _NO_EARS),
    aloud(PassEar, _pass, "ear", timbre=lambda mode: mode.seat, where=_pass_where),
    aloud(EarTold, _told, lambda prompt, state: None if prompt.waits is None else "wait"),
    aloud(ForWhom, _for_whom, where=_FOR_WHOM_WHERE),
    to_a_seat(FocusOver, _FREE, lambda prompt, state, asker: prompt.seat),
)
