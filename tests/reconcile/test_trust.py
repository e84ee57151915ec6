"""What is learned of each sense at each site, and what it changes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import SEATS
from reconcile import COMMIT, Record, Trust, prior, weigh
from tabletop import Observation, SiteId

SITE = SiteId("denver-omaha")
FREE = prior(SEATS, owner=None, mover="blue")


def saw(sense: str, seen: str, confidence: float = 1.0) -> Observation:
    return Observation(site=SITE, sense=sense, seen=seen, at=1.0, confidence=confidence)  # type: ignore[arg-type]


def bad(times: int) -> Record:
    record = Record()
    for _ in range(times):
        record = record.after(right=False)
    return record


def test_given_a_pin_that_was_often_wrong_when_it_feels_nothing_then_the_camera_decides() -> None:
    words = saw("pin", "empty"), saw("camera", "blue", 0.998)
    assert weigh(FREE, *words).best_seat_probability < COMMIT
    assert weigh(FREE, *words, pin_record=bad(6)).best_seat_probability >= COMMIT


def test_given_a_spot_that_the_camera_misread_when_it_names_another_seat_then_it_is_asked() -> None:
    words = saw("pin", "something"), saw("camera", "green", 0.999)
    assert weigh(FREE, *words).best_seat_probability >= COMMIT
    assert weigh(FREE, *words, camera_record=bad(2)).best_seat_probability < COMMIT


def test_given_a_hand_over_the_site_when_it_stays_then_the_picture_ages_and_is_not_forgotten() -> None:
    words = None, saw("camera", "blue", 0.998)
    sure = [weigh(FREE, *words, covered_s=seconds).best_seat_probability for seconds in (0, 5, 30, 120)]
    assert sure == sorted(sure, reverse=True)
    assert sure[0] >= COMMIT > sure[-1] > 0.3


@given(st.lists(st.booleans(), max_size=300), st.floats(0.0001, 0.05))
def test_given_any_past_when_learned_then_the_error_is_a_share_and_the_record_bounded(
    past: list[bool], usual: float
) -> None:
    record = Record()
    for right in past:
        record = record.after(right=right)
    assert 0 < record.error(usual) < 1
    assert record.right + record.wrong <= 60.0001
    assert (
        record.after(right=False).error(usual) > record.error(usual) > record.after(right=True).error(usual)
    )


def test_given_what_was_learned_when_kept_and_read_then_only_what_erred_is_known_again() -> None:
    trust = Trust()
    trust.note(SITE, "pin", right=False)
    trust.note(SiteId("chicago-duluth"), "camera", right=True)
    kept = trust.plain()
    assert kept == {"denver-omaha": {"pin": [0.0, 1.0]}}
    assert Trust.from_plain(kept).of(SITE, "pin") == trust.of(SITE, "pin")


@pytest.mark.parametrize(
    "kept",
    [
        [],
        {"a": []},
        {"a": {"nose": [1, 1]}},
        {"a": {"pin": [1]}},
        {"a": {"pin": [-1, 0]}},
        {"a": {"pin": "x"}},
    ],
)
def test_given_something_else_when_read_as_trust_then_one_line(kept: object) -> None:
    with pytest.raises(ValueError, match=r"^[^\n]+$"):
        Trust.from_plain(kept)
