"""A whole board's print and the table under it, as shares of light; drawn otherwise than `training` does."""

import math
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from lab.rooms.surface import MARGIN_MM, PX_PER_MM, Albedo, Ink, bgr, clouds, table_top
from tabletop import BoardLayout, Site

_INKS: Final = (
    ((178, 34, 52), (220, 60, 40)),
    ((25, 70, 160), (60, 120, 200)),
    ((20, 120, 70), (70, 160, 70)),
    ((250, 210, 60), (225, 180, 20)),
    ((45, 42, 40), (20, 20, 20)),
    ((250, 248, 240), (225, 225, 225)),
    ((128, 128, 125), (165, 165, 165)),
    ((230, 130, 40), (245, 150, 60)),
    ((150, 60, 140), (220, 120, 190)),
)


@dataclass(frozen=True, slots=True)
class Style:
    """How one maker prints."""

    spaces: str  # capsules, dashes, beads, ribbon
    beside_mm: float  # how far beside the pins the spaces run; 0: through them
    inks: tuple[Ink, ...]
    rim: Ink | None
    collars: str  # none, coloured, plain
    discs_mm: float
    land: Ink
    sea: Ink
    relief: float  # strength of the painted landscape
    grid: bool


def _ink(tint: NDArray[np.float64]) -> Ink:
    return float(tint[0]), float(tint[1]), float(tint[2])


def random_style(rng: np.random.Generator) -> Style:
    """One maker's taste."""
    inks = []
    for pale, deep in _INKS:
        share = rng.random()
        mixed = bgr(pale) * share + bgr(deep) * (1 - share)
        inks.append(_ink(np.clip(mixed * np.exp(rng.normal(0, 0.08, 3)), 0.01, 0.92)))
    lands = ((238, 228, 200), (222, 230, 205), (245, 243, 238), (214, 200, 172), (232, 214, 196))
    seas = ((168, 200, 212), (130, 176, 200), (200, 216, 216))
    return Style(
        spaces=str(rng.choice(["capsules", "dashes", "beads", "ribbon"])),
        beside_mm=float(rng.choice([0.0, 9.5]) * rng.choice([-1, 1])),
        inks=tuple(inks),
        rim=None
        if rng.random() < 0.4
        else tuple(bgr((30, 30, 30) if rng.random() < 0.5 else (250, 250, 250))),
        collars=str(rng.choice(["none", "coloured", "plain"], p=[0.5, 0.35, 0.15])),
        discs_mm=float(rng.uniform(4.5, 9.5)),
        land=_ink(bgr(lands[int(rng.integers(len(lands)))])),
        sea=_ink(bgr(seas[int(rng.integers(len(seas)))])),
        relief=float(rng.uniform(0.0, 0.12)),
        grid=bool(rng.random() < 0.25),
    )


def surface(rng: np.random.Generator, layout: BoardLayout, style: Style) -> Albedo:
    """Board and table from above, PX_PER_MM, with MARGIN_MM of table on all sides."""
    wide, high = (int((side + 2 * MARGIN_MM) * PX_PER_MM) for side in (layout.width_mm, layout.height_mm))
    picture = table_top(rng, (high, wide))
    left = int(MARGIN_MM * PX_PER_MM)
    board = picture[left : high - left, left : wide - left]
    board[:] = _land(rng, board.shape[:2], style)
    picture[left : high - left, left : wide - left] = board
    inks = {}
    for site in layout.pins():
        if site.kind == "route":
            inks[site.id] = style.inks[int(rng.integers(len(style.inks)))]
            _route(picture, site, style, inks[site.id])
    for site in layout.sites.values():
        if site.kind == "city":
            _city(rng, picture, site, style)
        elif site.id in inks and style.collars != "none" and layout.collar_diameter_mm:
            _collar(rng, picture, site, style, inks[site.id], layout.collar_diameter_mm / 2)
        elif site.id in inks and style.relief > 0.08:
            cv2.circle(picture, _at((site.x, site.y)), round(5 * PX_PER_MM), style.land, -1, cv2.LINE_AA)
    _markers(picture, layout)
    return np.clip(picture, 0.005, 0.95)


def _at(point: tuple[float, float]) -> tuple[int, int]:
    return round((point[0] + MARGIN_MM) * PX_PER_MM), round((point[1] + MARGIN_MM) * PX_PER_MM)


def _land(rng: np.random.Generator, shape: tuple[int, int], style: Style) -> Albedo:
    height = clouds(rng, shape, 3, 5)
    water = (height < -0.55)[:, :, None]
    board = np.where(water, np.array(style.sea, np.float32), np.array(style.land, np.float32))
    board = board * np.exp(style.relief * clouds(rng, shape, 10, 4))[:, :, None]
    if style.grid:
        for place in range(0, shape[1], 200):
            cv2.line(board, (place, 0), (place + 300, shape[0]), (0.45, 0.42, 0.4), 2, cv2.LINE_AA)
    return np.asarray(board, dtype=np.float32)


