"""PURE: the markers by which a camera finds a board, as squares."""

from collections.abc import Iterator
from typing import Final

from table.board_drawing.drawn_shapes import Polygon, Shape, box
from tabletop import Markers

DICTIONARY: Final = "DICT_APRILTAG_36h11"
_CELLS: Final = 6  # across, inside a black border of one

# The first 64 codes of AprilTag 36h11, row by row from the top left, a white cell is a 1.
_CODES: Final = (
    0x21a146bab, 0x92d18fe9b, 0x7089014bb, 0x193979e27, 0x44153d3d7, 0x35cd5b8cf,
    0xa10ba56a0, 0x2b874a608, 0xb57fb8d44, 0x4e20b5a64, 0x61d897f2c, 0xab3469ffc,
    0x594ca45c2, 0xfa1c2d2e2, 0x97c24b972, 0x75928624a, 0x1caafe99a, 0x3236ddc16,
    0x884e527d6, 0x5771a8c7e, 0xf52925b81, 0x2e59cc1a1, 0x7fa58ab31, 0xeb43384f9,
    0x3913d5345, 0xd79b1a3b5, 0x0dfbe768d, 0x5cd7a031d, 0xb9c8f7a4b, 0x46987e06b,
    0x6e0c5d527, 0x5bc567bb4, 0x1e6302bc2, 0x8ac7d046a, 0xa65fe2326, 0x5400eb616,
    0xf7a066836, 0x2dd0afdf6, 0x3b9cb60b1, 0xad6a1caf9, 0x93b62efb5, 0xbb210d93d,
    0xdee55094b, 0xa0cd1479b, 0x2a23abb27, 0x4f67f4b5f, 0x58a815818, 0x743427d64,
    0x1dec40874, 0x892ab3a02, 0x38d5742ee, 0x0c43567a1, 0x5db311cb1, 0xc957ca1f9,
    0xa22457823, 0x29ace98f3, 0xccc52c528, 0xda8b3578c, 0xd5b4b9e36, 0xac9cdd3ce,
    0xcbdaa8391, 0x1986256b1, 0xbae6cc889, 0xdf91b10e5,
)  # fmt: skip


def can_draw(markers: Markers) -> bool:
    """Whether these markers are known here."""
    return markers.dictionary == DICTIONARY and all(0 <= one < len(_CODES) for one in markers.ids)


def marker_shapes(markers: Markers) -> Iterator[Shape]:
    """Each marker with its quiet zone, upright; of a dictionary that is not known the zones alone."""
    for number, at in markers.ids.items():
        side = markers.side_mm
        whole = side + 2 * markers.quiet_mm
        yield Polygon(points=box(at, whole, whole), rgb=(255, 255, 255))
        if not can_draw(markers):
            continue
        yield Polygon(points=box(at, side, side), rgb=(0, 0, 0))
        cell = side / (_CELLS + 2)
        for row in range(_CELLS):
            for left, count in _runs(number, row):
                x = at[0] + (left + count / 2 - _CELLS / 2) * cell
                y = at[1] + (row + 0.5 - _CELLS / 2) * cell
                yield Polygon(points=box((x, y), count * cell, cell), rgb=(255, 255, 255))


def _runs(number: int, row: int) -> Iterator[tuple[int, int]]:
    """White cells that lie side by side: where they begin, how many they are."""
    bits = f"{_CODES[number]:036b}"[row * _CELLS : (row + 1) * _CELLS]
    start = 0
    for place, bit in enumerate(f"{bits}0"):
        if bit == "1":
            continue
        if place > start:
            yield start, place - start
        start = place + 1
