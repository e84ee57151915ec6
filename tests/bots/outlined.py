"""Games for the bot that looks ahead: a whole one, one in its middle, and one in outline."""

from bots.bot import Bot, GreedyBot
from bots.outline import Outline, World
from engine import EDITIONS, SEATS, Game, Refusal, State


def played(rules: str, bots: list[Bot], seed: int, acts: int = 10_000, **settings: object) -> Game:
    """A game of these bots, as far as so many acts."""
    edition = EDITIONS[rules]
    game = Game.new(rules, edition.map, SEATS[: len(bots)], "dealt", seed, settings)
    while game.state.result is None and acts:
        seat = game.state.waiting_for()[0]
        answer = game.do(bots[game.state.seats.index(seat)].choose(game.state, seat))
        assert not isinstance(answer, Refusal), answer
        game, acts = answer[0], acts - 1
    return game


def middle(rules: str = "us-accessible", seed: int = 5, seats: int = 3) -> State:
    """A game in which each seat has claimed something; the seat to move begins its turn."""
    bots: list[Bot] = [GreedyBot(seat) for seat in range(seats)]
    for acts in range(60, 90):
        state = played(rules, bots, seed, acts).state
        if state.phase == "turn":
            return state
    raise AssertionError("no turn begins")


def alone(state: State) -> tuple[Outline, World]:
    """What the seat to move sees, and a world of it."""
    assert state.to_move is not None
    outline = Outline(state, state.to_move)
    return outline, outline.world("1")
