"""What can stand at one place of a drawn board: its pin, tokens, stations, and what lies loose by them."""

import math
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from training.ground import any_tint
from training.palette import LAND, PINS, PRINT, TOKENS, Tint, near, pick
from training.solids import Points, Solid, outline

SHAPES: Final = ("disc", "square", "triangle", "star", "cross")


@dataclass(frozen=True, slots=True)
class Board:
    """What all pins of one board share."""

    base: float
    top: float
    pin: Tint
    pin_radius: float
    pin_height: float
    collar: float
    scales: tuple[float, ...]
    gloss: float
    chamfer: float
    colours: tuple[Tint, ...]
    sheen: tuple[float, float, float] = (1.0, 1.0, 1.0)
    pin_gloss: float = 0.15  # of its tip


@dataclass(frozen=True, slots=True)
class Standing:
    """What stands and lies at a place."""

    solids: list[Solid]
    parts: tuple[Solid, ...]  # what must show of it: the pin's tip, or the token and its upper storey
    pins: list[Solid]  # all that stands there while the board is empty


def random_board(rng: np.random.Generator, land: Tint) -> Board:
    """A board of any make; `land` is its print's colour, which pins may have too."""
    collared = rng.random() < 0.4
    base = float(rng.uniform(0.8, 1.6)) if collared else 0.0
    square = float(rng.choice([1.0, 1.38])) if rng.random() < 0.9 else float(rng.uniform(1, 1.38))
    triangle = 1.17 if square > 1.2 and rng.random() < 0.8 else 1.0
    size = float(rng.normal(1.0, 0.03))
    colours = tuple(near(rng, choices[int(rng.integers(len(choices)))], 0.14) for choices in TOKENS)
    return Board(
        base=base,
        top=base
        + float(rng.uniform(7.4, 9.0) if not collared or rng.random() < 0.3 else rng.uniform(9, 11.5)),
        pin=_pin_tint(rng, land),
        pin_radius=float(rng.uniform(2.0, 3.0)),
        pin_height=base + float(rng.uniform(4.5, 7.0)),
        collar=float(rng.uniform(9.3, 10.6)) if collared else 0.0,
        scales=(size, size * square, size * triangle, size, size),
        gloss=float(rng.uniform(0, 0.05)) if rng.random() < 0.6 else float(rng.uniform(0.05, 0.3)),
        chamfer=float(rng.uniform(0.3, 0.8)) if rng.random() < 0.7 else 0.0,
        colours=colours,
    )


def _pin_tint(rng: np.random.Generator, land: Tint) -> Tint:
    kind = rng.random()
    if kind > 0.94:
        return any_tint(rng)
    if kind < 0.12:  # nearly the colour of what it stands on
        return np.asarray(np.clip(land * np.exp(rng.normal(0, 0.1, 3)), 0.004, 0.95))
    return pick(rng, PINS if kind < 0.82 else LAND if kind < 0.89 else PRINT, 0.15)


def any_token(rng: np.random.Generator, board: Board, seat: int, middle: Points, z0: float) -> Solid:
    """A seat's token (1 to 5) as this board's plastic has it, turned anyhow; its underside at `z0`."""
    shape = SHAPES[seat - 1]
    points = outline(shape, 9.0 * board.scales[seat - 1], float(rng.uniform(0, 2 * np.pi)))
    height = board.top - board.base
    tilt = rng.normal(0, 0.03, 2) if rng.random() < 0.7 else rng.normal(0, 0.09, 2)
    gloss = (
        board.gloss * float(rng.uniform(0.2, 1.4)) if rng.random() < 0.85 else float(rng.uniform(0.1, 0.5))
    )
    return Solid(
        outline=points + middle,
        z0=z0,
        z1=z0 + height,
        colour=board.colours[seat - 1] * float(np.exp(rng.normal(0, 0.04))),
        gloss=gloss,
        sheen=board.sheen,
        chamfer=board.chamfer,
        glint=_glint(rng) if gloss > 0.05 and rng.random() < 0.5 else None,
        tilt=(float(tilt[0]), float(tilt[1])),
    )


def _glint(rng: np.random.Generator) -> tuple[float, float, float, float]:
    x, y = rng.normal(0, 6, 2)
    return float(x), float(y), float(rng.uniform(2, 14)), float(rng.uniform(0.1, 0.9))


def _storey(token: Solid) -> Solid:
    """The narrower upper part of a station or harbour."""
    grown = token.middle + (token.outline - token.middle) * (7 / 9)
    return replace(token, outline=grown, z0=token.z1, z1=token.z1 + 4.0, chamfer=0.0)


def pin_parts(board: Board, middle: Points) -> list[Solid]:
    """A pin's shaft and, last, its rounded tip."""
    shaft = outline("disc", board.pin_radius, 0.0)[::2] + middle
    rounded = outline("disc", board.pin_radius * 0.7, 0.0)[::2] + middle
    return [
        Solid(outline=shaft, z0=0.0, z1=board.pin_height - 0.7, colour=board.pin, gloss=0.03),
        Solid(
            outline=rounded,
            z0=board.pin_height - 0.7,
            z1=board.pin_height,
            colour=board.pin,
            gloss=board.pin_gloss,
        ),
    ]


def standing(rng: np.random.Generator, board: Board, seat: int) -> Standing:
    """Put a seat's token (1 to 5) or nothing (0) on the pin, and perhaps something beside it."""
    pins = pin_parts(board, np.clip(rng.normal(0, 0.15, 2), -0.4, 0.4))
    parts: tuple[Solid, ...] = (pins[-1],)
    solids = list(pins)
    if seat:
        token = any_token(rng, board, seat, np.clip(rng.normal(0, 0.45, 2), -1.3, 1.3), board.base)
        parts = (token, _storey(token)) if rng.random() < 0.05 else (token,)
        solids = list(parts)
    taken = [np.zeros(2)]
    if rng.random() < 0.35:
        lay_beside(rng, board, solids, taken, (19.0, 36.0), pins)
    for _ in range(int(rng.choice([0, 1, 2, 3], p=[0.62, 0.22, 0.11, 0.05]))):
        lay_beside(rng, board, solids, taken, (18.5, 30.0) if seat else (11.0, 26.0), None)
    return Standing(solids, parts, pins)


def lay_beside(
    rng: np.random.Generator,
    board: Board,
    solids: list[Solid],
    taken: list[Points],
    reach: tuple[float, float],
    pins: list[Solid] | None,
) -> None:
    """Add a neighbour: on a pin of its own, which joins `pins`, or loose."""
    angle, far = rng.uniform(0, 2 * np.pi), rng.uniform(*reach)
    place = np.array([math.cos(angle), math.sin(angle)]) * far
    if any(np.linalg.norm(place - other) < 17.5 for other in taken[1:]):
        return
    taken.append(place)
    if pins is not None:
        own = pin_parts(board, place)
        pins.extend(own)
        token = rng.random() < 0.6
        solids.extend([any_token(rng, board, int(rng.integers(1, 6)), place, board.base)] if token else own)
    elif rng.random() < 0.85:
        # What lies loose lies on the board itself, not on a collar.
        solids.append(any_token(rng, board, int(rng.integers(1, 6)), place, 0.0))
    else:
        solids.append(
            Solid(
                outline=outline("square", float(rng.uniform(6, 11)), float(rng.uniform(0, 3))) + place,
                z0=0.0,
                z1=float(rng.uniform(2, 14)),
                colour=pick(rng, PRINT, 0.3),
                gloss=0.02,
            )
        )
