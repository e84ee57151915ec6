"""PURE: a city's code in braille as a tile that is printed standing, which readers prefer."""

from collections.abc import Iterator
from typing import Final

from manifold3d import Manifold

from printing.solids.braille import DOT, dots
from printing.solids.shaping import dome, extruded, rectangle, united
from tabletop import BoardLayout

SIZE: Final = (19.5, 9.6)
_PLATE: Final = 1.0


def codes(layout: BoardLayout) -> list[str]:
    """Every code that stands on a board, once."""
    of_cities = {site.label for site in layout.sites.values() if site.kind == "city"}
    return sorted({*of_cities, *(one.label for one in layout.exits)} - {""})


def label_solids(layout: BoardLayout) -> Iterator[tuple[str, Manifold]]:
    """A tile of each code, by the code: x from 0 to 19.5, z from 0 to 9.6, its back at y = 1."""
    for code in codes(layout):
        yield code, _label(code)


def _label(code: str) -> Manifold:
    wide, high = SIZE
    lying = united(
        (
            extruded(rectangle(0.0, 0.0, wide, high), 0.0, _PLATE),
            *(dome(*DOT, (wide / 2 + x, high / 2 + y), _PLATE) for x, y in dots(code)),
        )
    )
    return lying.rotate((90.0, 0.0, 0.0)).translate((0.0, _PLATE, 0.0))
