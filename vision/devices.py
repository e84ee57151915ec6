"""SHELL: cameras and video files as sources of pictures; USB by OpenCV, ribbon cameras by picamera2."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, Protocol

import cv2
import numpy as np

from tabletop.network_address import is_network, told
from vision.frame import Image
from vision.locking import Controls, Values

# No lines of FFmpeg's own about a broken file beside ours; OpenCV reads it when it first opens one.
os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")

DEFAULT_SIZE: Final = (1920, 1080)  # asked for where nothing else is; drivers offer 640 x 480 by themselves
# A network camera that does not answer is lost after this time, as one whose cable is drawn.
_WAITING: Final = [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, 5_000, cv2.CAP_PROP_READ_TIMEOUT_MSEC, 5_000]
_AUTO_EXPOSURE: Final = (3.0, 0.0)  # V4L2's "aperture priority", which webcams have, and "auto"
_MANUAL_EXPOSURE: Final = 1.0


class CameraError(Exception):
    """A camera that cannot be opened or has stopped; the message says what, which and what to do."""


class FrozenCameraError(CameraError):
    """A camera that gives one and the same picture again and again."""


class Source(Protocol):
    """Something that gives one picture after another."""

    def grab(self) -> Image | None:
        """The next picture, or None when there is none this time."""

    def close(self) -> None:
        """Give the device back."""


class Capture(Protocol):
    """What is used of cv2.VideoCapture."""

    def get(self, prop: int) -> float:
        """A property's value; -1 when the camera has none."""

    def set(self, prop: int, value: float) -> bool:
        """Set a property; whether the driver took it."""


class VideoControls:
    """A USB camera's exposure, white balance and focus, through OpenCV's V4L2 properties."""

    def __init__(self, capture: Capture) -> None:
        self._capture = capture

    def release(self) -> None:
        """Let the camera adjust itself."""
        for auto in _AUTO_EXPOSURE:
            self._capture.set(cv2.CAP_PROP_AUTO_EXPOSURE, auto)
            if self._capture.get(cv2.CAP_PROP_AUTO_EXPOSURE) == auto:
                break
        self._capture.set(cv2.CAP_PROP_AUTO_WB, 1)
        self._capture.set(cv2.CAP_PROP_AUTOFOCUS, 1)

    def values(self) -> Values:
        """What the camera tells; gain 0 is a value, others at 0 or below are none."""
        told = {name: float(self._capture.get(prop)) for name, prop in _PROPERTIES.items()}
        return {
            name: value for name, value in told.items() if value > 0 or (value == 0 and name in _MAY_BE_0)
        }

    def hold(self, values: Values) -> None:
        """Switch each automatic off before its value is set: drivers refuse it otherwise."""
        if "exposure" in values:
            self._capture.set(cv2.CAP_PROP_AUTO_EXPOSURE, _MANUAL_EXPOSURE)
        if "white balance" in values:
            self._capture.set(cv2.CAP_PROP_AUTO_WB, 0)
        if "focus" in values:
            self._capture.set(cv2.CAP_PROP_AUTOFOCUS, 0)
        for name, value in values.items():
            self._capture.set(_PROPERTIES[name], value)


_PROPERTIES: Final[Mapping[str, int]] = {
    "exposure": cv2.CAP_PROP_EXPOSURE,
    "gain": cv2.CAP_PROP_GAIN,
    "white balance": cv2.CAP_PROP_WB_TEMPERATURE,
    "focus": cv2.CAP_PROP_FOCUS,
}
_MAY_BE_0: Final = frozenset(("gain", "focus"))


class VideoSource:
    """A camera or a video file that OpenCV opens.

    Args:
        device: a number, a path such as /dev/video0, an address (http://, rtsp://), or a video file.
    Raises:
        CameraError: it cannot be opened.
    """

    def __init__(self, device: int | str, size: tuple[int, int] | None = None) -> None:
        name = f"/dev/video{device}" if isinstance(device, int) else told(device)
        elsewhere = isinstance(device, str) and is_network(device)
        live = isinstance(device, int) or device.startswith("/dev/")
        previous = cv2.utils.logging.setLogLevel(0)
        try:
            if elsewhere:
                self._capture = cv2.VideoCapture(str(device), cv2.CAP_FFMPEG, _WAITING)
            else:
                self._capture = cv2.VideoCapture(device, cv2.CAP_V4L2) if live else cv2.VideoCapture(device)
        except cv2.error:
            self._capture = cv2.VideoCapture()
        finally:
            cv2.utils.logging.setLogLevel(previous)
        if not self._capture.isOpened():
            todo = _why_not(name) if live else "give a video or picture file"
            if elsewhere:
                todo = "is it on, in this network, and are its address, user and password right?"
            raise CameraError(f"camera {name}: cannot be opened; {todo}")
        if live:
            wide, high = size or DEFAULT_SIZE
            # Uncompressed, most USB cameras give five large pictures a second.
            self._capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
            self._capture.set(cv2.CAP_PROP_FRAME_WIDTH, wide)
            self._capture.set(cv2.CAP_PROP_FRAME_HEIGHT, high)
            self._capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
        self.controls: Controls | None = VideoControls(self._capture) if live else None

    def grab(self) -> Image | None:
        """The next picture, or None at a video's end or when the camera has none."""
        good, image = self._capture.read()
        return np.asarray(image, dtype=np.uint8) if good and image is not None else None

    def close(self) -> None:
        """Give the device back."""
        self._capture.release()


