"""What a node has still to send to its table. Pure: who has threads locks it."""

from collections import deque
from typing import Final, assert_never

from mqtt.sense_payloads import ITEMS, Sensed
from tabletop import Device, DeviceHealth, Motion, Observation, Press, Sense, SiteId, silenced

QUEUE: Final = 2000  # while the broker is slow; what is older is in the picture anyway


class Picture:
    """The newest word of each device and site.

    What a table forgets is forgotten here, too: once its device is gone, what stood on a site is an old word,
    and a token that comes meanwhile would look as if it had been felt or seen to come.
    """

    def __init__(self) -> None:
        self._sites: dict[tuple[Sense, SiteId], Observation] = {}
        self._health: dict[tuple[Device, SiteId | None], DeviceHealth] = {}

    def take(self, item: Sensed) -> None:
        """Something was sensed."""
        match item:
            case Observation():
                self._sites[item.sense, item.site] = item
            case DeviceHealth():
                if gone := silenced(item):
                    self._sites = {key: one for key, one in self._sites.items() if key[0] != gone}
                self._health[item.device, item.site] = item
            case Motion() | Press():
                pass  # of the moment
            case _:
                assert_never(item)

    def whole(self) -> tuple[Sensed, ...]:
        """All of it: each site, then the pins that are set aside, then how the devices are.

        Who hears that a sense is live has the whole board by then, and can compare at once.
        """
        health = sorted(self._health.values(), key=lambda one: one.site is None)
        return (*self._sites.values(), *health)


class Unsent:
    """A picture that is told whole whenever the table asks, and the news since then, in their order.

    While nobody hears, only the picture is kept: a press of that time is not for later.
    """

    def __init__(self) -> None:
        self._picture = Picture()
        self._news: deque[Sensed] = deque(maxlen=QUEUE)
        self._owed = False  # a report, which is sent even when there is nothing in it
        self.heard = False

    def put(self, item: Sensed) -> None:
        """Something was sensed."""
        self._picture.take(item)
        if self.heard:
            self._news.append(item)

    def report(self) -> None:
        """The table is there, or asks: all is told again, then what is of the moment and was on its way."""
        waiting = [item for item in self._news if isinstance(item, Motion | Press)]
        self._news.clear()
        self._news.extend((*self._picture.whole(), *waiting))
        self.heard = self._owed = True

    def unheard(self) -> None:
        """The connection is gone, and with it what was on its way."""
        self._news.clear()
        self.heard = False

    def next(self) -> tuple[Sensed, ...] | None:
        """What goes into the next message, which may be empty; None: there is nothing to send."""
        items = tuple(self._news.popleft() for _ in range(min(len(self._news), ITEMS)))
        owed, self._owed = self._owed, False
        return items if items or owed else None
