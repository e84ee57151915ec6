"""Where to drill and to cut: as a DXF for machines, as an SVG for eyes."""

from collections.abc import Iterator
from contextlib import contextmanager
from io import StringIO
from typing import Final
from xml.sax.saxutils import escape

from ezdxf import units
from ezdxf._options import options
from ezdxf.enums import TextEntityAlignment
from ezdxf.filemanagement import new
from ezdxf.layouts.layout import Modelspace

from printing.controls import NAME, control_names
from printing.order import Order
from table.board_drawing import Text
from tabletop import BoardLayout, HubId, Point, Site

_VERSION: Final = "R2010"
_HOLE: Final = 2.5  # radius
_KEY: Final = 14.0
_BESIDE: Final = 3.5  # of a number, from its hole's middle
_HIGH: Final = 2.5
_LAYERS: Final = (("DRILL_5.0", 1), ("CUT", 5), ("KEYS_14.0", 3), ("CHANNEL", 8))
_HALF_ROUND: Final = 1.0  # the bulge of a half circle
_MARGIN: Final = 5.0


def holes(layout: BoardLayout) -> list[Site]:
    """The sites with a pin, those of strips for scores too."""
    return [site for site in layout.sites.values() if site.has_pin or site.kind == "score"]


def channel_of(layout: BoardLayout, site: Site) -> str:
    """What is written beside a hole: its channel, where there are more hubs than one after its hub."""
    if site.channel is None:
        return ""
    several = {one.hub for one in layout.sites.values() if one.channel is not None} != {HubId(0)}
    return f"{site.hub}:{site.channel}" if several else str(site.channel)


def drill_dxf(order: Order) -> bytes:
    """Millimetres, y up, the board's front left corner at 0; what lies before the board is below 0."""
    with _the_same_each_time():
        document = new(_VERSION, units=units.MM)
        document.classes.add_required_classes(document.dxfversion)
        of_hash = document.classes.classes  # ezdxf takes them from a set
        document.classes.classes = {key: of_hash[key] for key in sorted(of_hash)}
        for name, colour in _LAYERS:
            document.layers.add(name, color=colour)
        _draw(order.layout, document.modelspace())
        out = StringIO()
        document.write(out)
    return out.getvalue().encode()


def _draw(layout: BoardLayout, space: Modelspace) -> None:
    high = layout.height_mm
    for site in holes(layout):
        at = (site.x, high - site.y)
        space.add_circle(at, _HOLE, dxfattribs={"layer": "DRILL_5.0"})
        if told := channel_of(layout, site):
            text = space.add_text(told, height=_HIGH, dxfattribs={"layer": "CHANNEL"})
            text.set_placement((at[0] + _BESIDE, at[1]), align=TextEntityAlignment.MIDDLE_LEFT)
    space.add_lwpolyline(_outline(layout), format="xyb", close=True, dxfattribs={"layer": "CUT"})
    for panel in layout.panels:
        left, right = panel.x, panel.x + panel.width
        back, front = high - panel.y, high - panel.y - panel.height
        corners = [(left, front), (right, front), (right, back), (left, back)]
        space.add_lwpolyline(corners, close=True, dxfattribs={"layer": "CUT"})
    for site in _keys(layout):
        corners = [(x, high - y) for x, y in _square((site.x, site.y))]
        space.add_lwpolyline(corners, close=True, dxfattribs={"layer": "KEYS_14.0"})


def _outline(layout: BoardLayout) -> list[tuple[float, float, float]]:
    """The board's edge with its notch: x, y up, bulge of what follows."""
    wide, high = layout.width_mm, layout.height_mm
    front = [(0.0, 0.0, 0.0)]
    if layout.notch is not None:
        x, y, radius = layout.notch
        front += [(x - radius, high - y, -_HALF_ROUND), (x + radius, high - y, 0.0)]
    return [*front, (wide, 0.0, 0.0), (wide, high, 0.0), (0.0, high, 0.0)]


def _keys(layout: BoardLayout) -> list[Site]:
    return [site for site in layout.sites.values() if site.kind == "control"]


def _square(at: Point) -> list[Point]:
    half = _KEY / 2
    return [(at[0] + x, at[1] + y) for x, y in ((-half, -half), (half, -half), (half, half), (-half, half))]


@contextmanager
def _the_same_each_time() -> Iterator[None]:
    """ezdxf writes the time and new ids into a file; here it does not."""
    before = options.write_fixed_meta_data_for_testing
    options.write_fixed_meta_data_for_testing = True
    try:
        yield
    finally:
        options.write_fixed_meta_data_for_testing = before


def drill_svg(order: Order) -> bytes:
    """Millimetres, y down, the board's back left corner at 0."""
    layout = order.layout
    right = max([layout.width_mm, *(panel.x + panel.width for panel in layout.panels)]) + _MARGIN
    front = max([layout.height_mm, *(panel.y + panel.height for panel in layout.panels)]) + _MARGIN
    wide, high = right + _MARGIN, front + _MARGIN
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide:g}mm" height="{high:g}mm" '
        f'viewBox="{-_MARGIN:g} {-_MARGIN:g} {wide:g} {high:g}">',
        f"<title>{escape(layout.name)}</title>",
        "<style>.cut,.key{fill:none;stroke:#00f;stroke-width:.2}.drill{fill:none;stroke:#f00;stroke-width:.2}"
        f".channel{{font:{_HIGH:g}px sans-serif;fill:#555}}"
        f".name{{font:{NAME:g}px sans-serif;text-anchor:middle}}</style>",
        *_marks(layout),
        *map(_name, control_names(layout, order.phrases)),
        "</svg>",
    ]
    return "".join(f"{line}\n" for line in lines).encode()


def _name(of: Text) -> str:
    x, y = of.at
    return f'<text class="name" x="{x:g}" y="{y + of.height / 3:.2f}">{escape(of.text)}</text>'


def _marks(layout: BoardLayout) -> Iterator[str]:
    wide, high = layout.width_mm, layout.height_mm
    notch = ""
    if layout.notch is not None:
        x, y, r = layout.notch
        notch = f"L{x + r:g} {y:g}A{r:g} {r:g} 0 0 0 {x - r:g} {y:g}"
    yield f'<path class="cut" d="M0 0L{wide:g} 0L{wide:g} {high:g}{notch}L0 {high:g}Z"/>'
    for panel in layout.panels:
        size = f'width="{panel.width:g}" height="{panel.height:g}"'
        yield f'<rect class="cut" x="{panel.x:g}" y="{panel.y:g}" {size}/>'
    for site in _keys(layout):
        x, y = _square((site.x, site.y))[0]
        yield f'<rect class="key" x="{x:g}" y="{y:g}" width="{_KEY:g}" height="{_KEY:g}"/>'
    for site in holes(layout):
        yield f'<circle class="drill" cx="{site.x:g}" cy="{site.y:g}" r="{_HOLE:g}"/>'
        if told := channel_of(layout, site):
            yield f'<text class="channel" x="{site.x + _BESIDE:g}" y="{site.y + _HIGH / 3:.2f}">{told}</text>'
