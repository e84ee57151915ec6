"""Whether it is the file's board: another map's is told, the right one never refused once it was seen."""

import numpy as np
from numpy.typing import NDArray

from vision.likeness import Likeness

SITES = 100
EVERY = np.arange(SITES)
ALL = np.ones(SITES, dtype=bool)


def _chances(*, doubtful: int, covered: int = 0, tokens: int = 0, count: int = SITES) -> NDArray[np.float32]:
    """Empty sites, but for some: neither plainly empty nor plainly a token's, something else, tokens."""
    chances = np.tile(np.array([0.99, 0.005, 0.005], np.float32), (count, 1))
    chances[:doubtful] = (0.6, 0.3, 0.1)
    chances[doubtful : doubtful + covered] = (0.1, 0.1, 0.8)
    chances[doubtful + covered : doubtful + covered + tokens] = (0.0, 0.99, 0.01)
    return chances


def _seen(likeness: Likeness, chances: NDArray[np.float32], seconds: float, since: float = 0.0) -> list[bool]:
    return [
        likeness.unlike(EVERY[: len(chances)], chances, ALL, since + step / 10)
        for step in range(round(seconds * 10) + 1)
    ]


def test_given_another_maps_board_that_covers_nothing_when_seen_for_a_while_then_it_is_told() -> None:
    likeness = Likeness(SITES, 0.98)
    assert all(_seen(likeness, _chances(doubtful=55, covered=10), 3.0))
    assert likeness.trouble(2.9) == ""
    assert likeness.trouble(3.0) == "covered"


def test_given_the_right_board_when_it_was_seen_once_then_an_arm_and_doubt_refuse_it_no_more() -> None:
    likeness = Likeness(SITES, 0.98)
    assert all(_seen(likeness, _chances(doubtful=50), 1.0))  # a lamp mirrors itself
    assert not any(_seen(likeness, _chances(doubtful=20), 0.0, 1.1))
    assert not any(_seen(likeness, _chances(doubtful=60, covered=39), 9.0, 1.2))
    assert likeness.trouble(10.2) == ""
    likeness.forget()  # it was out of view: another one may lie there
    assert all(_seen(likeness, _chances(doubtful=60), 0.2, 11.0))


def test_given_tokens_that_stand_on_their_pins_when_seen_then_the_board_is_the_right_one_in_any_doubt() -> (
    None
):
    assert not any(_seen(Likeness(SITES, 0.98), _chances(doubtful=70, tokens=12), 1.0))


def test_given_less_than_half_of_a_board_when_seen_then_it_proves_nothing_but_a_small_one_passes() -> None:
    likeness = Likeness(SITES, 0.98)
    assert all(_seen(likeness, _chances(doubtful=0, count=49), 0.5))
    assert not any(_seen(likeness, _chances(doubtful=0, count=50), 0.0, 1.0))
    assert not Likeness(9, 0.98).unlike(EVERY[:9], _chances(doubtful=9, count=9), ALL[:9], 0.0)


def test_given_most_of_a_right_board_under_a_cloth_when_it_stays_then_told_and_when_it_goes_read_again() -> (
    None
):
    likeness = Likeness(SITES, 0.98)
    _seen(likeness, _chances(doubtful=0), 0.0)
    assert all(_seen(likeness, _chances(doubtful=0, covered=45), 3.0, 1.0))
    likeness.shift(-1.0)
    assert likeness.trouble(3.0) == "covered"
    assert not any(_seen(likeness, _chances(doubtful=0), 0.0, 5.0))
    assert likeness.trouble(9.0) == ""


def test_given_pins_that_lie_elsewhere_when_seen_then_another_print_is_told_until_they_do_not() -> None:
    likeness = Likeness(SITES, 0.98)
    asked: list[int] = []

    def as_printed(chances: NDArray[np.float32], looked: NDArray[np.bool_]) -> bool:
        asked.append(int(looked.sum()))
        return len(asked) > 31

    for step in range(31):
        assert likeness.unlike(EVERY, _chances(doubtful=0), ALL, step / 10, as_printed)
    assert likeness.trouble(3.0) == "other-print"
    assert not likeness.unlike(EVERY, _chances(doubtful=0), ALL, 3.1, as_printed)
    assert likeness.trouble(9.0) == ""
    assert not likeness.unlike(EVERY, _chances(doubtful=0), ALL, 3.2, as_printed)
    assert asked == [SITES] * 32  # proven once, it is asked no more
