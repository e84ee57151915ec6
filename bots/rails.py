"""How the planning bot plays with trains and ships: the mix, two decks, harbors, exchanges."""

from collections.abc import Sequence
from itertools import combinations, pairwise

from bots.chance import any_card, any_claim, may_draw
from bots.claims import best_claim
from bots.paper import paper_cards, paper_claim
from bots.plans import time_for_tickets
from engine import (
    GRAY,
    BuildHarbor,
    Card,
    ChoosePieces,
    Command,
    Deck,
    DrawCard,
    DrawTickets,
    ExchangePieces,
    KeepTickets,
    RouteId,
    Seat,
    State,
    TicketId,
    cheapest_way,
    completed,
    drawing,
    optional_acts,
)

_TRAIN: Deck = "train-deck"
_SHIP: Deck = "ship-deck"


def rails_act(state: State, seat: Seat, chance: int, tickets: Sequence[TicketId]) -> Command | None:
    """The act that brings the seat on most; None: the usual ways know it. `tickets`: those it holds."""
    if state.phase == "pieces":
        return _mix(state, seat, _plan(state, seat, tickets))
    if state.cards == "untracked":
        return _untracked(state, seat, tickets)
    if seat in state.offered:
        return _worth_keeping(state, seat)
    plan = _plan(state, seat, tickets)
    if state.phase == "second-card":
        return _card(state, seat, plan, chance)
    act = _harbor(state, seat, tickets) or best_claim(state, seat, plan) or _exchange(state, seat, plan)
    if act is not None:
        return act
    if not plan and time_for_tickets(state, seat, own=20, least=16):
        return DrawTickets(seat=seat)
    if may_draw(state, seat):
        return _card(state, seat, plan, chance)
    return any_claim(state, seat, chance) or (DrawTickets(seat=seat) if state.ticket_deck else None)


def _untracked(state: State, seat: Seat, tickets: Sequence[TicketId]) -> Command | None:
    if state.phase != "turn":
        return None
    claim = paper_claim(state, seat, tickets)
    if claim is None and paper_cards(state, seat) >= 4:
        return _harbor(state, seat, tickets)
    return claim


def _pieces(state: State, seat: Seat) -> int:
    """The seat's supply; before the mixes are open, as much as it is going to be."""
    return state.supply(seat) if state.ships else state.settings.pieces


def _plan(state: State, seat: Seat, tickets: Sequence[TicketId]) -> tuple[RouteId, ...]:
    """The routes that the tickets still need, the most valuable first, as far as the pieces go."""
    left, plan, order = _pieces(state, seat), set[RouteId](), list[RouteId]()
    for ticket in sorted(tickets, key=lambda name: -state.game_map.tickets[name].value):
        more, legs = list[RouteId](), pairwise(state.game_map.tickets[ticket].cities)
        for a, b in legs:
            way = cheapest_way(state, seat, a, b, plan.union(more))
            if way is None:
                break
            more += way[1]
        else:
            needed = sum(state.game_map.routes[route].length for route in more)
            if needed <= left:
                left -= needed
                plan.update(more)
                order += more
    return tuple(order)


def _worth_keeping(state: State, seat: Seat) -> KeepTickets:
    """The tickets whose value is most above what their pieces are worth elsewhere."""
    offered, held, tickets = state.offered[seat], state.tickets[seat], state.game_map.tickets
    own = state.routes_of(seat)

    def gain(kept: tuple[TicketId, ...]) -> float:
        plan = _plan(state, seat, held + kept)
        done = completed(state.game_map, (*own, *plan), kept)
        value = sum(
            tickets[name].value if name in done else -(tickets[name].penalty or tickets[name].value)
            for name in kept
        )
        return value - 0.5 * sum(state.game_map.routes[route].length for route in plan)

    ways = [w for n in range(state.keep_at_least, len(offered) + 1) for w in combinations(offered, n)]
    return KeepTickets(seat=seat, tickets=max(ways, key=gain))


def _needs(state: State, plan: Sequence[RouteId]) -> tuple[int, int]:
    """Trains and ships of a plan."""
    ways = [state.game_map.routes[route] for route in plan]
    ships = sum(way.length for way in ways if way.kind == "ship")
    return sum(way.length for way in ways) - ships, ships


def _mix(state: State, seat: Seat, plan: Sequence[RouteId]) -> ChoosePieces:
    """What the plan needs of both kinds, the rest shared out as for a first game."""
    settings, (trains, ships) = state.settings, _needs(state, plan)
    rest = max(0, settings.pieces - trains - ships)
    wanted = trains + rest * settings.first_trains // max(1, settings.pieces)
    least, most = max(0, settings.pieces - settings.ships), min(settings.trains, settings.pieces)
    train = min(most, max(least, wanted))
    return ChoosePieces(seat=seat, train=train, ship=settings.pieces - train)


