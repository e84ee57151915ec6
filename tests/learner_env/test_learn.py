"""`fingerpost.learn`: PettingZoo's own tests; the referee plays the same games; nobody sees hidden cards."""

import copy
import pickle
import subprocess
import sys
import tomllib
import warnings
from collections import Counter
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace
from pettingzoo.test import api_test, performance_benchmark, render_test, seed_test
from pettingzoo.test.state_test import state_test

from engine import EDITIONS, SEATS, Card, Referee, Seat, moment, position_of, score_position
from engine.codec import command_to_json
from fingerpost.learn import env, raw_env
from lab.arena.match import digest_of
from tests.engine.hidden import hidden_otherwise, opened
from tests.learner_env.learned_from_view import OfView, by_key

GAMES, WHOLE = 200, 40  # how many random games an edition, and how many of them with all its pieces
FEW = {
    "us-accessible": {"trains": 18},
    "us-10th-anniversary": {"trains": 18},
    "europe": {"trains": 18},
    "rails-and-sails-world": {"pieces": 24, "trains": 14, "ships": 14, "first_trains": 12},
    "rails-and-sails-great-lakes": {"pieces": 24, "trains": 14, "ships": 14, "first_trains": 12},
}
"""Long games in less time: all that can be done comes about in them, too."""
ACTIONS = {
    "us-accessible": 1075,
    "us-10th-anniversary": 1075,
    "europe": 2416,
    "legends-of-the-west": 306,
    "rails-and-sails-world": 1834,
    "rails-and-sails-great-lakes": 1608,
    "starter": 116,
}
DICTS = (".*should be gymnasium.spaces.box.*", "Observation is not a NumPy array")
"""What PettingZoo remarks of observations that are a dict: it knows them, and says so each time."""


@pytest.mark.parametrize("name", EDITIONS)
def test_given_an_edition_when_petting_zoo_tests_it_then_it_remarks_only_that_observations_are_dicts(
    name: str,
) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for known in DICTS:
            warnings.filterwarnings("ignore", message=known)
        api_test(env(name), num_cycles=300)
        seed_test(lambda: env(name), num_cycles=100)
        state_test(env(name), env(name))
        for mode in ("ansi", "svg"):
            made = env(name, render_mode=mode)
            render_test(lambda made=made, **_: made, custom_tests={mode: lambda told: isinstance(told, str)})


