"""What the senses last said of one site, and since when: all times are monotonic seconds."""

from dataclasses import dataclass, field
from typing import Final, Literal

from engine import Seat
from reconcile.findings import TokenSettled
from tabletop import Observation

QUIET_S: Final = 0.5  # without a change before anything is judged
VIEW_S: Final = 2.0  # how long the camera may take to see what a pin feels
HAND_S: Final = 0.3  # after the last sight of a hand over a site


@dataclass(slots=True)
class Senses:
    """Which senses are live now."""

    pin: bool = False
    camera: bool = False

    @property
    def both(self) -> bool:
        """Whether one can be held against the other."""
        return self.pin and self.camera

    @property
    def none(self) -> bool:
        """Whether the board is only as last known."""
        return not (self.pin or self.camera)


@dataclass(slots=True)
class Place:
    """One site, as felt and as seen."""

    pin: Observation | None = None
    camera: Observation | None = None
    changed_at: float = float("-inf")
    hand_at: float = float("-inf")
    hand_since: float | None = None
    missing_since: float | None = None
    said: set[str] = field(default_factory=set)  # what has been said of the present difference

    def take(self, item: Observation, senses: Senses) -> TokenSettled | None:
        """A sense has settled; returns the sound of it when this sense leads and a token came or went."""
        before = self.pin if item.sense == "pin" else self.camera
        if item.sense == "pin":
            self.pin = item
        else:
            self.camera = item
        if before is not None and before.seen == item.seen:
            return None
        first = before is None or before.seen == "unknown"
        if not (first and item.seen in ("empty", "unknown")):
            self.changed_at = max(self.changed_at, item.at)
            self.said.clear()
        leads = item.sense == "pin" or not senses.pin
        if not leads or before is None or "unknown" in (before.seen, item.seen):
            return None
        return _sound(item)

    def hand(self, at: float) -> None:
        """Something moves over the site."""
        if at - self.hand_at > HAND_S:
            self.hand_since = at
        self.hand_at = at

    def covered(self, now: float, senses: Senses) -> bool:
        """Whether a hand is over it, as far as anybody can see."""
        return senses.camera and now - self.hand_at < HAND_S

    def quiet(self, now: float, senses: Senses) -> bool:
        """Whether it has rested long enough to be judged."""
        return now - self.changed_at >= QUIET_S - 1e-9 and not self.covered(now, senses)

    def calm_for(self, now: float) -> float:
        """Seconds since the last change or hand."""
        return now - max(self.changed_at, self.hand_at)

    def nothing_here(self) -> bool:
        """Both senses agree that it is empty: most sites, most of the time."""
        return (
            self.pin is not None
            and self.pin.seen == "empty"
            and self.camera is not None
            and self.camera.seen == "empty"
        )

    def camera_has_looked(self, now: float, senses: Senses) -> bool:
        """Whether the camera had its chance to see what a pin feels."""
        if not senses.both or self.pin is None:
            return True
        if self.camera is not None and self.camera.seen not in ("empty", "unknown"):
            return True  # it sees a token, whenever it came
        return self.calm_for(now) >= VIEW_S

    def contradicts(self, senses: Senses) -> bool:
        """Whether pin and camera say the opposite of each other."""
        if not senses.both or self.pin is None or self.camera is None:
            return False
        if "unknown" in (self.pin.seen, self.camera.seen):
            return False
        return (self.pin.seen == "empty") != (self.camera.seen == "empty")

    def occupied_by_word(self) -> bool:
        """Whether either sense's last word was of a token."""
        words = [word.seen for word in (self.pin, self.camera) if word is not None]
        return any(seen not in ("empty", "unknown") for seen in words)

    def felt(self) -> bool:
        """Whether the pin's last word was of a token."""
        return self.pin is not None and self.pin.seen not in ("empty", "unknown")

    def looks(self) -> Literal["empty", "something"] | Seat:
        """What the camera's last word was; only of a camera that saw."""
        if self.camera is None or self.camera.seen == "unknown":
            raise ValueError("a camera that sees nothing contradicts nothing")
        return self.camera.seen


def _sound(item: Observation) -> TokenSettled:
    match item.seen:
        case "empty":
            return TokenSettled(site=item.site, change="lifted", seat=None)
        case "something" | "unknown":
            return TokenSettled(site=item.site, change="placed", seat=None)
        case seat:
            return TokenSettled(site=item.site, change="placed", seat=seat)
