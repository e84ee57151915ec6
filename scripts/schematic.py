"""Draws docs/hub-schematic.svg and writes the tables of docs/wiring.md: pins from the firmware's own table,
parts from what a board's print counts.

.venv/bin/python -m scripts.schematic       # in a checkout, after a change of either
"""

from pathlib import Path
from typing import Final
from xml.sax.saxutils import escape

from firmware_bridge.firmware import pins
from printing.lists import PULL_UP
from scripts.wiring_parts import between, parts_table

DOCS: Final = Path(__file__).resolve().parent.parent / "docs"
DRAWING: Final = DOCS / "hub-schematic.svg"
PAGE: Final = DOCS / "wiring.md"

_SIZE: Final = (1210, 1070)
_EDGE: Final = 250  # the right side of the Pico
_POWER: Final = (
    (36, "3V3", "supply of every chip, of pull-ups and sensors"),
    (38, "GND", "every chip; a ground wire beside CLK and one beside PL"),
    (40, "VBUS, 5 V", "lamps, through a fuse of 500 mA"),
)
_ROW: Final = 32
_CHAIN: Final = (pins.DATA_IN, pins.LOAD, pins.CLOCK, pins.ECHO)
_GAPS: Final = {pins.LAMPS: 110, pins.SELECT[0]: 40, pins.BANKS[0]: 60, pins.SUPPLY: 16}
"""Room above these pins, for what is drawn there."""


def table() -> str:
    """The pins as a Markdown table."""
    rows = [f"| {pin} | {gp} | {name} | {goes} |" for pin, gp, name, goes in pins.TABLE]
    rows += [f"| {pin} | | {name} | {goes} |" for pin, name, goes in _POWER]
    return "\n".join(["| Pico pin | GP | Name | Goes to |", "|---|---|---|---|", *rows])


def page(text: str) -> str:
    """The page with its tables as they should be.

    Raises:
        ValueError: the page has lost the marks between which a table stands.
    """
    return between(between(text, "pins", table()), "parts", parts_table())


class Sheet:
    """A drawing that grows."""

    def __init__(self) -> None:
        self._parts: list[str] = []

    def wire(self, *points: tuple[float, float], dashed: bool = False) -> None:
        """A line through these points."""
        path = " ".join(f"{x:g},{y:g}" for x, y in points)
        dash = ' stroke-dasharray="5 5"' if dashed else ""
        self._parts.append(f'<polyline points="{path}"{dash}/>')

    def dot(self, x: float, y: float) -> None:
        """Wires that meet here are joined."""
        self._parts.append(f'<circle cx="{x:g}" cy="{y:g}" r="4" class="dot"/>')

    def box(self, x: float, y: float, wide: float, high: float, kind: str = "part") -> None:
        """A part, or the frame around some."""
        self._parts.append(
            f'<rect x="{x:g}" y="{y:g}" width="{wide:g}" height="{high:g}" rx="4" class="{kind}"/>'
        )

    def text(self, x: float, y: float, words: str, kind: str = "", anchor: str = "start") -> None:
        """Words; `kind` is `title`, `small` or nothing."""
        self._parts.append(
            f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}" class="{kind}">{escape(words)}</text>'
        )

    def resistor(self, x: float, y: float, words: str, *, upright: bool = False) -> None:
        """A resistor with its middle here, on a wire that is already drawn."""
        wide, high = (12, 30) if upright else (30, 12)
        self.box(x - wide / 2, y - high / 2, wide, high, "resistor")
        if upright:
            self.text(x + 12, y + 5, words, "small")
        else:
            self.text(x, y - 11, words, "small", "middle")

    def ground(self, x: float, y: float) -> None:
        """Ground below this point."""
        for step, half in enumerate((12, 8, 3)):
            self.wire((x - half, y + 5 * step), (x + half, y + 5 * step))

    def supply(self, x: float, y: float, words: str) -> None:
        """A supply above this point."""
        self.wire((x - 10, y), (x + 10, y))
        self.text(x, y - 6, words, "small", "middle")

    def svg(self) -> str:
        """The whole drawing."""
        style = (
            "polyline,rect,circle{stroke:#111;stroke-width:1.6;fill:none}"
            ".part{fill:#eef3fb}.frame{stroke-dasharray:8 5;stroke:#555}.resistor,.lamp{fill:#fff}"
            ".dot{fill:#111}text{font:15px DejaVu Sans,Arial,sans-serif;fill:#111}"
            ".title{font-weight:bold}.small{font-size:12.5px}"
        )
        wide, high = _SIZE
        about = "The same in words: the tables of docs/wiring.md."
        return "\n".join(
            [
                f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" role="img">',
                f"<title>Sensor hub: a Raspberry Pi Pico and its parts</title><desc>{about}</desc>",
                f"<style>{style}</style>",
                f'<rect width="{wide}" height="{high}" style="fill:#fff;stroke:none"/>',
                *self._parts,
                "</svg>\n",
            ]
        )


