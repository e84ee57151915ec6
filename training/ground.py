"""The printed board round one pin: land, water, bars in the tokens' colours, rings, collars, names, seams."""

import math
from typing import Final

import cv2
import numpy as np

from training.palette import DISCS, LAND, PRINT, WATER, Rgb, Tint, linear, pick
from training.solids import SCALE, SIZE, SPAN_MM, Canvas, Points, polygon

_WORDS: Final = ("Denver", "Paris", "Omaha", "Roma", "Kyiv", "Zagreb", "12", "3", "Salt Lake", "Wien", "ATL")
_MIDDLE: Final = (SIZE - 1) / 2


def any_tint(rng: np.random.Generator) -> Tint:
    """Any colour at all, rather dark than pale."""
    return np.asarray(np.clip(np.exp(rng.normal(-1.6, 0.9) + rng.normal(0, 0.45, 3)), 0.006, 0.92))


def random_land(rng: np.random.Generator) -> Tint:
    """The colour of a board's face: mostly pale as maps are, now and then any colour or dark."""
    if rng.random() < 0.07:
        return any_tint(rng)
    return pick(rng, LAND if rng.random() < 0.88 else WATER, 0.09)


def ground(rng: np.random.Generator, land: Tint, ink: Tint, collar_mm: float, turned: bool) -> Canvas:
    """Print of one place; `collar_mm` is the radius of a coloured collar, 0 for bars and rings only.

    Args:
        ink: the route's, or the city's.
        turned: False for a city's pin, beside which bars lie in any direction.
    """
    canvas = np.empty((SIZE, SIZE, 3), np.float32)
    canvas[:] = land
    _mottle(rng, canvas)
    if rng.random() < 0.2:
        _half(rng, canvas, pick(rng, WATER, 0.1))
    for _ in range(int(rng.integers(0, 3))):
        _line(rng, canvas)
    if turned and rng.random() < 0.2:
        _track(rng, canvas)
    style = bar_style(rng)
    for _ in range(int(rng.choice([0, 1, 2, 3, 4], p=[0.25, 0.3, 0.25, 0.12, 0.08]))):
        tint = pick(rng, PRINT, float(style["spread"]))  # type: ignore[arg-type]
        bars(rng, canvas, style, tint, float(rng.uniform(0, np.pi)), _off(rng, 9, 26))
    if turned:
        _own_bars(rng, canvas, style, ink)
    for _ in range(int(rng.random() < 0.35)):
        _name(rng, canvas)
    if rng.random() < 0.15:
        _disc(rng, canvas, _disc_tint(rng), _off(rng, 13, 25), float(rng.uniform(3, 6)))
    if collar_mm > 0 and (turned or rng.random() < 0.5):
        _collar(rng, canvas, ink if rng.random() < 0.8 else pick(rng, PRINT, 0.1), collar_mm)
    elif not turned:
        tint = ink if rng.random() < 0.4 else _disc_tint(rng)
        _disc(rng, canvas, tint, rng.normal(0, 0.3, 2), float(rng.uniform(3.5, 10.5)))
    elif rng.random() < 0.3:
        _disc(rng, canvas, _disc_tint(rng), np.zeros(2), float(rng.uniform(3.0, 8.0)))
    if rng.random() < 0.12:
        _seam(rng, canvas)
    return canvas


def bar_style(rng: np.random.Generator) -> dict[str, object]:
    return {
        "outline": rng.choice(["none", "dark", "white"]),
        "pattern": rng.choice(["plain", "inner", "stripes"], p=[0.5, 0.3, 0.2]),
        "form": rng.choice(["box", "round", "ribbon"], p=[0.72, 0.18, 0.1]),
        "length": rng.uniform(9, 26),
        "width": rng.uniform(5, 9) if rng.random() < 0.75 else rng.uniform(3, 16),
        "gap": rng.uniform(0.8, 5),
        "spread": rng.uniform(0.03, 0.22),
    }


def _off(rng: np.random.Generator, least: float, most: float) -> Points:
    angle, reach = rng.uniform(0, 2 * np.pi), rng.uniform(least, most)
    return np.array([math.cos(angle), math.sin(angle)]) * reach


def _own_bars(rng: np.random.Generator, canvas: Canvas, style: dict[str, object], ink: Tint) -> None:
    """The route's own bars: through the pin, or at one side of it."""
    kind = rng.random()
    if kind < 0.08:
        return
    beside = kind < 0.5
    side = float(rng.uniform(7.5, 11.5) * rng.choice([-1, 1])) if beside else float(rng.normal(0, 0.6))
    angle = float(rng.normal(0, 0.05))
    bars(rng, canvas, style, ink, angle, np.array([0.0, side]))
    if rng.random() < 0.25:  # a double route's other lane
        tint = pick(rng, PRINT, float(style["spread"]))  # type: ignore[arg-type]
        aside = side + rng.choice([-1, 1]) * rng.uniform(9, 17)
        bars(rng, canvas, style, tint, angle, np.array([0.0, aside]))


