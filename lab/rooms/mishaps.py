"""What goes wrong on a table: tokens askew or fallen, foreign pieces, striped sleeves, mirrored windows."""

import math
from collections.abc import Collection
from dataclasses import dataclass, field, replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from lab.rooms.laid_table import LaidTable
from lab.rooms.stage import Block, Ids, Lamp, Pinhole, Points, ring
from lab.rooms.surface import Albedo, bgr
from tabletop import BoardLayout, SiteId

_PIECES: Final = (  # corners, least and greatest height, radius in mm: a coin, a cube, a pawn, a counter
    (28, 6.5, 8.0, 11.5),
    (4, 8.0, 12.0, 8.0),
    (20, 9.0, 22.0, 5.5),
    (6, 6.5, 9.0, 8.5),
)
_TINTS: Final = (
    (190, 150, 90),
    (150, 152, 155),
    (120, 60, 150),
    (235, 130, 40),
    (120, 80, 50),
    (230, 226, 215),
)
_FOREIGN: Final = 0.06  # of the bare pins
_STRIPES = ((20, 30, 60), (235, 235, 230), (150, 30, 40), (200, 180, 60), (30, 30, 32), (60, 120, 90))


@dataclass(slots=True)
class Mishaps:
    """Where something is amiss; the sites of a scene by kind."""

    askew: list[SiteId] = field(default_factory=list)  # a token hangs on the pin, tilted
    fallen: list[SiteId] = field(default_factory=list)  # one leans against the pin, on its edge
    mirrored: list[SiteId] = field(default_factory=list)  # a token in a window's mirror image


def upset(rng: np.random.Generator, layout: BoardLayout, table: LaidTable) -> Mishaps:
    """Tilt some tokens, let some fall against bare pins, and lay striped sleeves over the board."""
    found = Mishaps()
    for site, (number, block) in list(table.numbers.items()):
        if site in table.stands and rng.random() < 0.15:
            hung = _tilted(rng, block)
            table.blocks[next(n for n, one in enumerate(table.blocks) if one is block)] = hung
            table.numbers[site] = (number, hung)
            found.askew.append(site)
        elif site not in table.stands and rng.random() < 0.06:
            spot = layout.sites[site]
            table.blocks.append(_leaning(rng, layout, np.array([spot.x, spot.y])))
            found.fallen.append(site)
    for _ in range(int(rng.integers(1, 3))):
        _striped_arm(rng, layout, table)
    return found


def foreign_pieces(
    rng: np.random.Generator, layout: BoardLayout, table: LaidTable, but: Collection[SiteId]
) -> list[SiteId]:
    """Put coins, cubes and counters of other games over some bare pins; no seat's token stands there.

    Args:
        but: where something leans already.
    """
    found = []
    for site, (number, block) in list(table.numbers.items()):
        if site in table.stands or site in but or rng.random() >= _FOREIGN:
            continue
        place = next(n for n, one in enumerate(table.blocks) if one is block)
        spot = layout.sites[site]
        table.blocks[place] = _foreign(rng, np.array([spot.x, spot.y]), number)
        table.numbers[site] = (number, table.blocks[place])
        found.append(site)
    return found


def _foreign(rng: np.random.Generator, at: Points, number: int) -> Block:
    corners, low, high, radius = _PIECES[int(rng.integers(len(_PIECES)))]
    outline = ring(radius * float(rng.uniform(0.9, 1.1)), corners, float(rng.uniform(0, 2 * math.pi)))
    tint = bgr(_TINTS[int(rng.integers(len(_TINTS)))]) * float(np.exp(rng.normal(0, 0.15)))
    top = float(rng.uniform(low, high))
    aside = np.clip(rng.normal(0, 0.6, 2), -1.5, 1.5)
    return Block(outline=outline + at + aside, z0=0.0, z1=top, tint=tint, bevel=0.4, shine=0.1, number=number)


def hard_lamp(rng: np.random.Generator, size_mm: tuple[float, float], lamps: list[Lamp]) -> list[Lamp]:
    """The first lamp as a bare bulb that stands low, so that shadows are long and sharp."""
    angle, far = rng.uniform(0, 2 * math.pi), rng.uniform(500, 1300)
    x, y = size_mm[0] / 2 + far * math.cos(angle), size_mm[1] / 2 + far * math.sin(angle)
    first = replace(lamps[0], place=np.array([x, y, rng.uniform(320, 700)]), radius_mm=5.0)
    return [first, *lamps[1:]]


