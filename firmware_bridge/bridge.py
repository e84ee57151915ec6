"""One hub of pins as a sensor: bytes in, observations, presses and health out, without I/O."""

from dataclasses import dataclass
from typing import Final

from firmware_bridge.ailments import Ailments
from firmware_bridge.between_classes import BetweenClasses
from firmware_bridge.debounce import PinDebouncer
from firmware_bridge.listener import HubListener
from firmware_bridge.messages import Command, HubHello
from firmware_bridge.states import (
    CommandAnswered,
    FaultMoved,
    KeyMoved,
    LinkEvent,
    LinkState,
    Moved,
    SitesChanged,
)
from tabletop import (
    AMBIGUOUS,
    BUTTONS,
    TOKEN_COLOURS,
    BoardLayout,
    Condition,
    DeviceHealth,
    HubId,
    Observation,
    Press,
    SiteId,
)

FIRST_HUB: Final = HubId(0)
PATIENCE_S: Final = 1.0
"""A lost packet is repaired within a round trip; only a mirror that stays out of step for longer is told."""
FIRST_WORD_S: Final = 5.0
"""How long a hub may take to answer at all before its silence is told."""
STEADY_S: Final = 2.0
"""After a bad wire has been told, the mirror must be current for so long before it is said to be back."""

Sensed = Observation | Press | DeviceHealth


@dataclass(frozen=True, slots=True)
class SetAside:
    """A pin that is not believed, and why: what the hub counted, since when (monotonic seconds)."""

    site: SiteId | None  # None: the hub itself, or an input that no site uses
    channel: int | None  # None: the hub itself
    kind: str
    count: int
    since: float


