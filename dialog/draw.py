"""Drawing cards: the row card by card with the decks at its end, the second card, a deck to fill the gap."""

from typing import ClassVar, Final

from dialog.effects import Do
from dialog.kit import Row, Step, into, listed, tell_place
from dialog.lists import to_acts
from dialog.mode import CHOICE, Mode, Traits
from engine import Deck, DrawCard, Seat, State


class Cards(Mode, frozen=True):
    """The row, card by card, the decks at its end."""

    TRAITS: ClassVar[Traits] = CHOICE
    index: int = 0

    def size(self, state: State) -> int:
        """The cards that lie open, and each deck."""
        return len(state.row) + len(state.edition.decks)


class Refill(Mode, frozen=True):
    """Two decks: from which of them the gap in the row is filled."""

    TRAITS: ClassVar[Traits] = CHOICE
    card: int  # its place in the row
    decks: tuple[Deck, ...]
    index: int = 0

    def size(self, state: State) -> int:
        """Each deck is an item."""
        return len(self.decks)


class Second(Mode, frozen=True):
    """One card is drawn; the next is chosen."""

    TRAITS: ClassVar[Traits] = CHOICE


def _take(mode: Cards, state: State, asker: Seat) -> Step:
    """This card of the row, or a deck's; with two decks a gap asks from which it is filled."""
    mover, beyond = state.to_move or asker, mode.index - len(state.row)
    decks = state.edition.decks
    if beyond >= 0:
        return Step(mode, (Do(DrawCard(seat=mover, source=decks[beyond])),))
    if len(decks) > 1:
        return into(Refill(mode.index, tuple(decks)))
    return Step(mode, (Do(DrawCard(seat=mover, source="row", index=mode.index)),))


def _leave(mode: Cards, state: State, asker: Seat) -> Step:
    """Back to what the row was opened from."""
    return into(Second()) if state.phase == "second-card" else to_acts(state, "row")


def _fill(mode: Refill, state: State, asker: Seat) -> Step:
    deck, mover = mode.decks[mode.index], state.to_move or asker
    return Step(mode, (Do(DrawCard(seat=mover, source="row", index=mode.card, replace=deck)),))


def _leave_refill(mode: Refill, state: State, asker: Seat) -> Step:
    return into(Cards(mode.card))


def _blind(mode: Second, state: State, asker: Seat) -> Step:
    """The second card from the deck, of two decks from that of trains."""
    deck: Deck = state.edition.decks[0]
    return Step(mode, (Do(DrawCard(seat=state.to_move or asker, source=deck)),))


def _first_card(mode: Second, state: State, asker: Seat) -> Step:
    """Read the row from its first card."""
    return into(Cards())


def _last_deck(mode: Second, state: State, asker: Seat) -> Step:
    """The end of the row: the deck, of two decks that of ships."""
    return into(Cards(Cards().size(state) - 1))


ROWS: Final = (
    listed(Cards, yes=_take, no=_leave),
    listed(Refill, yes=_fill, no=_leave_refill),
    Row(mode=Second, yes=_blind, no=tell_place, back=_last_deck, forward=_first_card),
)
