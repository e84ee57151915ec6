"""What a hub suffers from while its link is live: its own faults and a bad wire, told once each way. Pure."""

from typing import Final

from firmware_bridge.fault_book import FaultBook
from tabletop import Condition, DeviceHealth

BLIND: Final = "chain"
"""The fault of a hub with which it feels nothing; with any other its pins are believed all the same."""
_WORST_FIRST: Final = (BLIND, "supply", "mem")


class Ailments:
    """Remembers what was told, also over losses of the link: an old ailment is no news when it is back."""

    def __init__(self, faults: FaultBook) -> None:
        self.noisy = False  # whether the wire loses much
        self._faults = faults
        self._told = ""

    @property
    def worst(self) -> str:
        """The worst of now; empty: none."""
        own = {evidence.kind for evidence in self._faults.standing if evidence.channel is None}
        known = next((kind for kind in _WORST_FIRST if kind in own), "")
        return known or min(own, default="noise" if self.noisy else "")

    def back(self, at: float) -> list[DeviceHealth]:
        """The link has become live: the pins are back, unless the hub feels none."""
        if self.worst == BLIND:
            self._told = BLIND
            return [_hub("fault", BLIND, at)]
        if self._told == BLIND:
            self._told = ""
        return [_hub("live", "", at), *self.news(at)]

    def news(self, at: float, detail: str = "") -> list[DeviceHealth]:
        """What has changed, if the link is live."""
        before, self._told = self._told, self.worst
        if self._told == before:
            return []
        if self._told == BLIND:
            return [_hub("fault", BLIND, at, detail)]
        if self._told or before == BLIND:
            return [_hub("live", self._told, at, detail)]
        return [_hub("live", "eased", at)]  # the pins were felt all the time: nothing is back


def _hub(condition: Condition, cause: str, at: float, detail: str = "") -> DeviceHealth:
    return DeviceHealth(device="hub", condition=condition, at=at, cause=cause, detail=detail)
