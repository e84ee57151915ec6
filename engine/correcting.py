"""The board is right: what does not stand is no claim any longer, what stands is one if the rules let it."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final

from msgspec.structs import replace

from engine.commands import AcceptBoard, ClaimRoute, Refusal, TokenCommand
from engine.decide import decide
from engine.events import Event, GameCorrected, RouteClaimed
from engine.evolve import fold
from engine.moving import given_up, returned_to
from engine.optional_events import Built, CoinsPaid
from engine.prices import Paid, Price
from engine.reasons import Reason
from engine.refusing import refuse
from engine.scoring import route_points
from engine.state import State
from engine.values import Card, CityId, Phase, RouteId, Seat

_COUNTS: Final = (RouteClaimed, Built, CoinsPaid)
"""What a claim does to the board; the turn that it would end is not its seat's."""

_BUSY: Final[Mapping[Phase, Reason]] = {
    "tickets": Reason.WAIT_FOR_TICKETS,
    "pieces": Reason.WAIT_FOR_PIECES,
    "second-card": Reason.TAKE_SECOND_CARD,
    "ticket-choice": Reason.CHOOSE_TICKETS_FIRST,
    "tunnel": Reason.ANSWER_TUNNEL_FIRST,
    "loans": Reason.GAME_OVER,
    "over": Reason.GAME_OVER,
}
"""When something else is answered first."""


def correct(state: State, command: AcceptBoard, paid: Paid) -> tuple[Event, ...] | Refusal:
    """What follows when the table takes the board as right; one thing that cannot be refuses all of it.

    Of the cards paid for a claim that goes those come back to its seat that lie on the discards; the others
    are in the deck again. Coins and cards that it has brought go, as far as they are still there, the cards
    under the deck. A last round that has begun is off when no seat has few enough pieces for one any longer.
    """
    reason = _not_now(state, command)
    if reason is not None:
        return refuse(state, command, reason)
    after, removed = state, dict[str, Seat]()
    returned: dict[Seat, tuple[Card, ...]] = {}
    for place in command.gone:
        owner = holder(after, place)
        if owner is None:
            return _refused(state, command, Reason.NO_SUCH_ROUTE, place)
        removed[place] = owner
        after, back = _without(after, place, owner, paid.get(place))
        returned[owner] = returned.get(owner, ()) + back
    after, given = _without_drawn(after, [paid[place] for place in removed if place in paid])
    stood = _with_all(after, command)
    if isinstance(stood, Refusal):
        return stood
    after = stood
    stranded = next((city for city, seat in after.harbors.items() if not _reached(after, city, seat)), None)
    if stranded is not None:
        return _refused(state, command, Reason.NO_ROUTE_TO_PORT, stranded)
    event = GameCorrected(
        seat=command.seat,
        removed=removed,
        added=dict(command.stand),
        points=_changed(state.points, after.points),
        trains=_changed(state.trains, after.trains),
        ships=_changed(state.ships, after.ships),
        coins=_changed(state.coins, after.coins),
        returned={seat: cards for seat, cards in returned.items() if cards},
        last_round_off=_last_round_off(state, after),
        given_up=given,
    )
    return (event,)


def _last_round_off(before: State, after: State) -> bool:
    """Whether the pieces that came back end a last round; once its last turn is over it stays over."""
    if before.turns_left is None or before.phase != "turn":
        return False
    return all(after.supply(seat) > after.settings.end_at for seat in after.seats)


def _not_now(state: State, command: AcceptBoard) -> Reason | None:
    if command.seat not in state.seats:
        return Reason.NO_SUCH_SEAT
    if state.phase in _BUSY:
        return _BUSY[state.phase]
    return None if command.gone or command.stand else Reason.NOTHING_TO_UNDO


def acceptable(
    state: State, seat: Seat, gone: Iterable[str], stand: Mapping[str, Seat], paid: Paid
) -> tuple[AcceptBoard, tuple[tuple[str, Refusal], ...]]:
    """As much of a board as the rules let the game follow, and why not the rest.

    Args:
        seat: who asks. `gone`: routes and cities that are claimed and where no such token stands.
        stand: tokens where the game has none.
    Returns:
        The command, empty if nothing can be; each place that is left out, with its refusal.
    """
    best, refused = AcceptBoard(seat=seat), list[tuple[str, Refusal]]()
    routes = state.game_map.routes
    out = sorted(gone, key=lambda place: (place in routes, place))  # harbors before their routes
    into = sorted(stand, key=lambda place: (place not in routes, place))  # routes before harbors
    whole = AcceptBoard(seat=seat, gone=tuple(out), stand={place: stand[place] for place in into})
    if not isinstance(correct(state, whole, paid), Refusal):
        return whole, ()  # together they may do what one by one they cannot: a harbor has another way
    for place in out:
        trial = replace(best, gone=(*best.gone, place))
        best = _tried(state, best, trial, paid, place, refused)
    for place in into:
        trial = replace(best, stand={**best.stand, place: stand[place]})
        best = _tried(state, best, trial, paid, place, refused)
    return best, tuple(refused)


