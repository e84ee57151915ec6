"""Decks with newspapers: one that comes up turns an event, and the next card counts (LW-23 to LW-32)."""

from engine.event_effects import Effect, event_effect
from engine.events import RowRefilled, RowTurned
from engine.optional_events import (
    CardGained,
    CoinsPaid,
    EventRetired,
    EventsShuffled,
    EventTurned,
    NewspaperTurned,
)
from engine.piles import Piles
from engine.settings import can_settle
from engine.shuffle import shuffled
from engine.state import State
from engine.values import LOCOMOTIVE, NEWSPAPER, Card, CityId, Deck, RouteId, Seat


class NewsPiles(Piles):
    """Piles whose newspapers never reach a hand or the row, with the events that they turn.

    Coins and cards of a lightning event go to the seat to move, or to all. Its cards come after the card for
    which the newspaper was turned, so that the one drawn is always the next in the deck.
    """

    __slots__ = ("_dealt", "_first", "_mover", "_pending", "_seats", "coins", "event_deck", "event_discards")

    def __init__(self, state: State) -> None:
        super().__init__(state.deck, state.row, state.discards, state.settings, state.seed, state.seq)
        self._dealt = state.cards == "dealt"
        self._mover = state.to_move
        self._first = state.phase == "turn"
        self._seats = state.seats
        self._pending: list[tuple[Seat, str]] = []
        self.coins = dict(state.coins)
        self.event_deck = state.event_deck
        self.event_discards = state.event_discards

    @property
    def left(self) -> int:
        """Cards that can still come into a hand or the row; newspapers are none."""
        return super().left - self._deck[self._at :].count(NEWSPAPER) - self.discards.count(NEWSPAPER)

    def take(self, source: Deck = "deck") -> Card:
        """The top card for the seat to move. Ask `left_for` before."""
        first, self._first = self._first, False
        return self._next(self._mover, first)

    def taken(self) -> None:
        """After the event that tells where a card went: the deck made anew, then what an event still owes."""
        super().taken()
        while self._pending:
            seat, why = self._pending.pop(0)
            self.gain(seat, why)

    def gain(self, seat: Seat, why: str, city: CityId | None = None) -> None:
        """A seat gets the top card outside of a draw; nothing when there is none (LW-47).

        With cards in hands it takes one itself, if the table's deck has one: that it may is what is told.
        """
        if not self._dealt:
            self.events.append(CardGained(seat=seat, card=None, why=why, city=city))
        elif self.left:
            self.events.append(CardGained(seat=seat, card=self._next(seat), why=why, city=city))
            self.taken()

    def pay(self, seat: Seat, amount: int, why: str, route: RouteId | None = None) -> None:
        """A seat gets coins, or pays what it has of them."""
        have = self.coins.get(seat, 0)
        amount = max(amount, -have)
        if amount:
            self.coins[seat] = have + amount
            self.events.append(CoinsPaid(seat=seat, amount=amount, why=why, total=have + amount, route=route))

    def retire(self) -> None:
        """The current event leaves the campaign, and the next is turned at once (LW-31)."""
        self.events.append(EventRetired(event=self.event_discards[-1]))
        self.event_discards = self.event_discards[:-1]
        self._turn_event()

    def turn_row(self) -> None:
        """Discard the row; newspapers on the way to a new one are turned by `settle`, one by one (LW-26)."""
        flushed = tuple(self.row)
        self.discards += flushed
        end = min(self._at + self.settings.row_size, len(self._deck))
        while NEWSPAPER in self._deck[self._at : end]:
            end -= 1
        turned = self._deck[self._at : end]
        self._at = end
        self.row = list(turned)
        self.events.append(RowTurned(row=turned, flushed=flushed))
        self.taken()

    def _refill(self, index: int) -> None:
        card = self._next(None)
        self.row.insert(index, card)
        self.events.append(RowRefilled(index=index, card=card))
        self.taken()

    def _next(self, seat: Seat | None, first: bool = False) -> Card:
        while True:
            card = super().take()
            if card != NEWSPAPER:
                return card
            self.discards += (card,)
            self.events.append(NewspaperTurned(seat=seat, first=first))
            first = False
            super().taken()
            self._turn_event()

    def _turn_event(self) -> None:
        below = self.event_discards[:-1]
        if not self.event_deck and below and self.settings.events_empty == "reshuffle":
            self.event_deck = shuffled(below, self._seed, self._seq + len(self.events))
            self.event_discards = self.event_discards[-1:]
            self.events.append(EventsShuffled(deck=self.event_deck, count=len(below)))
        if not self.event_deck:
            return
        name, self.event_deck = self.event_deck[0], self.event_deck[1:]
        self.event_discards += (name,)
        effect = event_effect(self.settings.events, name)
        self.events.append(EventTurned(event=name, lightning=effect.lightning))
        if effect.lightning and not effect.table:
            self._strike(effect)

    def _strike(self, effect: Effect) -> None:
        """A lightning event acts, once (LW-30)."""
        mover = () if self._mover is None else (self._mover,)
        for seat in self._seats if effect.everyone else mover:
            self.pay(seat, effect.coins, effect.name)
            self._pending += [(seat, effect.name)] * effect.cards
        if effect.retire:
            self.retire()

    def _flush_helps(self) -> bool:
        rest = [*self._deck[self._at :], *self.discards]
        return _settles(self, [card for card in rest if card != NEWSPAPER])


class SetupPiles(Piles):
    """The deck while hands and row are dealt: newspapers lie below all that is dealt (LW-6, LW-7)."""

    __slots__ = ()

    @property
    def used(self) -> int:
        """How many cards have left the deck."""
        return self._at

    def _flush_helps(self) -> bool:
        rest = [card for card in self._deck[self._at :] if card != NEWSPAPER]
        if len(rest) <= self.settings.row_size:
            return False
        return _settles(self, [*rest, *self.discards])


def _settles(piles: Piles, rest: list[Card]) -> bool:
    """True when a flush can help: the row and these cards can make one with too few locomotives (X-4)."""
    if piles.settings.flush_limit == "none":
        return bool(rest)
    cards = [*piles.row, *rest]
    locomotives = cards.count(LOCOMOTIVE)
    return can_settle(locomotives, len(cards) - locomotives, piles.settings)