def _why_not(device: str) -> str:
    """What to do about a device that OpenCV does not open, which tells nothing itself."""
    if not Path(device).exists():
        return "it is not there; check its cable, and the name with: ls /dev/v4l/by-id"
    if not os.access(device, os.R_OK | os.W_OK):
        return "no right to use it; add this user to the group video, then log in again"
    return "end what else uses it, or name another: of a camera's two devices only one gives pictures"


class RibbonControls:
    """A ribbon camera's exposure, white balance and focus, through picamera2."""

    def __init__(self, camera: Any) -> None:
        self._camera = camera
        self._focuses = "AfMode" in getattr(camera, "camera_controls", {})

    def release(self) -> None:
        """Let the camera adjust itself."""
        focus = {"AfMode": _AF_CONTINUOUS} if self._focuses else {}
        self._camera.set_controls({"AeEnable": True, "AwbEnable": True, **focus})

    def values(self) -> Values:
        """What the last picture was taken with."""
        told = self._camera.capture_metadata()
        values = {name: float(told[key]) for name, key in _METADATA.items() if key in told}
        if "ColourGains" in told:
            values["red gain"], values["blue gain"] = (100 * float(gain) for gain in told["ColourGains"])
        if not self._focuses:
            values.pop("focus", None)
        return values

    def hold(self, values: Values) -> None:
        """Stop adjusting, and set these."""
        controls: dict[str, object] = {"AeEnable": False, "AwbEnable": False}
        for name, key in _METADATA.items():
            if name in values and name != "focus":
                controls[key] = int(values[name]) if key == "ExposureTime" else values[name]
        if "red gain" in values and "blue gain" in values:
            controls["ColourGains"] = (values["red gain"] / 100, values["blue gain"] / 100)
        if "focus" in values:
            controls |= {"AfMode": _AF_MANUAL, "LensPosition": values["focus"]}
        self._camera.set_controls(controls)


_AF_MANUAL: Final = 0  # libcamera's AfModeEnum, which only picamera2's system package names
_AF_CONTINUOUS: Final = 2
_METADATA: Final[Mapping[str, str]] = {
    "exposure": "ExposureTime",
    "gain": "AnalogueGain",
    "focus": "LensPosition",
}


class RibbonSource:
    """A Raspberry Pi ribbon camera through picamera2, which the system provides (python3-picamera2).

    Raises:
        CameraError: picamera2 or the camera is missing, or picamera2 does not go together with this numpy.
    """

    def __init__(self, number: int = 0, size: tuple[int, int] = DEFAULT_SIZE) -> None:
        try:
            from picamera2 import Picamera2
        except ImportError:
            raise CameraError(
                f"ribbon camera {number}: picamera2 is missing; install python3-picamera2 and make the "
                "virtual environment with --system-site-packages"
            ) from None
        except ValueError as error:  # bookworm's was built for numpy 1: raspberrypi/picamera2#1211
            raise CameraError(
                f"ribbon camera {number}: picamera2 does not load ({error}); "
                "use Raspberry Pi OS trixie, or a USB camera"
            ) from None
        self._camera: Any = None
        try:
            self._camera = Picamera2(number)
            self._camera.configure(
                self._camera.create_video_configuration({"size": size, "format": "RGB888"})
            )
            self._camera.start()
        except (RuntimeError, IndexError, OSError) as error:
            if self._camera is not None:  # half open it would be "in use" at the next try
                self._camera.close()
            raise CameraError(f"ribbon camera {number}: does not start ({error}); check its cable") from None
        self.controls: Controls | None = RibbonControls(self._camera)

    def grab(self) -> Image | None:
        """The newest picture. What picamera2 calls RGB888 lies in memory as BGR."""
        return np.asarray(self._camera.capture_array(), dtype=np.uint8)

    def close(self) -> None:
        """Give the device back."""
        self._camera.stop()
        self._camera.close()
