"""Legends of the West at a chosen point: games, their arrangement, and what follows from a command."""

from engine import (
    SEATS,
    CardMode,
    ClaimRoute,
    Event,
    Game,
    RouteId,
    Seat,
)
from tests.engine.rule_bench import arrange, cards, kept

EDITION, MAP = "legends-of-the-west", "legends-east"
QUIET: dict[str, object] = {
    "events": ["quiet: colour orange coins 1"]
}  # an event that never does anything: no route is orange


def fresh(
    seats: int | tuple[Seat, ...] = 2, mode: CardMode = "dealt", seed: int = 1, **settings: object
) -> Game:
    """A game whose tickets are still to be chosen."""
    sitting = SEATS[:seats] if isinstance(seats, int) else seats
    return Game.new(EDITION, MAP, sitting, mode, seed, settings)


def begun(
    seats: int | tuple[Seat, ...] = 2,
    mode: CardMode = "dealt",
    settings: dict[str, object] | None = None,
    seed: int = 1,
    **arrangement: object,
) -> Game:
    """A game in its first turn, the first two tickets kept; decks, row and hands in letters."""
    return arrange(kept(fresh(seats, mode, seed, **(settings or {})), 2), **arrangement)


def claim(seat: Seat, route: str, letters: str | None, *extras: str) -> ClaimRoute:
    """A claim, paid with cards in letters."""
    paid = None if letters is None else cards(letters)
    return ClaimRoute(seat=seat, route=RouteId(route), cards=paid, extras=extras)


def kinds(events: tuple[Event, ...]) -> list[str]:
    """The types of events, in order."""
    return [str(type(event).__struct_config__.tag) for event in events]
