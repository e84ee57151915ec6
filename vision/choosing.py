"""SHELL: which of this machine's cameras sees the board: one is not asked for its number."""

import logging
from collections.abc import Callable, Iterable
from importlib.util import find_spec
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from tabletop import Markers
from vision.camera import NewestFrame, open_camera
from vision.devices import CameraError
from vision.markers import MarkerFinder

AUTO: Final = "auto"
_ENOUGH: Final = 3  # markers by which a board's place is known
_LOOKS: Final = 5  # pictures of a camera that has just begun: the first ones are dark

log = logging.getLogger(__name__)


def cameras(folder: Path = Path("/dev")) -> list[str]:
    """Every camera of this machine; a laptop's own comes before those that are plugged in."""
    found = [path for path in folder.glob("video*") if path.name.removeprefix("video").isdecimal()]
    found.sort(key=lambda path: int(path.name.removeprefix("video")))
    ribbon = ["ribbon"] if find_spec("picamera2") is not None else []
    return [*map(str, found), *ribbon]


def choose_camera(
    markers: Markers,
    size: tuple[int, int] | None = None,
    *,
    devices: Callable[[], Iterable[str]] = cameras,
    opened: Callable[[str, tuple[int, int] | None], NewestFrame] = open_camera,
) -> NewestFrame:
    """The camera that sees most of a board's markers; where none sees any, the one that came last.

    Raises:
        CameraError: there is none that gives pictures.
    """
    finder, best, most = MarkerFinder(markers), None, -1
    tried: list[str] = []
    for device in devices():
        tried.append(device)
        try:
            camera = opened(device, size)
        except CameraError as error:
            log.debug("%s", error)
            continue
        seen = _seen(camera, finder)
        if seen is None or seen < most:
            camera.close()
            continue
        log.info("camera %s sees %d of the board's markers", device, seen)
        if best is not None:
            best.close()
        best, most = camera, seen
        if most >= _ENOUGH:
            break
    if best is None:
        what = f"none of {', '.join(tried)} gives pictures" if tried else "there is none"
        raise CameraError(f"camera {AUTO}: {what}; plug one in, or give its address as [camera] device")
    return best


def _seen(camera: NewestFrame, finder: MarkerFinder) -> int | None:
    """How many markers it sees in its first pictures; None: it gives none."""
    most = None
    try:
        for _ in range(_LOOKS):
            grey = np.asarray(cv2.cvtColor(camera.newest().image, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
            most = max(len(finder.everywhere(grey)), most or 0)
            if most >= _ENOUGH:
                break
    except CameraError as error:
        log.debug("%s", error)
    return most
