"""Where a camera stands over a table: anywhere from which the whole board is seen, nowhere too small."""

import math
from typing import Final

import cv2
import numpy as np

from lab.rooms.lens import Body
from lab.rooms.stage import Points
from tabletop import BoardLayout

MIRROR: Final = np.array([1.0, 1.0, -1.0])
"""Board millimetres have z up; a camera looks along its own."""
_LEAST_PX_PER_MM: Final = 0.8


def place_camera(rng: np.random.Generator, layout: BoardLayout, body: Body) -> tuple[Points, Points]:
    """Rotation on (x, y, -z) and eye: the whole board in the picture, nowhere too small."""
    for _ in range(50):
        oblique = math.radians(float(np.clip(abs(rng.normal(0, 17)), 0, 40)))
        side = float(rng.normal(0, 0.2)) + (math.pi if rng.random() < 0.15 else 0.0)
        found = _from_there(layout, body, oblique, side)
        if found is not None:
            return found
    raise AssertionError("no camera of this kind shows the whole board")


def _from_there(layout: BoardLayout, body: Body, oblique: float, side: float) -> tuple[Points, Points] | None:
    """The nearest place in that direction."""
    middle = np.array([layout.width_mm / 2, layout.height_mm / 2, 0.0])
    way = np.array(
        [math.sin(oblique) * math.sin(side), math.sin(oblique) * math.cos(side), math.cos(oblique)]
    )
    wide, high = layout.width_mm, layout.height_mm
    corners = np.array([[0.0, 0, 0], [wide, 0, 0], [wide, high, 0], [0, high, 0]])
    for far in np.arange(500, 2600, 25.0):
        eye = middle + way * far
        forward = (middle - eye) * MIRROR / far
        right = np.cross([-math.sin(side), math.cos(side), 0.0], forward)
        right /= np.linalg.norm(right)
        rotation = np.stack([right, np.cross(forward, right), forward])
        seen = (corners - eye) * MIRROR @ rotation.T
        pixels, _ = cv2.projectPoints(seen, np.zeros(3), np.zeros(3), body.matrix, np.array(body.dist))
        flat = pixels.reshape(-1, 2)
        if (flat > 12).all() and (flat < np.array(body.size) - 12).all():
            sides = np.linalg.norm(np.roll(flat, -1, axis=0) - flat, axis=1)
            return (rotation, eye) if (sides / [wide, high, wide, high]).min() >= _LEAST_PX_PER_MM else None
    return None
