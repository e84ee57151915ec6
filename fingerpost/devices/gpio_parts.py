"""Buttons and the knob on the Pi's own lines, as parts of the table (docs/wiring.md)."""

from collections.abc import Callable
from typing import Final, Generic, Protocol, TypeVar

from announce import Announcement, Wording
from audio.tuning import LEAST_VOLUME
from firmware_bridge.gpio_header import GpioError
from firmware_bridge.knob import Turned
from tabletop import DeviceHealth, Press

RETRY_S: Final = 1.0
VOLUME_STEP: Final = 5  # percent a detent
RATE_STEP: Final = 10  # words a minute a detent

Put = Callable[[Press | DeviceHealth], None]


class Closes(Protocol):
    """A device on lines of the Pi."""

    def close(self) -> None:
        """Let the lines go."""
        ...


D = TypeVar("D", bound=Closes)
R = TypeVar("R")


class Retried(Generic[D]):
    """A device that may fail: said once, opened again each second, said when it is back.

    Args:
        make: opens it; raises GpioError, here only if the very first time fails.
        cause: `buttons`, `knob` or `lamps`: which of the panel's devices it is.
    """

    def __init__(self, make: Callable[[], D], put: Put, cause: str) -> None:
        self._make, self._put, self._cause = make, put, cause
        self._device: D | None = make()
        self._try_at = 0.0

    def use(self, act: Callable[[D], R], otherwise: R, at: float) -> R:
        """Do something with it; `otherwise` while it is away."""
        if self._device is None and at < self._try_at:
            return otherwise
        try:
            if self._device is None:
                self._device = self._make()
                self._put(DeviceHealth(device="panel", condition="live", at=at, cause=self._cause))
            return act(self._device)
        except GpioError as trouble:
            if self._device is not None:
                health = DeviceHealth(
                    device="panel", condition="lost", at=at, cause=self._cause, detail=str(trouble)
                )
                self._put(health)
            self.close()
            self._try_at = at + RETRY_S
            return otherwise

    def close(self) -> None:
        """Let it go."""
        if self._device is not None:
            self._device.close()
            self._device = None


class GpioKeys(Closes, Protocol):
    """Buttons."""

    def poll(self, at: float) -> tuple[Press, ...]:
        """What they did since the last call."""
        ...


class KeysPart:
    """Buttons as a part of the table."""

    def __init__(self, make: Callable[[], GpioKeys], put: Put) -> None:
        self._keys: Retried[GpioKeys] = Retried(make, put, "buttons")
        self._put = put

    def poll(self, at: float) -> None:
        """Hand on what was pressed."""
        none: tuple[Press, ...] = ()
        for press in self._keys.use(lambda keys: keys.poll(at), none, at):
            self._put(press)

    def close(self) -> None:
        """Let go of the lines."""
        self._keys.close()


class Turner(Closes, Protocol):
    """A knob."""

    def poll(self, at: float) -> tuple[Turned, ...]:
        """How it was turned since the last call."""
        ...


class Adjustable(Protocol):
    """A voice that can be made louder and faster; beyond its limits it stays at them."""

    volume: int  # percent
    rate: int  # words a minute

    def stop(self, at: float) -> None:
        """Silence."""
        ...

    def say(self, announcement: Announcement, at: float) -> None:
        """Say this; a sound without words is heard at once."""
        ...


class KnobPart:
    """Turned: volume, a tick at the new one. Turned while pressed: rate, told in words at the new one."""

    def __init__(self, make: Callable[[], Turner], put: Put, voice: Adjustable, wording: Wording) -> None:
        self._knob: Retried[Turner] = Retried(make, put, "knob")
        self._voice, self._wording = voice, wording

    def poll(self, at: float) -> None:
        """Move the voice as the knob was turned."""
        none: tuple[Turned, ...] = ()
        for turn in self._knob.use(lambda knob: knob.poll(at), none, at):
            before = (self._voice.volume, self._voice.rate)
            if turn.pressed:
                self._voice.rate = before[1] + RATE_STEP * turn.steps
            else:
                self._voice.volume = max(min(LEAST_VOLUME, before[0]), before[0] + VOLUME_STEP * turn.steps)
            self._hear(before, at)

    def _hear(self, before: tuple[int, int], at: float) -> None:
        words = self._wording.signal("edge" if (self._voice.volume, self._voice.rate) == before else "tick")
        if self._voice.rate != before[1]:
            self._voice.stop(at)
            words = self._wording.rate(self._voice.rate)
        for announcement in words:
            self._voice.say(announcement, at)

    def close(self) -> None:
        """Let the knob go."""
        self._knob.close()
