"""SHELL: frames from a device, a file, a folder or a video."""

import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final, Protocol

import cv2
import numpy as np

from vision.frame import Frame, FrameError, Image
from vision.pictures import PICTURES, load_frame

Clock = Callable[[], float]
_OPEN_TRIES: Final = 3
_MISSES: Final = 25  # reads in a row without a picture after which a camera is gone
_STOP_S: Final = 2.0


class CameraError(Exception):
    """A camera that cannot be opened or has stopped; the message says what, which and what to do."""


class Source(Protocol):
    """Something that gives one picture after another."""

    def grab(self) -> Image | None:
        """The next picture, or None when there is none this time."""

    def close(self) -> None:
        """Give the device back."""


class VideoSource:
    """A camera or a video file that OpenCV opens.

    Args:
        device: a number, a path such as /dev/video0, or a video file.
    Raises:
        CameraError: it cannot be opened.
    """

    def __init__(self, device: int | str, size: tuple[int, int] | None = None) -> None:
        self._name = f"/dev/video{device}" if isinstance(device, int) else device
        live = isinstance(device, int) or device.startswith("/dev/")
        previous = cv2.utils.logging.setLogLevel(0)
        try:
            self._capture = cv2.VideoCapture(device, cv2.CAP_V4L2) if live else cv2.VideoCapture(device)
        except cv2.error:
            self._capture = cv2.VideoCapture()
        finally:
            cv2.utils.logging.setLogLevel(previous)
        if not self._capture.isOpened():
            todo = "check its cable, and that nobody else uses it" if live else "give a video or picture file"
            raise CameraError(f"camera {self._name}: cannot be opened; {todo}")
        if size is not None and live:
            self._capture.set(cv2.CAP_PROP_FRAME_WIDTH, size[0])
            self._capture.set(cv2.CAP_PROP_FRAME_HEIGHT, size[1])
        if live:
            self._capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)

    def grab(self) -> Image | None:
        """The next picture, or None at a video's end or when the camera has none."""
        good, image = self._capture.read()
        return np.asarray(image, dtype=np.uint8) if good and image is not None else None

    def close(self) -> None:
        """Give the device back."""
        self._capture.release()


class RibbonSource:
    """A Raspberry Pi ribbon camera through picamera2, which the system provides (python3-picamera2).

    Raises:
        CameraError: picamera2 or the camera is missing.
    """

    def __init__(self, number: int = 0, size: tuple[int, int] = (1920, 1080)) -> None:
        try:
            from picamera2 import Picamera2
        except ImportError:
            raise CameraError(
                f"ribbon camera {number}: picamera2 is missing; install python3-picamera2 and make the "
                "virtual environment with --system-site-packages"
            ) from None
        try:
            self._camera = Picamera2(number)
            self._camera.configure(
                self._camera.create_video_configuration({"size": size, "format": "RGB888"})
            )
            self._camera.start()
        except (RuntimeError, IndexError, OSError) as error:
            raise CameraError(f"ribbon camera {number}: does not start ({error}); check its cable") from None

    def grab(self) -> Image | None:
        """The newest picture. What picamera2 calls RGB888 lies in memory as BGR."""
        return np.asarray(self._camera.capture_array(), dtype=np.uint8)

    def close(self) -> None:
        """Give the device back."""
        self._camera.stop()
        self._camera.close()


