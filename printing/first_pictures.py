"""PURE: a corner of the print for first pictures: one sheet, five tokens, and a plan of what is photographed.

The corner is the first sheet of the starter map with two markers more, so that four show; its board/1 file
has the places on it. The plan names beforehand which token stands where in each picture, so that no label is
guessed from a picture. Deliberately absent: cameras, and what is read in the pictures.
"""

import csv
import json
import random
from collections.abc import Iterator, Mapping
from io import StringIO
from typing import Final

from engine import GameMap, RouteId
from printing.pdf_pages import LEFT, TOP, PdfPages
from table.board_drawing import drawn, marker_shapes
from tabletop import BoardLayout, layout_text, parse_layout

CORNER: Final = "A1"
_MAP: Final = "starter"
_MORE: Final[Mapping[str, tuple[float, float]]] = {"60": (155.0, 25.0), "61": (161.0, 181.0)}
"""Markers that the sheet has besides, in millimetres: clear of all its places."""

_LEAST_WIDE: Final = 300.0  # of a board/1 file; right of the sheet is table
_SEED: Final = 20
_NAMES_TOP: Final = 256.0
_NAMES_STEP: Final = 5.0
_HIDDEN: Final = "hidden"
_EMPTY: Final = "empty"
_CONDITIONS: Final = (
    "from above, daylight",
    "from above, daylight, sheet turned half round",
    "from the front, a little aslant",
    "from the front, about 45 degrees aslant",
    "from the left, a little aslant",
    "from the right, about 45 degrees aslant",
    "ceiling lamp alone",
    "ceiling lamp alone, from the front",
    "one lamp from the left, long shadows",
    "one lamp from behind, long shadows",
    "warm lamp, evening",
    "dim, as late in the evening",
    "a window mirrors itself in the tokens",
    "a lamp mirrors itself in the tokens",
    "a hand over the hidden place",
    "a sleeve over the hidden place",
    "a patterned cloth over the hidden place",
    "a token lies fallen beside a pin",
    "from twice as far away",
    "with flash",
)


def corner_text() -> str:
    """The corner's board/1 file."""
    board = json.loads(layout_text(_MAP))
    panel = next(panel for panel in board["panels"] if panel["id"] == CORNER)
    wide, high = panel["width"], panel["height"]
    inside = [site for site in board["sites"] if site["x"] < wide and site["y"] < high]
    kept = {number: at for number, at in board["markers"]["ids"].items() if at[0] < wide and at[1] < high}
    board |= {
        "name": f"Starter, sheet {CORNER}",
        "size_mm": [max(wide, _LEAST_WIDE), high],
        "panels": [panel],
        "markers": board["markers"] | {"ids": kept | {key: list(at) for key, at in _MORE.items()}},
        # On paper: the token stands on the sheet, and what is seen of a pin is printed.
        "tokens": board["tokens"] | {"base_mm": 0},
        "collar": board["collar"] | {"height_mm": 0},
        "sites": [site for site in inside if site["kind"] == "route"],
    }
    board.pop("notch", None)
    return json.dumps(board, ensure_ascii=False, indent=1) + "\n"


def corner_pdf(layout: BoardLayout, game_map: GameMap, letters: Mapping[str, str]) -> bytes:
    """The sheet, true to size.

    Args:
        layout: of the whole starter map, which is drawn; only the corner shows.
    """
    corner = parse_layout(corner_text(), source="the corner")
    assert corner.markers is not None
    (panel,) = corner.panels
    wide, high = panel.width, panel.height
    pages = PdfPages("a4", "Fingerpost: a corner for first pictures", "en")
    pages.begin()
    clip = (LEFT, TOP, LEFT + wide, TOP + high)
    shapes = drawn(layout, game_map, letters=letters, view="printed").shapes()
    pages.shapes(shapes, at=(LEFT, TOP), clip=clip)
    pages.shapes(marker_shapes(corner.markers), at=(LEFT, TOP), clip=clip)
    pages.text((LEFT, 11), f"{game_map.id}  {CORNER}  first pictures  100 %")
    for line, site in enumerate(corner.pins()):
        colour = game_map.routes[RouteId(site.id)].colour or "gray"
        pages.text((LEFT, _NAMES_TOP + line * _NAMES_STEP), f"{letters[colour]}   {site.id}")
    return pages.done()


def plan_csv(layout: BoardLayout) -> str:
    """Twenty pictures: how each is taken, and what stands on each place of the corner; the same each time."""
    chance = random.Random(_SEED)
    places = [str(site.id) for site in layout.pins()]
    out = StringIO()
    form = csv.writer(out, lineterminator="\n")
    form.writerow(["picture", "how", *places])
    for number, how in enumerate(_CONDITIONS, start=1):
        form.writerow([f"picture-{number:02}", how, *_stands(chance, layout, len(places), how)])
    return out.getvalue()


def _stands(chance: random.Random, layout: BoardLayout, count: int, how: str) -> Iterator[str]:
    tokens: list[str] = list(layout.tokens.shapes)
    chance.shuffle(tokens)
    row = [*tokens[: min(chance.randint(2, 5), count - 1)]]
    row += [_EMPTY] * (count - len(row))
    chance.shuffle(row)
    if _HIDDEN in how:
        row[chance.randrange(count)] = _HIDDEN
    yield from row
