"""What goes wrong at a simulated table, and when: a function of the seed and the turn, nothing else."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Final, Literal

Level = Literal["none", "home", "storm"]
LEVELS: Final[tuple[Level, ...]] = ("none", "home", "storm")


_WORDS: Final = {
    "flicker": "a pin's contact flickers",
    "lamp": "the lamp is dim",
    "sweep": "a hand lies over the board",
    "reboot": "the hub starts anew, busy",
    "hang": "the hub says nothing",
}


@dataclass(frozen=True, slots=True)
class Accident:
    """Something that happens to the table at the start of a turn."""

    kind: Literal["flicker", "lamp", "sweep", "reboot", "hang"]
    lasts_s: float

    def __str__(self) -> str:
        """What it is, in words."""
        return f"{_WORDS[self.kind]} for {self.lasts_s:g} s"


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

    def summary(self, suffered: Sequence[tuple[int, Accident]]) -> str:
        """All that went wrong in a game, in a line: nothing of a level without faults."""
        if self.level == "none":
            return ""
        counted = Counter(_WORDS[accident.kind] for _, accident in suffered)
        told = "; ".join(f"{words}: {count}" for words, count in counted.items())
        always = f"every contact bounces 2 to 11 ms, {self.loss:.0%} of the hub's packets are lost"
        return f"--faults {self.level}: {always}; {told or 'no accident in these turns'}"

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
