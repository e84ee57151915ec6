"""The board's face in pages, each with flaps for its neighbours; and the same for swell paper."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from printing.controls import control_names, control_shapes
from printing.order import Order
from printing.pdf_pages import LEFT, TOP, Box, PdfPages
from table.board_drawing import Disc, Line, Polygon, Ring, Shape, Text, View, drawn
from tabletop import BoardPanel

_FLAP: Final = 8.0
_TICK: Final = (1.0, 5.0, 0.3)  # from, to, width; outside the window
_SEEN: Final = 0.01


@dataclass(frozen=True, slots=True)
class Sheet:
    """A page: one panel or two of a row, what of the board it shows, and what lies beside it."""

    panels: tuple[BoardPanel, ...]
    window: Box  # of the board, with the flaps
    beside: tuple[str, ...]

    @property
    def name(self) -> str:
        """The panels' ids."""
        return " ".join(panel.id for panel in self.panels)

    @property
    def seams(self) -> Box:
        """The panels alone."""
        first, last = self.panels[0], self.panels[-1]
        return first.x, first.y, last.x + last.width, first.y + first.height


def sheets_of(order: Order) -> list[Sheet]:
    """In the order in which they are laid: row by row, the controls after the board."""
    rows = order.rows()
    both = 2 if order.paper == "a3" else 1
    made = [
        _sheet(order, row[start : start + both], rows) for row in rows for start in range(0, len(row), both)
    ]
    if order.has("starter"):
        made += [_alone(panel) for panel in order.beside() if panel.id == "K"]
    return made


def _sheet(order: Order, panels: Sequence[BoardPanel], rows: Sequence[Sequence[BoardPanel]]) -> Sheet:
    first, last = panels[0], panels[-1]
    left, top, right, bottom = first.x, first.y, last.x + last.width, first.y + first.height
    beside = [
        panel
        for row in rows
        for panel in row
        if panel not in panels
        and (
            (panel.y == first.y and (abs(panel.x + panel.width - left) < 1 or abs(panel.x - right) < 1))
            or (
                left - 1 < panel.x < right - 1
                and (abs(panel.y + panel.height - top) < 1 or abs(panel.y - bottom) < 1)
            )
        )
    ]
    flap_right = _FLAP if right < order.layout.width_mm - 1 else 0.0
    flap_below = _FLAP if bottom < order.layout.height_mm - 1 else 0.0
    return Sheet(
        tuple(panels), (left, top, right + flap_right, bottom + flap_below), tuple(p.id for p in beside)
    )


def _alone(panel: BoardPanel) -> Sheet:
    window = panel.x, panel.y, panel.x + panel.width, panel.y + panel.height
    return Sheet((panel,), window, ())


def sheets_pdf(order: Order) -> bytes:
    """The printed face."""
    return _pages(order, "printed")


def swell_pdf(order: Order) -> bytes:
    """What fingers read, black on white, for paper that swells where it is black."""
    return _pages(order, "tactile")


def _pages(order: Order, view: View) -> bytes:
    scene = drawn(order.layout, order.game_map, letters=order.letters, view=view)
    shapes = [(shape, _box(shape)) for shape in (*scene.shapes(), *control_shapes(order.layout))]
    if view == "printed":  # swell paper raises whatever is black
        shapes += [(text, (*text.at, *text.at)) for text in control_names(order.layout, order.phrases)]
    sheets = sheets_of(order)
    pages = PdfPages(order.paper, f"{order.layout.name}: {view}", order.language)
    for number, sheet in enumerate(sheets, start=1):
        left, top, right, bottom = sheet.window
        pages.begin()
        clip = (LEFT, TOP, LEFT + right - left, TOP + bottom - top)
        seen = [shape for shape, box in shapes if _meet(box, sheet.window)]
        pages.shapes(seen, at=(LEFT - left, TOP - top), clip=clip)
        for tick in _ticks(sheet):
            pages.box(tick)
        pages.text((LEFT, 11), f"{order.game_map.id}  {sheet.name}  {number}/{len(sheets)}  100 %")
        pages.text((LEFT, 256), "   ".join(f"> {name}" for name in sheet.beside))
    return pages.done()


def _ticks(sheet: Sheet) -> Iterator[Box]:
    """Where to cut, at both ends of each edge; and where a neighbour's edge comes to lie, beside a flap."""
    near, far, wide = _TICK
    x0, y0, x1, y1 = sheet.window
    left, top, right, bottom = LEFT, TOP, LEFT + x1 - x0, TOP + y1 - y0
    columns = {left, right, LEFT + sheet.seams[2] - x0}
    rows = {top, bottom, TOP + sheet.seams[3] - y0}
    for x in sorted(columns):
        yield x - wide / 2, top - far, x + wide / 2, top - near
        yield x - wide / 2, bottom + near, x + wide / 2, bottom + far
    for y in sorted(rows):
        yield left - far, y - wide / 2, left - near, y + wide / 2
        yield right + near, y - wide / 2, right + far, y + wide / 2


def _meet(one: Box, two: Box) -> bool:
    return one[0] < two[2] and two[0] < one[2] and one[1] < two[3] and two[1] < one[3]


def _box(shape: Shape) -> Box:
    """What a shape covers."""
    match shape:
        case Line(points=points, width=width):
            return _around(points, width / 2)
        case Polygon(points=points, width=width):
            return _around(points, width / 2)
        case Disc(at=at, radius=radius):
            return _around((at,), radius)
        case Ring(at=at, radius=radius, width=width):
            return _around((at,), radius + width / 2)
        case Text(at=at, height=height, text=text):
            return _around((at,), height * max(1, len(text)))


def _around(points: Iterable[tuple[float, float]], more: float) -> Box:
    xs, ys = zip(*points, strict=True)
    more += _SEEN
    return min(xs) - more, min(ys) - more, max(xs) + more, max(ys) + more
