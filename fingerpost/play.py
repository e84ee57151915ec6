"""The real table: devices in threads, one inbox, one loop; a device that fails is said and tried again."""

import logging
import os
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final, Protocol

from fingerpost.assemble import Inbox
from fingerpost.errors import CallError
from fingerpost.parts.notify import Notifier
from fingerpost.session import Input
from fingerpost.table.devices import TableHealth
from firmware_bridge import PinSensor, Sensed
from firmware_bridge.gpio_devices import GpioPins
from firmware_bridge.gpio_header import GpioError
from firmware_bridge.hub_line import HubLine
from firmware_bridge.places import Place, places
from firmware_bridge.several import OneOfAll, hubs_of
from firmware_bridge.usb_ports import find
from tabletop import BoardLayout, DeviceHealth, HubId

TICK_S: Final = 0.02
RETRY_S: Final = 1.0  # between attempts to open a device again
FIRST_WORD_S: Final = 1.0  # a device that says nothing for so long is not waited for

log = logging.getLogger("fingerpost.play")


class Part(Protocol):
    """A device the loop looks after."""

    def poll(self, at: float) -> None:
        """Move on: hand what was said to the inbox; raises nothing."""

    def close(self) -> None:
        """Let go."""


class HubPart:
    """The board's hubs on their serial lines: found, opened, listened to, opened again.

    Args:
        port: for each hub of the board, in the order of their numbers and with commas between them, a
            path, a hub's id, or `auto`; `gpio` for pins on the lines of this Pi.
        seek: place → paths to try; for tests.
    Raises:
        CallError: more or fewer places than the board has hubs, or one that cannot be meant.
    """

    def __init__(
        self,
        port: str,
        layout: BoardLayout,
        inbox: Inbox,
        *,
        seek: Callable[[Place], list[str]] = find,
    ) -> None:
        wanted = hubs_of(layout)
        try:
            where = dict(zip(wanted, places(port), strict=True))
        except ValueError as error:
            numbers = ", ".join(map(str, wanted))
            words = f"[hub] port names {len(port.split(','))}, the board {layout.name} has hubs {numbers}"
            advice = "name a place for each, with commas between them"
            raise CallError(str(error) if "[hub]" in str(error) else f"{words}; {advice}") from None
        self._inbox = inbox
        self._health = OneOfAll(wanted)
        self._lines: dict[HubId, HubLine[Sensed] | GpioPins] = {}
        self._sensors: list[PinSensor] = []
        for hub, place in where.items():
            if place.kind == "gpio":
                self._lines[hub] = _gpio_pins(layout, hub)
            else:
                sensor = PinSensor(layout, hub=hub, only=place.only, bind=len(wanted) > 1)
                self._sensors.append(sensor)
                self._lines[hub] = HubLine(place, sensor, say=log.warning, seek=seek)

    @property
    def keyless(self) -> bool:
        """Whether every hub has said that it has no keys: nobody can press anything here."""
        return bool(self._sensors) and all(sensor.keys == 0 for sensor in self._sensors)

    @property
    def sensors(self) -> tuple[PinSensor, ...]:
        """Those of its pins that hang on a hub, hub after hub."""
        return tuple(self._sensors)

    def lamps(self, on: int, blink: int) -> None:
        """Set the lamps of every hub (bit masks of 8), now and whenever one comes back."""
        for sensor in self._sensors:
            sensor.lamps(on, blink)

    def poll(self, at: float) -> None:
        """Feed what arrived, send what waits, open again when it is time."""
        for hub, line in self._lines.items():
            for item in self._health.merge(hub, line.poll(at)):
                self._inbox.put(item)

    def close(self) -> None:
        """Stop the readers and let go of the ports; the wires' logs go where no card wears out."""
        folder = wire_logs()
        for hub, line in self._lines.items():
            line.close()
            if folder is not None and isinstance(line, HubLine):
                line.save_log(folder / f"hub-{hub}.log")


def _gpio_pins(layout: BoardLayout, hub: HubId) -> GpioPins:
    try:
        return GpioPins(layout, hub)
    except GpioError as error:
        raise CallError(str(error)) from None


def wire_logs() -> Path | None:
    """A folder in memory for the logs of the hubs' wires, if the system gives one."""
    for name in ("RUNTIME_DIRECTORY", "XDG_RUNTIME_DIR"):
        if folder := os.environ.get(name):
            return Path(folder.split(":")[0]) / ("" if name == "RUNTIME_DIRECTORY" else "fingerpost")
    return None


class Played(Protocol):
    """What the loop plays: a game, or the table that is set up for one."""

    @property
    def stopping(self) -> bool:
        """Whether somebody has ended it."""

    @property
    def health(self) -> TableHealth:
        """How the devices are."""

    def begin(self, at: float) -> None:
        """The devices have had their first word."""

    def handle(self, item: Input, at: float) -> None:
        """Take in one thing that a device said."""

    def tick(self, at: float) -> None:
        """Time has passed."""


def run(session: Played, parts: list[Part], inbox: Inbox, *, stop: threading.Event) -> None:
    """Play until `stop` is set, the panel stops, or the process is told to end.

    The watchdog is fed from here only, after a whole turn: a device, a rule or a sink that hangs starves it.
    """
    start = time.monotonic()
    began = False
    fed = float("-inf")
    notifier = Notifier.from_environment()
    every_s = notifier.every_s
    notifier.ready()
    try:
        while not (stop.is_set() or session.stopping):
            at = time.monotonic()
            for part in parts:
                part.poll(at)
            for item in inbox.take(timeout=TICK_S):
                session.handle(item, time.monotonic())
            if not began and (at - start >= FIRST_WORD_S or _senses_spoke(session)):
                session.begin(at)
                began = True
            session.tick(time.monotonic())
            if every_s is not None and at - fed >= every_s / 2:
                fed = at
                notifier.alive(session.health.status())
    finally:
        notifier.stopping()
        for part in parts:
            part.close()


def _senses_spoke(session: Played) -> bool:
    """Whether hub and camera have had their first word."""
    return {"hub", "camera"} <= {health.device for health in session.health.all()}


def missing(device: str, at: float) -> DeviceHealth:
    """A sense the table does not have."""
    if device == "hub":
        return DeviceHealth(device="hub", condition="lost", at=at, cause="absent")
    return DeviceHealth(device="camera", condition="lost", at=at, cause="absent")
