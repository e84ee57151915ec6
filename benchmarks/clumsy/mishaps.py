"""How often what goes wrong at a table: rates read from a file, and dice that follow from a seed."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Final, Literal, get_args

Mishap = Literal[
    "bounce", "slip", "linger", "two", "wrong_turn", "forget", "regret", "brush",
    "hesitate", "rethink",
    "fall", "drag", "knock",
    "dead", "stuck", "flutter", "dirty",
    "unsure", "misread", "blind", "ghost", "vanish",
    "hub", "camera", "dark",
]  # fmt: skip
MISHAPS: Final[tuple[Mishap, ...]] = get_args(Mishap)


class RatesError(Exception):
    """A file of rates that cannot be used; the message says what, which and what to do."""


@dataclass(frozen=True, slots=True)
class Rates:
    """The share of each mishap, 0 to 1; what is not named does not happen."""

    share: Mapping[Mishap, float]

    def of(self, mishap: Mishap) -> float:
        """How often it happens."""
        return self.share.get(mishap, 0.0)


def parse_rates(text: str, *, source: str) -> Rates:
    """Read TOML: tables whose keys are mishaps.

    Raises:
        RatesError: no TOML, a mishap that is not known, or a share that is none.
    """
    try:
        tables = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise RatesError(f"{source}: {error}; mend the line") from None
    share: dict[Mishap, float] = {}
    for table, rows in tables.items():
        if not isinstance(rows, dict):
            raise RatesError(f"{source}: {table} stands outside of a table; put it under [hands] or another")
        for key, value in rows.items():
            mishap = next((known for known in MISHAPS if known == key), None)
            if mishap is None:
                raise RatesError(f"{source}: [{table}] {key} is no mishap; one of {', '.join(MISHAPS)}")
            if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:
                raise RatesError(f"{source}: [{table}] {key} = {value!r}; give a share from 0 to 1")
            share[mishap] = float(value)
    return Rates(share)


@dataclass(frozen=True, slots=True)
class Dice:
    """Chance by the rates; one generator a game, so that a game can be played again from its seed."""

    rates: Rates
    random: Random

    def falls(self, mishap: Mishap) -> bool:
        """Whether it happens now."""
        share = self.rates.of(mishap)
        return share > 0 and self.random.random() < share

    def seconds(self, least: float, most: float) -> float:
        """So long, to the millisecond."""
        return round(self.random.uniform(least, most), 3)
