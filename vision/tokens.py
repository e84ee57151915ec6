"""How one table's tokens look: tokens/1 files (docs/calibration.md, "The table's tokens"). Pure."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final

from tabletop import TOKEN_COLOURS, BoardLayout, TokenColour
from tabletop.json_text import read_json
from vision.retint import Retint, Rgb

FORMAT: Final = "tokens/1"
_FOOTPRINT_MM: Final = (8.0, 34.0)


class TokensFileError(Exception):
    """A tokens/1 text that cannot be used; the message says what, which and what to do."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenLook:
    """One seat's tokens, as they look under white light."""

    rgb: Rgb
    footprint_mm: float  # circle that holds the token, as it was measured
    # The taught colour that the network is shown instead; None: it knows this one
    shown_as: Rgb | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenLooks:
    """What was learned of a table's tokens; a seat that was not shown looks as its board says."""

    board: str  # map id, for people
    seats: Mapping[TokenColour, TokenLook]

    def over(self, older: "TokenLooks | None") -> "TokenLooks":
        """These, and what was known before of seats that are not among them."""
        return self if older is None else replace(self, seats={**older.seats, **self.seats})

    def retint(self) -> Retint | None:
        """How pictures are to be coloured before the network sees them; None: not at all."""
        if all(look.shown_as is None for look in self.seats.values()):
            return None
        return Retint({seat: (look.rgb, look.shown_as or look.rgb) for seat, look in self.seats.items()})

    def on(self, layout: BoardLayout) -> BoardLayout:
        """The board with these tokens' colours and size, for the reader by hue and outline."""
        known = {seat: look for seat, look in self.seats.items() if seat in layout.tokens.shapes}
        if not known:
            return layout
        sizes = sorted(look.footprint_mm for look in known.values())
        rgb = {**layout.tokens.rgb, **{seat: look.rgb for seat, look in known.items()}}
        tokens = replace(layout.tokens, rgb=MappingProxyType(rgb), footprint_mm=sizes[len(sizes) // 2])
        return replace(layout, tokens=tokens)

    def to_json(self) -> str:
        """The tokens/1 text."""
        seats = {
            seat: {
                "rgb": list(look.rgb),
                "footprint_mm": look.footprint_mm,
                "shown_as": list(look.shown_as) if look.shown_as is not None else None,
            }
            for seat, look in self.seats.items()
        }
        return json.dumps({"format": FORMAT, "board": self.board, "seats": seats}, indent=1)


def parse_looks(text: str | bytes, *, source: str = "tokens") -> TokenLooks:
    """Read a tokens/1 text.

    Raises:
        TokensFileError: not JSON, a key missing or of the wrong type, a seat or a number that cannot be.
    """
    raw = read_json(text, source=source, advice="show the tokens again", error=TokensFileError)
    if not isinstance(raw, dict) or raw.get("format") != FORMAT:
        raise TokensFileError(f'{source}: no tokens file; give one with "format": "{FORMAT}"')
    seats = raw.get("seats")
    if not isinstance(seats, dict) or not seats:
        raise TokensFileError(f"{source}: seats is missing or empty; show the tokens again")
    return TokenLooks(
        board=str(raw.get("board", "")),
        seats={_seat(name, source): _look(item, f"{source}: {name}") for name, item in seats.items()},
    )


def _seat(name: str, source: str) -> TokenColour:
    for colour in TOKEN_COLOURS:
        if colour == name:
            return colour
    raise TokensFileError(f"{source}: {name[:30]!r} is no seat; seats are {', '.join(TOKEN_COLOURS)}")


def _look(raw: object, where: str) -> TokenLook:
    if not isinstance(raw, dict):
        raise TokensFileError(f"{where} is {repr(raw)[:40]}; give rgb and footprint_mm")
    size = raw.get("footprint_mm")
    if isinstance(size, bool) or not isinstance(size, int | float):
        raise TokensFileError(f"{where}: footprint_mm is {repr(size)[:30]}; give millimetres")
    if not _FOOTPRINT_MM[0] <= size <= _FOOTPRINT_MM[1]:
        low, high = _FOOTPRINT_MM
        raise TokensFileError(f"{where}: footprint_mm is {size:g}; give {low:g} to {high:g}")
    shown_as = raw.get("shown_as")
    return TokenLook(
        rgb=_rgb(raw.get("rgb"), f"{where}: rgb"),
        footprint_mm=float(size),
        shown_as=None if shown_as is None else _rgb(shown_as, f"{where}: shown_as"),
    )


def _rgb(raw: object, where: str) -> Rgb:
    match raw:
        case [int() as red, int() as green, int() as blue] if all(
            0 <= part <= 255 and not isinstance(part, bool) for part in (red, green, blue)
        ):
            return red, green, blue
    raise TokensFileError(f"{where} is {repr(raw)[:40]}; give three whole numbers from 0 to 255")
