"""The real table: devices in threads, one inbox, one loop; a device that fails is said and tried again."""

import logging
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol, Self

from fingerpost.assemble import Inbox
from fingerpost.errors import CallError
from fingerpost.notify import Notifier
from fingerpost.session import Session
from firmware_bridge import PinSensor
from firmware_bridge.gpio import PANEL_PINS, ButtonPanel, GpioError
from firmware_bridge.serial_hub import PortError, SerialPort
from tabletop import BoardLayout, DeviceHealth

if TYPE_CHECKING:
    from vision import CameraSensor

TICK_S: Final = 0.02
RETRY_S: Final = 1.0  # between attempts to open a device again

log = logging.getLogger("fingerpost.play")


class Part(Protocol):
    """A device the loop looks after."""

    def poll(self, at: float) -> None:
        """Move on: hand what was said to the inbox; raises nothing."""

    def close(self) -> None:
        """Let go."""


class HubPart:
    """The sensor hub on its serial line: opened, listened to, reopened."""

    def __init__(self, path: str, layout: BoardLayout, inbox: Inbox) -> None:
        self._path = path
        self._sensor = PinSensor(layout)
        self._inbox = inbox
        self._port: SerialPort | None = None
        self._lock = threading.Lock()
        self._arrived = bytearray()
        self._trouble: str | None = None
        self._try_at = float("-inf")

    def poll(self, at: float) -> None:
        """Feed what arrived, send what waits, reopen when it is time."""
        with self._lock:
            data, trouble = bytes(self._arrived), self._trouble
            self._arrived.clear()
            self._trouble = None
        if data:
            self._hand_on(self._sensor.feed(data, at))
        self._hand_on(self._sensor.tick(at))
        if trouble is not None or (self._port is not None and self._sensor.wants_reopen):
            self._drop(at, trouble or "silent")
        if self._port is None and at >= self._try_at:
            self._open(at)
        self._send(at)

    def _open(self, at: float) -> None:
        self._try_at = at + RETRY_S
        port = SerialPort(self._path)
        try:
            port.open()
            port.start(self._receive, self._fail)
        except PortError as error:
            log.info("%s", error)
            self._hand_on(self._sensor.closed(at, "unplugged"))
            return
        self._port = port
        self._hand_on(self._sensor.opened(at))

    def _send(self, at: float) -> None:
        out = self._sensor.take_outgoing()
        if out and self._port is not None:
            try:
                self._port.write(out)
            except PortError as error:
                self._drop(at, str(error))

    def _drop(self, at: float, why: str) -> None:
        log.warning("hub %s: %s; opening it again", self._path, why)
        if self._port is not None:
            self._port.close()
        self._port = None
        self._try_at = at + RETRY_S
        self._hand_on(self._sensor.closed(at, "silent" if why == "silent" else "unplugged"))

    def _hand_on(self, said: object) -> None:
        for item in said:  # type: ignore[attr-defined]
            self._inbox.put(item)

    def _receive(self, data: bytes) -> None:
        with self._lock:
            self._arrived += data

    def _fail(self, why: object) -> None:
        with self._lock:
            self._trouble = str(why)

    def close(self) -> None:
        """Stop the reader and let go of the port."""
        if self._port is not None:
            self._port.close()


class KeysPart:
    """The panel's keys on the Pi's GPIO."""

    def __init__(self, panel: ButtonPanel, inbox: Inbox) -> None:
        self._panel = panel
        self._inbox = inbox

    @classmethod
    def open(cls, inbox: Inbox) -> Self:
        """The panel of docs/wiring.md.

        Raises:
            CallError: its lines cannot be read on this machine.
        """
        try:
            return cls(ButtonPanel(PANEL_PINS), inbox)
        except GpioError as error:
            raise CallError(f"[panel] gpio: {error}") from None

    def poll(self, at: float) -> None:
        """Hand on what was pressed."""
        for press in self._panel.poll(at):
            self._inbox.put(press)

    def close(self) -> None:
        """Let go of the lines."""
        self._panel.close()


class CameraPart:
    """The camera: frames are grabbed and read in a thread of their own, what they show goes to the inbox."""

    def __init__(self, device: str, calibration: str, layout: BoardLayout, inbox: Inbox) -> None:
        self._device = device
        self._inbox = inbox
        self._sensor = _camera_sensor(calibration, layout)
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._look, name="camera", daemon=True)
        self._thread.start()

    def _look(self) -> None:
        from vision import CameraError, CameraFileError, FrameError, open_camera

        while not self._ended.is_set():
            try:
                with open_camera(self._device) as camera:
                    while not self._ended.is_set():
                        frame = camera.newest(timeout=3.0)
                        for item in self._sensor.see(frame):
                            self._inbox.put(item)
            except (CameraError, CameraFileError, FrameError) as error:
                log.warning("%s", error)
                self._inbox.put(
                    DeviceHealth(
                        device="camera",
                        condition="lost",
                        at=time.monotonic(),
                        cause="unplugged",
                        detail=str(error),
                    )
                )
                self._ended.wait(RETRY_S)

    def poll(self, at: float) -> None:
        """Nothing to do here: the thread hands on by itself."""

    def close(self) -> None:
        """End the thread."""
        self._ended.set()
        self._thread.join(timeout=4.0)


def _camera_sensor(calibration: str, layout: BoardLayout) -> "CameraSensor":
    """Raises CallError when the calibration cannot be read or the board has no markers."""
    from vision import CameraFileError, CameraSensor, FrameError, parse_camera

    try:
        model = None
        if calibration:
            model = parse_camera(Path(calibration).read_text(encoding="utf-8"), source=calibration)
        return CameraSensor(layout, model)
    except OSError as error:
        raise CallError(f"[camera] calibration {calibration}: {error.strerror}; check the path") from None
    except (CameraFileError, FrameError) as error:
        raise CallError(f"[camera] {error}") from None


def run(session: Session, parts: list[Part], inbox: Inbox, *, stop: threading.Event) -> None:
    """Play until `stop` is set or the process is told to end.

    The watchdog is fed from here only: when the loop turns, work is being done.
    """
    start = time.monotonic()
    began = False
    fed = float("-inf")
    notifier = Notifier.from_environment()
    every_s = notifier.every_s
    notifier.ready()
    try:
        while not stop.is_set():
            at = time.monotonic()
            for part in parts:
                part.poll(at)
            for item in inbox.take(timeout=TICK_S):
                session.handle(item, time.monotonic())
            if not began and at - start >= 1.0:  # the devices had their first word
                session.begin(at)
                began = True
            session.tick(time.monotonic())
            if every_s is not None and at - fed >= every_s / 2:
                fed = at
                notifier.alive()
    finally:
        notifier.stopping()
        for part in parts:
            part.close()


def missing(device: str, at: float) -> DeviceHealth:
    """A sense the table does not have."""
    if device == "hub":
        return DeviceHealth(device="hub", condition="lost", at=at, cause="absent")
    return DeviceHealth(device="camera", condition="lost", at=at, cause="absent")