def _route(picture: Albedo, site: Site, style: Style, ink: Ink) -> None:
    for path in site.path:
        points = np.array(path, dtype=np.float64)
        steps = np.concatenate([[0], np.cumsum(np.linalg.norm(np.diff(points, axis=0), axis=1))])
        total = float(steps[-1])
        count = max(1, round(total / 22))
        if style.spaces == "ribbon":
            _stroke(picture, points, 6.5, style, ink, style.beside_mm)
            continue
        for number in range(count):
            ends = (number + np.array([0.12, 0.5, 0.88])) / count * total
            piece = np.column_stack([np.interp(ends, steps, points[:, axis]) for axis in (0, 1)])
            if style.spaces == "beads":
                piece = piece[1:2] + (piece[2:] - piece[1:2]) * np.array([[-0.3], [0.3]])
            _stroke(picture, piece, 5.0 if style.spaces == "dashes" else 7.5, style, ink, style.beside_mm)


def _stroke(
    picture: Albedo,
    points: NDArray[np.float64],
    width: float,
    style: Style,
    ink: Ink,
    beside: float,
) -> None:
    ways = np.gradient(points, axis=0)
    ways /= np.linalg.norm(ways, axis=1)[:, None] + 1e-9
    points = points + np.column_stack([-ways[:, 1], ways[:, 0]]) * beside
    corners = np.array([_at((x, y)) for x, y in points], np.int32)
    if style.rim is not None:
        cv2.polylines(picture, [corners], False, style.rim, round((width + 1.2) * PX_PER_MM), cv2.LINE_AA)
    cv2.polylines(picture, [corners], False, ink, round(width * PX_PER_MM), cv2.LINE_AA)
    if style.spaces == "dashes":
        pale = tuple(min(0.95, part * 1.5 + 0.03) for part in ink)
        cv2.polylines(picture, [corners], False, pale, round(width * 0.35 * PX_PER_MM), cv2.LINE_AA)


def _city(rng: np.random.Generator, picture: Albedo, site: Site, style: Style) -> None:
    centre = _at((site.x, site.y))
    rim, core = style.inks[int(rng.integers(4, 7))], style.inks[int(rng.integers(len(style.inks)))]
    cv2.circle(picture, centre, round(style.discs_mm * PX_PER_MM), rim, -1, cv2.LINE_AA)
    cv2.circle(picture, centre, round(style.discs_mm * 0.62 * PX_PER_MM), core, -1, cv2.LINE_AA)
    words = str(site.id).replace("-", " ").title()
    place = (centre[0] - 40, centre[1] + round((style.discs_mm + 5) * PX_PER_MM))
    cv2.putText(picture, words, place, cv2.FONT_HERSHEY_TRIPLEX, 0.6, (0.03, 0.03, 0.03), 1, cv2.LINE_AA)


def _collar(
    rng: np.random.Generator,
    picture: Albedo,
    site: Site,
    style: Style,
    ink: Ink,
    radius: float,
) -> None:
    tint = ink if style.collars == "coloured" else style.inks[6]
    centre = _at((site.x, site.y))
    cv2.circle(picture, centre, round(radius * PX_PER_MM), tint, -1, cv2.LINE_AA)
    dark = tuple(part * 0.7 for part in tint)
    for number in range(6):
        angle = number * math.pi / 3 + rng.random()
        spot = (site.x + 6 * math.cos(angle), site.y + 6 * math.sin(angle))
        cv2.circle(picture, _at(spot), round(1.6 * PX_PER_MM), dark, -1, cv2.LINE_AA)


def _markers(picture: Albedo, layout: BoardLayout) -> None:
    markers = layout.markers
    assert markers is not None
    book = cv2.aruco.getPredefinedDictionary(int(getattr(cv2.aruco, markers.dictionary)))
    side, quiet = round(markers.side_mm * PX_PER_MM), round(markers.quiet_mm * PX_PER_MM)
    for number, (x, y) in markers.ids.items():
        drawn = cv2.aruco.generateImageMarker(book, number, side)
        framed = cv2.copyMakeBorder(drawn, quiet, quiet, quiet, quiet, cv2.BORDER_CONSTANT, value=255)
        left, top = _at(
            (x - markers.side_mm / 2 - markers.quiet_mm, y - markers.side_mm / 2 - markers.quiet_mm)
        )
        share = np.where(framed[:, :, None] > 127, np.float32(0.86), np.float32(0.035))
        picture[top : top + len(framed), left : left + len(framed)] = share
