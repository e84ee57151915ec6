"""PURE: how wide words are in the typeface of printed things.

That is Bitstream Vera; pictures are drawn with DejaVu Sans, which has the same widths.
"""

from typing import Final
from unicodedata import normalize

_THOUSANDTHS: Final = {
    275: "'", 278: "ijl", 295: "IJ", 318: " ,.’", 337: "/:;\\|", 352: "f", 361: "-", 390: "()[]",
    392: "t", 401: "!", 411: "r", 460: '"', 500: "*_`–", 521: "s", 525: "z", 531: "?", 550: "c",
    557: "L", 575: "F", 579: "k", 592: "vxy", 603: "P", 611: "TY", 612: "oø", 613: "a", 615: "e",
    630: "ß", 632: "E", 634: "hnu", 635: "Sbdgpqđ", 636: "$0123456789{}", 656: "K", 684: "AV", 685: "XZ",
    686: "B", 695: "R", 698: "C", 732: "U", 748: "N", 752: "H", 770: "D", 775: "GĐ", 780: "&",
    787: "OQØ", 818: "w", 838: "#+<=>^~", 863: "M", 950: "%", 974: "mÆ", 982: "æ", 989: "W", 1000: "@",
    1023: "œ", 1070: "Œ",
}  # fmt: skip
_WIDTH: Final = {letter: width for width, letters in _THOUSANDTHS.items() for letter in letters}
_WIDEST_USUAL: Final = 1000  # of a letter that is not in the table


def width_of(words: str) -> float:
    """Of the font's em. An accent makes a letter no wider."""
    return (
        sum(_WIDTH.get(letter, _WIDTH.get(normalize("NFD", letter)[0], _WIDEST_USUAL)) for letter in words)
        / 1000
    )
