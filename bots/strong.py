"""Looking ahead: what is not seen is drawn by lot, games are played on from there; what ends best is done.

They are played on in outline (`playout`): fast enough to tell apart acts that differ by a point or two.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from math import exp, sqrt
from typing import Final

from bots.building import answer
from bots.chance import any_claim
from bots.ground import GRAY, Ground
from bots.outline import LONG, Outline, World
from bots.plans import time_for_tickets
from bots.playout import Playout
from engine import (
    ClaimRoute,
    Command,
    DrawCard,
    DrawTickets,
    KeepTickets,
    Pass,
    Seat,
    State,
    TicketId,
    closed,
    drawing,
    optional_acts,
    payments,
)

PLAYOUTS: Final = 600
"""So many games are played on for a move, where neither a number nor a time is said."""
LEAST: Final = 10
"""So often every act is tried before the worse half is left out, and then again as often."""
MARGIN: Final = 15.0
"""By so many points ahead a game is won three times in four."""
SURE: Final = 2.0
"""An act is preferred to the first one when it is better by so many standard errors.

Of many acts the one that looks best is often so by chance.
"""
OWN: Final = 20
"""So many pieces at least are left to the seat when it draws tickets."""
CLEAR: Final = 5.0
"""Of two acts that are left and differ by so many standard errors the better one is done at once."""


@dataclass(slots=True)
class Tried:
    """An act that may be done, and how the games went that were played on after it, from 0 to 1."""

    act: Command
    plan: tuple[int, ...] = ()
    ends: list[float] = field(default_factory=list)

    @property
    def mean(self) -> float:
        """How they went on the whole."""
        return sum(self.ends) / len(self.ends) if self.ends else 0.0


class Search:
    """One move: which acts are thought of, and what came of each."""

    def __init__(self, state: State, seat: Seat, seed: int) -> None:
        self._state, self._seat = state, seat
        self._seed = f"{seed}/{state.seq}/{seat}"
        self._outline = Outline(state, seat)
        self.tried = self._candidates()
        self.playouts = 0

    def run(self, more: Callable[[int], bool]) -> Tried:
        """Play on as long as `more`, asked with the number of games played, says so; the act that is best."""
        alive, worlds, until = list(self.tried), 0, LEAST
        while len(alive) > 1 and more(self.playouts):
            self._world(worlds, alive)
            worlds += 1
            if worlds == until:
                if len(alive) == 2 and abs(_errors(alive[0], alive[1])) > CLEAR:
                    break
                alive.sort(key=lambda one: -one.mean)
                alive = alive[: max(2, (len(alive) + 1) // 2)]
                until *= 2
        return self._best(alive)

    def _world(self, number: int, alive: Sequence[Tried]) -> None:
        """Draw by lot what is not seen, once, and play on after each act from there."""
        world = self._outline.world(f"{self._seed}/{number}")
        for one in alive:
            margin = self._played_on(world, one)
            one.ends.append(1 / (1 + exp(-margin / MARGIN)))
            self.playouts += 1

    def _best(self, alive: Sequence[Tried]) -> Tried:
        first = self.tried[0]
        best = max(alive, key=lambda one: one.mean)
        return best if best is first or _errors(first, best) > SURE else first

    # What may be done

    def _candidates(self) -> list[Tried]:
        """The acts worth a try, the one first that the seat would do without looking ahead."""
        state, seat = self._state, self._seat
        if seat in state.offered:
            return self._keeps()
        if state.phase not in ("turn", "second-card"):
            return [Tried(answer(state, seat))]
        outline = self._outline
        plan, _ = outline.ground.plan(outline.tickets, outline.own[seat], outline.shut, outline.supply)
        line = Playout(outline, outline.world(self._seed), plan)
        draws = self._draws(line)
        if state.phase == "second-card":
            return [Tried(act, plan) for act in draws]
        acts = [*self._first(line, draws), *self._claims(line), *draws]
        if state.ticket_deck and state.turns_left is None:
            acts.append(DrawTickets(seat=seat))
        return [Tried(act, plan) for act in dict.fromkeys(acts)]

    def _first(self, line: Playout, draws: Sequence[DrawCard]) -> list[Command]:
        """What the seat does without looking ahead."""
        state, seat = self._state, self._seat
        wish = line.wish()
        claim = self._claim(line, wish[0]) if wish is not None else None
        if claim is not None:
            return [claim]
        if not line.plan and time_for_tickets(state, seat, own=OWN):
            return [DrawTickets(seat=seat)]
        if draws:
            return [draws[0]]
        last = any_claim(state, seat, state.seq)
        if last is not None:
            return [last]
        if state.ticket_deck:
            return [DrawTickets(seat=seat)]
        return [next((act for act in optional_acts(state) if act.seat == seat), Pass(seat=seat))]

    def _claims(self, line: Playout) -> list[Command]:
        """Claims of the plan, and others for their length: of those near the end more, and short ones too."""
        lengths, ends, plan = line.ground.lengths, line.ground.ends, set(line.plan)
        late = line.supply < 10 or line.turns_left is not None
        mine = line.ground.touched(line.own)
        ready = line.payable([route for route in line.ground.longest_first if not line.shut[route]])
        ready.sort(key=lambda one: (-lengths[one], (ends[one][0] in mine) == (ends[one][1] in mine)))
        wanted = [route for route in ready if route in plan]
        others = [route for route in ready if route not in plan and (late or lengths[route] >= LONG - 1)]
        found = [self._claim(line, route) for route in (*wanted[:4], *others[: 8 if late else 4])]
        return [claim for claim in found if claim is not None]

    def _claim(self, line: Playout, route: int) -> ClaimRoute | None:
        """The claim of a route, paid with the fewest wild cards in the colour that the line would take."""
        name, pays = line.ground.ways[route].id, line.pay(route)
        if pays is None or closed(self._state, self._seat, name) is not None:
            return None
        ways = payments(self._state, self._seat, name)
        colour = None if pays[0] == GRAY else line.ground.colours[pays[0]]
        cards = next((cards for cards in ways if colour in cards), ways[0] if ways else None)
        return None if cards is None else ClaimRoute(seat=self._seat, route=name, cards=cards)

    def _draws(self, line: Playout) -> list[DrawCard]:
        """The cards worth a try, the best first: three at most, an open wild one and the deck's beside."""
        values, alike = line.values(), dict[int | None, DrawCard]()
        values[line.ground.wild] = -1.0  # it costs a whole turn
        for draw in drawing(self._state, self._seat):
            alike.setdefault(None if draw.index is None else line.row[draw.index], draw)
        found = [(line.blind(values) if card is None else values[card], draw) for card, draw in alike.items()]
        found.sort(key=lambda one: (-one[0], one[1].index is None))
        best, rest = found[:3], found[3:]
        return [draw for _, draw in best] + [draw for worth, draw in rest if draw.index is None or worth < 0]

    def _keeps(self) -> list[Tried]:
        """Every choice of the tickets offered, the best first: what they bring above what they cost."""
        state, seat, outline = self._state, self._seat, self._outline
        offered, found = state.offered[seat], list[tuple[float, Tried]]()
        for count in range(state.keep_at_least, len(offered) + 1):
            for kept in combinations(offered, count):
                plan, worth = self._worth((*outline.tickets, *kept))
                found.append((worth, Tried(KeepTickets(seat=seat, tickets=kept), plan)))
        found.sort(key=lambda one: -one[0])
        return [tried for _, tried in found]

    def _worth(self, tickets: tuple[TicketId, ...]) -> tuple[tuple[int, ...], float]:
        """The routes that tickets need; what tickets bring above what these cost and bring elsewhere."""
        outline, own = self._outline, self._outline.own[self._seat]
        plan, brings = outline.ground.plan(tickets, own, outline.shut, outline.supply)
        cost, lengths = outline.ground.cost, outline.ground.lengths
        return plan, brings - sum([cost[route] + lengths[route] for route in plan])

    # What comes of it

    def _played_on(self, world: World, tried: Tried) -> float:
        """By how many points the seat ends before the best other, or behind it."""
        line, act, place = Playout(self._outline, world, tried.plan), tried.act, 1
        match act:
            case KeepTickets(tickets=kept):
                line.hold((*line.tickets, *kept), tried.plan)
                if self._state.phase == "tickets":  # before the first turn
                    place = -self._state.seats.index(self._seat) % len(self._state.seats)
                    return line.play_on(place)
            case ClaimRoute(route=name):
                line.claim(line.ground.place[name], *paid(line.ground, act))
            case DrawCard(index=index):
                card = line.take(index)
                if self._state.phase == "turn" and not (index is not None and card == line.ground.wild):
                    line.draw()
            case DrawTickets():
                self._more_tickets(line, world)
            case _:
                pass
        return line.margin() if line.over(line.supply) else line.play_on(place)

    def _more_tickets(self, line: Playout, world: World) -> None:
        """Tickets off the deck as it may lie: those are kept that are worth it, or the best."""
        _, worth = self._worth(line.tickets)
        drawn = world.tickets[: self._state.settings.draw_tickets]
        gains = {ticket: self._worth((*line.tickets, ticket))[1] - worth for ticket in drawn}
        drawn = sorted(drawn, key=lambda ticket: -gains[ticket])
        kept = [ticket for place, ticket in enumerate(drawn) if place == 0 or gains[ticket] > 0]
        tickets = (*line.tickets, *kept)
        line.hold(tickets, self._worth(tickets)[0])


def paid(ground: Ground, act: ClaimRoute) -> tuple[int, int]:
    """The colour of a payment, GRAY with wild cards alone, and how many of its cards are wild."""
    numbers = [ground.number[card] for card in act.cards or ()]
    return next((one for one in numbers if one != ground.wild), GRAY), numbers.count(ground.wild)


def _errors(one: Tried, other: Tried) -> float:
    """By how many standard errors the other act is better, in the same worlds."""
    gains = [b - a for a, b in zip(one.ends, other.ends, strict=False)]
    count = len(gains)
    if count < 2:
        return 0.0
    mean = sum(gains) / count
    spread = sqrt(sum([(gain - mean) ** 2 for gain in gains]) / (count - 1) / count)
    return mean / spread if spread > 0 else mean * 1e9
