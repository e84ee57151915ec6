"""The filter over one site: posteriors worked out by hand, and what must hold whatever the senses say."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import Seat
from reconcile import ASK, COMMIT, Filter, prior
from reconcile.filtering import CHANGED, ERRS_AGAIN, UNNOTICED, left_by_a_hand
from reconcile.sensing import Occupant
from tabletop import Observation, Seen, Sense, SiteId
from tests.reconcile.one_look import weigh

TWO: tuple[Seat, ...] = ("blue", "red")
SITE = SiteId("denver-omaha")
FREE = prior(TWO, owner=None, mover="blue")
FLAT = left_by_a_hand(TWO)
WORDS: tuple[Seen, ...] = ("empty", "something", "blue", "red", "unknown")
CAMERA_ERROR, MISSED, FALSE_CONTACT = 0.0005, 0.002, 0.0005  # of senses of which nothing is known


def said(sense: Sense, seen: Seen, confidence: float = 1.0) -> Observation:
    return Observation(site=SITE, sense=sense, seen=seen, at=1.0, confidence=confidence)


def watched(*looks: tuple[Observation | None, Observation | None]) -> Filter:
    one = Filter(TWO)
    for pin, camera in looks:
        one.look(pin, camera)
    return one


def chance(one: Filter, who: Occupant, covered_s: float) -> float:
    """How likely this stands there after a hand has been over it, nothing being expected."""
    return sum(one._aged(one._joint, "camera", covered_s)[who])


def test_given_one_look_when_weighed_by_hand_then_the_same() -> None:
    belief = weigh(FREE, said("pin", "something"), said("camera", "blue", 0.95))
    blue = 0.3 * 1 * (1 - MISSED) * 0.95
    red = 0.02 * (1 - MISSED) * 0.05 / 3
    empty, other = 0.6 * FALSE_CONTACT * 0.05 / 3, 0.004 * 0.2 * (1 - MISSED) * 0.05 / 3
    assert belief.best == "blue"
    assert belief.probability == pytest.approx(blue / (blue + red + empty + other))


def test_given_a_second_word_when_weighed_by_hand_then_a_new_token_and_an_error_both_count() -> None:
    one = watched((None, said("camera", "empty")), (None, said("camera", "blue", 0.9)))
    first = {
        "empty": 0.5 * (1 - CAMERA_ERROR),
        "blue": 0.248 * CAMERA_ERROR / 3,
        "other": 0.004 * CAMERA_ERROR / 3,
    }
    first["red"], wrong, total = first["blue"], 0.1 / 3, sum(first.values()) + first["blue"]
    empty = (1 - CHANGED) * first["empty"] / total * wrong + CHANGED * 0.5 * wrong
    blue = (1 - CHANGED) * first["blue"] / total * 0.9 + CHANGED * 0.248 * 0.9
    red = (1 - CHANGED) * first["red"] / total * wrong + CHANGED * 0.248 * wrong
    other = (1 - CHANGED) * first["other"] / total * wrong + CHANGED * 0.004 * wrong
    assert one.belief(FLAT).probability == pytest.approx(blue / (empty + blue + red + other))
    expected = blue * 0.3 / 0.248 / (empty * 1.2 + blue * 0.3 / 0.248 + red * 0.02 / 0.248 + other)
    assert one.belief(FREE).probability == pytest.approx(expected)


def test_given_a_token_that_the_pin_never_felt_go_when_the_camera_names_another_then_it_is_no_claim() -> None:
    pin, blue, red = said("pin", "something"), said("camera", "blue", 0.99), said("camera", "red", 0.995)
    start = (said("pin", "empty"), said("camera", "empty"))
    stayed = watched(start, (pin, blue), (pin, red))
    lifted = watched(start, (pin, blue), (said("pin", "empty"), blue), (pin, blue), (pin, red))
    assert stayed.belief(FREE).best_seat_probability < COMMIT
    assert lifted.belief(FLAT).best_seat == "red"
    assert lifted.belief(FLAT).best_seat_probability >= COMMIT
    # By hand, nothing expected: two errors against one, and an exchange that nobody felt.
    red_stays = 0.01 / 3 * (1 - ERRS_AGAIN) * (1 - CHANGED)
    blue_stays = 0.99 * 0.005 / 3 * (1 - CHANGED)
    exchanged = CHANGED * 0.248 * 0.995 * UNNOTICED
    odds = (red_stays + exchanged) / blue_stays
    assert stayed.belief(FLAT).best_seat_probability == pytest.approx(odds / (1 + odds), abs=0.05)


def test_given_a_doubtful_picture_that_a_sure_one_takes_back_when_weighed_then_it_is_committed() -> None:
    pin = said("pin", "something")
    one = watched((said("pin", "empty"), said("camera", "empty")), (pin, said("camera", "red", 0.9)))
    assert ASK <= one.belief(FREE).best_seat_probability < COMMIT
    one.look(pin, said("camera", "blue", 0.998))
    assert one.belief(FREE).best_seat == "blue"
    assert one.belief(FREE).best_seat_probability >= COMMIT


def test_given_a_pin_that_closes_when_the_camera_is_late_then_its_old_word_counts_only_meanwhile() -> None:
    empty, late = (
        (said("pin", "empty"), said("camera", "empty")),
        (said("pin", "something"), said("camera", "empty")),
    )
    now = (said("pin", "something"), said("camera", "blue", 0.95))
    assert watched(empty, late).belief(FREE).best_seat_probability < COMMIT
    assert watched(empty, late, now).belief(FREE) == watched(empty, now).belief(FREE)
    assert watched(empty, late, now).belief(FREE).best_seat_probability >= COMMIT


def test_given_a_lost_camera_when_the_pin_bears_it_out_then_its_word_ages_and_is_dropped_at_a_change() -> (
    None
):
    pin, camera = said("pin", "something"), said("camera", "red", 0.998)
    sure: list[float] = []
    for seconds in (0.0, 5.0, 20.0, 60.0):
        one = watched((said("pin", "empty"), said("camera", "empty")), (pin, camera))
        one.look(pin, None, away={"camera": seconds})
        sure.append(one.belief(FREE).best_seat_probability if one.belief(FREE).best_seat == "red" else 0.0)
    assert sure == sorted(sure, reverse=True)
    assert sure[0] >= COMMIT > sure[2]
    for words in ([(said("pin", "empty"), None), (pin, None)], [(None, None), (pin, None)]):
        one = watched((said("pin", "empty"), said("camera", "empty")), (pin, camera))
        for word, _ in words:
            one.look(word, None, away={"camera": 1.0})
        assert one.belief(FREE) == watched(*words).belief(FREE)
    unborne = watched((said("pin", "empty"), camera))
    unborne.look(said("pin", "empty"), None, away={"camera": 1.0})
    assert unborne.belief(FREE) == weigh(FREE, said("pin", "empty"), None)


def test_given_a_lost_camera_when_it_is_back_with_the_same_word_then_what_was_known_is_known_again() -> None:
    pin, camera = said("pin", "something"), said("camera", "blue", 0.9)
    one = watched((said("pin", "empty"), said("camera", "empty")), (pin, camera))
    known = one.belief(FREE).best_seat_probability
    one.look(pin, None, away={"camera": 20.0})
    one.look(pin, camera)
    assert 0.95 * known < one.belief(FREE).best_seat_probability <= known


looks = st.tuples(
    st.sampled_from([None, *(said("pin", seen) for seen in WORDS)]),
    st.builds(lambda seen, sure: said("camera", seen, sure), st.sampled_from(WORDS), st.floats(0, 1))
    | st.none(),
)


@given(st.lists(looks, max_size=12), st.floats(0, 600))
def test_given_any_words_when_followed_then_probabilities_are_probabilities(
    words: list[tuple[Observation | None, Observation | None]], covered_s: float
) -> None:
    for expected in (FREE, prior(TWO, owner="red", mover="blue")):
        belief = watched(*words).belief(expected, {"camera": covered_s})
        assert 0 < belief.probability <= 1 + 1e-9
        assert -1e-9 <= belief.occupied <= 1 + 1e-9
        assert belief.best_seat_probability <= belief.occupied + 1e-9


@given(st.lists(looks, max_size=6), looks)
def test_given_two_words_of_one_moment_when_heard_one_after_the_other_then_it_is_the_same(
    words: list[tuple[Observation | None, Observation | None]],
    last: tuple[Observation | None, Observation | None],
) -> None:
    pin, camera = last
    together, apart = watched(*words, last), watched(*words, last, last)
    assert together.belief(FREE) == apart.belief(FREE)  # and a word that is only repeated adds nothing
    one, other = watched((pin, None), last), watched((None, camera), last)
    assert one.belief(FREE).probability == pytest.approx(other.belief(FREE).probability)


@given(st.lists(looks, max_size=6), st.floats(0.5, 1), st.lists(st.floats(0, 300), min_size=2, max_size=5))
def test_given_a_hand_over_the_site_when_it_stays_then_belief_ages_towards_what_the_pin_says(
    words: list[tuple[Observation | None, Observation | None]], sure: float, seconds: list[float]
) -> None:
    pin = said("pin", "something")
    one = watched(*words, (pin, said("camera", "blue", sure)))
    alone = weigh(FLAT, pin, None).best_seat_probability
    gaps = [abs(chance(one, "blue", covered) - alone) for covered in sorted(seconds)]
    assert all(later <= earlier + 1e-9 for earlier, later in itertools.pairwise(gaps))


@given(
    st.lists(
        st.builds(
            lambda seen, sure: (None, said("camera", seen, sure)), st.sampled_from(WORDS), st.floats(0, 1)
        )
    ),
    st.sampled_from(TWO),
)
def test_given_any_history_of_one_sense_when_it_names_a_seat_then_it_is_no_surer_than_its_errors_allow(
    words: list[tuple[Observation | None, Observation | None]], seat: Seat
) -> None:
    one = watched(*words, (None, said("camera", seat, 1.0)))
    emptied = CHANGED * 0.5 * CAMERA_ERROR / 3  # it was lifted, and the camera errs
    assert one.belief(FLAT).best_seat_probability <= 1 - emptied / (1 + emptied)
