"""Senses on other machines at the start: which of them may be heard any moment. Pure."""

from collections.abc import Iterable
from typing import Final

from tabletop import UNHEARD, Device, DeviceHealth

AWAITED_S: Final = 6.0  # so long a table's first words wait for them; by then one that is off has been missed


def awaited(newest: Iterable[DeviceHealth]) -> frozenset[Device]:
    """The senses elsewhere that nobody has heard of yet, unless the broker is known to be away.

    A table that greets before it hears its pins is set a token on that it cannot tell from an old one.

    Args:
        newest: the newest word of each device.
    """
    health = tuple(newest)
    if any(one.device == "broker" and one.condition in ("lost", "fault") for one in health):
        return frozenset()
    return frozenset(one.device for one in health if one.cause == UNHEARD)
