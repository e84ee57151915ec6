import numpy as np
import pytest

from vision.stir import Stir
from vision.views import THUMB, Thumbs

COUNT = 60


def _frame(rng: np.random.Generator, noise: float) -> Thumbs:
    return (0.5 + rng.normal(0, noise, (COUNT, THUMB, THUMB, 3))).astype(np.float32)


def test_given_the_first_frame_when_seen_then_nothing_is_known_and_after_that_nothing_moves() -> None:
    stir, still = Stir(), np.full((COUNT, THUMB, THUMB, 3), 0.5, np.float32)
    assert stir.moving(still) is None
    moving = stir.moving(still)
    assert moving is not None
    assert not moving.any()
    stir.begin()
    assert stir.moving(still) is None


@pytest.mark.parametrize("noise", [0.002, 0.012, 0.025])
def test_given_noise_when_a_site_changes_then_that_one_alone_moves(noise: float) -> None:
    rng, stir = np.random.default_rng(1), Stir()
    stir.moving(_frame(rng, noise))
    calm = [stir.moving(_frame(rng, noise)) for _ in range(20)]
    assert sum(int(moving.sum()) for moving in calm if moving is not None) == 0
    changed = _frame(rng, noise)
    changed[7, 2:6, 2:6] += 0.25
    moving = stir.moving(changed)
    assert moving is not None
    assert np.flatnonzero(moving).tolist() == [7]


def test_given_a_hand_over_most_sites_for_a_moment_when_it_moves_then_it_is_not_taken_for_noise() -> None:
    rng, stir = np.random.default_rng(2), Stir()
    for _ in range(12):
        stir.moving(_frame(rng, 0.004))
    for step in range(4):
        hand = _frame(rng, 0.004)
        hand[:40] += 0.3 * (step % 2)
        moving = stir.moving(hand)
        assert moving is not None
        assert moving[:40].all() or step == 0
        assert not moving[40:].any()
