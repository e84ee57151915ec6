"""Random games to their end, for tests that need every message of one."""

import random
from collections.abc import Iterator

from engine import SEATS, CardMode, Event, Game, Refusal, State, edition, legal


def whole_game(
    rules: str, seed: int, cards: CardMode, seats: int = 3
) -> Iterator[tuple[list[tuple[int, Event]], State]]:
    """Each act's numbered events, and the state after it."""
    rng = random.Random(seed)
    game = Game.new(rules, edition(rules).map, SEATS[:seats], cards, seed)
    yield list(enumerate(game.events, start=1)), game.state
    while game.state.phase != "over":
        answer = game.do(rng.choice(list(legal(game.state))))
        assert not isinstance(answer, Refusal)
        first = len(game.events) + 1
        game, events = answer
        yield list(enumerate(events, start=first)), game.state
