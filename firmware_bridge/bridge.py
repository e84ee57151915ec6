"""One hub of pins as a sensor: bytes in, observations, presses and health out, without I/O."""

from dataclasses import dataclass
from typing import Final

from firmware_bridge.link import Link
from firmware_bridge.messages import Hello
from firmware_bridge.settle import Settler
from firmware_bridge.states import FaultMoved, KeyMoved, LinkEvent, Moved, Sites, State
from tabletop import (
    BUTTONS,
    TOKEN_COLOURS,
    BoardLayout,
    Condition,
    DeviceHealth,
    HubId,
    Observation,
    Press,
)

FIRST_HUB: Final = HubId(0)
PATIENCE_S: Final = 1.0
"""A lost packet is repaired within a round trip; only a mirror that stays out of step for longer is told."""
FIRST_WORD_S: Final = 5.0
"""How long a hub may take to answer at all before its silence is told."""

Sensed = Observation | Press | DeviceHealth


@dataclass(frozen=True, slots=True)
class Figures:
    """How the wire fares: counts since the start."""

    bad: int  # packets broken on the wire
    unknown: int  # packets of a letter that hub/1 does not have
    unfit: int  # whole packets whose fields make no sense
    lost: int  # packets that the hub numbered and that never came
    late_presses: int  # presses found too late to be acted on


