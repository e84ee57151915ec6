"""The reader on drawn frames: markers, heights, shapes and light all the way."""

from dataclasses import replace
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from lab.camera.drawn_camera import SimulatedCamera
from lab.camera.hands import Hand
from tabletop import TOKEN_COLOURS, Seen, SiteId, TokenColour, board_layout
from vision import BoardReader, CameraModel, Frame, FrameReading, StillReader, UnreadableBoardError
from vision.colour import HueTable
from vision.detect import Places, Verdicts
from vision.frame_reading import Sighting
from vision.learnt import LearntDetector, washed_out
from vision.light import Light, light_probe
from vision.markers import marker_points
from vision.patches import MM_PER_PX, PATCH_PX, Cutter, Patches, cutter
from vision.pose import Pose
from vision.views import OTHER, changed_share, thumbs

LAYOUT = board_layout("usa")
IDS = [site.id for site in LAYOUT.pins()]


@pytest.fixture(scope="module")
def over() -> SimulatedCamera:
    return SimulatedCamera(LAYOUT, view="over", seed=1)


@pytest.fixture(scope="module")
def oblique() -> SimulatedCamera:
    return SimulatedCamera(LAYOUT, view="oblique", seed=2)


def _tokens(seed: int, share: float = 0.5) -> dict[SiteId, TokenColour]:
    rng = np.random.default_rng(seed)
    return {site: TOKEN_COLOURS[int(rng.integers(5))] for site in IDS if rng.random() < share}


def _mistakes(reading: FrameReading, tokens: dict[SiteId, TokenColour]) -> tuple[int, int]:
    """How many sites are wrong, and how many unknown."""
    seen = {site: sighting.seen for site, sighting in reading.sightings.items()}
    wrong = sum(seen[site] not in (tokens.get(site, "empty"), "unknown") for site in IDS)
    return wrong, sum(seen[site] == "unknown" for site in IDS)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_given_all_five_shapes_when_read_from_above_then_none_is_wrong(
    over: SimulatedCamera, seed: int
) -> None:
    tokens = _tokens(seed)
    reading = BoardReader(LAYOUT, over.model).read(over.render(tokens, at=0, number=seed))
    wrong, unknown = _mistakes(reading, tokens)
    assert (reading.board, wrong) == ("found", 0)
    assert unknown <= 1


@pytest.mark.parametrize("seed", [4, 5])
def test_given_all_five_shapes_when_read_aslant_then_none_is_wrong(
    oblique: SimulatedCamera, seed: int
) -> None:
    tokens = _tokens(seed)
    reading = BoardReader(LAYOUT, oblique.model).read(oblique.render(tokens, at=0, number=seed))
    wrong, unknown = _mistakes(reading, tokens)
    assert (reading.board, wrong) == ("found", 0)
    assert unknown <= 2


def test_given_an_aslant_view_when_cut_at_the_tops_height_then_a_disc_lies_in_the_middle_of_its_patch(
    oblique: SimulatedCamera,
) -> None:
    site = LAYOUT.sites[SiteId("calgary-winnipeg")]
    frame = oblique.render({site.id: "blue"}, at=0, number=1)
    view = oblique.view()
    pose = Pose(oblique.model, view.rvec, view.tvec, 0.0, frozenset())
    assert LAYOUT.markers is not None
    light = light_probe(LAYOUT.markers, [0, 1], pose, np.array([[site.x, site.y]])).measure(frame.image)
    off_mm = []
    for z_mm in (LAYOUT.tokens.top_mm, 0.0):
        patch = cutter(LAYOUT, (site,), pose, z_mm=z_mm).cut(frame.image)
        blue = HueTable(LAYOUT.tokens.rgb).look(patch, light.tones(np.array([0])))["blue"][0] > 0.5
        channel = patch[0, :, :, 0]
        top = blue & (channel > 0.9 * np.percentile(channel[blue], 90))  # the wall is darker
        rows, columns = np.nonzero(top)
        middle = (PATCH_PX - 1) / 2
        off_mm.append(float(np.hypot(rows.mean() - middle, columns.mean() - middle)) * MM_PER_PX)
    assert off_mm[0] < 1.2
    assert off_mm[1] > 3.0


def test_given_no_camera_file_when_read_then_nearly_all_are_right(oblique: SimulatedCamera) -> None:
    tokens = _tokens(7)
    reading = BoardReader(LAYOUT, None).read(oblique.render(tokens, at=0, number=2))
    wrong, unknown = _mistakes(reading, tokens)
    assert wrong <= 1
    assert unknown <= 12


