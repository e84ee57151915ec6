"""Every earcon measured: length, band, loudness, and five seats that sound apart."""

import cmath
from array import array
from math import inf, pi, sin
from typing import get_args

import numpy as np
import pytest

from announce import EARS, Ear, Earcon
from audio import RATE_HZ, Pcm, Voice, earcon
from audio.loudness import loudness
from audio.sound import mixed, panned, pcm, resampled, silence
from tests.audio.loudness import peak

ALL: tuple[Earcon, ...] = get_args(Earcon)
SOUNDS = [(name, timbre) for name in ALL for timbre in (None, *EARS)]
_FFT = 8192
EVERYDAY: tuple[Earcon, ...] = ("ear", "card", "flip", "deal", "flush", "ticket", "money", "paper")
STROKES: dict[Earcon, int] = {"ear": 1, "card": 1, "flip": 2, "deal": 4, "flush": 1, "ticket": 3, "paper": 6}


def spectrum(sound: Pcm) -> list[float]:
    """Energy a bin of RATE_HZ / 8192, by a plain fast Fourier transform of the whole sound."""
    values = [complex(value) for value in sound.values()][:_FFT]
    values += [0j] * (_FFT - len(values))

    def transform(part: list[complex]) -> list[complex]:
        if len(part) == 1:
            return part
        even, odd = transform(part[::2]), transform(part[1::2])
        half = len(even)
        turned = [cmath.exp(-2j * pi * k / len(part)) * odd[k] for k in range(half)]
        return [even[k] + turned[k] for k in range(half)] + [even[k] - turned[k] for k in range(half)]

    return [abs(value) ** 2 for value in transform(values)[: _FFT // 2]]


# milliseconds, as the list of sounds promises them; the everyday sounds are 80 to 400
LENGTHS: dict[Earcon, int] = {
    "tick": 20,
    "edge": 60,
    "place": 80,
    "lift": 80,
    "claim": 280,
    "turn": 200,
    "question": 220,
    "refuse": 240,
    "off": 300,
    "right": 160,
    "fallen": 400,
    "done": 160,
    "lost": 360,
    "found": 360,
    "fault": 120,
    "ready": 400,
    "wait": 120,
    "last": 400,
    "win": 400,
}


@pytest.mark.criterion(10)
@pytest.mark.parametrize("name", ALL)
def test_given_an_earcon_when_measured_then_its_own_length_and_soft(name: Earcon) -> None:
    for timbre in (None, *EARS):
        sound = earcon(name, timbre)
        wanted = LENGTHS.get(name)
        if wanted is None:
            assert 0.08 <= sound.seconds <= 0.4
        else:
            assert sound.seconds == pytest.approx(wanted / 1000, abs=0.002)


@pytest.mark.criterion(10)
@pytest.mark.parametrize("timbre", [None, *EARS])
def test_given_an_earcon_when_measured_then_its_energy_lies_in_the_band(timbre: Ear | None) -> None:
    for name in ALL if timbre is None else ("claim", "turn", "win", "place", "refuse"):
        energy = spectrum(earcon(name, timbre))
        width = RATE_HZ / _FFT
        inside = sum(value for k, value in enumerate(energy) if 300 <= k * width <= 3_000)
        assert inside / sum(energy) > 0.9, name


@pytest.mark.criterion(10)
def test_given_all_earcons_when_compared_then_no_two_are_equal() -> None:
    assert len({earcon(name).samples for name in ALL}) == len(ALL)
    for name in ("claim", "turn", "place", "win"):
        assert len({earcon(name, timbre).samples for timbre in EARS}) == len(EARS)


@pytest.mark.criterion(10, 90)
def test_given_speech_when_compared_then_earcons_are_equally_loud_and_six_units_softer() -> None:
    voice = Voice()
    said = ("Red square claims Berlin to Essen: 2 trains, 2 points.", "Blue disc to move.")
    spoken = [one for one in map(voice.say, said) if one is not None]
    voice.close()
    speech = loudness(levels(spoken[0] + spoken[1]))
    for name, timbre in SOUNDS:
        sound = earcon(name, timbre)
        assert loudness(levels(sound)) == pytest.approx(speech - 6.0, abs=0.5), (name, timbre)
        assert peak(sound) <= max(map(peak, spoken)) / 2


def levels(sound: Pcm) -> list[float]:
    return [value / 32_768 for value in sound.values()]


def test_given_a_tone_of_the_standard_when_measured_then_its_loudness_is_the_standards() -> None:
    """BS.1770: a sine of 997 Hz at full scale in one channel measures -3.01 LUFS."""
    tone = [sin(2 * pi * 997 * index / RATE_HZ) for index in range(RATE_HZ)]
    assert loudness(tone) == pytest.approx(-3.01, abs=0.05)
    assert loudness([value / 10 for value in tone]) == pytest.approx(-23.01, abs=0.05)
    assert loudness([0.0] * 100) == -inf


def test_given_sounds_when_mixed_and_resampled_then_length_and_limits_hold() -> None:
    loud = pcm(array("h", [30_000] * 100))
    assert Pcm(mixed(loud.samples, pcm(array("h", [20_000] * 50)).samples)).values()[0] == 32_767
    assert len(mixed(loud.samples, b"")) == len(loud.samples)
    assert resampled(silence(0.5).samples, 44_100).seconds == pytest.approx(0.25, abs=0.001)
    assert (loud + silence(1.0)).seconds == pytest.approx(1.0 + 100 / RATE_HZ)


def test_given_a_sound_from_a_side_when_streamed_then_that_side_is_louder_and_none_louder_than_before() -> (
    None
):
    sound = earcon("claim", "red")
    left = panned(sound, -1.0)
    assert left.right is not None and not any(left.right) and left.samples == sound.samples
    aside = panned(sound, 0.5).stream(2)
    values = Pcm(aside).values()
    assert max(map(abs, values[1::2])) == peak(sound)
    assert max(map(abs, values[::2])) == pytest.approx(peak(sound) / 2, abs=2)
    assert panned(sound, 0.0) is sound and sound.stream(1) == sound.samples
    both = (left + silence(0.1)).stream(1)
    assert len(both) == len((sound + silence(0.1)).samples)
    assert peak(Pcm(both)) == pytest.approx(peak(sound) / 2, abs=2)


def course(sound: Pcm) -> list[tuple[float, float]]:
    """Every 6 ms how loud it is, 0 to 1, and the middle of its spectrum in Hz."""
    values, found = np.array(sound.values(), float), []
    for start in range(0, len(values) - 256, 128):
        part = values[start : start + 256] * np.hanning(256)
        energy = np.abs(np.fft.rfft(part)) ** 2 + 1e-9
        middle = float((energy * np.arange(len(energy))).sum() / energy.sum() * RATE_HZ / 256)
        found.append((float(np.sqrt((part**2).mean())), middle))
    loudest = max(loud for loud, _ in found)
    return [(loud / loudest, middle) for loud, middle in found]


def strokes(sound: Pcm) -> list[int]:
    """When it becomes loud after having been soft, in steps of 6 ms."""
    begun, soft = [], True
    for step, (loud, _) in enumerate(course(sound)):
        if soft and loud > 0.35:
            begun.append(step)
        soft = loud < 0.12 or (soft and loud <= 0.35)
    return begun


def noisiness(sound: Pcm) -> float:
    """How even its spectrum is within the band: 0 for tones, more for noise."""
    energy = np.array(spectrum(sound))[111:1115] + 1e-9  # 300 to 3,000 Hz
    return float(np.exp(np.log(energy).mean()) / energy.mean())


@pytest.mark.criterion(10)
def test_given_the_everyday_sounds_when_measured_then_each_is_what_it_is_called() -> None:
    """A card glides up, a row is swept down, tickets are three taps, a coin rings, paper crackles."""
    pitch = {name: [hz for loud, hz in course(earcon(name)) if loud > 0.4] for name in ("card", "flush")}
    assert pitch["card"][-1] > 1.3 * pitch["card"][0]
    assert pitch["flush"][-1] < 0.75 * pitch["flush"][0]
    assert {name: len(strokes(earcon(name))) for name in STROKES} == STROKES
    gaps = np.diff(strokes(earcon("paper")))
    assert max(gaps) > 1.4 * min(gaps)  # taps come evenly, crackles do not
    noisy = {name: noisiness(earcon(name)) for name in EVERYDAY}
    assert noisy.pop("money") < 0.01 < 0.05 < min(noisy.values())
    breath = [loud for loud, _ in course(earcon("ear"))]
    assert breath.index(1.0) > len(breath) / 4  # it swells, nothing is struck


@pytest.mark.criterion(10)
def test_given_the_last_round_when_heard_then_a_bell_is_struck_twice_and_dies_away() -> None:
    bell = earcon("last")
    assert len(strokes(bell)) == 2
    assert course(bell)[2][0] > 1.8 * course(bell)[28][0]


@pytest.mark.criterion(10)
def test_given_everyday_sounds_and_motives_when_compared_then_everyday_ones_are_in_no_timbre() -> None:
    for name in EVERYDAY:
        assert {earcon(name, timbre) for timbre in EARS} == {earcon(name)}
