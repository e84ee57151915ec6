"""What is cut out and glued: tokens of board, rings round the pins, the markers for the camera."""

from collections.abc import Iterator, Sequence
from typing import Final

from engine import SEATS
from printing.order import Order, most_routes
from printing.pdf_pages import BOTTOM, LEFT, TOP, PdfPages
from table.board_drawing import Shape, collar_printed, marker_shapes, token_outline
from table.board_drawing.drawn_shapes import Polygon, moved
from tabletop import Markers, Point, Rgb

GRID: Final = 22.0
_BLACK: Final[Rgb] = (0, 0, 0)
_WHITE: Final[Rgb] = (255, 255, 255)
_RADIUS: Final = 9.0
_LAYERS: Final = 3


def templates_pdf(order: Order) -> bytes:
    """Each seat's tokens, three layers of each, its colour on top; then a ring for each route."""
    pages = PdfPages(order.paper, f"{order.layout.name}: templates", order.language)
    stock = most_routes(order.game_map)
    for seat in SEATS:
        colour = order.layout.tokens.rgb.get(seat)
        if colour is None:
            continue
        outline = token_outline(order.layout.tokens.shapes.get(seat, "disc"), _RADIUS)
        tops = [Polygon(points=outline, rgb=colour, rim=_BLACK, width=0.2)] * stock
        layers = [Polygon(points=outline, rgb=_WHITE, rim=_BLACK, width=0.2)] * stock * (_LAYERS - 1)
        _fill(pages, f"token {seat}", [(shape,) for shape in (*tops, *layers)])
    collars = [
        tuple(
            moved(shape, (-site.x, -site.y))
            for shape in collar_printed(order.layout, site, route, order.letters)
        )
        for site, route in order.routes
    ]
    _fill(pages, "collars", collars)
    return pages.done()


def _fill(pages: PdfPages, head: str, things: Sequence[Sequence[Shape]]) -> None:
    """One after the other on the grid, page after page."""
    places = list(_places(pages))
    for start in range(0, len(things), len(places)):
        pages.begin()
        pages.text((LEFT, 15), head, 5.0, bold=True)
        for thing, at in zip(things[start:], places, strict=False):
            pages.shapes(thing, at=at)


def _places(pages: PdfPages) -> Iterator[Point]:
    columns = int((pages.width - 2 * LEFT) // GRID)
    for row in range(int((BOTTOM - TOP) // GRID)):
        for column in range(columns):
            yield LEFT + (column + 0.5) * GRID, TOP + (row + 0.5) * GRID


def markers_pdf(order: Order, markers: Markers) -> bytes:
    """Every marker at its size with its quiet zone, a line to cut along, and its number."""
    pages = PdfPages(order.paper, f"{order.layout.name}: markers", order.language)
    whole = markers.side_mm + 2 * markers.quiet_mm
    step = whole + 10
    columns = int((pages.width - 2 * LEFT) // step)
    places = columns * int((BOTTOM - TOP) // step)
    for start, number in enumerate(sorted(markers.ids)):
        if start % places == 0:
            pages.begin()
            pages.text((LEFT, 15), "markers", 5.0, bold=True)
        row, column = divmod(start % places, columns)
        at = (LEFT + (column + 0.5) * step, TOP + (row + 0.5) * step)
        one = Markers(
            dictionary=markers.dictionary,
            side_mm=markers.side_mm,
            quiet_mm=markers.quiet_mm,
            ids={number: (0.0, 0.0)},
        )
        cut = whole / 2 + 0.2
        corners = ((-cut, -cut), (cut, -cut), (cut, cut), (-cut, cut))
        pages.shapes((Polygon(points=corners, rgb=None, rim=(150, 150, 150), width=0.2),), at=at)
        pages.shapes(marker_shapes(one), at=at)
        pages.text((at[0] - whole / 2, at[1] + whole / 2 + 4.5), str(number))
    return pages.done()
