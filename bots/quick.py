"""A player for looking ahead: it plans towards its tickets as the planner does, for a fraction of the time.

It remembers the plan of a seat until a route of it is lost or its tickets change: it is of one line of play.
"""

from collections.abc import Mapping
from itertools import combinations
from typing import Final

from bots.building import answer
from bots.chance import any_claim, cards_for
from bots.ways_to_tickets import Ways, elsewhere, shut_to
from engine import (
    WILDS,
    Card,
    CityId,
    ClaimRoute,
    Command,
    DrawCard,
    DrawTickets,
    KeepTickets,
    Pass,
    RouteId,
    Seat,
    State,
    TicketId,
    can_draw,
    closed,
    optional_acts,
    payable_bits,
    payments,
    reach_of,
)

LONG: Final = 4
"""So many spaces make a route worth having without a ticket."""
BLIND: Final = 0.35
"""What the deck's card is worth beside the best that could come."""


class Quick:
    """One line of play. `plans`: what seats want, where that is known already."""

    def __init__(self, plans: Mapping[Seat, "QuickPlan"] | None = None) -> None:
        self.plans: dict[Seat, QuickPlan] = dict(plans or {})

    def choose(self, state: State, seat: Seat) -> Command:
        """What the seat does now."""
        if seat in state.offered:
            return self.keep(state, seat)
        if state.phase == "second-card":
            return self.draw(state, seat)
        if state.phase != "turn":
            return answer(state, seat)
        return self.turn(state, seat)

    def plan(self, state: State, seat: Seat) -> tuple[RouteId, ...]:
        """The routes that the seat still needs, the best first."""
        plan, tickets = self.plans.get(seat), state.tickets[seat]
        if plan is None or plan.tickets != tickets or plan.broken(state, seat):
            plan = self.plans[seat] = QuickPlan(tickets, Ways(state, seat).plan(tickets)[0])
        return tuple([route for route in plan.routes if route not in state.owners])

    def turn(self, state: State, seat: Seat) -> Command:
        """A claim of the plan or a long one, else cards, or tickets when there is nothing more to want."""
        plan = self.plan(state, seat)
        claim = self.claim(state, seat, plan)
        if claim is not None:
            return claim
        if not plan and time_for_tickets(state, seat):
            return DrawTickets(seat=seat)
        if can_draw(state):
            return self.draw(state, seat)
        last = any_claim(state, seat, state.seq)
        if last is not None:
            return last
        if state.ticket_deck:
            return DrawTickets(seat=seat)
        return next((act for act in optional_acts(state) if act.seat == seat), Pass(seat=seat))

    def claim(self, state: State, seat: Seat, plan: tuple[RouteId, ...]) -> ClaimRoute | None:
        """The longest route of the plan that can be paid; without a plan, or at the end, of all."""
        found = self.claims(state, seat, plan)
        return found[0] if found else None

    def claims(self, state: State, seat: Seat, plan: tuple[RouteId, ...]) -> list[ClaimRoute]:
        """The claims worth a thought, the best first."""
        reach, board = reach_of(state, state.hands[seat]), state.game_map
        wilds, last = reach[WILDS], state.turns_left is not None
        wanted = [board.routes[name] for name in plan]
        ready = [way for way in wanted if way.length <= reach[way.asks] and way.locomotives <= wilds]
        if not ready and (not plan or last):
            least = 1 if last or state.supply(seat) < 8 else LONG
            paid = board.in_set(payable_bits(state, state.hands[seat]) & ~state.taken)
            ready = [way for way in map(board.routes.__getitem__, paid) if least <= way.length]
            mine = self._joined(state, seat)
            ready.sort(key=lambda way: -way.length - ((way.a in mine) != (way.b in mine)))
        else:
            ready.sort(key=lambda way: -way.length)
        found = list[ClaimRoute]()
        for way in ready:
            if closed(state, seat, way.id) is None:
                cards = payments(state, seat, way.id)[0]
                if not self._burns(state, seat, way.length, cards):
                    found.append(ClaimRoute(seat=seat, route=way.id, cards=cards))
                    if len(found) == 3:
                        break
        return found

    def _joined(self, state: State, seat: Seat) -> set[CityId]:
        """The cities of its own routes: what goes on from there makes its path longer, worth a space more."""
        board = state.game_map
        own = [board.routes[route] for route, owner in state.owners.items() if owner == seat]
        return {city for way in own for city in (way.a, way.b)}

    def long_claims(self, state: State, seat: Seat, least: int) -> list[ClaimRoute]:
        """Claims of long routes, wanted or not, the longest first."""
        board = state.game_map
        paid = board.in_set(payable_bits(state, state.hands[seat]) & ~state.taken)
        ready = [way for way in map(board.routes.__getitem__, paid) if least <= way.length]
        ready.sort(key=lambda way: -way.length)
        found = [one.id for one in ready if closed(state, seat, one.id) is None][:2]
        return [ClaimRoute(seat=seat, route=one, cards=payments(state, seat, one)[0]) for one in found]

    def _burns(self, state: State, seat: Seat, length: int, cards: tuple[Card, ...]) -> bool:
        """Wild cards for a short route, early: the colour will come."""
        if length > 2 or state.turns_left is not None or state.edition.wild not in cards:
            return False
        return state.supply(seat) > 20 and sum(state.hands[seat].values()) < 12

    def draw(self, state: State, seat: Seat) -> DrawCard:
        """The card that brings the plan on most."""
        return self.draws(state, seat)[0]

    def draws(self, state: State, seat: Seat) -> list[DrawCard]:
        """All cards that may be drawn, the best first."""
        second, wild, edition = state.phase == "second-card", state.edition.wild, state.edition
        worth = self._worth(state, seat)
        refill = edition.decks[0] if len(edition.decks) > 1 else None
        found = list[tuple[float, DrawCard]]()
        for index, card in enumerate(state.row):
            if card == wild and second and not state.settings.faceup_loco_second:
                continue
            value = worth.get(card, 0.0)  # a wild one costs a whole turn: two others are better
            found.append((value, DrawCard(seat=seat, source="row", index=index, replace=refill)))
        if cards_for(state):
            blind = BLIND * max(worth.values(), default=0.0) if worth else 0.1
            for deck in edition.decks:
                found.append((blind, DrawCard(seat=seat, source=deck)))
        found.sort(key=lambda one: -one[0])
        return [draw for _, draw in found]

    def _worth(self, state: State, seat: Seat) -> dict[Card, float]:
        """What a card of each kind brings: more the longer the routes it helps, and the less they lack."""
        plan, board = self.plan(state, seat), state.game_map
        hand, edition = state.hands[seat], state.edition
        reach = reach_of(state, hand)
        lacks = dict[str, float]()
        if plan:
            wanted = [board.routes[name] for name in plan]
        else:
            shut, supply = shut_to(state, seat), state.supply(seat)
            wanted = [
                board.routes[one.id]
                for one in board.glances
                if LONG < one.length <= supply and one.id not in state.owners and one.id not in shut
            ]
        for way in wanted:
            lack = way.length - reach[way.asks]
            if lack > 0:
                lacks[way.asks] = lacks.get(way.asks, 0.0) + way.length / lack
        worth = dict[Card, float]()
        if not lacks:
            return worth
        for card, helps in edition.helps.items():
            value = 0.0
            for asks, gray, _ in helps:
                value += lacks.get(asks, 0.0)
                if gray in lacks and reach[asks] >= reach[gray]:
                    value += lacks[gray]
            if value:
                worth[card] = value
        return worth

    def keep(self, state: State, seat: Seat) -> KeepTickets:
        """The tickets that bring most above what their pieces bring elsewhere."""
        return max(self.keeps(state, seat), key=lambda one: one[0])[1]

    def keeps(self, state: State, seat: Seat) -> list[tuple[float, KeepTickets]]:
        """Every choice of the tickets offered, with what it is worth."""
        offered, held, ways = state.offered[seat], state.tickets[seat], Ways(state, seat)
        routes = state.game_map.routes
        found = list[tuple[float, KeepTickets]]()
        for count in range(state.keep_at_least, len(offered) + 1):
            for kept in combinations(offered, count):
                plan, brings = ways.plan((*held, *kept))
                worth = brings - sum(elsewhere(state, routes[route].length) for route in plan)
                found.append((worth, KeepTickets(seat=seat, tickets=kept)))
        return found


class QuickPlan:
    """The routes that a seat wants for its tickets."""

    def __init__(self, tickets: tuple[TicketId, ...], routes: tuple[RouteId, ...]) -> None:
        self.tickets, self.routes = tickets, routes

    def broken(self, state: State, seat: Seat) -> bool:
        """Whether some route of it is lost to the seat."""
        owners, parallel = state.owners, state.game_map.parallel
        for route in self.routes:
            owner = owners.get(route)
            if owner is not None:
                if owner != seat:
                    return True
            elif any(other in owners for other in parallel.get(route, ())) and closed(state, seat, route):
                return True
        return False


def time_for_tickets(state: State, seat: Seat) -> bool:
    """True while there are pieces enough for more tickets, and turns."""
    if not state.ticket_deck or state.turns_left is not None:
        return False
    return state.supply(seat) >= 20 and min(map(state.supply, state.seats)) >= 14
