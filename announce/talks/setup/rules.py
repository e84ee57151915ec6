"""The words of which rules are played by, and who holds the cards."""

from typing import Final

from announce.announcement import Earcon
from announce.edition_names import edition_named
from announce.talks.kit import aloud, here
from announce.vocabulary import Vocabulary
from announce.words import Words
from dialog.setup import CARD_CHOICES, CardList, Desk, EditionList, which_edition, whose_cards


def _edition(v: Vocabulary, mode: EditionList, desk: Desk) -> Words:
    p, editions = v.phrases, desk.facts.editions
    facts: dict[str, str | int] = {
        "edition": edition_named(p, editions[mode.index]),
        "n": mode.index + 1,
        "count": len(editions),
    }
    brief = p.sentence("{edition}, {n} of {count}.", **facts)
    if mode != which_edition(desk):  # the list is walked
        return Words(brief)
    normal = p.sentence("which edition? {edition}. {n} of {count}. Yes takes it, Forward goes on.", **facts)
    if desk.facts.last is None:
        return Words(normal, brief)
    if desk.facts.last.edition == editions[mode.index]:
        return Words(normal, p.sentence("{edition}, as last time?", edition=facts["edition"]))
    return Words(normal, p.sentence("which edition? {edition}, {n} of {count}.", **facts))


def _cards(v: Vocabulary, mode: CardList, desk: Desk) -> Words:
    p, last, cards = v.phrases, desk.facts.last, CARD_CHOICES[mode.index]
    again = last is not None and last.cards == cards
    if cards == "dealt":
        brief = p.sentence("cards dealt by me, as last time?") if again else p.sentence("cards dealt by me?")
        return Words(p.sentence("cards: dealt by me? Forward: in your hands."), brief)
    brief = p.sentence("cards in your hands, as last time?") if again else p.sentence("cards in your hands?")
    return Words(p.sentence("cards: in your hands? Forward: dealt by me."), brief)


def _asked(mode: EditionList | CardList, desk: Desk) -> Earcon | None:
    return "question" if mode in (which_edition(desk), whose_cards(desk)) else None


_EDITION_WHERE: Final = here("which edition. Yes takes it, No goes one step back.")
_CARDS_WHERE: Final = here("who holds the cards. Yes takes it, No goes back.")
TALK: Final = (
    aloud(EditionList, _edition, _asked, where=_EDITION_WHERE),
    aloud(CardList, _cards, _asked, where=_CARDS_WHERE),
)
