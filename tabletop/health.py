"""How the devices are: a value, said once when it changes."""

from dataclasses import dataclass
from typing import Final, Literal

from tabletop.senses import SENSES, Device, Sense, sense_of
from tabletop.values import SiteId, TokenColour

Condition = Literal["live", "stale", "lost", "fault"]
AMBIGUOUS: Final = "amb"
"""The cause of a pin that feels a token and cannot tell whose it is."""
UNHEARD: Final = "no-broker"
"""The cause for a sense on another machine of which nothing was heard yet; that machine may be well."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DeviceHealth:
    """One device's condition from now on.

    `cause` is a short code that wording turns into a sentence: for a hub `silent`, `unplugged`,
    `rebooted`, `supply` (it restarts again and again), `wrong-major`, `wrong-board`, `busy`, `forbidden`,
    `no-terminal`, `out-of-step`, `chain`; for a hub that is live and warns `noise`, `supply`, `mem`, and
    `eased` when it no longer does; for a camera `dark`, `unplugged`, `moved`, `frozen`, `board-lost`,
    `mirrored`, `twice` and `another` (two boards, or another one, are in view), `other-lens` and `no-fit`
    (markers enough are in view, and the camera's file, or the board's, does not fit them), `covered`,
    `other-print` (pins lie elsewhere than in the board's file), and while it is live `blurred`, `far`; for a
    hub or camera on another machine `node-offline`, `node-other-board`
    (started for another than the one that is played on), `no-broker`; for a pin the fault kinds of hub/1
    (`chat`, `float`, `stuck`, …); for the panel `buttons`, `knob`, `lamps`; for the Pi `under-voltage`,
    `hot`, `throttled`; for the broker those of `mqtt.MqttSink`; for the page `busy`, `forbidden` (its port),
    `closed`; for an upgrade `no-room`; empty when all is well. `detail` is for logs and for `doctor`,
    never spoken.
    `lacks`: for a camera that has lost the board the places whose markers it does not see, from the
    front edge (`back left corner`, `left edge`, `right side`, …).
    """

    device: Device
    condition: Condition
    at: float  # monotonic seconds
    cause: str = ""
    site: SiteId | None = None  # set for a pin
    ear: TokenColour | None = None  # the seat whose ear it is
    detail: str = ""
    lacks: tuple[str, ...] = ()

    @property
    def part(self) -> str:
        """What this is the word of: only the next word of the same takes its place."""
        of_panel = self.cause if self.device == "panel" else ""  # buttons, knob and lamps fail one by one
        return f"{self.device}:{self.site or self.ear or of_panel}"


def silenced(health: DeviceHealth) -> Sense | None:
    """The sense whose words are over: what it says when it is back is told of the whole board anew.

    One that looks remembers what it saw while it only cannot see; see `SenseKind.looks`.
    """
    sense = sense_of(health.device)
    if sense is None or health.condition == "live":
        return None
    return sense if health.condition == "lost" or not SENSES[sense].looks else None
