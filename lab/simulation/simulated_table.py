"""A simulated table: a hub process on a pseudo-terminal, a drawn camera, keys on GPIO lines.

Its clock is virtual and moves in steps, so that a game can be played as fast as the machine can and
always comes out the same. Everything the session learns came through a real device driver: hub/1 bytes
through pyserial, pixels through `vision`, key levels through gpiozero.
"""

import threading
import time
from collections import deque
from typing import Final, Literal

from firmware_bridge import PinSensor
from firmware_bridge.gpio import ButtonPanel
from firmware_bridge.serial_hub import PortError, SerialPort
from lab.camera.hands import Hand
from lab.hub.process import HubProcess
from lab.simulation.table_faults import Accident, Faults
from table.session import Input
from tabletop import BoardLayout, Button, DeviceHealth, SiteId, TokenColour
from tabletop.panel_pins import PANEL_PINS

STEP_S: Final = 0.05
FRAMES_PER_S: Final = 5
REST_S: Final = 3.0  # after the last change: long enough for every belief to settle
FOR_EVER_S: Final = 100_000.0
ARRIVAL_S: Final = 5.0  # real seconds that bytes may take through the pseudo-terminal
_PICTURE: Final = (1280, 960)  # 1.3 pixels a millimetre of a board: the least that vision asks for is 1.2


class SimulatedTable:
    """The physical side: what stands where, whose hand is over it, which lamp burns.

    `step_s`: how finely time passes; who measures how soon something is heard wants it finer.
    """

    def __init__(
        self,
        layout: BoardLayout,
        *,
        seed: int,
        hub: bool,
        camera: bool,
        faults: Faults,
        now: float = 0.0,
        step_s: float = STEP_S,
    ) -> None:
        self.layout = layout
        self.faults = faults
        self.now = now
        self.tokens: dict[SiteId, TokenColour] = {}
        self._step_s, self._steps = step_s, round(now / step_s)
        self._hand: Hand | None = None
        self._light = 1.0
        self._accident_ends = 0.0
        self._placed = 0
        self._keys = _Keys()
        self._wire = _Wire(layout, seed=seed, loss=faults.loss) if hub else None
        self._camera = _Eye(layout, seed=seed) if camera else None

    # What people do

    def reach(self, site: SiteId, *, aside_mm: float = 0.0) -> None:
        """A hand comes over a site, or so much beside it."""
        place = self.layout.sites[site]
        self._hand = Hand(reach=(place.x + aside_mm, place.y))

    def withdraw(self) -> None:
        """The hand goes away."""
        self._hand = None

    def place(self, site: SiteId, colour: TokenColour) -> None:
        """A token is set on a pin."""
        self._placed += 1
        self.tokens[site] = colour
        self.touch(site, present=True, bounce_ms=self.faults.bounce_ms(self._placed))

    def lay(self, site: SiteId, colour: TokenColour) -> None:
        """A token lies so loosely on a pin that it closes no contact."""
        self.tokens[site] = colour

    def chatter(self, site: SiteId, lasts_s: float) -> None:
        """A contact opens and closes by itself."""
        if self._wire is not None:
            self._wire.flicker(self.layout, site, lasts_s)

    def lift(self, site: SiteId) -> None:
        """A token is taken off its pin."""
        del self.tokens[site]
        self.touch(site, present=False, bounce_ms=self.faults.bounce_ms(self._placed))

    def key(self, button: Button, *, down: bool) -> None:
        """A key of the panel goes down or comes up."""
        self._keys.set(button, down=down)

    def touch(self, site: SiteId, *, present: bool, bounce_ms: int = 0) -> None:
        """A contact closes or opens, under nothing that could be seen or under a token."""
        if self._wire is not None:
            self._wire.contact(self.layout, site, present=present, bounce_ms=bounce_ms)

    def light(self, share: float) -> None:
        """So much of the usual light burns."""
        self._light = share

    def plug(self, device: Literal["hub", "camera"], *, there: bool) -> list[Input]:
        """A device falls silent, or starts anew; what its driver says at once."""
        if device == "camera" and self._camera is not None:
            return self._camera.plug(self.now, there=there)
        if device == "hub" and self._wire is not None and there:
            self._wire.reboot()
        elif device == "hub" and self._wire is not None:
            self._wire.hang(FOR_EVER_S)
        return []

    def suffer(self, accident: Accident, turn: int) -> None:
        """Something goes wrong."""
        self._accident_ends = self.now + accident.lasts_s
        free = [site.id for site in self.layout.pins() if site.id not in self.tokens]
        site = free[self.faults.pick(turn, len(free))]
        match accident.kind:
            case "lamp":
                self._light = 0.35
            case "sweep":
                self.reach(site)
            case "flicker" if self._wire is not None:
                self._wire.flicker(self.layout, site, accident.lasts_s)
            case "reboot" if self._wire is not None:
                self._wire.reboot()
            case "hang" if self._wire is not None:
                self._wire.hang(accident.lasts_s)
            case _:
                pass

    # What the host sees of the camera

    def picture(self) -> bytes | None:
        """What the camera sees now and believes, as JPEG; None: there is no picture."""
        return None if self._camera is None else self._camera.lookout.picture()

    def crop(self, site: SiteId) -> bytes | None:
        """One site of it."""
        return None if self._camera is None else self._camera.lookout.crop(site)

    # What the devices say

    def begin(self) -> list[Input]:
        """Open the devices; what they say at once (that one is missing on purpose)."""
        return [] if self._wire is None else self._wire.open(self.now)

    def step(self) -> list[Input]:
        """Let the next instant pass and return what the devices said in it."""
        self._steps += 1
        self.now = round(self._steps * self._step_s, 3)
        if self._accident_ends and self.now >= self._accident_ends:
            self._light, self._accident_ends, self._hand = 1.0, 0.0, None
        said: list[Input] = []
        if self._wire is not None:
            said += self._wire.step(self.now)
        said += self._keys.poll(self.now)
        every = round(1 / FRAMES_PER_S / self._step_s)
        if self._camera is not None and self._steps % every == 0:
            said += self._camera.look(self.tokens, self.now, self._hand, self._light)
        return said

    def close(self) -> None:
        """Let go of the devices and end the hub's process."""
        if self._wire is not None:
            self._wire.close()
        self._keys.close()


