"""Drawing cards: what follows from it."""

from typing import Final, Literal

from engine.commands import DrawCard, Refusal
from engine.drawable import can_draw, falls_short, takeable
from engine.ending import end_turn
from engine.events import CardDrawn, Event, RowRefilled
from engine.piles import Piles, piles_of
from engine.reasons import Reason
from engine.refusing import refuse
from engine.state import State
from engine.values import Card, Deck

_ONE_DECK: Final = ("deck", "row")
"""Where a card can be drawn from where there is one deck."""
_ONE_CARD: Final = ("pile", "any_card")
"""What `draw_needs` may say where one card in the deck is enough."""


def draw_card(state: State, command: DrawCard) -> tuple[Event, ...] | Refusal:
    """What follows from drawing a card."""
    usual = _usual(state, command)
    return _by_piles(state, command) if usual is None else usual


def _by_piles(state: State, command: DrawCard) -> tuple[Event, ...] | Refusal:
    """What follows from drawing a card, however few there are, and wherever the discards come in."""
    second = state.phase == "second-card"
    if not second and not can_draw(state):
        return refuse(state, command, Reason.NO_CARDS_LEFT)
    piles = piles_of(state)
    taken = _from_row(state, command, piles) if command.source == "row" else _blind(state, command, piles)
    if isinstance(taken, Refusal):
        return taken
    face_up_wild = taken == state.edition.wild and command.source == "row"
    if not (second or face_up_wild) and (piles.left > 0 or takeable(state, piles.row)):
        return tuple(piles.events)
    return end_turn(state, command.seat, piles.events)


def _usual(state: State, command: DrawCard) -> tuple[Event, ...] | None:
    """What nearly every draw brings: no deck is made anew by it, and the row is whole before and after.

    None: the piles themselves have to be looked at, or the command is wrong.
    """
    seat, source, settings, edition = command.seat, command.source, state.settings, state.edition
    if edition.one_deck:
        deck = state.deck if source in _ONE_DECK and command.replace is None else ()
    else:
        deck = _deck_asked(state, command)
    if len(deck) < 2 or settings.draw_needs not in _ONE_CARD:
        return None
    second = state.phase == "second-card"
    if source != "row":
        drawn = CardDrawn(seat=seat, source=source, index=None, card=deck[0], second=second)
        return end_turn(state, seat, [drawn]) if second else (drawn,)
    index, row, comes, wild = command.index, state.row, deck[0], edition.wild
    if index is None or not 0 <= index < len(row) == settings.row_size:
        return None
    card, wilds = row[index], row.count(wild)
    if card == wild:
        if second and not settings.faceup_loco_second:
            return None
        wilds -= 1
    if wilds + (comes == wild) >= settings.flush_at:
        return None
    drawn = CardDrawn(seat=seat, source="row", index=index, card=card, second=second)
    filled = RowRefilled(index=index, card=comes)
    return end_turn(state, seat, [drawn, filled]) if second or card == wild else (drawn, filled)


def _deck_asked(state: State, command: DrawCard) -> tuple[Card, ...]:
    """Of several decks the one that gives a card, blind or turned up; none where it is not so simple."""
    edition, refill = state.edition, command.replace
    asked = refill if command.source == "row" else command.source
    if edition.pile_cards or asked not in edition.decks:
        return ()
    deck, other, lain = state.deck, state.ship_deck, state.ship_discards
    if asked == "ship-deck":
        deck, other, lain = other, deck, state.discards
    return () if lain and not other else deck  # a deck that is empty is made anew by any draw


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
    if command.replace not in decks and (len(decks) > 1 or command.replace is not None):
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
