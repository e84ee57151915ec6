"""The shared earphone in words: that it is to be passed on, and who has it. No secret is among them."""

from announce.announcement import Announcement
from announce.vocabulary import Vocabulary
from announce.words import Words, tell
from dialog import EarTold, PassEarAsked


def shared_ear_told(v: Vocabulary, prompt: PassEarAsked | EarTold) -> Announcement:
    """What everybody hears of it."""
    p = v.phrases
    match prompt:
        case PassEarAsked(seat=seat, screen=True):
            facts = {"seat": v.seat(seat)}
            words = Words(
                p.sentence("words for {seat} alone: the others look away. {seat}: Yes shows them.", **facts),
                p.sentence("words for {seat}: Yes shows them.", **facts),
            )
            return tell("everyone", words, "ear", timbre=seat)
        case PassEarAsked(seat=seat):
            facts = {"seat": v.seat(seat)}
            words = Words(
                p.sentence("pass the earphone to {seat}. {seat}: Yes when it is in.", **facts),
                p.sentence("earphone to {seat}, then Yes.", **facts),
                p.sentence(
                    "pass the earphone to {seat}. {seat}: Yes when it is in. No keeps it; the words wait.",
                    **facts,
                ),
            )
            return tell("everyone", words, "ear", timbre=seat)
        case EarTold(holder=holder, waits=waits):
            if waits is None:
                has = v.phrases.phrase("nobody") if holder is None else v.seat(holder)
                return tell("everyone", Words(p.sentence("{seat} has the earphone.", seat=has)))
            words = Words(
                p.sentence("the earphone is not passed; the words for {seat} wait.", seat=v.seat(waits)),
                p.sentence("words for {seat} wait.", seat=v.seat(waits)),
            )
            return tell("everyone", words, "wait")
