"""Which card the planning bot takes."""

from bots.chance import any_card, cards_for
from engine import GRAY, Card, DrawCard, RouteId, Seat, State


def useful_card(state: State, seat: Seat, plan: tuple[RouteId, ...], chance: int) -> DrawCard:
    """The card of the row that the plan wants most, a locomotive when it pays, else a blind one."""
    second, hand, wild = state.phase == "second-card", state.hands[seat], state.edition.wild
    wanted = _wanted(state, seat, plan)
    if not second and wild in state.row and wanted.get(wild, 0) > 0:
        return DrawCard(seat=seat, source="row", index=state.row.index(wild))
    best = max(
        (
            (wanted.get(card, 0), -index)
            for index, card in enumerate(state.row)
            if card != wild and wanted.get(card, 0) > 0
        ),
        default=None,
    )
    if best is not None:
        return DrawCard(seat=seat, source="row", index=-best[1])
    if not second and wild in state.row and wanted and sum(hand.values()) > 12:
        return DrawCard(seat=seat, source="row", index=state.row.index(wild))
    if cards_for(state):
        return DrawCard(seat=seat, source="deck")
    return any_card(state, seat, chance)


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
