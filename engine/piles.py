"""Deck, row and discards while one command is being decided: cards move here, events are written down."""

from engine.events import DeckShuffled, Event, RowRefilled, RowTurned
from engine.settings import Settings, can_settle
from engine.shuffle import shuffled
from engine.state import State
from engine.values import LOCOMOTIVE, Card, Deck


class Piles:
    """A copy of the piles that may be changed; `events` tells what `evolve` must do to get there.

    A mechanic whose piles work otherwise (a second deck, newspapers) makes this class's methods its own.
    `source` names a deck; with one deck there is nothing to name.
    """

    __slots__ = ("_at", "_deck", "_seed", "_seq", "discards", "events", "row", "settings")

    def __init__(
        self,
        deck: tuple[Card, ...],
        row: tuple[Card, ...],
        discards: tuple[Card, ...],
        settings: Settings,
        seed: int,
        seq: int,
    ) -> None:
        self._deck = deck
        self._at = 0
        self._seed = seed
        self._seq = seq
        self.row = list(row)
        self.discards = discards
        self.settings = settings
        self.events: list[Event] = []

    @classmethod
    def of(cls, state: State) -> "Piles":
        """The piles of a state."""
        return cls(state.deck, state.row, state.discards, state.settings, state.seed, state.seq)

    @property
    def left(self) -> int:
        """Cards in all decks and discards together."""
        return len(self._deck) - self._at + len(self.discards)

    def left_for(self, source: Deck) -> int:
        """Cards that a blind draw from this deck can give."""
        return self.left

    def source_of(self, source: Deck) -> Deck:
        """The deck that really gives a card when this one is asked."""
        return source

    def take(self, source: Deck = "deck") -> Card:
        """The top card; the discards are shuffled in first if the deck is empty. Ask `left_for` before."""
        if self._at == len(self._deck):
            self._shuffle()
        card = self._deck[self._at]
        self._at += 1
        return card

    def taken(self) -> None:
        """After the event that tells where a card went: an exhausted deck is made anew (US-23, X-5)."""
        if self._at == len(self._deck) and self.discards and self.settings.reshuffle == "eager":
            self._shuffle()

    def _shuffle(self) -> None:
        self._deck = shuffled(self.discards, self._seed, self._seq + len(self.events))
        self._at = 0
        self.discards = ()
        self.events.append(DeckShuffled(deck=self._deck, count=len(self._deck)))

    def turn(self, count: int) -> tuple[Card, ...]:
        """Turn up cards for a tunnel: what lies below them is shuffled in first if the deck is too short.

        They are neither in the deck nor in the discards then; fewer than asked for if there are no more.
        """
        if self._at + count > len(self._deck) and self.discards:
            below = shuffled(self.discards, self._seed, self._seq + len(self.events))
            self._deck, self._at, self.discards = self._deck[self._at :] + below, 0, ()
            self.events.append(DeckShuffled(deck=self._deck, count=len(below)))
        cards = self._deck[self._at : self._at + count]
        self._at += len(cards)
        return cards

    def replace(self, index: int, source: Deck | None = None) -> None:
        """Fill the gap at `index` if anything can, then settle the row (US-15). `source`: from which deck."""
        if self.left:
            self._refill(index)
        self.settle()

    def _refill(self, index: int) -> None:
        card = self.take()
        self.row.insert(index, card)
        self.events.append(RowRefilled(index=index, card=card))
        self.taken()

    def settle(self) -> None:
        """Fill a short row (US-27); flush one with too many locomotives (US-20) while that helps (X-4)."""
        settings, flushes = self.settings, 0
        if len(self.row) >= settings.row_size and self.row.count(LOCOMOTIVE) < settings.flush_at:
            return  # nearly always
        while True:
            while len(self.row) < settings.row_size and self.left:
                self._refill(len(self.row))
            if self.row.count(LOCOMOTIVE) < settings.flush_at:
                return
            if flushes == settings.flush_cap or not self._flush_helps():
                return
            self.turn_row()
            flushes += 1

    def _flush_helps(self) -> bool:
        if self.settings.flush_limit == "none":
            return self.left > 0
        cards = [*self.row, *self._deck[self._at :], *self.discards]
        locomotives = cards.count(LOCOMOTIVE)
        return can_settle(locomotives, len(cards) - locomotives, self.settings)

    def turn_row(self) -> None:
        """Discard the row and turn up what the deck still has for a new one; `settle` does the rest."""
        flushed = tuple(self.row)
        self.discards += flushed
        turned = self._deck[self._at : self._at + self.settings.row_size]
        self._at += len(turned)
        self.row = list(turned)
        self.events.append(RowTurned(row=turned, flushed=flushed))
        self.taken()


def piles_of(state: State) -> Piles:
    """The piles of a state, as its edition has them."""
    for mechanic in state.edition.asked["piles"]:
        piles = mechanic.piles(state)
        if piles is not None:
            return piles
    return Piles(state.deck, state.row, state.discards, state.settings, state.seed, state.seq)
