"""The letter that says a route's colour on a board: printed beside the pin, in braille under the finger."""

from collections.abc import Mapping
from typing import Final

COLOURS: Final = ("gray", "white", "black", "red", "orange", "yellow", "green", "blue", "purple")

_LETTERS: Final[Mapping[str, str]] = {
    "en": "awkroygbp",
    "de": "awsrognbl",
    "fr": "abnrojvup",
    "es": "cbnrjavzm",
}


def colour_letters(language: str) -> Mapping[str, str]:
    """Colour to letter; of a language without letters of its own the English ones."""
    return dict(zip(COLOURS, _LETTERS.get(language, _LETTERS["en"]), strict=True))
