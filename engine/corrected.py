"""What is so after the table has taken the board as right."""

from collections.abc import Mapping

from msgspec.structs import replace

from engine.events import GameCorrected
from engine.moving import given_up, returned_to
from engine.state import State
from engine.values import CityId, RouteId, Seat


def corrected(state: State, event: GameCorrected, seq: int) -> State:
    """The state after it."""
    for seat, cards in event.returned.items():
        state = returned_to(state, seat, cards)
    for seat, given in event.given_up.items():
        state = given_up(state, seat, tuple(card for card in given if card is not None))
    kept = {place: seat for place, seat in state.owners.items() if place not in event.removed}
    routes = {RouteId(place): seat for place, seat in event.added.items() if place in state.game_map.routes}
    return replace(
        state.owned(kept | routes),
        seq=seq,
        points={**state.points, **event.points},
        trains={**state.trains, **event.trains},
        ships={**state.ships, **event.ships},
        turns_left=None if event.last_round_off else state.turns_left,
    ).with_seldom(
        stations=_built(state, state.stations, event, "stations"),
        harbors=_built(state, state.harbors, event, "harbors"),
        coins={**state.coins, **event.coins},
    )


def _built(
    state: State, standing: Mapping[CityId, Seat], event: GameCorrected, kind: str
) -> dict[CityId, Seat]:
    kept = {city: seat for city, seat in standing.items() if city not in event.removed}
    if kind not in state.edition.position_keys:  # the edition has the other kind of building, or none
        return kept
    return kept | {CityId(p): seat for p, seat in event.added.items() if p not in state.game_map.routes}
