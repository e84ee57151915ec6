"""Places of the boards that ship, their print cut from the very files for the printer.

Two maps are left out, so that something is left to measure by which was never learnt from.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from typing import Final

import cv2
import numpy as np
import pypdfium2
from numpy.typing import NDArray

from engine import game_map
from printing.order import Order, Tier, board_text
from printing.pdf_pages import LEFT, TOP
from printing.sheets import sheets_of, sheets_pdf
from tabletop import TOKEN_COLOURS, BoardLayout, Site, layout_text, parse_layout
from training.lens import random_lens
from training.palette import PINS, Tint, near, pick
from training.pieces import Board, Standing, any_token, lay_beside, pin_parts, random_board
from training.place import Place, random_lean, random_room
from training.solids import SCALE, SIZE, SPAN_MM, Canvas, Points, Solid, outline
from vision.patches import route_turn

LEARNT: Final = ("usa", "europe", "great-lakes", "starter")

_PAPER_SHARE: Final = 0.6
_OTHER_SIZES, _SIZES = 0.3, (0.8, 1.2)  # share of tables whose tokens are smaller or larger, and by how much
_GREY: Final = (170, 170, 170)
_PRINTED_MM: Final = 2.1  # radius of a pin that is printed
_INK, _WHITE = 0.03, 0.87  # shares of light that black and white print throw back
_MM_A_POINT: Final = 25.4 / 72


@dataclass(frozen=True, slots=True, eq=False)
class Printed:
    """A board as its files print it, and where its places are."""

    layout: BoardLayout
    face: NDArray[np.uint8]  # (H, W, 3) BGR, SCALE pixels a millimetre
    flat: bool  # its pins are printed
    rings: tuple[tuple[Site, int], ...]  # pins whose ring has a seat's colour, and that seat, 1 to 5


@cache
def printed(map_id: str, tier: Tier) -> Printed:
    """The sheets of a board, cut at their seams and laid side by side."""
    text, its_map = layout_text(map_id), game_map(map_id)
    layout = parse_layout(text, source=map_id)
    text = board_text(Order(text=text, layout=layout, game_map=its_map, tier=tier))
    order = Order(text=text, layout=parse_layout(text, source=map_id), game_map=its_map, tier=tier)
    layout = order.layout
    face = np.zeros((round(layout.height_mm * SCALE), round(layout.width_mm * SCALE), 3), np.uint8)
    document = pypdfium2.PdfDocument(sheets_pdf(order))
    try:
        for page, sheet in zip(document, sheets_of(order), strict=True):
            _lay(face, page.render(scale=SCALE * _MM_A_POINT).to_numpy()[:, :, :3], sheet.seams)
    finally:
        document.close()
    rings = tuple(
        (site, TOKEN_COLOURS.index(route.colour) + 1)
        for site, route in order.routes
        if route.colour in TOKEN_COLOURS
    )
    return Printed(layout, face, layout.pin_height_mm <= 1, rings)


def _lay(face: NDArray[np.uint8], page: NDArray[np.uint8], seams: tuple[float, float, float, float]) -> None:
    left, top, right, bottom = (round(side * SCALE) for side in seams)
    x, y = round(LEFT * SCALE), round(TOP * SCALE)
    bottom, right = min(bottom, len(face)), min(right, face.shape[1])
    if left < right and top < bottom:
        face[top:bottom, left:right] = page[y : y + bottom - top, x : x + right - left]


def print_place(rng: np.random.Generator) -> Place:
    """A place of a board that ships, on paper or with real pins; its neighbours where they are."""
    board_print = _any_print(rng)
    sites = board_print.layout.pins()
    site = sites[int(rng.integers(len(sites)))]
    return place_on(rng, board_print, site, _any_seat)


def ring_of(rng: np.random.Generator) -> tuple[Printed, Site, int]:
    """A board, one of its places whose ring has a seat's colour, and that seat."""
    board_print = _any_print(rng)
    site, seat = board_print.rings[int(rng.integers(len(board_print.rings)))]
    return board_print, site, seat


def _any_print(rng: np.random.Generator) -> Printed:
    tier: Tier = "paper" if rng.random() < _PAPER_SHARE else "full"
    return printed(LEARNT[int(rng.integers(len(LEARNT)))], tier)


def _any_seat(rng: np.random.Generator) -> int:
    return int(rng.integers(1, 6)) if rng.random() < 0.5 else 0


