"""Which lamps burn: the seat to move, an open question, trouble, a game that runs."""

from collections.abc import Callable
from typing import Protocol

from engine import Seat
from fingerpost.devices.gpio_parts import Closes, Put, Retried
from table.ports import QuietSink
from tabletop import TOKEN_COLOURS, DeviceHealth

_QUESTION, _TROUBLE, _PLAYING = 5, 6, 7


def lamps(to_move: Seat | None, *, asked: bool, trouble: bool) -> tuple[int, int]:
    """Which lamps burn and which of them blink, as bit masks.

    Lamps 0 to 4: the seat to move, blue to black. 5 blinks while a question is open, 6 burns while a device
    is amiss, 7 burns while the game runs: when it is dark the power may be cut.
    """
    on = 1 << _PLAYING | trouble << _TROUBLE | asked << _QUESTION
    if to_move is not None:
        on |= 1 << TOKEN_COLOURS.index(to_move)
    return on, asked << _QUESTION


class Troubles(QuietSink):
    """Hears, as a sink of the session, of every device, and knows whether any is amiss."""

    def __init__(self) -> None:
        self._amiss: set[str] = set()

    def __bool__(self) -> bool:
        return bool(self._amiss)

    def health(self, health: DeviceHealth) -> None:
        """A device's condition changed; one that was left out on purpose is no trouble."""
        well = health.condition == "live" or health.cause == "absent"
        (self._amiss.discard if well else self._amiss.add)(health.part)


class Lit(Closes, Protocol):
    """Lamps on lines of the Pi."""

    def set(self, on: int, blink: int = 0) -> None:
        """Which burn and which of them blink."""
        ...

    def poll(self, at: float) -> None:
        """Light them as is due now."""
        ...


class LampsPart:
    """Lamps on the Pi's lines. `look` tells which burn and blink now."""

    def __init__(self, make: Callable[[], Lit], put: Put, look: Callable[[], tuple[int, int]]) -> None:
        self._lamps: Retried[Lit] = Retried(make, put, "lamps")
        self._look = look

    def poll(self, at: float) -> None:
        """Light them."""
        self._lamps.use(lambda lamps: self._light(lamps, at), None, at)

    def _light(self, lit: Lit, at: float) -> None:
        lit.set(*self._look())
        lit.poll(at)

    def close(self) -> None:
        """All dark."""
        self._lamps.close()


class HubLampsPart:
    """The same lamps, at the board's hubs, which keep them lit and blinking by themselves."""

    def __init__(self, light: Callable[[int, int], None], look: Callable[[], tuple[int, int]]) -> None:
        self._light, self._look = light, look
        self._lit: tuple[int, int] | None = None

    def poll(self, at: float) -> None:
        """Tell the hub what has changed."""
        lit = self._look()
        if lit != self._lit:
            self._lit = lit
            self._light(*lit)

    def close(self) -> None:
        """Nothing: a hub without a host shows that by itself."""
