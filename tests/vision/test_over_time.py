"""A table filmed for a while: what `watch` tells of it, at few frames a second, in noise, behind things."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

import cv2
import numpy as np
import pytest

from lab.camera.drawn_camera import SimulatedCamera
from lab.camera.hands import Hand
from lab.camera.things import mug, sheet, token_at
from tabletop import (
    TOKEN_COLOURS,
    DeviceHealth,
    Observation,
    Seen,
    Site,
    SiteId,
    TokenColour,
    board_layout,
    with_score_pins,
)
from vision import CameraSensor, Frame, StillReader, watch
from vision.detect import Places, Verdicts
from vision.frame_reading import BoardReader, ReadingPlan
from vision.learnt import LearntDetector
from vision.light import Light
from vision.patches import Patches
from vision.watching import Record

LAYOUT = board_layout("usa")
SITE = SiteId("denver-kansas-city:1")
OTHERS: dict[SiteId, TokenColour] = {SiteId("calgary-winnipeg"): "blue", SiteId("chicago-toronto"): "black"}
PUT: dict[SiteId, TokenColour] = {**OTHERS, SITE: "red"}
FPS = 2.5


@pytest.fixture(scope="module")
def camera() -> SimulatedCamera:
    return SimulatedCamera(LAYOUT, seed=4)


def _watched(camera: SimulatedCamera, images: Iterable[np.ndarray]) -> list[Record]:
    frames = (Frame(image, number / FPS, number) for number, image in enumerate(images))
    return list(watch(frames, LAYOUT, camera.model))


def _after(records: list[Record], number: int) -> list[Record]:
    return [record for record in records if int(str(record["frame"])) >= number]


def test_given_few_frames_a_second_when_a_token_stands_then_told_two_frames_later(
    camera: SimulatedCamera,
) -> None:
    shown = [OTHERS] * 6 + [PUT] * 4
    records = _watched(camera, (camera.render(t, at=0, number=n).image for n, t in enumerate(shown)))
    (told,) = _after(records, 5)
    assert (told["site"], told["token"]) == (SITE, "red")
    assert told["frame"] in (7, 8)


@pytest.mark.parametrize("light", [1.0, 0.7])
@pytest.mark.parametrize("site", ["kansas-city-saint-louis:1", "denver-kansas-city:2"])
def test_given_print_as_black_as_the_token_when_a_black_one_stands_then_it_is_told_and_so_is_its_going(
    site: str, light: float
) -> None:
    camera = SimulatedCamera(LAYOUT, size=(1280, 960), seed=924)
    black: dict[SiteId, TokenColour] = {**OTHERS, SiteId(site): "black"}
    shown = [(OTHERS, 1.0)] * 6 + [(OTHERS, light)] * 16 + [(black, light)] * 20 + [(OTHERS, light)] * 6
    pictures = (camera.render(t, at=0, number=n, light=lamp).image for n, (t, lamp) in enumerate(shown))
    told = [(record["site"], record["token"]) for record in _after(_watched(camera, pictures), 5)]
    assert told == [(site, "black"), (site, None)]


@pytest.mark.parametrize(("chance", "told"), [(0.9, []), (0.99, [(SITE, "black")])])
def test_given_a_token_that_looks_like_another_seats_when_none_came_then_it_is_told_only_where_plain(
    camera: SimulatedCamera, monkeypatch: pytest.MonkeyPatch, chance: float, told: list[tuple[str, str]]
) -> None:
    real = BoardReader.judge
    shadow = False

    def judge(
        self: BoardReader, plan: ReadingPlan, patches: Patches, light: Light, places: Places, **how: Any
    ) -> Verdicts:
        found = real(self, plan, patches, light, places, **how)
        if shadow:
            row = np.full(len(self.answers), (1 - chance) / (len(self.answers) - 1), np.float32)
            row[self.answers.index("black")] = chance
            found.chances[places == self.sites.index(SITE)] = row
        return found

    monkeypatch.setattr(BoardReader, "judge", judge)

    def film() -> Iterator[np.ndarray]:
        nonlocal shadow
        for number in range(90):
            shadow = number >= 6
            yield camera.render(PUT, at=0, number=number).image

    changes = _after(_watched(camera, film()), 6)
    assert [(record["site"], record["token"]) for record in changes] == told


def test_given_a_dim_room_and_much_noise_when_a_token_stands_then_it_is_told_all_the_same(
    camera: SimulatedCamera,
) -> None:
    rng = np.random.default_rng(1)

    def noisy() -> Iterator[np.ndarray]:
        for number, tokens in enumerate([OTHERS] * 7 + [PUT] * 6):
            dim = camera.render(tokens, at=0, number=number, light=0.25).image
            grain = rng.normal(0, 9, dim.shape[:2])[:, :, None]
            yield np.clip(dim + grain, 0, 255).astype(np.uint8)

    records = _watched(camera, noisy())
    assert {str(record["site"]) for record in records if "site" in record} == {str(name) for name in PUT}
    assert [(record["site"], record["token"]) for record in _after(records, 7)] == [(SITE, "red")]


def test_given_a_sheet_before_the_board_when_it_goes_then_lost_in_two_seconds_and_found_and_no_site(
    camera: SimulatedCamera,
) -> None:
    middle = LAYOUT.width_mm / 2, LAYOUT.height_mm / 2
    before = sheet(*middle, LAYOUT.width_mm + 40, LAYOUT.height_mm + 30)
    shots = [()] * 5 + [(before,)] * 7 + [()] * 5
    records = _watched(
        camera, (camera.render(OTHERS, at=0, number=n, things=t).image for n, t in enumerate(shots))
    )
    after = _after(records, 5)
    assert [record["board"] for record in after] == ["lost", "found"]
    assert int(str(after[0]["frame"])) <= 5 + 5
    assert int(str(after[1]["frame"])) <= 12 + 3


def test_given_a_camera_that_sees_one_corner_when_watched_then_it_is_told_which_are_missing(
    camera: SimulatedCamera,
) -> None:
    image = camera.render({}, at=0, number=0).image.copy()
    image[:, 640:] = 90
    image[360:] = 90
    healths: list[DeviceHealth] = []
    frames = (Frame(image, number / FPS, number) for number in range(6))
    records = list(watch(frames, LAYOUT, camera.model, health=healths.append))
    assert [record["board"] for record in records] == ["lost"]
    assert healths[0].detail == (
        "Back edge, left edge, front left corner, front edge and right side missing. "
        "Raise the arm; see that nothing covers the markers."
    )


def test_given_a_push_when_it_rests_then_moved_and_found_within_five_frames_and_no_site(
    camera: SimulatedCamera,
) -> None:
    pushes = [(0.0, 0.0, 0.0)] * 5 + [(5.0, -3.0, 0.6)] * 8
    records = _watched(
        camera, (camera.render(OTHERS, at=0, number=n, nudge=p).image for n, p in enumerate(pushes))
    )
    after = _after(records, 5)
    assert [record["board"] for record in after] == ["moved", "found"]
    assert int(str(after[0]["frame"])) <= 5 + 2
    assert int(str(after[1]["frame"])) <= 5 + 4


def test_given_print_that_grows_in_another_light_when_watched_then_the_board_has_not_moved(
    camera: SimulatedCamera,
) -> None:
    plain = [camera.render(OTHERS, at=0, number=number).image for number in range(10)]
    grown = [
        cv2.erode(image, np.ones((3, 3), np.uint8)) if n >= 5 else image for n, image in enumerate(plain)
    ]
    assert _after(_watched(camera, (np.asarray(image) for image in grown)), 5) == []


def test_given_a_mug_and_a_loose_token_when_they_come_and_go_then_no_site_is_told(
    camera: SimulatedCamera,
) -> None:
    place = LAYOUT.sites[SITE]
    things = (mug(place.x, place.y), token_at(LAYOUT, "green", place.x + 70, place.y + 31, 20))
    shots = [()] * 5 + [things] * 8 + [()] * 6
    records = _watched(
        camera, (camera.render(OTHERS, at=0, number=n, things=t).image for n, t in enumerate(shots))
    )
    assert _after(records, 5) == []


def test_given_a_clock_that_jumps_back_when_a_token_stands_then_it_is_told_as_soon(
    camera: SimulatedCamera,
) -> None:
    sensor = CameraSensor(LAYOUT, camera.model)
    told: list[object] = []
    for number, tokens in enumerate([OTHERS] * 6 + [PUT] * 5):
        at = number / FPS + (5000.0 if number < 6 else 0.0)
        told += [
            item.seen
            for item in sensor.see(camera.render(tokens, at=at, number=number))
            if isinstance(item, Observation) and item.site == SITE
        ]
    assert told == ["empty", "red"]


def test_given_another_boards_file_when_watched_then_no_site_is_told_and_the_health_says_so(
    camera: SimulatedCamera,
) -> None:
    others = {name: TOKEN_COLOURS[n % 5] for n, name in enumerate(site.id for site in LAYOUT.pins()) if n % 2}
    europe = board_layout("europe")
    wrong = replace(europe, markers=LAYOUT.markers)  # as boards whose markers have the same numbers
    healths: list[DeviceHealth] = []
    frames = (camera.render(others, at=n / FPS, number=n) for n in range(14))
    records = list(watch(frames, wrong, camera.model, health=healths.append))
    assert [record for record in records if "site" in record] == []
    assert [(item.condition, item.cause) for item in healths] == [("live", ""), ("stale", "covered")]
    still = StillReader(wrong, camera.model).read(camera.render(others, at=0, number=1))
    assert set(still.answers.values()) == {"unknown"}
    assert "is the board file this board's" in still.note


def test_given_a_picture_without_colours_when_read_then_no_token_is_taken_for_print(
    camera: SimulatedCamera,
) -> None:
    grey = cv2.cvtColor(camera.render(PUT, at=0, number=1).image, cv2.COLOR_BGR2GRAY)
    frame = Frame(np.asarray(cv2.merge([grey, grey, grey]), dtype=np.uint8), 0.0, 0)
    still = StillReader(LAYOUT, camera.model).read(frame)
    assert set(still.answers.values()) == {"unknown"}
    assert "without colours" in still.note


@pytest.mark.parametrize(
    ("size", "blur", "cause"), [((1920, 1080), 4.0, "blurred"), ((1280, 720), 0.0, "far")]
)
def test_given_a_poor_lens_when_watched_then_it_is_said_once_and_the_board_is_read_all_the_same(
    size: tuple[int, int], blur: float, cause: str
) -> None:
    film = SimulatedCamera(LAYOUT, size=size, view="over" if blur else "oblique", seed=6)
    image = film.render(OTHERS, at=0, number=0).image
    if blur:
        image = np.asarray(cv2.GaussianBlur(image, (0, 0), blur), dtype=np.uint8)
    healths: list[DeviceHealth] = []
    frames = (Frame(image, number * 2.0, number) for number in range(20))
    records = list(watch(frames, LAYOUT, film.model, health=healths.append))
    assert [(item.condition, item.cause) for item in healths] == [("live", ""), ("live", cause)]
    assert [record["board"] for record in records if "board" in record] == ["found"]


def test_given_a_score_strip_when_its_marker_moves_then_its_spaces_are_told_like_pins() -> None:
    spaces = {
        site.id: site
        for site in (
            Site(id=SiteId(f"score:blue:{value}"), kind="score", x=x, y=600.0 - 12, has_pin=False)
            for value, x in ((20, 300.0), (30, 340.0))
        )
    }
    layout = replace(LAYOUT, sites={**LAYOUT.sites, **spaces})
    film = SimulatedCamera(with_score_pins(layout), seed=7)
    shown: list[dict[SiteId, TokenColour]] = [{SiteId("score:blue:20"): "blue"}] * 5
    shown += [{SiteId("score:blue:30"): "blue"}] * 9
    frames = (film.render(tokens, at=n / FPS, number=n) for n, tokens in enumerate(shown))
    told = [(r["site"], r["token"]) for r in watch(frames, layout, film.model) if "site" in r]
    assert sorted(told, key=str) == sorted(
        [("score:blue:20", "blue"), ("score:blue:30", "blue"), ("score:blue:20", None)], key=str
    )


def test_given_a_token_under_half_an_arm_when_it_covers_more_then_it_is_never_called_empty() -> None:
    """It was believed anew with the arm beside it: when the arm slid on, the look without was gone."""
    film, site = SimulatedCamera(LAYOUT, view="oblique", seed=14), SiteId("calgary-seattle")
    sensor, seen, number = CameraSensor(LAYOUT), [], 0
    for frames, aside in ((4, None), (5, 5.02), (12, 0.0), (5, 1.63)):
        hand = None
        if aside is not None:
            hand = Hand(reach=(151.0 + aside, 287.5), edge="back", sleeve_rgb=(70, 90, 120))
        for _ in range(frames):
            frame = film.render({site: "yellow"}, at=number / 5, number=number, hand=hand)
            seen += [item for item in sensor.see(frame) if isinstance(item, Observation)]
            number += 1
    told = [item.seen for item in seen if item.site == site]
    assert told[0] == "yellow"
    assert set(told[1:]) <= {"yellow", "unknown"}


@pytest.mark.parametrize(("rested", "told_after"), [(6, [2]), (0, [])], ids=["arm first", "both at once"])
def test_given_an_arm_by_a_pin_when_a_token_stands_then_told_at_once_only_if_the_arm_was_there_before(
    camera: SimulatedCamera, rested: int, told_after: list[int]
) -> None:
    """What comes with a token may hold it; what lay there while the pin was bare does not."""
    place = LAYOUT.sites[SITE]
    arm = Hand(reach=(place.x + 44, place.y - 140), lean_deg=0.0)
    bare, put = 5 + rested, 9
    images = [camera.render({}, at=0, number=n, hand=arm if n >= 5 else None).image for n in range(bare)]
    images += [camera.render({SITE: "red"}, at=0, number=n, hand=arm).image for n in range(bare, bare + put)]
    assert [
        int(str(record["frame"])) - bare for record in _after(_watched(camera, images), bare)
    ] == told_after


@pytest.mark.parametrize(
    ("token", "chance", "hand", "told"),
    [
        ("red", 0.94, True, ["empty", "unknown"]),  # on a red bar: little of the place looks otherwise
        ("blue", 0.96, True, ["empty", "unknown"]),
        ("blue", 0.995, True, ["empty", "unknown", "empty"]),
        ("blue", 0.96, False, ["empty", "unknown", "empty"]),
    ],
    ids=["a little otherwise", "otherwise", "the pin is plain", "by light alone"],
)
def test_given_a_place_that_looks_otherwise_when_a_hand_was_there_then_only_a_plain_pin_makes_it_empty(
    camera: SimulatedCamera,
    monkeypatch: pytest.MonkeyPatch,
    token: TokenColour,
    chance: float,
    hand: bool,
    told: list[str],
) -> None:
    """As a black token on black print is read: its place has changed, and seems empty."""
    put, place = {**OTHERS, SITE: token}, LAYOUT.sites[SITE]
    empty, full = (camera.render(stands, at=0, number=0).image for stands in (OTHERS, put))
    if told[-1] == "empty":  # no light hides a pin's top
        pose = BoardReader(LAYOUT, camera.model).locate(Frame(empty, 0.0, 0))[0].pose
        assert pose is not None
        high = LAYOUT.collar_height_mm + LAYOUT.pin_height_mm
        ((x, y),) = pose.project(np.array([(place.x, place.y, high)])).round().astype(int)
        full[y - 4 : y + 5, x - 4 : x + 5] = empty[y - 4 : y + 5, x - 4 : x + 5]
    reaching = camera.render(put, at=0, number=0, hand=Hand(reach=(place.x, place.y))).image
    coming = [cv2.addWeighted(full, n / 40, empty, 1 - n / 40, 0) for n in range(41)]
    sensor = CameraSensor(LAYOUT, camera.model)
    monkeypatch.setattr(LearntDetector, "judge", _seeming("empty", chance, sensor))
    seen = []
    for number, image in enumerate([empty] * 5 + ([reaching] + [full] * 150 if hand else coming)):
        frame = Frame(np.asarray(image, dtype=np.uint8), number / FPS, number)
        seen += [
            item.seen for item in sensor.see(frame) if isinstance(item, Observation) and item.site == SITE
        ]
    assert seen == told


def _seeming(seen: Seen, chance: float, sensor: CameraSensor) -> object:
    """The network's judgement, but for one site."""
    judge = LearntDetector.judge

    def judged(self: LearntDetector, *given: Any, **how: Any) -> Verdicts:
        found = judge(self, *given, **how)
        at = np.flatnonzero([sensor._reader.sites[place] == SITE for place in given[3]])
        found.chances[at] = (1 - chance) / (found.chances.shape[1] - 1)
        found.chances[at, sensor._reader.answers.index(seen)] = chance
        found.seen[at] = True
        return found

    return judged


@pytest.mark.parametrize(("chance", "told"), [(0.95, ["unknown"]), (0.99, ["unknown", "black"])])
def test_given_a_token_with_an_arm_beside_it_when_it_seems_another_seats_then_only_what_is_plain_is_told(
    camera: SimulatedCamera, monkeypatch: pytest.MonkeyPatch, chance: float, told: list[str]
) -> None:
    """As a red token half under a dark sleeve that rests there: 91 % black."""
    place = LAYOUT.sites[SITE]
    alone, beside = (
        camera.render(PUT, at=0, number=0, hand=hand).image
        for hand in (None, Hand(reach=(place.x + 44, place.y - 140), lean_deg=0.0))
    )
    sensor, seen = CameraSensor(LAYOUT, camera.model), []
    for number in range(6 + 100):
        if number == 6:
            monkeypatch.setattr(LearntDetector, "judge", _seeming("black", chance, sensor))
        news = sensor.see(Frame(alone if number < 6 else beside, number / FPS, number))
        seen += [item.seen for item in news if isinstance(item, Observation) and item.site == SITE]
    assert seen == ["red", *told]
