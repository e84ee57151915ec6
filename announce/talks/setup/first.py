"""The words of what is done first."""

from typing import Final

from announce.edition_names import edition_named
from announce.talks.kit import aloud, fixed, here, numbered, sentence
from announce.vocabulary import Vocabulary
from announce.words import Words
from dialog.setup import Desk, PageTold, Start, start_items


def _item(v: Vocabulary, mode: Start, desk: Desk) -> Words:
    p, items, last = v.phrases, start_items(desk), desk.facts.last
    match items[mode.index]:
        case "again" if last is not None:
            facts: dict[str, str | int] = {
                "edition": edition_named(p, last.edition),
                "seats": v.seats(last.seats),
            }
            words = Words(
                p.sentence("ready. A game as last time, {edition}: {seats}? Yes; Forward for more.", **facts),
                p.sentence("ready. As last time: {edition}?", **facts),
            )
        case "games":
            words = Words(p.sentence("another stored game."))
        case "pins":
            words = Words(p.sentence("test each pin by hand."), p.sentence("test each pin."))
        case "tokens":
            words = Words(p.sentence("show me your tokens."))
        case "practice":
            words = Words(p.sentence("button practice."))
        case "speed":
            words = Words(p.sentence("how fast I speak."), p.sentence("speed."))
        case "page":
            words = Words(p.sentence("your page."))
        case _ if mode.index == 0:
            words = Words(
                p.sentence("ready. New game: Yes. Test pins, practise, speed: Forward."),
                p.sentence("ready. New game?"),
            )
        case _:
            words = Words(p.sentence("a new game."))
    return words if mode.index == 0 else numbered(v, words, mode.index, len(items))


_PAGE: Final = fixed(sentence("the page's address stands on the screen."))
_WHERE: Final = here(sentence("what to do first. Yes takes it, No stays, Forward walks."))
TALK: Final = (
    aloud(Start, _item, lambda mode, desk: "ready" if mode.index == 0 else None, where=_WHERE),
    aloud(PageTold, _PAGE),
)
