"""The calibration sheet as a PDF of one page, true to size: black rectangles and two lines of text."""

import zlib
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.targets import SHEET_SQUARE_MM, SHEET_SQUARES, sheet_board

PAGE_MM: Final = (210.0, 297.0)  # A4; the printed part fits US Letter as well
_PT_PER_MM: Final = 72 / 25.4
_TOP_MM: Final = 12.0
_BAR_MM: Final = 100.0
_UNITS: Final = 20  # of a square: 1.5 mm each, so that marker cells are whole

Box = tuple[float, float, float, float]
"""Left, top, width, height in millimetres from the page's top-left corner."""


def sheet_pdf() -> bytes:
    """The sheet: squares of 30 mm, markers in the white ones, and a bar of 100 mm to check the print by."""
    commands = ["0 g", *(_rectangle(box) for box in sheet_boxes())]
    left, below = _corner()[0], _TOP_MM + SHEET_SQUARES[1] * SHEET_SQUARE_MM
    commands.append(_rectangle((left, below + 8, _BAR_MM, 2)))
    commands.append(
        _text(
            left, below + 16, 11, "Print at 100 %: this bar is 100 mm long. Glue the sheet to something flat."
        )
    )
    commands.append(
        _text(
            left,
            below + 22,
            9,
            "fingerpost calibrate: several pictures, straight above and tilted 20 to 40 degrees each way.",
        )
    )
    return _document("\n".join(commands).encode("ascii"))


def sheet_boxes() -> list[Box]:
    """The black parts, on the page; they do not overlap."""
    left, top = _corner()
    unit = SHEET_SQUARE_MM / _UNITS
    across, down = SHEET_SQUARES
    raster = sheet_board().generateImage((across * _UNITS, down * _UNITS), marginSize=0)
    return [
        (left + x * unit, top + y * unit, width * unit, height * unit)
        for x, y, width, height in _blocks(np.asarray(raster, dtype=np.uint8) < 128)
    ]


def _corner() -> tuple[float, float]:
    """Where the sheet's first square begins on the page."""
    return (PAGE_MM[0] - SHEET_SQUARES[0] * SHEET_SQUARE_MM) / 2, _TOP_MM


def _blocks(black: NDArray[np.bool_]) -> list[tuple[int, int, int, int]]:
    """Cover the black cells with rectangles: runs along a row, joined with equal runs in the rows below."""
    open_runs: dict[tuple[int, int], int] = {}  # first and end column → first row
    blocks: list[tuple[int, int, int, int]] = []
    rows = len(black)
    for row in range(rows + 1):
        runs: set[tuple[int, int]] = set()
        if row < rows:
            edges = np.flatnonzero(np.diff(np.concatenate([[0], black[row].astype(np.int8), [0]])))
            runs = set(zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True))
        for first, end in sorted(open_runs.keys() - runs):
            began = open_runs.pop((first, end))
            blocks.append((first, began, end - first, row - began))
        for run in runs - open_runs.keys():
            open_runs[run] = row
    return blocks


def _rectangle(box: Box) -> str:
    left, top, width, height = (value * _PT_PER_MM for value in box)
    return f"{left:.3f} {PAGE_MM[1] * _PT_PER_MM - top - height:.3f} {width:.3f} {height:.3f} re f"


def _text(left_mm: float, line_mm: float, size_pt: float, text: str) -> str:
    x, y = left_mm * _PT_PER_MM, (PAGE_MM[1] - line_mm) * _PT_PER_MM
    return f"BT /F1 {size_pt:g} Tf {x:.3f} {y:.3f} Td ({text}) Tj ET"


def _document(content: bytes) -> bytes:
    """One page in PDF 1.4."""
    width, height = (side * _PT_PER_MM for side in PAGE_MM)
    packed = zlib.compress(content, 9)
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {width:.3f} {height:.3f}] /Contents 4 0 R "
        "/Resources << /Font << /F1 5 0 R >> >> >>".encode("ascii"),
        b"<< /Length %d /Filter /FlateDecode >>\nstream\n%s\nendstream" % (len(packed), packed),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    out = bytearray(b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n")
    places = []
    for number, body in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    table = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    out += b"".join(b"%010d 00000 n \n" % place for place in places)
    out += b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, table)
    return bytes(out)
