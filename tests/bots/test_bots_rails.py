"""Bots on both maps of Rails & Sails: legal, and the one that plans beats those that do not."""

import pytest

from bots.bot import Bot, GreedyBot, RandomBot
from engine import CARD_MODES, SEATS, CardMode, Refusal, State, decide, evolve, start
from tests.engine.rails_table import EDITIONS, MAPS


def over(name: str, bots: list[Bot], mode: CardMode, seed: int) -> State:
    state: State | None = None
    for event in start(name, MAPS[name], SEATS[: len(bots)], mode, seed):
        state = evolve(state, event)
    assert state is not None
    while state.phase != "over":
        seat = state.waiting_for()[0]
        answer = decide(state, bots[state.seats.index(seat)].choose(state, seat))
        assert not isinstance(answer, Refusal), answer
        for event in answer:
            state = evolve(state, event)
    return state


@pytest.mark.parametrize("name", EDITIONS)
def test_given_a_planner_among_random_players_then_it_wins(name: str) -> None:
    won = 0
    for seed in range(20):
        bots: list[Bot] = [GreedyBot(seed) if n == seed % 3 else RandomBot(seed + n) for n in range(3)]
        result = over(name, bots, "dealt", seed).result
        assert result is not None
        won += result.winners == (SEATS[seed % 3],)
    assert won >= 19


@pytest.mark.parametrize("name", EDITIONS)
@pytest.mark.parametrize("mode", CARD_MODES)
def test_given_planners_only_then_they_build_claim_and_end(name: str, mode: CardMode) -> None:
    states = [over(name, [GreedyBot(seed + n) for n in range(2 + seed % 3)], mode, seed) for seed in range(4)]
    assert all(state.result is not None and state.result.why == "final-round" for state in states)
    assert sum(len(state.harbors) for state in states) > 0


@pytest.mark.parametrize("name", EDITIONS)
def test_given_random_players_then_now_and_then_they_exchange_and_build(name: str) -> None:
    states = [over(name, [RandomBot(seed * 3 + n) for n in range(3)], "untracked", seed) for seed in range(6)]
    assert sum(sum(state.exchanged.values()) for state in states) > 0
    assert sum(len(state.harbors) for state in states) > 0
