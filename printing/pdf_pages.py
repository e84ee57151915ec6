"""Pages of paper as a PDF: true to size, with a bar to check that by, and the same bytes each time."""

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from io import BytesIO
from typing import Final

from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from printing.fonts import font_for
from printing.order import PAPERS, Paper
from printing.scene_pictures import draw
from table.board_drawing import Shape
from tabletop import Point, Rgb

BLACK: Final[Rgb] = (0, 0, 0)
LEFT: Final = 12.0
TOP: Final = 22.0
BOTTOM: Final = 242.0
"""Of what a page can bear, above the bar."""

_BAR: Final = (20.0, 246.0, 100.0, 2.0)  # left, top, width, height
_CAPTION: Final = 3.4
Box = tuple[float, float, float, float]
"""left, top, right, bottom; mm from a page's top-left corner"""


class PdfPages:
    """A PDF that grows page by page."""

    def __init__(self, paper: Paper, title: str, language: str, *, bar: bool = True) -> None:
        self.width, self.height = PAPERS[paper]
        self.count = 0
        self._bar, self._out = bar, BytesIO()
        with _no_date():
            self._canvas = Canvas(
                self._out,
                pagesize=(self.width * mm, self.height * mm),
                pageCompression=1,
                invariant=1,
                lang=language,
            )
        self._canvas.setTitle(title)
        self._canvas.setAuthor("Fingerpost")
        self._canvas.setViewerPreference("PrintScaling", "None")

    def begin(self) -> None:
        """A new page, with its bar."""
        if self.count:
            self._canvas.showPage()
        self.count += 1
        if self._bar:
            self.box((_BAR[0], _BAR[1], _BAR[0] + _BAR[2], _BAR[1] + _BAR[3]))
            self.text((_BAR[0] + _BAR[2] + 2, _BAR[1] + 2), "100 mm")

    def done(self) -> bytes:
        """The file."""
        if not self.count:
            self.begin()
        self._canvas.showPage()
        self._canvas.save()
        return self._out.getvalue()

    def shapes(self, shapes: Iterable[Shape], *, at: Point = (0.0, 0.0), clip: Box | None = None) -> None:
        """Draw shapes whose origin is `at`, nothing of them outside `clip`."""
        canvas = self._canvas
        canvas.saveState()
        if clip is not None:
            left, top, right, bottom = clip
            path = canvas.beginPath()
            path.rect(left * mm, (self.height - bottom) * mm, (right - left) * mm, (bottom - top) * mm)
            canvas.clipPath(path, stroke=0, fill=0)
        canvas.translate(at[0] * mm, -at[1] * mm)
        draw(canvas, shapes, self.height)
        canvas.restoreState()

    def box(self, box: Box, rgb: Rgb = BLACK) -> None:
        """A filled rectangle."""
        left, top, right, bottom = box
        self._canvas.setFillColorRGB(*(part / 255 for part in rgb))
        self._canvas.rect(
            left * mm, (self.height - bottom) * mm, (right - left) * mm, (bottom - top) * mm, stroke=0, fill=1
        )

    def text(self, at: Point, text: str, height: float = _CAPTION, *, bold: bool = False) -> None:
        """Words in black; `at`: where their base line begins, `height`: of the font, its em."""
        self._canvas.setFillColorRGB(0, 0, 0)
        self._canvas.setFont(font_for(text, bold=bold), height * mm)
        self._canvas.drawString(at[0] * mm, (self.height - at[1]) * mm, text)


@contextmanager
def _no_date() -> Iterator[None]:
    """reportlab's fixed date heeds a variable of the environment; these bytes heed none."""
    kept = os.environ.pop("SOURCE_DATE_EPOCH", None)
    try:
        yield
    finally:
        if kept is not None:
            os.environ["SOURCE_DATE_EPOCH"] = kept