def _exchange(state: State, seat: Seat, plan: Sequence[RouteId]) -> ExchangePieces | None:
    """Pieces of the kind that the plan lacks, when it is close to being done."""
    trains, ships = _needs(state, plan)
    lack_trains, lack_ships = trains - state.trains[seat], ships - state.ships[seat]
    if max(lack_trains, lack_ships) <= 0 or state.turns_left is not None:
        return None
    give, count = ("ship", lack_trains) if lack_trains > 0 else ("train", lack_ships)
    fitting = [
        act
        for act in optional_acts(state)
        if isinstance(act, ExchangePieces) and act.give == give and act.count == count
    ]
    return fitting[0] if fitting else None


def _harbor(state: State, seat: Seat, tickets: Sequence[TicketId]) -> BuildHarbor | None:
    """A harbor where a completed ticket names the city; at the end anywhere, for it is not missing then."""
    builds: dict[str, BuildHarbor] = {}
    for act in optional_acts(state):
        if isinstance(act, BuildHarbor) and act.city not in builds:
            builds[act.city] = act
    if not builds:
        return None
    done = completed(state.game_map, state.routes_of(seat), tickets)
    named = [city for ticket in done for city in state.game_map.tickets[ticket].cities]
    best = max(builds.values(), key=lambda act: named.count(act.city))
    return best if named.count(best.city) or state.turns_left is not None else None


def _card(state: State, seat: Seat, plan: Sequence[RouteId], chance: int) -> DrawCard:
    """The card that the plan lacks most of; any that may be drawn where a house rule refuses it (X-6)."""
    wish = _wish(state, seat, plan)
    if wish is not None and (state.settings.short_draw == "allow" or wish in drawing(state, seat)):
        return wish
    return any_card(state, seat, chance)


def _wish(state: State, seat: Seat, plan: Sequence[RouteId]) -> DrawCard | None:
    """The card of the row that the plan lacks most of, a wild one for want of it, else a blind one."""
    wanted, second = _wanted(state, seat, plan), state.phase == "second-card"
    trains = sum(need for card, need in wanted.items() if card.startswith("train:"))
    ships = sum(need for card, need in wanted.items() if card.startswith("ship:") and card.endswith(":2"))
    deck = _SHIP if ships > trains else _TRAIN
    wild = state.edition.wild
    lacked = [(wanted.get(card, 0), -at) for at, card in enumerate(state.row) if card != wild]
    best = max(lacked, default=(0, 0))
    if best[0] > 0:
        return DrawCard(seat=seat, source="row", index=-best[1], replace=deck)
    if not second and wild in state.row:
        return DrawCard(seat=seat, source="row", index=state.row.index(wild), replace=deck)
    if state.deck or state.discards or state.ship_deck or state.ship_discards:
        return DrawCard(seat=seat, source=deck)
    return None


def _held(state: State, seat: Seat, kind: str, colour: str) -> int:
    """How many spaces of a kind the seat's cards of a colour cover."""
    hand = state.hands[seat]
    if kind == "train":
        return hand.get(Card(f"train:{colour}"), 0) + hand.get(Card(f"train:{colour}:harbor"), 0)
    return hand.get(Card(f"ship:{colour}:1:harbor"), 0) + 2 * hand.get(Card(f"ship:{colour}:2"), 0)


def _best_colour(state: State, seat: Seat, kind: str) -> str:
    """The colour of a kind of which most is held."""
    held = {colour: _held(state, seat, kind, colour) for colour in sorted(state.edition.colours)}
    return max(held, key=held.__getitem__)


def _wanted(state: State, seat: Seat, plan: Sequence[RouteId]) -> dict[Card, int]:
    """For each card how many spaces of its kind and colour the plan lacks; the better card a little more."""
    need: dict[tuple[str, str], int] = {}
    for name in plan:
        way = state.game_map.routes[name]
        key = (way.kind, _best_colour(state, seat, way.kind) if way.colour == GRAY else way.colour)
        need[key] = need.get(key, 0) + way.length * (2 if way.pair else 1)
    if not plan:
        need = {(kind, _best_colour(state, seat, kind)): 8 for kind in ("train", "ship")}
    wanted: dict[Card, int] = {}
    for (kind, colour), spaces in need.items():
        lack = 2 * (spaces - _held(state, seat, kind, colour))
        if kind == "train" and lack > 0:
            wanted[Card(f"train:{colour}")] = lack
            wanted[Card(f"train:{colour}:harbor")] = lack + 1
        elif lack > 0:
            wanted[Card(f"ship:{colour}:1:harbor")] = lack
            wanted[Card(f"ship:{colour}:2")] = lack + 1
    return wanted
