"""Stills: whatever is wrong with picture, lens, board or reference, nothing is claimed that is not there."""

import re
from dataclasses import replace

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lab.camera.drawn_camera import SimulatedCamera
from tabletop import TOKEN_COLOURS, SiteId, TokenColour, board_layout
from vision import CameraModel, Frame, FrameError, StillReader
from vision.markers import marker_points
from vision.pictures import decode_frame
from vision.pose import Pose
from vision.still import _lens_misfit
from vision.unlike import UNLIKE_BOARD, unlike

LAYOUT = board_layout("usa")
IDS = [site.id for site in LAYOUT.pins()]
TOKENS: dict[SiteId, TokenColour] = {
    site: TOKEN_COLOURS[place % 5] for place, site in enumerate(IDS) if place % 4 == 0
}


@pytest.fixture(scope="module")
def aslant() -> SimulatedCamera:
    return SimulatedCamera(LAYOUT, view="oblique", seed=3)


@pytest.fixture(scope="module")
def over() -> SimulatedCamera:
    return SimulatedCamera(LAYOUT, view="over", seed=3)


@pytest.fixture(scope="module")
def frame(aslant: SimulatedCamera) -> Frame:
    return aslant.render(TOKENS, at=0, number=0)


def _false(answers: dict[SiteId, str]) -> list[SiteId]:
    return [
        site for site, seen in answers.items() if seen not in (TOKENS.get(site, "empty"), "unknown", "empty")
    ]


def _unknown(answers: dict[SiteId, str]) -> bool:
    return set(answers) == set(IDS) and set(answers.values()) == {"unknown"}


def test_given_pictures_from_two_places_when_read_by_one_reader_then_each_as_by_its_own(
    over: SimulatedCamera, aslant: SimulatedCamera
) -> None:
    frames = [camera.render(TOKENS, at=0, number=0) for camera in (over, aslant, over)]
    reader = StillReader(LAYOUT, over.model)
    together = [reader.read(item).answers for item in frames]
    alone = [StillReader(LAYOUT, over.model).read(item).answers for item in frames]
    assert together == alone
    assert together[0] != dict.fromkeys(IDS, "unknown")
    assert _false(dict(together[1])) == []


@pytest.mark.parametrize("stretch", [0.6, 0.8, 1.25, 1.6, 3.0])
def test_given_another_cameras_file_when_read_aslant_then_all_unknown_and_said(
    aslant: SimulatedCamera, frame: Frame, stretch: float
) -> None:
    focal = aslant.model.focal[0] * stretch
    still = StillReader(LAYOUT, replace(aslant.model, focal=(focal, focal))).read(frame)
    assert _unknown(dict(still.answers))
    assert "camera file" in still.note
    assert "\n" not in still.note


@pytest.mark.parametrize("stretch", [0.5, 0.8, 1.25, 2.0])
def test_given_another_cameras_file_when_read_from_above_then_right_or_unknown(
    over: SimulatedCamera, stretch: float
) -> None:
    # From straight above a wrong focal length is mostly made good by the distance.
    focal = over.model.focal[0] * stretch
    still = StillReader(LAYOUT, replace(over.model, focal=(focal, focal))).read(
        over.render(TOKENS, at=0, number=2)
    )
    wrong = [
        site for site, seen in still.answers.items() if seen not in (TOKENS.get(site, "empty"), "unknown")
    ]
    assert wrong == []


def test_given_another_boards_file_when_read_then_all_unknown_and_said(
    aslant: SimulatedCamera, frame: Frame
) -> None:
    assert LAYOUT.markers is not None
    other = replace(LAYOUT.markers, ids={number + 100: place for number, place in LAYOUT.markers.ids.items()})
    still = StillReader(replace(LAYOUT, markers=other), aslant.model).read(frame)
    assert _unknown(dict(still.answers))
    assert "0 of its 8 markers" in still.note
    swapped = dict(zip(LAYOUT.markers.ids, reversed(list(LAYOUT.markers.ids.values())), strict=True))
    still = StillReader(replace(LAYOUT, markers=replace(LAYOUT.markers, ids=swapped)), aslant.model).read(
        frame
    )
    assert _unknown(dict(still.answers))


