"""Which presses count for the hand at the panel: not a touch that was too short, nor one that shook. Pure.

What names the question that it answers comes from a page, whose own system looks after such hands; and what
goes down and up in the same instant comes from no finger: a key of a terminal, or another program.
"""

from dataclasses import replace

from dialog import PressHabits
from table.lateness import made_at
from tabletop import Button, Press, TokenColour

Key = Button | TokenColour | None


def key_of(press: Press) -> Key:
    """Which button it is of."""
    return press.button or press.seat


class PressFilter:
    """Takes presses and hands on those that count. `habits`: of the seat that has the panel just then."""

    def __init__(self) -> None:
        self._touched: dict[Key, Press] = {}  # down, and not for long enough yet
        self._accepted: set[Key] = set()  # down, and they count
        self._let_go: dict[Key, float] = {}  # when one that counted was let go

    def take(self, press: Press, habits: PressHabits, at: float) -> tuple[Press, ...]:
        """What counts now that this has come."""
        key = key_of(press)
        if press.named:
            return (press,)
        if press.action == "down":
            return self._down(key, press, habits, at)
        if key in self._accepted:
            if press.action == "up":
                self._accepted.discard(key)
                self._let_go[key] = made_at(press, at)
            return (press,)
        down = self._touched.get(key)
        if down is None:
            return ()  # it did not count when it went down
        if press.action == "held":
            return ()
        del self._touched[key]
        long = made_at(press, at) - made_at(down, at)
        if 0 < long < habits.needed_s(press.button):
            return ()
        self._let_go[key] = made_at(press, at)
        return (down, press)

    @property
    def waits(self) -> bool:
        """Whether a button is down that has not counted yet."""
        return bool(self._touched)

    def due(self, habits: PressHabits, at: float) -> tuple[Press, ...]:
        """Time has passed: the buttons that have been down for long enough, as if they went down now."""
        found = [
            (key, down, made_at(down, at) + habits.needed_s(down.button))
            for key, down in self._touched.items()
        ]
        ripe = [(key, down, since) for key, down, since in found if at >= since > made_at(down, at)]
        for key, _, _ in ripe:
            del self._touched[key]
            self._accepted.add(key)
        return tuple(replace(down, at=since) for _, down, since in ripe)

    def _down(self, key: Key, press: Press, habits: PressHabits, at: float) -> tuple[Press, ...]:
        self._touched.pop(key, None)
        self._accepted.discard(key)
        if made_at(press, at) - self._let_go.get(key, float("-inf")) < habits.repeat_s:
            return ()
        if habits.needed_s(press.button):
            self._touched[key] = press
            return ()
        self._accepted.add(key)
        return (press,)
