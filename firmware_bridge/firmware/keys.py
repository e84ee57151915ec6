"""The keys of a hub: debounced and counted. No hardware; runs on MicroPython and CPython."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

SCANS = 4  # equal scans that make a press
HOLD_MS = 2000


class Keys:
    """Up to 16 keys. A key that is down when the hub starts says nothing until it was up once.

    `report(key, action)` is called with `d` down, `u` up, `h` held for 2 s.
    """

    def __init__(self, count: int, report: "Callable[[int, str], None]") -> None:
        self._report = report
        self.presses = bytearray(count)
        self.calm = False
        self._down = 0  # bit masks: believed to be down,
        self._mute = 0  # down since the start,
        self._seen = 0  # seen at the latest scan,
        self._held = 0  # told to be held
        self._streak = 0
        self._since = [0] * count
        self._started = False

    def scan(self, now: int, levels: int) -> None:
        """Take all keys' levels (bit set: down)."""
        if self.calm and levels == self._seen:
            return
        if levels != self._seen or not self._started:
            self._seen = levels
            self._streak = 0
            if not self._started:
                self._started = True
                self._down = self._mute = levels
        if self._streak < SCANS:
            self._streak += 1
            if self._streak == SCANS and levels != self._down:
                self._move(now, levels)
        if self._down & ~(self._mute | self._held):
            self._hold(now)
        self.calm = self._streak == SCANS and not self._down & ~(self._mute | self._held)

    def _move(self, now: int, levels: int) -> None:
        moved = levels ^ self._down
        self._down = levels
        for key in range(len(self.presses)):
            bit = 1 << key
            if not moved & bit:
                continue
            self._held &= ~bit
            if levels & bit:
                self.presses[key] = (self.presses[key] + 1) & 0xFF
                self._since[key] = now
                self._report(key, "d")
            elif self._mute & bit:
                self._mute &= ~bit
            else:
                self._report(key, "u")

    def _hold(self, now: int) -> None:
        for key in range(len(self.presses)):
            bit = 1 << key
            if self._down & ~(self._mute | self._held) & bit and now - self._since[key] >= HOLD_MS:
                self._held |= bit
                self._report(key, "h")
