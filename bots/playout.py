"""One line of play from a moment to the end: the own seat card by card, others as they take routes.

What others do is told by how many cards they have, not which: that is what makes it fast, and what matters
of them to the seat is which routes they take and when they bring on the end.
"""

from collections.abc import Sequence
from math import exp
from typing import Final

from bots.ground import GRAY
from bots.outline import LONG, Other, Outline, World
from engine import TicketId
from engine.network import Network
from engine.paths import longest_way

CONTESTED: Final = 10.0
"""A route that all tickets want is claimed before one that is longer by so many spaces."""
WILD: Final = 1.2
"""What a wild card is worth beside the best of a colour."""
MOST_TURNS: Final = 400
"""A line that goes on so long is scored as it stands."""
_PART: Final = 0.62
"""The share of others' spaces that lies in their longest paths."""
_CLOSE: Final = 3.0
"""By so many spaces more a path is the longest in about three games of four."""
_MASK: Final = 2**64 - 1


def _next(chance: int) -> int:
    """Another number that looks random (a linear congruence; look at its upper bits only)."""
    return (chance * 6364136223846793005 + 1442695040888963407) & _MASK


class Playout:
    """A line of play. `turns_left`: turns of the final round after the running one; None before it."""

    def __init__(self, outline: Outline, world: World, plan: Sequence[int]) -> None:
        self.outline, self.world, self.ground = outline, world, outline.ground
        self.hand, self.row = list(outline.hand), list(outline.row)
        self._deck, self._at, self._chance = world.deck, 0, world.seed
        self.shut, self.gone = bytearray(outline.shut), bytearray(outline.gone)
        self.own = set(outline.own[outline.seat])
        self.supply, self.points, self.tickets = outline.supply, outline.points, outline.tickets
        self.plan, self._planned, self._broken = list(plan), set(plan), False
        self._brings = outline.brings[outline.seat]
        self.others = [other.again() for other in world.others]
        self.turns_left = outline.state.turns_left

    # Cards

    def _card(self) -> int:
        """The next one off the deck."""
        if self._at >= len(self._deck):
            self._deck, self._at = self._new_deck(), 0
        card = self._deck[self._at]
        self._at += 1
        return card

    def _new_deck(self) -> list[int]:
        """What neither the seat nor the row has, less what others hold."""
        left, chance = list(self.ground.copies), self._chance
        for card, count in enumerate(self.hand):
            left[card] -= count
        for card in self.row:
            left[card] -= 1
        cards = [card for card, count in enumerate(left) for _ in range(count)]
        for last in range(len(cards) - 1, 0, -1):
            chance = _next(chance)
            place = (chance >> 33) % (last + 1)
            cards[last], cards[place] = cards[place], cards[last]
        self._chance = chance
        held = sum([other.cards for other in self.others])
        return cards[min(held, max(0, len(cards) - 10)) :] or list(range(self.ground.wild))

    def _lay(self, index: int) -> None:
        """A new card in the row; with too many wild ones all are laid anew."""
        card = self.row[index] = self._card()
        if card == self.ground.wild:
            for _ in range(3):
                if self.row.count(card) < self.outline.state.settings.flush_at:
                    break
                self.row = [self._card() for _ in self.row]

    def take(self, index: int | None) -> int:
        """Take a card of the row, None: off the deck; which it is."""
        card = self._card() if index is None else self.row[index]
        self.hand[card] += 1
        if index is not None:
            self._lay(index)
        return card

    def draw(self) -> None:
        """The card that brings the plan on most."""
        values, wild = self.values(), self.ground.wild
        index, best = None, -1.0
        for place, card in enumerate(self.row):
            if card != wild and values[card] > best:
                index, best = place, values[card]
        self.take(index if index is not None and best >= self.blind(values) else None)

    def blind(self, values: Sequence[float]) -> float:
        """What a card off the deck is worth on average; a little where nothing is wanted."""
        top, wild = max(values), self.ground.wild
        if top <= 0:
            return 0.1
        count, worth, hand = 0, 0.0, self.hand
        for card, copies in enumerate(self.ground.copies):
            unseen = copies - hand[card]
            count += unseen
            worth += unseen * (values[card] if card != wild else WILD * top)
        return worth / count if count > 0 else 0.0

    def values(self) -> list[float]:
        """What a card of each colour brings: more the longer the routes it helps, the less they lack."""
        ground, hand = self.ground, self.hand
        lengths, colours, wild = ground.cards, ground.colour, ground.wild
        values, gray, wilds = [0.0] * (wild + 1), 0.0, hand[wild]
        most = max(hand[:wild])
        for route in self.plan or self._longs():
            length, colour = lengths[route], colours[route]
            lacks = length - wilds - (most if colour == GRAY else hand[colour])
            if lacks > 0:
                if colour == GRAY:
                    gray += length / lacks
                else:
                    values[colour] += length / lacks
        if gray:
            for colour in range(wild):
                if hand[colour] == most:
                    values[colour] += gray
        return values

    def _longs(self) -> list[int]:
        lengths, shut, supply = self.ground.lengths, self.shut, self.supply
        return [
            route
            for route in self.ground.longest_first
            if LONG < lengths[route] <= supply and not shut[route]
        ]

    # Claims

    def pay(self, route: int) -> tuple[int, int] | None:
        """In which colour the hand pays for a route, and with how many wild cards; None: not at all.

        GRAY: with wild cards alone.
        """
        ground, hand = self.ground, self.hand
        need, colour, least = ground.cards[route], ground.colour[route], ground.locomotives[route]
        wilds, length = hand[ground.wild], ground.lengths[route]
        if colour != GRAY:
            more = max(least, need - hand[colour])
            return (colour if more < length else GRAY, more) if more <= wilds else None
        best: tuple[int, int, int] | None = None
        for colour in range(ground.wild):
            held = hand[colour]
            more = max(least, need - held)
            if more <= wilds and (held or more >= length):
                # Fewest wild cards, then of the pile that is just large enough.
                way = (more, held if held >= need else 99, colour)
                if best is None or way < best:
                    best = way
        if best is None:
            return None
        return (best[2] if best[0] < length else GRAY, best[0])

    def payable(self, routes: Sequence[int]) -> list[int]:
        """Those of some open routes that the hand and the supply pay for."""
        ground, hand, supply = self.ground, self.hand, self.supply
        cards, colours, lengths, least = ground.cards, ground.colour, ground.lengths, ground.locomotives
        wilds, most = hand[ground.wild], max(hand[: ground.wild])
        return [
            route
            for route in routes
            if (most if colours[route] == GRAY else hand[colours[route]]) + wilds >= cards[route]
            and least[route] <= wilds
            and lengths[route] <= supply
        ]

    def claim(self, route: int, colour: int, wilds: int) -> None:
        """Take a route for the seat."""
        ground = self.ground
        length = ground.lengths[route]
        wilds = min(wilds, length)
        if colour != GRAY:
            self.hand[colour] -= length - wilds
        self.hand[ground.wild] -= wilds
        self._close(route)
        self.own.add(route)
        for twin in ground.twins[route]:
            self.shut[twin] = 1
        self.supply -= length
        self.points += self._brings[route]
        if route in self._planned:
            self.plan.remove(route)
            self._planned.discard(route)
        elif not self._planned.isdisjoint(ground.twins[route]):
            self._broken = True

    def wish(self) -> tuple[int, tuple[int, int]] | None:
        """The route that the seat claims now, and how it pays; None: it had rather draw."""
        ground, last = self.ground, self.turns_left is not None
        lengths, wanted = ground.lengths, ground.wanted
        ready = self.payable(self.plan)
        if ready:
            ready.sort(key=lambda route: -lengths[route] - CONTESTED * wanted[route])
        elif not self.plan or last:
            ready = self._longest(1 if last or self.supply < 8 else LONG)
        for route in ready:
            paid = self.pay(route)
            if paid is not None and not self._burns(route, paid[1], last):
                return route, paid
        return None

    def _longest(self, least: int) -> list[int]:
        """The longest routes that can be paid, those that make the own path longer first."""
        lengths, shut, open_ = self.ground.lengths, self.shut, list[int]()
        for route in self.ground.longest_first:
            if lengths[route] < least:
                break
            if not shut[route]:
                open_.append(route)
        ready = self.payable(open_)
        if len(ready) > 1:
            most, mine, ends = lengths[ready[0]], self.ground.touched(self.own), self.ground.ends
            ready = [route for route in ready if lengths[route] == most]
            ready.sort(key=lambda route: (ends[route][0] in mine) == (ends[route][1] in mine))
        return ready

    def _burns(self, route: int, wilds: int, last: bool) -> bool:
        """Wild cards for a short route, early: the colour will come."""
        if not wilds or last or self.ground.lengths[route] > 2:
            return False
        return self.supply > 20 and sum(self.hand) < 12

    # Turns

    def hold(self, tickets: tuple[TicketId, ...], plan: Sequence[int]) -> None:
        """Other tickets, and the routes that they need."""
        self.tickets, self.plan, self._planned = tickets, list(plan), set(plan)

    def turn(self) -> None:
        """A turn of the seat."""
        if self._broken:
            plan, _ = self.ground.plan(self.tickets, self.own, self.shut, self.supply, orders_to=1)
            self.plan, self._planned, self._broken = list(plan), set(plan), False
        wish = self.wish()
        if wish is not None:
            self.claim(wish[0], *wish[1])
        else:
            self.draw()
            self.draw()

    def _turn_of(self, other: Other) -> None:
        """A turn of another seat: it claims if it has cards enough, or draws two, one of them off the row."""
        ground, last = self.ground, self.turns_left is not None
        route = self._wanted_by(other, last)
        if route is not None:
            waits = 3 if last else other.waits[len(other.own) & 3]
            if other.cards >= ground.lengths[route] + waits:
                self._lose(other, route)
                return
        other.cards += 2
        self._chance = _next(self._chance)
        if self.row:
            self._lay((self._chance >> 40) % len(self.row))
        self._card()

    def _wanted_by(self, other: Other, last: bool) -> int | None:
        """The first route of its plan that is open; else, or at the end, one that it likes."""
        gone, lengths, twins, own = self.gone, self.ground.lengths, self.ground.twins, other.own
        plan = other.plan
        while plan:
            route = plan[0]
            if gone[route] and route not in own:
                route = next((twin for twin in twins[route] if not gone[twin]), route)
            if gone[route] or lengths[route] > other.supply or not own.isdisjoint(twins[route]):
                plan = plan[1:]
                continue
            other.plan = plan
            if not last or other.cards >= lengths[route]:
                return route
            break
        else:
            other.plan = plan
        short = last or other.supply < 8
        liked = self.world.liked if short else self.world.liked[: self.world.longs]
        most = other.cards - 3 if last else other.supply
        most = min(most, other.supply)
        for route in liked:
            if not gone[route] and lengths[route] <= most and own.isdisjoint(twins[route]):
                return route
        return None

    def _lose(self, other: Other, route: int) -> None:
        """Another seat takes a route."""
        length = self.ground.lengths[route]
        other.cards -= length
        other.supply -= length
        other.points += other.brings[route]
        other.own.add(route)
        for one in self._close(route):
            self._broken = self._broken or one in self._planned

    def _close(self, route: int) -> tuple[int, ...]:
        """Nobody else can have a route any more, nor its twin where that is locked; which these are."""
        closed = (route, *self.ground.locked_by[route])
        for one in closed:
            self.shut[one] = self.gone[one] = 1
        return closed

    def over(self, supply: int) -> bool:
        """After a turn of a seat that has so many pieces left: whether the game is over."""
        settings = self.outline.state.settings
        if self.turns_left is not None:
            self.turns_left -= 1
            return self.turns_left < 0
        if supply <= settings.end_at:
            self.turns_left = (len(self.others) + 1) * settings.end_turns - 1
        return False

    def play_on(self, place: int) -> float:
        """By how many points the seat ends before the best other, or behind it.

        Args:
            place: whose turn is next, clockwise from the seat, which is 0.
        """
        for _ in range(MOST_TURNS):
            if place == 0:
                self.turn()
                supply = self.supply
            else:
                other = self.others[place - 1]
                self._turn_of(other)
                supply = other.supply
            if self.over(supply):
                break
            place = (place + 1) % (len(self.others) + 1)
        return self.margin()

    def margin(self) -> float:
        """By how many points the seat is before the best other as it stands, or behind it."""
        ground, ways = self.ground, self.ground.ways
        bonus = self.outline.state.settings.longest_bonus
        own = self.points + self._tickets(self.own, self.tickets) + self._for_left(self.supply)
        length = longest_way(Network([ways[route] for route in self.own]))[0]
        best, longest = -(10**9), 0.0
        for other in self.others:
            points = other.points + self._tickets(other.own, other.tickets)
            best = max(best, points + self._for_left(other.supply))
            longest = max(longest, _PART * sum([ground.lengths[route] for route in other.own]))
        share = 1 / (1 + exp(min(30.0, (longest - length) / _CLOSE)))
        return own + bonus * share - best - bonus * (1 - share)

    def _for_left(self, supply: int) -> int:
        """What some editions give for few pieces left."""
        table = self.ground.for_left
        return table[supply] if 0 <= supply < len(table) else 0

    def _tickets(self, own: set[int], tickets: Sequence[TicketId]) -> int:
        brings, part = 0, self.ground.parts(own)
        for name in tickets:
            aim = self.ground.aims[name]
            first, *rest = [part.get(city, -1) for city in aim.cities]
            done = first >= 0 and set(rest) <= {first}
            brings += aim.value if done else -aim.penalty
        return brings
