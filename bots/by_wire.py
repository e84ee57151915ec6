"""A bot of ours as a program: it knows of the game what the lines of bot/1 tell it, and plays as at home."""

from collections.abc import Mapping, Sequence

import msgspec

from bots.bot import bot_of
from bots.by_clock import Clock, within
from bots.talk_lines import VERSION
from engine import Event, Game, GameMap, Seat, State, Undone, evolve, map_from
from engine.codec import command_to_json, event_from_json
from engine.seen_state import seen_state


class _Question(msgspec.Struct):
    """What is read of a line of the host; only a question has `ask`."""

    ask: int | None = None
    view: Mapping[str, object] = {}
    events: Sequence[msgspec.Raw] = ()


class WireBot:
    """One game of a bot of ours, by lines."""

    def __init__(self, name: str, hello: bytes, clock: Clock) -> None:
        """`hello`: the host's first line, which says how long a move is; `clock`: in seconds."""
        told: dict[str, object] = msgspec.json.decode(hello)
        self._seat = msgspec.convert(told["seat"], Seat)
        self._map: GameMap = map_from(told["map"])
        while_time = within(msgspec.convert(told["ms"], int), clock)
        self._bot = bot_of(name, msgspec.convert(told["seed"], int), while_time)
        self._events = list[Event]()
        self._state: State | None = None
        self.greeting = msgspec.json.encode({"bot": VERSION, "name": name}).decode()

    def line(self, line: bytes) -> str | None:
        """The answer to a line of the host; None: it wants none."""
        question = msgspec.json.decode(line, type=_Question)
        if question.ask is None:
            return None
        state = seen_state(self._told(question.events), question.view, self._seat)
        command = self._bot.choose(state, self._seat)
        return f'{{"ask":{question.ask},{command_to_json(command)[1:]}'

    def _told(self, raw: Sequence[msgspec.Raw]) -> State:
        """The game as far as it was told; one that went back is told anew."""
        events = [event_from_json(bytes(one)) for one in raw]
        self._events += events
        if any(isinstance(event, Undone) for event in events):
            self._state = Game.replay(self._events, self._map).state
        else:
            for event in events:
                self._state = evolve(self._state, event, on=self._map)
        if self._state is None:
            raise ValueError("no events; a game begins with game-started")
        return self._state
