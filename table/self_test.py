"""PURE: what the devices said so far, and what that means before a game: the findings of the self-test."""

from collections.abc import Iterator, Sequence
from typing import Final

from dialog.setup import DeviceWell, Finding, PinFault
from table.awaited import AWAITED_S, awaited
from table.device_health import LOOK_S
from tabletop import (
    SENSES,
    TOKEN_COLOURS,
    BoardLayout,
    Device,
    DeviceHealth,
    Observation,
    Sense,
    SiteId,
    in_order,
    sense_devices,
    sense_of,
)

PATIENCE_S: Final = 5.0  # so long the first words wait for the devices' first word
SURE: Final = 0.9  # how sure a picture must be to contradict a pin, or to tell whose a token is

_ORDER: Final[tuple[Device, ...]] = (
    "hub", "pin", "camera", "voice", "ear", "panel", "store", "backup", "broker", "pi", "page",
    "upgrade",
)  # fmt: skip


class Sensed:
    """The newest word of every device and every site.

    Args:
        expected: the devices that the table should have; one that says nothing is a fault.
    """

    def __init__(self, layout: BoardLayout, expected: frozenset[Device]) -> None:
        self.layout, self.expected = layout, expected
        self._seen: dict[tuple[SiteId, Sense], Observation] = {}
        self._health: dict[tuple[Device, str], DeviceHealth] = {}
        self._heard_at: float | None = None  # when every sense had said how it is

    def take(self, item: Observation | DeviceHealth) -> Observation | None:
        """Note it; gives an observation back that is a token newly set where nothing was."""
        if isinstance(item, DeviceHealth):
            self._health[(item.device, str(item.site or item.ear or ""))] = item
            return None
        before = self._seen.get((item.site, item.sense))
        self._seen[(item.site, item.sense)] = item
        new = before is not None and before.seen == "empty" and item.seen not in ("empty", "unknown")
        return item if new else None

    def rest(self) -> Iterator[Observation | DeviceHealth]:
        """All of it once more, for the game that begins: health first, or no pin would be believed."""
        yield from self._health.values()
        yield from self._seen.values()

    def had_word(self, since: float, at: float) -> bool:
        """Whether the senses, open `since`, have said how they are and what is where, or had their time."""
        if not self.heard_of():
            self._heard_at = None
            return at - since >= (AWAITED_S if self.awaited() else PATIENCE_S)
        self._heard_at = at if self._heard_at is None else self._heard_at
        return self.looked_round() or at - self._heard_at >= LOOK_S

    def heard_of(self) -> bool:
        """Whether every expected sense has said how it is."""
        known = {device for device, _ in self._health} - self.awaited()
        return all(device in known for device in self.expected if sense_of(device))

    def awaited(self) -> frozenset[Device]:
        """The senses on other machines that may be heard any moment."""
        return awaited(self._health.values())

    def looked_round(self) -> bool:
        """Whether each sense that looks and is live has judged every pin; true where none is."""
        looking = [sense for sense, kind in SENSES.items() if kind.looks and self.live(kind.device)]
        return all((site.id, sense) in self._seen for site in self.layout.pins() for sense in looking)

    def health(self, device: Device) -> DeviceHealth | None:
        """The newest word of a device that there is one of."""
        return self._health.get((device, ""))

    def live(self, device: Device) -> bool:
        """Whether it has said that it works."""
        found = self.health(device)
        return found is not None and found.condition == "live"

    def names(self) -> bool:
        """Whether a sense works that tells whose a token is, coded or not."""
        return any(kind.names and self.live(kind.device) for kind in SENSES.values())

    def whose(self, item: Observation) -> bool:
        """Whether an observation tells surely whose token it is."""
        return item.seen in TOKEN_COLOURS and item.confidence >= SURE

    def standing(self) -> tuple[SiteId, ...]:
        """The pins of the game on which something stands, in the board's order."""
        return tuple(site.id for site in self.layout.pins() if self._full(site.id))

    def _full(self, site: SiteId) -> bool:
        for sense in in_order():
            word, kind = self._seen.get((site, sense)), SENSES[sense]
            if word is None or word.seen == "unknown" or not self.live(kind.device):
                continue
            if not kind.looks:
                return word.seen != "empty"
            if self.whose(word):
                return True
        return False

    # Findings

    def findings(self, more: Sequence[Finding] = ()) -> tuple[Finding, ...]:
        """What the test of each device found, pins first. `more`: what only a shell could look at."""
        found: list[Finding] = [*more]
        looked = {one.device for one in more if not isinstance(one, PinFault)}
        for device in _order():
            if device == "hub":
                found += self._hub()
            elif device == "camera":
                found += self._camera()
            elif device != "pin" and device not in looked:
                found += self._other(device)
        return tuple(sorted(found, key=_place))

    def _hub(self) -> Iterator[Finding]:
        health = self.health("hub")
        if "hub" not in self.expected or (health is not None and health.cause == "absent"):
            return
        if health is None or health.condition != "live":
            yield health or DeviceHealth(device="hub", condition="lost", at=0.0, cause="silent")
            return
        wired = [site for site in self.layout.pins() if site.channel is not None]
        cities = {site.id for site in wired if site.kind == "city"}
        faults = [fault for site in wired if (fault := self._pin(site.id)) is not None]
        yield from faults
        odd = {fault.site for fault in faults if fault.trouble in ("unknown", "set-aside")}
        full = [site for site in self.standing() if site not in odd]
        yield DeviceWell(device="hub", count=len(wired) - len(odd), cities=len(cities - odd), full=len(full))
        if health.cause:  # live, and it warns
            yield health

    def _pin(self, site: SiteId) -> PinFault | None:
        aside = self._health.get(("pin", site))
        pin, picture = self._seen.get((site, "pin")), self._seen.get((site, "camera"))
        if aside is not None and aside.condition != "live":
            return PinFault(site=site, trouble="set-aside")
        if pin is None or pin.seen == "unknown":
            return PinFault(site=site, trouble="unknown")
        if picture is None or not self.live("camera") or picture.confidence < SURE:
            return None
        if pin.seen != "empty" and picture.seen == "empty":
            return PinFault(site=site, trouble="full-looks-empty")
        if pin.seen == "empty" and picture.seen in TOKEN_COLOURS:
            return PinFault(site=site, trouble="empty-looks-full")
        return None

    def _camera(self) -> Iterator[Finding]:
        health = self.health("camera")
        if "camera" not in self.expected or (health is not None and health.cause == "absent"):
            return
        if health is None:
            yield DeviceHealth(device="camera", condition="lost", at=0.0, cause="unplugged")
        elif health.condition == "live" and not health.cause:
            yield DeviceWell(device="camera", count=1)
        else:
            yield health

    def _other(self, device: Device) -> Iterator[Finding]:
        """Devices that speak up only when something is wrong; what they are is a count."""
        told = [one for (kind, _), one in self._health.items() if kind == device and one.cause != "absent"]
        bad = [one for one in told if one.condition != "live"]
        yield from bad
        if device in self.expected and not bad:
            yield DeviceWell(device=device, count=max(1, len(told)))


def _order() -> tuple[Device, ...]:
    """The order in which devices are told of, those of other senses last."""
    return (*_ORDER, *(device for device in sense_devices() if device not in _ORDER))


def _place(finding: Finding) -> int:
    return _order().index("pin" if isinstance(finding, PinFault) else finding.device)