def test_given_a_dimmer_and_warmer_lamp_when_read_then_still_right(over: SimulatedCamera) -> None:
    tokens = _tokens(8)
    frame = over.render(tokens, at=0, number=3, light=0.45)
    warm = np.clip(frame.image * np.array([0.75, 0.95, 1.1]), 0, 255).astype(np.uint8)
    wrong, unknown = _mistakes(BoardReader(LAYOUT, over.model).read(Frame(warm, 0, 0)), tokens)
    assert wrong == 0
    assert unknown <= 4


def test_given_a_picture_at_half_size_when_read_then_the_lens_is_scaled_and_the_board_found(
    over: SimulatedCamera,
) -> None:
    frame = over.render({}, at=0, number=4)
    small = cv2.resize(frame.image, (960, 540), interpolation=cv2.INTER_AREA).astype(np.uint8)
    assert BoardReader(LAYOUT, over.model).read(Frame(small, 0, 0)).board == "found"


def test_given_no_board_when_read_then_lost_and_every_site_unknown() -> None:
    blank = Frame(np.full((480, 640, 3), 128, np.uint8), 0, 0)
    assert BoardReader(LAYOUT, None).read(blank).board == "lost"
    assert set(StillReader(LAYOUT).read(blank).answers.values()) == {"unknown"}


def test_given_darkness_when_read_then_every_site_unknown(over: SimulatedCamera) -> None:
    frame = over.render(_tokens(9), at=0, number=5)
    dark = Frame((frame.image * 0.1).astype(np.uint8), 0, 0)
    reading = BoardReader(LAYOUT, over.model).read(dark)
    assert all(sighting.seen == "unknown" for sighting in reading.sightings.values())


def test_given_noise_of_any_kind_when_read_then_no_token_is_claimed() -> None:
    for seed in range(3):
        noise = np.random.default_rng(seed).integers(0, 255, (480, 640, 3)).astype(np.uint8)
        assert BoardReader(LAYOUT, None).read(Frame(noise, 0, 0)).sightings == {}


@pytest.mark.parametrize("shown", [False, True])
def test_given_two_markers_of_one_side_when_read_then_only_a_pin_that_shows_is_empty_where_they_leave_doubt(
    over: SimulatedCamera, shown: bool
) -> None:
    markers = LAYOUT.markers
    assert markers is not None
    frame = over.render(_tokens(4), at=0, number=4)
    image = frame.image.copy()
    _, whole = BoardReader(LAYOUT, over.model).locate(frame)
    assert whole is not None
    left = sorted(markers.ids, key=lambda number: markers.ids[number][0])[:2]
    for number in set(markers.ids) - set(left):
        corners = marker_points(markers, number)
        pixels = whole.pose.project(np.column_stack([corners, np.zeros(4)]))
        cv2.fillPoly(image, [pixels.astype(np.int32)], (120, 120, 120))
    reader = BoardReader(LAYOUT, over.model, detector=LearntDetector(LAYOUT) if shown else _Pinless(LAYOUT))
    reading = reader.read(Frame(image, 0.0, 0))
    _, plan = reader.locate(Frame(image, 0.0, 0))
    assert plan is not None
    assert plan.pose.used == set(left)
    tops = np.array([(site.x, site.y, LAYOUT.tokens.top_mm) for site in LAYOUT.pins()])
    doubt = plan.pose.doubt_mm(markers, tops)
    seen = np.array([reading.sightings[site].seen for site in IDS])
    vague = plan.judged & (doubt > 2.0)
    assert vague.any()
    assert (seen[vague] == "empty").any() == shown
    assert not {site for site, one in zip(IDS, seen, strict=True) if one == "empty"} & set(_tokens(4))
    assert (seen[doubt < 1.0] == "empty").any()


class _Pinless(LearntDetector):
    """Sees a bare pin nowhere that it is asked for one."""

    def pins_shown(self, patches: Patches, cutter: Cutter, light: Light, places: Places) -> NDArray[np.bool_]:
        return np.zeros(len(places), dtype=bool)


def test_given_a_board_read_beside_its_places_when_pins_are_looked_for_then_none_is_seen_at_a_token(
    over: SimulatedCamera,
) -> None:
    tokens = _tokens(4)
    frame = over.render(tokens, at=0, number=4)
    _, plan = BoardReader(LAYOUT, over.model).locate(frame)
    assert plan is not None
    stands = np.array([site in tokens for site in IDS])
    counted = []
    for aside_mm in (0.0, 6.0):
        pins = tuple(replace(site, x=site.x + aside_mm) for site in LAYOUT.pins())
        cut = cutter(LAYOUT, pins, plan.pose)
        patches, light = cut.cut(frame.image), plan.probe.measure(frame.image)
        shown = LearntDetector(LAYOUT).pins_shown(patches, cut, light, np.arange(len(IDS)))
        assert not shown[stands].any()
        counted.append(int(shown[~stands].sum()))
    assert counted[0] > 0.8 * (~stands).sum() and counted[1] < counted[0]


