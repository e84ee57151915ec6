"""The camera of a real table: its thread, its failures, its evidence; sources are faked, vision is not."""

import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from fingerpost.devices.camera_part import CameraPart, CameraSetup
from fingerpost.devices.inbox import Inbox
from lab.camera.drawn_camera import SimulatedCamera
from table.errors import CallError
from tabletop import DeviceHealth, LessonNews, Observation, SiteId, TokenColour, board_layout
from tests.waiting import PATIENCE_S
from vision import CameraError, FrozenCameraError, NewestFrame, parse_looks
from vision.frame import Image

LAYOUT = board_layout("usa")
SITE = SiteId("denver-omaha")


class Strip:
    """A source that gives its pictures one by one, each when the one before was read, then fails or waits."""

    def __init__(self, pictures: list[Image], failure: Exception | None, taken: threading.Semaphore) -> None:
        self._pictures, self._failure, self._taken = list(pictures), failure, taken

    def grab(self) -> Image | None:
        if not self._taken.acquire(timeout=0.1):
            return None
        if self._pictures:
            return self._pictures.pop(0)
        if self._failure is not None:
            raise self._failure
        return None

    def close(self) -> None:
        """Nothing is held."""


def _until(inbox: Inbox, done: Callable[[list[object]], bool]) -> list[object]:
    """All that comes until it is enough; at most as long as the test may take."""
    told: list[object] = []
    for _ in range(200):
        told += inbox.take(timeout=0.1)
        if done(told):
            break
    return told


def _healths(told: list[object]) -> list[tuple[str, str]]:
    return [(item.condition, item.cause) for item in told if isinstance(item, DeviceHealth)]


@pytest.mark.parametrize(
    ("failure", "cause"), [(OSError("gone"), "unplugged"), (FrozenCameraError("hangs"), "frozen")]
)
def test_given_a_camera_that_fails_when_it_is_there_again_then_lost_live_and_all_that_stands(
    tmp_path: Path, failure: Exception, cause: str
) -> None:
    film, inbox, taken = SimulatedCamera(LAYOUT, seed=3), Inbox(), threading.Semaphore(1)
    empty = [film.render({}, at=0, number=number).image for number in range(5)]
    full = [film.render({SITE: "red"}, at=0, number=number).image for number in range(8)]
    strips: list[Strip | CameraError] = [
        Strip(empty, failure, taken),
        CameraError("not there yet"),
        Strip(full, None, taken),
    ]

    def opened(device: str) -> NewestFrame:
        assert device == "0"
        strip = strips.pop(0) if strips else CameraError("the end")
        if isinstance(strip, CameraError):
            raise strip
        return NewestFrame(strip, device)

    setup = CameraSetup(device="0", evidence=str(tmp_path / "evidence"))
    part = CameraPart(setup, LAYOUT, inbox, opened=opened, pause=lambda _: taken.release())
    try:
        told = _until(
            inbox, lambda items: any(isinstance(item, Observation) and item.seen == "red" for item in items)
        )
    finally:
        part.close()
    assert _healths(told) == [("live", ""), ("lost", cause), ("live", "")]
    assert any(isinstance(item, Observation) and (item.site, item.seen) == (SITE, "red") for item in told)
    assert list((tmp_path / "evidence").glob("*.png"))


def test_given_a_camera_that_stays_away_when_tried_again_and_again_then_the_log_tells_it_once(
    caplog: pytest.LogCaptureFixture,
) -> None:
    troubles, tried = ["camera 0: not there"] * 3 + ["camera 0: in use"], threading.Event()

    def opened(device: str) -> NewestFrame:
        if len(troubles) == 1:
            tried.set()
        raise CameraError(troubles.pop(0) if len(troubles) > 1 else troubles[0])

    with caplog.at_level("WARNING", logger="fingerpost.camera"):
        part = CameraPart(
            CameraSetup(device="0"), LAYOUT, Inbox(), opened=opened, pause=lambda _: tried.wait(0.001)
        )
        assert tried.wait(PATIENCE_S)
        part.close()
    told = [record.getMessage() for record in caplog.records]
    assert told[:1] == ["camera 0: not there"] and set(told[1:]) <= {"camera 0: in use"} and len(told) <= 2


