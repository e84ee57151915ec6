"""One place of a random board in a random room before it is drawn: print, tokens, light and lens."""

import math
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from training.ground import any_tint, ground, random_land
from training.lens import Lens, in_dim_light, random_lens
from training.palette import PINS, PRINT, TOKENS, Tint, near, pick
from training.pieces import Board, Standing, random_board, standing
from training.solids import Canvas, Lamp, Points

_HARD: Final = 0.28


@dataclass(frozen=True, slots=True)
class Room:
    """The light over one place."""

    lamps: list[Lamp]
    ambient: Tint

    @property
    def total(self) -> Tint:
        """(3,) light of all lamps together."""
        return self.ambient + sum((lamp.colour for lamp in self.lamps), np.zeros(3))


@dataclass(frozen=True, slots=True)
class Place:
    """All that a picture of one place is drawn from."""

    board: Board
    lean: Points
    room: Room
    seat: int  # whose token stands here, 1 to 5; 0: nobody's
    here: Standing
    print_: Canvas
    lens: Lens


def any_place(rng: np.random.Generator, *, dim: bool = False) -> Place:
    """A place of any board.

    A good quarter are of the kinds that are easily misread: a collar in a token's colour with whatever pin,
    at times a lamp low beside the table, which lights walls more than tops.

    Args:
        dim: a warm dim room, in which tokens mirror a bluer window and the camera amplifies its noise.
    """
    hard = rng.random() < _HARD
    land = random_land(rng)
    board = random_board(rng, land)
    if dim:
        board = dimmed(rng, board)
    lean = random_lean(rng, board.top)
    room = random_room(rng, low=rng.random() < (0.3 if hard else 0.1))
    seat = int(rng.integers(1, 6)) if rng.random() < 0.5 else 0
    tint = near(rng, TOKENS[int(rng.integers(5))][0], 0.15) if hard else None
    if tint is not None and rng.random() < 0.7:
        board = replace(board, collar=float(rng.uniform(5.0, 11.0)), pin=any_pin(rng, tint))
    here = standing(rng, board, seat)
    ink = _ink(rng, seat) if tint is None else tint
    print_ = ground(rng, land, ink, board.collar, rng.random() >= 0.22)
    lens = random_lens(rng, lean, board.top)
    if dim:
        lens = in_dim_light(rng, lens)
    return Place(board, lean, room, seat, here, print_, lens)


def dimmed(rng: np.random.Generator, board: Board) -> Board:
    """The same board in a dim room: tokens mirror a bluer window."""
    gloss, blue = float(rng.uniform(0, 0.05)), float(rng.normal(0.25, 0.4))
    return replace(board, gloss=board.gloss + gloss, sheen=(math.exp(blue), 1.0, math.exp(-blue)))


def any_pin(rng: np.random.Generator, ink: Tint) -> Tint:
    """A pin of any colour; often that of the print under it, or black."""
    kind = rng.random()
    if kind < 0.25:
        return np.asarray(np.clip(ink * np.exp(rng.normal(0, 0.25, 3)), 0.004, 0.95))
    if kind < 0.5:
        return near(rng, (30, 30, 32), 0.3)
    return any_tint(rng) if kind < 0.75 else pick(rng, PINS, 0.2)


def _ink(rng: np.random.Generator, seat: int) -> Tint:
    """The colour of the route through this place; often a token's, at times the very token's on it."""
    kind = rng.random()
    if kind < 0.15 and seat:
        return near(rng, TOKENS[seat - 1][0], 0.12)
    if kind < 0.4:
        return near(rng, TOKENS[int(rng.integers(5))][0], 0.12)
    return pick(rng, PRINT, float(rng.uniform(0.03, 0.22)))


def random_lean(rng: np.random.Generator, top: float) -> Points:
    """(2,) mm by which the board's face appears beside the tokens' tops."""
    angle = abs(float(rng.normal(0, 22))) if rng.random() < 0.7 else float(rng.uniform(0, 42))
    way, reach = rng.uniform(0, 2 * np.pi), top * math.tan(math.radians(min(angle, 45.0)))
    return np.array([math.cos(way), math.sin(way)]) * reach


def random_room(rng: np.random.Generator, *, low: bool = False) -> Room:
    """One to three lamps and what walls add; `low`: lamps beside the table rather than over it."""
    count = int(rng.choice([1, 2, 3], p=[0.55, 0.35, 0.1]))
    share = float(rng.uniform(0.15, 0.75))
    ambient = np.exp(rng.normal(0, 0.06, 3)) * share
    lamps = []
    for weight in rng.dirichlet(np.ones(count) * 1.5) * (1 - share):
        warm = float(rng.normal(0, 0.10))
        steep = math.radians(float(rng.uniform(11, 32) if low else rng.uniform(22, 85)))
        lamps.append(
            Lamp(
                azimuth=float(rng.uniform(0, 2 * np.pi)),
                slope=1 / math.tan(steep),
                colour=weight * np.exp([-warm, 0.0, warm]),
                most_on_walls=4.0 if low else 1.96,
                soft_mm=float(rng.choice([0.3, 1.0, 2.5, 6.0])) * float(rng.uniform(0.5, 1.5)),
            )
        )
    return Room(lamps, ambient)
