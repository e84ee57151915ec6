"""A picture of the public benchmark of board reading, and what stands on each place in it; by a seed."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final, Literal
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from lab.rooms.camera_stand import place_camera
from lab.rooms.laid_table import LaidTable, furnish, random_light
from lab.rooms.lens import photograph, pinhole, random_body
from lab.rooms.mishaps import foreign_pieces, hard_lamp, upset
from lab.rooms.printed import Face, printed_surface
from lab.rooms.stage import LitBoard, paint, ring, shown_share
from lab.rooms.surface import bgr
from tabletop import BoardLayout, SiteId, TokenColour

Label = TokenColour | Literal["empty", "hidden"]
"""Whose token stands on a place, none, or too little of it shows to say."""

SEEN: Final = 0.6
"""So much of a token's top, or of a bare pin's, must show; else the place is hidden."""
_PAPER: Final = (250, 248, 244)
_PRINTED: Final = (170, 170, 170)  # a pin that is printed, and a ring round it
_PRINTED_MM: Final = 2.1
_QUALITY: Final = (55, 81)  # of the JPEG: forty pictures are to be passed on
_UPSET, _FOREIGN, _LOW = 0.3, 0.4, 0.2  # shares of the pictures


@dataclass(frozen=True, slots=True, eq=False)
class DrawnPicture:
    """One picture."""

    image: NDArray[np.uint8]  # (H, W, 3) BGR
    quality: int  # of the JPEG that its camera writes
    sites: Mapping[SiteId, Label]


def draw_sample(layout: BoardLayout, face: Face, seed: int, number: int) -> DrawnPicture:
    """The same board, seed and number: the same picture.

    Three in ten have tokens askew or fallen against pins, four in ten pieces that are no seat's on some pins,
    one in five a low bare bulb; hands reach over nearly half.

    Args:
        face: `joined_sheets` of the board, PX_PER_MM.
    """
    rng = np.random.default_rng([seed, number, crc32(layout.map.encode())])
    body = replace(random_body(rng), quality=int(rng.integers(*_QUALITY)))
    size = layout.width_mm, layout.height_mm
    surface = printed_surface(rng, layout, face)
    lamps, ambient = random_light(rng, size)
    if rng.random() < _LOW:
        lamps = hard_lamp(rng, size, lamps)
    rotation, eye = place_camera(rng, layout, body)
    paper = bgr(_PAPER)
    table = furnish(rng, layout, (float(paper[0]), float(paper[1]), float(paper[2])))
    if layout.pin_height_mm <= 1:
        _print_pins(table)
    fallen = upset(rng, layout, table).fallen if rng.random() < _UPSET else []
    if rng.random() < _FOREIGN:
        foreign_pieces(rng, layout, table, fallen)
    straight = pinhole(body, rotation, eye)
    stage = LitBoard(surface, size, lamps, ambient, table.blocks, table.over)
    picture, ids = paint(stage, straight, layout.tokens.top_mm)
    white = ambient + sum((lamp.power for lamp in lamps), np.zeros(3))
    return DrawnPicture(
        photograph(rng, body, picture, white),
        body.quality,
        {
            site: table.stands.get(site, "empty")
            if shown_share(block, mark, ids, straight) >= SEEN
            else "hidden"
            for site, (mark, block) in table.numbers.items()
        },
    )


def _print_pins(table: LaidTable) -> None:
    """Pins of a board of paper: flat, as they are printed anyway."""
    for pin in table.pins:
        pin.outline = pin.outline.mean(axis=0) + ring(_PRINTED_MM, 24)
        pin.z1, pin.bevel, pin.shine, pin.walls = 0.0, 0.0, 0.0, False
        pin.tint = bgr(_PRINTED)
