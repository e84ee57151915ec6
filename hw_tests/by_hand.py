"""A real hub as the table hears it, and a person who is told what to do to it."""

import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Final

from firmware_bridge import PinSensor, Sensed
from firmware_bridge.hub_line import HubLine
from firmware_bridge.hub_places import place
from hw_tests.hub_bench import HubBench, PersonsHands
from tabletop import (
    BoardLayout,
    Channel,
    DeviceHealth,
    Observation,
    Site,
    SiteId,
    board_layout,
    parse_layout,
)

_PERSON_S: Final = 60.0  # how long somebody gets for each step
_TURN_S: Final = 0.02


def bench_layout(board: str | None, port: str, say: Callable[[str], None]) -> BoardLayout:
    """The board under the hub.

    Args:
        board: a board/1 file, or the map id of one that ships; None: as many inputs as the hub says it has.
    Raises:
        LayoutError: there is no such board.
        PortError: no hub is at the port.
    """
    if board is not None:
        path = Path(board)
        return parse_layout(path.read_bytes(), source=board) if path.is_file() else board_layout(board)
    bench = HubBench(port, PersonsHands(say))
    try:
        hello, _ = bench.attach()
    finally:
        bench.close()
    return _inputs(hello.sites)


def _inputs(count: int) -> BoardLayout:
    """No board but a hub on a desk: a pin for each input, by its number."""
    pins = [
        Site(id=SiteId(f"input-{number}"), kind="route", x=0.0, y=0.0, channel=Channel(number))
        for number in range(count)
    ]
    return replace(board_layout("usa"), sites={pin.id: pin for pin in pins}, markers=None, panels=())


class ByHand:
    """What the table hears while somebody does as told."""

    def __init__(self, port: str, layout: BoardLayout, say: Callable[[str], None]) -> None:
        self.sensor = PinSensor(layout)
        self.told: list[Sensed] = []
        self._say = say
        self._line: HubLine[Sensed] = HubLine(place(port), self.sensor, say=say)

    def ask(self, text: str) -> None:
        """Tell the person what to do; forget what was heard before."""
        self.told.clear()
        self._say(text)

    def until(self, done: Callable[[], bool], what: str, seconds: float = _PERSON_S) -> None:
        """Listen until that has been heard."""
        deadline = time.monotonic() + seconds
        while not done():
            assert time.monotonic() < deadline, f"waited {seconds:.0f} s for {what}; heard {self.told}"
            self.listen(_TURN_S)

    def listen(self, seconds: float) -> None:
        """Listen for so long."""
        end = time.monotonic() + seconds
        while (now := time.monotonic()) < end:
            self.told += self._line.poll(now)
            self._line.wait(_TURN_S)

    def health(self) -> list[tuple[str, str]]:
        """Condition and cause of the hub, as told."""
        return [
            (item.condition, item.cause)
            for item in self.told
            if isinstance(item, DeviceHealth) and item.device == "hub"
        ]

    def faults(self) -> set[str]:
        """Causes of the faults that stand now, pins' and the hub's."""
        return {aside.kind for aside in self.sensor.set_aside}

    def sights(self) -> list[tuple[SiteId, str]]:
        """Sites and what was told of them."""
        return [(item.site, item.seen) for item in self.told if isinstance(item, Observation)]

    def live(self) -> None:
        """Wait until the pins are there."""
        self.until(lambda: self.sensor.live, "the hub", 20.0)

    def save_log(self, path: Path) -> None:
        """The log of the wire, for `fingerpost hub replay`."""
        self._line.save_log(path)

    def close(self) -> None:
        """Let the port go."""
        self._line.close()
