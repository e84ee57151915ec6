"""Routes of trains and routes of ships, each paid with cards of its kind (RS-23 to RS-30, X-23, X-24)."""

from collections.abc import Mapping
from functools import lru_cache
from operator import itemgetter
from typing import ClassVar, Final

from engine.game_map import Route
from engine.mechanic import Mechanic
from engine.paying import SpaceBySpace, WayToPay
from engine.reasons import Reason
from engine.settings import Settings, ShipWaste
from engine.travel_cards import COLOUR_OF, DOUBLES, OF_COLOUR, SHIP_CARDS, SHIPS, TRAINS, TRAVEL_COLOURS, WILD
from engine.values import GRAY, Card

_TRAINS_OF: Final = dict(zip(TRAVEL_COLOURS, TRAINS, strict=True))
_SHIPS_OF: Final = dict(zip(TRAVEL_COLOURS, SHIPS, strict=True))


class TrainCards(SpaceBySpace):
    """As many train cards as spaces, of one colour, with or without harbor symbol, and wild ones."""

    def payable(self, hand: Mapping[Card, int], route: Route, settings: Settings) -> bool:
        """True when the hand holds some set of cards for the route."""
        need = route.length - hand.get(WILD, 0)
        if need <= 0:
            return True
        for colour in colours_for(route):
            plain, symbol = OF_COLOUR[colour].trains
            if hand.get(plain, 0) + hand.get(symbol, 0) >= need:
                return True
        return False

    def covers(self, card: Card) -> tuple[str, int] | None:
        """One space, with or without symbol; ships pay for no trains."""
        return None if card == WILD or card in SHIP_CARDS else (COLOUR_OF[card], 1)

    def ways(
        self, hand: Mapping[Card, int], route: Route, order: tuple[Card, ...], settings: Settings
    ) -> tuple[tuple[Card, ...], ...]:
        """Fewest wild cards first, then colours in order, then those that spare the harbor symbol."""
        length, wilds = route.length, hand.get(WILD, 0)
        found: list[_Trains] = []
        for colour in colours_for(route):
            plain, symbol = _TRAINS_OF[colour]
            plains, symbols = hand.get(plain, 0), hand.get(symbol, 0)
            if plains + symbols + wilds >= length and (plains or symbols):
                found += _trains_in_colour(colour, min(plains, length), min(symbols, length), wilds, length)
        if len(found) > 1:
            found.sort(key=_before)
        ways = [cards for _, cards in found]
        if wilds >= length:
            ways.append((WILD,) * length)
        return tuple(ways)

    def fault(self, cards: tuple[Card, ...], route: Route, settings: Settings) -> Reason | None:
        """The first thing wrong: kind, number, mixture, colour."""
        if len(cards) == route.length:
            return _train_fault(cards, route.colour)
        return Reason.WRONG_NUMBER_OF_CARDS if SHIP_CARDS.isdisjoint(cards) else Reason.WRONG_KIND_OF_CARD


class ShipCards(SpaceBySpace):
    """Ship cards of one colour and wild ones: a double ship covers one space or two, a single ship one."""

    def payable(self, hand: Mapping[Card, int], route: Route, settings: Settings) -> bool:
        """True when the hand holds some set of cards for the route."""
        need = route.length - hand.get(WILD, 0) * settings.wild_ships
        if need <= 0:
            return True
        for colour in colours_for(route):
            cards = OF_COLOUR[colour]
            if hand.get(cards.single, 0) + 2 * hand.get(cards.double, 0) >= need:
                return True
        return False

    def covers(self, card: Card) -> tuple[str, int] | None:
        """A single ship one space, a double ship two; trains pay for no ships."""
        return (COLOUR_OF[card], 2 if card in DOUBLES else 1) if card in SHIP_CARDS else None

    def wild_covers(self, settings: Settings) -> int:
        """As the setting says."""
        return settings.wild_ships

    def ways(
        self, hand: Mapping[Card, int], route: Route, order: tuple[Card, ...], settings: Settings
    ) -> tuple[tuple[Card, ...], ...]:
        """Fewest wild cards first, then fewest cards, then the least that lapses, then colours in order."""
        length, wilds, held = route.length, hand.get(WILD, 0), hand.get
        wild_spaces = wilds * settings.wild_ships
        found: list[tuple[tuple[int, int, int], tuple[Card, ...]]] = []
        for colour in colours_for(route):
            single, double = _SHIPS_OF[colour]
            singles, doubles = held(single, 0), held(double, 0)
            if singles + 2 * doubles + wild_spaces < length:
                continue
            found += _in_colour(
                colour,
                (min(singles, length), min(doubles, length), min(wilds, length)),
                length,
                settings.wild_ships,
                settings.ship_waste,
                route.colour != GRAY or colour == TRAVEL_COLOURS[0],
            )
        if len(found) > 1:
            found.sort(key=_before)
        return tuple([cards for _, cards in found])

    def fault(self, cards: tuple[Card, ...], route: Route, settings: Settings) -> Reason | None:
        """The first thing wrong: kind, mixture, colour, too few spaces covered, a card too much."""
        how = route.colour, route.length, settings.wild_ships, settings.ship_waste
        if len(cards) > route.length:  # too many to be worth remembering
            return _ship_fault.__wrapped__(cards, *how)
        return _ship_fault(cards, *how)


