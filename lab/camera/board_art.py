"""The printed face of a board, seen straight from above: what the simulated camera looks at."""

import math
from itertools import pairwise
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from tabletop import BoardLayout, Site

Colour = tuple[float, float, float]
"""Blue, green, red; 0 to 255."""

PX_PER_MM: Final = 3.0
MARGIN_MM: Final = 140.0  # of table drawn round the board
_SHIFT: Final = 4  # bits of sub-pixel that OpenCV's drawing takes
_PALETTE: Final[dict[str, tuple[int, int, int]]] = {
    "purple": (190, 100, 210),
    "blue": (26, 63, 175),
    "orange": (219, 99, 0),
    "white": (255, 255, 255),
    "green": (87, 191, 149),
    "yellow": (255, 224, 69),
    "black": (25, 25, 25),
    "red": (164, 0, 4),
    "gray": (110, 110, 110),
}
_TIE_FIRST_MM: Final = 13.0
_TIE_STEP_MM: Final = 6.0


def bgr(rgb: tuple[int, int, int]) -> Colour:
    """A colour in OpenCV's order."""
    return float(rgb[2]), float(rgb[1]), float(rgb[0])


def draw_board(layout: BoardLayout, seed: int) -> NDArray[np.uint8]:
    """The board and some table round it, PX_PER_MM pixels a millimetre, MARGIN_MM left and above the corner.

    Returns:
        (H, W, 3) uint8, BGR.
    """
    rng = np.random.default_rng([seed, 11])
    return _Face(layout, rng).picture


