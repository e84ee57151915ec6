"""The words of an event that the table settles, for everyone to hear."""

from typing import Final

from announce.public import PublicState
from announce.talks.kit import aloud, fixed
from announce.vocabulary import Vocabulary
from announce.words import Words
from dialog import Settle


def _step(v: Vocabulary, mode: Settle, state: PublicState) -> Words:
    p, n = v.phrases, mode.number
    seat = v.seat(mode.seat or mode.seats[mode.index])
    match mode.step:
        case "seat":
            return p.words("settle an event for {seat}? Forward for the next seat.", "for {seat}?", seat=seat)
        case "coins" if n < 0:
            return Words(
                p.sentences(
                    "{seat} pays {n} dollar? Back: one more, Yes when right.",
                    "{seat} pays {n} dollars? Back: one more, Yes when right.",
                    -n,
                    seat=seat,
                )
            )
        case "coins" if n == 0:
            return p.words(
                "no dollars for {seat}? Forward: one more. Back: one to pay. Yes when right.",
                "no dollars for {seat}?",
                seat=seat,
            )
        case "coins":
            return Words(
                p.sentences(
                    "{seat} gets {n} dollar? Forward: one more, Yes when right.",
                    "{seat} gets {n} dollars? Forward: one more, Yes when right.",
                    n,
                    seat=seat,
                )
            )
        case "cards":
            cards = v.cards(n) if n else p.phrase("no cards")
            return p.words("and {cards} from the deck? Forward: one more, Yes when right.", cards=cards)
        case "retire":
            return p.words("is the event retired? Yes or No.")


_WHERE: Final = fixed(
    "an event that the table settles. Yes goes on, No begins again.",
    "an event that the table settles.",
)
TALK: Final = (aloud(Settle, _step, "question", where=_WHERE),)
