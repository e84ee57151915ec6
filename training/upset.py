"""What goes wrong on a table: tokens askew or fallen, foreign pieces, patterned sleeves, mirrored windows."""

import math
from dataclasses import replace
from typing import Final

import cv2
import numpy as np

from training.palette import SKIN, Rgb, Tint, near, pick
from training.pieces import Board, Standing, any_token
from training.place import Place, any_place
from training.prints import print_place
from training.solids import SCALE, SIZE, SPAN_MM, Canvas, Mask, Points, Solid, outline, polygon

NOBODY: Final = 6
"""In place of a seat: what stands there is no seat's token, or cannot be trusted to be."""

_PIECES: Final = (  # corners, least and greatest height, least and greatest radius in mm
    (28, 1.5, 3.0, 8.0, 13.0),  # a coin
    (4, 7.0, 16.0, 6.0, 10.0),  # a cube
    (24, 8.0, 26.0, 3.5, 7.0),  # a pawn
    (6, 4.0, 10.0, 6.0, 10.0),  # a counter
    (28, 5.0, 9.0, 8.0, 12.0),  # a stack of coins
)
_MATERIALS: Final[tuple[Rgb, ...]] = (
    (190, 150, 90),
    (176, 120, 60),
    (150, 152, 156),
    (205, 205, 208),
    (124, 62, 150),
    (232, 128, 40),
    (118, 80, 52),
    (228, 224, 214),
    (240, 150, 175),
)
_CLOTH: Final[tuple[Rgb, ...]] = (
    (20, 30, 62),
    (236, 236, 232),
    (150, 30, 42),
    (200, 182, 60),
    (28, 28, 30),
    (60, 120, 92),
    (120, 150, 190),
    (150, 150, 150),
    (90, 60, 40),
)

_ASKEW_MM: Final = 3.8  # a token farther aside may be one that stands right on another print than the file's


def upset_place(rng: np.random.Generator) -> Place:
    """A place with a token askew, one that fell over its pin or against it, or a piece of another game on it.

    Half of them have nothing of that kind: over those lie sleeves and mirrored windows, see `lay_over`.
    """
    place = print_place(rng) if rng.random() < 0.6 else any_place(rng)
    kind = rng.random()
    if kind < 0.16:
        return askew(rng, place)
    if kind < 0.36:
        return fallen(rng, place)
    if kind < 0.5:
        return foreign(rng, place)
    return place


def askew(rng: np.random.Generator, place: Place) -> Place:
    """A token that hangs on the pin, its seat's all the same: one way it looks shorter, and it lies aside."""
    board, seat = place.board, int(rng.integers(1, 6))
    token = any_token(rng, board, seat, np.zeros(2), board.base)
    way, shorter = random_way(rng), float(rng.uniform(0.7, 0.97))
    aside, rise = float(rng.uniform(0.5, _ASKEW_MM)), float(rng.uniform(0.5, 5))
    flat = token.outline - np.outer(token.outline @ way, way) * (1 - shorter)
    slope = way * math.tan(math.acos(shorter)) * float(rng.choice([-1, 1]))
    hung = replace(
        token,
        outline=flat + way * aside,
        z0=token.z0 + rise / 2,
        z1=token.z1 + rise,
        tilt=(float(slope[0]), float(slope[1])),
    )
    return replace(place, seat=seat, here=_on_pin(place.here, [hung]))


def fallen(rng: np.random.Generator, place: Place) -> Place:
    """A token on its edge: over the pin, or so close to it that it is covered in part."""
    board, way = place.board, random_way(rng)
    size, high = 18.0 * float(rng.uniform(0.8, 1.05)), board.top - board.base
    box = np.array([[-high, -size], [high, -size], [high, size], [-high, size]]) / 2
    spin = np.array([way, [-way[1], way[0]]])
    aside = high / 2 * float(rng.uniform(0.0, 1.6)) + board.pin_radius * float(rng.uniform(-0.5, 1.2))
    middle = np.array([aside, 0.0])
    colours = board.colours
    lying = Solid(
        outline=(box + middle) @ spin,
        z0=0.0,
        z1=size * float(rng.uniform(0.6, 1.0)),
        colour=colours[int(rng.integers(len(colours)))],
        gloss=board.gloss,
        chamfer=board.chamfer,
    )
    there = bare(place)
    if abs(aside) < high / 2:
        return replace(place, seat=NOBODY, here=_on_pin(there, [lying]))
    return replace(place, seat=0, here=replace(there, solids=[*there.solids, lying]))


