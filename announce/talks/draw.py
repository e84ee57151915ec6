"""The words of a draw: a card of the row or a deck, the second card, and that there is none to be had."""

from typing import Final

from announce.public import PublicState
from announce.talks.kit import fixed, in_an_ear
from announce.vocabulary import Vocabulary
from announce.words import Words, for_an_ear
from dialog import Cards, Refill, Second
from engine import Deck


@for_an_ear
def _card(v: Vocabulary, mode: Cards, state: PublicState) -> Words:
    """A card of the row, or a deck and how many cards it has."""
    p, n = v.phrases, mode.index + 1
    beyond = mode.index - len(state.row)
    if beyond >= 0:
        return _deck(v, state.edition.decks[beyond], state)
    card = state.row[mode.index]
    facts: dict[str, str | int] = {"n": n, "card": v.a_card(card)}
    brief = p.sentence("{n}, {colour}.", n=n, colour=v.colour(card))
    if card == state.edition.wild and not state.settings.faceup_loco_second:
        if state.phase == "second-card":
            return Words(p.sentence("number {n}, {card}, not as the second card.", **facts), brief)
        return Words(p.sentence("number {n}, {card}, the whole draw.", **facts), brief)
    return Words(p.sentence("number {n}, {card}.", **facts), brief)


def _deck(v: Vocabulary, deck: Deck, state: PublicState) -> Words:
    p, count = v.phrases, len(state.ship_deck if deck == "ship-deck" else state.deck)
    cards = v.cards(count)
    match deck:
        case "train-deck" if not count:
            return p.words("the train deck is empty.")
        case "train-deck":
            return p.words("train deck, {cards}.", "train deck.", cards=cards)
        case "ship-deck" if not count:
            return p.words("the ship deck is empty.")
        case "ship-deck":
            return p.words("ship deck, {cards}.", "ship deck.", cards=cards)
        case "deck" if not count:
            return p.words("the deck is empty.")
        case "deck":
            return p.words("deck, {cards}.", "deck.", cards=cards)


@for_an_ear
def _second(v: Vocabulary, mode: Second, state: PublicState) -> Words:
    """From which deck, or from the row."""
    p, deck_empty = v.phrases, not (state.deck or state.discards)
    if len(state.edition.decks) > 1:
        return _second_of_two(v, state, deck_empty=deck_empty)
    if deck_empty:
        return p.words("the deck is empty. Second card: Forward for the row.", "deck empty. The row?")
    return p.words(
        "second card: deck? Forward for the row.",
        "deck?",
        "second card: from the deck? Yes takes it; Forward reads the row, Back its end.",
    )


def _second_of_two(v: Vocabulary, state: PublicState, *, deck_empty: bool) -> Words:
    """Yes takes from the first deck that has a card, as the rules give it."""
    p, ships_empty = v.phrases, not (state.ship_deck or state.ship_discards)
    if deck_empty and ships_empty:
        return p.words("both decks are empty. Second card: Forward for the row.", "decks empty. The row?")
    if deck_empty:
        return p.words("the train deck is empty. Second card: ship deck? Forward for the row.", "ship deck?")
    if ships_empty:
        return p.words("the ship deck is empty. Second card: train deck? Forward for the row.", "train deck?")
    return p.words("second card: train deck? Back: ship deck. Forward for the row.", "train deck?")


@for_an_ear
def _refill(v: Vocabulary, mode: Refill, state: PublicState) -> Words:
    p, n = v.phrases, mode.card + 1
    if mode.decks[mode.index] == "ship-deck":
        return p.words(
            "new card for number {n}: from the ship deck? Forward: train deck.", "refill: ship deck?", n=n
        )
    return p.words(
        "new card for number {n}: from the train deck? Forward: ship deck.", "refill: train deck?", n=n
    )


_CARDS_WHERE: Final = fixed(
    "cards of the row, then the deck. Yes takes the card, No goes back.",
    "cards of the row.",
)
_SECOND_WHERE: Final = fixed(
    "one card more. Yes takes the deck's, Forward reads the row, No waits.",
    "one card more.",
)
_REFILL_WHERE: Final = fixed(
    "which deck fills the gap. Yes takes it, No goes back to the row.",
    "which deck fills the gap.",
)
TALK: Final = (
    in_an_ear(Cards, _card, where=_CARDS_WHERE),
    in_an_ear(Second, _second, "question", where=_SECOND_WHERE),
    in_an_ear(Refill, _refill, "question", where=_REFILL_WHERE),
)
