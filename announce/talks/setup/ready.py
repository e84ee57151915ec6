"""The words of the last steps: what still stands on the board, and the start."""

from typing import Final

from announce.edition_names import edition_named
from announce.talks.kit import aloud, here
from announce.talks.setup.numbers import numbers_told
from announce.talks.setup.seats import bots_told
from announce.vocabulary import Vocabulary
from announce.words import Words
from dialog.setup import Clear, Desk, Summary


def _clear(v: Vocabulary, mode: Clear, desk: Desk) -> Words:
    p, count = v.phrases, len(desk.standing)
    text = p.sentences(
        "{n} token stands on the board: {where}. Lift it, or No to leave it.",
        "{n} tokens stand on the board, first {where}. Lift them, or No to leave them.",
        count,
        where=v.site(desk.standing[0]),
    )
    return Words(text, p.sentences("{n} token on the board.", "{n} tokens on the board.", count))


def _summary(v: Vocabulary, mode: Summary, desk: Desk) -> Words:
    """All that was chosen, in one sentence: start?"""
    p, draft, settings = v.phrases, desk.draft, desk.settings()
    facts: dict[str, str | int] = {"edition": edition_named(p, draft.edition)}
    if draft.cards == "dealt":
        cards = p.sentence("{edition}, cards dealt.", **facts)
    else:
        cards = p.sentence("{edition}, cards in your hands.", **facts)
    seats = v.seats(draft.seats)
    if draft.starter is None or draft.starter == "lot":
        first = p.sentence("the lot says who starts.")
        who = p.sentence("{seats}; starter by lot.", seats=seats)
    else:
        first = p.sentence("{seat} starts.", seat=v.seat(draft.starter))
        who = p.sentence("{seats}; {seat} starts.", seats=seats, seat=v.seat(draft.starter))
    start = p.sentence("start?")
    double = more = ""
    if len(draft.seats) <= settings.double_lock_max_seats:
        double = p.sentence("one of each double route only.")
    if settings.trains:
        more = p.sentences("each has {n} train.", "each has {n} trains.", settings.trains)
    numbers = numbers_told(v, draft.edition, settings)
    bots = bots_told(v, desk)
    normal = " ".join(filter(None, (cards, first, double, numbers, start)))
    full = " ".join(filter(None, (cards, bots, first, more, double, numbers, start)))
    return Words(normal, f"{who} {start}", full)


_CLEAR_WHERE: Final = here("tokens left on the board. Yes looks again, No leaves them.")
_SUMMARY_WHERE: Final = here("the game is ready. Yes starts it, No goes back.")
TALK: Final = (
    aloud(Clear, _clear, "off", where=_CLEAR_WHERE),
    aloud(Summary, _summary, "question", where=_SUMMARY_WHERE),
)
