"""Numbers that look random: one of every seed, moment and seat.

Never compiled: mypyc takes three times as long as the interpreter for whole numbers of 64 bits.
"""

from typing import Final

from engine import SEATS, Seat

_64_BITS: Final = 2**64 - 1
_STEP: Final = 0xD1B54A32D192ED03
_EACH_SEQ: Final = len(SEATS) * _STEP
_PLACE: Final = {seat: place * _STEP + 1 for place, seat in enumerate(SEATS)}
"""Every seat at every event has a number of its own, in so large steps."""


def chance_of(seed: int, seq: int, seat: Seat) -> int:
    """64 bits that look random; far cheaper than a generator for each act."""
    return chance_from(beginnings(seed)[seat], seq)


def beginnings(seed: int) -> dict[Seat, int]:
    """By seat the number from which a seed's chances are made at any moment."""
    begun = seed * 0x9E3779B97F4A7C15 & _64_BITS
    return {seat: begun + place for seat, place in _PLACE.items()}


def chance_from(beginning: int, seq: int) -> int:
    """The chance at a moment, of a seat's number of `beginnings` (the finaliser of splitmix64)."""
    mixed = (beginning + seq * _EACH_SEQ) & _64_BITS
    mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9 & _64_BITS
    mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB & _64_BITS
    return mixed ^ mixed >> 31
