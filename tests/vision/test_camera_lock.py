"""Exposure, white balance and focus held and read back, on cameras that obey, forget, or have none."""

import sys
from collections.abc import Mapping
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import cv2
import numpy as np
import pytest

from vision import CameraError, open_camera
from vision.devices import RibbonControls, VideoControls
from vision.frame import Image
from vision.locking import CHECK_S, SETTLE_S, Controls, ExposureLock


class FakeCapture:
    """A webcam's properties. While its automatics are on, exposure and white balance wander by themselves."""

    def __init__(
        self, refuses: tuple[int, ...] = (), lacks: tuple[int, ...] = (), auto_is: float = 3.0
    ) -> None:
        self.values: dict[int, float] = {
            cv2.CAP_PROP_AUTO_EXPOSURE: auto_is,
            cv2.CAP_PROP_AUTO_WB: 1.0,
            cv2.CAP_PROP_AUTOFOCUS: 1.0,
            cv2.CAP_PROP_EXPOSURE: 157.0,
            cv2.CAP_PROP_GAIN: 0.0,
            cv2.CAP_PROP_WB_TEMPERATURE: 4600.0,
            cv2.CAP_PROP_FOCUS: 30.0,
        }
        self._refuses, self._lacks, self._auto_is = refuses, lacks, auto_is
        self.log: list[tuple[int, float]] = []

    def get(self, prop: int) -> float:
        return -1.0 if prop in self._lacks else self.values.get(prop, -1.0)

    def set(self, prop: int, value: float) -> bool:
        self.log.append((prop, value))
        wrong_menu = prop == cv2.CAP_PROP_AUTO_EXPOSURE and value not in (1.0, self._auto_is)
        if prop in self._refuses or prop in self._lacks or wrong_menu:
            return False
        self.values[prop] = value
        return True

    def wander(self) -> None:
        if self.values[cv2.CAP_PROP_AUTO_EXPOSURE] != 1.0:
            self.values[cv2.CAP_PROP_EXPOSURE] *= 1.4
        if self.values[cv2.CAP_PROP_AUTO_WB] == 1.0:
            self.values[cv2.CAP_PROP_WB_TEMPERATURE] += 700


def _picture(shade: int) -> Image:
    return np.full((240, 320, 3), shade, np.uint8)


def _run(keeper: ExposureLock, shades: list[int], start: float = 0.0, step: float = 0.5) -> list[str]:
    said = [keeper.look(_picture(shade), start + number * step) for number, shade in enumerate(shades)]
    return [words for words in said if words is not None]


def _started(controls: Controls) -> ExposureLock:
    keeper = ExposureLock(controls)
    keeper.started(0.0)
    return keeper


def test_given_a_webcam_when_it_has_settled_then_held_read_back_and_said_once() -> None:
    capture = FakeCapture()
    keeper = _started(VideoControls(capture))
    assert _run(keeper, [100] * 4) == []  # SETTLE_S have not passed
    assert _run(keeper, [100] * 12, start=SETTLE_S) == [
        "held: exposure 157, gain 0, white balance 4600, focus 30"
    ]
    capture.wander()
    assert capture.values[cv2.CAP_PROP_EXPOSURE] == 157.0
    assert capture.values[cv2.CAP_PROP_WB_TEMPERATURE] == 4600.0
    assert capture.values[cv2.CAP_PROP_AUTOFOCUS] == 0.0
    assert keeper.held


def test_given_a_webcam_when_held_then_each_automatic_is_off_before_its_value_is_set() -> None:
    capture = FakeCapture()
    VideoControls(capture).hold({"exposure": 157.0, "white balance": 4600.0, "focus": 30.0})
    order = [prop for prop, _ in capture.log]
    for automatic, value in (
        (cv2.CAP_PROP_AUTO_EXPOSURE, cv2.CAP_PROP_EXPOSURE),
        (cv2.CAP_PROP_AUTO_WB, cv2.CAP_PROP_WB_TEMPERATURE),
        (cv2.CAP_PROP_AUTOFOCUS, cv2.CAP_PROP_FOCUS),
    ):
        assert order.index(automatic) < order.index(value)


@pytest.mark.parametrize("auto_is", [3.0, 0.0])
def test_given_either_name_of_automatic_exposure_when_released_then_it_is_on(auto_is: float) -> None:
    capture = FakeCapture(auto_is=auto_is)
    capture.values[cv2.CAP_PROP_AUTO_EXPOSURE] = 1.0
    VideoControls(capture).release()
    assert capture.values[cv2.CAP_PROP_AUTO_EXPOSURE] == auto_is


def test_given_a_driver_that_goes_on_adjusting_when_read_back_then_tried_twice_and_said() -> None:
    capture = FakeCapture(refuses=(cv2.CAP_PROP_AUTO_WB,))
    keeper = _started(VideoControls(capture))
    said: list[str] = []
    for number in range(30):
        capture.wander()
        said += _run(keeper, [100], start=number * 0.5)
    assert said == ["the camera does not keep white balance as set; it goes on adjusting itself"]
    assert not keeper.held
    assert capture.values[cv2.CAP_PROP_AUTO_EXPOSURE] == 3.0  # let go again


def test_given_an_exposure_that_was_not_the_real_one_when_held_then_the_dark_picture_tells() -> None:
    keeper = _started(VideoControls(FakeCapture()))
    said: list[str] = []
    for number in range(40):
        held = keeper._state == "checking"
        said += _run(keeper, [40 if held else 120], start=number * 0.5)
    assert said == ["the camera does not keep brightness as set; it goes on adjusting itself"]


