"""A scene as a PDF of its true size, or as a picture of 4 pixels a millimetre."""

from collections.abc import Iterable
from io import BytesIO
from typing import Final, assert_never

import pypdfium2
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from printing.fonts import font_for
from table.board_drawing import Disc, Line, Polygon, Ring, Scene, Shape, Text
from tabletop import Point, Rgb

PX_A_MM: Final = 4
_PX_A_POINT: Final = PX_A_MM * 25.4 / 72


def as_pdf(scene: Scene) -> bytes:
    """One page, as large as the board."""
    out = BytesIO()
    canvas = Canvas(out, pagesize=(scene.width * mm, scene.height * mm), invariant=1)
    draw(canvas, scene.shapes(), scene.height)
    canvas.save()
    return out.getvalue()


def as_png(scene: Scene) -> bytes:
    """The same as pixels."""
    document = pypdfium2.PdfDocument(as_pdf(scene))
    try:
        out = BytesIO()
        document[0].render(scale=_PX_A_POINT).to_pil().save(out, "PNG")
        return out.getvalue()
    finally:
        document.close()


def draw(canvas: Canvas, shapes: Iterable[Shape], height: float) -> None:
    """Draw shapes on a page whose top-left corner is the origin, `height` mm high."""
    for shape in shapes:
        match shape:
            case Line(points=points, width=width, rgb=rgb):
                _stroke(canvas, rgb, width)
                canvas.drawPath(_path(canvas, points, height, close=False), stroke=1, fill=0)
            case Polygon(points=points, rgb=fill, rim=rim, width=width):
                if rim is not None:
                    _stroke(canvas, rim, width)
                if fill is not None:
                    _fill(canvas, fill)
                path = _path(canvas, points, height, close=True)
                canvas.drawPath(path, stroke=int(rim is not None), fill=int(fill is not None))
            case Disc(at=(x, y), radius=radius, rgb=rgb):
                _fill(canvas, rgb)
                canvas.circle(x * mm, (height - y) * mm, radius * mm, stroke=0, fill=1)
            case Ring(at=(x, y), radius=radius, width=width, rgb=rgb):
                _stroke(canvas, rgb, width)
                canvas.circle(x * mm, (height - y) * mm, radius * mm, stroke=1, fill=0)
            case Text(at=(x, y), text=text, height=tall, rgb=rgb, bold=bold):
                _fill(canvas, rgb)
                canvas.setFont(font_for(text, bold=bold), tall * mm)
                canvas.drawCentredString(x * mm, (height - y - 0.36 * tall) * mm, text)
            case _:
                assert_never(shape)


def _path(canvas: Canvas, points: Iterable[Point], height: float, *, close: bool) -> object:
    path = canvas.beginPath()
    for number, (x, y) in enumerate(points):
        (path.lineTo if number else path.moveTo)(x * mm, (height - y) * mm)
    if close:
        path.close()
    return path


def _stroke(canvas: Canvas, rgb: Rgb, width: float) -> None:
    canvas.setStrokeColorRGB(*(part / 255 for part in rgb))
    canvas.setLineWidth(width * mm)
    canvas.setLineJoin(1)
    canvas.setLineCap(1)


def _fill(canvas: Canvas, rgb: Rgb) -> None:
    canvas.setFillColorRGB(*(part / 255 for part in rgb))