def _tilted(rng: np.random.Generator, token: Block) -> Block:
    """Seen from above a tilted token is shorter one way, and its middle lies aside."""
    middle, way = token.outline.mean(axis=0), rng.uniform(0, 2 * math.pi)
    lean = np.array([math.cos(way), math.sin(way)])
    shorter = 1 - float(rng.uniform(0.05, 0.3))
    off = token.outline - middle
    flat = off - np.outer(off @ lean, lean) * (1 - shorter)
    rise = float(rng.uniform(1, 5))
    return replace(
        token,
        outline=middle + flat + lean * float(rng.uniform(1.5, 5.0)),
        z0=token.z0 + rise * 0.5,
        z1=token.z1 + rise,
    )


def _leaning(rng: np.random.Generator, layout: BoardLayout, pin: Points) -> Block:
    """A token on its edge beside a pin: as long as it is wide, as wide as it is high."""
    way = float(rng.uniform(0, 2 * math.pi))
    spin = np.array([[math.cos(way), -math.sin(way)], [math.sin(way), math.cos(way)]])
    tokens = layout.tokens
    colours = list(tokens.shapes)
    box = ring(1, 4, math.pi / 4) * math.sqrt(2) / 2 * [tokens.height_mm, tokens.footprint_mm * 0.95]
    aside = layout.pin_diameter_mm / 2 + tokens.height_mm / 2 * float(rng.uniform(0.3, 1.0))
    return Block(
        outline=(box + np.array([aside, 0.0])) @ spin.T + pin,
        z0=0.0,
        z1=tokens.footprint_mm * float(rng.uniform(0.8, 1.0)),
        tint=bgr(tokens.rgb[colours[int(rng.integers(len(colours)))]]),
        bevel=0.5,
    )


def _striped_arm(rng: np.random.Generator, layout: BoardLayout, table: LaidTable) -> None:
    """A sleeve in bands of two colours, as wide as a token is or narrower."""
    at = rng.uniform([100, 100], [layout.width_mm - 100, layout.height_mm - 100])
    way = math.pi / 2 + float(rng.normal(0, 0.8)) + (math.pi if rng.random() < 0.5 else 0.0)
    spin = np.array([[math.cos(way), -math.sin(way)], [math.sin(way), math.cos(way)]])
    one, two = rng.choice(len(_STRIPES), 2, replace=False)
    band, wide, high = float(rng.uniform(4, 16)), float(rng.uniform(55, 90)), float(rng.uniform(15, 45))
    for number in range(int(420 / band)):
        strip = ring(1, 4, math.pi / 4) * math.sqrt(2) / 2 * [band, wide] + [number * band, 0.0]
        tint = bgr(_STRIPES[int(one if number % 2 else two)])
        table.over.append(Block(outline=strip @ spin.T + at, z0=high, z1=high + 10, tint=tint))


def mirror_window(
    rng: np.random.Generator,
    layout: BoardLayout,
    table: LaidTable,
    picture: Albedo,
    ids: Ids,
    straight: Pinhole,
    white: Points,
) -> list[SiteId]:
    """Let a window mirror itself in glossy tops, or in a laminated board; the sites of tokens within."""
    spot = rng.uniform([90, 90], [layout.width_mm - 90, layout.height_mm - 90])
    to = np.append(spot, layout.tokens.top_mm) - straight.eye
    to /= np.linalg.norm(to)
    aside = np.cross(to, [0.0, 0.0, 1.0])
    aside = aside / np.linalg.norm(aside) if np.linalg.norm(aside) > 1e-3 else np.array([1.0, 0, 0])
    # Behind the mirror the window stands on the line of sight.
    middle = np.append(spot, layout.tokens.top_mm) + to * float(rng.uniform(800, 2500))
    wide, high = rng.uniform(250, 700, 2)
    up = np.cross(aside, to)
    mask = np.zeros(ids.shape, np.float32)
    for pane in range(2):  # two, with a bar between
        left, right = (-wide, -30) if pane == 0 else (30, wide)
        corners = np.array(
            [
                middle + aside * x + up * y
                for x, y in ((left, -high), (right, -high), (right, high), (left, high))
            ]
        )
        cv2.fillPoly(mask, [np.rint(np.clip(straight.project(corners), -8000, 8000)).astype(np.int32)], 1.0)
    laminated = rng.random() < 0.35
    board = np.array([[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0]]) * [layout.width_mm, layout.height_mm, 0]
    inside = np.zeros(ids.shape, np.uint8)
    cv2.fillPoly(inside, [np.rint(straight.project(board)).astype(np.int32)], 1)
    tokens = [table.numbers[site][0] for site in table.stands]
    tops = np.isin(ids, tokens)
    taken = mask * ((inside > 0) & (ids >= 0) if laminated else tops)
    picture += (taken * float(rng.uniform(0.15, 1.1)))[:, :, None] * white.astype(np.float32)
    return [site for site in table.stands if _within(table.numbers[site][0], ids, taken)]


def _within(number: int, ids: NDArray[np.int32], mask: NDArray[np.float32]) -> bool:
    own = ids == number
    return bool(own.any() and mask[own].mean() >= 0.3)
