"""Readings → observations: a contact counts once it has stood still for a moment."""

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from tabletop import TOKEN_COLOURS, Observation, Seen, SiteId

DWELL_S: Final = 0.06
"""How long a contact stands still before it is handed on. With the hub's own 16 ms and 5 ms of wire a sound
can begin within 150 ms of the contact; what a claim waits for is decided by those who claim."""
SWEEP_SITES: Final = 5
SWEEP_WITHIN_S: Final = 0.1
CALM_S: Final = 0.5

_SOMETHING: Final = 0x01
_LAST_CLASS: Final = 0xDF
_LAST_RESERVED: Final = 0xEF
_BETWEEN_CLASSES: Final = 0xF0
_MOVING: Final = 0xF1


def seen(token: int, *, coded: bool) -> Seen | None:
    """What a token byte says of a site; None: it is changing right now, the old belief stays.

    Args:
        token: 0 to 255, as on the wire.
        coded: whether the tokens carry resistors, so that a class names a seat: its high nibble 1 to 5
            is blue, red, green, yellow, black.
    """
    if token == 0:
        return "empty"
    if token == _MOVING:
        return None
    if _SOMETHING < token <= _LAST_CLASS and coded and 1 <= token >> 4 <= len(TOKEN_COLOURS):
        return TOKEN_COLOURS[(token >> 4) - 1]
    if token <= _LAST_RESERVED or token == _BETWEEN_CLASSES:
        return "something"
    return "unknown"  # masked, set aside, not read yet, or a byte that hub/1 does not name: never empty


@dataclass(slots=True)
class _Contact:
    """One site: what was handed on, what its pin says now, since when."""

    told: Seen | None = None  # None: nothing yet
    now: Seen = "unknown"
    since: float = 0.0


class PinDebouncer:
    """Holds each change back until it has lasted, and a whole sweep of them until there is calm.

    A change to `unknown` is not held back: who trusts a pin must hear at once that it cannot tell.
    """

    def __init__(self, sites: Mapping[int, SiteId], *, coded: bool, dwell_s: float = DWELL_S) -> None:
        self._sites = sites
        self._coded = coded
        self._dwell_s = dwell_s
        self._contacts = {channel: _Contact() for channel in sites}
        self._moving: set[int] = set()  # channels whose belief is not handed on yet
        self._recent: deque[tuple[float, int]] = deque()
        self._calm_at = 0.0

    def change(self, channel: int, token: int, at: float) -> None:
        """The pin of a channel says something else than before."""
        contact = self._contacts.get(channel)
        now = seen(token, coded=self._coded)
        if contact is None or now is None or now == contact.now:
            return
        contact.now, contact.since = now, at
        if now == contact.told:
            self._moving.discard(channel)
        else:
            self._moving.add(channel)
        if now != "unknown":
            self._watch_for_sweep(channel, at)

    def load(self, tokens: bytes, at: float) -> list[Observation]:
        """Take every pin as it is now and hand all of them on: the pins are back after a loss."""
        self._moving.clear()
        self._recent.clear()
        observations: list[Observation] = []
        for channel, contact in self._contacts.items():
            before: Seen = "empty" if contact.told is None else contact.now  # a site never named is empty
            contact.now = seen(tokens[channel], coded=self._coded) or before
            contact.since = at
            observations.append(self._hand_on(channel, contact, at))
        return observations

    def tick(self, at: float) -> list[Observation]:
        """What has settled by now."""
        observations: list[Observation] = []
        for channel in sorted(self._moving):
            contact = self._contacts[channel]
            settled = at - contact.since >= self._dwell_s and at >= self._calm_at
            if settled or contact.now == "unknown":
                observations.append(self._hand_on(channel, contact, at))
        self._moving.difference_update(
            [c for c in self._moving if self._contacts[c].told == self._contacts[c].now]
        )
        return observations

    def _hand_on(self, channel: int, contact: _Contact, at: float) -> Observation:
        contact.told = contact.now
        return Observation(site=self._sites[channel], sense="pin", seen=contact.now, at=at)

    def _watch_for_sweep(self, channel: int, at: float) -> None:
        self._recent.append((at, channel))
        while at - self._recent[0][0] > SWEEP_WITHIN_S:
            self._recent.popleft()
        if at < self._calm_at or len({which for _, which in self._recent}) >= SWEEP_SITES:
            self._calm_at = at + CALM_S
