"""A table before its game, on a fake clock; its devices say what a test says."""

import time
from collections.abc import Sequence
from dataclasses import replace

from announce import Wording
from dialog.setup import Draft, EarWay, Facts
from engine import EDITIONS, SEATS, Seat, game_map
from lab.hub.pty_port import Port
from lab.hub.simulated_hub import SimulatedHub
from table.ports import Sink
from table.self_test import Sensed
from table.setting_up import Item, SettingUp
from table.surroundings import Surroundings
from tabletop import Button, Device, DeviceHealth, Observation, Press, Seen, Sense, SiteId, board_layout
from tests.criteria.panel_table import Paper

LAYOUT = board_layout("usa")
DENVER, HELENA = SiteId("denver-omaha"), SiteId("helena-omaha")
PINS = [site for site in LAYOUT.pins() if site.channel is not None]
LIVE = DeviceHealth(device="hub", condition="live", at=0.0)
SEES = DeviceHealth(device="camera", condition="live", at=0.0)
BOTH: frozenset[Device] = frozenset({"hub", "camera"})


def pressing(at: float, *, button: Button | None = None, seat: Seat | None = None) -> tuple[Press, Press]:
    """A button goes down and comes up."""
    down = Press(button=button, seat=seat, action="down", at=at)
    return down, replace(down, action="up")


class Before:
    """Presses, senses and what is said."""

    def __init__(
        self,
        *,
        expected: frozenset[Device] = frozenset({"hub"}),
        around: Surroundings | None = None,
        facts: Facts | None = None,
        draft: Draft | None = None,
        coded: bool = True,
        sinks: Sequence[Sink] = (),
    ) -> None:
        self.paper, self.at = Paper(), 0.0
        ways: dict[Seat, tuple[EarWay, ...]] = dict.fromkeys(SEATS, ("screen",))
        self.table = SettingUp(
            facts or Facts(editions=tuple(EDITIONS), ways=ways),
            draft or Draft(),
            sensed=Sensed(LAYOUT, expected),
            wording=Wording(game_map("usa"), LAYOUT),
            sinks=[self.paper, *sinks],
            around=around or Surroundings(),
            seed=3,
            coded=coded,
        )

    def sense(self, *items: Item) -> None:
        for item in items:
            self.table.handle(item, self.at)

    def board(self, *, sense: Sense = "pin", **seen: Seen) -> None:
        for site in PINS:
            self.see(site.id, seen.get(site.id.replace("-", "_"), "empty"), sense)

    def see(self, site: SiteId, seen: Seen, sense: Sense = "pin") -> None:
        self.sense(Observation(site=site, sense=sense, seen=seen, at=self.at))

    def wait(self, seconds: float) -> list[str]:
        before = len(self.paper.said)
        for _ in range(round(seconds * 10)):
            self.at = round(self.at + 0.1, 3)
            self.table.tick(self.at)
        return self.said(before)

    def press(self, *buttons: Button) -> list[str]:
        before = len(self.paper.said)
        for button in buttons:
            self.wait(0.6)
            self.sense(*pressing(self.at, button=button))
        return self.said(before)

    def said(self, since: int = 0) -> list[str]:
        return [one.normal for one in self.paper.said[since:] if one.normal]

    def sounds(self, since: int = 0) -> list[str]:
        return [one.earcon for one in self.paper.said[since:] if one.earcon and not one.normal]


def ready(before: Before) -> Before:
    """A table whose hub has spoken, after hello."""
    before.sense(LIVE)
    before.board()
    before.wait(1.0)
    return before


class HubOnAPort:
    """A hub on a pseudo-terminal, as a part of the loop."""

    def __init__(self, keys: int) -> None:
        channels = [int(site.channel) for site in LAYOUT.pins() if site.channel is not None]
        self._hub, self._port = SimulatedHub(max(channels) + 1, keys=keys), Port(None)
        self.name, self._since = self._port.plug(), time.monotonic()
        self.asked = b""  # all that a host has written

    def poll(self, at: float) -> None:
        now_ms = round((time.monotonic() - self._since) * 1000)
        heard = self._port.take()
        self.asked += heard
        self._port.give(self._hub.advance(now_ms, heard))

    def put(self, site: SiteId) -> None:
        """A token comes onto a pin."""
        self._hub.set_contact(int(LAYOUT.sites[site].channel or 0), 1)

    def close(self) -> None:
        self._port.unplug()