class PinSensor:
    """The pins of one hub under one board.

    The shell opens the port, calls `opened`, writes what `take_outgoing` gives, hands in what it reads by
    `feed`, calls `tick` about every 20 ms, and `closed` when the port is gone. When `wants_reopen`, it
    closes the port and opens it again. Whatever these calls return happened, in that order.

    After a loss the whole board is handed on again, every wired site, and then health `live`: who hears
    `live` can compare at once. Short repairs of lost packets are not told.
    """

    def __init__(self, layout: BoardLayout, *, hub: HubId = FIRST_HUB) -> None:
        self._sites = {int(channel): site for channel, site in layout.channels(hub).items()}
        self._link = Link(channels=max(self._sites, default=-1) + 1)
        self._settler = Settler(self._sites, coded=layout.sensing == "resistor")
        self._said: tuple[Condition, str] | None = None  # of the hub's link
        self._doubtful_at: float | None = None  # since when the link is not live, untold
        self._faults: set[tuple[int | None, str]] = set()
        self._at = 0.0

    @property
    def live(self) -> bool:
        """Whether what was handed on is what the pins say now: only then may a move be confirmed."""
        return self._link.live

    @property
    def wants_reopen(self) -> bool:
        """Whether the port should be closed and opened again, as of the last call."""
        return self._link.wants_reopen(self._at)

    @property
    def refused(self) -> bool:
        """Whether the hub that answered is not the one that is wanted."""
        return self._link.refused

    def keyframe(self) -> bytes | None:
        """The packets that would tell what is known; None while not live."""
        return self._link.keyframe()

    @property
    def hello(self) -> Hello | None:
        """How the hub named itself."""
        return self._link.hello

    @property
    def figures(self) -> Figures:
        """How the wire fares."""
        decoder = self._link.decoder
        return Figures(
            bad=decoder.bad,
            unknown=decoder.unknown,
            unfit=decoder.unfit,
            lost=self._link.losses.lost,
            late_presses=self._link.presses.late,
        )

    def opened(self, at: float) -> tuple[Sensed, ...]:
        """The port is open."""
        return self._sensed(self._link.opened(at), at)

    def closed(self, at: float, cause: str = "unplugged", detail: str = "") -> tuple[Sensed, ...]:
        """The port is gone or could not be opened; `cause` is a code of DeviceHealth."""
        told = self._sensed(self._link.closed(cause, at, detail), at)
        return told or tuple(self._lost(cause, at, detail))

    def feed(self, data: bytes, at: float) -> tuple[Sensed, ...]:
        """Bytes that arrived at this time (monotonic seconds)."""
        return self._sensed(self._link.feed(data, at), at)

    def tick(self, at: float) -> tuple[Sensed, ...]:
        """Time has passed."""
        return self._sensed(self._link.tick(at), at)

    def take_outgoing(self) -> bytes:
        """Bytes to write to the port, each once."""
        return self._link.take_outgoing()

    def take_notes(self) -> list[str]:
        """Lines for the log: what the hub said besides packets, what was odd."""
        return self._link.take_notes()

    def lamps(self, on: int, blink: int = 0) -> None:
        """Set the hub's lamps (bit masks of 8); kept through reconnections."""
        self._link.lamps(on, blink)

    def _sensed(self, events: list[LinkEvent], at: float) -> tuple[Sensed, ...]:
        self._at = at
        sensed: list[Sensed] = []
        for event in events:
            match event:
                case Moved():
                    sensed += self._moved(event)
                case Sites():
                    sensed += self._changed(event)
                case KeyMoved():
                    sensed += _press(event)
                case FaultMoved():
                    sensed += self._fault(event)
        if self._link.live:
            sensed += self._settler.tick(at)
        sensed += self._overdue(at)
        return tuple(sensed)

    def _changed(self, event: Sites) -> list[Observation]:
        if event.whole and (self._said is None or self._said[0] != "live"):
            return self._settler.load(event.tokens, event.at)
        for channel, token in event.changes:
            self._settler.change(channel, token, event.at)
        return []

    def _moved(self, event: Moved) -> list[DeviceHealth]:
        if event.state is State.LIVE:
            self._doubtful_at = None
            return self._say("live", "", event.at)
        if self._doubtful_at is None:
            self._doubtful_at = event.at
        if event.state is State.CLOSED:
            return self._lost(event.cause, event.at, event.detail)
        if event.state is State.READ_ONLY:
            return self._say("fault", event.cause, event.at, event.detail)
        if self._said == ("live", "") and event.cause in ("silent", "rebooted"):
            return self._say("stale", event.cause, event.at, event.detail)
        return []

    def _overdue(self, at: float) -> list[DeviceHealth]:
        """What has been wrong for too long to pass over."""
        if self._doubtful_at is None:
            return []
        if self._said == ("live", "") and at - self._doubtful_at >= PATIENCE_S:
            return self._say("stale", "out-of-step", at)
        if self._said is None and at - self._doubtful_at >= FIRST_WORD_S:
            return self._say("lost", "silent", at, "no answer to the hello")
        return []

    def _lost(self, cause: str, at: float, detail: str) -> list[DeviceHealth]:
        if self._said is not None and self._said[0] != "live" and self._said[1] == cause:
            return []  # said already: a silent hub is closed and opened again and again
        return self._say("lost", cause, at, detail)

    def _say(self, condition: Condition, cause: str, at: float, detail: str = "") -> list[DeviceHealth]:
        if self._said == (condition, cause):
            return []
        self._said = (condition, cause)
        return [DeviceHealth(device="hub", condition=condition, at=at, cause=cause, detail=detail)]

    def _fault(self, event: FaultMoved) -> list[DeviceHealth]:
        site = None if event.channel is None else self._sites.get(event.channel)
        if event.channel is not None and site is None:
            return []  # a spare input: nothing of the game stands there
        which = (event.channel, event.kind)
        (self._faults.add if event.standing else self._faults.discard)(which)
        if not event.standing and any(channel == event.channel for channel, _ in self._faults):
            return []  # another fault still stands there
        return [
            DeviceHealth(
                device="hub" if event.channel is None else "pin",
                condition="fault" if event.standing else "live",
                at=event.at,
                cause=event.kind if event.standing else "",
                site=site,
                detail=f"count {event.count}" if event.standing else "",
            )
        ]


def _press(event: KeyMoved) -> list[Press]:
    """Keys 0 to 5 are the panel's, in the order of tabletop.BUTTONS; 6 to 10 the seats', blue to black."""
    if event.key < len(BUTTONS):
        return [Press(button=BUTTONS[event.key], action=event.action, at=event.at)]
    seat = event.key - len(BUTTONS)
    if seat < len(TOKEN_COLOURS):
        return [Press(seat=TOKEN_COLOURS[seat], action=event.action, at=event.at)]
    return []
