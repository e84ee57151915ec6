"""Tokens of other colours in the colours of the taught ones; all else as it was."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.retint import Retint, Rgb, rgb_of, tone

LIME: Rgb = (150, 205, 40)
TAUGHT: Rgb = (40, 170, 120)
RED: Rgb = (200, 30, 40)


def _shown(retint: Retint, rgb: Rgb, shade: float = 1.0) -> Rgb:
    planes = np.tile((tone(rgb) * shade).reshape(1, 3, 1, 1), (1, 1, 4, 4)).astype(np.float32)
    return rgb_of(np.asarray(retint(planes)[0, :, 2, 2] / shade, dtype=np.float64))


def _off(one: Rgb, other: Rgb) -> int:
    return max(abs(a - b) for a, b in zip(one, other, strict=True))


@settings(deadline=None)
@given(shade=st.floats(0.6, 1.1))
def test_given_a_seats_tone_in_any_shade_when_shown_then_it_is_the_taught_one_in_that_shade(
    shade: float,
) -> None:
    retint = Retint({"green": (LIME, TAUGHT)})
    assert _off(_shown(retint, LIME, shade), TAUGHT) <= 8


@settings(deadline=None)
@given(rgb=st.tuples(*[st.integers(0, 255)] * 3))
def test_given_a_seat_that_keeps_its_colour_when_shown_then_nothing_changes(rgb: Rgb) -> None:
    assert _off(_shown(Retint({"red": (RED, RED)}), rgb), rgb) <= 1


def test_given_paper_wood_skin_and_another_seats_token_when_shown_then_they_stay() -> None:
    retint = Retint({"green": (LIME, TAUGHT), "red": (RED, RED)})
    for rgb in ((255, 255, 255), (176, 141, 87), (236, 188, 160), (120, 120, 120), RED, (200, 60, 40)):
        assert _off(_shown(retint, rgb), rgb) <= 2, rgb


@settings(deadline=None)
@given(rgb=st.tuples(*[st.integers(0, 255)] * 3))
def test_given_a_colour_when_made_a_tone_and_back_then_it_is_the_same(rgb: Rgb) -> None:
    assert rgb_of(tone(rgb)) == rgb