def place_on(
    rng: np.random.Generator,
    board_print: Printed,
    site: Site,
    seat_of: Callable[[np.random.Generator], int],
) -> Place:
    """That place, with a token of the seat that is drawn for it; 0: with none."""
    print_ = _ground(rng, board_print, site)
    board = _board(rng, board_print)
    lean = random_lean(rng, board.top)
    seat = seat_of(rng)
    here = _standing(rng, board_print, board, site, seat)
    room = random_room(rng, low=rng.random() < 0.15)
    return Place(board, lean, room, seat, here, print_, random_lens(rng, lean, board.top))


def print_round(board: Printed, site: Site) -> NDArray[np.uint8]:
    """(SIZE, SIZE, 3) BGR: the print round a site, turned to its route."""
    turn = route_turn(site)
    cos, sin, half = math.cos(turn), math.sin(turn), (SIZE - 1) / 2
    x, y = site.x * SCALE - 0.5, site.y * SCALE - 0.5
    cut = np.array([[cos, -sin, x - half * (cos - sin)], [sin, cos, y - half * (sin + cos)]])
    found = cv2.warpAffine(
        board.face,
        cut,
        (SIZE, SIZE),
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_REPLICATE,
    )
    return np.asarray(found, np.uint8)


def _ground(rng: np.random.Generator, board: Printed, site: Site) -> Canvas:
    """(SIZE, SIZE, 3): that print as its printer's inks and its paper throw light back."""
    share = print_round(board, site).astype(np.float32) / 255
    lit = np.where(share <= 0.04045, share / 12.92, ((share + 0.055) / 1.055) ** 2.4)
    fade = float(rng.uniform(0.0, 0.15))
    inks = np.exp(rng.normal(0, 0.05, 3)).astype(np.float32)
    shares = _INK + (_WHITE - _INK) * (fade + (1 - fade) * lit)
    return np.asarray(np.clip(shares * inks, 0.005, 0.95), np.float32)


def _board(rng: np.random.Generator, board: Printed) -> Board:
    """Pins as the files have them, tokens as any printer makes them."""
    grey = near(rng, _GREY, 0.1)
    made = random_board(rng, grey)
    height = board.layout.tokens.height_mm * float(np.exp(rng.normal(0, 0.06)))
    base = board.layout.tokens.base_mm
    size = float(rng.uniform(*_SIZES)) if rng.random() < _OTHER_SIZES else 1.0
    pin: Tint = grey if board.flat or rng.random() < 0.5 else pick(rng, PINS, 0.2)
    return replace(
        made,
        base=base,
        top=base + height,
        pin=pin,
        scales=tuple(scale * size for scale in made.scales),
        pin_radius=_PRINTED_MM if board.flat else board.layout.pin_diameter_mm / 2,
        pin_height=0.02 if board.flat else base + board.layout.pin_height_mm,
        pin_gloss=0.0 if board.flat else made.pin_gloss,
        collar=0.0,
    )


def _standing(
    rng: np.random.Generator, board_print: Printed, board: Board, site: Site, seat: int
) -> Standing:
    pins = _pins(board, np.zeros(2), flat=board_print.flat)
    parts: tuple[Solid, ...] = (pins[-1],)
    solids = list(pins)
    if seat:
        token = any_token(rng, board, seat, np.clip(rng.normal(0, 0.6, 2), -1.6, 1.6), board.base)
        parts, solids = (token,), [token]
    full = float(rng.uniform(0, 0.8))
    for middle in neighbours(board_print.layout, site):
        own = _pins(board, middle, flat=board_print.flat)
        pins = [*pins, *own]
        if np.linalg.norm(middle) > 17.0 and rng.random() < full:
            beside = middle + rng.normal(0, 0.5, 2)
            own = [any_token(rng, board, int(rng.integers(1, 6)), beside, board.base)]
        solids += own
    if rng.random() < 0.15:
        lay_beside(rng, board, solids, [np.zeros(2)], (18.5, 30.0) if seat else (11.0, 26.0), None)
    return Standing(solids, parts, pins)


def _pins(board: Board, middle: Points, *, flat: bool) -> list[Solid]:
    if not flat:
        return pin_parts(board, middle)
    disc = outline("disc", board.pin_radius, 0.0)[::2] + middle
    return [Solid(outline=disc, z0=0.0, z1=board.pin_height, colour=board.pin)]


def neighbours(layout: BoardLayout, site: Site) -> list[Points]:
    """Where other places lie in the picture of one, mm from it, along its route and across."""
    turn = route_turn(site)
    found = []
    for other in layout.pins():
        x, y = other.x - site.x, other.y - site.y
        if other.id != site.id and math.hypot(x, y) < SPAN_MM * 0.8:
            found.append(
                np.array([x * math.cos(turn) + y * math.sin(turn), -x * math.sin(turn) + y * math.cos(turn)])
            )
    return found
