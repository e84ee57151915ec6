"""What the world does to a simulated hub: tokens, fingers, bad contacts, and when. Pure and seeded."""

import heapq
from collections.abc import Callable
from functools import partial
from random import Random

from lab.hub.contacts import Contacts


class HubWorld:
    """A clock, a plan of what will happen, and the deeds that can be planned."""

    def __init__(self, sites: int, seed: int) -> None:
        self.contacts = Contacts(sites)
        self.now_ms = 0
        self._random = Random(seed)
        self._plan: list[tuple[int, int, Callable[[], None]]] = []
        self._planned = 0
        self._hung_until = 0
        self._reset = "por"
        self._torn = False

    def set_contact(self, channel: int, token: int, at_ms: int | None = None, *, bounce_ms: int = 0) -> None:
        """Put a token (its byte) on a pin, or lift it (0); the contact may bounce first."""
        start = t = self._when(at_ms)
        before = self.contacts.raw[channel]
        while t < start + bounce_ms:
            for level in (token, before):
                self._at(t, partial(self.contacts.put, channel, level))
                t += self._random.randint(1, 3)
        self._at(t, partial(self.contacts.put, channel, token))

    def flicker(self, channel: int, hz: float, for_ms: int, at_ms: int | None = None) -> None:
        """A contact goes bad: it shows the opposite of what is there, `hz` times a second."""
        start, half_ms = self._when(at_ms), max(1, round(500 / hz))
        for number, t in enumerate(range(start, start + for_ms, half_ms)):
            self._at(t, partial(self.contacts.invert, channel, number % 2 == 0))
        self._at(start + for_ms, partial(self.contacts.invert, channel, False))

    def key(self, index: int, down: bool, at_ms: int | None = None) -> None:
        """Press a key, or let it go."""
        self._at(self._when(at_ms), partial(self._key, index, down))

    def hang(self, for_ms: int, at_ms: int | None = None) -> None:
        """The program of the hub stands still."""

        def hang() -> None:
            self._hung_until = max(self._hung_until, self.now_ms + for_ms)

        self._at(self._when(at_ms), hang)

    def reboot(self, cause: str = "wdt", at_ms: int | None = None) -> None:
        """The hub restarts: silent for a moment, then new in everything but what lies on its pins."""

        def reboot() -> None:
            self._reset = cause
            self._hung_until = 0
            self._boot()

        self._at(self._when(at_ms), reboot)

    def tear(self, torn: bool, at_ms: int | None = None) -> None:
        """The ribbon between two panels is pulled, or put back: the chain's far end answers no more."""

        def tear() -> None:
            self._torn = torn
            self.contacts.touched = True

        self._at(self._when(at_ms), tear)

    def planned(self) -> list[int]:
        """When the next deed is due; empty when there is none."""
        return [self._plan[0][0]] if self._plan else []

    def do_planned(self) -> None:
        """Do what is due by now."""
        while self._plan and self._plan[0][0] <= self.now_ms:
            heapq.heappop(self._plan)[2]()

    def _key(self, index: int, down: bool) -> None:
        raise NotImplementedError

    def _boot(self) -> None:
        raise NotImplementedError

    def _at(self, at_ms: int, action: Callable[[], None]) -> None:
        self._planned += 1
        heapq.heappush(self._plan, (max(at_ms, self.now_ms), self._planned, action))

    def _when(self, at_ms: int | None) -> int:
        return self.now_ms if at_ms is None else at_ms
