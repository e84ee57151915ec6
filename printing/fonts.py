"""The typeface of all printed things: one that comes with reportlab, and is put into the file."""

from collections.abc import Iterator
from typing import Final

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

FONT: Final = "Vera"
BOLD: Final = "VeraBd"

for _name in (FONT, BOLD):
    pdfmetrics.registerFont(TTFont(_name, f"{_name}.ttf"))


def wide(text: str, height: float, *, bold: bool = False) -> float:
    """How wide words are, in the unit of `height`, the font's em."""
    return float(pdfmetrics.stringWidth(text, BOLD if bold else FONT, height))


def folded(line: str, room: float, height: float) -> Iterator[str]:
    """A line in parts, none wider than its room; what follows the first is indented."""
    told = ""
    for word in line.split():
        longer = f"{told} {word}" if told.strip() else f"{told}{word}"
        if told.strip() and wide(longer, height) > room:
            yield told
            longer = f"   {word}"
        told = longer
    yield told
