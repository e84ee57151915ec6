"""SHELL: frames from a device, a file, a folder or a video."""

import logging
import threading
import time
import zlib
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import Final

import cv2

from tabletop.network_address import is_network, told
from vision.devices import DEFAULT_SIZE, CameraError, FrozenCameraError, RibbonSource, Source, VideoSource
from vision.frame import Frame, FrameError
from vision.locking import ExposureLock
from vision.pictures import PICTURES, load_frame

log = logging.getLogger(__name__)

Clock = Callable[[], float]
_MISSES: Final = 25  # reads in a row without a picture after which a camera is gone
_MISS_S: Final = 0.02
_STOP_S: Final = 2.0
FROZEN_S: Final = 4.0
_RETRY_S: Final = 2.0  # between attempts to open a camera that is gone


class NewestFrame:
    """A thread that empties a camera's queue, so that a slow reader always gets the newest picture.

    The thread owns the source: it holds its controls by `keeper`, and closes it, also when a picture that
    never comes keeps it waiting after `close`.
    """

    def __init__(
        self,
        source: Source,
        name: str = "camera",
        clock: Clock = time.monotonic,
        keeper: ExposureLock | None = None,
    ) -> None:
        self._source = source
        self._keeper = keeper
        self._name = name
        self._clock = clock
        self._fresh = threading.Condition()
        self._frame: Frame | None = None
        self._failure: CameraError | None = None
        self._given = -1
        self._stopping = False
        self._pulse = _Pulse()
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

    def _untold(self) -> Frame | None:
        return self._frame if self._frame is not None and self._frame.number > self._given else None

    def _run(self) -> None:
        try:
            self._watch()
        except CameraError as error:
            self._fail(error)
        except (cv2.error, OSError, RuntimeError, FrameError) as error:
            self._fail(CameraError(f"camera {self._name}: stopped ({error}); check its cable"))
        finally:
            self._source.close()

    def _watch(self) -> None:
        number = misses = 0
        while not self._stopping:
            image = self._source.grab()
            if image is None:
                misses += 1
                if misses >= _MISSES:
                    raise CameraError(f"camera {self._name}: gives no more pictures; check its cable")
                time.sleep(_MISS_S)
                continue
            misses = 0
            frame = Frame(image, self._clock(), number)
            if self._pulse.frozen(frame):
                raise FrozenCameraError(
                    f"camera {self._name}: the very same picture for {FROZEN_S:g} s; unplug it for a moment"
                )
            self._keep(frame)
            number += 1
            with self._fresh:
                self._frame = frame
                self._fresh.notify_all()

    def _keep(self, frame: Frame) -> None:
        """Hold the camera's controls; every new stream starts with none held."""
        if self._keeper is None:
            return
        if frame.number == 0:
            self._keeper.started(frame.at)
        words = self._keeper.look(frame.image, frame.at)
        if words is not None:
            log.info("camera %s: %s", self._name, words)

    def _fail(self, error: CameraError) -> None:
        with self._fresh:
            self._failure = error
            self._fresh.notify_all()


class _Pulse:
    """Tells a camera that hangs: noise makes every picture of a living one new."""

    def __init__(self) -> None:
        self._sum: int | None = None
        self._since = 0.0

    def frozen(self, frame: Frame) -> bool:
        """Whether pictures have been the very same for too long; a black or white one has no noise either."""
        some = frame.image[::8, ::8]
        found = None if some.min() == some.max() else zlib.crc32(some.tobytes())
        if found is None or found != self._sum:
            self._sum, self._since = found, frame.at
            return False
        return frame.at - self._since >= FROZEN_S


def open_camera(device: int | str, size: tuple[int, int] | None = None) -> NewestFrame:
    """Open a live camera: a number, a path such as /dev/video0, an address, or `ribbon` for a Pi's own.

    Raises:
        CameraError: it cannot be opened.
    """
    if isinstance(device, str) and device.split(":")[0] == "ribbon":
        number = device.partition(":")[2] or "0"
        if not number.isdecimal():
            raise CameraError(f"camera {device}: no such name; give ribbon or ribbon:1")
        return _held(RibbonSource(int(number), size or DEFAULT_SIZE), device)
    number_or_path = int(device) if isinstance(device, str) and device.isdecimal() else device
    return _held(VideoSource(number_or_path, size), told(str(device)))


def _held(source: VideoSource | RibbonSource, name: str) -> NewestFrame:
    return NewestFrame(
        source, name, keeper=ExposureLock(source.controls) if source.controls is not None else None
    )


def is_device(name: str) -> bool:
    """Whether a name is a live camera's: a number, a path under /dev, `ribbon`, or an address."""
    return name.isdecimal() or name.startswith(("/dev/", "ribbon")) or is_network(name)


def frames_of(paths: list[str], fps: float = 10.0, clock: Clock = time.monotonic) -> Iterator[Frame]:
    """Frames of pictures, folders of pictures, one video, or one live device, in order.

    A picture that cannot be used is passed over, and raised when all others have come.

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
        if is_device(only):
            return _live(only, fps, clock)
        if not Path(only).is_dir() and Path(only).is_file() and Path(only).suffix.lower() not in PICTURES:
            return _video(only, fps)
    return _pictures(paths, fps)


def lasting_frames(
    device: str,
    fps: float = 10.0,
    clock: Clock = time.monotonic,
    wait: Callable[[float], object] = time.sleep,
    opened: Callable[[str], NewestFrame] = open_camera,
) -> Generator[Frame | CameraError]:
    """Frames of a live device that may be unplugged: then its CameraError comes once, and later frames again.

    Raises:
        CameraError: it cannot be opened at the start.
    """
    camera: NewestFrame | None = opened(device)
    number = 0
    try:
        while True:
            due = clock() + 1 / fps
            try:
                camera = camera or opened(device)
                frame = camera.newest()
            except CameraError as error:
                if camera is not None:
                    camera.close()
                    camera = None
                    yield error
                wait(_RETRY_S)
                continue
            yield Frame(frame.image, frame.at, number)
            number += 1
            wait(max(0.0, due - clock()))
    finally:
        if camera is not None:
            camera.close()


def _pictures(paths: list[str], fps: float) -> Iterator[Frame]:
    broken: list[FrameError] = []
    for number, file in enumerate(_files(paths)):
        try:
            frame = load_frame(file, at=number / fps, number=number)
        except FrameError as error:
            broken.append(error)
        else:
            yield frame
    if broken:
        more = f" (and {len(broken) - 1} more)" if len(broken) > 1 else ""
        raise FrameError(f"{broken[0]}{more}")


def _files(paths: list[str]) -> list[Path]:
    files: list[Path] = []
    for path in map(Path, paths):
        if not path.is_dir():
            files.append(path)
            continue
        inside = sorted(item for item in path.iterdir() if item.suffix.lower() in PICTURES)
        if not inside:
            raise CameraError(f"{path}: a folder without pictures; give one with JPEG or PNG files")
        files += inside
    return files


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
