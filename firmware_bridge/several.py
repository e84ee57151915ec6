"""Several hubs under one board are one device to whoever plays: back only when all of them are. Pure."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from firmware_bridge.bridge import FIRST_HUB, Sensed
from tabletop import BoardLayout, Condition, DeviceHealth, HubId, Observation, SiteId

_WORST_FIRST: Final[tuple[Condition, ...]] = ("lost", "fault", "stale", "live")


def hubs_of(layout: BoardLayout) -> tuple[HubId, ...]:
    """The numbers of the hubs that the sensed sites of a board are wired to; the first hub if none is."""
    return tuple(sorted({site.hub for site in layout.sites.values() if site.channel is not None})) or (
        FIRST_HUB,
    )


class OneOfAll:
    """Makes one condition of those of several hubs; all else passes.

    Whoever hears that they are gone forgets the whole board: what the hubs that stayed have felt is handed on
    again before the word that all are back.
    """

    def __init__(self, hubs: Iterable[HubId]) -> None:
        self._health: dict[HubId, DeviceHealth | None] = dict.fromkeys(hubs)
        self._said: tuple[Condition, str] | None = None
        self._felt: dict[HubId, dict[SiteId, Observation]] = {which: {} for which in self._health}

    def merge(self, hub: HubId, sensed: Iterable[Sensed]) -> list[Sensed]:
        """What one of the hubs says, as of all of them."""
        told: list[Sensed] = []
        for item in sensed:
            if not isinstance(item, DeviceHealth) or item.device != "hub" or len(self._health) == 1:
                if isinstance(item, Observation):
                    self._felt[hub][item.site] = item
                told.append(item)
                continue
            eased = item.cause == "eased"  # as of now it suffers from nothing; only this one time it is told
            self._health[hub] = replace(item, cause="") if eased else item
            gone = self._said is not None and self._said[0] != "live"
            whole = self._whole(item, eased=eased)
            if gone and any(one.condition == "live" for one in whole):
                told += self._felt_by_others(hub)
            told += whole
        return told

    def _felt_by_others(self, hub: HubId) -> list[Observation]:
        """What the pins of all hubs but this one, which has just told its own, say now."""
        return [felt for which, sites in self._felt.items() if which != hub for felt in sites.values()]

    def _whole(self, news: DeviceHealth, *, eased: bool) -> list[DeviceHealth]:
        known = {which: health for which, health in self._health.items() if health is not None}
        if news.condition == "live" and len(known) < len(self._health):
            return []  # another one has not been heard of yet
        worst = min(
            known, key=lambda which: (_WORST_FIRST.index(known[which].condition), not known[which].cause)
        )
        health = known[worst]
        said = (health.condition, health.cause)
        if said == self._said:
            return []
        self._said = said
        detail = f"hub {worst}: {health.detail}" if health.detail else f"hub {worst}"
        return [
            DeviceHealth(
                device="hub",
                condition=health.condition,
                at=news.at,
                cause="eased" if eased and said == ("live", "") else health.cause,
                detail="" if said == ("live", "") else detail,
            )
        ]
