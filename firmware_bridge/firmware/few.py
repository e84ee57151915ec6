"""Two small tables that are made once and never grow. No hardware; runs on MicroPython and CPython."""

from array import array

EDGES = 21
"""So many edges"""
EDGES_MS = 2000
"""within this time make a site unbelievable."""
_STAMP = 0x3FFFFFFF  # milliseconds modulo 2**30: a number that MicroPython holds without an object


class Few:
    """A few of the sites: added, found and taken out without an allocation."""

    def __init__(self, most: int) -> None:
        self.items = bytearray(most)
        self.count = 0
        self._in = bytearray(most)

    def has(self, site: int) -> bool:
        """Whether it is among them."""
        return self._in[site] != 0

    def add(self, site: int) -> None:
        """Put it in, once."""
        if not self._in[site]:
            self._in[site] = 1
            self.items[self.count] = site
            self.count += 1

    def remove(self, at: int) -> None:
        """Take out the one at that place; the last takes its place."""
        self._in[self.items[at]] = 0
        self.count -= 1
        self.items[at] = self.items[self.count]

    def discard(self, site: int) -> None:
        """Take it out if it is there."""
        if self._in[site]:
            at = 0
            while self.items[at] != site:
                at += 1
            self.remove(at)

    def clear(self) -> None:
        """Take out all."""
        while self.count:
            self.remove(self.count - 1)


class Edges:
    """When each input last moved: the stamps of its latest 21 edges, and how often it held still between."""

    def __init__(self, sites: int) -> None:
        self._stamps = array("I", bytes(4 * sites * EDGES))
        self._newest = bytearray(sites)
        self._count = bytearray(sites)
        self._dwells = bytearray(sites)

    def note(self, site: int, now: int) -> bool:
        """One more edge; whether there were 21 within 2 s."""
        stamp = now & _STAMP
        base = site * EDGES
        newest = self._newest[site]
        if self._count[site] and (stamp - self._stamps[base + newest]) & _STAMP > EDGES_MS:
            self.forget(site)
        newest = (newest + 1) % EDGES
        self._newest[site] = newest
        self._stamps[base + newest] = stamp
        if self._count[site] < EDGES:
            self._count[site] += 1
        oldest = self._stamps[base + (newest + 1) % EDGES]
        return self._count[site] == EDGES and (stamp - oldest) & _STAMP <= EDGES_MS

    def still_for(self, site: int, now: int) -> int:
        """Milliseconds since the latest edge."""
        return (now - self._stamps[site * EDGES + self._newest[site]]) & _STAMP

    def dwell(self, site: int) -> None:
        """It held a level long enough to be believed."""
        if self._dwells[site] < 255:
            self._dwells[site] += 1

    def dwelled(self, site: int) -> bool:
        """Whether it held still after a third of its edges: a bad contact does, a floating input does not."""
        return self._dwells[site] * 3 >= EDGES

    def forget(self, site: int) -> None:
        """What was counts no more."""
        self._count[site] = self._dwells[site] = 0