def foreign(rng: np.random.Generator, place: Place) -> Place:
    """A piece of another game on the pin."""
    corners, low, high, least, most = _PIECES[int(rng.integers(len(_PIECES)))]
    angles = float(rng.uniform(0, 2 * np.pi)) + np.arange(corners) * 2 * np.pi / corners
    ring = np.column_stack([np.cos(angles), np.sin(angles)]) * float(rng.uniform(least, most))
    piece = Solid(
        outline=ring + rng.normal(0, 0.9, 2),
        z0=0.0,
        z1=max(float(rng.uniform(low, high)), place.board.pin_height),
        colour=near(rng, _MATERIALS[int(rng.integers(len(_MATERIALS)))], 0.15),
        gloss=float(rng.uniform(0, 0.15)),
        chamfer=float(rng.uniform(0, 0.6)),
    )
    return replace(place, seat=NOBODY, here=_on_pin(place.here, [piece]))


def random_way(rng: np.random.Generator) -> Points:
    angle = float(rng.uniform(0, 2 * np.pi))
    return np.array([math.cos(angle), math.sin(angle)])


def _on_pin(here: Standing, pieces: list[Solid]) -> Standing:
    """The same place with these on its pin, in place of token or bare pin; they are what must show.

    Of printed pins, one disc each, it takes the neighbour's too. The sheet below shows that pin all the same:
    one place in a hundred comes out otherwise than without this, by 6 of 255 at most. So it stays until
    places are drawn anew, for those by which the weights that ship were taught can be drawn again.
    """
    own = {id(part) for part in here.parts} | {id(pin) for pin in here.pins[:2]}
    rest = [solid for solid in here.solids if id(solid) not in own]
    return replace(here, solids=[*pieces, *rest], parts=tuple(pieces))


def bare(place: Place) -> Standing:
    """The same with nothing on the pin."""
    here, own = place.here, place.here.pins[: _own_parts(place.board)]
    kept = _on_pin(here, list(own))
    return replace(kept, parts=(own[-1],))


def _own_parts(board: Board) -> int:
    return 1 if board.pin_height < 1.0 else 2


def lay_over(rng: np.random.Generator, canvas: Canvas, owner: Mask, light: Tint) -> bool:
    """Lay a patterned sleeve there, or let a window mirror itself; False: too bright to tell."""
    kind = rng.random()
    if kind < 0.3:
        _sleeve(rng, canvas, owner, light)
    elif kind < 0.45:
        return _window(rng, canvas, owner, light)
    return True


def _sleeve(rng: np.random.Generator, canvas: Canvas, owner: Mask, light: Tint) -> None:
    """An arm in bands, checks or dots of two or three colours, at times with a hand at its end."""
    way = random_way(rng)
    across = np.array([-way[1], way[0]])
    tints = [near(rng, _CLOTH[int(at)], 0.15) for at in rng.choice(len(_CLOTH), 3, replace=False)]
    band, wide = float(rng.uniform(2.0, 17.0)), float(rng.uniform(40, 95))
    near_edge = float(rng.normal(0, 9) if rng.random() < 0.75 else rng.uniform(-wide, 0))
    ends = float(rng.uniform(-12, 25)) if rng.random() < 0.35 else -60.0
    steps = (np.arange(SIZE, dtype=np.float32) - (SIZE - 1) / 2) / SCALE
    x, y = np.meshgrid(steps, steps)
    along = x * way[0] + y * way[1]
    aside = x * across[0] + y * across[1] - near_edge
    inside = (aside >= 0) & (aside <= wide) & (along >= ends)
    start = float(rng.uniform(0, band))
    kinds = 2 if rng.random() < 0.8 else 3
    pattern = np.floor((along + start) / band).astype(np.int64) % kinds
    cloth = rng.random()
    if cloth < 0.15:
        pattern = np.floor((aside + start) / band).astype(np.int64) % kinds
    elif cloth < 0.3:
        pattern = (pattern + np.floor((aside + start) / band).astype(np.int64)) % kinds
    paint = np.array(tints, np.float32)[pattern]
    depth = np.minimum(aside, wide - aside) / wide
    shade = (0.55 + 0.9 * np.clip(depth, 0, 0.5)) * float(rng.uniform(0.6, 1.2))
    _shaded(rng, canvas, inside)
    soft = cv2.GaussianBlur(inside.astype(np.float32), (0, 0), float(rng.uniform(0.5, 2.0)))[:, :, None]
    canvas[:] = canvas * (1 - soft) + paint * light.astype(np.float32) * shade[:, :, None] * soft
    owner[inside] = 2
    if ends > -60.0 and rng.random() < 0.7:
        _hand(rng, canvas, owner, light, way, across * (near_edge + wide / 2) + way * ends)