def test_given_a_camera_without_controls_when_started_then_said_once_and_left_alone() -> None:
    every = (cv2.CAP_PROP_EXPOSURE, cv2.CAP_PROP_GAIN, cv2.CAP_PROP_WB_TEMPERATURE, cv2.CAP_PROP_FOCUS)
    keeper = _started(VideoControls(FakeCapture(lacks=every)))
    assert len(_run(keeper, [100] * 40)) == 1
    assert not keeper.held


def test_given_held_controls_when_a_lamp_goes_on_then_let_go_and_held_anew() -> None:
    capture = FakeCapture()
    keeper = _started(VideoControls(capture))
    _run(keeper, [100] * 12)
    assert keeper.held
    assert _run(keeper, [180], start=6.0) == []  # one bright picture is no lamp
    assert _run(keeper, [100], start=6.5) == []
    assert _run(keeper, [180] * 3, start=7.0) == ["the light has changed; the camera adjusts itself anew"]
    assert capture.values[cv2.CAP_PROP_AUTO_EXPOSURE] == 3.0
    capture.values[cv2.CAP_PROP_EXPOSURE] = 80.0
    settled = _run(keeper, [110] * 12, start=8.5)
    assert settled[0].startswith("held: exposure 80")
    assert keeper.held


def test_given_an_arm_over_a_third_of_the_picture_when_held_then_it_stays_held() -> None:
    keeper = _started(VideoControls(FakeCapture()))
    _run(keeper, [100] * 12)
    armed = _picture(100)
    armed[:80] = 10
    assert [keeper.look(armed, 10.0 + number) for number in range(5)] == [None] * 5
    assert keeper.held


def test_given_a_stream_that_starts_again_when_looked_at_then_held_again() -> None:
    capture = FakeCapture()
    keeper = _started(VideoControls(capture))
    _run(keeper, [100] * 12)
    capture.values[cv2.CAP_PROP_AUTO_EXPOSURE] = 3.0  # a driver forgets when the stream stops
    keeper.started(20.0)
    assert not keeper.held
    assert len(_run(keeper, [100] * 12, start=20.0)) == 1
    assert capture.values[cv2.CAP_PROP_AUTO_EXPOSURE] == 1.0


class FakePicamera:
    """What is used of picamera2.Picamera2."""

    def __init__(self, *, focuses: bool) -> None:
        self.camera_controls: Mapping[str, Any] = {"AfMode": (0, 2, 0)} if focuses else {}
        self.set: dict[str, Any] = {}

    def capture_metadata(self) -> dict[str, Any]:
        told = {"ExposureTime": 9995, "AnalogueGain": 1.5, "ColourGains": (1.75, 1.62), "LensPosition": 1.1}
        return {**told, **{key: value for key, value in self.set.items() if key in told}}

    def set_controls(self, controls: dict[str, Any]) -> None:
        self.set.update(controls)


def test_given_a_ribbon_camera_when_it_has_settled_then_all_is_held() -> None:
    camera = FakePicamera(focuses=True)
    keeper = _started(RibbonControls(camera))
    assert camera.set == {"AeEnable": True, "AwbEnable": True, "AfMode": 2}
    (words,) = _run(keeper, [100] * 12)
    assert "exposure 9995" in words
    assert camera.set["AeEnable"] is camera.set["AwbEnable"] is False
    assert camera.set["AfMode"] == 0
    assert camera.set["ColourGains"] == pytest.approx((1.75, 1.62))
    assert camera.set["LensPosition"] == 1.1
    assert keeper.held


def test_given_a_ribbon_camera_without_a_focus_motor_when_held_then_focus_is_not_asked_for() -> None:
    camera = FakePicamera(focuses=False)
    keeper = _started(RibbonControls(camera))
    _run(keeper, [100] * 12)
    assert keeper.held
    assert "AfMode" not in camera.set
    assert "LensPosition" not in camera.set


def test_given_the_times_when_compared_then_read_back_two_seconds_after() -> None:
    assert (SETTLE_S, CHECK_S) == (2.0, 2.0)


def test_given_a_ribbon_camera_that_does_not_start_when_opened_then_it_is_let_go_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    closed: list[int] = []

    class Stubborn:
        def __init__(self, number: int) -> None:
            self._number = number

        def create_video_configuration(self, main: dict[str, object]) -> dict[str, object]:
            return main

        def configure(self, configuration: dict[str, object]) -> None:
            raise RuntimeError("Failed to configure")

        def close(self) -> None:
            closed.append(self._number)

    monkeypatch.setitem(sys.modules, "picamera2", SimpleNamespace(Picamera2=Stubborn))
    with pytest.raises(CameraError, match=r"ribbon camera 1: does not start \(Failed to configure\)"):
        open_camera("ribbon:1")
    assert closed == [1]


def test_given_a_picamera_that_was_built_for_another_numpy_when_opened_then_one_line_says_what_to_use(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    said = "numpy.dtype size changed, may indicate binary incompatibility"
    (tmp_path / "picamera2.py").write_text(f"raise ValueError({said!r})\n")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(CameraError, match=rf"ribbon camera 0: picamera2 does not load \({said}\); use "):
        open_camera("ribbon")
