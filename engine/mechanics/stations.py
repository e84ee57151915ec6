"""Stations: bought with cards, each lends its owner a foreign route at the end (EU-38 to EU-47)."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import ClassVar, Literal

from msgspec.structs import replace

from engine.commands import BuildStation, ChooseLoans, Command, Refusal
from engine.ending import settled
from engine.events import Event
from engine.evolve import act_over, fold
from engine.holdings import Standing
from engine.loans import Loans, best_loans, on_offer
from engine.mechanic import Answers, Mechanic
from engine.mechanics.city_buildings import built, built_by
from engine.moving import paid
from engine.optional_events import LoansAsked, LoansChosen, StationBuilt
from engine.paying import fault_of, sets_of
from engine.payment import holds
from engine.reasons import Reason
from engine.refusing import refuse
from engine.scoring import SeatScore, network_of, ticket_list
from engine.state import State
from engine.values import GRAY, Card, CityId, RouteId, Seat


class Stations(Mechanic):
    """Buildings in cities: the first costs one card, the second two, the third three."""

    settings = ("stations", "station_points", "loans", "stations_used")
    commands = (BuildStation, ChooseLoans)
    acts = (BuildStation,)
    answers: ClassVar[Answers] = {ChooseLoans: ("loans", Reason.NOTHING_TO_CHOOSE)}
    events = (StationBuilt, LoansAsked, LoansChosen)
    position_keys = ("stations", "borrowed")

    def decide(self, state: State, command: Command) -> tuple[Event, ...] | Refusal:
        """A station is built, and that is the turn; or, at the end, loans are chosen."""
        if isinstance(command, ChooseLoans):
            return _choose_loans(state, command)
        assert isinstance(command, BuildStation)
        seat, city, cards = command.seat, command.city, command.cards
        number = len(stations_of(state, seat)) + 1
        reason = _why_not(state, seat, city)
        if reason is not None:
            return refuse(state, command, reason, city=city, holder=state.stations.get(city))
        reason = _fault(state, seat, cards, number)
        if reason is not None:
            have = len(cards or ())
            return refuse(state, command, reason, when="station", city=city, need=number, have=have)
        left = state.settings.stations - number
        return built(state, StationBuilt(seat=seat, city=city, number=number, left=left, cards=cards))

    def evolve(self, state: State, event: Event, seq: int) -> State:
        """The station stands, its cards are discarded; or loans are asked for and chosen."""
        if isinstance(event, LoansAsked):
            return replace(state, seq=seq, phase="loans", to_move=None).with_seldom(lending=event)
        if isinstance(event, LoansChosen):
            return replace(state, seq=seq).with_seldom(lent={**state.lent, event.seat: event.loans})
        assert isinstance(event, StationBuilt)
        if event.cards is not None:
            state = paid(state, event.seat, event.cards)
        stations = {**state.stations, event.city: event.seat}
        return act_over(replace(state, seq=seq, passes=0).with_seldom(stations=stations))

    def legal(self, state: State) -> Iterator[Command]:
        """A station in every empty city, with every set of cards that pays; or every choice of loans."""
        if state.phase == "loans":
            yield from _loan_choices(state)
            return
        seat = state.to_move
        if state.phase != "turn" or seat is None:
            return
        sites = station_sites(state, seat)
        ways: tuple[tuple[Card, ...] | None, ...] = (None,)
        if state.cards == "dealt" and sites:
            ways = station_payments(state, seat)
        for city in sites:
            for cards in ways:
                yield BuildStation(seat=seat, city=city, cards=cards)

    def scored(self, standing: Standing, score: SeatScore) -> SeatScore:
        """Tickets with what the stations lend, and points for stations that were not built."""
        seat, settings, held = score.seat, standing.settings, standing.held[score.seat]
        owners = {route: owner for owner, other in standing.held.items() for route in other.routes}
        loans = _loans(standing, seat, owners)
        lent = [route for route in loans.values() if route is not None]
        tickets = score.ticket_list
        if lent:
            tickets = ticket_list(
                standing.game_map, network_of(standing.game_map, (*held.routes, *lent)), held.tickets
            )
        return replace(
            score,
            ticket_list=tickets,
            borrowed=loans,
            stations=max(0, settings.stations - len(held.stations)) * settings.station_points,
            stations_placed=len(held.stations),
        )

    def before_score(self, state: State, why: Literal["final-round", "stuck"]) -> Sequence[Event]:
        """With `loans: ask` every seat whose stations have something to lend chooses (X-19)."""
        if state.settings.loans != "ask" or state.phase == "loans":
            return ()
        seats = tuple(seat for seat in state.seats if any(_offers(state, seat).values()))
        return (LoansAsked(seats=seats, why=why),) if seats else ()

    def violations(self, standing: Standing) -> Iterator[str]:
        """Two stations in one city, or more than a seat has."""
        holder: dict[CityId, Seat] = {}
        for seat, held in standing.held.items():
            most = standing.settings.stations
            if len(held.stations) > most:
                yield f"EU-39: {seat} has {len(held.stations)} stations; there are {most}"
            for city in held.stations:
                if city in holder:
                    yield f"EU-38: {city} has a station of {holder[city]} and one of {seat}"
                holder[city] = seat

    def seat_view(self, state: State, seat: Seat) -> dict[str, object]:
        """Where a seat's stations stand, and how many it has left."""
        own = stations_of(state, seat)
        return {"stations": list(own), "stations_left": state.settings.stations - len(own)}


