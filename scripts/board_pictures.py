"""Draws the pictures of docs/building-a-board.md from what is printed: `python -m scripts.board_pictures`."""

from pathlib import Path
from typing import Final

import pypdfium2

from engine import game_map
from printing.order import Order
from printing.sheets import sheets_pdf
from printing.templates import templates_pdf
from tabletop import board_layout, layout_text

PICTURES: Final = Path(__file__).resolve().parents[1] / "docs" / "pictures"
_SCALE: Final = 1.1


def main() -> None:
    """Write them."""
    order = Order(text=layout_text("usa"), layout=board_layout("usa"), game_map=game_map("usa"), tier="paper")
    _picture(sheets_pdf(order), 7, PICTURES / "sheet.png")
    _picture(templates_pdf(order), 3, PICTURES / "templates.png")


def _picture(pdf: bytes, page: int, path: Path) -> None:
    document = pypdfium2.PdfDocument(pdf)
    picture = document[page].render(scale=_SCALE).to_pil()
    picture.quantize(64).save(path, optimize=True)
    document.close()
    print(path)


if __name__ == "__main__":
    main()