def test_given_a_lamp_that_mirrors_itself_when_read_then_washed_out_places_are_unknown(
    over: SimulatedCamera,
) -> None:
    frame = over.render(_tokens(5), at=0, number=5)
    reader = BoardReader(LAYOUT, over.model)
    _, plan = reader.locate(frame)
    assert plan is not None
    under = IDS[:40:4]
    spots = np.array([(LAYOUT.sites[site].x, LAYOUT.sites[site].y, LAYOUT.tokens.top_mm) for site in under])
    down, across = np.mgrid[0 : frame.size[1], 0 : frame.size[0]]
    far = [np.hypot(across - x, down - y) for x, y in plan.pose.project(spots)]
    lamp = 0.9 * np.exp(-(np.min(far, axis=0) ** 2) / (2 * 30.0**2))[:, :, None]
    veiled = np.clip((frame.image / 255) ** 2.2 + lamp, 0, 1) ** (1 / 2.2) * 255
    sightings = reader.read(Frame(veiled.astype(np.uint8), 0.0, 0)).sightings
    assert {sightings[site].seen for site in under} == {"unknown"}


@pytest.mark.parametrize(("darker", "washed"), [(0.0, True), (0.01, True), (0.04, False)])
def test_given_a_place_as_pale_as_paper_when_some_of_it_is_darker_then_there_is_something_to_see(
    darker: float, washed: bool
) -> None:
    tones = np.full((1, 3, PATCH_PX, PATCH_PX), 0.95, np.float32)
    side = round(float(np.sqrt(darker * (PATCH_PX - 16) ** 2)))
    middle = slice(PATCH_PX // 2, PATCH_PX // 2 + side)
    tones[0, 1, middle, middle] = 0.5
    tones[0, :, :6] = 0.1  # what lies beside the place says nothing of it
    assert washed_out(tones).tolist() == [washed]


def test_given_a_board_without_markers_when_a_reader_is_made_then_refused() -> None:
    with pytest.raises(UnreadableBoardError, match="no markers"):
        BoardReader(replace(LAYOUT, markers=None))


def test_given_a_dictionary_that_opencv_has_not_when_a_reader_is_made_then_refused() -> None:
    assert LAYOUT.markers is not None
    with pytest.raises(UnreadableBoardError, match="DICT_NONE is unknown"):
        BoardReader(replace(LAYOUT, markers=replace(LAYOUT.markers, dictionary="DICT_NONE")))


def test_given_a_board_without_pins_when_a_reader_is_made_then_refused() -> None:
    with pytest.raises(UnreadableBoardError, match="no pins"):
        BoardReader(replace(LAYOUT, sites={}))


def test_given_a_reference_when_a_hand_lies_over_empty_sites_then_none_is_called_a_token(
    over: SimulatedCamera,
) -> None:
    empty = over.render({}, at=0, number=6)
    hand = over.render({}, at=0, number=7, hand=Hand(reach=(450, 250)))
    seen = {
        site: sighting.seen
        for site, sighting in BoardReader(LAYOUT, over.model, empty).read(hand).sightings.items()
    }
    assert set(seen.values()) == {"empty", "unknown"}
    assert 4 <= sum(answer == "unknown" for answer in seen.values()) <= 40


def test_given_a_reference_when_a_sleeve_lies_beside_clearly_empty_sites_then_they_are_called_empty(
    over: SimulatedCamera,
) -> None:
    empty = over.render({}, at=0, number=6)
    reader = BoardReader(LAYOUT, over.model, empty)
    beside = 0
    for x in (300, 380, 450):
        frame = over.render({}, at=0, number=7, hand=Hand(reach=(x, 250)))
        _, plan = reader.locate(frame)
        assert plan is not None
        patches, light = plan.cutter.cut(frame.image), plan.probe.measure(frame.image)
        assert reader.empties is not None
        changed = changed_share(thumbs(patches, light), reader.empties) >= OTHER
        verdicts = reader.judge(plan, patches, light, np.arange(len(reader.sites)))
        chances, seen = verdicts.chances, verdicts.seen
        sure = changed & (chances[:, 0] >= LearntDetector.sure_changed)
        assert seen[sure].all()
        beside += int(sure.sum())
    assert beside


def test_given_a_place_that_cannot_be_told_when_a_token_lies_beside_it_then_only_a_plain_one_is_said(
    over: SimulatedCamera,
) -> None:
    reader = BoardReader(LAYOUT, over.model)
    judged = np.ones(len(reader.sites), dtype=bool)

    def told(seen: Seen, confidence: float, site: SiteId) -> Sighting:
        return Sighting(site=site, seen=seen, confidence=confidence, chances={})

    spots = {site.id: np.array([site.x, site.y]) for site in LAYOUT.pins()}
    hidden = IDS[0]
    by_way = sorted(IDS[1:], key=lambda site: float(np.linalg.norm(spots[site] - spots[hidden])))
    near, far = by_way[0], by_way[-1]
    assert np.linalg.norm(spots[near] - spots[hidden]) < 35 < np.linalg.norm(spots[far] - spots[hidden])
    for confidence, left in ((0.88, "unknown"), (0.9, "red")):
        sightings = {site: told("empty", 1.0, site) for site in IDS}
        sightings |= {hidden: told("unknown", 0.0, hidden)}
        sightings |= {site: told("red", confidence, site) for site in (near, far)}
        sightings |= reader._beside_hidden(sightings, judged, np.full(len(IDS), 0.5, np.float32))
        assert sightings[near].seen == left
        assert sightings[far].seen == "red"


@pytest.mark.parametrize(
    ("chances", "alone", "in_turn"),
    [
        ({"empty": 0.62, "black": 0.36, "something": 0.02}, "unknown", "empty"),
        ({"empty": 0.52, "something": 0.48}, "unknown", "unknown"),
        ({"empty": 0.66, "something": 0.34}, "unknown", "empty"),  # a pin half under a sleeve
        ({"empty": 0.78, "something": 0.22}, "unknown", "empty"),
        ({"empty": 0.82, "something": 0.18}, "empty", "empty"),
        ({"empty": 0.25, "black": 0.75}, "unknown", "black"),
        ({"empty": 0.19, "blue": 0.81}, "unknown", "blue"),
        ({"empty": 0.13, "blue": 0.87}, "blue", "blue"),
        ({"empty": 0.88, "black": 0.12}, "unknown", "empty"),
        ({"empty": 0.88, "red": 0.06, "green": 0.06}, "unknown", "empty"),
        ({"empty": 0.92, "red": 0.04, "green": 0.04}, "empty", "empty"),
    ],
)
def test_given_doubt_between_empty_and_a_token_when_named_then_a_single_picture_says_unknown(
    over: SimulatedCamera, chances: dict[str, float], alone: str, in_turn: str
) -> None:
    reader = BoardReader(LAYOUT, over.model)
    row = np.array([chances.get(answer, 0.0) for answer in reader.answers], np.float32)
    assert reader.sighting(IDS[0], row, True, LearntDetector.alone).seen == alone
    assert reader.sighting(IDS[0], row, True).seen == in_turn
    assert reader.sighting(IDS[0], row, False, LearntDetector.alone).seen == "unknown"


class _Answering(LearntDetector):
    """Finds the same chances at every site: empty first, then each seat, something else last."""

    def __init__(self, *chances: float) -> None:
        super().__init__(LAYOUT)
        self._chances = np.array(chances, np.float32)

    def judge(
        self, patches: Patches, cutter: Cutter, light: Light, places: Places, *more: Any, **how: Any
    ) -> Verdicts:
        return Verdicts(np.tile(self._chances, (len(places), 1)), np.ones(len(places), dtype=bool))


def test_given_a_site_that_looks_as_it_did_empty_when_judged_then_that_speaks_least_against_a_black_token(
    over: SimulatedCamera,
) -> None:
    empty = over.render({}, at=0, number=6)
    reader = BoardReader(LAYOUT, over.model, empty, _Answering(*[1 / 7] * 7))
    _, plan = reader.locate(empty)
    assert plan is not None
    patches, light = plan.cutter.cut(empty.image), plan.probe.measure(empty.image)
    chances = reader.judge(plan, patches, light, np.arange(len(reader.sites))).chances
    for colour in TOKEN_COLOURS:
        share = chances[:, reader.answers.index(colour)] / chances[:, 0]
        assert np.allclose(share, 0.4 if colour == "black" else 0.2)


def test_given_a_lens_of_another_aspect_when_read_then_one_line_says_so(over: SimulatedCamera) -> None:
    lens = CameraModel(size=(640, 480), focal=(500, 500), centre=(320, 240))
    with pytest.raises(Exception, match="640 x 480"):
        BoardReader(LAYOUT, lens).read(over.render({}, at=0, number=0))
