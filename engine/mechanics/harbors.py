"""Harbors: built in ports for four cards with the symbol, worth points for tickets (RS-50 to RS-60)."""

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from engine.commands import BuildHarbor, Command, Refusal
from engine.events import Event
from engine.evolve import act_over
from engine.game_map import GameMap
from engine.holdings import Standing
from engine.mechanic import Mechanic
from engine.mechanics.city_buildings import built, built_by
from engine.moving import paid
from engine.optional_events import HarborBuilt
from engine.payment import holds
from engine.reasons import Reason
from engine.refusing import refuse
from engine.scoring import HarborScore, SeatScore
from engine.settings import Settings
from engine.state import State
from engine.travel_cards import COLOUR_OF, HARBOR_CARDS, OF_COLOUR, SHIP_CARDS, WILD
from engine.values import Card, CityId, RouteId, Seat, TicketId

_PRICE = 4  # two trains, two ships


class Harbors(Mechanic):
    """Buildings in ports that count the completed tickets that name them; asked after tours."""

    settings = ("harbors", "harbor_points", "harbor_missing", "all_wild")
    commands = (BuildHarbor,)
    acts = commands
    events = (HarborBuilt,)
    position_keys = ("harbors",)

    def decide(self, state: State, command: Command) -> tuple[Event, ...] | Refusal:
        """A harbor is built, and that is the turn."""
        assert isinstance(command, BuildHarbor)
        seat, city, cards = command.seat, command.city, command.cards
        reason = why_no_harbor(state, seat, city)
        if reason is not None:
            return refuse(state, command, reason, city=city, holder=state.harbors.get(city))
        reason = _fault(state, seat, cards)
        if reason is not None:
            have = len(cards or ())
            return refuse(state, command, reason, when="harbor", city=city, need=_PRICE, have=have)
        left = state.settings.harbors - len(harbors_of(state, seat)) - 1
        return built(state, HarborBuilt(seat=seat, city=city, left=left, cards=cards))

    def evolve(self, state: State, event: Event, seq: int) -> State:
        """The harbor stands, its cards are discarded."""
        assert isinstance(event, HarborBuilt)
        if event.cards is not None:
            state = paid(state, event.seat, event.cards)
        harbors = {**state.harbors, event.city: event.seat}
        return act_over(replace(state, seq=seq, passes=0).with_seldom(harbors=harbors))

    def legal(self, state: State) -> Iterator[Command]:
        """A harbor in every port that the seat has a route to, with every set of cards that pays."""
        seat = state.to_move
        if state.phase != "turn" or seat is None:
            return
        ways: tuple[tuple[Card, ...] | None, ...] = (None,)
        if state.cards == "dealt":
            ways = harbor_payments(state.hands[seat], state.settings)
        for city in harbor_sites(state, seat) if ways else ():
            for cards in ways:
                yield BuildHarbor(seat=seat, city=city, cards=cards)

    def scored(self, standing: Standing, score: SeatScore) -> SeatScore:
        """Every harbor by its completed tickets, and what is lost for those not built."""
        settings, held = standing.settings, standing.held[score.seat]
        named = [city for ticket in score.completed for city in _named(standing.game_map, ticket, settings)]
        table, listed = settings.harbor_points, []
        for city in held.harbors:
            count = named.count(city)
            points = table[min(count, len(table)) - 1] if count and table else 0
            listed.append(HarborScore(city=city, tickets=count, points=points))
        missing = max(0, settings.harbors - len(held.harbors)) * settings.harbor_missing
        return replace(score, harbor_list=tuple(listed), harbors_missing=missing)

    def violations(self, standing: Standing) -> Iterator[str]:
        """No port, no route there, two harbors in one city, or more than a seat has."""
        board, holder = standing.game_map, dict[CityId, Seat]()
        for seat, held in standing.held.items():
            most = standing.settings.harbors
            if len(held.harbors) > most:
                yield f"RS-54: {seat} has {len(held.harbors)} harbors; there are {most}"
            reached = {city for route in held.routes for city in _ends(board, route)}
            for city in held.harbors:
                if not board.cities[city].port:
                    yield f"RS-50: {city} has a harbor of {seat} and is no port"
                if city in holder:
                    yield f"RS-50: {city} has a harbor of {holder[city]} and one of {seat}"
                holder[city] = seat
                if city not in reached:
                    yield f"RS-51: {seat} has a harbor in {city} and no route there"

    def seat_view(self, state: State, seat: Seat) -> dict[str, object]:
        """Where a seat's harbors stand, and how many it has left."""
        own = harbors_of(state, seat)
        return {"harbors": list(own), "harbors_left": state.settings.harbors - len(own)}


