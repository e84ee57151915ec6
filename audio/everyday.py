"""The everyday sounds, of noise and rings: a card, a coin, a newspaper. Nobody has to learn them.

Each is made alike every time, between 300 and 3,000 Hz and 400 ms long at most; none is in a seat's timbre.
"""

from collections.abc import Callable, Iterator
from math import cos, exp, pi, sin, tanh
from typing import Final, Literal

from audio.sound import RATE_HZ

Everyday = Literal["ear", "card", "flip", "deal", "flush", "ticket", "money", "paper"]

_Curve = Callable[[float], float]
"""From 0 (the beginning) to 1 (the end) of a sound."""


def everyday(name: Everyday) -> list[float]:
    """The samples of a sound, at no particular level."""
    return _SOUNDS[name]()


def _noise(seed: int) -> Iterator[float]:
    """White noise, -1 to 1, alike for one seed (the constants of Numerical Recipes)."""
    while True:
        seed = (1664525 * seed + 1013904223) & 0xFFFFFFFF
        yield seed / 0x7FFFFFFF - 1.0


def _hiss(ms: int, centre_hz: _Curve, loud: _Curve, *, width: float = 0.6, seed: int = 1) -> list[float]:
    """Noise around a pitch that may glide. `width`: of the band, as a share of its centre.

    Two band-passes one after the other: one alone lets too much by below and above.
    """
    count = ms * RATE_HZ // 1000
    noise, passed = _noise(seed), [[0.0] * 4, [0.0] * 4]
    values: list[float] = []
    for index in range(count):
        part = index / count
        turn = 2 * pi * centre_hz(part) / RATE_HZ
        alpha = sin(turn) * width / 2
        value = next(noise)
        for past in passed:
            x1, x2, y1, y2 = past
            out = (alpha * (value - x2) + 2 * cos(turn) * y1 - (1 - alpha) * y2) / (1 + alpha)
            past[:] = [value, x1, out, y1]
            value = out
        values.append(value * loud(part) * min(1.0, index / 40, (count - index) / 40))
    return [tanh(1.8 * value) for value in _even(values)]  # noise has rare peaks: louder at the same peak


def _ring(ms: int, partials: tuple[tuple[float, float], ...], decay: float) -> list[float]:
    """Tones (Hz, strength) that are struck at once and die away; `decay`: a second's exponent."""
    count = ms * RATE_HZ // 1000
    return [
        sum(weight * sin(2 * pi * hertz * index / RATE_HZ) for hertz, weight in partials)
        * exp(-decay * index / RATE_HZ)
        * min(1.0, index / 20, (count - index) / 60)
        for index in range(count)
    ]


def _rest(ms: int) -> list[float]:
    return [0.0] * (ms * RATE_HZ // 1000)


def _even(values: list[float]) -> list[float]:
    """With the loudest sample at 1."""
    loudest = max(map(abs, values))
    return [value / loudest for value in values]


def _both(one: list[float], other: list[float]) -> list[float]:
    """Two sounds that begin together."""
    longer, shorter = (one, other) if len(one) >= len(other) else (other, one)
    return [value + (shorter[place] if place < len(shorter) else 0.0) for place, value in enumerate(longer)]


def _hump(part: float) -> float:
    return sin(pi * part) ** 2


def _dying(part: float) -> float:
    return exp(-5 * part)


def _breath() -> list[float]:
    """Drawn in beside the ear."""
    return _hiss(260, lambda part: 700 + 500 * part, _hump, width=0.9, seed=3)


def _slide(ms: int = 150, seed: int = 7) -> list[float]:
    """A card over cloth: it rises as the card is drawn off."""
    return _hiss(ms, lambda part: 900 + 1300 * part, lambda part: _hump(part**0.6), seed=seed)


def _flip() -> list[float]:
    """A card turned: a flick, then it lies."""
    flick = _even(_hiss(45, lambda part: 1200 + 1000 * part, _hump, seed=11))
    return [*flick, *_rest(25), *_tap(650, seed=13)]


def _tap(hertz: float, seed: int) -> list[float]:
    """Something flat comes down on the table."""
    paper = _hiss(50, lambda _: 1500.0, lambda part: exp(-9 * part), seed=seed)
    return _even(_both(_even(paper), _ring(50, ((hertz, 0.7),), 90)))


def _deal() -> list[float]:
    """Four cards, one after the other."""
    return [value for seed in (17, 19, 23, 29) for value in (*_even(_slide(60, seed)), *_rest(25))]


def _flush() -> list[float]:
    """A hand sweeps the row off the table."""
    return _hiss(390, lambda part: 2200 * (0.3 ** (part)), lambda part: _hump(part**0.7), seed=31)


def _tickets() -> list[float]:
    """Three tickets laid down."""
    return [value for seed in (37, 41, 43) for value in (*_tap(520, seed), *_rest(35))]


def _coin() -> list[float]:
    """A coin falls on another and rings."""
    first = _even(_ring(60, ((1850, 1.0), (2480, 0.6)), 30))
    return [*first, *_even(_ring(280, ((2210, 1.0), (2760, 0.7), (1290, 0.25)), 14))]


def _rustle() -> list[float]:
    """A newspaper is unfolded: short crackles, no two as far apart."""
    crackles: list[float] = []
    for place, gap in enumerate((10, 28, 6, 40, 14, 22)):
        paper = _hiss(38, lambda part: 1900 - 500 * part, _dying, width=0.8, seed=47 + place)
        loud = (0.7, 1.0, 0.5, 0.9, 0.6, 0.8)[place]
        crackles += [*(loud * value for value in _even(paper)), *_rest(gap)]
    return crackles


_SOUNDS: Final[dict[Everyday, Callable[[], list[float]]]] = {
    "ear": _breath,
    "card": _slide,
    "flip": _flip,
    "deal": _deal,
    "flush": _flush,
    "ticket": _tickets,
    "money": _coin,
    "paper": _rustle,
}
