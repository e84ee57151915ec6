"""Games at a chosen point, and the three things a rule test does with one."""

from collections.abc import Callable, Sequence
from typing import cast

import pytest

from engine import (
    SEATS,
    Card,
    CardMode,
    Command,
    Event,
    Game,
    GameMap,
    KeepTickets,
    Refusal,
    State,
    arranged,
    edition,
    score_position,
)

SHORT = {"l": "locomotive", "r": "red", "b": "blue", "g": "green", "y": "yellow", "k": "black"}
SHORT |= {"w": "white", "o": "orange", "p": "purple"}


def _cards(letters: str) -> tuple[Card, ...]:
    return tuple(Card(SHORT[letter]) for letter in letters)


@pytest.fixture
def cards() -> Callable[[str], tuple[Card, ...]]:
    """`rrl` → two red cards and a locomotive."""
    return _cards


@pytest.fixture
def begin() -> Callable[..., Game]:
    """A game in its first turn. Decks, row and hands may be given as letters, see `SHORT`."""

    def made(
        seats: int = 2,
        mode: CardMode = "dealt",
        *,
        seed: int = 1,
        settings: dict[str, object] | None = None,
        rules: str = "us-accessible",
        board: GameMap | None = None,
        **arrangement: object,
    ) -> Game:
        played_on = edition(rules).map if board is None else board
        game = Game.new(rules, played_on, SEATS[:seats], mode, seed, settings)
        for seat in tuple(game.state.offered):
            answer = game.do(KeepTickets(seat=seat, tickets=game.state.offered[seat][:2]))
            assert not isinstance(answer, Refusal)
            game = answer[0]
        return _arranged(game, arrangement) if arrangement else game

    return made


def _arranged(game: Game, arrangement: dict[str, object]) -> Game:
    raw: dict[str, object] = {}
    for key, value in arrangement.items():
        if isinstance(value, str):
            raw[key] = list(_cards(value))
        elif key == "hands" and isinstance(value, dict):
            raw[key] = {seat: list(_cards(letters)) for seat, letters in value.items()}
        else:
            raw[key] = value
    return game.told((arranged(game.state, raw),))


@pytest.fixture
def arrange() -> Callable[..., Game]:
    """The same arrangement in a running game."""

    def made(game: Game, **arrangement: object) -> Game:
        return _arranged(game, arrangement)

    return made


@pytest.fixture
def play() -> Callable[..., Game]:
    """The game after commands that must all be accepted."""

    def played(game: Game, *commands: Command) -> Game:
        for command in commands:
            answer = game.do(command)
            assert not isinstance(answer, Refusal), answer
            game = answer[0]
        return game

    return played


@pytest.fixture
def events_of() -> Callable[..., tuple[Event, ...]]:
    """The events that follow from one command that must be accepted."""

    def told(game: Game, command: Command) -> tuple[Event, ...]:
        answer = game.do(command)
        assert not isinstance(answer, Refusal), answer
        return answer[1]

    return told


@pytest.fixture
def refused() -> Callable[..., Refusal]:
    """The refusal of a command that must be refused; nothing may have changed by it."""

    def asked(game: Game, command: Command) -> Refusal:
        before = game.state
        answer = game.do(command)
        assert isinstance(answer, Refusal), answer
        assert game.state is before
        assert Game.replay(game.events, before.game_map).state == before
        return answer

    return asked


@pytest.fixture
def conserved() -> Callable[[State], tuple[int, int]]:
    """How many cards and how many tickets there are in all, wherever they lie."""

    def counted(state: State) -> tuple[int, int]:
        hands = sum(sum(hand.values()) for hand in state.hands.values())
        held: Sequence[Sequence[object]] = (*state.tickets.values(), *state.offered.values())
        turned = 0 if state.tunnel is None else len(state.tunnel.cards)
        return (
            hands + len(state.row) + len(state.deck) + len(state.discards) + turned,
            sum(map(len, held)) + len(state.ticket_deck) + len(state.removed),
        )

    return counted


@pytest.fixture
def by_hand() -> Callable[..., dict[str, object]]:
    """The score of seats whose routes and tickets are given as two cities and a length or value.

    A seat is (routes, tickets) or (routes, tickets, more of position/1).
    """

    def scored(rules: str, *seats: tuple[object, ...], **settings: object) -> dict[str, object]:
        routes: list[dict[str, object]] = []
        tickets: list[dict[str, object]] = []
        lines: list[dict[str, object]] = []
        cities = {"A"}
        for number, (held, wanted, *more) in enumerate(seats):
            line: dict[str, object] = {"seat": SEATS[number], "routes": [], "tickets": []}
            for ways, key, value, into in (
                (held, "routes", "length", routes),
                (wanted, "tickets", "value", tickets),
            ):
                for count, (a, b, size) in enumerate(cast(list[tuple[str, str, int]], ways)):
                    name = f"{number}-{count}"
                    ends: dict[str, object] = {"a": a, "b": b} if into is routes else {"cities": [a, b]}
                    into.append({"id": name, value: size, **ends})
                    cast(list[str], line[key]).append(name)
                    cities |= {a, b}
            for extra in more:
                line |= cast(dict[str, object], extra)
            lines.append(line)
        board = {
            "format": "map/1",
            "id": "by-hand",
            "cities": [{"id": city} for city in sorted(cities)],
            "routes": routes,
            "tickets": tickets,
        }
        return score_position({"edition": rules, "map": board, "settings": settings, "seats": lines})

    return scored
