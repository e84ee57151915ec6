"""The states of a hub's link as a table, and what a link tells: values only."""

from dataclasses import dataclass
from enum import Enum, auto
from typing import Final

from firmware_bridge.messages import Ack, Command, HubSelfTest, RawValues
from firmware_bridge.press_counts import Action


class LinkState(Enum):
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


_KNOWN: Final = {
    Happening.OPENED: LinkState.GREETING,
    Happening.PORT_CLOSED: LinkState.CLOSED,
    Happening.GREETED: LinkState.STALE,
    Happening.UNFIT_HUB: LinkState.READ_ONLY,
    Happening.CALLED: LinkState.GREETING,
    Happening.REBOOTED: LinkState.GREETING,
    Happening.OUT_OF_STEP: LinkState.STALE,
    Happening.CURRENT: LinkState.LIVE,
    Happening.BEATS_MISSING: LinkState.SILENT,
}
"""The row of each state in which the hub is known and asked."""

TABLE: Final[dict[LinkState, dict[Happening, LinkState]]] = {
    LinkState.CLOSED: {Happening.OPENED: LinkState.GREETING},
    LinkState.GREETING: {
        Happening.OPENED: LinkState.GREETING,
        Happening.PORT_CLOSED: LinkState.CLOSED,
        Happening.GREETED: LinkState.STALE,
        Happening.UNFIT_HUB: LinkState.READ_ONLY,
    },
    LinkState.STALE: _KNOWN,
    LinkState.SILENT: _KNOWN,
    LinkState.LIVE: _KNOWN,
    LinkState.READ_ONLY: {
        Happening.OPENED: LinkState.GREETING,
        Happening.PORT_CLOSED: LinkState.CLOSED,
        Happening.CALLED: LinkState.GREETING,
        Happening.UNFIT_HUB: LinkState.READ_ONLY,
    },
}
"""(state, happening) → state; a happening that is missing from a row cannot befall that state."""


@dataclass(frozen=True, slots=True)
class Moved:
    """The link's state changed; `cause` is a code of tabletop.DeviceHealth, `detail` is for logs."""

    state: LinkState
    cause: str
    detail: str
    at: float


@dataclass(frozen=True, slots=True)
class SitesChanged:
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
class CommandAnswered:
    """The answer to a command that somebody gave to `Link.ask`; None: the hub gave none."""

    command: Command
    answer: RawValues | HubSelfTest | Ack | None
    at: float


LinkEvent = Moved | SitesChanged | KeyMoved | FaultMoved | CommandAnswered


def after(state: LinkState, happening: Happening) -> LinkState:
    """The state that follows.

    Raises:
        LookupError: this cannot befall that state; a mistake in the link, not of the hub.
    """
    try:
        return TABLE[state][happening]
    except KeyError:
        raise LookupError(f"link: {happening.name} cannot befall the state {state.name}") from None