def _places() -> dict[int, float]:
    """GP number → height of its pin on the drawing."""
    found: dict[int, float] = {}
    y = 90.0 - _ROW
    for _, gp, _, _ in pins.TABLE:
        y += _ROW + _GAPS.get(gp, 0)
        found[gp] = y
    return found


def drawing() -> str:
    """The schematic, as SVG."""
    sheet, at = Sheet(), _places()
    _pico(sheet, at)
    _chain(sheet, at)
    _lamps_and_keys(sheet, at)
    _tokens(sheet, at)
    _supplies(sheet, at)
    _one_input(sheet, 830, 340)
    return sheet.svg()


def _pico(sheet: Sheet, at: dict[int, float]) -> None:
    sheet.box(30, 40, _EDGE - 30, 1010)
    sheet.text(50, 66, "Raspberry Pi Pico", "title")
    for pin, gp, name, _ in pins.TABLE:
        sheet.text(_EDGE - 10, at[gp] + 5, f"{name}  GP{gp}", anchor="end")
        sheet.text(_EDGE + 6, at[gp] - 5, str(pin), "small")
    for row, (pin, name, goes) in enumerate(_POWER):
        y = at[pins.SUPPLY] + 40 + _ROW * row
        sheet.text(_EDGE - 10, y + 5, name, anchor="end")
        sheet.text(_EDGE + 6, y - 5, str(pin), "small")
        sheet.wire((_EDGE, y), (_EDGE + 40, y))
        sheet.text(_EDGE + 48, y + 5, goes)


def _chain(sheet: Sheet, at: dict[int, float]) -> None:
    data, load, clock, echo = (at[gp] for gp in _CHAIN)
    columns = (
        (450, "chip 0", "channels 0 to 7"),
        (690, "chip 1", "8 to 15"),
        (970, "last chip", "the last 8"),
    )
    for x, name, channels in columns:
        sheet.box(x, 50, 150, 150)
        sheet.text(x + 75, 44, f"74HC165, {name}", "title", "middle")
        for y, left, right in ((data, "QH", "SER"), (load, "PL", ""), (clock, "CLK", "INH: GND")):
            sheet.text(x + 8, y + 5, left)
            sheet.text(x + 142, y + 5, right, anchor="end")
        sheet.text(x + 75, 176, "D0 to D7:", "small", "middle")
        sheet.text(x + 75, 192, channels, "small", "middle")
    sheet.wire((_EDGE, data), (450, data))
    sheet.wire((600, data), (690, data))
    sheet.wire((840, data), (970, data), dashed=True)
    for y, turn, bus, ohms in ((load, 400, 240, "100 Ω"), (clock, 420, 262, "100 Ω")):
        sheet.wire((_EDGE, y), (450, y))
        sheet.resistor(330, y, ohms)
        sheet.wire((turn, y), (turn, bus), (turn + 520, bus), (turn + 520, y), (970, y))
        sheet.wire((turn + 240, bus), (turn + 240, y), (690, y))
        sheet.dot(turn, y)
        sheet.dot(turn + 240, bus)
    sheet.wire((_EDGE, echo), (380, echo), (380, 284), (1160, 284), (1160, data), (1120, data))
    sheet.text(
        400,
        302,
        "chain echo: a level that alternates from scan to scan must come out at QH of chip 0",
        "small",
    )


