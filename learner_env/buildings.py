"""Stations and harbors by number, as bits: in which cities a seat may build, and how its hand pays."""

from collections.abc import Iterator, Mapping, Sequence

from engine import BuildHarbor, BuildStation, Card, CityId, Command, Edition, GameMap, Seat, State
from engine.mechanics.harbors import harbor_payments, harbor_sites
from engine.mechanics.stations import station_payments, station_sites
from engine.travel_cards import HARBOR_CARDS, WILD
from learner_env.claims import KNOWN_AT_MOST, HandNumbers, colours_of, paid_with

_STATION_CARDS = 3  # the third station costs most
_HARBOR_CARDS = 4


class BuildingActions:
    """What an edition lets seats build, if anything; it is paid alike in each city."""

    def __init__(self, rules: Edition, board: GameMap, numbers: Mapping[str, int]) -> None:
        """`numbers`: of all keys."""
        self._wild, self._harbors = rules.wild, rules.of_command(BuildHarbor) is not None
        self._begins, self._ends = dict[CityId, int](), dict[str, int]()
        self._meant = dict[int, tuple[CityId, str]]()
        self._known = dict[tuple[CityId, ...], int]()
        self._pays = dict[int, int]()
        self._only = HandNumbers(rules).only((*HARBOR_CARDS, WILD)) if self._harbors else 0
        for city, keys in building_keys(rules, board).items():
            first = numbers[keys[0]]
            ends = [key.partition(f":{city}:")[2] for key in keys]
            self._begins[city], self._ends = first, {end: at for at, end in enumerate(ends)}
            self._meant |= {first + at: (city, end) for at, end in enumerate(ends)}

    def possible(self, state: State, seat: Seat, number: int) -> int:
        """What the seat to move may build and can pay, as bits; `number`: its hand's."""
        if not self._begins:
            return 0
        if self._harbors:
            bits = self._harbor_ways(state, seat, number & self._only)
            return bits and bits * self._in(harbor_sites(state, seat))
        sites = station_sites(state, seat)
        return self._bits(station_payments(state, seat)) * self._in(sites) if sites else 0

    def _harbor_ways(self, state: State, seat: Seat, number: int) -> int:
        """How a hand pays for a harbor; `number`: of what it has of the cards that do."""
        bits = self._pays.get(number)
        if bits is None:
            if len(self._pays) >= KNOWN_AT_MOST:
                self._pays.clear()
            bits = self._pays[number] = self._bits(harbor_payments(state.hands[seat], state.settings))
        return bits

    def _bits(self, ways: tuple[tuple[Card, ...], ...]) -> int:
        bits = 0
        for cards in ways:
            end = self._ends.get(paid_with(cards, self._wild))
            bits |= 0 if end is None else 1 << end  # a setting for more stations: those have no numbers
        return bits

    def _in(self, sites: tuple[CityId, ...]) -> int:
        """Where the keys of these cities begin: those of two never overlap, so that a product has all."""
        begins = self._known.get(sites)
        if begins is None:
            if len(self._known) >= KNOWN_AT_MOST:
                self._known.clear()
            begins = self._known[sites] = sum(1 << self._begins[city] for city in sites)
        return begins

    def _sites_and_ways(
        self, state: State, seat: Seat
    ) -> tuple[tuple[CityId, ...], tuple[tuple[Card, ...], ...]]:
        """In which cities and with which cards; first is asked what is seldom there."""
        if self._harbors:
            ways = harbor_payments(state.hands[seat], state.settings)
            return harbor_sites(state, seat) if ways else (), ways
        sites = station_sites(state, seat)
        return sites, station_payments(state, seat) if sites else ()

    def command(self, number: int, state: State, seat: Seat) -> Command | None:
        """What this number builds, with the first set of cards that has its key; None: it builds nothing."""
        if number not in self._meant:
            return None
        city, end = self._meant[number]
        _, ways = self._sites_and_ways(state, seat)
        cards = next(way for way in ways if paid_with(way, self._wild) == end)
        if self._harbors:
            return BuildHarbor(seat=seat, city=city, cards=cards)
        return BuildStation(seat=seat, city=city, cards=cards)


def building_keys(rules: Edition, board: GameMap) -> dict[CityId, list[str]]:
    """The keys of each city in which something can ever be built."""
    colours = colours_of(rules)
    if rules.of_command(BuildStation):
        wild = range(1, _STATION_CARDS + 1)
        return {
            city: [
                *_coloured(f"station:{city}", _STATION_CARDS, colours),
                *(f"station:{city}:wild:{count}" for count in wild),
            ]
            for city in board.cities
        }
    if rules.of_command(BuildHarbor):
        return {
            city: [
                *_coloured(f"harbor:{city}", _HARBOR_CARDS, colours),
                f"harbor:{city}:wild:{_HARBOR_CARDS}",
            ]
            for city, place in board.cities.items()
            if place.port
        }
    return {}


def _coloured(name: str, cards: int, colours: Sequence[str]) -> Iterator[str]:
    """With every colour and fewer wild cards than there are cards."""
    for wilds in range(cards):
        yield from (f"{name}:{colour}:{wilds}" for colour in colours)
