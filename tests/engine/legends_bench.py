"""Legends of the West at a chosen point: games, their arrangement, and what follows from a command."""

from engine import (
    SEATS,
    Card,
    CardMode,
    ClaimRoute,
    Command,
    Event,
    Game,
    KeepTickets,
    Refusal,
    RouteId,
    Seat,
)
from tests.engine.laying import laid

EDITION, MAP = "legends-of-the-west", "legends-east"
SHORT = {"l": "locomotive", "r": "red", "b": "blue", "g": "green", "y": "yellow", "k": "black"}
SHORT |= {"w": "white", "n": "newspaper"}
QUIET: dict[str, object] = {
    "events": ["quiet: colour orange coins 1"]
}  # an event that never does anything: no route is orange


def cards(letters: str) -> tuple[Card, ...]:
    """`rrl` → two red cards and a locomotive; `n` is a newspaper."""
    return tuple(Card(SHORT[letter]) for letter in letters)


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
    game = fresh(seats, mode, seed, **(settings or {}))
    for seat in tuple(game.state.offered):
        game = play(game, KeepTickets(seat=seat, tickets=game.state.offered[seat][:2]))
    return arrange(game, **arrangement) if arrangement else game


def arrange(game: Game, **arrangement: object) -> Game:
    """The same in a running game."""
    return laid(game, cards, arrangement)


def did(game: Game, command: Command) -> tuple[Game, tuple[Event, ...]]:
    """The game after a command that must be accepted, and its events."""
    answer = game.do(command)
    assert not isinstance(answer, Refusal), answer
    return answer


def play(game: Game, *commands: Command) -> Game:
    """The game after commands that must all be accepted."""
    for command in commands:
        game = did(game, command)[0]
    return game


def refused(game: Game, command: Command) -> tuple[str, str]:
    """Reason and rule of a command that must be refused; nothing may have changed by it."""
    answer = game.do(command)
    assert isinstance(answer, Refusal), answer
    assert Game.replay(game.events).state == game.state
    return answer.reason.value, answer.rule


def claim(seat: Seat, route: str, letters: str | None, *extras: str) -> ClaimRoute:
    """A claim, paid with cards in letters."""
    paid = None if letters is None else cards(letters)
    return ClaimRoute(seat=seat, route=RouteId(route), cards=paid, extras=extras)


def kinds(events: tuple[Event, ...]) -> list[str]:
    """The types of events, in order."""
    return [str(type(event).__struct_config__.tag) for event in events]
