"""PURE: the panel of six buttons, drawn: where each stands, and the mark that a finger finds on it."""

from collections.abc import Iterator
from typing import Final

from table.board_drawing import Disc, Line, Polygon, Ring, Shape
from table.board_drawing.drawn_shapes import box, moved
from tabletop import BoardLayout, Point, Rgb

_BLACK: Final[Rgb] = (0, 0, 0)
_KEY: Final = 28.0
_STROKE: Final = 1.6


def control_shapes(layout: BoardLayout) -> Iterator[Shape]:
    """The outline of each button's cap with its mark; off the board."""
    for site in layout.sites.values():
        name = site.id.removeprefix("control:")
        if site.kind == "control":
            yield Polygon(points=box((site.x, site.y), _KEY, _KEY), rgb=None, rim=_BLACK, width=0.4)
            yield from (moved(shape, (site.x, site.y)) for shape in _mark(name))


def _mark(name: str) -> Iterator[Shape]:
    """As the panel's own caps bear it; never a seat's shape, so what is round here is larger than a token."""
    if name == "yes":
        yield Disc(at=(0, 0), radius=11, rgb=_BLACK)
    elif name == "no":
        yield Ring(at=(0, 0), radius=10.2, width=_STROKE, rgb=_BLACK)
    elif name == "repeat":
        yield from (Disc(at=(x, 0), radius=2, rgb=_BLACK) for x in (-4.0, 4.0))
    elif name == "ask":
        yield Line(points=((-10, 0), (10, 0)), width=_STROKE, rgb=_BLACK)
    elif name in ("back", "forward"):
        yield Line(points=_arrow(-1 if name == "back" else 1), width=_STROKE, rgb=_BLACK)


def _arrow(way: int) -> tuple[Point, ...]:
    return (-4.0 * way, -8.0), (4.0 * way, 0.0), (-4.0 * way, 8.0)
