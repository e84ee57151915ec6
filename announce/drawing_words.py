"""The words of a draw: a card of the row or a deck, the second card, and that there is none to be had."""

from announce.vocabulary import Vocabulary
from announce.words import Words, for_an_ear
from dialog import CardOffered, SecondCard


@for_an_ear
def card_offered(v: Vocabulary, prompt: CardOffered) -> Words:
    """A card of the row, or a deck and how many cards it has."""
    p = v.phrases
    if prompt.card is None:
        return _deck(v, prompt)
    facts: dict[str, str | int] = {"n": prompt.index + 1, "card": v.a_card(prompt.card)}
    brief = p.sentence("{n}, {colour}.", n=prompt.index + 1, colour=v.colour(prompt.card))
    if prompt.whole_draw:
        return Words(p.sentence("number {n}, {card}, the whole draw.", **facts), brief)
    return Words(p.sentence("number {n}, {card}.", **facts), brief)


def _deck(v: Vocabulary, prompt: CardOffered) -> Words:
    p, count = v.phrases, prompt.deck_count
    deck = v.cards(count)
    match prompt.deck:
        case "train-deck" if not count:
            return Words(p.sentence("the train deck is empty."))
        case "train-deck":
            return Words(p.sentence("train deck, {cards}.", cards=deck), p.sentence("train deck."))
        case "ship-deck" if not count:
            return Words(p.sentence("the ship deck is empty."))
        case "ship-deck":
            return Words(p.sentence("ship deck, {cards}.", cards=deck), p.sentence("ship deck."))
        case _ if not count:
            return Words(p.sentence("the deck is empty."))
        case _:
            return Words(p.sentence("deck, {cards}.", cards=deck), p.sentence("deck."))


@for_an_ear
def second_card(v: Vocabulary, prompt: SecondCard) -> Words:
    """From which deck, or from the row."""
    p = v.phrases
    if prompt.two_decks:
        return _second_of_two(v, prompt)
    if prompt.deck_empty:
        return Words(
            p.sentence("the deck is empty. Second card: Forward for the row."),
            p.sentence("deck empty. The row?"),
        )
    return Words(
        p.sentence("second card: deck? Forward for the row."),
        p.sentence("deck?"),
        p.sentence("second card: from the deck? Yes takes it; Forward reads the row, Back its end."),
    )


def _second_of_two(v: Vocabulary, prompt: SecondCard) -> Words:
    """Yes takes from the first deck that has a card, as the rules give it."""
    p = v.phrases
    if prompt.deck_empty and prompt.ships_empty:
        return Words(
            p.sentence("both decks are empty. Second card: Forward for the row."),
            p.sentence("decks empty. The row?"),
        )
    if prompt.deck_empty:
        return Words(
            p.sentence("the train deck is empty. Second card: ship deck? Forward for the row."),
            p.sentence("ship deck?"),
        )
    if prompt.ships_empty:
        return Words(
            p.sentence("the ship deck is empty. Second card: train deck? Forward for the row."),
            p.sentence("train deck?"),
        )
    return Words(
        p.sentence("second card: train deck? Back: ship deck. Forward for the row."),
        p.sentence("train deck?"),
    )


def no_cards_left(v: Vocabulary, *, tickets: bool) -> Words:
    """Only what everybody knows: what a hand could still pay for is not said. `tickets`: some are left."""
    p = v.phrases
    brief = p.sentence("no cards left to draw.")
    if tickets:
        return Words(
            p.sentence("no cards to draw: deck and discards are empty. Claim a route or take tickets."), brief
        )
    return Words(p.sentence("no cards and no tickets to draw: their decks are empty."), brief)