def test_given_a_squeezed_picture_when_read_then_the_words_are_about_that_not_about_light(
    frame: Frame,
) -> None:
    squeezed = cv2.resize(frame.image, None, fx=0.55, fy=1.0, interpolation=cv2.INTER_AREA)
    still = StillReader(LAYOUT).read(replace(frame, image=np.asarray(squeezed, np.uint8)))
    assert _unknown(dict(still.answers))
    assert "not stretched" in still.note


def test_given_corners_that_wander_by_noise_when_weighed_then_the_lens_is_not_blamed(
    aslant: SimulatedCamera, frame: Frame
) -> None:
    assert LAYOUT.markers is not None
    view = aslant.view()
    pose = Pose(aslant.model, view.rvec, view.tvec, 0.0, frozenset(LAYOUT.markers.ids))
    chance = np.random.default_rng(5)
    found = {}
    for number in LAYOUT.markers.ids:
        flat = marker_points(LAYOUT.markers, number)
        seen = pose.project(np.column_stack([flat, np.zeros(4)]))
        found[number] = seen + np.repeat(chance.normal(0, 0.8, (1, 2)), 4, axis=0)  # whole markers wander
    plain = _lens_misfit(LAYOUT.markers, found, pose)
    assert _lens_misfit(LAYOUT.markers, found, pose, 1.5) < plain / 2


@pytest.mark.parametrize("name", ["europe", "world", "great-lakes", "legends-east"])
@pytest.mark.parametrize("known", [True, False])
def test_given_the_file_of_another_map_with_the_same_markers_when_read_then_all_unknown_and_said(
    name: str, known: bool, aslant: SimulatedCamera, frame: Frame
) -> None:
    other = replace(board_layout(name), markers=LAYOUT.markers)
    still = StillReader(other, aslant.model if known else None).read(frame)
    assert still.pose is not None
    assert set(still.answers.values()) == {"unknown"}
    assert "is the board file this board's" in still.note
    right = StillReader(LAYOUT, aslant.model if known else None).read(frame)
    assert right.reading.doubtful < UNLIKE_BOARD / 2
    assert still.reading.doubtful > UNLIKE_BOARD * 1.3


@pytest.mark.parametrize("name", ["europe", "world", "great-lakes", "legends-east"])
def test_given_a_reference_of_another_map_with_the_same_markers_when_taken_up_then_refused(
    name: str, aslant: SimulatedCamera
) -> None:
    empty = aslant.render({}, at=0, number=1)
    with pytest.raises(FrameError, match=r"reference picture: \d+% of the places"):
        StillReader(replace(board_layout(name), markers=LAYOUT.markers), aslant.model, empty)


def test_given_a_board_of_dark_collars_when_some_tokens_stand_on_it_then_it_is_this_board() -> None:
    dark, token = np.array([0.5, 0.5, 0.0], np.float32), np.array([0.01, 0.99, 0.0], np.float32)
    assert unlike(np.stack([dark] * 20), 0.98)[1] == 1.0
    assert unlike(np.stack([dark] * 18 + [token] * 2), 0.98)[1] == 0.0
    assert unlike(np.stack([dark] * 19 + [token]), 0.98)[1] == pytest.approx(0.95)


def test_given_an_arm_over_a_quarter_of_the_pins_when_tokens_stand_elsewhere_then_it_is_this_board() -> None:
    arm, empty, token = (np.array(row, np.float32) for row in ([0, 0, 1], [1, 0, 0], [0.01, 0.99, 0]))
    assert unlike(np.stack([arm] * 5 + [empty] * 13 + [token] * 2), 0.98) == (0.0, 0.0)
    assert unlike(np.stack([arm] * 5 + [empty] * 15), 0.98)[0] == 0.25
    # One that calls every answer plain has no tokens that tell.
    assert unlike(np.stack([arm] * 5 + [token] * 15), 0.0) == (0.25, 0.0)


