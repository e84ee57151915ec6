"""What lies on a table during a game: tokens, pins, hands, cards, and the lamps over it."""

import math
from dataclasses import dataclass

import numpy as np

from lab.rooms.stage import Block, Lamp, Points, ring
from lab.rooms.surface import Ink, bgr
from tabletop import BoardLayout, Shape, SiteId, TokenColour

_SKIN = ((240, 200, 176), (205, 150, 116), (128, 84, 60), (88, 58, 44))
_CLOTH = ((40, 60, 110), (120, 30, 40), (220, 220, 215), (60, 60, 62), (190, 170, 60), (40, 110, 80))
_PIN = ((186, 188, 190), (150, 120, 70), (214, 190, 150), (250, 250, 246), (36, 36, 38), (120, 60, 40))


@dataclass(slots=True)
class LaidTable:
    """One moment of a game."""

    blocks: list[Block]
    over: list[Block]
    stands: dict[SiteId, TokenColour]
    numbers: dict[SiteId, tuple[int, Block]]  # whose top must show at a site: its mark and its outline
    pins: list[Block]

    def emptied(self) -> "LaidTable":
        """The same board before the game."""
        return LaidTable(self.pins, [], {}, {}, self.pins)


def random_light(rng: np.random.Generator, size_mm: tuple[float, float]) -> tuple[list[Lamp], Points]:
    """One to three lamps, and what walls and ceiling add."""
    count = int(rng.choice([1, 2, 3]))
    lamps = []
    for _ in range(count):
        angle, far, high = rng.uniform(0, 2 * math.pi), rng.uniform(100, 2200), rng.uniform(500, 2200)
        warm = float(rng.uniform(-0.25, 0.75))
        lamps.append(
            Lamp(
                place=np.array(
                    [size_mm[0] / 2 + far * math.cos(angle), size_mm[1] / 2 + far * math.sin(angle), high]
                ),
                power=np.exp([-warm, 0.0, 0.5 * warm]) * float(rng.uniform(0.2, 1.0)),
                radius_mm=float(np.exp(rng.uniform(math.log(8), math.log(260)))),
            )
        )
    warm = float(rng.uniform(-0.3, 0.5))
    strength = float(rng.uniform(0.12, 1.0)) * sum(float(lamp.power.mean()) for lamp in lamps)
    return lamps, np.exp([-warm, 0.0, 0.5 * warm]) * strength


def shape_outline(shape: Shape, radius: float, full: bool) -> Points:
    """(K, 2) a token's outline round (0, 0); `full`: squares and triangles reach out of the circle."""
    if shape == "disc":
        return ring(radius, 36)
    if shape == "square":
        return ring(radius * (1.38 if full else 1.0), 4)
    if shape == "triangle":
        return ring(radius * (1.15 if full else 1.0), 3)
    if shape == "star":
        reach = np.where(np.arange(10) % 2 == 0, radius, radius * 0.45)[:, None]
        return ring(1.0, 10) * reach
    half = 0.36 * radius
    far = math.sqrt(radius**2 - half**2)
    quarter = np.array([[half, -half], [far, -half], [far, half]])
    turns = [
        np.array([[math.cos(a), -math.sin(a)], [math.sin(a), math.cos(a)]])
        for a in np.arange(4) * math.pi / 2
    ]
    return np.concatenate([quarter @ turn.T for turn in turns])


def furnish(rng: np.random.Generator, layout: BoardLayout, land: Ink) -> LaidTable:
    """Tokens on some pins, some loose, things on and over the board."""
    table = LaidTable([], [], {}, {}, [])
    full = bool(rng.random() < 0.5)
    tints = {c: bgr(layout.tokens.rgb[c]) * np.exp(rng.normal(0, 0.1, 3)) for c in layout.tokens.shapes}
    maker = (full, tints, float(rng.choice([0.0, 0.06, 0.35])), float(rng.uniform(0.2, 0.9)))
    pin = bgr(_PIN[int(rng.integers(len(_PIN)))]) if rng.random() < 0.85 else np.array(land)
    share = float(rng.choice([0.0, 0.2, 0.4, 0.6], p=[0.1, 0.3, 0.35, 0.25]))
    thick = layout.pin_diameter_mm / 2 * float(rng.uniform(0.85, 1.15))
    for number, site in enumerate(layout.pins(), start=1):
        at = np.array([site.x, site.y])
        high = layout.tokens.base_mm + layout.pin_height_mm * float(rng.uniform(0.8, 1.0))
        dome = Block(
            outline=ring(thick, 14) + at, z0=0, z1=high, tint=pin, bevel=0.8, shine=0.1, number=number
        )
        table.pins.append(dome)
        if rng.random() < share:
            colour: TokenColour = list(layout.tokens.shapes)[int(rng.integers(len(layout.tokens.shapes)))]
            token = _token(rng, layout, colour, at + np.clip(rng.normal(0, 0.4, 2), -0.9, 0.9), maker)
            token.z0, token.z1, token.number = layout.tokens.base_mm, layout.tokens.top_mm, number
            table.stands[site.id] = colour
            table.blocks.append(token)
            table.numbers[site.id] = (number, token)
        else:
            table.blocks.append(dome)
            table.numbers[site.id] = (number, dome)
    _litter(rng, layout, table, maker)
    if rng.random() < 0.45:
        _hand(rng, layout, table)
    return table


