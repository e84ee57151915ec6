"""A hand over the board: where it points, from which edge it comes, how far it has come."""

import math
from dataclasses import dataclass
from typing import Final, Literal

Edge = Literal["front", "back", "left", "right"]
Outline = tuple[tuple[float, float], ...]

_INTO: Final[dict[Edge, tuple[float, float]]] = {
    "front": (0.0, -1.0),
    "back": (0.0, 1.0),
    "left": (1.0, 0.0),
    "right": (-1.0, 0.0),
}
_REACH_MM: Final = 520.0  # from wrist to beyond the picture's edge: the forearm


@dataclass(frozen=True, slots=True, kw_only=True)
class Hand:
    """One hand that reaches over the board.

    `reach` is where its fingertips point in board millimetres when `extent` is 1; at 0 it is out of the
    picture. `lean_deg` turns the arm about the fingertips, clockwise seen from above.
    """

    reach: tuple[float, float]
    edge: Edge = "front"
    extent: float = 1.0
    lean_deg: float = 12.0
    sleeve_rgb: tuple[int, int, int] = (70, 90, 120)
    skin_rgb: tuple[int, int, int] = (205, 150, 120)

    def __post_init__(self) -> None:
        if not 0 <= self.extent <= 1:
            raise ValueError(f"hand: extent {self.extent}; give 0 (out of the picture) to 1 (there)")

    def tip(self, width_mm: float, height_mm: float) -> tuple[float, float]:
        """Where the fingertips are now, on a board of that size."""
        into_x, into_y = self._into()
        away = (1 - self.extent) * (math.hypot(width_mm, height_mm) * 0.75)
        return self.reach[0] - into_x * away, self.reach[1] - into_y * away

    def outlines(self, width_mm: float, height_mm: float) -> tuple[Outline, ...]:
        """The shapes of skin, in board millimetres: forearm, palm, four fingers, thumb."""
        forearm = ((-34, 100), (-30, 180), (30, 180), (30, 100))
        palm = ((-40, 52), (-40, 82), (-30, 108), (28, 108), (38, 80), (34, 50), (10, 44), (-20, 44))
        fingers = [_finger(x, tip, 52, 8.5) for x, tip in ((-30, 12), (-10, 0), (10, 4), (27, 18))]
        thumb = ((-38, 88), (-62, 58), (-72, 44), (-62, 38), (-48, 52), (-34, 66))
        return tuple(self._placed(shape, width_mm, height_mm) for shape in (forearm, palm, thumb, *fingers))

    def sleeve(self, width_mm: float, height_mm: float) -> Outline:
        """The clothed part of the arm, in board millimetres."""
        shape = ((-42, 160), (-55, _REACH_MM), (55, _REACH_MM), (40, 160))
        return self._placed(shape, width_mm, height_mm)

    def _into(self) -> tuple[float, float]:
        x, y = _INTO[self.edge]
        turn = math.radians(self.lean_deg)
        return x * math.cos(turn) - y * math.sin(turn), x * math.sin(turn) + y * math.cos(turn)

    def _placed(self, shape: Outline, width_mm: float, height_mm: float) -> Outline:
        into_x, into_y = self._into()
        tip_x, tip_y = self.tip(width_mm, height_mm)
        return tuple(
            (tip_x - into_y * across - into_x * back, tip_y + into_x * across - into_y * back)
            for across, back in shape
        )


def _finger(x: float, tip: float, root: float, half: float) -> Outline:
    """A finger with a round end, from `root` to `tip` (millimetres behind the fingertips)."""
    arc = [math.pi * step / 6 for step in range(7)]
    end = [(x - half * math.cos(angle), tip + half - half * math.sin(angle)) for angle in arc]
    return ((x - half, root), *end, (x + half, root))
