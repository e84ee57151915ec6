"""A pin that does not show where all others do is under a token, in its print's very colour too."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from lab.camera.drawn_camera import SimulatedCamera
from tabletop import Observation, SiteId, board_layout
from vision import BoardReader, CameraSensor, StillReader
from vision.detect import Places, Verdicts
from vision.frame import Frame
from vision.learnt import LearntDetector
from vision.light import Light
from vision.patches import Cutter, Patches
from vision.pin_tops import black_by_pin, blackish, darker, empty_without_pin, off_colour, without_pin

USA = board_layout("usa")
BLACK_PRINT = SiteId("kansas-city-saint-louis:1")
BARE = np.arange(20) < 15


def _tones(doubted: float, pins: float = 0.6) -> NDArray[np.float32]:
    tones = np.full(20, pins, np.float32)
    tones[19] = doubted
    return tones


@pytest.mark.parametrize("seed", [1, 5, 7])
def test_given_a_black_token_on_black_print_when_read_once_then_it_is_told_and_so_is_the_bare_pin(
    seed: int,
) -> None:
    camera = SimulatedCamera(USA, size=(1280, 720), view="over", seed=seed)
    reader = StillReader(USA, camera.model)
    assert reader.read(camera.render({BLACK_PRINT: "black"}, at=0, number=1)).answers[BLACK_PRINT] == "black"
    assert reader.read(camera.render({}, at=0, number=1)).answers[BLACK_PRINT] == "empty"


def test_given_a_black_token_on_black_print_that_stands_from_the_first_frame_when_watched_then_told() -> None:
    camera = SimulatedCamera(USA, size=(1280, 720), view="over", seed=1)
    sensor = CameraSensor(USA, camera.model)
    told = [
        item.seen
        for number in range(4)
        for item in sensor.see(camera.render({BLACK_PRINT: "black"}, at=number * 0.4, number=number))
        if isinstance(item, Observation) and item.site == BLACK_PRINT
    ]
    assert told == ["black"]


@pytest.mark.parametrize(
    ("tones", "bare", "found"),
    [
        (_tones(0.35), BARE, True),
        (_tones(0.37), BARE, False),  # as dark as a pin in shadow
        (_tones(0.05, pins=0.2), BARE, False),  # this board's pins are black themselves
        (_tones(0.05), np.arange(20) < 9, False),  # too few pins show to know how light they are
    ],
)
def test_given_how_light_bare_pins_are_when_a_site_is_darker_then_only_much_darker_hides_a_pin(
    tones: NDArray[np.float32], bare: NDArray[np.bool_], found: bool
) -> None:
    assert (darker(tones, bare) > 1).tolist() == [False] * 19 + [found]


@pytest.mark.parametrize(
    ("chances", "settled"),
    [
        ((0.6, 0.01, 0.39, 0.0), True),
        ((0.9, 0.01, 0.09, 0.0), False),  # hardly a token: a shadow lies there
        ((0.5, 0.0, 0.3, 0.2), False),  # a hand may be over it
    ],
)
def test_given_a_pin_that_does_not_show_when_empty_and_black_are_in_doubt_then_it_is_the_black_token(
    chances: tuple[float, ...], settled: bool
) -> None:
    before = np.array([chances, chances], np.float32)
    found = black_by_pin(before, np.array([True, False]), 2)
    assert found.tolist() == [settled, False]
    assert not black_by_pin(before, np.array([True, True]), 1).any()  # it is no other colour's
    assert not black_by_pin(before, np.array([True, True]), None).any()
    after = without_pin(before, found)
    assert (int(after[0].argmax()) == 2) is settled
    assert np.allclose(after.sum(axis=1), 1)
    assert np.array_equal(after[1], before[1])  # to the last bit: nothing was said of it


def test_given_pins_as_dark_as_a_black_token_when_enough_of_them_show_then_they_tell_nothing_of_it() -> None:
    assert blackish(_tones(0.9, pins=0.2), BARE)
    assert not blackish(_tones(0.1, pins=0.5), BARE)
    assert not blackish(_tones(0.9, pins=0.2), np.arange(20) < 9)


class _Torn(LearntDetector):
    """Every pin plainly stands bare, but for the first: rather a black token, with a star's outline."""

    torn = True

    def judge(
        self, patches: Patches, cutter: Cutter, light: Light, places: Places, *more: Any, **how: Any
    ) -> Verdicts:
        chances = np.tile(np.array([0.995, 0, 0, 0, 0, 0.005, 0], np.float32), (len(places), 1))
        chances[places == 0] = (0.21, 0, 0, 0, 0, 0.79, 0)
        return Verdicts(chances, cutter.inside[places], torn=(places == 0) & self.torn)


