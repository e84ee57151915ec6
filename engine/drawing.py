"""Drawing cards: what may be drawn, and what follows from it."""

from collections.abc import Iterator, Sequence
from typing import Literal

from engine.commands import DrawCard, Refusal
from engine.ending import end_turn
from engine.events import CardDrawn, Event
from engine.piles import Piles, piles_of
from engine.reasons import Reason
from engine.refusing import refuse
from engine.settings import draw_needs_more_than
from engine.state import State
from engine.values import Card, Deck, Seat


def can_draw(state: State) -> bool:
    """True when the action of drawing cards may be chosen (US-24, X-2)."""
    if state.cards == "untracked":
        return False
    pile, needed = len(state.deck) + len(state.discards), state.settings.draw_needs
    if needed == "pile" and pile:
        if not state.edition.pile_cards:
            return True  # nearly always
    elif state.ship_deck or state.ship_discards:
        pile += len(state.ship_deck) + len(state.ship_discards)
    if state.edition.pile_cards and draw_needs_more_than(needed) in (0, -1):
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


def draw_card(state: State, command: DrawCard) -> tuple[Event, ...] | Refusal:
    """What follows from drawing a card."""
    second = state.phase == "second-card"
    if not second and not can_draw(state):
        return refuse(state, command, Reason.NO_CARDS_LEFT)
    piles = piles_of(state)
    taken = _from_row(state, command, piles) if command.source == "row" else _blind(state, command, piles)
    if isinstance(taken, Refusal):
        return taken
    face_up_wild = taken == state.edition.wild and command.source == "row"
    another = piles.left > 0 or takeable(state, piles.row)
    if not second and not face_up_wild and another:
        return tuple(piles.events)
    return end_turn(state, command.seat, piles.events)


def _blind(state: State, command: DrawCard, piles: Piles) -> Card | Refusal:
    source = command.source
    if source == "row" or source not in state.edition.decks:
        return refuse(state, command, Reason.NO_SUCH_DECK)
    if not piles.left_for(source):
        return refuse(state, command, Reason.DECK_EMPTY)
    if state.phase == "turn" and falls_short(state, None):
        return refuse(state, command, Reason.NO_CARDS_LEFT, when="short", need=2, have=1)
    source = piles.source_of(source)
    card = piles.take(source)
    piles.events.append(_drawn(state, command, None, card, source))
    piles.taken()
    return card


def _from_row(state: State, command: DrawCard, piles: Piles) -> Card | Refusal:
    index, decks = command.index, state.edition.decks
    if index is None or not 0 <= index < len(piles.row):
        return refuse(state, command, Reason.NO_SUCH_ROW_CARD, need=index, have=len(piles.row))
    if command.replace not in decks if len(decks) > 1 else command.replace not in (None, *decks):
        return refuse(state, command, Reason.NO_SUCH_DECK, when="replace")
    card = piles.row[index]
    if card == state.edition.wild and state.phase == "second-card" and not state.settings.faceup_loco_second:
        return refuse(state, command, Reason.LOCOMOTIVE_ONLY_FIRST)
    if state.phase == "turn" and falls_short(state, index):
        return refuse(state, command, Reason.NO_CARDS_LEFT, when="short", need=2, have=1)
    del piles.row[index]
    piles.events.append(_drawn(state, command, index, card, "row"))
    piles.replace(index, command.replace)
    return card


def _drawn(
    state: State, command: DrawCard, index: int | None, card: Card, source: Deck | Literal["row"]
) -> CardDrawn:
    second = state.phase == "second-card"
    return CardDrawn(seat=command.seat, source=source, index=index, card=card, second=second)
