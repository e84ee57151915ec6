"""How the presses of one seat's hand are taken: for hands that tremble, and for who has one switch or two."""

from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from dialog.mode import Prompt
from dialog.questions import PressItem
from tabletop import Button

Scan = Literal["off", "two", "one"]
"""Who walks: the hand by all its buttons, by two (Forward walks, Yes takes), or the table, and Yes takes."""

ACCEPT_S: Final = (0.0, 0.3, 0.6, 1.0)
REPEAT_S: Final = (0.0, 0.5, 1.0, 2.0)
CONFIRM_S: Final = 1.0  # so long Yes is held where only a held one counts; a hold of its own begins at 2 s
SCANS: Final[tuple[Scan, ...]] = ("off", "two", "one")
PACE_S: Final = (1.0, 2.0, 3.0, 5.0, 8.0)


class PressHabits(Struct, frozen=True, kw_only=True):
    """Of one seat; times in seconds.

    `accept_s`: a press counts when it was down so long. `repeat_s`: the same button again, so soon after it
    was let go, is no press. `confirm`: Yes counts only when it is held. `pace_s`: so long after the words of
    one choice the table walks on to the next, where it walks.
    """

    accept_s: float = 0.0
    repeat_s: float = 0.0
    confirm: bool = False
    scan: Scan = "off"
    pace_s: float = 2.0

    def needed_s(self, button: str | None) -> float:
        """How long this button is down before it counts."""
        return max(self.accept_s, CONFIRM_S) if self.confirm and button == "yes" else self.accept_s

    def value(self, what: PressItem) -> float | bool | Scan:
        """What is set."""
        match what:
            case "accept":
                return self.accept_s
            case "repeat-block":
                return self.repeat_s
            case "confirm":
                return self.confirm
            case "scan":
                return self.scan
            case "pace":
                return self.pace_s

    def stepped(self, what: PressItem, step: int) -> "PressHabits":
        """One step more (+1) or less (-1); at the ends it stays, and what is on or off changes."""
        match what:
            case "accept":
                return replace(self, accept_s=_next(ACCEPT_S, self.accept_s, step))
            case "repeat-block":
                return replace(self, repeat_s=_next(REPEAT_S, self.repeat_s, step))
            case "confirm":
                return replace(self, confirm=self.confirm != bool(step))
            case "scan":
                return replace(self, scan=SCANS[min(2, max(0, SCANS.index(self.scan) + step))])
            case "pace":
                return replace(self, pace_s=_next(PACE_S, self.pace_s, step))


class ButtonOffered(Prompt, frozen=True, kw_only=True):
    """Where the choices are walked through: the switch may take this button now."""

    button: Button


def _next(steps: tuple[float, ...], now: float, step: int) -> float:
    """The neighbour of the step that is nearest to what is set."""
    at = min(range(len(steps)), key=lambda one: abs(steps[one] - now))
    return steps[min(len(steps) - 1, max(0, at + step))]