def _painted(frame: Frame, reader: BoardReader, bgr: tuple[int, int, int] = (12, 12, 12)) -> Frame:
    """The frame with the first site's pin in another colour, or something over it."""
    _, plan = reader.locate(frame)
    assert plan is not None
    site, high = USA.sites[reader.sites[0]], USA.collar_height_mm + USA.pin_height_mm
    ((x, y),) = plan.pose.project(np.array([(site.x, site.y, high)]))
    cv2.circle(frame.image, (round(x), round(y)), 6, bgr, -1)
    return frame


def test_given_a_dark_thing_over_a_pin_when_its_outline_is_another_seats_then_it_is_not_said_to_be_black(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    camera = SimulatedCamera(USA, size=(1280, 720), view="over", seed=1)
    detector = _Torn(USA)
    reader = BoardReader(USA, camera.model, detector=detector)
    frames = [_painted(camera.render({}, at=n * 0.4, number=n), reader) for n in range(4)]
    first = reader.sites[0]
    monkeypatch.setattr("vision.frame_reading.detector_for", lambda *_: detector)
    for torn, still, surest in ((True, "unknown", 0.8), (False, "black", 1.0)):
        detector.torn = torn
        assert reader.read(frames[0]).sightings[first].seen == still
        sensor = CameraSensor(USA, camera.model)
        told = [item for frame in frames for item in sensor.see(frame) if isinstance(item, Observation)]
        black = [item.confidence for item in told if item.site == first and item.seen == "black"]
        assert black
        assert (max(black) < 0.98) is torn, surest


class _Hung(LearntDetector):
    """Every pin plainly stands bare; at the first one as much is not sure, or the other networks see none."""

    empty, pinless, disturbed = 0.94, False, False

    def judge(
        self, patches: Patches, cutter: Cutter, light: Light, places: Places, *more: Any, **how: Any
    ) -> Verdicts:
        chances = np.tile(np.array([0.995, 0, 0, 0, 0.005, 0, 0], np.float32), (len(places), 1))
        chances[places == 0] = (self.empty, 0, 0, 0, 1 - self.empty, 0, 0)
        first = places == 0
        return Verdicts(
            chances, cutter.inside[places], pinless=first & self.pinless, disturbed=first & self.disturbed
        )


@pytest.mark.parametrize(
    ("dark", "empty", "pinless", "disturbed", "told"),
    [
        (True, 0.94, False, False, "unknown"),  # a token hangs beside it
        (False, 0.94, False, False, "empty"),
        (True, 0.985, False, False, "empty"),  # it lies in deep shadow
        (False, 0.998, True, False, "unknown"),  # a window's image on a token's top
        (False, 0.998, False, True, "unknown"),  # a token slid off it
    ],
)
def test_given_a_place_whose_pin_does_not_show_when_watched_then_it_is_not_told_to_be_empty(
    monkeypatch: pytest.MonkeyPatch, dark: bool, empty: float, pinless: bool, disturbed: bool, told: str
) -> None:
    camera = SimulatedCamera(USA, size=(1280, 720), view="over", seed=1)
    detector = _Hung(USA)
    detector.empty, detector.pinless, detector.disturbed = empty, pinless, disturbed
    monkeypatch.setattr("vision.frame_reading.detector_for", lambda *_: detector)
    sensor, reader = CameraSensor(USA, camera.model), BoardReader(USA, camera.model)
    for number in range(6):
        frame = camera.render({}, at=number * 0.4, number=number)
        sensor.see(_painted(frame, reader) if dark else frame)
    assert sensor.believes(reader.sites[0]) == told


def test_given_one_pin_of_another_colour_than_the_others_when_it_stands_bare_then_it_is_told_to_be_empty(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    camera = SimulatedCamera(USA, size=(1280, 720), view="over", seed=1)
    detector = _Hung(USA)
    detector.empty = 0.995
    monkeypatch.setattr("vision.frame_reading.detector_for", lambda *_: detector)
    sensor, reader = CameraSensor(USA, camera.model), BoardReader(USA, camera.model)
    for number in range(6):
        sensor.see(_painted(camera.render({}, at=number * 0.4, number=number), reader, (30, 30, 230)))
    assert sensor.believes(reader.sites[0]) == "empty"


class _RatherBlack(LearntDetector):
    """Every pin plainly stands bare; the first is rather a black token, or something may lie there."""

    black, doubted = 0.85, False

    def judge(
        self, patches: Patches, cutter: Cutter, light: Light, places: Places, *more: Any, **how: Any
    ) -> Verdicts:
        chances = np.tile(np.array([0.995, 0, 0, 0, 0, 0.005, 0], np.float32), (len(places), 1))
        first = places == 0
        chances[first] = (1 - self.black, 0, 0, 0, 0, self.black, 0)
        doubted = first & self.doubted
        return Verdicts(chances, cutter.inside[places], weak=doubted, disturbed=doubted, pinless=doubted)


def test_given_black_pins_when_a_site_is_rather_a_black_token_then_a_single_picture_leaves_it_unknown() -> (
    None
):
    camera = SimulatedCamera(USA, size=(1280, 720), view="over", seed=1)
    detector = _RatherBlack(USA)
    reader = BoardReader(USA, camera.model, detector=detector)
    frame = camera.render({}, at=0, number=1)
    first = reader.sites[0]
    assert reader.read(frame).sightings[first].seen == "black"
    _, plan = reader.locate(frame)
    assert plan is not None
    high = USA.collar_height_mm + USA.pin_height_mm
    for x, y in plan.pose.project(np.array([(site.x, site.y, high) for site in USA.pins()])):
        cv2.circle(frame.image, (round(x), round(y)), 6, (12, 12, 12), -1)
    assert reader.read(frame).sightings[first].seen == "unknown"
    detector.black = 0.93
    assert reader.read(frame).sightings[first].seen == "black"


@pytest.mark.parametrize(("hidden", "told"), [(True, "black"), (False, "unknown")])
def test_given_a_place_where_something_may_lie_when_its_pin_is_hidden_then_it_is_the_black_token(
    monkeypatch: pytest.MonkeyPatch, hidden: bool, told: str
) -> None:
    camera = SimulatedCamera(USA, size=(1280, 720), view="over", seed=1)
    detector = _RatherBlack(USA)
    detector.doubted = True
    monkeypatch.setattr("vision.frame_reading.detector_for", lambda *_: detector)
    sensor, reader = CameraSensor(USA, camera.model), BoardReader(USA, camera.model)
    for number in range(6):
        frame = camera.render({}, at=number * 0.4, number=number)
        sensor.see(_painted(frame, reader) if hidden else frame)
    assert reader.read(frame).sightings[reader.sites[0]].seen == told
    assert sensor.believes(reader.sites[0]) == told


@pytest.mark.parametrize(
    ("chances", "doubted"),
    [
        ((0.96, 0.01, 0.02, 0.01), True),
        ((0.98, 0.0, 0.01, 0.01), False),  # plainly empty: it lies in deep shadow
        ((0.3, 0.6, 0.05, 0.05), False),  # a token hides its pin
    ],
)
def test_given_a_pin_that_does_not_show_when_its_place_seems_empty_then_only_plainly_so_is_it_said(
    chances: tuple[float, ...], doubted: bool
) -> None:
    every = np.array([chances, chances], np.float32)
    hidden_one, own = np.array([1.1, 0.6], np.float32), np.zeros(2, np.float32)
    assert empty_without_pin(every, hidden_one, own).tolist() == [doubted, False]


@pytest.mark.parametrize(
    ("darker_by", "off", "doubted"),
    [
        (0.5, 1.4, True),
        (0.5, 0.5, False),
        (0.2, 1.4, False),
        (0.0, 1.7, False),
        (0.7, 0.0, True),
        (0.0, 1.9, True),
    ],
)
def test_given_a_pin_nearly_too_dark_and_nearly_of_another_colour_then_the_two_together_doubt_it(
    darker_by: float, off: float, doubted: bool
) -> None:
    place = np.array([[0.94, 0.06, 0.0]], np.float32)  # a yellow star beside its pin, in its own shade
    by, far = np.array([darker_by], np.float32), np.array([off], np.float32)
    assert empty_without_pin(place, by, far).tolist() == [doubted]


@pytest.mark.parametrize(
    ("dark", "off", "bare", "doubted"),
    [
        (1.1, 0.0, 0.94, True),  # a black token that lies beside its pin, and over its top
        (1.1, 0.0, 0.96, False),  # a pin in a hand's shadow
        (0.9, 0.0, 0.94, False),
        (0.8, 0.8, 0.69, True),  # an upside-down token on its tip, whose bore is dark
        (0.8, 0.8, 0.71, False),
        (0.5, 0.8, 0.69, False),
    ],
)
def test_given_a_pin_too_dark_or_off_colour_when_it_hardly_stands_bare_then_it_is_not_empty_however_it_seems(
    dark: float, off: float, bare: float, doubted: bool
) -> None:
    every = np.array([(0.999, 0.0, 0.0, 0.001)], np.float32)
    said = [np.array([one], np.float32) for one in (dark, off, bare)]
    assert empty_without_pin(every, *said).tolist() == [doubted]
    assert not empty_without_pin(every, *said[:2]).any(), "the network for bare pins has its word in it"


def test_given_bare_pins_when_places_are_darker_then_it_counts_from_the_darkest_of_them() -> None:
    tones = np.full(20, 0.6, np.float32)
    tones[15:] = (0.7, 0.6, 0.48, 0.36, 0.0)
    assert darker(tones, BARE)[14:] == pytest.approx([0, 0, 0, 0.5, 1, 2.5], abs=1e-5)
    assert not darker(_tones(0.05, pins=0.2), BARE).any()  # black themselves


@pytest.mark.parametrize(
    ("chances", "off", "doubted"),
    [
        ((0.96, 0.01, 0.02, 0.01), 1.9, True),
        ((0.98, 0.0, 0.01, 0.01), 1.9, False),  # the shade of the print beside it
        ((0.995, 0.0, 0.0, 0.005), 2.5, True),
        ((0.998, 0.0, 0.0, 0.002), 2.5, False),  # plainly empty: a speck of the print shows there
        ((0.3, 0.6, 0.05, 0.05), 2.5, False),  # a token hides its pin
        ((0.98, 0.0, 0.01, 0.01), 1.5, False),  # its own colour, in a picture with noise
        ((0.999, 0.0, 0.0, 0.001), 4.5, True),  # whatever it seems, no lamp makes a pin so
    ],
)
def test_given_a_pin_of_another_colour_when_its_place_seems_empty_then_it_takes_more_to_say_so(
    chances: tuple[float, ...], off: float, doubted: bool
) -> None:
    every = np.array([chances, chances], np.float32)
    none, one = np.zeros(2, np.float32), np.array([off, 0.0], np.float32)
    assert empty_without_pin(every, none, one).tolist() == [doubted, False]


@pytest.mark.parametrize(
    ("colour", "bare", "found"),
    [
        ((0.1, 0.6, 0.7), BARE, True),  # a yellow token
        ((0.35, 0.35, 0.35), BARE, False),  # a grey pin in shadow
        ((0.8, 0.8, 0.8), BARE, False),  # in a lamp's mirror image
        ((0.5, 0.6, 0.7), BARE, False),  # in warmer light
        ((0.05, 0.05, 0.05), BARE, True),  # darker than any shadow: a black token's
        ((1.0, 1.0, 1.0), BARE, True),  # lighter than a lamp makes a grey pin: paper
        ((0.1, 0.6, 0.7), np.arange(20) < 9, False),  # too few pins show to know their colour
    ],
)
def test_given_the_colour_of_bare_pins_when_another_shows_then_only_that_is_no_pin(
    colour: tuple[float, float, float], bare: NDArray[np.bool_], found: bool
) -> None:
    colours = np.full((20, 3), 0.6, np.float32)
    colours[19] = colour
    assert (off_colour(colours, bare) > 2.0).tolist() == [False] * 19 + [found]


Judge = Callable[..., Verdicts]


def _doubting(place: int, judged: Judge) -> Judge:
    """A detector to which one place seems empty, not plainly."""

    def judge(self: LearntDetector, *given: Any, **how: Any) -> Verdicts:
        verdicts = judged(self, *given, **how)
        verdicts.chances[place] = [0.95, 0.02, 0.0, 0.02, 0.0, 0.0, 0.01]
        verdicts.seen[place] = True
        return replace(verdicts, weak=None)

    return judge


def test_given_a_place_that_seems_empty_when_its_pin_does_not_show_then_a_single_picture_leaves_it_unknown(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    camera = SimulatedCamera(USA, size=(1280, 720), view="over", seed=1)
    place = USA.pins().index(USA.sites[BLACK_PRINT])
    monkeypatch.setattr(LearntDetector, "judge", _doubting(place, LearntDetector.judge))
    reader = StillReader(USA, camera.model)
    assert reader.read(camera.render({}, at=0, number=1)).answers[BLACK_PRINT] == "empty"
    hidden_pin = camera.render({BLACK_PRINT: "black"}, at=0, number=1)
    assert reader.read(hidden_pin).answers[BLACK_PRINT] == "unknown"


def test_given_a_place_that_seems_empty_when_a_token_s_colour_is_on_its_pin_then_it_is_left_unknown(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    camera = SimulatedCamera(USA, size=(1280, 720), view="over", seed=1)
    place = USA.pins().index(USA.sites[BLACK_PRINT])
    monkeypatch.setattr(LearntDetector, "judge", _doubting(place, LearntDetector.judge))
    frame = camera.render({}, at=0, number=1)
    assert StillReader(USA, camera.model).read(frame).answers[BLACK_PRINT] == "empty"
    _, plan = BoardReader(USA, camera.model).locate(frame)
    assert plan is not None
    site, high = USA.sites[BLACK_PRINT], USA.collar_height_mm + USA.pin_height_mm
    ((x, y),) = plan.pose.project(np.array([(site.x, site.y, high)]))
    cv2.circle(frame.image, (round(x), round(y)), 6, (20, 170, 220), -1)  # as light as the pin was
    assert StillReader(USA, camera.model).read(frame).answers[BLACK_PRINT] == "unknown"
