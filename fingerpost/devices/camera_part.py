"""SHELL: the table's camera, read in a thread of its own; what it shows goes to the inbox."""

import logging
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from fingerpost.devices.camera_lessons import Known, Lesson
from fingerpost.devices.inbox import Inbox
from fingerpost.devices.token_showing_part import TokenShowing
from storage.reading import read_text
from table.errors import CallError, why
from tabletop import BoardLayout, DeviceHealth, Observation, SiteId, TokenColour, with_score_pins

if TYPE_CHECKING:  # OpenCV is loaded only where a camera is
    from vision import (
        CameraError,
        CameraModel,
        CameraSensor,
        EvidenceRing,
        Frame,
        NewestFrame,
        TokenLooks,
    )

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
    learned: str = ""  # where to write one when the tokens are shown, if `tokens` names none
    least: float = 0.0  # confidence below which what it sees counts as unknown


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
            Lookout,
            TokensFileError,
            load_frame,
        )

        read = with_score_pins(layout)
        self._lookout = Lookout(layout)
        try:
            self._model = model = _model(setup.calibration)
            self._reference = load_frame(Path(setup.reference)) if setup.reference else None
            self._looks = _looks(setup.tokens)
            self._least = setup.least
            self._made = partial(CameraSensor, read)
            self._sensor = self._afresh()
            self._keeping = partial(EvidenceRing, Path(setup.evidence), read) if setup.evidence else None
            self._ring = self._kept_afresh()
        except (CameraFileError, FrameError, TokensFileError) as error:
            raise CallError(f"[camera] {error}") from None
        kept = setup.tokens or setup.learned
        self._showing = TokenShowing(layout, Path(kept), self._looks) if kept else None
        self._lesson: Lesson | None = None
        self._changing = threading.Lock()  # guards what it is read with, and whose lesson it is
        self._device = setup.device
        self._logged = ""  # what the log was last told to be amiss; nothing while there are pictures
        self._inbox = inbox
        self._opened = opened or _opening(setup.device, layout, model)
        self._ended = threading.Event()
        self._pause = pause or self._ended.wait
        self._thread = threading.Thread(target=self._look, name="camera", daemon=True)
        self._thread.start()

    def picture(self) -> bytes | None:
        """The newest frame with what is believed drawn on it, as JPEG; None: there is none. Kept nowhere."""
        return self._lookout.picture()

    def crop(self, site: SiteId) -> bytes | None:
        """One site of the newest frame, as it is believed, as JPEG; None: it is not seen. Kept nowhere."""
        return self._lookout.crop(site)

    def poll(self, at: float) -> None:
        """Nothing to do here: the thread hands on by itself."""

    @property
    def can_be_shown(self) -> bool:
        """Whether there is a place where to keep how the tokens look."""
        return self._showing is not None

    def begin_showing(self) -> None:
        """Look at the empty board, then at one seat's tokens after another's; news goes to the inbox."""
        if self._showing is not None:
            self._showing.begin()

    def want(self, seat: TokenColour) -> None:
        """This seat's tokens are shown next."""
        if self._showing is not None:
            self._showing.want(seat)

    def end_showing(self) -> None:
        """No more are shown; what was learned is kept and used."""
        if self._showing is not None:
            self._showing.end()

    def study(self, lesson: Lesson | None) -> None:
        """Show a lesson each frame until it has ended, and read by what it learned; None: none any more."""
        with self._changing:
            self._lesson = lesson

    def tell_from(self, chance: float) -> None:
        """Say what is seen from this confidence on, and below it that it is unknown."""
        with self._changing:
            self._least = chance
            self._sensor = self._afresh()

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
                self._sensor, self._ring = self._afresh(), self._kept_afresh()
                continue
            except (CameraError, FrameError) as error:
                self._lost(error)
                continue
            self._logged = ""
            self._lookout.note(item, self._sensor, self._model, self._looks)
            for news in told:
                self._inbox.put(news)
            if self._ring is not None:
                self._ring.note(item, [news for news in told if isinstance(news, Observation)])
            self._show(item)
            with self._changing:
                self._study(item)

    def _study(self, frame: "Frame") -> None:
        if self._lesson is None:
            return
        known = Known(model=self._model, reference=self._reference, looks=self._looks)
        learned = self._lesson.look(frame, known)
        if self._lesson.ended:
            self._lesson = None
        if learned is not None:
            self._model, self._reference, self._looks = learned.model, learned.reference, learned.looks
            self._sensor, self._ring = self._afresh(), self._kept_afresh()

    def _show(self, frame: "Frame") -> None:
        """What is learned while the tokens are shown is read by from the next frame on."""
        if self._showing is None:
            return
        news, looks = self._showing.look(frame, self._model)
        if looks is not None:
            self._looks = looks
            self._sensor, self._ring = self._afresh(), self._kept_afresh()
        for one in news:
            self._inbox.put(one)

    def _afresh(self) -> "CameraSensor":
        """A sensor that says "live" again when it has found the board; the old one has said it."""
        from vision import Pace

        pace = Pace(least=self._least)
        return self._made(camera=self._model, reference=self._reference, looks=self._looks, pace=pace)

    def _kept_afresh(self) -> "EvidenceRing | None":
        return None if self._keeping is None else self._keeping(camera=self._model, looks=self._looks)

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

        self._lookout.forget()
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


def _opening(device: str, layout: BoardLayout, model: "CameraModel | None") -> "Callable[[str], NewestFrame]":
    """How the table's camera is opened: the one that is named, or the one that sees the board."""
    from vision import AUTO, choose_camera, open_camera

    size = model.size if model is not None else None
    if device == AUTO and layout.markers is not None:
        markers = layout.markers
        return lambda _: choose_camera(markers, size)
    return partial(open_camera, size=size)


def _model(calibration: str) -> "CameraModel | None":
    from vision import parse_camera

    return parse_camera(_text("calibration", calibration), source=calibration) if calibration else None


def _looks(tokens: str) -> "TokenLooks | None":
    from vision import parse_looks

    return parse_looks(_text("tokens", tokens), source=tokens) if tokens else None


def _text(key: str, path: str) -> str:
    try:
        return read_text(Path(path))
    except (OSError, UnicodeDecodeError) as error:
        raise CallError(f"[camera] {key} {path}: {why(error)}; check the path") from None
