"""Two decks, of train cards and of ship cards, and one row that both fill (RS-1 to RS-4, RS-12 to RS-21)."""

from collections.abc import Sequence

from msgspec.structs import replace

from engine.dealing import StartError
from engine.events import CardsDealt, DeckShuffled, Event, GameStarted, RowRefilled, RowTurned
from engine.game_map import GameMap
from engine.mechanic import Mechanic
from engine.piles import Piles
from engine.settings import Settings, can_settle
from engine.shuffle import shuffled
from engine.state import State
from engine.travel_cards import SHIP_CARDS, WILD
from engine.values import Card, Deck

_SHIPS_SALT = 500_000_000  # no game has so many events: ships never fall into an order used for trains


class TwoDecks(Mechanic):
    """Each deck has its own discards; the seat says which deck fills a gap in the row."""

    settings = ("start_ship_cards",)

    def begun(self, event: GameStarted, board: GameMap, settings: Settings) -> GameStarted:
        """The ship cards in a deck of their own; both keep the order that chance gave them."""
        return replace(
            event,
            deck=tuple([card for card in event.deck if card not in SHIP_CARDS]),
            ship_deck=tuple([card for card in event.deck if card in SHIP_CARDS]),
        )

    def opening(self, begun: GameStarted, settings: Settings) -> Sequence[Event]:
        """Every seat's hand from both decks, then half a row of each (RS-3, RS-4)."""
        seats, trains, ships = begun.seats, begun.deck, begun.ship_deck
        each, each_ships = settings.start_hand, settings.start_ship_cards
        count, row = len(seats), settings.row_size
        if len(trains) < count * each + row or len(ships) < count * each_ships + row:
            raise StartError(
                f"{len(trains)} train and {len(ships)} ship cards are too few to deal; "
                "make the setting start_hand, start_ship_cards or row_size smaller"
            )
        events: list[Event] = [
            CardsDealt(
                seat=seat,
                cards=trains[number * each : (number + 1) * each]
                + ships[number * each_ships : (number + 1) * each_ships],
            )
            for number, seat in enumerate(seats)
        ]
        piles = TwoPiles(
            trains[count * each :], (), (), settings, begun.seed or 0, len(events) + 1
        ).with_ships(ships[count * each_ships :], ())
        piles.turn_row()
        piles.settle()
        return events + piles.events

    def piles(self, state: State) -> Piles:
        """Both decks and both discards."""
        return TwoPiles.of(state).with_ships(state.ship_deck, state.ship_discards)

    def table_view(self, state: State) -> dict[str, object]:
        """How many ship cards there are; `deck` and `discards` are of the train cards."""
        return {"ship_deck": len(state.ship_deck), "ship_discards": len(state.ship_discards)}


class TwoPiles(Piles):
    """The piles of trains and ships; a deck without cards lets the other one give (RS-20)."""

    __slots__ = ("_ships", "_ships_at", "ship_discards")

    @classmethod
    def of(cls, state: State) -> "TwoPiles":
        """The train piles of a state; `with_ships` adds the others."""
        return cls(state.deck, state.row, state.discards, state.settings, state.seed, state.seq)

    def with_ships(self, deck: tuple[Card, ...], discards: tuple[Card, ...]) -> "TwoPiles":
        """The same piles with these ship cards."""
        self._ships, self._ships_at, self.ship_discards = deck, 0, discards
        return self

    @property
    def trains_left(self) -> int:
        """Train cards in deck and discards."""
        return len(self._deck) - self._at + len(self.discards)

    @property
    def ships_left(self) -> int:
        """Ship cards in deck and discards."""
        return len(self._ships) - self._ships_at + len(self.ship_discards)

    @property
    def left(self) -> int:
        """Cards in both decks and both discards."""
        return self.trains_left + self.ships_left

    def source_of(self, source: Deck) -> Deck:
        """The deck that really gives a card when this one is asked."""
        if source == "ship-deck":
            return "ship-deck" if self.ships_left else "train-deck"
        return "train-deck" if self.trains_left else "ship-deck"

    def take(self, source: Deck = "deck") -> Card:
        """The top card of the deck asked for, or of the other if that one is out."""
        if self.source_of(source) != "ship-deck":
            return super().take(source)
        if self._ships_at == len(self._ships):
            self._shuffle_ships()
        card = self._ships[self._ships_at]
        self._ships_at += 1
        return card

    def taken(self) -> None:
        """Each exhausted deck is made anew from its own discards (RS-19)."""
        super().taken()
        if self._ships_at == len(self._ships) and self.ship_discards and self.settings.reshuffle == "eager":
            self._shuffle_ships()

    def _shuffle(self) -> None:
        super()._shuffle()
        last = self.events[-1]
        assert isinstance(last, DeckShuffled)
        self.events[-1] = replace(last, pile="train-deck")

    def _shuffle_ships(self) -> None:
        salt = _SHIPS_SALT + self._seq + len(self.events)
        self._ships, self._ships_at = shuffled(self.ship_discards, self._seed, salt), 0
        self.ship_discards = ()
        self.events.append(DeckShuffled(deck=self._ships, count=len(self._ships), pile="ship-deck"))

    def replace(self, index: int, source: Deck | None = None) -> None:
        """Fill the gap at `index` from the deck that was named, then settle the row."""
        if self.left:
            self._fill(index, source or self._lacking())
        self.settle()

    def _fill(self, index: int, source: Deck) -> None:
        card = self.take(source)
        self.row.insert(index, card)
        self.events.append(RowRefilled(index=index, card=card))
        self.taken()

    def _lacking(self) -> Deck:
        """The deck that fills a gap when no seat says which: towards as many of each (RS-4)."""
        ships = sum(map(SHIP_CARDS.__contains__, self.row))
        return "ship-deck" if ships < self.settings.row_size // 2 else "train-deck"

    def settle(self) -> None:
        """Fill a short row; flush one with too many wild cards while that helps (RS-17, X-4)."""
        settings, flushes = self.settings, 0
        while True:
            while len(self.row) < settings.row_size and self.left:
                self._fill(len(self.row), self._lacking())
            if self.row.count(WILD) < settings.flush_at or flushes == settings.flush_cap:
                return
            if not self._flush_helps():
                return
            self.turn_row()
            flushes += 1

    def _flush_helps(self) -> bool:
        settings = self.settings
        if settings.flush_limit == "none":
            return self.left > 0
        ships = self.ships_left + sum(map(SHIP_CARDS.__contains__, self.row))
        trains = self.left + len(self.row) - ships
        wilds = sum(pile.count(WILD) for pile in (self.row, self._deck[self._at :], self.discards))
        if not can_settle(wilds, trains + ships - wilds, settings):
            return False
        # Ships fill their own half only, so the other half must find enough train cards that are not wild.
        places = settings.row_size - min(ships, settings.row_size // 2)
        return min(places, trains) - (trains - wilds) < settings.flush_at

    def turn_row(self) -> None:
        """Discard the row to both discards and turn up half a row of each deck."""
        flushed, half = tuple(self.row), self.settings.row_size // 2
        self.discards += tuple([card for card in flushed if card not in SHIP_CARDS])
        self.ship_discards += tuple([card for card in flushed if card in SHIP_CARDS])
        trains = self._deck[self._at : self._at + self.settings.row_size - half]
        ships = self._ships[self._ships_at : self._ships_at + half]
        self._at += len(trains)
        self._ships_at += len(ships)
        self.row = [*trains, *ships]
        self.events.append(RowTurned(row=trains + ships, flushed=flushed))
        self.taken()
