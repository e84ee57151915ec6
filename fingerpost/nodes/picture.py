"""All that a node senses now, as it would be told to a table that has just come. Pure."""

from mqtt.sense_payloads import Sensed
from tabletop import Device, DeviceHealth, Motion, Observation, Press, Sense, SiteId, silenced


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

    def whole(self) -> tuple[Sensed, ...]:
        """All of it: each site, then the pins that are set aside, then how the devices are.

        Who hears that a sense is live has the whole board by then, and can compare at once.
        """
        health = sorted(self._health.values(), key=lambda one: one.site is None)
        return (*self._sites.values(), *health)