def bars(
    rng: np.random.Generator,
    canvas: Canvas,
    style: dict[str, object],
    tint: Tint,
    angle: float,
    middle: Points,
) -> None:
    length, width, gap = (float(style[key]) for key in ("length", "width", "gap"))  # type: ignore[arg-type]
    if style["form"] == "ribbon":
        length, gap = 16.0, -0.4
    start = float(rng.choice([0.0, 0.5, rng.random()])) * (length + gap)
    bend = float(rng.normal(0, 0.010)) if rng.random() < 0.6 else 0.0
    along, across = (
        np.array([math.cos(angle), math.sin(angle)]),
        np.array([-math.sin(angle), math.cos(angle)]),
    )
    for step in range(-3, 4):
        place = start + step * (length + gap)
        turn = bend * place
        centre = middle + along * place + across * (bend * place * place / 2)
        u = along * math.cos(turn) + across * math.sin(turn)
        v = across * math.cos(turn) - along * math.sin(turn)
        bar(canvas, centre, u * length / 2, v * width / 2, tint, style)


def _box(c: Points, u: Points, v: Points, form: object) -> Points:
    """(K, 2) outline of a bar; a round one ends in half circles."""
    if form != "round" or u @ u < v @ v:
        return np.array([c - u - v, c + u - v, c + u + v, c - u + v])
    ends = u * (1 - math.sqrt((v @ v) / (u @ u)))
    turns = np.linspace(-np.pi / 2, np.pi / 2, 7)[:, None]
    cap = np.sin(turns) * v + np.cos(turns) * u * math.sqrt((v @ v) / (u @ u))
    return np.concatenate([c + ends + cap, c - ends - cap])


def bar(canvas: Canvas, c: Points, u: Points, v: Points, tint: Tint, style: dict[str, object]) -> None:
    box = _box(c, u, v, style["form"])
    edge = style["outline"]
    if edge != "none":
        grow = 1 + 0.7 / np.linalg.norm(v)
        polygon(
            canvas,
            c + (box - c) * np.array([grow, grow]),
            (linear((40, 40, 40) if edge == "dark" else (245, 245, 240))).tolist(),
        )
    polygon(canvas, box, tint.tolist())
    if style["pattern"] == "inner":
        polygon(canvas, c + (box - c) * 0.72, np.minimum(tint * 1.35 + 0.02, 0.95).tolist())
    elif style["pattern"] == "stripes":
        for share in np.linspace(-0.85, 0.85, 7):
            quad = np.array(
                [
                    c + u * (share - 0.05) - v,
                    c + u * (share + 0.05) - v,
                    c + u * (share + 0.05) + v,
                    c + u * (share - 0.05) + v,
                ]
            )
            polygon(canvas, quad, (tint * 0.72).tolist())


def _pixel(points: Points) -> tuple[int, int]:
    x, y = (points + SPAN_MM / 2) * SCALE - 0.5
    return round(float(x)), round(float(y))


def _disc_tint(rng: np.random.Generator) -> Tint:
    return pick(rng, DISCS if rng.random() < 0.6 else PRINT, 0.2)


def _disc(rng: np.random.Generator, canvas: Canvas, rim: Tint, middle: Points, radius: float) -> None:
    """A city's disc or the ring round a pin."""
    inner = _disc_tint(rng)
    cv2.circle(canvas, _pixel(middle), round(radius * SCALE), rim.tolist(), -1, cv2.LINE_8)
    if rng.random() < 0.65:
        cv2.circle(
            canvas,
            _pixel(middle),
            round((radius - rng.uniform(0.4, 1.4)) * SCALE),
            inner.tolist(),
            -1,
            cv2.LINE_8,
        )


def _collar(rng: np.random.Generator, canvas: Canvas, tint: Tint, radius: float) -> None:
    """A coloured collar under the token, plain or with dots, rings or ribs for fingers."""
    centre = _pixel(np.zeros(2))
    cv2.circle(canvas, centre, round(radius * SCALE), tint.tolist(), -1, cv2.LINE_8)
    other = np.clip(tint * rng.choice([0.6, 0.8, 1.25, 1.5]) + rng.uniform(0, 0.03), 0, 0.95).tolist()
    kind = rng.random()
    if kind < 0.2:
        for reach in (5.4, 8.6):
            cv2.circle(canvas, centre, round(reach * SCALE), other, 3, cv2.LINE_8)
    elif kind < 0.45:
        for angle in np.arange(0, 2 * np.pi, 2 * np.pi / int(rng.integers(4, 18))):
            ray = np.array([math.cos(angle), math.sin(angle)])
            cv2.line(canvas, _pixel(ray * 4), _pixel(ray * (radius - 0.7)), other, 4, cv2.LINE_8)
    elif kind < 0.7:
        pitch = float(rng.uniform(2.3, 3.6))
        for x in np.arange(-radius, radius, pitch):
            for y in np.arange(-radius, radius, pitch):
                if math.hypot(x, y) < radius - 1:
                    cv2.circle(canvas, _pixel(np.array([x, y])), 2, other, -1, cv2.LINE_8)
    if rng.random() < 0.3:
        cv2.circle(canvas, centre, round(radius * SCALE), linear((60, 60, 60)).tolist(), 1, cv2.LINE_8)


