"""PURE: the panel of six buttons, drawn: where each stands, its name, the mark that a finger finds on it."""

from collections.abc import Iterator
from typing import Final

from announce import Phrases, page_words
from table.board_drawing import Disc, Line, Polygon, Ring, Shape, Text
from table.board_drawing.drawn_shapes import box, moved
from tabletop import BUTTONS, BoardLayout, Button, Point, Rgb, Site

_BLACK: Final[Rgb] = (0, 0, 0)
_KEY: Final = 28.0
_STROKE: Final = 1.6
NAME: Final = 4.0
"""How high a button's name is printed."""

_BEHIND: Final = 18.0  # of a button's middle, where its name is: half-way to the next one's cap


def buttons_of(layout: BoardLayout) -> list[tuple[Site, Button]]:
    """The places of the panel's buttons, in the board's order."""
    keys: dict[str, Button] = {f"control:{key}": key for key in BUTTONS}
    return [(site, keys[site.id]) for site in layout.sites.values() if site.id in keys]


def place_of(button: Site, layout: BoardLayout) -> str:
    """Where a button is among the others, as the texts on wires have it: back-left, middle-right …"""
    others = [site for site, _ in buttons_of(layout)]
    across, along = ([getattr(site, axis) for site in others] for axis in ("x", "y"))
    row = {min(along): "back", max(along): "front"}.get(button.y, "middle")
    return f"{row}-{'left' if 2 * button.x < min(across) + max(across) else 'right'}"


def control_shapes(layout: BoardLayout) -> Iterator[Shape]:
    """The outline of each button's cap with its mark; off the board."""
    for site, key in buttons_of(layout):
        yield Polygon(points=box((site.x, site.y), _KEY, _KEY), rgb=None, rim=_BLACK, width=0.4)
        yield from (moved(shape, (site.x, site.y)) for shape in _mark(key))


def control_names(layout: BoardLayout, phrases: Phrases) -> Iterator[Text]:
    """The name of each button, behind its cap."""
    for site, key in buttons_of(layout):
        name = page_words.button(phrases, key)
        yield Text(at=(site.x, site.y - _BEHIND), text=name, height=NAME, rgb=_BLACK)


def _mark(name: Button) -> Iterator[Shape]:
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
