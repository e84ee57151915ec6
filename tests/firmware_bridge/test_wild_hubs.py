"""Hubs that keep hub/1 in odd ways of their own: never live against what was heard, soon true after noise."""

import random

import pytest

from tests.firmware_bridge.lone_hub import LoneHub, crc
from tests.firmware_bridge.watch_reader import Reader

SITES = 48


class WildHub(LoneHub):
    """`LoneHub` with habits: each is allowed by hub/1, or must be borne."""

    def __init__(self, habits: frozenset[str], seed: int) -> None:
        self.habits = habits
        super().__init__(SITES, seed=seed)

    def boot(self, why: str) -> None:
        super().boot(why)
        if "wraps" in self.habits:  # every count is about to begin anew
            self.seq, self.version, self.sent = 0xFFF8, 0xFFFFFFF0, 0xFFFFFFF0
            self.born = self.ms - ((1 << 32) - 4000)

    @property
    def t(self) -> int:
        return (self.ms - self.born) % (1 << 32)

    def say(self, template: str) -> str:
        body = template.format(f"{self.seq:04x}")
        self.seq = (self.seq + 1) & 0xFFFF
        body += " zz9=abc" * ("new keys" in self.habits)
        if body[0] == "H":
            body = body.replace("hub=1.0", "hub=1.7") if "new keys" in self.habits else body
            body = body.replace("hb=03e8", "hb=0fa0") if "rare beats" in self.habits else body
        self.known = tuple(self.sites) if body[0] in "SDB" else self.known
        lines = [self._line(body)] * (2 if "says all twice" in self.habits else 1)
        if "new letters" in self.habits and self.rng.random() < 0.2:
            lines.append(self._line(f"Q {self.seq:04x} a=1"))
            self.seq = (self.seq + 1) & 0xFFFF
        self.out += "".join(lines)
        self.log += [self.known] * len(lines)
        return lines[0]

    def _line(self, body: str) -> str:
        check = crc(body).upper() if "capitals" in self.habits else crc(body)
        return f"${body}*{check}" + ("\r\n" if "capitals" in self.habits else "\n")

    def report(self) -> None:
        if "snapshots only" in self.habits and self.pending:
            self.snapshot()
            self.tail_at = self.ms + 150
        if "gathers" in self.habits and self.pending and self.ms % 100:
            return
        due = self.beat_at
        super().report()
        self.tail_at = 1 << 60 if "no tail beats" in self.habits else self.tail_at
        if "rare beats" in self.habits and self.beat_at != due:
            self.beat_at = self.ms + 4000


HABITS = (
    "wraps", "new keys", "new letters", "capitals", "says all twice", "no tail beats", "rare beats",
    "snapshots only", "gathers",
)  # fmt: skip
EVENINGS = [(frozenset({habit}), 0) for habit in HABITS] + [
    (frozenset(), 60),
    (frozenset(), 140),  # there and back 280 ms: just within the 300 that a command waits
    (frozenset({"wraps", "new letters", "no tail beats"}), 60),
    (frozenset({"gathers", "capitals", "rare beats"}), 60),
]


@pytest.mark.parametrize(("habits", "late_ms"), EVENINGS)
def test_given_a_hub_of_odd_habits_when_the_wire_is_bad_then_never_live_and_wrong_and_soon_true(
    habits: frozenset[str], late_ms: int
) -> None:
    rng = random.Random(late_ms + len(habits))
    seed = rng.randrange(1000)
    table = Reader(WildHub(habits, seed), seed, late_ms=late_ms)
    for evening in range(5):
        for _ in range(30):
            table.hub.put(rng.randrange(SITES), rng.choice((0, 1, 0x21)))
            for _ in range(rng.randrange(1, 20)):
                table.step(noisy=True)
        if evening == 2:
            table.hub.boot("wdt")
        start = table.ms
        while not table.right:
            table.step(noisy=False)
            assert table.ms - start <= 1300
        for _ in range(rng.randrange(150)):
            table.step(noisy=False)
    assert table.against == 0


@pytest.mark.parametrize("habits", [frozenset({habit}) for habit in HABITS])
def test_given_a_hub_of_odd_habits_when_the_wire_is_whole_then_live_once_and_for_ever(
    habits: frozenset[str],
) -> None:
    rng, table = random.Random(3), Reader(WildHub(habits, 3), 3)
    for _ in range(150):
        table.step(noisy=False)
    assert table.right
    for _ in range(60):
        table.hub.put(rng.randrange(SITES), rng.choice((0, 1, 0x21)))
        for _ in range(rng.randrange(1, 30)):
            table.step(noisy=False)
            assert table.said == "live"
    for _ in range(20):
        table.step(noisy=False)
    assert table.right and table.against == 0
