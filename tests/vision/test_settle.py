import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tabletop import Observation, Seen, SiteId
from vision.settling import Settler

SITES = (SiteId("a-b"), SiteId("b-c"))
ANSWERS: tuple[Seen, ...] = ("empty", "blue", "red", "something")
EMPTY, BLUE, RED, UNKNOWN = 0, 1, 2, 4


def _feed(
    settler: Settler, answer: int, times: list[float], *, place: int = 0, known: bool = True
) -> list[Observation]:
    told: list[Observation] = []
    for at in times:
        told += settler.vote(np.array([place]), np.array([answer]), np.array([0.99]), np.array([known]), at)
    return told


def _steps(start: float, count: int, step: float = 0.1) -> list[float]:
    return [start + number * step for number in range(count)]


def _settled(answer: int) -> Settler:
    """The first site is believed to show this since 0.2 s."""
    settler = Settler(SITES, ANSWERS)
    _feed(settler, answer, _steps(0.0, 3))
    return settler


def test_given_nothing_settled_when_two_frames_agree_then_silence_and_the_third_tells() -> None:
    settler = Settler(SITES, ANSWERS)
    assert _feed(settler, BLUE, [0.0, 0.1]) == []
    (told,) = _feed(settler, BLUE, [0.2])
    assert (told.site, told.seen, told.sense) == ("a-b", "blue", "camera")
    assert told.confidence >= 0.98


def test_given_a_settled_site_when_it_stays_then_it_is_not_told_again() -> None:
    settler = _settled(EMPTY)
    assert _feed(settler, EMPTY, _steps(0.3, 30)) == []


def test_given_a_token_for_two_frames_when_gone_then_nothing_was_said() -> None:
    settler = _settled(EMPTY)
    assert _feed(settler, RED, [0.3, 0.4]) == []
    assert _feed(settler, EMPTY, _steps(0.5, 5)) == []


def test_given_a_token_when_lifted_for_a_moment_then_only_a_lasting_removal_is_told() -> None:
    settler = _settled(BLUE)
    assert _feed(settler, EMPTY, _steps(0.3, 6)) == []
    assert _feed(settler, BLUE, _steps(0.9, 4)) == []
    told = _feed(settler, EMPTY, _steps(1.3, 12))
    assert [item.seen for item in told] == ["empty"]
    assert told[0].at - 1.3 >= 0.8 - 1e-9


def test_given_an_empty_look_that_nobody_knows_when_removed_then_it_takes_longer() -> None:
    settler = _settled(BLUE)
    assert _feed(settler, EMPTY, _steps(0.3, 20), known=False) == []
    assert [item.seen for item in _feed(settler, EMPTY, _steps(2.3, 12), known=False)] == ["empty"]


def test_given_a_hand_when_it_moves_then_it_is_told_and_the_belief_waits_until_quiet() -> None:
    settler = _settled(EMPTY)
    motion = settler.move(np.array([True, False]), 0.3)
    assert motion is not None
    assert motion.sites == frozenset({"a-b"})
    assert settler.move(np.array([True, False]), 0.35) is None
    told = _feed(settler, BLUE, _steps(0.4, 6))
    assert [item.seen for item in told] == ["blue"]
    assert told[0].at >= 0.35 + 0.3


def test_given_a_hand_that_changed_nothing_when_gone_then_the_site_is_confirmed() -> None:
    settler = _settled(EMPTY)
    settler.move(np.array([True, False]), 0.3)
    assert [item.seen for item in _feed(settler, EMPTY, _steps(0.4, 6))] == ["empty"]


@pytest.mark.criterion(47)
def test_given_a_lamp_when_held_then_nothing_settles_before_the_time() -> None:
    settler = _settled(EMPTY)
    settler.hold(2.0)
    assert _feed(settler, RED, _steps(0.3, 17)) == []
    assert settler.belief[0] == EMPTY


@pytest.mark.criterion(47)
def test_given_a_token_about_to_settle_when_a_lamp_is_switched_then_its_site_is_looked_at_again() -> None:
    settler = _settled(EMPTY)
    _feed(settler, EMPTY, _steps(0.0, 3), place=1)
    _feed(settler, RED, [0.3, 0.4])
    settler.hold(1.0)
    assert settler.unsettled().tolist() == [True, False]
    assert [item.seen for item in _feed(settler, RED, _steps(1.0, 4))] == ["red"]
    assert not settler.unsettled().any()


def test_given_a_site_that_cannot_be_judged_when_it_lasts_then_unknown_without_confidence() -> None:
    settler = _settled(BLUE)
    told = _feed(settler, UNKNOWN, _steps(0.3, 15))
    assert [(item.seen, item.confidence) for item in told] == [("unknown", 0.0)]
    assert told[0].at - 0.3 >= 1.0 - 1e-9


def test_given_a_doubtful_frame_when_it_becomes_clearer_then_the_new_band_is_told() -> None:
    settler = Settler(SITES, ANSWERS)
    doubtful = [
        settler.vote(np.array([0]), np.array([RED]), np.array([0.9]), np.array([True]), at)
        for at in _steps(0, 4)
    ]
    first = [item for told in doubtful for item in told]
    assert [item.seen for item in first] == ["red"]
    assert first[0].confidence < 0.98
    clear = [
        settler.vote(np.array([0]), np.array([RED]), np.array([1.0]), np.array([True]), at)
        for at in _steps(1, 20)
    ]
    assert [item.confidence >= 0.98 for told in clear for item in told] == [True]


@settings(max_examples=80, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), max_size=60))
def test_given_any_frames_when_settled_then_each_belief_was_seen_in_the_three_frames_before(
    frames: list[tuple[int, int]],
) -> None:
    settler = Settler(SITES, ANSWERS)
    for number, pair in enumerate(frames):
        at = number * 0.1
        told = settler.vote(
            np.array([0, 1]), np.array(pair), np.array([0.99, 0.99]), np.array([True, True]), at
        )
        for item in told:
            place = SITES.index(item.site)
            name = (*ANSWERS, "unknown").index(item.seen)
            assert [frame[place] for frame in frames[number - 2 : number + 1]] == [name] * 3


def test_given_two_frames_far_apart_when_they_agree_then_that_is_enough() -> None:
    settler = Settler(SITES, ANSWERS)
    assert _feed(settler, BLUE, [0.0]) == []
    assert [item.seen for item in _feed(settler, BLUE, [0.4])] == ["blue"]


def test_given_a_site_that_looks_as_it_did_when_judged_otherwise_then_only_lasting_doubt_changes_it() -> None:
    settler = _settled(BLUE)

    def judged(answer: int, times: list[float]) -> list[str]:
        return [
            item.seen
            for at in times
            for item in settler.vote(
                np.array([0]), np.array([answer]), np.array([0.99]), np.array([True]), at, np.array([True])
            )
        ]

    assert judged(EMPTY, _steps(0.3, 25)) == []
    assert judged(RED, _steps(2.8, 25)) == []
    assert judged(RED, _steps(5.3, 8)) == ["red"]


def test_given_a_clock_that_jumps_back_when_shifted_then_waits_are_neither_lost_nor_longer() -> None:
    settler = Settler(SITES, ANSWERS)
    _feed(settler, EMPTY, _steps(1000.0, 3))
    settler.move(np.array([True, False]), 1000.3)
    settler.hold(1000.5)
    settler.shift(-900.0)
    assert [item.seen for item in _feed(settler, BLUE, _steps(100.4, 8))] == ["blue"]