class PinSensor(HubListener[tuple[Sensed, ...]]):
    """The pins of one hub under one board.

    The shell opens the port, calls `opened`, writes what `take_outgoing` gives, hands in what it reads by
    `feed`, calls `tick` about every 20 ms, and `closed` when the port is gone. When `wants_reopen`, it
    closes the port and opens it again. Whatever these calls return happened, in that order.

    After a loss the whole board is handed on again, every wired site, and then health `live`: who hears
    `live` can compare at once. Short repairs of lost packets are not told.

    Args:
        hub: which of the board's hubs this is.
        only: the id that it must have; None: any.
        bind: the first hub that answers is the one from then on; another is refused, in words.
    """

    def __init__(
        self, layout: BoardLayout, *, hub: HubId = FIRST_HUB, only: str | None = None, bind: bool = False
    ) -> None:
        self._sites = {int(channel): site for channel, site in layout.channels(hub).items()}
        super().__init__(max(self._sites, default=-1) + 1, only)
        self._bind = bind
        self._wanted = only is not None  # looked for at every port: whoever closes them says if it is nowhere
        self._settler = PinDebouncer(self._sites, coded=layout.sensing == "resistor")
        self._said: tuple[Condition, str] | None = None  # of the hub's link
        self._ailments = Ailments(self._link.faults)
        self._doubtful_at: float | None = None  # since when the link is not live, untold
        self._steady_at: float | None = None  # when it may be told that it is back
        self._faults: set[tuple[int, str]] = set()  # of pins, as the hub tells them
        self._blamed: dict[int, str] = {}  # channel → what was told last of its pin; "": that it is well
        self._between = BetweenClasses(self._sites)
        self._told: list[CommandAnswered] = []

    @property
    def hello(self) -> HubHello | None:
        """How the hub named itself."""
        return self._link.hello

    @property
    def keys(self) -> int | None:
        """How many keys it has; None: it has not said yet."""
        return None if self._link.beat is None else len(self._link.beat.presses)

    @property
    def set_aside(self) -> tuple[SetAside, ...]:
        """What the hub does not believe itself, with its evidence; for `devices` and the doctor."""
        return tuple(
            SetAside(
                None if one.channel is None else self._sites.get(one.channel),
                one.channel,
                one.kind,
                one.count,
                one.since,
            )
            for one in self._link.faults.standing
        )

    def closed(self, at: float, cause: str = "unplugged", detail: str = "") -> tuple[Sensed, ...]:
        """The port is gone or could not be opened; `cause` is a code of DeviceHealth."""
        return super().closed(at, cause, detail) or tuple(self._lost(cause, at, detail))

    def lamps(self, on: int, blink: int = 0) -> None:
        """Set the hub's lamps (bit masks of 8); kept through reconnections."""
        self._link.asking.lamps(on, blink)

    def channel_of(self, site: SiteId) -> int | None:
        """The hub's input under a site; None: it has none there."""
        return next((channel for channel, here in self._sites.items() if here == site), None)

    def ask(self, command: Command) -> None:
        """Give the hub one command; `take_told` will have its answer."""
        self._link.asking.ask(command)

    def take_told(self) -> list[CommandAnswered]:
        """What commands were answered, each once; an answer of None: the hub gave none."""
        told, self._told = self._told, []
        return told

    def _heard(self, events: list[LinkEvent], at: float) -> tuple[Sensed, ...]:
        sensed: list[Sensed] = []
        for event in events:
            match event:
                case Moved():
                    sensed += self._moved(event)
                case SitesChanged():
                    sensed += self._changed(event)
                case KeyMoved():
                    sensed += _press(event)
                case FaultMoved():
                    sensed += self._fault(event)
                case CommandAnswered():
                    self._told.append(event)  # a sensor asks nothing of its own: somebody waits for it
        if self._link.live:
            sensed += self._returned(at)
            sensed += self._settler.tick(at)
            for channel, stands in self._between.tick(at):
                sensed += self._pin(channel, AMBIGUOUS, "", at, stands=stands)
            sensed += self._noise(at)
        sensed += self._overdue(at)
        return tuple(sensed)

    def _changed(self, event: SitesChanged) -> list[Observation]:
        for channel, token in event.changes:
            self._between.change(channel, token, event.at)
        if event.whole and not self._said_live:
            return []  # handed on with the word that the pins are back
        for channel, token in event.changes:
            self._settler.change(channel, token, event.at)
        return []

    @property
    def _said_live(self) -> bool:
        return self._said is not None and self._said[0] == "live"

    def _moved(self, event: Moved) -> list[DeviceHealth]:
        if event.state is LinkState.LIVE:
            self._doubtful_at = None
            shaky = self._said == ("stale", "out-of-step")
            self._steady_at = None if self._said_live else event.at + (STEADY_S if shaky else 0.0)
            if self._bind and self._link.hello is not None:
                self._link.only = self._link.hello.id
            return []
        self._steady_at = None
        if self._doubtful_at is None:
            self._doubtful_at = event.at
        if event.state is LinkState.CLOSED:
            return self._lost(event.cause, event.at, event.detail)
        if event.state is LinkState.READ_ONLY and not (self._wanted and self._link.refused):
            return self._say("fault", event.cause, event.at, event.detail)
        if self._said_live and event.cause in ("silent", "rebooted", "supply"):
            return self._say("stale", event.cause, event.at, event.detail)
        return []

    def _returned(self, at: float) -> list[Sensed]:
        """All pins and the word that they are back, once the mirror has been current for long enough."""
        if self._steady_at is None or at < self._steady_at or self._link.tokens is None:
            return []
        self._steady_at = None
        return [*self._settler.load(self._link.tokens, at), *self._say("live", "", at)]

    def _noise(self, at: float) -> list[DeviceHealth]:
        """That the wire loses much, once each way; the pins are believed all the same."""
        noisy = self._link.losses.noisy
        if noisy == self._ailments.noisy or not self._said_live:
            return []
        self._ailments.noisy = noisy
        words = f"{self._link.losses.lost} packets lost, {self._link.decoder.bad} harmed"
        return self._ailments.news(at, words)

    def _overdue(self, at: float) -> list[DeviceHealth]:
        """What has been wrong for too long to pass over."""
        if self._doubtful_at is None:
            return []
        if self._said_live and at - self._doubtful_at >= PATIENCE_S:
            return self._say("stale", "out-of-step", at)
        if self._said is None and at - self._doubtful_at >= FIRST_WORD_S:
            return self._say("lost", "silent", at, "no answer to the hello")
        return []

    def _lost(self, cause: str, at: float, detail: str) -> list[DeviceHealth]:
        if not cause:
            return []  # another port will be tried at once
        if self._wanted and cause == "wrong-board" and self._said is not None and self._said[0] == "lost":
            return []  # the right one is gone, that was said; that others are there is no news
        if self._said is not None and not self._said_live and self._said[1] == cause:
            return []  # said already: a silent hub is closed and opened again and again
        return self._say("lost", cause, at, detail)

    def _say(self, condition: Condition, cause: str, at: float, detail: str = "") -> list[DeviceHealth]:
        if self._said == (condition, cause):
            return []
        self._said = (condition, cause)
        if condition == "live":
            return self._ailments.back(at)
        return [DeviceHealth(device="hub", condition=condition, at=at, cause=cause, detail=detail)]

    def _fault(self, event: FaultMoved) -> list[DeviceHealth]:
        detail = f"count {event.count}" if event.standing else ""
        if event.channel is None:
            return self._ailments.news(event.at, detail) if self._said_live else []
        if event.channel in self._sites:
            (self._faults.add if event.standing else self._faults.discard)((event.channel, event.kind))
        return self._pin(event.channel, event.kind, detail, event.at, stands=event.standing)

    def _pin(self, channel: int, kind: str, detail: str, at: float, *, stands: bool) -> list[DeviceHealth]:
        """What is amiss with a pin, or that all is well there again."""
        site = self._sites.get(channel)
        if site is None:
            return []  # a spare input: nothing of the game stands there
        if not stands and (channel in self._between or any(one == channel for one, _ in self._faults)):
            return []  # another fault still stands there
        cause = kind if stands else ""
        if self._blamed.get(channel, "") == cause:
            return []  # the hub has found it, too
        self._blamed[channel] = cause
        condition: Condition = "fault" if stands else "live"
        return [DeviceHealth(device="pin", condition=condition, at=at, cause=cause, site=site, detail=detail)]


def _press(event: KeyMoved) -> list[Press]:
    """Keys 0 to 5 are the panel's, in the order of tabletop.BUTTONS; 6 to 10 the seats', blue to black."""
    if event.key < len(BUTTONS):
        return [Press(button=BUTTONS[event.key], action=event.action, at=event.at)]
    seat = event.key - len(BUTTONS)
    if seat < len(TOKEN_COLOURS):
        return [Press(seat=TOKEN_COLOURS[seat], action=event.action, at=event.at)]
    return []
