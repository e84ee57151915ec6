"""The rules as a PettingZoo environment: seats choose in turn, each by what it may see (docs/learning.md)."""

import json
import secrets
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from hashlib import sha256
from operator import index
from typing import Any, Final, Literal

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from announce import Wording
from command_line.by_name import layout_or_none, the_map
from engine import (
    SEATS,
    Command,
    Event,
    GameEnded,
    GameMap,
    Refusal,
    Seat,
    State,
    TicketsDealt,
    decide,
    events_for,
    evolve,
    position_of,
    score_lines,
    start,
)
from engine import edition as rules_of
from engine.codec import command_to_json, event_line
from learner_env.actions import Actions, Possible
from learner_env.claims import GameLeft
from learner_env.drawing import as_svg
from learner_env.observations import LEAST, MOST, GameVectors, Layout, Observations

Reward = Literal["margin", "win", "points"]
REWARDS: Final = ("margin", "win", "points")
_SEEDS: Final = 2**53


class PossibleActions(spaces.Discrete):
    """Actions by number. A sample without a mask is of those that are possible now."""

    def __init__(self, count: int, now: Callable[[], npt.NDArray[np.int8]]) -> None:
        """`now`: which are."""
        super().__init__(count)
        self._now = now

    def sample(self, mask: Any | None = None, probability: Any | None = None) -> Any:
        """One of those that the mask shows; where it shows none, any."""
        if probability is not None:
            return super().sample(mask, probability)
        shown = self._now() if mask is None else mask
        return super().sample(shown if shown.any() else None)


def env(
    edition: str = "us-accessible",
    *,
    seats: int | None = None,
    map: GameMap | str | None = None,
    settings: Mapping[str, object] | None = None,
    reward: Reward = "margin",
    max_turns: int = 3000,
    events: bool = False,
    render_mode: Literal["ansi", "svg"] | None = None,
) -> AECEnv[str, Any, Any]:
    """The environment with PettingZoo's check of the order of calls. Arguments as of `raw_env`."""
    made = raw_env(
        edition,
        seats=seats,
        map=map,
        settings=settings,
        reward=reward,
        max_turns=max_turns,
        events=events,
        render_mode=render_mode,
    )
    return wrappers.OrderEnforcingWrapper(made)


