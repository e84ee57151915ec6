"""A seed in, an order out: the only place where chance comes in."""

from collections.abc import Iterable, Sequence
from random import Random
from typing import TypeVar

T = TypeVar("T")


def shuffled(items: Iterable[T], seed: int, salt: int) -> tuple[T, ...]:
    """The items in an order that depends on seed and salt only, the same on every Python since 3.2."""
    order = list(items)
    bits = Random(f"{seed}/{salt}").getrandbits
    # As `Random.shuffle` does it, without four calls a card; `size` bits name one of `last + 1` places.
    for size in range(len(order).bit_length(), 1, -1):
        for last in range(min(len(order), 2**size - 1) - 1, 2 ** (size - 1) - 2, -1):
            place = bits(size)
            while place > last:
                place = bits(size)
            order[last], order[place] = order[place], order[last]
    return tuple(order)


def by_lot(items: Sequence[T], seed: int) -> T:
    """One of these; the same seed draws the same."""
    return Random(seed).choice(items)


class Lot:
    """Draws one after the other, by a seed; the same seed draws the same on every Python since 3.2."""

    def __init__(self, seed: str) -> None:
        self._chance = Random(seed)

    def shuffle(self, items: list[T]) -> None:
        """Into an order by lot, in place."""
        self._chance.shuffle(items)

    def number(self) -> int:
        """40 bits: the seed of what is drawn elsewhere."""
        return self._chance.getrandbits(40)
