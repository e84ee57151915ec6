"""Pin and camera weighed into one belief."""

from hypothesis import given
from hypothesis import strategies as st

from engine import SEATS
from reconcile import ASK, COMMIT, prior
from tabletop import Observation, SiteId
from tests.reconcile.one_look import weigh

SITE = SiteId("denver-omaha")
FREE = prior(SEATS, owner=None, mover="blue")
BLUES = prior(SEATS, owner="blue", mover="red")


def saw(sense: str, seen: str, confidence: float = 1.0) -> Observation:
    return Observation(site=SITE, sense=sense, seen=seen, at=1.0, confidence=confidence)  # type: ignore[arg-type]


def test_given_pin_and_camera_agree_when_weighed_then_it_is_committed() -> None:
    belief = weigh(FREE, saw("pin", "something"), saw("camera", "blue", 0.95))
    assert belief.best == "blue"
    assert belief.probability >= COMMIT


def test_given_a_doubtful_picture_of_another_seat_when_weighed_then_it_is_asked() -> None:
    belief = weigh(FREE, saw("pin", "something"), saw("camera", "green", 0.9))
    assert belief.best == "green"
    assert ASK <= belief.probability < COMMIT


def test_given_a_sure_picture_of_another_seat_when_weighed_then_the_prior_does_not_outvote_it() -> None:
    belief = weigh(FREE, saw("pin", "something"), saw("camera", "green", 0.999))
    assert belief.best == "green"
    assert belief.probability >= COMMIT


def test_given_the_senses_contradict_each_other_when_weighed_then_nothing_is_committed() -> None:
    for pin, camera in (("something", "empty"), ("empty", "blue")):
        belief = weigh(FREE, saw("pin", pin), saw("camera", camera, 0.99))
        assert belief.best_seat_probability < COMMIT


def test_given_a_pin_set_aside_when_weighed_then_it_does_not_count_as_empty() -> None:
    with_camera = weigh(FREE, saw("pin", "unknown"), saw("camera", "blue", 0.998))
    alone = weigh(FREE, None, saw("camera", "blue", 0.998))
    assert with_camera == alone
    assert with_camera.probability >= COMMIT


def test_given_an_empty_pin_under_a_claimed_route_when_weighed_then_the_token_is_gone() -> None:
    belief = weigh(BLUES, saw("pin", "empty"), saw("camera", "empty", 0.98))
    assert belief.occupied < 0.01


@given(
    pin=st.sampled_from(["empty", "something", "unknown", *SEATS]),
    camera=st.sampled_from(["empty", "something", "unknown", *SEATS]),
    confidence=st.floats(0, 1),
)
def test_given_any_two_words_when_weighed_then_probabilities_are_probabilities(
    pin: str, camera: str, confidence: float
) -> None:
    belief = weigh(FREE, saw("pin", pin), saw("camera", camera, confidence))
    assert 0 < belief.probability <= 1
    assert -1e-9 <= belief.occupied <= 1
    assert belief.best_seat_probability <= belief.occupied + 1e-9