def _hand(
    rng: np.random.Generator, canvas: Canvas, owner: Mask, light: Tint, way: Points, wrist: Points
) -> None:
    layer: Mask = np.zeros((SIZE, SIZE), np.uint8)
    tips = wrist - way * float(rng.uniform(15, 45))
    ends = [np.rint((point + SPAN_MM / 2) * SCALE).astype(int).tolist() for point in (wrist, tips)]
    cv2.line(layer, ends[0], ends[1], 255, round(float(rng.uniform(18, 60)) * SCALE), cv2.LINE_8)
    soft = cv2.GaussianBlur(layer, (0, 0), 1.0).astype(np.float32)[:, :, None] / 255
    tint = pick(rng, SKIN, 0.15) * light * float(rng.uniform(0.6, 1.1))
    canvas[:] = canvas * (1 - soft) + tint.astype(np.float32) * soft
    owner[layer > 127] = 2


def _shaded(rng: np.random.Generator, canvas: Canvas, inside: np.ndarray) -> None:
    """The arm's shadow beside it."""
    away = rng.normal(0, 8 * SCALE, 2)
    moved = cv2.warpAffine(
        inside.astype(np.float32),
        np.array([[1, 0, away[0]], [0, 1, away[1]]]),
        (SIZE, SIZE),
        borderMode=cv2.BORDER_REPLICATE,
    )
    canvas *= 1 - cv2.GaussianBlur(moved, (0, 0), float(rng.uniform(1, 12)))[:, :, None] * float(
        rng.uniform(0.2, 0.7)
    )


def _window(rng: np.random.Generator, canvas: Canvas, owner: Mask, light: Tint) -> bool:
    """A window's image in glossy tops, in a laminated face, or in both: panes with bars between."""
    panes: Mask = np.zeros((SIZE, SIZE), np.uint8)
    way, corner = random_way(rng), rng.uniform(-40, 10, 2)
    across = np.array([-way[1], way[0]])
    wide, high, bar = rng.uniform(12, 60), rng.uniform(12, 60), rng.uniform(1, 5)
    for column in range(int(rng.integers(1, 4))):
        for row in range(int(rng.integers(1, 3))):
            start = corner + way * column * (wide + bar) + across * row * (high + bar)
            polygon(
                panes,
                np.array(
                    [start, start + way * wide, start + way * wide + across * high, start + across * high]
                ),
                255,
            )
    kind = rng.random()
    glossy = owner > 0 if kind < 0.5 else owner == 0 if kind < 0.75 else np.ones_like(owner, dtype=bool)
    strength = float(rng.uniform(0.1, 1.1))
    soft = cv2.GaussianBlur(panes, (0, 0), float(rng.uniform(0.5, 4.0))).astype(np.float32) / 255
    seen = soft * glossy * strength
    bluer = np.exp(np.array([1.0, 0.0, -1.0]) * float(rng.normal(0.12, 0.12)))
    canvas += seen[:, :, None] * (light * bluer).astype(np.float32)
    middle = outline("disc", 8.0, 0.0)
    here: Mask = np.zeros((SIZE, SIZE), np.uint8)
    polygon(here, middle, 1)
    return float((seen * here).sum() / max(1, here.sum())) < 0.45