def stations_of(state: State, seat: Seat) -> tuple[CityId, ...]:
    """The cities of a seat's stations, in the order of building."""
    return built_by(seat, state.stations)


def station_sites(state: State, seat: Seat) -> tuple[CityId, ...]:
    """The cities in which the board lets a seat build, in the order of the map."""
    if len(stations_of(state, seat)) >= state.settings.stations:
        return ()
    stations = state.stations
    return tuple([city for city in state.game_map.cities if city not in stations])


def station_payments(state: State, seat: Seat) -> tuple[tuple[Card, ...], ...]:
    """Every set of the hand that pays for the seat's next station: fewest locomotives first."""
    edition, number = state.edition, len(stations_of(state, seat)) + 1
    return sets_of(state.hands[seat], number, GRAY, edition.order, edition.wild)


def _offers(state: State, seat: Seat) -> dict[CityId, tuple[RouteId, ...]]:
    """What each of a seat's stations could lend."""
    return {city: on_offer(state.game_map, state.owners, seat, city) for city in stations_of(state, seat)}


def _loan_choices(state: State) -> Iterator[ChooseLoans]:
    for seat in state.waiting_for():
        offers = _offers(state, seat)
        for chosen in product(*((None, *routes) for routes in offers.values())):
            yield ChooseLoans(seat=seat, loans=dict(zip(offers, chosen, strict=True)))


def _choose_loans(state: State, command: ChooseLoans) -> tuple[Event, ...] | Refusal:
    seat, offers = command.seat, _offers(state, command.seat)
    for city, route in command.loans.items():
        if city not in offers or (route is not None and route not in offers[city]):
            return refuse(state, command, Reason.NO_SUCH_LOAN, city=city, route=route)
    chosen = LoansChosen(seat=seat, loans={city: command.loans.get(city) for city in offers})
    if len(state.waiting_for()) > 1 or state.lending is None:
        return (chosen,)
    return chosen, *settled(fold(state, (chosen,)), state.lending.why)


def _loans(standing: Standing, seat: Seat, owners: Mapping[RouteId, Seat]) -> Loans:
    """What the seat has chosen, or the best; a choice that cannot be lends nothing."""
    held, board = standing.held[seat], standing.game_map
    if standing.settings.loans == "best" or held.borrowed is None:
        return best_loans(board, owners, seat, held.stations, held.tickets)
    chosen = {city: held.borrowed.get(city) for city in held.stations}
    return {
        city: route if route in on_offer(board, owners, seat, city) else None
        for city, route in chosen.items()
    }


def _why_not(state: State, seat: Seat, city: CityId) -> Reason | None:
    if city not in state.game_map.cities:
        return Reason.NO_SUCH_CITY
    if city in state.stations:
        return Reason.CITY_TAKEN
    if len(stations_of(state, seat)) >= state.settings.stations:
        return Reason.NO_STATIONS_LEFT
    return None


def _fault(state: State, seat: Seat, cards: tuple[Card, ...] | None, count: int) -> Reason | None:
    if state.cards == "untracked":
        return None if cards is None else Reason.CARDS_NOT_TRACKED
    if cards is None:
        return Reason.CARDS_NEEDED
    if any(card not in state.edition.cards for card in cards):
        return Reason.NO_SUCH_CARD
    fault = fault_of(cards, count, GRAY, state.edition.wild)
    if fault is not None:
        return fault
    return None if holds(state.hands[seat], cards) else Reason.CARDS_NOT_IN_HAND
