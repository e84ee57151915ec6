"""Drawing cards: the row, the decks, the second card."""

from collections.abc import Mapping
from typing import Final

from announce.refusals.reply import RefusalWords, RefusedCommand
from announce.vocabulary import Vocabulary
from announce.words import Message, Words
from engine import LOCOMOTIVE, DrawCard, Reason


def no_cards_left(v: Vocabulary, *, tickets: bool) -> Words:
    """Only what everybody knows: what a hand could still pay for is not said. `tickets`: some are left."""
    p = v.phrases
    brief = p.sentence("no cards left to draw.")
    if tickets:
        return Words(
            p.sentence("no cards to draw: deck and discards are empty. Claim a route or take tickets."), brief
        )
    return Words(p.sentence("no cards and no tickets to draw: their decks are empty."), brief)


def _not_in_row(at: RefusedCommand) -> Words:
    command = at.refusal.command
    index = command.index if isinstance(command, DrawCard) else None
    if index is None or index < 0:
        return at.words(
            "not drawn: no card of the row was named. Choose one, or the deck.",
            "no card was named. Choose one.",
        )
    return at.words(
        "not drawn: the row has no number {n} now. Choose another, or the deck.",
        "no number {n}. Choose another.",
        n=index + 1,
    )


def _only_first(at: RefusedCommand) -> Words:
    return Words(
        at.sentence("a face-up locomotive only as first card. Take another card, or the deck.")
        if len(at.state.edition.decks) == 1
        else at.sentence("a face-up wild card only as first card. Take another card, or a deck."),
        at.sentence("first card only. Choose again."),
    )


DRAWING: Final[Mapping[Reason, RefusalWords]] = {
    Reason.NO_CARDS_LEFT: RefusalWords(
        public=lambda at: no_cards_left(at.v, tickets=len(at.state.ticket_deck) > 0),
        plain="Deck and discards have too few cards to draw.",
    ),
    Reason.DECK_EMPTY: RefusalWords(
        public=Message(
            "not drawn: the deck is empty. Take a card of the row.", "deck empty. Take from the row."
        ),
        plain="The deck is empty; take a card from the row.",
    ),
    Reason.NO_SUCH_DECK: RefusalWords(
        public=Message("{what}: no such deck was named. Choose a deck again.", "which deck? Choose again."),
        plain="Name a deck of this edition; with two decks also the one that refills the row.",
    ),
    Reason.NO_SUCH_ROW_CARD: RefusalWords(
        public=_not_in_row,
        plain=lambda state, no: f"The row has {no.have} cards, counted from 0; there is none at {no.need}.",
        choosing=True,
    ),
    Reason.LOCOMOTIVE_ONLY_FIRST: RefusalWords(
        public=_only_first,
        plain=lambda state, no: (
            "A face-up locomotive can only be the first card."
            if state.edition.wild == LOCOMOTIVE
            else "A face-up wild card can only be the first card."
        ),
        choosing=True,
    ),
    Reason.TAKE_SECOND_CARD: RefusalWords(
        public=lambda at: Words(
            at.first(at.sentence("{what}: {seat} has drawn one card. Take the second first.")),
            at.sentence("take the second card first."),
        ),
        plain="One card is drawn; take the second one first.",
    ),
}
