"""Things on and over a simulated board but tokens on pins: a mug, a sheet, a loose or carried token."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from lab.camera.board_art import bgr
from lab.camera.solids import CameraView, Ring, draw_prism, outline, turned
from tabletop import BoardLayout, TokenColour

_BLUR_PX: Final = 0.55
_CARRIED_MM: Final = 45.0  # height of a token between fingertips
_MUG_MM: Final = (41.0, 95.0)  # radius and height


@dataclass(frozen=True, slots=True, eq=False)
class Thing:
    """An upright prism anywhere over the board."""

    ring: Ring  # board millimetres, clockwise as seen from above
    z_mm: tuple[float, float]
    rgb: tuple[int, int, int]
    in_hand: bool = False  # drawn over the hand, not under it


def mug(x: float, y: float, rgb: tuple[int, int, int] = (232, 228, 218)) -> Thing:
    """A mug that stands on the board."""
    return Thing(outline("disc", _MUG_MM[0]) + np.array([x, y]), (2.0, _MUG_MM[1]), rgb)


def sheet(x: float, y: float, wide: float, high: float, z_mm: float = 60.0) -> Thing:
    """A sheet of paper held over the board, (x, y) its middle."""
    half = np.array([wide, high]) / 2
    corners = np.array([[-1, -1], [-1, 1], [1, 1], [1, -1]]) * half + np.array([x, y])
    return Thing(corners, (z_mm, z_mm + 0.5), (245, 244, 238), in_hand=True)


def token_at(
    layout: BoardLayout, colour: TokenColour, x: float, y: float, turn_deg: float, *, carried: bool = False
) -> Thing:
    """A token that lies on the board beside any pin, or is carried over it."""
    tokens = layout.tokens
    ring = turned(outline(tokens.shapes[colour], tokens.footprint_mm / 2), turn_deg, x, y)
    low = _CARRIED_MM if carried else 0.0
    return Thing(ring, (low, low + tokens.height_mm), tokens.rgb[colour], in_hand=carried)


def lay_things(
    picture: NDArray[np.uint8], view: CameraView, things: Sequence[Thing], *, in_hand: bool
) -> NDArray[np.uint8]:
    """Draw those that lie under the hand, or those over it; one that reaches out of the picture lies flat."""
    chosen = [thing for thing in things if thing.in_hand == in_hand]
    if not chosen:
        return picture
    shown = picture.astype(np.float32)
    for thing in chosen:
        sprite = draw_prism(view, thing.ring, thing.z_mm, bgr(thing.rgb), light=0.95, blur_px=_BLUR_PX)
        if sprite is not None:
            sprite.darken(shown)
            sprite.lay(shown)
            continue
        top = np.round(np.clip(view.project_at(thing.ring, thing.z_mm[1]), -4000, 8000)).astype(np.int32)
        cv2.fillPoly(shown, [top], bgr(thing.rgb), cv2.LINE_AA)
    return np.asarray(np.clip(shown + 0.5, 0, 255), dtype=np.uint8)
