"""What may be drawn now: whether any card, and which."""

from collections.abc import Iterator, Sequence

from engine.commands import DrawCard
from engine.piles import piles_of
from engine.settings import draw_needs_more_than
from engine.state import State
from engine.values import Card, Deck, Seat


def can_draw(state: State) -> bool:
    """True when the action of drawing cards may be chosen (US-24, X-2)."""
    needed, below = state.settings.draw_needs, state.edition.pile_cards
    if needed == "pile" and not below and state.deck:
        return True  # nearly always
    if state.cards == "untracked":
        return False
    pile = _pile(state)
    if below and draw_needs_more_than(needed) in (0, -1):
        pile = piles_of(state).left  # with nothing but newspapers there is nothing to draw
    if needed == "pile":
        return pile > 0
    if needed == "any_card":
        return pile > 0 or bool(state.row)
    return pile > (draw_needs_more_than(needed) or 0)


def _pile(state: State) -> int:
    pile = len(state.deck) + len(state.discards)
    return pile + len(state.ship_deck) + len(state.ship_discards)


def takeable(state: State, row: Sequence[Card] | None = None) -> bool:
    """True when the row (or this one) holds a card that can be the second one (US-17, US-18)."""
    row = state.row if row is None else row
    if state.settings.faceup_loco_second:
        return bool(row)
    wild = state.edition.wild
    return any(card != wild for card in row)


def falls_short(state: State, index: int | None) -> bool:
    """True when a first card might find no second, and that is refused (X-6); `index` None: from the deck.

    A refusal must not tell what the deck's next card is, so a card that would be turned up does not count.
    """
    if state.settings.short_draw == "allow" or _pile(state) > 1:
        return False
    if index is None:
        return not takeable(state)
    row = state.row
    return row[index] != state.edition.wild and not takeable(state, row[:index] + row[index + 1 :])


def drawing(state: State, seat: Seat) -> Iterator[DrawCard]:
    """Every card that the seat to move may draw now."""
    second, edition = state.phase == "second-card", state.edition
    if not second and not can_draw(state):
        return
    piles = piles_of(state)
    if second or not falls_short(state, None):
        for source in edition.decks:
            if piles.left_for(source):
                yield DrawCard(seat=seat, source=source)
    refills: tuple[Deck | None, ...] = edition.decks if len(edition.decks) > 1 else (None,)
    for index, card in enumerate(state.row):
        if second and card == edition.wild and not state.settings.faceup_loco_second:
            continue
        if second or not falls_short(state, index):
            for replace in refills:
                yield DrawCard(seat=seat, source="row", index=index, replace=replace)
