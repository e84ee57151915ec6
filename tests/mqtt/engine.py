"""A sink with a real game behind it, for tests against a real broker."""

import threading

from engine import Game, Refusal, legal
from mqtt import MqttSink, TableOptions
from table.answers import Done
from table.requests import Request
from tabletop import DeviceHealth
from tests.waiting import PATIENCE_S

QUICK = (0.05, 0.2)  # seconds between attempts, so that tests need not wait


class Engine:
    """A sink with a real game behind it."""

    def __init__(self, url: str, boot: str = "boot-1", seed: int = 3) -> None:
        self.health: list[DeviceHealth] = []
        self.asked: list[Request] = []
        self.changed = threading.Condition()
        self.game = Game.new("us-accessible", "usa", ("blue", "red"), "dealt", seed)
        self.told = 0
        self.sink = MqttSink(
            "kitchen",
            url,
            game="game-1",
            boot=boot,
            on_health=self._on_health,
            on_command=self._on_command,
            options=TableOptions(backoff_s=QUICK),
        )

    def _on_command(self, asked: Request) -> None:
        self.asked.append(asked)
        asked.answer(Done(seq=self.told))

    def _on_health(self, health: DeviceHealth) -> None:
        with self.changed:
            self.health.append(health)
            self.changed.notify_all()

    def go_live(self) -> None:
        self.sink.start()
        self.until("live")

    def tell(self, at_least: int = 1) -> int:
        """Play on and tell each act; returns the last seq."""
        until = self.told + at_least
        while self.told < until:
            if self.told:
                answer = self.game.do(next(iter(legal(self.game.state))))
                assert not isinstance(answer, Refusal)
                self.game = answer[0]
            news = list(enumerate(self.game.events[self.told :], start=self.told + 1))
            self.sink.told(news, self.game.state)
            self.told = len(self.game.events)
        return self.told

    def until(self, condition: str, count: int = 1) -> None:
        def done() -> bool:
            return sum(health.condition == condition for health in self.health) >= count

        with self.changed:
            assert self.changed.wait_for(done, PATIENCE_S), self.health
