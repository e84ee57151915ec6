"""Every earcon measured: length, band, loudness, and five seats that sound apart."""

import cmath
from array import array
from math import pi
from typing import get_args

import pytest

from announce import EARS, Ear, Earcon
from audio import RATE_HZ, Pcm, Voice, earcon
from audio.sound import mixed, pcm, resampled, silence

ALL: tuple[Earcon, ...] = get_args(Earcon)
SOUNDS = [(name, timbre) for name in ALL for timbre in (None, *EARS)]
_FFT = 8192


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


@pytest.mark.parametrize("name", ALL)
def test_given_an_earcon_when_measured_then_short_and_soft(name: Earcon) -> None:
    for timbre in (None, *EARS):
        sound = earcon(name, timbre)
        assert 0.015 <= sound.seconds <= 0.4
        assert 5_000 <= sound.peak <= 7_000


@pytest.mark.parametrize("timbre", [None, *EARS])
def test_given_an_earcon_when_measured_then_its_energy_lies_in_the_band(timbre: Ear | None) -> None:
    for name in ALL if timbre is None else ("claim", "turn", "win", "place", "refuse"):
        energy = spectrum(earcon(name, timbre))
        width = RATE_HZ / _FFT
        inside = sum(value for k, value in enumerate(energy) if 300 <= k * width <= 3_000)
        assert inside / sum(energy) > 0.9, name


def test_given_all_earcons_when_compared_then_no_two_are_equal() -> None:
    assert len({earcon(name).samples for name in ALL}) == len(ALL)
    for name in ("claim", "turn", "place", "win"):
        assert len({earcon(name, timbre).samples for timbre in EARS}) == len(EARS)


def test_given_speech_when_compared_then_earcons_peak_six_decibels_lower() -> None:
    voice = Voice()
    spoken = voice.say("Red square claims Berlin to Essen: 2 trains, 2 points.")
    voice.close()
    assert spoken is not None
    loudest = max(earcon(name, timbre).peak for name, timbre in SOUNDS)
    assert loudest <= spoken.peak / 2


def test_given_sounds_when_mixed_and_resampled_then_length_and_limits_hold() -> None:
    loud = pcm(array("h", [30_000] * 100))
    assert Pcm(mixed(loud.samples, pcm(array("h", [20_000] * 50)).samples)).values()[0] == 32_767
    assert len(mixed(loud.samples, b"")) == len(loud.samples)
    assert resampled(silence(0.5).samples, 44_100).seconds == pytest.approx(0.25, abs=0.001)
    assert (loud + silence(1.0)).seconds == pytest.approx(1.0 + 100 / RATE_HZ)
