"""How the devices are, in one place: what of it is news, and what a sense that is back finds on the board."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from announce import Announcement, Wording
from dialog import SetToken
from engine import State
from reconcile import Tracker, expected_tokens
from tabletop import SENSES, UNHEARD, Device, DeviceHealth, sense_of

LOOK_S: Final = 1.5  # a camera that is back has judged every site after so long


@dataclass(frozen=True, slots=True)
class TableHealth:
    """The newest word of every device. A value: `after` gives the next one."""

    newest: Mapping[str, DeviceHealth] = field(default_factory=dict)

    def after(self, health: DeviceHealth) -> "TableHealth":
        """With one device's word replaced."""
        return replace(self, newest={**self.newest, health.part: health})

    def before(self, health: DeviceHealth) -> DeviceHealth | None:
        """What was last known of the same device."""
        return self.newest.get(health.part)

    def is_news(self, health: DeviceHealth) -> bool:
        """Whether it is to be said: a change; not that all is well from the start, nor what was left out."""
        before = self.before(health)
        if health.cause == "absent" or (before is None and health.condition == "live"):
            return False
        return before is None or (before.condition, before.cause) != (health.condition, health.cause)

    def has_senses(self) -> bool:
        """Whether this table has any sense at all."""
        return any(sense_of(one.device) and one.cause != "absent" for one in self.newest.values())

    def all(self) -> tuple[DeviceHealth, ...]:
        """One word for each device and each pin that was ever heard of."""
        return tuple(self.newest.values())

    def status(self) -> str:
        """One line for the service manager."""
        odd = [one for one in self.newest.values() if one.condition != "live" and one.cause != "absent"]
        return ", ".join(f"{one.device} {one.condition} ({one.cause})" for one in odd) or "all devices well"


class Devices:
    """Tells the tracker of each device, and people of each loss and each return once."""

    def __init__(self, tracker: Tracker, wording: Wording) -> None:
        self.health = TableHealth()  # as it was said, or would have been
        self._tracker = tracker
        self._wording = wording
        self._back: dict[Device, tuple[float, DeviceHealth]] = {}  # those that look round first, till when
        self._broker_missed = False  # it was told that no broker answers, and which senses went with it

    def newest(self) -> tuple[DeviceHealth, ...]:
        """The newest word of each device."""
        return self.health.all()

    def take(self, health: DeviceHealth, state: State, at: float) -> tuple[Announcement, ...]:
        """A device's word, and what is said of it."""
        before = self.health.before(health)
        news = self.health.is_news(health) and not self._first_heard(before, health)
        self._broker_missed |= health.device == "broker" and health.condition != "live"
        self._tracker.observe(health)
        sense = sense_of(health.device)
        if sense is not None and SENSES[sense].looks:
            self._back.pop(health.device, None)
            if news and before is not None and _returns(before, health):
                self._back[health.device] = at + LOOK_S, health
                return ()
        self.health = self.health.after(health)
        if not news:
            return ()
        if before is not None and sense is not None and _returns(before, health):
            return self._returned(health, state)
        return self._wording.health(health, state, self.health.all())

    def _first_heard(self, before: DeviceHealth | None, health: DeviceHealth) -> bool:
        """Whether a sense elsewhere is there from the start, as far as people know: nobody has missed it."""
        unheard = before is not None and before.cause == UNHEARD and not self._broker_missed
        return unheard and health.condition == "live" and not health.cause

    def tick(self, state: State, at: float) -> tuple[Announcement, ...]:
        """Time has passed: a sense that looks has had its look."""
        told: tuple[Announcement, ...] = ()
        for health in [health for due, health in self._back.values() if at >= due]:
            del self._back[health.device]
            self.health = self.health.after(health)
            told += self._returned(health, state)
        return told

    def _returned(self, health: DeviceHealth, state: State) -> tuple[Announcement, ...]:
        """How many tokens agree; one that has still to be set is asked for, one given up is not counted."""
        expected = expected_tokens(state)
        differing = {one.site for one in self._tracker.differences(state) if one.kind != "extra"}
        unset = [site for site in self._tracker.unset if site in differing]
        due = expected.keys() - unset - (differing & set(self._tracker.accepted))
        told = self._wording.back(health.device, len(due - differing), len(due))
        for site in unset:
            prompt = SetToken(seat=expected[site], site=site)
            told += tuple(self._wording.prompt(prompt, state, expected[site]))
        return told


def _returns(before: DeviceHealth, health: DeviceHealth) -> bool:
    """Whether a sense is back that was gone; a view that was only pushed aside was not."""
    gone = before.condition != "live" and before.cause != "moved"
    return gone and health.condition == "live" and not health.cause
