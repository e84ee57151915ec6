"""Colour and outline must agree on a token; where colours as a whole lie, outlines alone are believed."""

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tabletop import TokenColour, board_layout
from tests.vision.test_kinds_of_picture import CAMERA, STANDS
from vision.agreement import Agreed, agreed, colours_off, emptiness, one_plastic
from vision.frame import Frame, Image
from vision.frame_reading import BoardReader
from vision.learnt import LearntDetector
from vision.model import Looks, SiteModel
from vision.plastic import Surfaces, from_plain, surfaces
from vision.still import StillReader

USA = board_layout("usa")
_BLUE, _RED, _BLACK = 1, 2, 5


def row(*, empty: float = 0.0, other: float = 0.0, **seats: float) -> NDArray[np.float32]:
    """Chances of one site: empty, blue, red, green, yellow, black, something else."""
    told = [seats.get(seat, 0.0) for seat in ("blue", "red", "green", "yellow", "black")]
    return np.array([[empty, *told, other]], np.float32)


@pytest.mark.parametrize(
    ("colours", "outline", "left", "disputed"),
    [
        (row(blue=0.999, empty=0.001), row(blue=0.95, empty=0.05), 0.999, False),
        (row(blue=0.999, empty=0.001), row(blue=0.4, red=0.6), 0.9, False),  # asked: it is not sure of his
        (
            row(yellow=0.998, other=0.002),
            row(yellow=0.88, red=0.12),
            0.9,
            False,
        ),  # nor here: hues were turned
        (row(blue=0.999, empty=0.001), row(empty=0.9, blue=0.1), 0.9, False),  # asked: the outline is not his
        (row(yellow=0.998, other=0.002), row(black=0.97, yellow=0.03), 0.79, True),  # a lamp on a black cross
    ],
)
def test_given_a_claim_when_its_outline_says_otherwise_then_it_is_asked_or_not_said(
    colours: NDArray[np.float32], outline: NDArray[np.float32], left: float, disputed: bool
) -> None:
    found = agreed(colours, outline)
    assert found.chances[0, colours.argmax()] == pytest.approx(left, abs=1e-4)
    assert found.chances.sum() == pytest.approx(1.0)
    assert bool(found.disputed[0]) == disputed


def test_given_a_counter_of_which_neither_colours_nor_outline_are_plain_then_a_still_does_not_say_it() -> (
    None
):
    counter = agreed(row(red=0.94, other=0.06), row(red=0.6, blue=0.4))
    assert counter.weak.tolist() == [True]
    assert counter.chances[0, _RED] == pytest.approx(0.9)  # at a table it is asked about
    assert not agreed(row(red=0.97, other=0.03), row(red=0.6, blue=0.4)).weak.any()
    assert not agreed(row(red=0.94, other=0.06), row(red=0.95, blue=0.05)).weak.any()


_REDS = [[0.1, 0.1, 0.70], [0.1, 0.1, 0.72]]


def alike(tones: list[list[float]], ground: float = 1.0, *, aside: list[float] | None = None) -> Surfaces:
    """Places of one tone each; the last lies on print of `ground`, and shows `aside` beside its middle."""
    shown = np.ones((len(tones), 3, 40, 40), np.float32)
    shown[-1] *= ground
    shown[:, :, 11:29, 11:29] = np.array(tones, np.float32)[:, :, None, None]
    if aside is not None:
        shown[-1, :, 11:29, 22:29] = np.array(aside, np.float32)[:, None, None]
    return surfaces(shown)


def beside_reds(
    colours: NDArray[np.float32],
    outline: NDArray[np.float32],
    tone: list[float],
    *,
    reds: int = 2,
    ground: float = 1.0,
    aside: list[float] | None = None,
) -> tuple[bool, float]:
    """Whether a still says nothing of a red claim, and what is left of it, beside plain red squares."""
    plain = row(red=0.999, empty=0.001), row(red=0.95, empty=0.05)
    chances, outlines = (
        np.concatenate([*[one] * reds, other]) for one, other in zip(plain, (colours, outline), strict=True)
    )
    found = one_plastic(
        agreed(chances, outlines),
        chances,
        outlines,
        alike([*_REDS[:reds], tone], ground, aside=aside),
    )
    assert not found.weak[:reds].any()
    assert found.chances.sum(axis=1) == pytest.approx(1.0)
    return bool(found.weak[-1]), float(found.chances[-1, _RED])