class _Keys:
    """The six keys on mock GPIO lines, read by the real driver."""

    def __init__(self) -> None:
        from gpiozero.pins.mock import MockFactory

        self._factory = MockFactory()
        self._panel = ButtonPanel(PANEL_PINS, factory=self._factory)

    def set(self, button: Button, *, down: bool) -> None:
        pin = self._factory.pin(PANEL_PINS[button])
        if down:
            pin.drive_low()
        else:
            pin.drive_high()

    def poll(self, now: float) -> list[Input]:
        return list(self._panel.poll(now))

    def close(self) -> None:
        self._panel.close()


class _Wire:
    """The hub in its own process, at the other end of a pseudo-terminal."""

    def __init__(self, layout: BoardLayout, *, seed: int, loss: float) -> None:
        channels = max(layout.channels()) + 1
        self._hub = HubProcess(channels, seed=seed, loss=loss, clock="lockstep")
        self._sensor = PinSensor(layout)
        self._port = SerialPort(self._hub.port)
        self._received = bytearray()
        self._count = 0
        self._arrived = threading.Condition()
        self._written = 0
        self._trouble: deque[PortError] = deque()

    def open(self, now: float) -> list[Input]:
        self._port.open()
        self._port.start(self._receive, self._trouble.append)
        return list(self._sensor.opened(now))

    def _receive(self, data: bytes) -> None:
        with self._arrived:
            self._received += data
            self._count += len(data)
            self._arrived.notify_all()

    def step(self, now: float) -> list[Input]:
        sent = self._hub.advance(round(now * 1000), self._written)
        data = self._wait(sent)
        said: list[Input] = list(self._sensor.feed(data, now)) if data else []
        said += self._sensor.tick(now)
        out = self._sensor.take_outgoing()
        if out:
            self._port.write(out)
            self._written += len(out)
        return said

    def _wait(self, total: int) -> bytes:
        deadline = time.monotonic() + ARRIVAL_S
        with self._arrived:
            while self._count < total:
                left = deadline - time.monotonic()
                if left <= 0:
                    raise TimeoutError(f"the simulated hub sent {total} bytes, {self._count} arrived")
                self._arrived.wait(left)
            data = bytes(self._received)
            self._received.clear()
            return data

    def contact(self, layout: BoardLayout, site: SiteId, *, present: bool, bounce_ms: int) -> None:
        channel = layout.sites[site].channel
        if channel is not None:
            self._hub.contact(channel, 1 if present else 0, bounce_ms=bounce_ms)

    def flicker(self, layout: BoardLayout, site: SiteId, lasts_s: float) -> None:
        channel = layout.sites[site].channel
        if channel is not None:
            self._hub.flicker(channel, hz=25, for_ms=round(lasts_s * 1000))

    def reboot(self) -> None:
        self._hub.reboot()

    def hang(self, lasts_s: float) -> None:
        self._hub.hang(round(lasts_s * 1000))

    def close(self) -> None:
        self._port.close()
        self._hub.close()


class _Eye:
    """A drawn camera, read by the real vision."""

    def __init__(self, layout: BoardLayout, *, seed: int) -> None:
        # Pins alone carry a game without OpenCV.
        from lab.camera.drawn_camera import SimulatedCamera
        from vision import CameraSensor, Lookout

        self._sensor_of, self.lookout = CameraSensor, Lookout(layout)
        self._camera = SimulatedCamera(layout, size=_PICTURE, seed=seed)
        self._layout = layout
        self._sensor = self._sensor_of(layout, self._camera.model)
        self._there = True
        self._number = 0
        self._scene: object = None
        self._still_since = 0.0
        self._left_out = 0

    def look(
        self, tokens: dict[SiteId, TokenColour], now: float, hand: Hand | None, light: float
    ) -> list[Input]:
        if not self._there or self._rests(tokens, now, hand, light):
            return []
        self._number += 1
        frame = self._camera.render(tokens, at=now, number=self._number, hand=hand, light=light)
        said: list[Input] = [*self._sensor.see(frame)]
        self.lookout.note(frame, self._sensor, self._camera.model)
        return said

    def _rests(self, tokens: dict[SiteId, TokenColour], now: float, hand: Hand | None, light: float) -> bool:
        """Whether this picture may be left out: one a second is drawn of a board at which nothing happens."""
        scene = (frozenset(tokens.items()), light)
        if scene != self._scene or hand is not None:
            self._scene, self._still_since = scene, now
        self._left_out = (self._left_out + 1) % FRAMES_PER_S
        return now - self._still_since > REST_S and self._left_out != 0

    def plug(self, now: float, *, there: bool) -> list[Input]:
        """As the camera's thread does it: a sensor that is new says "live" again."""
        self._there = there
        self.lookout.forget()
        if there:
            self._sensor = self._sensor_of(self._layout, self._camera.model)
            return []
        return [DeviceHealth(device="camera", condition="lost", at=now, cause="unplugged")]


def absent(device: str) -> DeviceHealth:
    """The health of a sense that was left out on purpose."""
    if device == "hub":
        return DeviceHealth(device="hub", condition="lost", at=0.0, cause="absent")
    return DeviceHealth(device="camera", condition="lost", at=0.0, cause="absent")
