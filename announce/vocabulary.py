"""The names of things: seats, cities, routes, cards, counts. Each stands in the catalogue by itself."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from announce.card_names import WILD, by_itself, counted, in_a_list, of_two_decks, order_of
from announce.catalogue import Phrases
from announce.compass import kinds, over_a_side, sides
from announce.public import PublicState
from dialog import Payable
from engine import (
    COLOURS,
    GRAY,
    LOCOMOTIVE,
    SEATS,
    BuildHarbor,
    BuildStation,
    Card,
    CityId,
    ClaimRoute,
    GameMap,
    RouteId,
    Seat,
    TicketId,
)
from tabletop import SHAPES, BoardLayout, SiteId

_ROW_PAUSE = 3  # a longer row is heard in two breaths
_ORANGE: Final = Card("orange")  # some languages bend every colour by number but this one
_PAID_KINDS = 2  # of more kinds a payment is too long to be told with its claim


class Vocabulary:
    """How one table calls its things, in one language.

    `layout` tells parallel routes apart by compass words; without it they are the first and the second.
    `names` are players' names; a seat without one goes by colour and shape.
    """

    def __init__(
        self, phrases: Phrases, game_map: GameMap, layout: BoardLayout | None, names: Mapping[Seat, str]
    ) -> None:
        self.phrases = phrases
        self.game_map = game_map
        self.layout = layout
        self.has_board = True  # False: nobody can go by centimetres on it, or put anything back there
        self._cities = {city.id: phrases.name("city", city.name) for city in game_map.cities.values()}
        self._sides = sides(phrases, game_map, layout)
        self._over = over_a_side(phrases, game_map, layout)
        self._kinds = kinds(phrases)
        self._tokens = {seat: self._token(seat, layout) for seat in SEATS}
        self._names = {seat: name for seat, name in names.items() if name}
        self._own_shapes = layout is None or all(
            layout.tokens.shapes.get(seat, SHAPES[seat]) == SHAPES[seat] for seat in SEATS
        )

    # seats

    def seat(self, seat: Seat) -> str:
        """A seat by colour and shape, or by its player's name."""
        return self._names.get(seat) or self._tokens[seat]

    def introduced(self, seat: Seat) -> str:
        """A seat at its first mention: the player's name, if given, with colour and shape."""
        name = self._names.get(seat)
        if name is None:
            return self._tokens[seat]
        return self.phrases.phrase("{name}, {token}", name=name, token=self._tokens[seat])

    def token(self, seat: Seat) -> str:
        """What a seat's token looks and feels like."""
        return self._tokens[seat]

    def whose(self, seat: Seat) -> str:
        """Belonging to a seat: some languages have an article there (`du disque bleu`)."""
        if seat in self._names or not self._own_shapes:
            return self.phrases.phrase("{seat}'s", seat=self.seat(seat))
        return {
            "blue": self.phrases.name("whose", "blue disc's"),
            "red": self.phrases.name("whose", "red square's"),
            "green": self.phrases.name("whose", "green triangle's"),
            "yellow": self.phrases.name("whose", "yellow star's"),
            "black": self.phrases.name("whose", "black cross's"),
        }[seat]

    def seats(self, seats: Sequence[Seat]) -> str:
        """Several seats, in the order given."""
        return self.listing([self.seat(seat) for seat in seats])

    def _token(self, seat: Seat, layout: BoardLayout | None) -> str:
        names = {
            "blue": self.phrases.name("seat", "blue disc"),
            "red": self.phrases.name("seat", "red square"),
            "green": self.phrases.name("seat", "green triangle"),
            "yellow": self.phrases.name("seat", "yellow star"),
            "black": self.phrases.name("seat", "black cross"),
        }
        shape = SHAPES[seat] if layout is None else layout.tokens.shapes.get(seat, SHAPES[seat])
        if shape == SHAPES[seat]:
            return names[seat]
        colours = {
            "blue": self.phrases.name("seat", "blue"),
            "red": self.phrases.name("seat", "red"),
            "green": self.phrases.name("seat", "green"),
            "yellow": self.phrases.name("seat", "yellow"),
            "black": self.phrases.name("seat", "black"),
        }
        shapes = {
            "disc": self.phrases.name("seat", "disc"),
            "square": self.phrases.name("seat", "square"),
            "triangle": self.phrases.name("seat", "triangle"),
            "star": self.phrases.name("seat", "star"),
            "cross": self.phrases.name("seat", "cross"),
        }
        return self.phrases.phrase("{colour} {shape}", colour=colours[seat], shape=shapes[shape])

    # the map

    def city(self, city: CityId) -> str:
        """A city."""
        return self._cities[city]

    def cities(self) -> tuple[str, ...]:
        """Every city of the map as it is written."""
        return tuple(self._cities.values())

    def pair(self, route: RouteId) -> str:
        """The two cities of a route in the order of the map, whichever of parallel routes it is."""
        found = self.game_map.routes[route]
        return self.phrases.phrase("{a} to {b}", a=self._cities[found.a], b=self._cities[found.b])

    def side(self, route: RouteId) -> str:
        """Which of parallel routes: `northern`, `second` …; empty when there is only one."""
        return self._sides.get(route, "")

    def route(self, route: RouteId) -> str:
        """A route as it is always named."""
        side = self.side(route)
        if not side:
            return self.pair(route)
        if side in self._kinds:
            return self.phrases.phrase("{pair} {side}", pair=self.pair(route), side=side)
        return self.phrases.phrase("{pair}, {side}", pair=self.pair(route), side=side)

    def way(self, route: RouteId) -> str:
        """A route, and what is peculiar to its way: that it takes pairs, or goes over a side of the board."""
        named = self.route(route)
        if self.game_map.routes[route].pair:
            named = self.phrases.phrase("{route}, a pair route", route=named)
        if route in self._over:
            named = self.phrases.phrase("{route}, {over}", route=named, over=self._over[route])
        return named

    def over_side(self, route: RouteId) -> str:
        """`over the west side`: where a route leaves the board from its first city; empty: it stays on it."""
        return self._over.get(route, "")

    def ticket(self, ticket: TicketId) -> str:
        """The two cities of a ticket; of a tour all of them."""
        cities = self.game_map.tickets[ticket].cities
        if len(cities) > 2:
            return self.phrases.phrase("tour {cities}", cities=self.cities_of(ticket))
        return self.phrases.phrase("{a} to {b}", a=self._cities[cities[0]], b=self._cities[cities[-1]])

    def cities_of(self, ticket: TicketId) -> str:
        """The cities of a tour, in its order."""
        return ", ".join(self._cities[city] for city in self.game_map.tickets[ticket].cities)

    def ticket_worth(self, state: PublicState, ticket: TicketId) -> str:
        """What a ticket brings when it is done; a tour more in its own order."""
        found = self.game_map.tickets[ticket]
        if found.value_exact is None:
            return self.worth(state, found.value)
        exact = self.worth(state, found.value_exact)
        return self.phrases.phrase("{exact} in this order, else {value}", exact=exact, value=found.value)

    def ticket_value(self, ticket: TicketId) -> str:
        """The same as a bare number, or two."""
        found = self.game_map.tickets[ticket]
        if found.value_exact is None:
            return str(found.value)
        return self.phrases.phrase("{exact} or {value}", exact=found.value_exact, value=found.value)

    # cards

    def colour(self, card: Card | str) -> str:
        """A card in a list of cards, or a route's colour."""
        if of_two_decks(card):
            return in_a_list(self.phrases, card)
        return {
            "purple": self.phrases.name("card in a list", "purple"),
            "blue": self.phrases.name("card in a list", "blue"),
            "orange": self.phrases.name("card in a list", "orange"),
            "white": self.phrases.name("card in a list", "white"),
            "green": self.phrases.name("card in a list", "green"),
            "yellow": self.phrases.name("card in a list", "yellow"),
            "black": self.phrases.name("card in a list", "black"),
            "red": self.phrases.name("card in a list", "red"),
            LOCOMOTIVE: self.phrases.name("card in a list", "locomotive"),
            GRAY: self.phrases.name("card in a list", "gray"),
        }[str(card)]

    def a_card(self, card: Card) -> str:
        """One card by itself."""
        if of_two_decks(card):
            return by_itself(self.phrases, card)
        return {
            "purple": self.phrases.name("one card", "a purple card"),
            "blue": self.phrases.name("one card", "a blue card"),
            "orange": self.phrases.name("one card", "an orange card"),
            "white": self.phrases.name("one card", "a white card"),
            "green": self.phrases.name("one card", "a green card"),
            "yellow": self.phrases.name("one card", "a yellow card"),
            "black": self.phrases.name("one card", "a black card"),
            "red": self.phrases.name("one card", "a red card"),
            LOCOMOTIVE: self.phrases.name("one card", "a locomotive"),
        }[str(card)]

    def counted(self, card: Card, n: int) -> str:
        """So many cards of one colour: `3 black`, `1 locomotive`."""
        if card == LOCOMOTIVE:
            return self.locomotives(n)
        if of_two_decks(card):
            return counted(self.phrases, card, n)
        if card == _ORANGE:
            return self.phrases.count("{n} {orange}", "{n} {orange}", n, orange=self.colour(card))
        return self.phrases.count("{n} {colour}", "{n} {colour}", n, colour=self.colour(card))

    def counted_cards(self, card: Card, n: int) -> str:
        """So many cards of one colour, saying that they are cards where that is not said already."""
        if card in (LOCOMOTIVE, WILD):
            return self.counted(card, n)
        if of_two_decks(card):
            return self.phrases.count("{n} {card} card", "{n} {card} cards", n, card=self.colour(card))
        if card == _ORANGE:
            return self.phrases.count("{n} {orange} card", "{n} {orange} cards", n, orange=self.colour(card))
        return self.phrases.count("{n} {colour} card", "{n} {colour} cards", n, colour=self.colour(card))

    def payment(self, cards: Iterable[Card]) -> str:
        """Cards to pay with, locomotives last: `2 black, 1 locomotive`."""
        return ", ".join(self.counted(card, n) for card, n in ordered(Counter(cards)))

    def paid(self, cards: Iterable[Card]) -> str:
        """Cards that were paid: `2 black cards and 1 locomotive`; of many kinds only how many."""
        kinds = ordered(Counter(cards))
        if len(kinds) > _PAID_KINDS:
            return self.cards(sum(n for _, n in kinds))
        return self.listing([self.counted_cards(card, n) for card, n in kinds])

    def row(self, row: Sequence[Card]) -> str:
        """The row from left to right, in two breaths."""
        names = [self.colour(card) for card in row]
        if not names:
            return self.phrases.phrase("no cards")
        first, rest = ", ".join(names[:_ROW_PAUSE]), ", ".join(names[_ROW_PAUSE:])
        return self.phrases.apart((first, rest)) if rest else first

    # counts

    def trains(self, n: int) -> str:
        """So many trains."""
        return self.phrases.count("{n} train", "{n} trains", n) if n else self.phrases.phrase("no trains")

    def ships(self, n: int) -> str:
        """So many ships."""
        return self.phrases.count("{n} ship", "{n} ships", n) if n else self.phrases.phrase("no ships")

    def points(self, n: int) -> str:
        """So many points; below zero the word minus is spoken."""
        if n < 0:
            return self.phrases.count("minus {n} point", "minus {n} points", -n)
        return self.phrases.count("{n} point", "{n} points", n)

    def worth(self, state: PublicState, n: int) -> str:
        """So many points, or dollars where these are what is played for."""
        return self.dollars(n) if state.coins and n >= 0 else self.points(n)

    def dollars(self, n: int) -> str:
        """So many dollars."""
        return self.phrases.count("{n} dollar", "{n} dollars", n)

    def number(self, n: int) -> str:
        """A number that may be below zero."""
        return self.phrases.phrase("minus {n}", n=-n) if n < 0 else str(n)

    def so_many(self, n: int) -> str:
        """How many of something one has: `none` has no gender here, so that some languages say `0`."""
        return str(n) if n else self.phrases.name("so many", "none")

    def gain(self, n: int) -> str:
        """A number that is added or taken away: `plus 10`, `minus 8`."""
        return self.number(n) if n <= 0 else self.phrases.phrase("plus {n}", n=n)

    def cards(self, n: int) -> str:
        """So many cards."""
        return self.phrases.count("{n} card", "{n} cards", n) if n else self.phrases.phrase("no cards")

    def locomotives(self, n: int) -> str:
        """So many locomotives."""
        if n == 0:
            return self.phrases.phrase("no locomotive")
        return self.phrases.count("{n} locomotive", "{n} locomotives", n)

    def tickets(self, n: int) -> str:
        """So many tickets."""
        return self.phrases.count("{n} ticket", "{n} tickets", n) if n else self.phrases.phrase("no tickets")

    def site(self, site: SiteId) -> str:
        """A place on the board as people know it: its route, its city, else as it is labelled."""
        route, city = RouteId(site), CityId(site)
        if route in self.game_map.routes:
            return self.route(route)
        if city in self.game_map.cities:
            return self.city(city)
        return site.removeprefix("control:").replace("-", " ")

    def wish(self, wish: Payable) -> str:
        """What a token asks for: a route, or a building in a city."""
        match wish:
            case ClaimRoute(route=route):
                return self.route(route)
            case BuildStation(city=city):
                return self.phrases.phrase("a station in {city}", city=self.city(city))
            case BuildHarbor(city=city):
                return self.phrases.phrase("a harbor in {city}", city=self.city(city))

    def listing(self, items: Sequence[str]) -> str:
        """`a`, `a and b`, `a, b and c`; never empty."""
        if not items:
            return self.phrases.phrase("none")
        if len(items) == 1:
            return items[0]
        return self.phrases.phrase("{items} and {last}", items=", ".join(items[:-1]), last=items[-1])


def ordered(hand: Mapping[Card, int]) -> list[tuple[Card, int]]:
    """Cards with their number as they are always read: most first, locomotives last, none left out."""
    order = {card: place for place, card in enumerate(COLOURS)}
    found = [(card, n) for card, n in hand.items() if n > 0]
    return sorted(found, key=lambda item: (item[0] in (LOCOMOTIVE, WILD), -item[1], order_of(item[0], order)))