def test_given_a_ring_in_the_dusk_of_another_red_than_the_tokens_then_a_still_does_not_say_it() -> None:
    sure, half = row(red=0.99, empty=0.01), row(red=0.85, blue=0.15)
    assert beside_reds(sure, half, [0.1, 0.1, 0.55])[0]
    assert not beside_reds(sure, half, [0.1, 0.1, 0.65])[0], "nearly the same"
    assert not beside_reds(sure, half, [0.07, 0.07, 0.5], ground=0.7)[0], (
        "in shadow, as the print round it is"
    )
    assert beside_reds(sure, half, [0.07, 0.07, 0.3], ground=0.7)[0], "darker than that shadow makes it"
    assert not beside_reds(sure, half, [0.1, 0.1, 0.55], reds=1)[0], "one is not enough to know"
    assert not beside_reds(sure, row(red=0.95, blue=0.05), [0.1, 0.1, 0.3])[0], "its outline is plain"


def test_given_a_token_in_a_lamp_s_image_when_its_colours_are_quite_sure_then_half_an_outline_is_enough() -> (
    None
):
    pale, half = [0.4, 0.4, 0.9], row(red=0.4, yellow=0.3, black=0.3)
    assert not beside_reds(row(red=0.998, empty=0.002), half, pale)[0]
    assert beside_reds(row(red=0.994, empty=0.006), half, pale)[0], "a coin can be as sure"
    assert beside_reds(row(red=0.998, empty=0.002), row(red=0.2, yellow=0.8), pale)[0], "another's outline"


def test_given_a_token_whose_ring_hides_its_outline_when_it_is_of_the_others_plastic_then_it_is_said() -> (
    None
):
    fair, hidden = row(red=0.93, empty=0.07), row(red=0.4, blue=0.6)
    assert agreed(fair, hidden).weak.all()
    assert not beside_reds(fair, hidden, [0.1, 0.1, 0.73])[0]
    assert beside_reds(fair, hidden, [0.1, 0.1, 0.76])[0], "of another red"
    assert not beside_reds(row(red=0.87, empty=0.13), hidden, [0.1, 0.1, 0.71], reds=1)[0], "the very same"
    assert beside_reds(fair, row(red=0.1, blue=0.9), [0.1, 0.1, 0.71])[0], "its outline hardly owns to it"


def test_given_a_square_on_a_plain_round_ring_when_it_is_of_the_others_plastic_then_it_is_asked() -> None:
    sure, round_ = row(red=0.99, empty=0.01), row(blue=0.95, red=0.05)
    assert agreed(sure, round_).chances[0, _RED] == pytest.approx(0.79)
    weak, left = beside_reds(sure, round_, [0.1, 0.1, 0.71])
    assert (weak, round(left, 2)) == (False, 0.89)
    assert beside_reds(sure, round_, [0.1, 0.1, 0.60])[1] == pytest.approx(0.79)


def test_given_a_token_that_hangs_askew_when_its_plastic_shows_beside_the_pin_then_it_is_said() -> None:
    sure, torn = row(red=0.98, empty=0.02), row(red=0.1, empty=0.9)
    assert agreed(sure, torn).weak.all()
    pin = [0.6, 0.6, 0.6]
    assert beside_reds(sure, torn, pin)[0]
    assert not beside_reds(sure, torn, pin, aside=[0.1, 0.1, 0.71])[0]
    assert beside_reds(sure, torn, pin, aside=[0.1, 0.1, 0.4])[0], "of another plastic"
    assert beside_reds(row(red=0.94, empty=0.06), torn, pin, aside=[0.1, 0.1, 0.71])[0], "fallen over it"


