"""What is learned of each sense at each site, and what it changes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import SEATS
from reconcile import COMMIT, Record, Trust, prior
from tabletop import Observation, SiteId
from tests.reconcile.one_look import weigh

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
    assert weigh(FREE, *words, records={"pin": bad(6)}).best_seat_probability >= COMMIT


def test_given_a_spot_that_the_camera_misread_when_it_names_another_seat_then_it_is_asked() -> None:
    words = saw("pin", "something"), saw("camera", "green", 0.999)
    assert weigh(FREE, *words).best_seat_probability >= COMMIT
    assert weigh(FREE, *words, records={"camera": bad(2)}).best_seat_probability < COMMIT


def test_given_a_hand_over_the_site_when_it_stays_then_the_picture_ages_and_is_not_forgotten() -> None:
    words = None, saw("camera", "blue", 0.998)
    sure = [
        weigh(FREE, *words, covered={"camera": seconds}).best_seat_probability for seconds in (0, 5, 30, 120)
    ]
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
    trust.flickered(SiteId("calgary-seattle"), "pin")
    kept = trust.plain()
    assert kept == {"denver-omaha": {"pin": [0.0, 1.0, 0.0]}, "calgary-seattle": {"pin": [0.0, 0.0, 1.0]}}
    again = Trust.from_plain(kept)
    assert again.records == {key: trust.records[key] for key in again.records}
    assert len(again.records) == 2


def test_given_a_file_that_knows_no_flickering_when_read_then_none_was() -> None:
    assert Trust.from_plain({"denver-omaha": {"pin": [3, 1]}}).of(SITE, "pin") == Record(3.0, 1.0, 0.0)


def test_given_a_contact_that_flickered_when_it_rests_then_its_word_is_believed_more_and_more() -> None:
    record = Record().unrest()
    errors = [record.rested(seconds).error(0.0005) for seconds in (0.0, 0.5, 1.0, 2.0, 4.0, 100.0)]
    assert errors == sorted(set(errors), reverse=True)
    assert errors[0] == pytest.approx((0.0005 * 40 + 1) / 41)
    assert errors[2] == pytest.approx((0.0005 * 40 + 0.5) / 40.5)
    assert errors[-1] == pytest.approx(0.0005, rel=0.01)
    assert record.error(0.0005) == 0.0005
    often = record
    for _ in range(50):
        often = often.unrest()
    assert often.flickered <= 8
    for _ in range(30):
        often = often.after(right=True)
    assert often.flickered < 0.5


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