Maker = tuple[bool, dict[TokenColour, Points], float, float]


def _token(
    rng: np.random.Generator, layout: BoardLayout, colour: TokenColour, at: Points, maker: Maker
) -> Block:
    full, tints, shine, bevel = maker
    turn = float(rng.uniform(0, 2 * math.pi))
    spin = np.array([[math.cos(turn), -math.sin(turn)], [math.sin(turn), math.cos(turn)]])
    corners = shape_outline(layout.tokens.shapes[colour], layout.tokens.footprint_mm / 2, full)
    return Block(
        outline=corners @ spin.T + at,
        z0=0.0,
        z1=layout.tokens.height_mm,
        tint=tints[colour] * float(np.exp(rng.normal(0, 0.03))),
        bevel=bevel,
        shine=shine * float(rng.uniform(0.5, 1.0)),
    )


def _litter(rng: np.random.Generator, layout: BoardLayout, table: LaidTable, maker: Maker) -> None:
    """Loose tokens between the pins, cards and dice; never on a site."""
    spots = np.array([(site.x, site.y) for site in layout.pins()])
    for _ in range(int(rng.integers(0, 8))):
        at = rng.uniform([40, 40], [layout.width_mm - 40, layout.height_mm - 40])
        if np.linalg.norm(spots - at, axis=1).min() > 19.5:
            colour: TokenColour = list(layout.tokens.shapes)[int(rng.integers(len(layout.tokens.shapes)))]
            table.blocks.append(_token(rng, layout, colour, at, maker))
    for _ in range(int(rng.integers(2, 9))):  # beside the board: cards, boxes, mugs
        beside = rng.uniform([-180, -180], [layout.width_mm + 180, layout.height_mm + 180])
        if -60 < beside[0] < layout.width_mm + 60 and -60 < beside[1] < layout.height_mm + 60:
            continue
        tint = np.clip(np.exp(rng.normal(-1.4, 0.8, 3)), 0.01, 0.9)
        shape = ring(45, 20) if rng.random() < 0.3 else ring(1, 4, 0.785) * [44, 63]
        table.blocks.append(
            Block(outline=shape + beside, z0=0, z1=float(rng.choice([0.5, 12, 80])), tint=tint)
        )


def _hand(rng: np.random.Generator, layout: BoardLayout, table: LaidTable) -> None:
    """A hand with its arm, reaching in from an edge."""
    skin = bgr(_SKIN[int(rng.integers(len(_SKIN)))])
    cloth = bgr(_CLOTH[int(rng.integers(len(_CLOTH)))])
    at = rng.uniform([120, 120], [layout.width_mm - 120, layout.height_mm - 80])
    way = math.pi / 2 + float(rng.normal(0, 0.6)) + (math.pi if rng.random() < 0.3 else 0.0)
    low = float(rng.uniform(10, 34))
    spin = np.array([[math.cos(way), -math.sin(way)], [math.sin(way), math.cos(way)]])

    def part(
        long: float, wide: float, start: tuple[float, float], lean: float, z: float, tint: Points
    ) -> None:
        bend = np.array([[math.cos(lean), -math.sin(lean)], [math.sin(lean), math.cos(lean)]])
        arch = ring(wide / 2, 16)
        arch = arch + np.where(arch[:, :1] > 0, np.array([[long, 0.0]]), 0.0)
        outline = (arch @ bend.T + np.array(start)) @ spin.T + at
        table.over.append(Block(outline=outline, z0=z, z1=z + 12, tint=tint, bevel=4.0))

    part(320, float(rng.uniform(70, 95)), (150, 0), 0.0, low + 14, cloth)
    part(90, 62, (62, 0), 0.0, low + 8, skin)
    for number in range(4):
        reach = float(rng.uniform(38, 72))
        part(
            reach,
            float(rng.uniform(14, 18)),
            (62 - reach, -27 + number * 18.0),
            float(rng.normal(0, 0.05)),
            low,
            skin,
        )
    part(48, 19, (60, 44), 2.5, low, skin)