class raw_env(AECEnv[str, Any, Any]):  # noqa: N801 - PettingZoo's name
    """One game after the other, with cards dealt. Agents are `seat_0` … in turn order.

    Attributes:
        actions: the key of every action.
        layout: where the parts of an observation stand.
    """

    def __init__(
        self,
        edition: str = "us-accessible",
        *,
        seats: int | None = None,
        map: GameMap | str | None = None,
        settings: Mapping[str, object] | None = None,
        reward: Reward = "margin",
        max_turns: int = 3000,
        events: bool = False,
        render_mode: Literal["ansi", "svg"] | None = None,
    ) -> None:
        """Make it; `reset` begins a game.

        Args:
            edition: whose rules. `map`: an id, a map/1 file or a map; None: the edition's own.
            reward: `margin`: own total less the best other's, by 100, at the end; `win`: 1, shared by m 1/m,
                at the end; `points`: what claims bring at once and the rest at the end, the total by 100.
            max_turns: after so many turns the game is cut off.
            events: `infos` tells what has happened since the agent was last asked, as its seat may see it.
        Raises:
            ValueError: what is wrong with the arguments, in one line.
        """
        super().__init__()
        seats, max_turns = _if_whole(seats), _if_whole(max_turns)
        _held_to(reward, render_mode, seats, max_turns, events)
        if seats is None:
            seats = min(4, rules_of(edition).most_seats)
        self._rules = rules_of(edition)
        self._board = map if isinstance(map, GameMap) else the_map(map or self._rules.map)
        self._settings = dict(settings or {})
        effective = self._rules.with_settings(self._settings)
        if effective.loans == "ask" and "loans" in self._rules.setting_names:
            raise ValueError(
                "loans ask: a choice of its own after the last turn has no actions; take another"
            )
        self._reward, self._max_turns, self._tell = reward, max_turns, events
        self._seats = SEATS[:seats]
        first = start(self._rules, self._board, self._seats, "dealt", 0, self._settings)
        dealt = [len(event.tickets) for event in first if isinstance(event, TicketsDealt)]
        offered = max(effective.draw_tickets, *dealt)
        self._actions = Actions(self._rules, self._board, effective, offered)
        self._observations = Observations(self._rules, self._board, effective, self._seats, offered)
        self.actions: tuple[str, ...] = self._actions.keys
        self.layout: Layout = dict(self._observations.layout)  # whoever writes to it changes nothing here
        name = f"fingerpost_{edition}_v1"
        self.metadata = {"render_modes": ["ansi", "svg"], "name": name, "is_parallelizable": False}
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{number}" for number in range(seats)]
        self._seat_of = dict(zip(self.possible_agents, self._seats, strict=True))
        self._agent_of = {seat: agent for agent, seat in self._seat_of.items()}
        size, count = self._observations.size, len(self.actions)
        self.observation_spaces = {agent: _seen(size, count) for agent in self.possible_agents}
        self.action_spaces = {
            agent: PossibleActions(count, partial(self._mask, agent)) for agent in self.possible_agents
        }
        self.state_space = spaces.Box(LEAST, MOST, (seats * size,), np.int16)
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Numbers, and which actions are possible now."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """All actions; `sample` takes one of those that are possible now."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game; one seed deals the same as `fingerpost referee --seed`."""
        seed = secrets.randbelow(_SEEDS) if seed is None else _if_whole(seed)
        self._lines: list[str] = []
        self._game: State = None  # type: ignore[assignment]  # the first event makes it
        self._events: list[Event] = []
        self._done: list[Command] = []
        self._follow(start(self._rules, self._board, self._seats, "dealt", seed, self._settings))
        self._lines.clear()  # the digest is of what follows from commands
        self._looked = dict.fromkeys(self.possible_agents, 0)
        self._rendered = 0
        self._possible: Possible | None = None
        self._left = GameLeft(self._actions.claims)
        self._vectors = GameVectors(self._observations)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self._next()
        self._inform(self.agent_selection)

    def _follow(self, events: Sequence[Event]) -> None:
        game, lines = self._game, ""
        for event in events:
            game = evolve(game, event, on=self._board)
            lines += f"{event_line(event, game.seq)}\n"
        self._lines.append(lines)
        self._game = game
        self._events += events

    def _next(self) -> str:
        """The agent that is asked now; when the game is over the first."""
        to_move = self._game.to_move
        if to_move is not None:
            return self._agent_of[to_move]
        waiting = self._game.waiting_for()
        return self._agent_of[waiting[0]] if waiting else self.agents[0]

    def _now(self) -> Possible:
        """What is possible now, worked out once."""
        if self._possible is None:
            self._possible = self._actions.possible(
                self._game, self._seat_of[self.agent_selection], self._left
            )
        return self._possible

    def observe(self, agent: str) -> dict[str, npt.NDArray[Any]]:
        """What the agent's seat sees, and what it may do; nothing, where it is not asked."""
        return {"observation": self._vector(self._seat_of[agent]), "action_mask": self._mask(agent)}

    def _mask(self, agent: str) -> npt.NDArray[np.int8]:
        asked = bool(self.agents) and agent == self.agent_selection and not self.truncations[agent]
        return self._actions.mask(self._now().bits if asked and self._game.result is None else 0)

    def _vector(self, seat: Seat) -> npt.NDArray[np.int16]:
        return self._vectors.of(self._game, seat)

    def state(self) -> npt.NDArray[np.int16]:
        """All seats' vectors, one after the other: for training, for no seat may see it."""
        return np.concatenate([self._vector(seat) for seat in self._seats])

    def step(self, action: int | None) -> None:
        """Do an action for the agent that is asked.

        Raises:
            ValueError: it is not possible now; nothing has changed.
        """
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        command = self._command(action)
        before = self._game.points
        answer = decide(self._game, command)
        if isinstance(answer, Refusal):
            raise AssertionError(f"{command}: legal, and yet refused: {answer}")
        self._cumulative_rewards[self.agent_selection] = 0.0
        self._follow(answer)
        self._done.append(command)
        self._possible = None
        self._reward_for(before)
        self._end()
        self.agent_selection = self._next()
        self._inform(self.agent_selection)

    def command(self, action: int) -> dict[str, Any]:
        """What an action does now, as the referee reads it. Raises ValueError where it is not possible."""
        return _told(self._command(action))

    @property
    def commands(self) -> list[dict[str, Any]]:
        """What was done in this game, as the referee reads it."""
        return [_told(command) for command in self._done]

    def _command(self, action: int | None) -> Command:
        found, number = None, _whole(action)
        if number is not None:
            mover = self._seat_of[self.agent_selection]
            found = self._actions.command(number, self._now(), self._game, mover)
        if found is None:
            known = number is not None and 0 <= number < len(self.actions)
            told = self.actions[number] if known and number is not None else "no action"
            raise ValueError(f"action {action} ({told}) is not possible now; take one of the mask")
        return found

    def _reward_for(self, before: Mapping[Seat, int]) -> None:
        """`before`: the points of the seats before the act."""
        state, result, by_points = self._game, self._game.result, self._reward == "points"
        self.rewards = dict.fromkeys(self.agents, 0.0)
        if by_points and state.points is not before:
            for agent, seat in self._seat_of.items():
                self.rewards[agent] = (state.points[seat] - before[seat]) / 100
        if result is not None:
            self._reward_at_end(result)
        if result is not None or by_points:
            self._accumulate_rewards()

    def _reward_at_end(self, result: GameEnded) -> None:
        totals = {line.seat: line.total for line in result.scores}
        for agent, seat in self._seat_of.items():
            if self._reward == "points":
                self.rewards[agent] += (totals[seat] - self._game.points[seat]) / 100
            elif self._reward == "win":
                self.rewards[agent] = 1 / len(result.winners) if seat in result.winners else 0.0
            else:
                other = max(total for one, total in totals.items() if one != seat)
                self.rewards[agent] = (totals[seat] - other) / 100

    def _end(self) -> None:
        over = self._game.result is not None
        if not over and self._game.turn <= self._max_turns:
            return
        ends = self.terminations if over else self.truncations
        ends.update(dict.fromkeys(self.agents, True))
        lines = score_lines(self._game) if over else {}
        digest = self.digest()
        for agent in self.agents:
            self.infos[agent] = {"digest": digest}
            if over:
                self.infos[agent]["score"] = lines[self._seat_of[agent]]
            self._inform(agent)

    def _inform(self, agent: str) -> None:
        """What is told beside the numbers."""
        told = self.infos[agent]
        told["seq"] = self._game.seq
        if self._tell:
            told["events"] = events_for(self._events, self._seat_of[agent], self._looked[agent])
            self._looked[agent] = len(self._events)

    def digest(self) -> str:
        """SHA-256 of the event lines that the referee prints for the commands: as in arena/1."""
        return sha256("".join(self._lines).encode()).hexdigest()

    def position(self) -> dict[str, object]:
        """The position/1 as it stands: every seat's tickets are in it."""
        return position_of(self._game)

    def render(self) -> str | None:
        """What everybody may hear of what happened since the last time; or the board as a picture."""
        if self.render_mode is None:
            return None
        if self.render_mode == "svg":
            return as_svg(self._game)
        events, self._rendered = tuple(self._events[self._rendered :]), len(self._events)
        wording = Wording(self._board, layout_or_none(self._board.id))
        said = wording.events(None, events, self._game, len(self._events) - len(events) + 1)
        return "\n".join(one.normal for one in said if one.audience == "everyone" and one.normal)

    def close(self) -> None:
        """Nothing is open."""


