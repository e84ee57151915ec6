"""A seed in, an order out: the only place where chance comes in."""

from collections.abc import Iterable, Sequence
from random import Random
from typing import TypeVar

T = TypeVar("T")


def shuffled(items: Iterable[T], seed: int, salt: int) -> tuple[T, ...]:
    """The items in an order that depends on seed and salt only, the same on every Python since 3.2."""
    order = list(items)
    Random(f"{seed}/{salt}").shuffle(order)
    return tuple(order)


def by_lot(items: Sequence[T], seed: int) -> T:
    """One of these; the same seed draws the same."""
    return Random(seed).choice(items)