class _Face:
    """One drawing; the methods take board millimetres."""

    def __init__(self, layout: BoardLayout, rng: np.random.Generator) -> None:
        self._layout = layout
        width = round((layout.width_mm + 2 * MARGIN_MM) * PX_PER_MM)
        height = round((layout.height_mm + 2 * MARGIN_MM) * PX_PER_MM)
        self.picture = _table(width, height, rng)
        self._ground(rng)
        routes = [site for site in layout.sites.values() if site.kind == "route"]
        colours = dict(zip((site.id for site in routes), _route_colours(layout, routes), strict=True))
        for site in routes:
            self._line(site, colours[site.id])
        for site in routes:
            if layout.collar_diameter_mm > 0:
                self._collar(site, colours[site.id])
        for site in layout.sites.values():
            if site.kind == "city":
                self._city(site)
        self._markers()

    def _px(self, points: NDArray[np.float64]) -> NDArray[np.int32]:
        return np.round((points + MARGIN_MM) * PX_PER_MM * (1 << _SHIFT)).astype(np.int32)

    def _area(self, points: list[tuple[float, float]], colour: Colour) -> None:
        cv2.fillPoly(self.picture, [self._px(np.array(points))], colour, cv2.LINE_AA, _SHIFT)

    def _disc(self, x: float, y: float, diameter: float, colour: Colour) -> None:
        centre = self._px(np.array([[x, y]]))[0]
        radius = round(diameter / 2 * PX_PER_MM * (1 << _SHIFT))
        cv2.circle(self.picture, (int(centre[0]), int(centre[1])), radius, colour, -1, cv2.LINE_AA, _SHIFT)

    def _polyline(self, points: list[tuple[float, float]], width_mm: float, colour: Colour) -> None:
        thickness = max(1, round(width_mm * PX_PER_MM))
        cv2.polylines(
            self.picture, [self._px(np.array(points))], False, colour, thickness, cv2.LINE_AA, _SHIFT
        )

    def _ground(self, rng: np.random.Generator) -> None:
        wide, high = self._layout.width_mm, self._layout.height_mm
        self._area([(3, 3), (wide + 3, 3), (wide + 3, high + 3), (3, high + 3)], (28, 26, 24))
        self._area([(0, 0), (wide, 0), (wide, high), (0, high)], bgr(self._layout.ground_rgb))
        top = round(MARGIN_MM * PX_PER_MM)
        area = self.picture[top : top + round(high * PX_PER_MM), top : top + round(wide * PX_PER_MM)]
        coarse = rng.normal(0, 5, (9, 13, 1)).astype(np.float32)
        stain = cv2.resize(coarse, (area.shape[1], area.shape[0]), interpolation=cv2.INTER_CUBIC)
        lighter, darker = np.clip(stain, 0, 60).astype(np.uint8), np.clip(-stain, 0, 60).astype(np.uint8)
        area[:] = cv2.subtract(cv2.add(area, cv2.merge([lighter] * 3)), cv2.merge([darker] * 3))
        edge = [(4.0, 4.0), (wide - 4, 4.0), (wide - 4, high - 4), (4.0, high - 4), (4.0, 4.0)]
        self._polyline(edge, 2.0, (196, 202, 206))

    def _line(self, site: Site, colour: Colour) -> None:
        for part in site.path:
            self._polyline(list(part), 2.6, (90, 92, 94))
            self._polyline(list(part), 1.6, colour)
        if not site.path:
            return
        length = sum(math.dist(a, b) for part in site.path for a, b in pairwise(part))
        along = math.radians(site.angle_deg)
        u, v = (math.cos(along), math.sin(along)), (-math.sin(along), math.cos(along))
        for place in range(min(6, max(1, int(length / 30)))):
            step = _TIE_FIRST_MM + _TIE_STEP_MM * (place // 2)
            distance = -step if place % 2 == 0 else step
            x, y = site.x + u[0] * distance, site.y + u[1] * distance
            for half_along, half_across, ink in ((1.5, 3.6, (90.0, 92.0, 94.0)), (0.9, 3.0, colour)):
                a, b = (u[0] * half_along, u[1] * half_along), (v[0] * half_across, v[1] * half_across)
                corners = [
                    (x + i * a[0] + j * b[0], y + i * a[1] + j * b[1])
                    for i, j in ((1, 1), (1, -1), (-1, -1), (-1, 1))
                ]
                self._area(corners, ink)

    def _collar(self, site: Site, colour: Colour) -> None:
        diameter = self._layout.collar_diameter_mm
        self._disc(site.x, site.y, diameter + 0.8, (90, 92, 94))
        self._disc(site.x, site.y, diameter, colour)
        # The north sector is flat and carries one braille cell: the colour's letter.
        ink: Colour = (245, 245, 245) if sum(colour) < 380 else (40, 40, 40)
        for dx, dy in ((-1.25, -8.3), (1.25, -8.3), (-1.25, -5.8)):
            self._disc(site.x + dx, site.y + dy, 1.6, ink)

    def _city(self, site: Site) -> None:
        diameter = 20.0 if site.has_pin else 18.0 if site.form == "large" else 14.0
        self._disc(site.x, site.y, diameter, (70, 72, 76))
        self._disc(site.x, site.y, diameter - 1.6, (214, 220, 224))
        if site.label:
            at = self._px(np.array([[site.x + diameter / 2 + 2, site.y + 3]]))[0] >> _SHIFT
            place = (int(at[0]), int(at[1]))
            cv2.putText(
                self.picture, site.label, place, cv2.FONT_HERSHEY_SIMPLEX, 0.75, (50, 50, 50), 2, cv2.LINE_AA
            )

    def _markers(self) -> None:
        markers = self._layout.markers
        if markers is None:
            return
        dictionary = cv2.aruco.getPredefinedDictionary(int(getattr(cv2.aruco, markers.dictionary)))
        half, quiet = markers.side_mm / 2, markers.side_mm / 2 + markers.quiet_mm
        for number, (x, y) in markers.ids.items():
            self._area(
                [
                    (x - quiet, y - quiet),
                    (x + quiet, y - quiet),
                    (x + quiet, y + quiet),
                    (x - quiet, y + quiet),
                ],
                (250, 250, 250),
            )
            side = round(markers.side_mm * PX_PER_MM)
            tag = cv2.aruco.generateImageMarker(dictionary, number, side)
            left, top = round((x - half + MARGIN_MM) * PX_PER_MM), round((y - half + MARGIN_MM) * PX_PER_MM)
            ink = 22 + (tag[:, :, None] / 255.0) * 228
            self.picture[top : top + side, left : left + side] = ink.astype(np.uint8)


def _route_colours(layout: BoardLayout, routes: list[Site]) -> list[Colour]:
    """A printed colour a route: board/1 does not name it, so neighbours simply take turns."""
    palette = {**_PALETTE, **layout.route_rgb}
    names = sorted(palette)
    return [bgr(palette[names[(5 * place + 2) % len(names)]]) for place in range(len(routes))]


def _table(width: int, height: int, rng: np.random.Generator) -> NDArray[np.uint8]:
    """A wooden table: streaks along x."""
    streaks = rng.normal(0, 9, (height // 6, 24))
    wood = np.array([62.0, 92.0, 128.0])[None, None, :] + streaks[:, :, None]
    planks = np.clip(wood, 0, 255).astype(np.uint8)
    return np.asarray(cv2.resize(planks, (width, height), interpolation=cv2.INTER_LINEAR), dtype=np.uint8)