class ShipRoutes(Mechanic):
    """Routes of the kinds `train` and `ship`, paid from two decks."""

    settings = ("ship_waste", "wild_ships")
    payments: ClassVar[Mapping[str, WayToPay]] = {"train": TrainCards(), "ship": ShipCards()}


def colours_for(route: Route) -> tuple[str, ...]:
    """The colours in which a route can be paid."""
    if route.colour == GRAY:
        return TRAVEL_COLOURS
    return (route.colour,) if route.colour in OF_COLOUR else ()


@lru_cache(maxsize=8192)
def _train_fault(cards: tuple[Card, ...], colour: str) -> Reason | None:
    if not SHIP_CARDS.isdisjoint(cards):
        return Reason.WRONG_KIND_OF_CARD
    return colour_fault(cards, colour)


@lru_cache(maxsize=8192)
def _ship_fault(
    cards: tuple[Card, ...], colour: str, length: int, wild_ships: int, waste: ShipWaste
) -> Reason | None:
    if any(card != WILD and card not in SHIP_CARDS for card in cards):
        return Reason.WRONG_KIND_OF_CARD
    wrong = colour_fault(cards, colour)
    if wrong is not None:
        return wrong
    wilds, doubles = cards.count(WILD), sum(card in DOUBLES for card in cards)
    return _lapse(len(cards) - wilds - doubles, doubles, wilds, length, wild_ships, waste)


def colour_fault(cards: tuple[Card, ...], colour: str) -> Reason | None:
    """What is wrong with the colours of cards that should all have one, the route's."""
    colours = {COLOUR_OF[card] for card in cards if card != WILD}
    if len(colours) > 1:
        return Reason.MIXED_COLOURS
    if colours and colour != GRAY and colour not in colours:
        return Reason.WRONG_COLOUR
    return None


_Trains = tuple[int, tuple[Card, ...]]
"""A set of cards after the number of wild ones in it."""
_before = itemgetter(0)


@lru_cache(maxsize=8192)
def _trains_in_colour(colour: str, plains: int, symbols: int, wilds: int, length: int) -> tuple[_Trains, ...]:
    """The sets of a colour that pay for so many spaces, of so many cards held; some card is not wild."""
    plain, symbol = _TRAINS_OF[colour]
    return tuple(
        (wild, (plain,) * (length - wild - marked) + (symbol,) * marked + (WILD,) * wild)
        for wild in range(min(wilds, length - 1) + 1)
        for marked in range(max(0, length - wild - plains), min(length - wild, symbols) + 1)
    )


_Way = tuple[tuple[int, int, int], tuple[Card, ...]]
"""A set of cards after its place among others: wild cards, cards, spaces."""


@lru_cache(maxsize=8192)
def _in_colour(
    colour: str, held: tuple[int, int, int], length: int, wild_ships: int, waste: ShipWaste, wild_alone: bool
) -> tuple[_Way, ...]:
    """The sets of a colour that pay for so many spaces, of single, double and wild cards held.

    `wild_alone`: with wild ones only, too; they have no colour, so that they are one set, not six.
    """
    single, double, ways = OF_COLOUR[colour].single, OF_COLOUR[colour].double, list[_Way]()
    singles_held, doubles_held, wilds_held = held
    for wilds in range(wilds_held + 1):
        for doubles in range(min(doubles_held, length - wilds) + 1):
            least = max(0, length - 2 * doubles - wilds * wild_ships)
            for singles in range(least, min(singles_held, length - wilds - doubles) + 1):
                if not (singles or doubles or wild_alone):
                    continue
                if _lapse(singles, doubles, wilds, length, wild_ships, waste) is None:
                    cards = (double,) * doubles + (single,) * singles + (WILD,) * wilds
                    spaces = singles + 2 * doubles + wilds * wild_ships
                    ways.append(((wilds, len(cards), spaces), cards))
    return tuple(ways)


def _lapse(
    singles: int, doubles: int, wilds: int, length: int, wild_ships: int, waste: ShipWaste
) -> Reason | None:
    """What is wrong with numbers of cards for so many spaces."""
    spaces = singles + 2 * doubles + wilds * wild_ships
    if spaces < length:
        return Reason.WRONG_NUMBER_OF_CARDS
    if waste == "any":
        # Each card covers at least one space; what a double has beyond may lapse.
        return Reason.SUPERFLUOUS_CARD if singles + doubles + wilds > length else None
    smallest = 1 if singles or (wilds and wild_ships == 1) else 2
    return Reason.SUPERFLUOUS_CARD if spaces - smallest >= length else None