class NewestFrame:
    """A thread that empties a camera's queue, so that a slow reader always gets the newest picture."""

    def __init__(self, source: Source, name: str = "camera", clock: Clock = time.monotonic) -> None:
        self._source = source
        self._name = name
        self._clock = clock
        self._fresh = threading.Condition()
        self._frame: Frame | None = None
        self._failure: CameraError | None = None
        self._given = -1
        self._stopping = False
        self._thread = threading.Thread(target=self._run, name=f"{name} frames", daemon=True)
        self._thread.start()

    def newest(self, timeout: float = 2.0) -> Frame:
        """The newest frame that was not handed out yet; waits for one.

        Raises:
            CameraError: the camera has stopped, or gives none in time.
        """
        with self._fresh:
            self._fresh.wait_for(lambda: self._failure is not None or self._untold() is not None, timeout)
            frame = self._untold()
            if frame is not None:
                self._given = frame.number
                return frame
            raise self._failure or CameraError(
                f"camera {self._name}: no picture for {timeout:g} s; check its cable"
            )

    def __enter__(self) -> "NewestFrame":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Stop the thread and give the device back."""
        self._stopping = True
        self._thread.join(_STOP_S)
        self._source.close()

    def _untold(self) -> Frame | None:
        return self._frame if self._frame is not None and self._frame.number > self._given else None

    def _run(self) -> None:
        number = misses = 0
        while not self._stopping:
            try:
                image = self._source.grab()
                frame = Frame(image, self._clock(), number) if image is not None else None
            except (cv2.error, OSError, RuntimeError, FrameError) as error:
                self._fail(f"camera {self._name}: stopped ({error}); check its cable")
                return
            if frame is None:
                misses += 1
                if misses >= _MISSES:
                    self._fail(f"camera {self._name}: gives no more pictures; check its cable")
                    return
                time.sleep(0.02)
                continue
            misses = 0
            number += 1
            with self._fresh:
                self._frame = frame
                self._fresh.notify_all()

    def _fail(self, message: str) -> None:
        with self._fresh:
            self._failure = CameraError(message)
            self._fresh.notify_all()


def open_camera(device: int | str, size: tuple[int, int] | None = None) -> NewestFrame:
    """Open a live camera: a number, a path such as /dev/video0, or `ribbon` / `ribbon:1` for a Pi's own.

    Raises:
        CameraError: it cannot be opened.
    """
    if isinstance(device, str) and device.split(":")[0] == "ribbon":
        number = device.partition(":")[2] or "0"
        if not number.isdecimal():
            raise CameraError(f"camera {device}: no such name; give ribbon or ribbon:1")
        return NewestFrame(RibbonSource(int(number), size or (1920, 1080)), device)
    number_or_path = int(device) if isinstance(device, str) and device.isdecimal() else device
    return NewestFrame(VideoSource(number_or_path, size), str(device))


def frames_of(paths: list[str], fps: float = 10.0, clock: Clock = time.monotonic) -> Iterator[Frame]:
    """Frames of pictures, folders of pictures, one video, or one live device, in order.

    Args:
        fps: pictures a second that files stand for; a live device is read at most so often.
    Raises:
        CameraError: a device or video cannot be opened, a folder holds no pictures, or nothing was given.
        FrameError: a picture file cannot be used.
    """
    if not paths:
        raise CameraError("no pictures given; give picture files, a folder, a video or a device")
    if not 0 < fps <= 1000:
        raise CameraError(f"fps is {fps:g}; give a number above 0, at most 1000")
    if len(paths) == 1:
        only = paths[0]
        if only.isdecimal() or only.startswith(("/dev/", "ribbon")):
            return _live(only, fps, clock)
        if not Path(only).is_dir() and Path(only).is_file() and Path(only).suffix.lower() not in PICTURES:
            return _video(only, fps)
    return _pictures(paths, fps)


def _pictures(paths: list[str], fps: float) -> Iterator[Frame]:
    number = 0
    for name in paths:
        path = Path(name)
        files = [path]
        if path.is_dir():
            files = sorted(item for item in path.iterdir() if item.suffix.lower() in PICTURES)
            if not files:
                raise CameraError(f"{path}: a folder without pictures; give one with JPEG or PNG files")
        for file in files:
            yield load_frame(file, at=number / fps, number=number)
            number += 1


def _video(name: str, fps: float) -> Iterator[Frame]:
    source = VideoSource(name)
    try:
        number = 0
        while (image := source.grab()) is not None:
            yield Frame(image, number / fps, number)
            number += 1
        if number == 0:
            raise CameraError(f"{name}: holds no pictures; give a video or picture files")
    finally:
        source.close()


def _live(device: str, fps: float, clock: Clock) -> Iterator[Frame]:
    with open_camera(device) as camera:
        while True:
            due = clock() + 1 / fps
            yield camera.newest()
            time.sleep(max(0.0, due - clock()))
