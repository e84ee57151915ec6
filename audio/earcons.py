"""The short sounds of Fingerpost, made from nothing but arithmetic: motives; `audio.everyday` has the rest.

Told apart by rhythm before pitch; 400 ms at most, between 300 and 3,000 Hz, all equally loud, 6 LU under
speech. A seat's sounds have its own timbre: disc flute, square plucked string, triangle steel, star reed,
cross wood.
"""

from array import array
from dataclasses import dataclass
from functools import cache
from math import exp, pi, sin
from typing import Final, NamedTuple

from announce import Ear, Earcon
from audio.everyday import everyday
from audio.loudness import loudness
from audio.sound import RATE_HZ, Pcm, pcm

LOUDNESS: Final = -27.0
"""LUFS over a sound's own length (criterion 90): our voice, at full volume, speaks at -21."""
_FULL: Final = 32_767


@dataclass(frozen=True, slots=True)
class _Timbre:
    """How a note sounds, and the pitch in Hz around which it is played."""

    pitch: float
    parts: tuple[tuple[float, float], ...]  # multiple of the note's pitch, strength
    decay: float = 0.0  # a second's exponent

    def at(self, hertz: float, t: float, lasts: float) -> float:
        """A note of so many Hz and seconds, `t` seconds after it began; -1 to 1, nothing above the band."""
        wave = sum(weight * sin(2 * pi * hertz * n * t) for n, weight in self.parts if hertz * n <= 2_900)
        rise, fall = 0.012, min(0.03, lasts / 3)  # soft edges, so that nothing clicks
        return wave * exp(-self.decay * t) * max(0.0, min(1.0, t / rise, (lasts - t) / fall))


_PLAIN: Final = _Timbre(600.0, ((1, 1.0),))
_TIMBRES: Final[dict[Ear, _Timbre]] = {
    "blue": _Timbre(660.0, ((1, 1.0), (2, 0.25))),
    "red": _Timbre(392.0, ((1, 1.0), (2, 0.6), (3, 0.4), (4, 0.25)), 9),
    "green": _Timbre(1046.0, ((1, 1.0), (1.52, 0.5), (2.41, 0.3)), 6),
    "yellow": _Timbre(587.0, ((1, 1.0), (1.25, 0.8), (1.5, 0.8), (3, 0.4))),
    "black": _Timbre(784.0, ((1, 1.0), (2.7, 0.4)), 35),
}
"""Each seat's own."""
_BELL: Final = _Timbre(520.0, ((1, 0.6), (2, 1.0), (2.4, 0.8), (3, 0.5), (4, 0.4), (5.35, 0.3)), 7)
"""A station bell: its partials are no multiples (those of a church bell, an octave up)."""

_SIGNATURES: Final[dict[Ear, tuple[int, int]]] = {
    "blue": (0, 5),
    "red": (0, 7),
    "green": (0, -3),
    "yellow": (0, 2),
    "black": (0, 0),
}
"""A seat's own two notes, in half tones from its pitch."""


class _Note(NamedTuple):
    half_tones: float
    ms: int
    rest_ms: int = 0


_n: Final = _Note  # a motive has several
_MOTIVES: Final[dict[str, tuple[_Note, ...]]] = {
    "tick": (_n(12, 20),),
    "edge": (_n(-7, 60),),
    "place": (_n(0, 40), _n(2, 40)),
    "lift": (_n(2, 40), _n(0, 40)),
    "claim": (_n(0, 80, 20), _n(4, 80, 20), _n(7, 80)),
    "question": (_n(0, 90, 20), _n(5, 110)),
    "refuse": (_n(-7, 90, 60), _n(-7, 90)),
    "off": (_n(-5, 100), _n(-6, 100), _n(-5, 100)),
    "right": (_n(0, 80), _n(4, 80)),
    "fallen": (_n(-2, 100), _n(-4, 100), _n(-6, 100), _n(-8, 100)),
    "done": (_n(12, 80), _n(16, 80)),
    "lost": (_n(4, 100, 30), _n(0, 100, 30), _n(-4, 100)),
    "found": (_n(-4, 100, 30), _n(0, 100, 30), _n(4, 100)),
    "fault": (_n(4, 120),),
    "ready": (_n(-5, 80, 20), _n(0, 80, 20), _n(7, 200)),
    "wait": (_n(-7, 120),),
    "last": (_n(7, 190), _n(3, 210)),
}
"""Each motive as notes, in half tones from the pitch; `turn` and `win` are made of a seat's signature."""


@cache
def earcon(name: Earcon, timbre: Ear | None = None) -> Pcm:
    """The sound of a name, in a seat's timbre or in a plain tone; everyday sounds are as they are."""
    values = _made(name, timbre)
    gain = _FULL * 10 ** ((LOUDNESS - loudness(values)) / 20)
    return pcm(array("h", (round(gain * value) for value in values)))


def played(seat: Ear, hertz: float, lasts_s: float, count: int) -> list[float]:
    """One note of a seat's timbre at a pitch: so many samples, -1 to 1."""
    return [_TIMBRES[seat].at(hertz, index / RATE_HZ, lasts_s) for index in range(count)]


def _made(name: Earcon, timbre: Ear | None) -> list[float]:
    match name:
        case "ear" | "card" | "flip" | "deal" | "flush" | "ticket" | "money" | "paper":
            return everyday(name)
    sounds = _BELL if name == "last" else _TIMBRES[timbre] if timbre is not None else _PLAIN
    values: list[float] = []
    for note in _notes(name, timbre):
        count = note.ms * RATE_HZ // 1000
        lasts = note.ms / 1000
        hertz = _in_band(sounds.pitch * 2 ** (note.half_tones / 12))
        values.extend(sounds.at(hertz, index / RATE_HZ, lasts) for index in range(count))
        values.extend([0.0] * (note.rest_ms * RATE_HZ // 1000))
    return values


def _notes(name: Earcon, timbre: Ear | None) -> tuple[_Note, ...]:
    first, second = _SIGNATURES[timbre] if timbre is not None else (0, 4)
    if name == "turn":
        return (_n(first, 90, 20), _n(second, 90))
    if name == "win":
        return (_n(first, 80, 20), _n(second, 80, 20), _n(first + 5, 80, 20), _n(second + 5, 100))
    return _MOTIVES[name]


def _in_band(hertz: float) -> float:
    """The same note within the band that ageing ears hear: by octaves."""
    while hertz < 320:
        hertz *= 2
    while hertz > 2_600:
        hertz /= 2
    return hertz