def _seen(size: int, count: int) -> spaces.Dict:
    """What an agent observes: `size` numbers, and which of `count` actions are possible."""
    numbers, mask = spaces.Box(LEAST, MOST, (size,), np.int16), spaces.Box(0, 1, (count,), np.int8)
    return spaces.Dict({"observation": numbers, "action_mask": mask})


def _held_to(reward: str, render_mode: str | None, seats: int | None, max_turns: int, events: bool) -> None:
    """Raises ValueError for what none of these can be, in one line."""
    if reward not in REWARDS:
        raise ValueError(f"reward {reward!r}; give one of {', '.join(REWARDS)}")
    if render_mode not in (None, "ansi", "svg"):
        raise ValueError(f"render_mode {render_mode!r}; give ansi or svg")
    if seats is not None and (type(seats) is not int or not 2 <= seats <= len(SEATS)):
        raise ValueError(f"seats {seats!r}; give 2 to {len(SEATS)}")
    if type(max_turns) is not int or max_turns < 1:
        raise ValueError(f"max_turns {max_turns!r}; give a whole number from 1")
    if type(events) is not bool:
        raise ValueError(f"events {events!r}; give True or False")


def _whole(number: Any) -> int | None:
    """A whole number of whatever kind, numpy's and torch's too; None: it is none, and none is guessed."""
    try:
        return None if isinstance(number, bool) else index(number)
    except TypeError:
        return None


def _if_whole(number: Any) -> Any:
    """A whole number as Python's own; what is none as it is, to be told."""
    whole = _whole(number)
    return number if whole is None else whole


def _told(command: Command) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(command_to_json(command))
    return told