@pytest.mark.parametrize("name", EDITIONS)
def test_given_an_edition_when_petting_zoo_measures_its_speed_then_games_follow_games(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    looks, made, games = count(), env(name), list[int]()
    # It plays for five seconds: here so long as it has looked at the clock 401 times.
    clock = SimpleNamespace(time=lambda: next(looks) * 5 / 400)
    monkeypatch.setattr(sys.modules["pettingzoo.test.performance_benchmark"], "time", clock)
    begin = made.reset

    def begun() -> None:
        games.append(len(games))
        begin(seed=games[-1])

    monkeypatch.setattr(made, "reset", begun)
    performance_benchmark(made)
    assert "cycles per second" in capsys.readouterr().out
    assert len(games) > 1


@pytest.mark.parametrize("name", EDITIONS)
def test_given_an_edition_then_its_actions_are_numbered_as_promised(name: str) -> None:
    keys = raw_env(name).actions
    assert len(keys) == len(set(keys)) == ACTIONS[name]


def test_given_keys_then_they_stand_in_their_order() -> None:
    keys = raw_env("europe").actions
    assert keys[:5] == ("keep:0", "keep:1", "keep:0,1", "keep:2", "keep:0,2")
    assert keys[15:22] == ("draw:deck", *(f"draw:row:{at}" for at in range(5)), "draw-tickets")
    assert keys[-1] == "pass"
    world = raw_env("rails-and-sails-world").actions
    assert world[31] == "pieces:10"
    assert "draw:row:5:ship-deck" in world


def played(made: Any, seed: int, chance: np.random.Generator) -> dict[str, Any]:
    """A random game; what the agents were told at its end."""
    made.reset(seed=seed)
    told: dict[str, Any] = {}
    while made.agents:
        agent = made.agent_selection
        if made.terminations[agent] or made.truncations[agent]:
            told[agent] = made.infos[agent]
            made.step(None)
            continue
        possible = np.flatnonzero(made._mask(agent))  # without the vectors, which others look at
        made.step(int(possible[chance.integers(len(possible))]))
    return told


@pytest.mark.parametrize("name", EDITIONS)
def test_given_random_games_then_the_referee_plays_the_same_to_the_same_scores(name: str) -> None:
    chance = np.random.default_rng(5)
    games = {True: raw_env(name, seats=3), False: raw_env(name, seats=3, settings=FEW.get(name))}
    for seed in range(GAMES):
        made = games[seed < WHOLE]
        told = played(made, seed, chance)
        referee = Referee(
            EDITIONS[name].map, name, SEATS[:3], seed=seed, settings=made._settings, explain=lambda *_: ""
        )
        first = len(referee.game.events)
        game = referee.game
        for command in made._done:
            after = game.do(command)
            assert isinstance(after, tuple), (seed, command_to_json(command), after)
            game = after[0]
        assert digest_of(game, first) == told["seat_0"]["digest"] == made.digest()
        result = game.state.result
        assert result is not None
        score = score_position(position_of(game.state))["seats"]
        assert [told[f"seat_{n}"]["score"] for n in range(3)] == score
        assert [line.total for line in result.scores] == [line["total"] for line in score]


@pytest.mark.parametrize("shown", ["all", "seldom"])
@pytest.mark.parametrize("name", EDITIONS)
def test_given_random_games_then_a_vector_is_of_the_view_and_a_mask_of_the_legal_commands(
    name: str, shown: str
) -> None:
    made, chance = raw_env(name, seats=3, settings=FEW.get(name)), np.random.default_rng(8)
    for seed in range(3):
        made.reset(seed=seed)
        of_view = OfView(made.layout, made._observations.size, made._game)
        while made._game.result is None:
            agent, state = made.agent_selection, made._game
            if shown == "all" or chance.random() < 0.1:  # a vector is told on from the last one
                for one, seat in made._seat_of.items():
                    wanted_vector = of_view.vector(moment(state, seat), seat).tolist()
                    assert made.observe(one)["observation"].tolist() == wanted_vector
                    assert made._observations.vector(state, seat).tolist() == wanted_vector  # at once
            mask, wanted = made.observe(agent)["action_mask"], by_key(state, made._seat_of[agent])
            possible = np.flatnonzero(mask)
            assert {made.actions[number] for number in possible} == set(wanted)
            for number in possible:
                assert made._command(int(number)) == wanted[made.actions[number]]
            made.step(int(possible[chance.integers(len(possible))]))


@pytest.mark.parametrize("name", ["europe", "rails-and-sails-world"])
def test_given_many_hands_then_so_many_are_remembered_and_a_mask_is_right_all_the_same(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("claims", "buildings"):
        monkeypatch.setattr(f"learner_env.{module}.KNOWN_AT_MOST", 3)
    made, chance = raw_env(name, seats=2, settings=FEW[name]), np.random.default_rng(8)
    made.reset(seed=2)
    while made._game.result is None:
        agent = made.agent_selection
        possible = np.flatnonzero(made._mask(agent))
        assert {made.actions[number] for number in possible} == set(by_key(made._game, made._seat_of[agent]))
        made.step(int(possible[chance.integers(len(possible))]))
    claims, buildings = made._actions.claims, made._actions._buildings
    kept = [len(known) for _, known, _ in claims._purses]
    assert max(*kept, len(buildings._known), len(buildings._pays)) == 3


@pytest.mark.parametrize("name", ["us-accessible", "rails-and-sails-world"])
def test_given_seats_that_draw_till_nothing_is_left_then_a_mask_has_the_draws_that_are_legal(
    name: str,
) -> None:
    made, chance, few = raw_env(name, seats=2), np.random.default_rng(4), 0
    made.reset(seed=3)
    while few < 20:
        agent, state = made.agent_selection, made._game
        possible = np.flatnonzero(made._mask(agent))
        if len(state.deck) + len(state.discards) + len(state.ship_deck) + len(state.ship_discards) < 4:
            few += 1
            assert {made.actions[number] for number in possible} == set(by_key(state, made._seat_of[agent]))
        draws = [number for number in possible if made.actions[number].startswith("draw:")]
        made.step(int(chance.choice(draws or possible)))


def test_given_many_hands_when_routes_of_pairs_are_looked_up_then_paid_as_the_rules_say() -> None:
    made, rules = raw_env("rails-and-sails-world"), EDITIONS["rails-and-sails-world"]
    settings, actions = rules.with_settings({}), made._actions
    pairs = [route for route in made._board.routes.values() if route.pair]
    chance, deck = np.random.default_rng(6), [card for card in rules.all_cards if "ship" not in card]
    for _ in range(400):
        hand = Counter(deck[at] for at in chance.choice(len(deck), 6 + chance.integers(9), replace=False))
        wanted = {
            f"claim:{route.id}:pairs:{cards.count(rules.wild)}"
            for route in pairs
            for cards in rules.payment("train").ways(hand, route, rules.order, settings)
        }
        left = sum(actions.claims.of_route[route.id] for route in pairs)
        bits = actions.claims.possible(hand, actions._hands.of(hand), left)
        assert {key for at, key in enumerate(made.actions) if bits >> at & 1} == wanted


def test_given_an_event_that_lies_open_then_the_vector_tells_it() -> None:
    events = ("one: coins -2", "two: cards 2")
    made = raw_env("legends-of-the-west", settings={"events": events, "newspapers": (6,)})
    chance, start = np.random.default_rng(1), made.layout["event"][0]
    seen = set()
    made.reset(seed=1)
    for _ in range(200):
        vector = made.observe(made.agent_selection)["observation"]
        lies = moment(made._game, "blue")["event"]
        assert vector[start : start + 2].tolist() == [lies == "one", lies == "two"]
        seen.add(lies)
        if made._game.result is not None:
            break
        possible = np.flatnonzero(made.observe(made.agent_selection)["action_mask"])
        made.step(int(possible[chance.integers(len(possible))]))
    assert seen > {None}


@pytest.mark.parametrize("name", EDITIONS)
def test_given_other_hidden_cards_then_a_vector_is_the_same(name: str) -> None:
    game = opened(name)
    other = hidden_otherwise(game, "blue")
    told = raw_env(name, seats=3)._observations

    def vector(state: Any, seat: Seat) -> list[int]:
        numbers: list[int] = told.vector(state, seat).tolist()
        return numbers

    assert vector(other.state, "blue") == vector(game.state, "blue")
    assert vector(other.state, "red") != vector(game.state, "red")


def test_given_a_vector_then_its_parts_stand_where_the_layout_says() -> None:
    made = raw_env(seats=2)
    made.reset(seed=7)
    vector = made.observe("seat_0")["observation"]

    def part(name: str) -> Any:
        start, shape = made.layout[name]
        return vector[start : start + int(np.prod(shape))].reshape(shape)

    assert part("phase").tolist() == [1, 0, 0, 0, 0, 0, 0]
    assert (part("hand").sum(), part("row").sum(), part("offered").sum()) == (4, 5, 3)
    assert part("seats")[:, 0].tolist() == [45, 45]
    assert part("table")[[1, 2, 7]].tolist() == [-1, 97, 2]
    assert part("tickets").sum() == part("owners").sum() == 0


@pytest.mark.parametrize("reward", ["margin", "win", "points"])
def test_given_a_reward_then_its_sum_is_what_it_promises(reward: str) -> None:
    made, chance = raw_env(seats=3, reward=reward), np.random.default_rng(2)  # type: ignore[arg-type]
    made.reset(seed=4)
    sums = dict.fromkeys(made.possible_agents, 0.0)
    score: dict[str, Any] = {}
    while made.agents:
        observation, _, ended, cut, info = made.last()
        if ended or cut:
            score[made.agent_selection] = info["score"]
            made.step(None)
            continue
        possible = np.flatnonzero(observation["action_mask"])
        made.step(int(possible[chance.integers(len(possible))]))
        for agent, gained in made.rewards.items():
            sums[agent] += gained if made.agents == made.possible_agents else 0.0
    totals = {agent: line["total"] for agent, line in score.items()}
    for agent, total in totals.items():
        other = max(one for name, one in totals.items() if name != agent)
        wanted = {
            "margin": (total - other) / 100,
            "points": total / 100,
            "win": float(score[agent]["place"] == 1),
        }
        assert sums[agent] == pytest.approx(wanted[reward])


def test_given_events_wanted_then_each_is_told_once_as_the_seat_may_see_it() -> None:
    made, chance = raw_env(seats=2, events=True), np.random.default_rng(2)
    made.reset(seed=4)
    heard: dict[str, list[int]] = {agent: [] for agent in made.possible_agents}
    hidden = 0
    for _ in range(60):
        agent = made.agent_selection
        observation, _, _, _, info = made.last()
        heard[agent] += [event["seq"] for event in info["events"]]
        hidden += sum(event["type"] == "card-drawn" and event["card"] is None for event in info["events"])
        possible = np.flatnonzero(observation["action_mask"])
        made.step(int(possible[chance.integers(len(possible))]))
    assert all(seqs == list(range(1, len(seqs) + 1)) for seqs in heard.values())
    assert hidden


def test_given_too_many_turns_then_the_game_is_cut_off() -> None:
    made = raw_env(max_turns=10)
    told = played(made, 3, np.random.default_rng(1))
    assert all("score" not in one and "digest" in one for one in told.values())
    assert sorted(told) == made.possible_agents


def test_given_no_opencv_then_the_environments_are_there_all_the_same() -> None:
    root = Path(__file__).parents[2]
    wanted = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    assert [one.partition(">")[0] for one in wanted["learn"]] == ["pettingzoo", "gymnasium", "numpy"]
    text = (
        "import sys; sys.modules['cv2'] = None; from fingerpost.learn import env; env('europe').reset(seed=1)"
    )
    subprocess.run([sys.executable, "-c", text], check=True, cwd=root)


@pytest.mark.parametrize(
    "name", ["us-accessible", "europe", "rails-and-sails-great-lakes", "legends-of-the-west"]
)
def test_given_a_copy_in_the_middle_of_a_game_when_both_are_played_on_then_neither_touches_the_other(
    name: str,
) -> None:
    """Who looks ahead copies the game, who has many workers sends it to them."""
    first = env(edition=name, seats=3)
    first.reset(seed=5)
    chance = np.random.default_rng(3)
    for _ in range(40):
        first.step(int(chance.choice(np.flatnonzero(first.last()[0]["action_mask"]))))
    copies = (copy.deepcopy(first), pickle.loads(pickle.dumps(first)))
    for _ in range(60):
        seen = first.last()[0]
        for other in copies:
            assert np.array_equal(other.last()[0]["observation"], seen["observation"])
            assert np.array_equal(other.last()[0]["action_mask"], seen["action_mask"])
        act = int(chance.choice(np.flatnonzero(seen["action_mask"])))
        for one in (*copies, first):  # the first last: what it does must not show in the others
            one.step(act)
    assert {one.unwrapped.digest() for one in (*copies, first)} == {first.unwrapped.digest()}


def test_given_more_stations_than_have_numbers_when_one_can_be_paid_then_it_is_passed_over() -> None:
    made = raw_env("europe", seats=2, settings={"stations": 5})
    made.reset(seed=19)
    while made._game.phase != "turn":
        made.step(int(np.flatnonzero(made.last()[0]["action_mask"])[-1]))
    seat = made._seat_of[made.agent_selection]
    built = dict.fromkeys(list(made._game.game_map.cities)[:3], seat)
    hand = {Card("red"): 1, Card("locomotive"): 4}
    for held, possible in ((hand, False), ({Card("red"): 4}, True)):
        state = replace(made._game, hands={**made._game.hands, seat: held}).with_seldom(stations=built)
        made._game, made._possible = state, None
        keys = [made.actions[act] for act in np.flatnonzero(made.last()[0]["action_mask"])]
        assert any(key.endswith(":red:0") for key in keys if key.startswith("station:")) == possible