def _line(rng: np.random.Generator, canvas: Canvas) -> None:
    """A river, border or seam."""
    tint = pick(rng, (*WATER, (120, 110, 100), (60, 60, 60)), 0.1)
    start, way = _off(rng, 0, 20), _off(rng, 1, 1)
    points = [start - way * 45]
    for _ in range(12):
        points.append(points[-1] + way * 8 + rng.normal(0, 1.5 if rng.random() < 0.7 else 0.0, 2))
    corners = np.array([_pixel(point) for point in points], np.int32)
    cv2.polylines(canvas, [corners], False, tint.tolist(), int(rng.integers(1, 4)), cv2.LINE_8)


def _track(rng: np.random.Generator, canvas: Canvas) -> None:
    """A thin line or an arrow along the route, under its bars."""
    tint = pick(rng, ((60, 60, 60), (120, 110, 100), (240, 240, 236)), 0.15).tolist()
    aside = float(rng.choice([0.0, rng.uniform(-10, 10)]))
    ends = [_pixel(np.array([x, aside])) for x in (-40.0, 40.0)]
    thick = int(rng.integers(1, 4))
    if rng.random() < 0.75:
        cv2.line(canvas, ends[0], ends[1], tint, thick, cv2.LINE_8)
        return
    tip = float(rng.uniform(-14, 14))
    way = float(rng.choice([-1.0, 1.0]))
    cv2.arrowedLine(
        canvas, _pixel(np.array([tip - 8 * way, aside])), _pixel(np.array([tip, aside])), tint, thick
    )


def _seam(rng: np.random.Generator, canvas: Canvas) -> None:
    """Where two sheets of a board meet: a step in the print, its colour a little other, a thin gap."""
    place = int(rng.integers(10, SIZE - 10))
    upright = canvas if rng.random() < 0.5 else canvas.transpose(1, 0, 2)
    step = int(rng.integers(-4, 5))
    upright[:, place:] = np.roll(upright[:, place:], step, axis=0) * np.exp(rng.normal(0, 0.03, 3))
    gap = int(rng.integers(0, 3))
    if gap:
        upright[:, place : place + gap] *= float(rng.uniform(0.3, 0.9))


def _half(rng: np.random.Generator, canvas: Canvas, tint: Tint) -> None:
    """A coast: the water begins somewhere."""
    way = _off(rng, 1, 1)
    aside = np.array([-way[1], way[0]])
    start = way * rng.uniform(2, 20)
    shore = [start + aside * place + way * rng.normal(0, 1.0) for place in np.arange(-45, 46, 6)]
    polygon(canvas, np.array([*shore, shore[-1] + way * 60, shore[0] + way * 60]), tint.tolist())


def _name(rng: np.random.Generator, canvas: Canvas) -> None:
    word = str(rng.choice(_WORDS))
    place = _pixel(_off(rng, 6, 20) - np.array([len(word) * 0.9, 0]))
    ink: Rgb = (40, 40, 40) if rng.random() < 0.85 else (240, 240, 240)
    layer = np.zeros((SIZE, SIZE), np.uint8)
    cv2.putText(
        layer, word, place, int(rng.integers(0, 5)), float(rng.uniform(0.3, 0.6)), 255, 1, cv2.LINE_AA
    )
    if rng.random() < 0.7:
        turn = cv2.getRotationMatrix2D((_MIDDLE, _MIDDLE), float(rng.uniform(0, 360)), 1.0)
        layer = np.asarray(cv2.warpAffine(layer, turn, (SIZE, SIZE)), dtype=np.uint8)
    share = (layer.astype(np.float32) / 255)[:, :, None]
    canvas[:] = canvas * (1 - share) + linear(ink).astype(np.float32) * share


def _mottle(rng: np.random.Generator, canvas: Canvas) -> None:
    if rng.random() < 0.5:
        return
    cells = int(rng.integers(4, 30))
    if rng.random() < 0.2:  # an illustrated map
        stains = rng.normal(0, rng.uniform(0.03, 0.2), (cells, cells, 3)).astype(np.float32)
        canvas *= np.exp(cv2.resize(stains, (SIZE, SIZE), interpolation=cv2.INTER_CUBIC))
        return
    coarse = rng.normal(0, rng.uniform(0.01, 0.06), (cells, cells)).astype(np.float32)
    canvas *= 1 + cv2.resize(coarse, (SIZE, SIZE), interpolation=cv2.INTER_CUBIC)[:, :, None]
