"""The typefaces of all printed things: one that comes with reportlab, and a larger one for rare letters.

Both are put into the files, so that these are the same on every machine. The larger (DejaVu Sans, of which
Latin, Greek and Cyrillic letters lie in `typeface`) sets whole lines in which the first lacks a letter.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

FONT: Final = "Vera"
BOLD: Final = "VeraBd"
RARE: Final = "DejaVuSans"

for _name in (FONT, BOLD):
    pdfmetrics.registerFont(TTFont(_name, f"{_name}.ttf"))
pdfmetrics.registerFont(TTFont(RARE, str(Path(__file__).parent / "typeface" / f"{RARE}.ttf")))


def font_for(text: str, *, bold: bool = False) -> str:
    """The typeface that has all letters of these words, if one has."""
    usual = BOLD if bold else FONT
    return usual if _has(usual, text) or not _has(RARE, text) else RARE


def shapeless(text: str) -> str:
    """The letters of these words that no typeface here has, in order."""
    return "".join(one for one in text if not (_has(FONT, one) or _has(RARE, one)))


def _has(font: str, text: str) -> bool:
    shapes = pdfmetrics.getFont(font).face.charToGlyph
    return all(shapes.get(ord(one)) for one in text)  # 0 is the empty box


def wide(text: str, height: float, *, bold: bool = False) -> float:
    """How wide words are, in the unit of `height`, the font's em."""
    return float(pdfmetrics.stringWidth(text, font_for(text, bold=bold), height))


def folded(line: str, room: float, height: float) -> Iterator[str]:
    """A line in parts, none wider than its room; what follows the first is indented.

    A word that is wider than the room goes on in the next part.
    """
    told = ""
    for word in line.split():
        longer = f"{told} {word}" if told.strip() else f"{told}{word}"
        if told.strip() and wide(longer, height) > room:
            yield told
            longer = f"   {word}"
        while wide(longer, height) > room and len(longer.strip()) > 1:
            fits = max(4, _fitting(longer, room, height))
            yield longer[:fits]
            longer = f"   {longer[fits:]}"
        told = longer
    yield told


def _fitting(text: str, room: float, height: float) -> int:
    """How many of its first letters fit."""
    return next((n for n in range(len(text), 0, -1) if wide(text[:n], height) <= room), 0)