def harbors_of(state: State, seat: Seat) -> tuple[CityId, ...]:
    """The cities of a seat's harbors, in the order of building."""
    return built_by(seat, state.harbors)


def harbor_sites(state: State, seat: Seat) -> tuple[CityId, ...]:
    """The cities in which the board lets a seat build, in the order of the map."""
    if len(harbors_of(state, seat)) >= state.settings.harbors:
        return ()
    board = state.game_map
    reached = {city for route in state.routes_of(seat) for city in _ends(board, route)}
    return tuple(
        city
        for city, place in board.cities.items()
        if city in reached and place.port and city not in state.harbors
    )


def harbor_payments(hand: Mapping[Card, int], settings: Settings) -> tuple[tuple[Card, ...], ...]:
    """Every set of cards that pays for a harbor: fewest wild cards first, then colours in order."""
    wilds = hand.get(WILD, 0)
    found: list[tuple[int, tuple[Card, ...]]] = []
    for cards in OF_COLOUR.values():
        most_trains, most_ships = hand.get(cards.train_harbor, 0), hand.get(cards.single, 0)
        if most_trains + most_ships + wilds < _PRICE:
            continue  # nearly always
        for trains in range(min(2, most_trains) + 1):
            for ships in range(min(2, most_ships) + 1):
                wild = _PRICE - trains - ships
                if wild <= wilds and wild < _PRICE:
                    way = (cards.train_harbor,) * trains + (cards.single,) * ships + (WILD,) * wild
                    found.append((wild, way))
    if wilds >= _PRICE and settings.all_wild == "allow":
        found.append((_PRICE, (WILD,) * _PRICE))
    return tuple(way for _, way in sorted(found, key=lambda one: one[0]))


def why_no_harbor(state: State, seat: Seat, city: CityId) -> Reason | None:
    """Why a seat cannot build in a city, whatever its cards; None: it can."""
    place = state.game_map.cities.get(city)
    if place is None:
        return Reason.NO_SUCH_CITY
    if not place.port:
        return Reason.NOT_A_PORT
    if city in state.harbors:
        return Reason.CITY_TAKEN
    if len(harbors_of(state, seat)) >= state.settings.harbors:
        return Reason.NO_HARBORS_LEFT
    if all(state.owners.get(route) != seat for route in state.game_map.routes_at[city]):
        return Reason.NO_ROUTE_TO_PORT
    return None


def _fault(state: State, seat: Seat, cards: tuple[Card, ...] | None) -> Reason | None:
    if state.cards == "untracked":
        return None if cards is None else Reason.CARDS_NOT_TRACKED
    if cards is None:
        return Reason.CARDS_NEEDED
    if any(card not in state.edition.cards for card in cards):
        return Reason.NO_SUCH_CARD
    coloured = [card for card in cards if card != WILD]
    if len(cards) != _PRICE:
        return Reason.WRONG_NUMBER_OF_CARDS
    if any(card not in HARBOR_CARDS for card in coloured):
        return Reason.NO_HARBOR_SYMBOL
    if not coloured and state.settings.all_wild == "refuse":
        return Reason.NO_HARBOR_SYMBOL
    if len({COLOUR_OF[card] for card in coloured}) > 1:
        return Reason.MIXED_COLOURS
    ships = sum(card in SHIP_CARDS for card in coloured)
    if max(ships, len(coloured) - ships) > _PRICE // 2:
        return Reason.WRONG_KIND_OF_CARD
    return None if holds(state.hands[seat], cards) else Reason.CARDS_NOT_IN_HAND


def _named(board: GameMap, ticket: TicketId, settings: Settings) -> tuple[CityId, ...]:
    """The cities of a ticket at which a harbor counts it."""
    cities = board.tickets[ticket].cities
    return cities if settings.tour_harbors == "all" else (cities[0], cities[-1])


def _ends(board: GameMap, route: RouteId) -> tuple[CityId, CityId]:
    way = board.routes[route]
    return way.a, way.b
