"""The words of what is done first."""

from typing import Final

from announce.edition_names import edition_named
from announce.talks.kit import aloud, fixed, here, numbered
from announce.vocabulary import Vocabulary
from announce.welcome import page_told
from announce.words import Words
from dialog.setup import Desk, Goodbye, Off, PageTold, SetUpLeft, Start, start_items


def _item(v: Vocabulary, mode: Start, desk: Desk) -> Words:
    p, items, last = v.phrases, start_items(desk), desk.facts.last
    match items[mode.index]:
        case "again" if last is not None:
            facts: dict[str, str | int] = {
                "edition": edition_named(p, last.edition),
                "seats": v.seats(last.seats),
            }
            words = p.words(
                "ready. A game as last time, {edition}: {seats}? Yes; Forward for more.",
                "ready. As last time: {edition}?",
                **facts,
            )
        case "games":
            words = p.words("another stored game.")
        case "pins":
            words = p.words("test each pin by hand.", "test each pin.")
        case "tokens":
            words = p.words("show me your tokens.")
        case "practice":
            words = p.words("button practice.")
        case "speed":
            words = p.words("how fast I speak.", "speed.")
        case "page":
            words = p.words("your page.")
        case "off":
            words = p.words("switch off.")
        case _ if mode.index == 0:
            words = p.words("ready. New game: Yes. Test pins, practise, speed: Forward.", "ready. New game?")
        case _:
            words = p.words("a new game.")
    return words if mode.index == 0 else numbered(v, words, mode.index, len(items))


def _page(v: Vocabulary, prompt: PageTold, desk: Desk) -> Words:
    """By what a phone finds the page: nobody may have a screen."""
    if not desk.facts.address:
        return Words(v.phrases.sentence("the page's address stands on the screen."))
    return page_told(v.phrases, desk.facts.address)


_OFF: Final = fixed("switch off? Yes switches the table off, No goes back.", "switch off?")
_OFF_WHERE: Final = here("switch off. Yes switches the table off, No goes back.")
_GOODBYE: Final = fixed("I switch off. Goodbye.")
_LEFT: Final = fixed("no game has begun. Goodbye.")
_WHERE: Final = here("what to do first. Yes takes it, No stays, Forward walks.")
TALK: Final = (
    aloud(Start, _item, lambda mode, desk: "ready" if mode.index == 0 else None, where=_WHERE),
    aloud(PageTold, _page),
    aloud(Off, _OFF, "question", where=_OFF_WHERE),
    aloud(Goodbye, _GOODBYE, "ready"),
    aloud(SetUpLeft, _LEFT, "ready"),
)
