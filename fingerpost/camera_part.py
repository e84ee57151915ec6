"""SHELL: the table's camera, read in a thread of its own; what it shows goes to the inbox."""

import logging
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from fingerpost.assemble import Inbox
from fingerpost.errors import CallError
from tabletop import BoardLayout, DeviceHealth, Observation, with_score_pins

if TYPE_CHECKING:  # OpenCV is loaded only where a camera is
    from vision import CameraError, CameraModel, CameraSensor, Frame, NewestFrame, TokenLooks

FRAMES_PER_S: Final = 10.0
_RETRY_S: Final = 1.0

log = logging.getLogger("fingerpost.camera")


@dataclass(frozen=True, slots=True, kw_only=True)
class CameraSetup:
    """One camera of the config; an empty text means: none."""

    device: str
    calibration: str = ""  # a camera/1 file
    reference: str = ""  # a picture of the empty board by this camera from where it stands
    evidence: str = ""  # a folder
    tokens: str = ""  # a tokens/1 file


class CameraPart:
    """The camera of a table; one that is unplugged or hangs is said and opened again.

    Args:
        opened: how a device is opened; for tests.
        pause: waits some seconds; for tests.
    Raises:
        CallError: a file of the setup cannot be used, or the board has no markers.
    """

    def __init__(
        self,
        setup: CameraSetup,
        layout: BoardLayout,
        inbox: Inbox,
        *,
        opened: "Callable[[str], NewestFrame] | None" = None,
        pause: Callable[[float], object] | None = None,
    ) -> None:
        from vision import (
            CameraFileError,
            CameraSensor,
            EvidenceRing,
            FrameError,
            TokensFileError,
            load_frame,
            open_camera,
        )

        layout = with_score_pins(layout)
        try:
            model = _model(setup.calibration)
            reference = load_frame(Path(setup.reference)) if setup.reference else None
            looks = _looks(setup.tokens)
            self._made = partial(CameraSensor, layout, reference=reference, looks=looks)
            self._model = model
            self._sensor = self._afresh()
            self._keeping = (
                partial(EvidenceRing, Path(setup.evidence), layout, looks=looks) if setup.evidence else None
            )
            self._ring = self._keeping(camera=model) if self._keeping is not None else None
        except (CameraFileError, FrameError, TokensFileError) as error:
            raise CallError(f"[camera] {error}") from None
        self._device = setup.device
        self._logged = ""  # what the log was last told to be amiss; nothing while there are pictures
        self._inbox = inbox
        self._opened = opened or partial(open_camera, size=model.size if model is not None else None)
        self._ended = threading.Event()
        self._pause = pause or self._ended.wait
        self._thread = threading.Thread(target=self._look, name="camera", daemon=True)
        self._thread.start()

    def poll(self, at: float) -> None:
        """Nothing to do here: the thread hands on by itself."""

    def close(self) -> None:
        """End the thread."""
        self._ended.set()
        self._thread.join(timeout=4.0)

    def _look(self) -> None:
        from vision import CameraError, CameraFileError, FrameError

        for item in self._frames():
            try:
                if isinstance(item, CameraError):
                    raise item
                told = self._sensor.see(item)
            except CameraFileError as error:
                # The driver gives pictures of another aspect than it was calibrated at: the lens is guessed.
                log.warning("%s; until then the lens is guessed", error)
                self._model = None
                self._sensor = self._afresh()
                self._ring = self._keeping() if self._keeping is not None else None
                continue
            except (CameraError, FrameError) as error:
                self._lost(error)
                continue
            self._logged = ""
            for news in told:
                self._inbox.put(news)
            if self._ring is not None:
                self._ring.note(item, [news for news in told if isinstance(news, Observation)])

    def _afresh(self) -> "CameraSensor":
        """A sensor that says "live" again when it has found the board; the old one has said it."""
        return self._made(camera=self._model)

    def _frames(self) -> "Iterator[Frame | CameraError]":
        """Frames until the end is asked for; a camera that is not there yet is waited for."""
        from vision import CameraError, lasting_frames

        while not self._ended.is_set():
            frames = lasting_frames(self._device, FRAMES_PER_S, wait=self._pause, opened=self._opened)
            try:
                for item in frames:
                    if self._ended.is_set():
                        return
                    yield item
            except CameraError as error:
                yield error
            finally:
                frames.close()
            self._pause(_RETRY_S)

    def _lost(self, error: Exception) -> None:
        from vision import FrozenCameraError

        if str(error) != self._logged:  # a camera that stays away is tried every two seconds, and told once
            self._logged = str(error)
            log.warning("%s", error)
        cause = "frozen" if isinstance(error, FrozenCameraError) else "unplugged"
        at = time.monotonic()
        self._inbox.put(
            DeviceHealth(device="camera", condition="lost", at=at, cause=cause, detail=str(error))
        )
        self._sensor = self._afresh()
        self._pause(_RETRY_S)


def _model(calibration: str) -> "CameraModel | None":
    from vision import parse_camera

    return parse_camera(_text("calibration", calibration), source=calibration) if calibration else None


def _looks(tokens: str) -> "TokenLooks | None":
    from vision import parse_looks

    return parse_looks(_text("tokens", tokens), source=tokens) if tokens else None


def _text(key: str, path: str) -> str:
    try:
        return Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        words = error.strerror if isinstance(error, OSError) else "no text"
        raise CallError(f"[camera] {key} {path}: {words}; check the path") from None
