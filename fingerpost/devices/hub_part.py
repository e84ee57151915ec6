"""SHELL: the board's hubs as a part of the table; one that fails is said and tried again."""

import logging
import os
from collections.abc import Callable
from pathlib import Path

from fingerpost.devices.inbox import Inbox
from firmware_bridge import PinSensor, Sensed
from firmware_bridge.gpio_devices import GpioPins
from firmware_bridge.gpio_header import GpioError
from firmware_bridge.hub_line import HubLine
from firmware_bridge.hub_places import HubPlace, places
from firmware_bridge.several import OneOfAll, hubs_of
from firmware_bridge.usb_ports import find
from table.errors import CallError
from tabletop import BoardLayout, HubId

log = logging.getLogger("fingerpost.devices.hub_part")


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
        seek: Callable[[HubPlace], list[str]] = find,
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
