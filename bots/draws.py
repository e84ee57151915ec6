"""Which card the planning bot takes."""

from bots.chance import any_card
from engine import GRAY, Card, DrawCard, RouteId, Seat, State, drawing


def useful_card(state: State, seat: Seat, plan: tuple[RouteId, ...], chance: int) -> DrawCard:
    """The card of the row that the plan wants most, a locomotive when it pays, else a blind one."""
    first, hand, wild = state.phase == "turn", state.hands[seat], state.edition.wild
    wanted, draws = _wanted(state, seat, plan), list(drawing(state, seat))
    face_up = {state.row[draw.index]: draw for draw in reversed(draws) if draw.index is not None}
    blind = next((draw for draw in draws if draw.index is None), None)
    open_wild = face_up.get(wild) if first else None
    if open_wild is not None and wanted.get(wild, 0) > 0:
        return open_wild
    lacked = [(wanted.get(card, 0), draw) for card, draw in face_up.items() if card != wild]
    most, best = max(lacked, key=lambda one: (one[0], -(one[1].index or 0)), default=(0, None))
    if best is not None and most > 0:
        return best
    if open_wild is not None and wanted and sum(hand.values()) > 12:
        return open_wild
    return blind or any_card(state, seat, chance)


def _wanted(state: State, seat: Seat, plan: tuple[RouteId, ...]) -> dict[Card, int]:
    """How many cards of each colour the plan lacks; gray routes ask for the colour of which most are held."""
    hand, wild, wanted = state.hands[seat], state.edition.wild, dict[Card, int]()
    most = max((card for card in state.edition.order if card != wild), key=lambda card: hand.get(card, 0))
    for name in plan:
        route = state.game_map.routes[name]
        colour = most if route.colour == GRAY else Card(route.colour)
        wanted[colour] = wanted.get(colour, 0) + route.length - route.locomotives
        if route.locomotives:
            wanted[wild] = max(wanted.get(wild, 0), route.locomotives)
    if not plan:
        wanted[most] = 6
    return {card: need - hand.get(card, 0) for card, need in wanted.items() if need > hand.get(card, 0)}
