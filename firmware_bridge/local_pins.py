"""Levels of pins that are wired to the Pi itself → observations, by the same rules as behind a hub. Pure."""

from collections import deque
from collections.abc import Mapping
from typing import Final

from firmware_bridge.bridge import Sensed, SetAside
from firmware_bridge.debounce import PinDebouncer
from tabletop import DeviceHealth, Observation, SiteId

CHATTER_EDGES: Final = 20  # more than these …
CHATTER_S: Final = 2.0  # … within so long: the contact is bad
CALM_S: Final = 5.0  # without an edge, and it is believed again
_QUARANTINED: Final = 0xFE


class LocalPins:
    """Settles levels as a hub's token bytes are settled, and sets a chattering pin aside as a hub does.

    Args:
        sites: BCM number of the line → site. Low means a token: pass True for it.
    """

    def __init__(self, sites: Mapping[int, SiteId]) -> None:
        self._sites = dict(sites)
        self._settler = PinDebouncer(self._sites, coded=False)
        self._levels: dict[int, bool] = {}
        self._edges: dict[int, deque[float]] = {line: deque(maxlen=CHATTER_EDGES + 1) for line in sites}
        self._aside: dict[int, SetAside] = {}

    @property
    def set_aside(self) -> tuple[SetAside, ...]:
        """Pins that are not believed, with what was counted and since when."""
        return tuple(self._aside.values())

    def start(self, levels: Mapping[int, bool], at: float) -> list[Observation]:
        """All lines as they are now: the first time, and after they could not be read."""
        self._levels = dict(levels)
        tokens = bytearray(max(self._sites, default=-1) + 1)
        for line, level in levels.items():
            tokens[line] = _QUARANTINED if line in self._aside else int(level)
        return self._settler.load(bytes(tokens), at)

    def sample(self, levels: Mapping[int, bool], at: float) -> list[Sensed]:
        """What these readings mean; about every 10 to 20 ms."""
        sensed: list[Sensed] = []
        for line, level in levels.items():
            if level != self._levels.get(line):
                self._levels[line] = level
                self._edges[line].append(at)
                sensed += self._judge(line, at)
                if line not in self._aside:
                    self._settler.change(line, int(level), at)
        for line in [line for line in self._aside if at - self._edges[line][-1] >= CALM_S]:
            del self._aside[line]
            self._settler.change(line, int(self._levels[line]), at)
            sensed.append(DeviceHealth(device="pin", condition="live", at=at, site=self._sites[line]))
        return [*sensed, *self._settler.tick(at)]

    def _judge(self, line: int, at: float) -> list[DeviceHealth]:
        edges = self._edges[line]
        many = len(edges) > CHATTER_EDGES and at - edges[0] <= CHATTER_S
        if not many or line in self._aside:
            return []
        site = self._sites[line]
        self._aside[line] = SetAside(site, line, "chat", len(edges), at)
        self._settler.change(line, _QUARANTINED, at)
        detail = f"count {len(edges)}"
        return [DeviceHealth(device="pin", condition="fault", at=at, cause="chat", site=site, detail=detail)]
