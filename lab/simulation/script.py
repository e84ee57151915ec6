"""Plays a script without devices: observations, as settled sensors hand them on, and a clock that steps.

And `play`, which has a script played here or with simulated devices (scenario_devices).
"""

from collections.abc import Sequence
from typing import Literal

from engine import SEATS, Seat
from lab.simulation import scenario
from lab.simulation.scenario import Setting
from lab.simulation.scenario_verbs import Hidden, Plug
from lab.simulation.scripted_evening import ANSWER_S, EveningTable
from tabletop import (
    BUTTONS,
    Condition,
    Device,
    DeviceHealth,
    Motion,
    Observation,
    Press,
    Seen,
    Sense,
    SiteId,
)

STEP_S = 0.1


class ObservedTable(EveningTable):
    """A table whose sensors are always right, unless they are lost."""

    def __init__(self, setting: Setting) -> None:
        super().__init__(setting)
        self._at = 0.0
        self._senses: dict[Sense, bool] = {"pin": setting.hub, "camera": setting.camera}
        self._has: dict[Device, bool] = {"hub": setting.hub, "camera": setting.camera}
        self._stands: dict[SiteId, Seen] = {}
        self._start()
        self._hello()

    @property
    def now(self) -> float:
        """The table's clock."""
        return self._at

    def _start(self) -> None:
        senses: tuple[Device, ...] = ("hub", "camera")
        for device in senses:
            there = self._has[device]
            self._health(device, "live" if there else "lost", "" if there else "absent")
        self._board = self._evening.board
        for site in self._evening.layout.pins():
            self._sense(site.id, self._stands.get(site.id, "empty"))
            if site.id in self._stuck:
                self._saw(site.id, "pin", "something")
        self._evening.begin(self._at)

    def _hello(self) -> None:
        """Set-up says hello when all senses have had their word."""
        if not self._evening.begun:
            self.wait(1.0)

    def set_down(self, seat: Seat, site: SiteId) -> None:
        """A seat's token is set on a pin."""
        self._stands.pop(site, None)  # the newest is the last
        self._stands[site] = seat
        self._sense(site, seat)

    def take_up(self, site: SiteId) -> None:
        """The token on a pin is gone."""
        self._stands.pop(site, None)
        self._stuck.discard(site)
        self._sense(site, "empty")

    def feel(self, site: SiteId) -> None:
        """A contact closes under nothing that could be seen."""
        self._saw(site, "pin", "something")

    def linger(self, seat: Seat, site: SiteId, seconds: float) -> None:
        """The contact closes under a hand; whose token it is shows when the hand has gone."""
        self._stands[site] = seat
        self._saw(site, "pin", "something")
        self.cover(site, seconds)
        self._saw(site, "camera", seat)

    def see(self, seat: Seat, site: SiteId) -> None:
        """The camera sees a token that no contact feels."""
        self._stands[site] = seat
        self._saw(site, "camera", seat)

    def doubt(self, seat: Seat, site: SiteId, belief: float) -> None:
        """The camera takes a token for this seat's, more or less."""
        self._stands[site] = seat
        self._saw(site, "pin", "something")
        self._saw(site, "camera", seat, belief)

    def flicker(self, site: SiteId) -> None:
        """The hub says so of a pin, whose word counts no more."""
        health = DeviceHealth(device="pin", condition="fault", at=self._at, cause="chat", site=site)
        self._evening.handle(health, self._at)
        self._saw(site, "pin", "unknown")

    def cover(self, site: SiteId, seconds: float) -> None:
        """A hand stays over a site."""
        for _ in range(round(seconds / STEP_S)):
            self._evening.handle(Motion(sites=frozenset({site}), at=self._at), self._at)
            self.wait(STEP_S)

    def press(self, name: str, action: Literal["press", "hold"]) -> None:
        """A button goes down, stays for a hold, and comes up."""
        button = next((button for button in BUTTONS if button == name), None)
        seat = next((seat for seat in SEATS if seat == name), None)
        self.wait(ANSWER_S)
        for what in ("down", "held", "up") if action == "hold" else ("down", "up"):
            press = Press(button=button, seat=seat, action=what, at=self._at)
            self._evening.handle(press, self._at)

    def lamp(self, *, on: bool) -> None:
        """The camera sees nothing without light, and says so."""
        self._sees(on, "dark")

    def plug(self, device: Plug, *, there: bool) -> None:
        """A device is lost, or back with all that it senses now."""
        if device == "camera":
            self._sees(there, "unplugged")
            return
        self._senses["pin"] = there
        self._health("hub", "live" if there else "lost", "" if there else "silent")
        if there:
            for site in self._evening.layout.pins():
                self._saw(site.id, "pin", self._stands.get(site.id, "empty"))
        self.wait(0.5)

    def _sees(self, there: bool, cause: str) -> None:
        self._senses["camera"] = there
        self._health("camera", "live" if there else "lost", "" if there else cause)
        self.wait(0.5)
        if there:
            for site in self._evening.layout.pins():
                self._saw(site.id, "camera", self._stands.get(site.id, "empty"))
            self.wait(1.0)

    def hide(self, cause: Hidden) -> None:
        """The camera sees no board, and says why."""
        self._sees(False, cause)

    def power_cut(self) -> None:
        """The service starts anew, and its sensors with it."""
        self._evening.power_cut()
        self._start()
        self.wait(2.0)

    def wait(self, seconds: float) -> None:
        """The clock steps."""
        for _ in range(max(1, round(seconds / STEP_S))):
            self._at = round(self._at + STEP_S, 3)
            self._evening.tick(self._at)
            if self._evening.board != self._board:
                self._start()  # another board lies there

    def settle(self) -> None:
        """Half a second of quiet, and a glance."""
        self.wait(1.2)

    def standing(self) -> Sequence[SiteId]:
        """The pins with a token, in the order they were set."""
        return tuple(self._stands)

    def _health(self, device: Device, condition: Condition, cause: str) -> None:
        health = DeviceHealth(device=device, condition=condition, at=self._at, cause=cause)
        self._evening.handle(health, self._at)

    def _sense(self, site: SiteId, seen: Seen) -> None:
        self._saw(site, "pin", seen)
        self._saw(site, "camera", seen)

    def _saw(self, site: SiteId, sense: Sense, seen: Seen, confidence: float = 0.998) -> None:
        if not self._senses[sense]:
            return
        felt: Seen = "something" if sense == "pin" and seen not in ("empty", "unknown") else seen
        confidence = 1.0 if sense == "pin" else confidence
        self._evening.handle(
            Observation(site=site, sense=sense, seen=felt, at=self._at, confidence=confidence), self._at
        )


def play(text: str, *, devices: bool = False, source: str = "script") -> scenario.PlayedScript:
    """The script with everything that is heard filled in after each line that causes it.

    Args:
        devices: with bytes of a hub and frames of a camera, instead of what they mean.
        source: what errors call the script.
    Raises:
        ScenarioError: a line that cannot be played.
    """
    if devices:
        from lab.simulation.scenario_devices import DeviceTable

        return scenario.play(text, DeviceTable, source=source)
    return scenario.play(text, ObservedTable, source=source)
