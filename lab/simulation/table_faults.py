"""What goes wrong at a simulated table, and when: a function of the seed and the turn, nothing else."""

from dataclasses import dataclass
from random import Random
from typing import Final, Literal

Level = Literal["none", "home", "storm"]
LEVELS: Final[tuple[Level, ...]] = ("none", "home", "storm")


@dataclass(frozen=True, slots=True)
class Accident:
    """Something that happens to the table at the start of a turn."""

    kind: Literal["flicker", "lamp", "sweep", "reboot", "hang"]
    lasts_s: float


@dataclass(frozen=True, slots=True)
class Faults:
    """A level of trouble. `home`: what an evening brings; `storm`: what a bad one brings."""

    level: Level
    seed: int

    @property
    def loss(self) -> float:
        """The share of hub packets that are lost."""
        return {"none": 0.0, "home": 0.01, "storm": 0.05}[self.level]

    def bounce_ms(self, number: int) -> int:
        """How long a contact bounces when the token number `number` is set."""
        return 0 if self.level == "none" else self._random("bounce", number).randrange(2, 12)

    def lingering_s(self, number: int) -> float:
        """How much longer than needed a hand stays over the token it has set."""
        if self.level == "none" or self._random("linger", number).random() > 0.2:
            return 0.0
        return 0.8

    def accident(self, turn: int) -> Accident | None:
        """What happens at the start of this turn."""
        if self.level == "none":
            return None
        random = self._random("accident", turn)
        if random.random() > (0.12 if self.level == "home" else 0.3):
            return None
        kinds: list[Accident] = [
            Accident("flicker", 1.5),
            Accident("lamp", 2.0),
            Accident("sweep", 0.8),
        ]
        if self.level == "storm":
            kinds += [Accident("reboot", 3.0), Accident("hang", 4.0)]
        return random.choice(kinds)

    def pick(self, turn: int, count: int) -> int:
        """One of `count` things, for an accident of this turn."""
        return self._random("pick", turn).randrange(count)

    def _random(self, what: str, number: int) -> Random:
        return Random(f"{self.seed}:{what}:{number}")
