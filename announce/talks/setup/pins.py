"""The words of the tour of the pins."""

from typing import Final

from announce.talks.kit import aloud, here
from announce.vocabulary import Vocabulary
from announce.words import Words
from dialog.setup import Desk, PinFelt, PinTour, TourBegins, TourEnds


def _begins(v: Vocabulary, prompt: TourBegins, desk: Desk) -> Words:
    p = v.phrases
    normal = p.sentences(
        "touch each pin with a token to hear its name; there is {n}. No ends.",
        "touch each pin with a token to hear its name; there are {n}. No ends.",
        len(desk.pins),
    )
    return Words(normal, p.sentence("touch each pin. No ends."))


def _felt(v: Vocabulary, prompt: PinFelt, desk: Desk) -> Words:
    p, where = v.phrases, v.site(prompt.site)
    facts: dict[str, str | int] = {"where": where, "tested": prompt.tested, "count": len(desk.pins)}
    normal = p.sentence("{where}. {tested} of {count}.", **facts)
    return Words(normal, p.sentence("{where}.", where=where))


def _untested(v: Vocabulary, mode: PinTour, desk: Desk) -> Words:
    p, left = v.phrases, mode.left(desk)
    if not left:
        return p.words("every pin was tested.")
    where = v.site(left[mode.index % len(left)])
    return p.words("not yet: {where}; {left} left.", where=where, left=len(left))


def _ends(v: Vocabulary, prompt: TourEnds, desk: Desk) -> Words:
    p, count = v.phrases, len(desk.pins)
    return p.words("{tested} of {count} pins were tested.", tested=prompt.tested, count=count)


_WHERE: Final = here("each pin by hand. Yes names the next, No ends.")
TALK: Final = (
    aloud(TourBegins, _begins),
    aloud(PinFelt, _felt, "right"),
    aloud(PinTour, _untested, lambda mode, desk: None if mode.left(desk) else "ready", where=_WHERE),
    aloud(TourEnds, _ends),
)
