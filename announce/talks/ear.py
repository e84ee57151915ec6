"""The words of whose ear it is: the shared earphone is passed on, who has it. No secret is among them."""

from typing import Final

from announce.public import PublicState
from announce.talks.kit import aloud, fixed, to_a_seat
from announce.vocabulary import Vocabulary
from announce.words import Words
from dialog import EarTold, FocusOver, ForWhom, PassEar


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


def _told(v: Vocabulary, prompt: EarTold, state: PublicState) -> Words:
    p = v.phrases
    if prompt.waits is None:
        has = p.phrase("nobody") if prompt.holder is None else v.seat(prompt.holder)
        return p.words("{seat} has the earphone.", seat=has)
    waits = v.seat(prompt.waits)
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


_FREE: Final = fixed("the panel is free again.")
_PASS_WHERE: Final = fixed(
    "the shared earphone. Yes by the seat that has it in, No keeps it where it is.",
    "the shared earphone.",
)
_FOR_WHOM_WHERE: Final = fixed("whose ear it is. Yes takes the seat named, No goes back.", "whose ear it is.")
TALK: Final = (
    aloud(PassEar, _pass, "ear", timbre=lambda mode: mode.seat, where=_PASS_WHERE),
    aloud(EarTold, _told, lambda prompt, state: None if prompt.waits is None else "wait"),
    aloud(ForWhom, _for_whom, where=_FOR_WHOM_WHERE),
    to_a_seat(FocusOver, _FREE, lambda prompt, state, asker: prompt.seat),
)
