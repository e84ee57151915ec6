"""Undo in random games of every edition: back to any act, and the game is what it was before it, for good."""

import random
from collections import Counter

import pytest

from bots.bot import GreedyBot, RandomBot
from engine import (
    CARD_MODES,
    CardMode,
    Game,
    Reason,
    Refusal,
    State,
    Undo,
    event_from_json,
    event_to_json,
    position_of,
    score_position,
)
from tests.criteria.test_undo import without_undone
from tests.engine.many_games import GAMES, SEATS, as_at
from tests.engine.rule_bench import did

SEEDS = {"europe": 4, "legends-of-the-west": 3, "a campaign": 3}
"""Games of an edition; another 16 at most, until all of `SEEN` was met, which turns on how bots play."""
SEEN = {
    "europe": {"tunnel-revealed", "route-claimed", "station-built"},
    "rails-and-sails-world": {"pieces-chosen", "harbor-built", "pieces-exchanged"},
    "rails-and-sails-great-lakes": {"harbor-built", "pieces-exchanged"},
    "a campaign": {"NewspaperTurned", "EventTurned", "CoinsPaid", "CardGained"},
}
"""Acts, and events of acts, which with cards dealt are surely undone here; else draws and claims."""


def undone(game: Game, acts: int, before: list[State], met: Counter[str]) -> Game:
    """The game without its last acts; each is asked of the table if, and only if, something was shown."""
    for _ in range(acts):
        act = game.acts[-1]
        met[act.kind] += 1
        met.update({type(event).__name__ for event in game.events[act.to :]})
        alone = game.do(Undo(seat="red"))
        assert isinstance(alone, Refusal) == act.shown
        if isinstance(alone, Refusal):
            assert alone.reason is Reason.SHOWN_SINCE
        game, _ = did(game, Undo(seat="red", agreed=True))
        assert as_at(game.state) == as_at(before[len(game.acts)])
    assert as_at(game.state) == as_at(Game.replay(without_undone(game.events), game.state.game_map).state)
    return game


def played_with_undos(game: Game, seed: int, met: Counter[str]) -> Game:
    """To its end, or for long enough; now and then some acts, or all, are undone and others follow."""
    chance = random.Random(seed)
    bots = {seat: RandomBot(seed) if n % 2 else GreedyBot(seed) for n, seat in enumerate(SEATS)}
    before: list[State] = []  # the state before each act that stands
    for number in range(1, 500):
        if game.state.phase == "over":
            break
        seat = game.state.waiting_for()[0]
        after, _ = did(game, bots[seat].choose(game.state, seat))
        if len(after.acts) > len(game.acts):
            before[len(game.acts) :] = [game.state]
        game = after
        if chance.random() < 0.08:
            deep = len(game.acts) if number < 120 and chance.random() < 0.04 else chance.randint(1, 6)
            game = undone(game, min(deep, len(game.acts)), before, met)
    return undone(game, min(3, len(game.acts)), before, met)


@pytest.mark.criterion(42)
@pytest.mark.parametrize("cards", CARD_MODES)
@pytest.mark.parametrize("name", GAMES)
def test_given_random_games_when_acts_are_undone_then_they_are_as_if_never_done(
    name: str, cards: CardMode
) -> None:
    met: Counter[str] = Counter()
    enough = SEEDS.get(name, 2)
    must_be_met = SEEN.get(name, {"card-drawn", "route-claimed"}) if cards == "dealt" else set()
    for seed in range(enough + 16):
        if seed >= enough and must_be_met <= met.keys():
            break
        game = played_with_undos(GAMES[name](cards, seed), seed, met)
        read = Game.replay((event_from_json(event_to_json(one)) for one in game.events), game.state.game_map)
        assert read == game
        assert score_position(position_of(game.state))["violations"] == []
    assert must_be_met <= met.keys()
