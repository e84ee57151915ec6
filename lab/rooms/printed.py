"""The face of a board as its maker prints it: the sheets for the printer, joined, on a table."""

from typing import Final

import cv2
import numpy as np
import pypdfium2
from numpy.typing import NDArray

from lab.rooms.surface import MARGIN_MM, PX_PER_MM, Albedo, table_top
from printing.order import Order
from printing.pdf_pages import LEFT, TOP
from printing.sheets import sheets_of
from tabletop import BoardLayout

Face = NDArray[np.uint8]
"""(H, W, 3) BGR: the printed board alone."""

_INK, _PAPER = 0.03, 0.87  # shares of light that black and white throw back
_MM_A_POINT: Final = 25.4 / 72


def joined_sheets(pdf: bytes, order: Order, px_per_mm: int) -> Face:
    """The sheets of a board (`sheets.pdf`), cut and laid side by side."""
    layout, px = order.layout, px_per_mm
    joined = np.zeros((round(layout.height_mm * px), round(layout.width_mm * px), 3), np.uint8)
    document = pypdfium2.PdfDocument(pdf)
    try:
        for page, sheet in zip(document, sheets_of(order), strict=True):
            left, top, right, bottom = sheet.seams
            if top >= layout.height_mm or left >= layout.width_mm:
                continue  # the panel of the buttons
            wide, high = round((right - left) * px), round((bottom - top) * px)
            x, y, x0, y0 = (round(side * px) for side in (left, top, LEFT, TOP))
            image = page.render(scale=px * _MM_A_POINT).to_numpy()[:, :, :3]
            joined[y : y + high, x : x + wide] = image[y0 : y0 + high, x0 : x0 + wide]
    finally:
        document.close()
    return joined


def printed_surface(rng: np.random.Generator, layout: BoardLayout, face: Face) -> Albedo:
    """A print and the table under it; each printer's inks and each paper's white are a little others.

    Args:
        face: PX_PER_MM of `joined_sheets`.
    """
    wide, high = (int((side + 2 * MARGIN_MM) * PX_PER_MM) for side in (layout.width_mm, layout.height_mm))
    picture = table_top(rng, (high, wide))
    fade = float(rng.uniform(0.0, 0.12))
    inks = np.exp(rng.normal(0, 0.03, 3))
    steps = np.arange(256) / 255
    linear = np.where(steps <= 0.04045, steps / 12.92, ((steps + 0.055) / 1.055) ** 2.4)
    shares = _INK + (_PAPER - _INK) * (fade + (1 - fade) * linear)
    table = np.clip(shares[:, None] * inks, 0.005, 0.95).astype(np.float32)
    lit = cv2.merge([table[:, channel][face[:, :, channel]] for channel in range(3)])
    start = int(MARGIN_MM * PX_PER_MM)
    picture[start : start + len(lit), start : start + lit.shape[1]] = lit
    return picture
