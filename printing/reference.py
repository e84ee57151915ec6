"""The map as text, in large print, and in braille."""

import shutil
import subprocess
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from announce import Wording
from announce.reference_words import reference
from printing.fonts import folded
from printing.order import Order
from printing.pdf_pages import LEFT, PdfPages
from printing.plain_letters import plain

BRAILLE: Final = "cards/reference.brf"
PROGRAM: Final = "lou_translate"
_LARGE: Final = 18 * 25.4 / 72  # mm: 18 points
_LEADING: Final = 1.5
_CELLS: Final = 40
_LINES: Final = 25
_SECONDS: Final = 60
_FIRST_CELL: Final = 0x2800
_BLANK: Final = chr(_FIRST_CELL)
# Braille ASCII, by the dots of a cell as a number: dot 1 is its lowest bit.
_ASCII: Final = " A1B'K2L@CIF/MSP\"E3H9O6R^DJG>NTQ,*5<-U8V.%[$+X!&;:4\\0Z7(_?W]#Y)="


def lines_of(order: Order) -> list[str]:
    """What stands in the reference: the board, its cities, its routes, with empty lines between."""
    wording = Wording(order.game_map, order.layout, language=order.language)
    cities, routes = reference(wording.vocabulary)
    return [order.layout.name, "", *cities, "", *routes]


def reference_txt(lines: Sequence[str]) -> bytes:
    """As text."""
    return "".join(f"{line}\n" for line in lines).encode()


def reference_pdf(order: Order, lines: Sequence[str]) -> bytes:
    """In large print; what is too long for a line goes on in the next."""
    pages = PdfPages(order.paper, lines[0], order.language, bar=False)
    step, bottom = _LARGE * _LEADING, pages.height - LEFT
    at = bottom
    for line in (part for whole in lines for part in folded(whole, pages.width - 2 * LEFT, _LARGE)):
        at += step
        if at > bottom:
            pages.begin()
            at = LEFT + _LARGE
        pages.text((LEFT, at), line, _LARGE)
    return pages.done()


def reference_brf(lines: Sequence[str], table: str) -> bytes | None:
    """In braille, for an embosser: 40 cells, 25 lines a page; None: the program that translates is not there.

    Args:
        table: liblouis' table of the language.
    Raises:
        OSError, subprocess.SubprocessError: it is there, and does not do its work.
    """
    program = shutil.which(PROGRAM)
    if program is None:
        return None
    done = subprocess.run(
        [program, "-f", f"unicode.dis,{table}"],
        input="".join(f"{plain(line)}\n" for line in lines),
        capture_output=True,
        encoding="utf-8",
        timeout=_SECONDS,
        check=True,
    )
    cells = [row for line in done.stdout.splitlines() for row in _wrapped(line.split(_BLANK))]
    pages = (cells[start : start + _LINES] for start in range(0, len(cells), _LINES))
    return "\f".join("".join(f"{row}\n" for row in page) for page in pages).encode("ascii")


def _wrapped(words: Iterable[str]) -> Iterator[str]:
    """Words of cells in rows; the second row of a line begins two cells further in, as braille has it.

    A word that is longer than a row goes on in the next.
    """
    row = ""
    for word in words:
        told = "".join(_ASCII[(ord(cell) - _FIRST_CELL) % 64] for cell in word)
        longer = f"{row} {told}" if row.strip() else f"{row}{told}"
        if row.strip() and len(longer) > _CELLS:
            yield row
            longer = f"  {told}"
        while len(longer) > _CELLS:
            yield longer[:_CELLS]
            longer = f"  {longer[_CELLS:]}"
        row = longer
    yield row
