"""PURE: the board as a drawing: what the page shows, `board draw` writes and the sheets print is one scene.

A board/1 and its map go in; a scene comes out (`scene`): shapes in millimetres (`drawn_shapes`), from the
lowest to the topmost, in groups that bear the name of what they draw, as in a vector drawing. `svg` writes it
as text; printers and the page draw the same shapes. Where the names of cities stand is found here too
(`names`, by the widths in `letter_widths`), so that none lies on a pin, a line, a marker or another
name. `marker_squares` are the fiducial markers by which a camera finds the board.

Nothing is kept, and the same board gives the same text. Nothing here knows a game: who owns what is laid on
top by who draws.

Deliberately absent: pixels, paper, files.
"""

from table.board_drawing.drawn_shapes import Disc, Line, Polygon, Ring, Shape, Text
from table.board_drawing.marker_squares import can_draw, marker_shapes
from table.board_drawing.names import city_radius
from table.board_drawing.scene import (
    Group,
    Scene,
    View,
    collar_printed,
    collar_shapes,
    drawn,
    ring_of,
    token_outline,
    with_tokens,
)
from table.board_drawing.svg import as_path, as_svg, colour_of, number, shape_svg

__all__ = [
    "Disc",
    "Group",
    "Line",
    "Polygon",
    "Ring",
    "Scene",
    "Shape",
    "Text",
    "View",
    "as_path",
    "as_svg",
    "can_draw",
    "city_radius",
    "collar_printed",
    "collar_shapes",
    "colour_of",
    "drawn",
    "marker_shapes",
    "number",
    "ring_of",
    "shape_svg",
    "token_outline",
    "with_tokens",
]
