"""A board and what its two senses make of it, as observations: no bytes, no pixels, therefore fast.

People set and lift tokens; a pin says so after its contact has settled, the camera when the hand is away and
it has looked for a while. Both can be wrong, late or gone, by the dice. Times are seconds of its own clock,
which stands still between calls.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import count
from math import hypot
from typing import Final

from benchmarks.clumsy.mishaps import Dice
from tabletop import (
    TOKEN_COLOURS,
    BoardLayout,
    Condition,
    Device,
    DeviceHealth,
    Motion,
    Observation,
    Seen,
    Sense,
    SiteId,
    TokenColour,
)

Sensed = Observation | Motion | DeviceHealth

FELT_S: Final = 0.08  # from a contact to the word of it: the hub's 16 ms, the wire, 60 ms of standing still
SEEN_S: Final = 0.6  # from the hand's leaving to the camera's word: three frames, quiet
GONE_S: Final = 0.9  # the same for a site that became empty
MOTION_S: Final = 0.25  # a moving hand is told so often
NEAR_MM: Final = 45.0  # a hand covers this far round the pin


@dataclass(slots=True)
class _Spot:
    """What is wrong with one site, and what was last said of it."""

    dead: bool = False
    stuck: bool = False
    aside: bool = False  # the hub does not believe the pin itself
    not_felt_until: float = float("-inf")
    pin_said: Seen | None = None
    camera_said: Seen | None = None
    looks: tuple[Seen, float] | None = None  # what the camera takes it for, whatever it is
    looks_until: float = float("inf")


@dataclass
class SensedBoard:
    """The table's physical side. `coded`: tokens carry resistors, so that a pin tells whose it is."""

    layout: BoardLayout
    dice: Dice
    pins: bool = True
    camera: bool = True
    coded: bool = False
    now: float = 0.0
    tokens: dict[SiteId, TokenColour] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._queue: list[tuple[float, int, Sensed | _Look]] = []
        self._number = count()
        self._sites = tuple(sorted(site.id for site in self.layout.pins()))
        self._spots = {site: _Spot() for site in self._sites}
        self._pins_live, self._camera_live = self.pins, self.camera
        self._hand_until = dict.fromkeys(self._sites, float("-inf"))
        self.strayed: set[SiteId] = set()  # where a token stands that no hand has set there
        self._left: dict[SiteId, tuple[TokenColour, float]] = {}  # what was lifted last, and when
        self._set_at: dict[SiteId, float] = {}
        self._near: dict[SiteId, frozenset[SiteId]] = {}
        for spot in self._spots.values():
            spot.dead = self.dice.falls("dead")
        self._later("hub", "live" if self.pins else "lost", "" if self.pins else "absent", 0.0)
        self._later("camera", "live" if self.camera else "lost", "" if self.camera else "absent", 0.0)
        self._say_all("pin", 0.0)
        self._say_all("camera", 0.0)

    # What people do

    def place(self, site: SiteId, colour: TokenColour, *, hand_s: float = 0.4) -> None:
        """A token is set on a pin; the hand stays for `hand_s`."""
        self.tokens[site], self._set_at[site] = colour, self.now
        self.strayed.discard(site)
        spot = self._spots[site]
        spot.looks, spot.looks_until = self._first_look(colour), float("inf")
        self.hand(site, hand_s)
        if self.dice.falls("bounce"):
            gap = self.dice.seconds(0.1, 0.3)
            self._feel(site, self.now + FELT_S)
            self._queue_pin(site, "empty", self.now + FELT_S + gap)
            self._feel(site, self.now + FELT_S + gap + self.dice.seconds(0.08, 0.2))
        else:
            self._feel(site, self.now + FELT_S)
        self._look(site, self.now + hand_s + SEEN_S)

    def lift(self, site: SiteId, *, hand_s: float = 0.3) -> None:
        """A token is taken off its pin by a hand."""
        self._left[site] = self.tokens.pop(site), self.now
        self._spots[site].looks = None
        self.hand(site, hand_s)
        self._feel(site, self.now + FELT_S)
        self._look(site, self.now + hand_s + GONE_S)

    def fall(self, site: SiteId, *, onto: SiteId | None = None) -> TokenColour:
        """A token leaves its pin with no hand near; it may come to stand on another."""
        colour = self.tokens.pop(site)
        self._spots[site].looks = None
        self._feel(site, self.now + FELT_S)
        self._look(site, self.now + GONE_S)
        if onto is not None:
            self.tokens[onto], self._set_at[onto] = colour, self.now
            self.strayed.add(onto)
            self._spots[onto].looks = self._first_look(colour)
            self._feel(onto, self.now + 0.2 + FELT_S)
            self._look(onto, self.now + 0.2 + SEEN_S)
        return colour

    def hand(self, site: SiteId, seconds: float) -> None:
        """A hand is over a site and its neighbours for so long."""
        near = self.near(site)
        for covered in near:
            self._hand_until[covered] = max(self._hand_until[covered], self.now + seconds)
        at = self.now
        while self.camera and at < self.now + seconds:
            self._push(at, Motion(sites=near, at=at))
            at = round(at + MOTION_S, 3)

    def brush(self, site: SiteId) -> None:
        """A token touches a free pin in passing."""
        felt = self.now + FELT_S
        self.hand(site, 0.5)
        self._queue_pin(site, "something", felt)
        self._feel(site, felt + self.dice.seconds(0.1, 0.35))
        self._look(site, self.now + 0.5 + SEEN_S)

    # What goes wrong by itself

    def flutter(self, site: SiteId) -> None:
        """A contact goes bad for some seconds; the hub notices it, or does not."""
        at = self.now + 0.1
        full: tuple[Seen, Seen] = ("something", "empty")
        for number in range(self.dice.random.randrange(4, 14)):
            self._queue_pin(site, full[number % 2], at)
            at += self.dice.seconds(0.08, 0.6)
        if self.dice.random.random() < 0.5:
            self._set_aside(site, at)
            at += self.dice.seconds(5, 20)
            self._push(at, _Look(site, "pin", back=True))
        self._feel(site, at)

    def stick(self, site: SiteId) -> None:
        """A contact flutters and then stays closed for good."""
        self.flutter(site)
        self._spots[site].stuck = True

    def dirt(self, site: SiteId) -> None:
        """A standing token is not felt for some seconds."""
        seconds = self.dice.seconds(0.5, 12)
        self._spots[site].not_felt_until = self.now + seconds
        self._feel(site, self.now + FELT_S)
        self._feel(site, self.now + seconds + 0.01)

    def ghost(self, site: SiteId) -> None:
        """The camera sees a token where none stands, or none where one stands, for some seconds."""
        spot, sure = self._spots[site], self.dice.random.uniform(0.6, 0.9)
        seen: Seen = "empty" if site in self.tokens else self.dice.random.choice(TOKEN_COLOURS)
        spot.looks, spot.looks_until = (seen, sure), self.now + self.dice.seconds(1, 10)
        self._look(site, self.now)
        self._look(site, spot.looks_until + 0.01)

    def lose(self, device: Device, condition: Condition, cause: str, seconds: float) -> None:
        """A sense is gone for so long; back, it tells the whole board (after the dark: what changed)."""
        if not (self._pins_live if device == "hub" else self._camera_live):
            return
        if device == "hub":
            self._pins_live = False
        else:
            self._camera_live = False
        self._later(device, condition, cause, self.now)
        back = self.now + seconds
        if device == "hub":
            self._say_all("pin", back)
        self._later(device, "live", "", back)
        if device == "camera":
            self._say_all("camera", back + 0.5, whole=condition == "lost")

    # What the senses say

    def due(self) -> float:
        """When something is said next; infinity: nothing waits."""
        return self._queue[0][0] if self._queue else float("inf")

    def until(self, at: float) -> Iterable[Sensed]:
        """All that is said up to a time, in its order; the clock goes there."""
        while self._queue and self._queue[0][0] <= at:
            self.now, _, item = heappop(self._queue)
            match item:
                case _Look():
                    yield from self._say(item)
                case Observation(sense="pin") as told:
                    yield from self._word(told) if self._pins_live else ()
                case Observation() as told:
                    yield from self._word(told) if self._camera_live else ()
                case DeviceHealth(device="hub", condition=condition):
                    self._pins_live = condition == "live"
                    yield item
                case DeviceHealth(device="camera", condition=condition):
                    self._camera_live = condition == "live"
                    yield item
                case DeviceHealth():
                    yield item
                case Motion():
                    if self._camera_live:
                        yield item
        self.now = at

    def stood(self, site: SiteId, within_s: float) -> TokenColour | None:
        """Whose token stands on a pin, or was lifted from it so lately."""
        colour, at = self._left.get(site, (None, float("-inf")))
        late = colour if self.now - at <= within_s else None
        return self.tokens.get(site, late)

    def set_at(self, site: SiteId) -> float:
        """When the token on this pin came there."""
        return self._set_at.get(site, float("-inf"))

    def near(self, site: SiteId) -> frozenset[SiteId]:
        """The sites that a hand over this one covers."""
        if site not in self._near:
            self._near[site] = frozenset(
                other for other in self._sites if self.distance(site, other) <= NEAR_MM
            )
        return self._near[site]

    def distance(self, one: SiteId, other: SiteId) -> float:
        """Millimetres from pin to pin."""
        a, b = self.layout.sites[one], self.layout.sites[other]
        return hypot(a.x - b.x, a.y - b.y)

    def nearest_free(self, site: SiteId, among: Iterable[SiteId]) -> SiteId:
        """The nearest of these pins that has no token."""
        free = [other for other in among if other != site and other not in self.tokens]
        return min(free, key=lambda other: self.distance(site, other))

    # Inside

    def _first_look(self, colour: TokenColour) -> tuple[Seen, float] | None:
        """What the camera makes of a token just set; None: what it is."""
        random = self.dice.random
        if self.dice.falls("misread"):
            others = [other for other in TOKEN_COLOURS if other != colour]
            return random.choice(others), random.uniform(0.6, 0.9)
        if self.dice.falls("blind"):
            return "unknown", 0.0
        if self.dice.falls("unsure"):
            return colour, random.uniform(0.85, 0.97)
        return None

    def _word(self, told: Observation) -> Iterable[Observation]:
        """A sense says only what differs from its last word."""
        spot = self._spots[told.site]
        if told.sense == "pin":
            if spot.pin_said == told.seen:
                return
            spot.pin_said = told.seen
        else:
            spot.camera_said = told.seen
        yield told

    def _say(self, look: "_Look") -> Iterable[Sensed]:
        """A sense looks at a site now."""
        site, spot = look.site, self._spots[look.site]
        if look.sense == "pin":
            if look.back:
                spot.aside = False
                yield DeviceHealth(device="pin", condition="live", at=self.now, site=site)
            if look.whole:
                spot.pin_said = None  # the whole board is told, just before the word that the hub is live
            if self._pins_live or look.whole:
                yield from self._word(self._pin_word(site, spot))
            return
        if not self._camera_live:
            return
        if self._hand_until[site] + 0.3 > self.now:
            self._push(self._hand_until[site] + SEEN_S, look)
            return
        seen, sure = self._camera_word(site, spot)
        if seen == spot.camera_said and not look.whole:
            return
        yield from self._word(Observation(site=site, sense="camera", seen=seen, at=self.now, confidence=sure))

    def _pin_word(self, site: SiteId, spot: _Spot) -> Observation:
        seen: Seen = "empty"
        colour = self.tokens.get(site)
        if spot.aside:
            seen = "unknown"
        elif spot.stuck and colour is None:
            seen = "something"
        elif colour is not None and not spot.dead and self.now >= spot.not_felt_until:
            seen = colour if self.coded else "something"
        return Observation(site=site, sense="pin", seen=seen, at=self.now)

    def _camera_word(self, site: SiteId, spot: _Spot) -> tuple[Seen, float]:
        if spot.looks is not None and self.now < spot.looks_until:
            return spot.looks
        spot.looks = None
        # 95 of 100 words are surer than 0.99, in the mean by 0.998; the settler halves the doubt.
        sure = 1 - 0.5 * min(0.02, self.dice.random.expovariate(1 / 0.003))
        return self.tokens.get(site, "empty"), sure

    def _set_aside(self, site: SiteId, at: float) -> None:
        self._spots[site].aside = True
        self._push(at, DeviceHealth(device="pin", condition="fault", at=at, cause="chat", site=site))
        self._feel(site, at)

    def _queue_pin(self, site: SiteId, seen: Seen, at: float) -> None:
        """What a contact says at a time, whatever stands on it."""
        spot = self._spots[site]
        if not (self.pins and not spot.dead and not spot.stuck):
            return
        if self.coded and seen == "something":
            seen = self.tokens.get(site, "something")
        self._push(at, Observation(site=site, sense="pin", seen=seen, at=at))

    def _feel(self, site: SiteId, at: float) -> None:
        if self.pins:
            self._push(at, _Look(site, "pin"))

    def _look(self, site: SiteId, at: float) -> None:
        if self.camera:
            self._push(at, _Look(site, "camera"))

    def _say_all(self, sense: Sense, at: float, *, whole: bool = True) -> None:
        if not (self.pins if sense == "pin" else self.camera):
            return
        for site in self._sites:
            self._push(at, _Look(site, sense, whole=whole))

    def _later(self, device: Device, condition: Condition, cause: str, at: float) -> None:
        self._push(at, DeviceHealth(device=device, condition=condition, at=at, cause=cause))

    def _push(self, at: float, item: "Sensed | _Look") -> None:
        heappush(self._queue, (round(at, 3), next(self._number), item))


@dataclass(frozen=True, slots=True)
class _Look:
    """A sense looks at a site. `whole`: its old word counts too; `back`: a pin is well again."""

    site: SiteId
    sense: Sense
    whole: bool = False
    back: bool = False
