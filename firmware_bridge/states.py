"""The states of a hub's link as a table, and what a link tells: values only."""

from dataclasses import dataclass
from enum import Enum, auto
from typing import Final

from firmware_bridge.messages import Ack, Command, RawValues, SelfTest
from firmware_bridge.presses import Action


class State(Enum):
    """How far the link is."""

    CLOSED = auto()  # the port is not open
    GREETING = auto()  # hello was said, not answered
    STALE = auto()  # the hub is known, the mirror not there or out of step
    SILENT = auto()  # the mirror was current, but beats are missing
    LIVE = auto()  # the mirror is current
    READ_ONLY = auto()  # another hub/N, or too few sites: listened to, never asked


class Happening(Enum):
    """What can befall a link."""

    OPENED = auto()
    PORT_CLOSED = auto()
    GREETED = auto()
    UNFIT_HUB = auto()
    CALLED = auto()  # an unasked hello: the hub has lost us
    REBOOTED = auto()
    OUT_OF_STEP = auto()
    CURRENT = auto()
    BEATS_MISSING = auto()


TABLE: Final[dict[State, dict[Happening, State]]] = {
    State.CLOSED: {Happening.OPENED: State.GREETING},
    State.GREETING: {
        Happening.OPENED: State.GREETING,
        Happening.PORT_CLOSED: State.CLOSED,
        Happening.GREETED: State.STALE,
        Happening.UNFIT_HUB: State.READ_ONLY,
    },
    State.STALE: {
        Happening.OPENED: State.GREETING,
        Happening.PORT_CLOSED: State.CLOSED,
        Happening.GREETED: State.STALE,
        Happening.UNFIT_HUB: State.READ_ONLY,
        Happening.CALLED: State.GREETING,
        Happening.REBOOTED: State.GREETING,
        Happening.OUT_OF_STEP: State.STALE,
        Happening.CURRENT: State.LIVE,
        Happening.BEATS_MISSING: State.SILENT,
    },
    State.SILENT: {
        Happening.OPENED: State.GREETING,
        Happening.PORT_CLOSED: State.CLOSED,
        Happening.GREETED: State.STALE,
        Happening.UNFIT_HUB: State.READ_ONLY,
        Happening.CALLED: State.GREETING,
        Happening.REBOOTED: State.GREETING,
        Happening.OUT_OF_STEP: State.STALE,
        Happening.CURRENT: State.LIVE,
        Happening.BEATS_MISSING: State.SILENT,
    },
    State.LIVE: {
        Happening.OPENED: State.GREETING,
        Happening.PORT_CLOSED: State.CLOSED,
        Happening.GREETED: State.STALE,
        Happening.UNFIT_HUB: State.READ_ONLY,
        Happening.CALLED: State.GREETING,
        Happening.REBOOTED: State.GREETING,
        Happening.OUT_OF_STEP: State.STALE,
        Happening.CURRENT: State.LIVE,
        Happening.BEATS_MISSING: State.SILENT,
    },
    State.READ_ONLY: {
        Happening.OPENED: State.GREETING,
        Happening.PORT_CLOSED: State.CLOSED,
        Happening.CALLED: State.GREETING,
        Happening.UNFIT_HUB: State.READ_ONLY,
    },
}
"""(state, happening) → state; a happening that is missing from a row cannot befall that state."""


@dataclass(frozen=True, slots=True)
class Moved:
    """The link's state changed; `cause` is a code of tabletop.DeviceHealth, `detail` is for logs."""

    state: State
    cause: str
    detail: str
    at: float


@dataclass(frozen=True, slots=True)
class Sites:
    """Token bytes that changed since they were last told; `whole`: the mirror has just become current."""

    changes: tuple[tuple[int, int], ...]
    tokens: bytes
    whole: bool
    at: float


@dataclass(frozen=True, slots=True)
class KeyMoved:
    """A hub's key went down, came up, or is held."""

    key: int
    action: Action
    at: float


@dataclass(frozen=True, slots=True)
class FaultMoved:
    """A fault of a channel (None: of the hub itself) came or went; `count` as the hub tells it."""

    channel: int | None
    kind: str
    standing: bool
    count: int
    at: float


@dataclass(frozen=True, slots=True)
class Told:
    """The answer to a command that somebody gave to `Link.ask`; None: the hub gave none."""

    command: Command
    answer: RawValues | SelfTest | Ack | None
    at: float


LinkEvent = Moved | Sites | KeyMoved | FaultMoved | Told


def after(state: State, happening: Happening) -> State:
    """The state that follows.

    Raises:
        LookupError: this cannot befall that state; a mistake in the link, not of the hub.
    """
    try:
        return TABLE[state][happening]
    except KeyError:
        raise LookupError(f"link: {happening.name} cannot befall the state {state.name}") from None
