"""What a claim brings: the event in force, then stickers' steps in numeric order (LW-13, LW-40 to LW-49)."""

from collections.abc import Iterator, Sequence
from itertools import combinations

from engine.commands import ClaimRoute, Command
from engine.event_effects import Effect, effect_of, event_effect, step_number
from engine.events import Event, RouteClaimed
from engine.game_map import Route
from engine.legal import open_routes
from engine.mechanic import Mechanic
from engine.mechanics.news_piles import NewsPiles
from engine.mechanics.newspapers import current_event
from engine.payment import holds, payments
from engine.settings import Settings
from engine.state import State
from engine.values import Card, CityId, Seat


class ClaimSteps(Mechanic):
    """Company routes, large cities, and what an owner's stickers and events add."""

    settings = ("company_bonus", "large_city_cards", "claim_steps")

    def claimed(self, state: State, claim: RouteClaimed) -> Sequence[Event]:
        """Coins and cards. The event is the one in force when the route was claimed."""
        piles, route = NewsPiles(state), state.game_map.routes[claim.route]
        for effect in acting(state):
            if not _meets(effect, state, claim.seat, route):
                continue
            if effect.locomotive and effect.name not in claim.extras:
                continue
            seats = state.seats if effect.everyone else (claim.seat,)
            coins, cards, why, city = _worth(effect, state, route)
            for seat in seats:
                piles.pay(seat, coins, why, route.id)
                for _ in range(cards):
                    piles.gain(seat, why, city)
            if effect.retire and piles.event_discards[-1:] == (effect.name,):
                piles.retire()
        return piles.events

    def conditions(self, state: State, seat: Seat, route: Route) -> Sequence[str]:
        """What asks for a locomotive more (LW-49)."""
        return tuple(e.name for e in acting(state) if e.locomotive and _meets(e, state, seat, route))

    def legal(self, state: State) -> Iterator[Command]:
        """Claims with one condition or more; those without are the usual ones."""
        seat = state.to_move
        if state.phase != "turn" or seat is None or not any(effect.locomotive for effect in acting(state)):
            return
        wild = state.edition.wild
        for name in open_routes(state, seat):
            met = self.conditions(state, seat, state.game_map.routes[name])
            ways: tuple[tuple[Card, ...] | None, ...] = (None,)
            if state.cards == "dealt":
                ways = payments(state, seat, name)
            for count in range(1, len(met) + 1):
                for cards in ways:
                    if cards is not None and not holds(state.hands[seat], cards + (wild,) * count):
                        continue
                    for extras in combinations(met, count):
                        yield ClaimRoute(seat=seat, route=name, cards=cards, extras=extras)


def acting(state: State) -> Iterator[Effect]:
    """What can act at a claim now: the event in force, then the steps in the order of their numbers."""
    current = current_event(state)
    if current is not None:
        event = event_effect(state.settings.events, current)
        if not event.lightning and not event.table:
            yield event
    yield from steps(state.settings)


def steps(settings: Settings) -> tuple[Effect, ...]:
    """The claim steps in numeric order; those for the table to read do nothing here."""
    ordered = sorted(settings.claim_steps, key=lambda line: step_number(line) or 0)
    return tuple(step for step in map(effect_of, ordered) if step is not None and not step.table)


def _meets(effect: Effect, state: State, seat: Seat, route: Route) -> bool:
    """True when the effect speaks of this route: its colour counts, not that of the cards (LW-42)."""
    if (effect.company or effect.bonus == "company-bonus") and route.colour != seat:
        return False
    if (effect.large or effect.bonus == "large-city") and _large_city(state, route) is None:
        return False
    return effect.colour in (None, route.colour) and route.length >= effect.length


def _large_city(state: State, route: Route) -> CityId | None:
    """The first large city that the route touches."""
    cities = state.game_map.cities
    return next((city for city in (route.a, route.b) if cities[city].large), None)


def _worth(effect: Effect, state: State, route: Route) -> tuple[int, int, str, CityId | None]:
    """Coins, cards, what they are for, and at which city."""
    settings = state.settings
    if effect.bonus == "company-bonus":
        return settings.company_bonus, 0, "company", None
    if effect.bonus == "large-city":
        return 0, settings.large_city_cards, "large-city", _large_city(state, route)
    city = _large_city(state, route) if effect.large else None
    return effect.coins, effect.cards, effect.name, city