def test_given_patches_when_looked_at_then_a_token_aside_in_shade_is_of_the_plastic_of_the_other() -> None:
    tones = np.full((2, 3, 40, 40), 0.9, np.float32)
    tones[0, :, 12:28, 12:28] = np.array([0.1, 0.2, 0.7])[:, None, None]
    tones[1, :, 12:28, 18:34] = np.array([0.1, 0.2, 0.7])[:, None, None]
    tones[1] *= 0.5
    seen = surfaces(tones)
    assert seen.ground(np.arange(2)) == pytest.approx([0.9, 0.45])
    assert seen.middle[0] == pytest.approx([0.1, 0.2, 0.7])
    found = from_plain(np.array([2, 2]), np.array([True, False]), seen)
    assert found.anchors.tolist() == [0, 1]
    assert found.anywhere[1] == pytest.approx(0.0, abs=1e-5)
    assert found.middle[1] > 0.3
    assert np.isinf(from_plain(np.array([2, 3]), np.array([True, False]), seen).anywhere[1])


@pytest.mark.parametrize(
    ("outline", "glance", "borne_out", "denied"),
    [
        (row(empty=0.95, other=0.05), row(empty=0.8, other=0.2), True, False),
        (row(empty=0.95, other=0.05), row(empty=0.4, other=0.6), False, False),
        (row(empty=0.85, red=0.15), row(empty=0.95, red=0.05), False, False),  # perhaps one askew
        (row(empty=0.55, other=0.45), row(empty=0.95, other=0.05), False, True),  # the edge of a sleeve
        (row(empty=0.2, black=0.6, other=0.2), row(empty=0.9, black=0.1), False, True),
    ],
)
def test_given_a_place_that_seems_empty_when_the_others_look_then_all_three_say_it_or_none_does(
    outline: NDArray[np.float32], glance: NDArray[np.float32], borne_out: bool, denied: bool
) -> None:
    found = emptiness(row(empty=0.7, other=0.3), glance, outline)
    assert (found.borne_out.tolist(), found.denied.tolist()) == ([borne_out], [denied])
    assert not emptiness(row(empty=0.96, other=0.04), glance, outline).denied.any(), "colours are sure"


@pytest.mark.parametrize(
    ("outline", "glance", "denied"),
    [
        (
            row(empty=0.15, red=0.55, other=0.3),
            row(empty=0.7, other=0.3),
            True,
        ),  # a red top, white in the window
        (row(empty=0.15, red=0.55, other=0.3), row(empty=0.9, other=0.1), False),
        (row(empty=0.4, red=0.4, other=0.2), row(empty=0.7, other=0.3), False),
    ],
)
def test_given_colours_that_are_quite_sure_of_empty_when_both_others_doubt_it_then_no_single_picture_says_it(
    outline: NDArray[np.float32], glance: NDArray[np.float32], denied: bool
) -> None:
    assert emptiness(row(empty=0.998, other=0.002), glance, outline).denied.tolist() == [denied]


def test_given_a_place_surely_empty_by_colours_when_the_glance_doubts_it_then_outlines_are_asked() -> None:
    networks = _Networks()
    detector = LearntDetector(USA)
    detector._model = networks
    reader = BoardReader(USA, CAMERA.model, detector=detector)
    frame, first = CAMERA.render({}, at=0, number=1), reader.sites[0]
    assert reader.read(frame).sightings[first].seen == "unknown"
    networks.glanced = row(empty=0.95, other=0.05)
    assert reader.read(frame).sightings[first].seen == "empty"


