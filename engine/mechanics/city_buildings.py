"""What stations and harbors have in common: whose stand where, and what building one does to the turn."""

from collections.abc import Mapping

from engine.claiming import refill
from engine.ending import end_turn
from engine.events import Event
from engine.evolve import fold
from engine.optional_events import HarborBuilt, StationBuilt
from engine.state import State
from engine.values import CityId, Seat


def built_by(seat: Seat, owners: Mapping[CityId, Seat]) -> tuple[CityId, ...]:
    """The cities of a seat's buildings, in the order of building."""
    return tuple([city for city, owner in owners.items() if owner == seat])


def built(state: State, event: StationBuilt | HarborBuilt) -> tuple[Event, ...]:
    """A building stands, the row that its cards leave short is filled, and that is the turn."""
    act: list[Event] = [event]
    if event.cards is not None and len(state.row) < state.settings.row_size:
        act += refill(fold(state, act))
    return end_turn(state, event.seat, act)