def test_given_pictures_of_another_aspect_than_calibrated_when_seen_then_read_without_the_camera_file(
    tmp_path: Path,
) -> None:
    film, inbox, taken = SimulatedCamera(LAYOUT, seed=3), Inbox(), threading.Semaphore(1)
    pictures = [film.render({SITE: "red"}, at=0, number=number).image for number in range(9)]
    square = replace(film.model, size=(960, 720), centre=(480.0, 360.0))
    (tmp_path / "camera.json").write_text(square.to_json(), encoding="utf-8")
    kept = str(tmp_path / "evidence")
    setup = CameraSetup(device="0", calibration=str(tmp_path / "camera.json"), evidence=kept)
    part = CameraPart(
        setup,
        LAYOUT,
        inbox,
        opened=lambda device: NewestFrame(Strip(pictures, None, taken), device),
        pause=lambda _: taken.release(),
    )
    try:
        told = _until(
            inbox, lambda items: any(isinstance(item, Observation) and item.seen == "red" for item in items)
        )
    finally:
        part.close()
    assert any(isinstance(item, Observation) and (item.site, item.seen) == (SITE, "red") for item in told)
    assert [health for health in _healths(told) if health[0] == "lost"] == []


@pytest.mark.parametrize(
    ("key", "name", "says"),
    [
        ("calibration", "nowhere.json", "calibration .*nowhere.json: No such file"),
        ("calibration", "picture.png", "no text"),
        ("reference", "nowhere.jpg", "nowhere.jpg"),
        ("reference", "picture.png", "reference picture"),
        ("tokens", "nowhere.json", "tokens .*nowhere.json: No such file"),
        ("tokens", "empty.json", "empty.json: not JSON"),
        ("evidence", "picture.png/in", "evidence .*Not a directory"),
    ],
)
def test_given_a_file_that_cannot_be_used_when_opened_then_one_line_names_it(
    tmp_path: Path, key: str, name: str, says: str
) -> None:
    cv2.imwrite(str(tmp_path / "picture.png"), np.zeros((480, 640, 3), np.uint8))
    (tmp_path / "empty.json").touch()
    with pytest.raises(CallError, match=says):
        setup: dict[str, Any] = {key: str(tmp_path / name)}
        CameraPart(CameraSetup(device="0", **setup), LAYOUT, Inbox())


class Scene:
    """A source that shows a table as it stands now, again and again."""

    def __init__(self) -> None:
        self._film, self._drawn = SimulatedCamera(LAYOUT, seed=6), 0
        self._pictures: list[Image] = []
        self._pace = threading.Event()

    def set(self, stands: dict[SiteId, TokenColour]) -> None:
        self._pictures = [self._film.render(stands, at=0, number=number).image for number in range(3)]

    def grab(self) -> Image | None:
        self._pace.wait(0.1)  # frames are stamped with the clock of the machine
        self._drawn += 1
        return self._pictures[self._drawn % 3]

    def close(self) -> None:
        """Nothing is held."""


def test_given_tokens_that_are_shown_to_it_when_left_then_they_are_kept_and_read_by_from_then_on(
    tmp_path: Path,
) -> None:
    inbox, scene, kept = Inbox(), Scene(), tmp_path / "tokens-usa.json"
    scene.set({})
    part = CameraPart(
        CameraSetup(device="0", learned=str(kept)),
        LAYOUT,
        inbox,
        opened=lambda device: NewestFrame(scene, device),
    )
    try:
        assert part.can_be_shown
        part.begin_showing()
        _until(inbox, lambda items: LessonNews(step="wanted", seat="blue") in items)
        scene.set({SITE: "blue", SiteId("helena-omaha"): "blue"})
        told = _until(inbox, lambda items: LessonNews(step="wanted", seat="red") in items)
        assert LessonNews(step="taken", seat="blue") in told
        part.want("green")
        part.end_showing()
        told = _until(inbox, lambda items: ("live", "") in _healths(items))  # it looks afresh
    finally:
        part.close()
    assert ("live", "") in _healths(told)
    assert set(parse_looks(kept.read_text()).seats) == {"blue"}
