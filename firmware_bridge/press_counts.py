"""Key presses that survive lost packets, by the counts in K and B packets (hub/1, state rule 8)."""

from typing import Final, Literal

from firmware_bridge.messages import Beat, Key

Action = Literal["down", "up", "held"]
YOUNG_S: Final = 1.5  # an older press is not acted on: a late "undo" is worse than none
_ACTIONS: Final[dict[str, Action]] = {"d": "down", "u": "up", "h": "held"}
_MOST_LOST: Final = 3  # more presses than this inside 1.5 s were no presses


class PressCounts:
    """Follows each key's press count; tells presses once, in order, down before up."""

    def __init__(self) -> None:
        self.late = 0  # presses found too late to be acted on, or too many at once
        self._counts: dict[int, int] = {}
        self._down: dict[int, float] = {}  # keys that are down, since when
        self._heard_at = float("-inf")  # the last packet that carried all counts

    def forget(self) -> None:
        """The hub has restarted: its counts begin anew."""
        self._counts.clear()
        self._down.clear()
        self._heard_at = float("-inf")

    def key(self, message: Key, at: float, age_s: float = 0.0) -> list[tuple[int, Action]]:
        """What a K packet tells, with presses that were lost before it.

        `age_s`: how long it was under way at least; one that lay in a buffer for too long is not acted on.
        """
        key, action = message.key, _ACTIONS[message.action]
        if age_s > YOUNG_S:
            return self._too_late(key, message.count, at)
        known = self._counts.get(key)
        self._counts[key] = message.count
        new = 1 if known is None else (message.count - known) % 256
        told: list[tuple[int, Action]] = []
        if new:
            told += self._release(key, at)
            told += self._missed(key, new - 1, at)
            if action == "down" or (known is not None and self._young(at)):
                self._down[key] = at  # of this very press, even if its own packet was lost
                told.append((key, "down"))
        if action != "down" and key in self._down:
            if action == "up":
                del self._down[key]
            told.append((key, action))
        return told

    def beat(self, message: Beat, at: float) -> list[tuple[int, Action]]:
        """Presses that only the counts of a beat tell of: whole ones, down and up."""
        told: list[tuple[int, Action]] = []
        for key, count in enumerate(message.presses):
            known = self._counts.get(key)
            self._counts[key] = count
            if known is not None and count != known:
                told += self._release(key, at)
                told += self._missed(key, (count - known) % 256, at)
        self._heard_at = at
        return told

    def _too_late(self, key: int, count: int, at: float) -> list[tuple[int, Action]]:
        known = self._counts.get(key)
        self._counts[key] = count
        self.late += 0 if known is None else (count - known) % 256
        return self._release(key, at)

    def _young(self, at: float) -> bool:
        return at - self._heard_at <= YOUNG_S

    def _missed(self, key: int, presses: int, at: float) -> list[tuple[int, Action]]:
        if presses == 0:
            return []
        if presses > _MOST_LOST or not self._young(at):
            self.late += presses
            return []
        whole: list[tuple[int, Action]] = [(key, "down"), (key, "up")]
        return whole * presses

    def _release(self, key: int, at: float) -> list[tuple[int, Action]]:
        """The up of an earlier press was lost: tell it if it is not too late."""
        since = self._down.pop(key, None)
        return [(key, "up")] if since is not None and at - since <= YOUNG_S else []
