"""PURE: where the dots of braille stand."""

from collections.abc import Iterator
from typing import Final

from tabletop import Point

DOT: Final = (1.6, 0.8)
"""A dot's width and height."""

_DOT_STEP: Final = 2.5
_CELL_STEP: Final = 6.2
_NUMBER: Final = "3456"
_LETTERS: Final = {
    "a": "1", "b": "12", "c": "14", "d": "145", "e": "15", "f": "124", "g": "1245", "h": "125", "i": "24",
    "j": "245", "k": "13", "l": "123", "m": "134", "n": "1345", "o": "135", "p": "1234", "q": "12345",
    "r": "1235", "s": "234", "t": "2345", "u": "136", "v": "1236", "w": "2456", "x": "1346", "y": "13456",
    "z": "1356",
}  # fmt: skip
_DIGITS: Final = "jabcdefghi"


def cells(text: str) -> list[str]:
    """The cells of a code or a number, each by its dots; capitals are not told, other signs left out."""
    found, counting = [], False
    for sign in text.lower():
        if sign.isdecimal() and sign.isascii():
            found += [_LETTERS[_DIGITS[int(sign)]]] if counting else [_NUMBER, _LETTERS[_DIGITS[int(sign)]]]
            counting = True
        elif sign in _LETTERS:
            found.append(_LETTERS[sign])
            counting = False
    return found


def dots(text: str) -> list[Point]:
    """Each dot's middle, from the middle of the text; x right, y up."""
    return list(_dots(cells(text)))


def _dots(row: list[str]) -> Iterator[Point]:
    for number, cell in enumerate(row):
        middle = (number - (len(row) - 1) / 2) * _CELL_STEP
        for dot in map(int, cell):
            column, line = divmod(dot - 1, 3)
            yield middle + (column - 0.5) * _DOT_STEP, (1 - line) * _DOT_STEP


def size(text: str) -> Point:
    """How wide and high the dots of a text are, at most."""
    width = (len(cells(text)) - 1) * _CELL_STEP + _DOT_STEP + DOT[0]
    return width, 2 * _DOT_STEP + DOT[0]