def test_given_an_arm_over_a_side_of_a_bare_board_when_the_rest_is_plain_then_it_is_this_board() -> None:
    spots = np.array([(30.0 * (place % 10), 30.0 * (place // 10)) for place in range(100)])
    arm, empty = np.array([0.2, 0.1, 0.7], np.float32), np.array([1, 0, 0], np.float32)
    one_side = np.stack([arm if place % 10 < 4 else empty for place in range(100)])
    every_side = np.stack([arm if place * 37 % 100 < 40 else empty for place in range(100)])
    assert unlike(one_side, 0.98, spots) == (0.0, 0.0)
    assert unlike(every_side, 0.98, spots) == pytest.approx((0.4, 0.4))
    assert unlike(np.stack([arm] * 80 + [empty] * 20), 0.98, spots)[1] == pytest.approx(0.8)
    assert unlike(np.stack([arm] * 2 + [empty] * 3), 0.98, spots[:5])[1] == pytest.approx(0.4)


def test_given_an_empty_board_when_read_then_hardly_a_place_is_doubtful(aslant: SimulatedCamera) -> None:
    still = StillReader(LAYOUT, aslant.model).read(aslant.render({}, at=0, number=3))
    assert still.reading.doubtful < UNLIKE_BOARD / 3
    assert still.note == ""


def test_given_two_boards_in_a_picture_when_read_then_it_says_which_markers_are_there_twice(
    over: SimulatedCamera,
) -> None:
    one = over.render(TOKENS, at=0, number=0).image
    both = np.vstack([one, one])
    still = StillReader(LAYOUT).read(Frame(np.ascontiguousarray(both), 0.0, 0))
    assert _unknown(dict(still.answers))
    assert still.note == (
        "markers 0, 1, 2, 3, 4, 5, 6, 7 are in the picture twice, everything is unknown; show one board alone"
    )


def test_given_a_tiny_picture_when_read_then_it_says_that_it_is_too_small(over: SimulatedCamera) -> None:
    tiny = cv2.resize(over.render(TOKENS, at=0, number=0).image, (320, 180), interpolation=cv2.INTER_AREA)
    still = StillReader(LAYOUT).read(Frame(np.asarray(tiny, np.uint8), 0.0, 0))
    assert _unknown(dict(still.answers))
    assert still.note.endswith("give a larger picture: 320 x 180 pixels are too few for a board of this size")


def test_given_a_board_of_which_nothing_can_be_told_when_seen_aslant_then_that_is_said_not_another_board(
    aslant: SimulatedCamera, frame: Frame, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vision.still._another_board", lambda reading: True)
    reader = StillReader(LAYOUT, aslant.model)
    assert "is the board file this board's" in reader.read(frame).note  # 30 degrees: that is no cause
    monkeypatch.setattr("vision.still._ASLANT", 20.0)
    still = reader.read(frame)
    assert _unknown(dict(still.answers))
    assert re.match(r"the board is seen too much aslant \((2|3)\d degrees\)", still.note)


@pytest.mark.parametrize("shade", [0, 128, 255])
def test_given_a_blank_picture_when_read_then_all_unknown(shade: int) -> None:
    still = StillReader(LAYOUT).read(Frame(np.full((480, 640, 3), shade, np.uint8), 0, 0))
    assert _unknown(dict(still.answers))
    assert still.pose is None
    assert "board is not found" in still.note


def test_given_a_picture_nearly_black_when_read_then_no_claim(frame: Frame, aslant: SimulatedCamera) -> None:
    dim = Frame((frame.image // 24).astype(np.uint8), 0, 0)
    assert _false(dict(StillReader(LAYOUT, aslant.model).read(dim).answers)) == []


def test_given_a_reference_from_elsewhere_when_read_then_without_it_and_said(
    over: SimulatedCamera, aslant: SimulatedCamera, frame: Frame
) -> None:
    empty = over.render({}, at=0, number=0)
    still = StillReader(LAYOUT, aslant.model, empty).read(frame)
    assert "elsewhere than the reference" in still.note
    assert still.answers == StillReader(LAYOUT, aslant.model).read(frame).answers


def test_given_a_reference_from_the_same_place_when_read_then_nothing_is_said(
    aslant: SimulatedCamera, frame: Frame
) -> None:
    still = StillReader(LAYOUT, aslant.model, aslant.render({}, at=0, number=5)).read(frame)
    assert still.note == ""
    assert _false(dict(still.answers)) == []


def test_given_a_reference_with_tokens_or_without_a_board_when_made_then_one_line(
    aslant: SimulatedCamera, frame: Frame
) -> None:
    with pytest.raises(FrameError, match="shows tokens on"):
        StillReader(LAYOUT, aslant.model, frame)
    with pytest.raises(FrameError, match="reference picture"):
        StillReader(LAYOUT, aslant.model, Frame(np.zeros((720, 1280, 3), np.uint8), 0, 0))


def _bytes(frame: Frame, kind: str) -> bytes:
    small = cv2.resize(frame.image, (960, 540), interpolation=cv2.INTER_AREA)
    return bytes(cv2.imencode(kind, small)[1])


@pytest.fixture(scope="module")
def files(frame: Frame) -> dict[str, bytes]:
    return {kind: _bytes(frame, kind) for kind in (".jpg", ".png")}


@settings(max_examples=60, deadline=None)
@given(share=st.floats(0, 0.999), kind=st.sampled_from([".jpg", ".png"]))
def test_given_a_picture_cut_anywhere_when_decoded_then_refused_in_one_line(
    files: dict[str, bytes], share: float, kind: str
) -> None:
    whole = files[kind]
    with pytest.raises(FrameError) as trouble:
        decode_frame(whole[: int(share * (len(whole) - 2))], source="shot")
    assert "\n" not in str(trouble.value)


@settings(max_examples=60, deadline=None)
@given(
    kind=st.sampled_from([".jpg", ".png"]),
    spots=st.lists(st.tuples(st.floats(0, 1), st.integers(0, 255)), max_size=8),
)
def test_given_a_picture_with_wrong_bytes_when_decoded_then_a_frame_or_one_line(
    files: dict[str, bytes], kind: str, spots: list[tuple[float, int]]
) -> None:
    damaged = bytearray(files[kind])
    for share, value in spots:
        damaged[int(share * (len(damaged) - 1))] = value
    try:
        read = decode_frame(bytes(damaged), source="shot")
    except FrameError as error:
        assert "\n" not in str(error)
    else:
        assert kind == ".jpg" or bytes(damaged) == files[kind]  # a PNG's checksums find every wrong byte
        assert min(read.size) >= 160


@settings(max_examples=150, deadline=None)
@given(
    content=st.binary(max_size=400),
    head=st.sampled_from([b"", b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n", b"BM", b"RIFF", b"II*\0", b"P6\n"]),
)
def test_given_any_bytes_when_decoded_then_a_frame_or_one_line(content: bytes, head: bytes) -> None:
    try:
        decode_frame(head + content, source="shot")
    except FrameError as error:
        assert str(error).startswith("shot: ")
        assert "\n" not in str(error)


def test_given_a_thumbnail_with_its_own_end_mark_when_cut_after_it_then_refused(
    files: dict[str, bytes],
) -> None:
    whole = files[".jpg"]
    thumbnail = b"\xff\xe1" + (2 + 6).to_bytes(2, "big") + b"xy\xff\xd9zz"
    grown = whole[:2] + thumbnail + whole[2:]
    assert decode_frame(grown, source="a").size == (960, 540)
    with pytest.raises(FrameError, match="cut off"):
        decode_frame(grown[:3000], source="a")


def test_given_padding_before_the_end_mark_when_decoded_then_it_is_no_damage(
    files: dict[str, bytes], capfd: pytest.CaptureFixture[str]
) -> None:
    whole = files[".jpg"]
    assert decode_frame(whole[:-2] + bytes(64) + whole[-2:], source="a").size == (960, 540)
    with pytest.raises(FrameError, match="damaged"):
        decode_frame(whole[:-2] + bytes(range(64)) + whole[-2:], source="a")
    assert capfd.readouterr().err == ""


def test_given_a_noisy_picture_without_a_board_when_read_then_no_claim() -> None:
    noise = np.random.default_rng(4).integers(0, 255, (540, 960, 3)).astype(np.uint8)
    assert _unknown(
        dict(
            StillReader(LAYOUT, CameraModel(size=(960, 540), focal=(700, 700), centre=(480, 270)))
            .read(Frame(noise, 0, 0))
            .answers
        )
    )