class _Networks(SiteModel):
    """Colours are quite sure that every place is empty; the outline hardly sees a pin at the first."""

    def __init__(self) -> None:
        self.glanced = row(empty=0.7, other=0.3)

    def looks(self, shown: NDArray[np.float32]) -> Looks:
        chances = np.tile(row(empty=0.998, other=0.002), (len(shown), 1))
        glanced, _ = self.glance(shown)
        glanced[0] = self.glanced
        bare = np.full(len(shown), 0.99, np.float32)
        return Looks(chances, glanced, np.full(chances.shape, np.nan, np.float32), bare)

    def glance(self, shown: NDArray[np.float32]) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
        return np.tile(row(empty=1.0), (len(shown), 1)), np.ones(len(shown), dtype=bool)

    def outlines(
        self,
        shown: NDArray[np.float32],
        claimed: NDArray[np.intp] | None = None,
        straight: NDArray[np.float32] | None = None,
    ) -> NDArray[np.float32]:
        return np.tile(row(empty=0.15, red=0.55, other=0.3), (len(shown), 1))

    def bare_pins(self, shown: NDArray[np.float32]) -> NDArray[np.float32]:
        return np.tile(row(empty=0.99, other=0.01), (len(shown), 1))


def test_given_black_as_dark_as_print_when_others_are_as_dark_then_that_says_nothing() -> None:
    plain = row(black=0.999, empty=0.001), row(black=0.95, empty=0.05)
    chances = np.concatenate([plain[0], plain[0], row(black=0.93, empty=0.07)])
    outlines = np.concatenate([plain[1], plain[1], row(black=0.4, blue=0.6)])
    for dark, weak in ((0.03, True), (0.19, False)):
        seen = alike([[dark] * 3] * 3)
        assert one_plastic(agreed(chances, outlines), chances, outlines, seen).weak[-1] == weak


def many(count: int, *, disputed: int = 0, rather: int = 0) -> Agreed:
    """So many claims, some of whose outlines say or tend to another seat; plain but for the latter."""
    ways = np.arange(count)
    return Agreed(
        np.zeros((count, 7), np.float32),
        ways >= rather,
        ways < disputed,
        ways < max(rather, disputed),
        ways < 0,
    )


def test_given_one_dispute_among_many_then_it_is_that_tokens_matter_alone() -> None:
    for count, off in ((1, False), (2, False), (3, False), (4, True)):
        assert colours_off(many(30, disputed=count)) is off
    assert colours_off(many(3, disputed=3))


def test_given_small_tokens_whose_outlines_tend_elsewhere_then_only_many_of_them_tell_of_the_colours() -> (
    None
):
    assert not colours_off(many(26, rather=4))  # small squares pass for discs
    assert not colours_off(many(4, rather=2))
    assert colours_off(many(12, rather=3))


def exchanged(image: Image) -> Image:
    """Red for blue, as a wrong driver has it."""
    return np.ascontiguousarray(image[:, :, ::-1])


def turned(image: Image) -> Image:
    """All hues a third round."""
    hues = cv2.cvtColor(image, cv2.COLOR_BGR2HSV)
    hues[..., 0] = (hues[..., 0].astype(int) + 60) % 180
    return np.asarray(cv2.cvtColor(hues, cv2.COLOR_HSV2BGR), np.uint8)


@pytest.mark.parametrize("lie", [exchanged, turned])
def test_given_colours_that_lie_when_a_picture_is_read_then_shapes_alone_are_believed_and_it_says_so(
    lie: object,
) -> None:
    assert callable(lie)
    image = CAMERA.render(STANDS, at=0, number=0).image
    honest = StillReader(USA, CAMERA.model).read(Frame(image, 0.0, 0))
    assert not honest.reading.colours_off
    still = StillReader(USA, CAMERA.model).read(Frame(lie(image), 0.0, 0))
    assert still.reading.colours_off
    assert "only shapes are believed" in still.note
    false: dict[str, tuple[TokenColour | None, str]] = {}
    kept = 0
    for site, seen in still.answers.items():
        stands = STANDS.get(site)
        if seen not in ("unknown", stands or "empty"):
            false[site] = (stands, seen)
        kept += seen == stands
        assert seen in ("unknown", "empty") or still.reading.sightings[site].confidence < 0.98
    assert false == {}
    assert kept >= len(STANDS) * 0.6