def _tried(
    state: State,
    best: AcceptBoard,
    trial: AcceptBoard,
    paid: Paid,
    place: str,
    refused: list[tuple[str, Refusal]],
) -> AcceptBoard:
    answer = correct(state, trial, paid)
    if isinstance(answer, Refusal):
        refused.append((place, answer))
        return best
    return trial


def holder(state: State, place: str) -> Seat | None:
    """Whose claim or building this is."""
    return (
        state.owners.get(RouteId(place))
        or state.stations.get(CityId(place))
        or state.harbors.get(CityId(place))
    )


def _without(state: State, place: str, owner: Seat, price: Price | None) -> tuple[State, tuple[Card, ...]]:
    """The state without a claim or a building, and what of its price comes back."""
    lying = Counter(state.discards + state.ship_discards)
    cards = tuple((Counter(() if price is None else price.cards) & lying).elements())
    state = _taken_down(returned_to(state, owner, cards), place, owner)
    if price is None:  # it came in by a correction, which brought what it would bring now
        again = _with(state, place, owner)
        brought = _changed(state.coins, state.coins if isinstance(again, Refusal) else again.coins)
        price = Price(coins={seat: total - state.coins[seat] for seat, total in brought.items()})
    coins = {seat: max(0, have - price.coins.get(seat, 0)) for seat, have in state.coins.items()}
    return state.with_seldom(coins=coins), cards


def _without_drawn(
    state: State, prices: Iterable[Price]
) -> tuple[State, dict[Seat, tuple[Card | None, ...]]]:
    """The state without the cards that claims have brought, and which each seat gives: those it still has."""
    drawn: dict[Seat, tuple[Card, ...]] = {}
    for price in prices:
        for seat, cards in price.drawn.items():
            drawn[seat] = drawn.get(seat, ()) + cards
    given: dict[Seat, tuple[Card | None, ...]] = {}
    for seat, cards in drawn.items():
        has = tuple((Counter(cards) & Counter(state.hands[seat])).elements())
        state, given[seat] = given_up(state, seat, has), has
    return state, given


def _taken_down(state: State, place: str, owner: Seat) -> State:
    """The state without a claim or a building; its points are gone, its pieces are back."""
    way = state.game_map.routes.get(RouteId(place))
    if way is None:
        stations = {city: seat for city, seat in state.stations.items() if city != place}
        harbors = {city: seat for city, seat in state.harbors.items() if city != place}
        return state.with_seldom(stations=stations, harbors=harbors)
    points = {**state.points, owner: state.points[owner] - route_points(state.settings, way.length)}
    supply = state.ships if way.kind == "ship" else state.trains
    more = {**supply, owner: supply[owner] + way.length}
    owners = {route: seat for route, seat in state.owners.items() if route != place}
    state = replace(state.owned(owners), points=points)
    return replace(state, ships=more) if way.kind == "ship" else replace(state, trains=more)


def _with(state: State, place: str, seat: Seat) -> State | Refusal:
    """The state with a claim or a building more, as if it were this seat's turn."""
    command: TokenCommand = ClaimRoute(seat=seat, route=RouteId(place))
    if place not in state.game_map.routes:
        command = state.edition.builds(seat=seat, city=CityId(place))
    turn = replace(state, phase="turn", to_move=seat, turns_left=None)
    answer = decide(turn, command)
    if isinstance(answer, Refusal):
        return answer
    after = fold(turn, [event for event in answer if isinstance(event, _COUNTS)])
    return replace(after, phase=state.phase, to_move=state.to_move, turns_left=state.turns_left)


def _with_all(state: State, command: AcceptBoard) -> State | Refusal:
    """The state with everything that stands and was not in the game."""
    for place, seat in command.stand.items():
        if seat not in state.seats:
            return refuse(state, command, Reason.NO_SUCH_SEAT)
        answer = _with(state, place, seat)
        if isinstance(answer, Refusal):
            return replace(answer, command=command)
        state = answer
    return state


def _reached(state: State, city: CityId, seat: Seat) -> bool:
    return any(state.owners.get(route) == seat for route in state.game_map.routes_at[city])


def _changed(before: Mapping[Seat, int], after: Mapping[Seat, int]) -> dict[Seat, int]:
    return {seat: count for seat, count in after.items() if before.get(seat) != count}


def _refused(state: State, command: AcceptBoard, reason: Reason, place: str) -> Refusal:
    if place in state.game_map.routes:
        return refuse(state, command, reason, route=RouteId(place))
    return refuse(state, command, reason, city=CityId(place))