def _lamps_and_keys(sheet: Sheet, at: dict[int, float]) -> None:
    y = at[pins.LAMPS]
    sheet.wire((_EDGE, y), (330, y))
    sheet.box(330, y - 17, 110, 34)
    sheet.text(385, y + 5, "74AHCT125", "small", "middle")
    sheet.wire((440, y), (480, y))
    for lamp in range(8):
        sheet.box(480 + 30 * lamp, y - 12, 24, 24, "lamp")
        sheet.text(492 + 30 * lamp, y + 5, str(lamp), "small", "middle")
    sheet.text(728, y + 5, "WS2812", "small")
    for number, gp in enumerate(pins.KEYS):
        y = at[gp]
        sheet.wire((_EDGE, y), (330, y))
        sheet.wire((330, y), (362, y - 10))
        sheet.wire((366, y), (440, y))
        for x in (330, 366):
            sheet.dot(x, y)
        name = next(goes for _, pin, _, goes in pins.TABLE if pin == gp).partition(",")[0]
        sheet.text(452, y + 5, f"key {number}: {name}")
        sheet.dot(440, y)
    first, last = at[pins.KEYS[0]], at[pins.KEYS[-1]]
    sheet.wire((440, first), (440, last + 14))
    sheet.ground(440, last + 14)


def _tokens(sheet: Sheet, at: dict[int, float]) -> None:
    top, bottom = at[pins.SELECT[0]] - 16, at[pins.BANKS[1]] + 12
    sheet.box(310, top - 14, 490, bottom - top + 22, "frame")
    sheet.text(790, bottom, "only for tokens with resistors", "small", "end")
    sheet.box(560, top, 220, at[pins.CHIP[1]] - top + 14)
    for line, words in enumerate(
        ("sites 0 to 127,", "16 inputs a chip;", "the last of all:", "10 kΩ to ground,", "the reference")
    ):
        sheet.text(690, top + 52 + 18 * line, words, "small", "middle")
    sheet.text(690, top + 26, "8 × 74HC4067", "title", "middle")
    for gp in pins.SELECT:
        sheet.wire((_EDGE, at[gp]), (560, at[gp]))
    for number, gp in enumerate(pins.SELECT):
        sheet.text(568, at[gp] + 5, f"S{number}", "small")
    high = at[pins.CHIP[0]]
    sheet.box(380, high - 16, 110, 62)
    sheet.text(435, high + 12, "74HC139", "small", "middle")
    for gp in pins.CHIP:
        sheet.wire((_EDGE, at[gp]), (380, at[gp]))
    sheet.wire((490, high + 14), (560, high + 14))
    sheet.text(525, high + 8, "enables", "small", "middle")
    for x, gp in zip((600, 700), pins.BANKS, strict=True):
        y = at[gp]
        sheet.wire((_EDGE, y), (x, y), (x, at[pins.CHIP[1]] + 14))
    pulled = at[pins.BANKS[0]] - 56
    for x, gp in zip((350, 450), pins.BANKS, strict=True):
        sheet.dot(x, at[gp])
        sheet.wire((x, pulled), (x, at[gp]))
        sheet.supply(x, pulled, "3V3")
        sheet.resistor(x, pulled + 28, "4.7 kΩ", upright=True)


def _supplies(sheet: Sheet, at: dict[int, float]) -> None:
    y, x = at[pins.SUPPLY], 900
    sheet.wire((_EDGE, y), (x, y))
    sheet.dot(x, y)
    sheet.wire((x, y - 70), (x, y + 70))
    sheet.supply(x, y - 70, "5 V (VBUS)")
    sheet.resistor(x, y - 35, "10 kΩ", upright=True)
    sheet.resistor(x, y + 35, "10 kΩ", upright=True)
    sheet.ground(x, y + 70)


def _one_input(sheet: Sheet, x: float, y: float) -> None:
    sheet.box(x, y, 350, 270, "frame")
    sheet.text(x + 14, y + 26, "One input, for each pin of the board", "title")
    node = (x + 190, y + 130)
    sheet.supply(node[0], y + 70, "3V3")
    sheet.wire((node[0], y + 70), node, (node[0], y + 165))
    sheet.resistor(node[0], y + 100, PULL_UP, upright=True)
    sheet.dot(*node)
    sheet.wire(node, (x + 108, y + 130))
    sheet.text(x + 14, y + 126, "D0 to D7", "small")
    sheet.text(x + 14, y + 142, "of a 74HC165", "small")
    sheet.box(node[0] - 60, y + 165, 120, 46)
    sheet.text(node[0], y + 185, "hall switch", "small", "middle")
    sheet.text(node[0], y + 201, "or reed contact", "small", "middle")
    sheet.wire((node[0], y + 211), (node[0], y + 224))
    sheet.ground(node[0], y + 224)
    sheet.text(x + 220, y + 236, "low: a token", "small")
    sheet.text(x + 14, y + 258, f"Unused inputs have their {PULL_UP} too.", "small")


def main() -> None:
    """Write both."""
    DRAWING.write_text(drawing(), encoding="utf-8")
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
