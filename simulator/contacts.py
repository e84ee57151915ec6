"""The contacts under a simulated hub: scanned, debounced, set aside when they chatter. Pure."""

from collections import deque
from dataclasses import dataclass
from typing import Final

SCAN_MS: Final = 4
CHATTER_EDGES: Final = 20  # more edges than this
CHATTER_MS: Final = 2000  # inside this time set a site aside,
CALM_MS: Final = 3000  # until it has been still for so long
SET_ASIDE: Final = 0xFE
NOT_READ: Final = 0xFF


@dataclass(frozen=True, slots=True)
class Chatter:
    """A site was set aside (`standing`) or taken back, after so many edges."""

    site: int
    standing: bool
    edges: int


class Contacts:
    """What the world does to the pins, and what a hub makes of it.

    `tokens` is what the hub would report; `raw` what really lies on each pin.
    """

    def __init__(self, sites: int, debounce_ms: int = 16) -> None:
        self.raw = bytearray(sites)
        self.debounce_ms = debounce_ms
        self.tokens = bytearray([NOT_READ]) * sites
        self._inverted: set[int] = set()
        self._masked: set[int] = set()
        self._sample = bytearray(sites)
        self._streak: dict[int, int] = {}  # sites whose sample is not accepted yet: equal scans so far
        self._touched: set[int] = set()
        self._edges: dict[int, deque[int]] = {}
        self._aside: dict[int, int] = {}  # set aside, and when the last edge was

    def put(self, site: int, token: int) -> None:
        """Something is put on a pin, or taken off (0)."""
        self.raw[site] = token
        self._touched.add(site)

    def invert(self, site: int, on: bool) -> None:
        """A bad contact shows the opposite of what is there."""
        (self._inverted.add if on else self._inverted.discard)(site)
        self._touched.add(site)

    def start(self) -> None:
        """The hub boots: everything is read anew."""
        for site in range(len(self.raw)):
            self._sample[site] = self._level(site)
        self.tokens[:] = self._sample
        self._streak.clear()
        self._touched.clear()
        self._edges.clear()
        self._aside.clear()
        self._masked.clear()

    @property
    def busy(self) -> bool:
        """Whether the next scan could bring news."""
        return bool(self._touched or self._streak or self._aside)

    @property
    def set_aside(self) -> dict[int, int]:
        """Sites that chatter, and how many edges they showed of late."""
        return {site: len(self._edges.get(site, ())) for site in self._aside}

    def mask(self, sites: set[int]) -> None:
        """Ignore these sites from now on (token fd)."""
        self._masked = sites
        self._touched |= set(range(len(self.raw)))

    def scan(self, now_ms: int) -> tuple[list[tuple[int, int]], list[Chatter]]:
        """One scan of all pins: the changes that are accepted by it, and the chatter found by it."""
        faults: list[Chatter] = []
        for site in sorted(self._touched):
            level = self._level(site)
            if level != self._sample[site]:
                self._sample[site] = level
                self._streak[site] = 0
                faults += self._edge(site, now_ms)
        self._touched.clear()
        for site in [site for site, last in self._aside.items() if now_ms - last >= CALM_MS]:
            del self._aside[site]
            faults.append(Chatter(site, False, 0))
            self._streak[site] = self.debounce_ms // SCAN_MS
        changes: list[tuple[int, int]] = []
        for site in sorted(self._streak):
            self._streak[site] += 1
            if self._streak[site] >= self.debounce_ms // SCAN_MS:
                del self._streak[site]
                self._accept(site, changes)
        for fault in faults:
            if fault.standing:
                self._accept(fault.site, changes)
        return changes, faults

    def _accept(self, site: int, changes: list[tuple[int, int]]) -> None:
        token = SET_ASIDE if site in self._aside else self._sample[site]
        if token != self.tokens[site]:
            self.tokens[site] = token
            changes.append((site, token))

    def _level(self, site: int) -> int:
        if site in self._masked:
            return 0xFD
        raw = self.raw[site]
        return (0 if raw else 1) if site in self._inverted else raw

    def _edge(self, site: int, now_ms: int) -> list[Chatter]:
        edges = self._edges.setdefault(site, deque())
        edges.append(now_ms)
        while now_ms - edges[0] > CHATTER_MS:
            edges.popleft()
        if site in self._aside:
            self._aside[site] = now_ms
        elif len(edges) > CHATTER_EDGES:
            self._aside[site] = now_ms
            return [Chatter(site, True, len(edges))]
        return []
