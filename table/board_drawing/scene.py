"""PURE: a board/1 and its map as shapes, seen from above: printed for the eye, or raised for the finger."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from math import atan2, cos, degrees, dist, hypot, pi
from typing import Final, Literal

from engine import GameMap, Route, RouteId, Seat
from table.board_drawing.drawn_shapes import (
    Disc,
    Line,
    Polygon,
    Ring,
    Shape,
    Text,
    arc,
    box,
    moved,
    on_circle,
    turned,
)
from table.board_drawing.marker_squares import marker_shapes
from table.board_drawing.names import city_radius, name_places
from tabletop import BoardLayout, Point, Rgb, Site, SiteId

View = Literal["printed", "tactile"]

BLACK: Final[Rgb] = (0, 0, 0)
WHITE: Final[Rgb] = (255, 255, 255)
DARK: Final[Rgb] = (90, 90, 90)
PIN: Final[Rgb] = (170, 170, 170)
COLLAR_R: Final = 10.0
TOKEN_R: Final = 9.0
NAME_HEIGHT: Final = 3.6
"""Of the font of names: 10 points."""
_EDGE: Final = 4.0  # of the ridge all round, from the board's edge
_FIRST_TIE: Final = 13.0
_TIE_STEP: Final = 6.0
_LETTER: Final = 3.0 / 0.72  # the em of a font whose capitals are 3 mm high
_STAR_INNER: Final = 0.45
_CROSS_ARM: Final = 0.72


@dataclass(frozen=True, slots=True)
class Group:
    """What is drawn of one thing: a route, its collar, a city; `name`: `line:ID`, `collar:ID`, `city:ID` …"""

    name: str
    shapes: tuple[Shape, ...]


@dataclass(frozen=True, slots=True)
class Scene:
    """A board's face, from the lowest group to the topmost."""

    width: float
    height: float
    groups: tuple[Group, ...]

    def shapes(self) -> Iterator[Shape]:
        """All of them, the lowest first."""
        for group in self.groups:
            yield from group.shapes


def drawn(
    layout: BoardLayout, game_map: GameMap, *, letters: Mapping[str, str], view: View = "printed"
) -> Scene:
    """The face of a board.

    Args:
        letters: colour of a route to the letter that says it, in the language of the board.
        view: `printed`: as the sheets; `tactile`: only what is raised, in black.
    """
    make = _printed if view == "printed" else _tactile
    return Scene(layout.width_mm, layout.height_mm, tuple(make(layout, game_map, letters)))


def _printed(layout: BoardLayout, game_map: GameMap, letters: Mapping[str, str]) -> Iterator[Group]:
    wide, high = layout.width_mm, layout.height_mm
    ground = Polygon(points=box((wide / 2, high / 2), wide, high), rgb=layout.ground_rgb)
    yield Group("ground", (ground, _edge(layout, DARK, 1.2)))
    routes = [
        (site, game_map.routes[RouteId(site.id)]) for site in layout.sites.values() if site.kind == "route"
    ]
    for site, route in routes:
        colour = route_rgb(layout, route.colour)
        casing = [Line(points=part, width=2.6, rgb=DARK) for part in site.path]
        inner = [Line(points=part, width=1.6, rgb=colour) for part in site.path]
        yield Group(f"line:{site.id}", (*casing, *inner))
        yield Group(f"ties:{site.id}", tuple(tie_shapes(site, route, DARK)))
    for site, route in routes:
        yield Group(f"collar:{site.id}", tuple(collar_printed(layout, site, route, letters)))
    for site in layout.sites.values():
        if site.kind == "city":
            yield Group(f"city:{site.id}", tuple(_city_printed(site)))
    for leaving in layout.exits:
        yield Group(f"exit:{leaving.route}", tuple(_code(leaving.label, leaving.label_at)))
    named = {SiteId(city): one.name for city, one in game_map.cities.items() if not one.junction}
    places = name_places(layout, named, NAME_HEIGHT, codes=True)
    names = (Text(at=at, text=named[city], height=NAME_HEIGHT, rgb=BLACK) for city, at in places.items())
    yield Group("names", tuple(names))
    if layout.markers is not None:
        yield Group("markers", tuple(marker_shapes(layout.markers)))


def _tactile(layout: BoardLayout, game_map: GameMap, letters: Mapping[str, str]) -> Iterator[Group]:
    yield Group("edge", (_edge(layout, BLACK, 1.2),))
    for site in layout.sites.values():
        if site.kind == "route":
            route = game_map.routes[RouteId(site.id)]
            yield Group(f"line:{site.id}", tuple(Line(points=p, width=1.6, rgb=BLACK) for p in site.path))
            yield Group(f"ties:{site.id}", tuple(tie_shapes(site, route, BLACK)))
            at = (site.x, site.y)
            clear = Disc(at=at, radius=COLLAR_R, rgb=WHITE)
            raised = (moved(shape, at) for shape in collar_shapes(route.colour))
            yield Group(f"collar:{site.id}", (clear, *raised, Disc(at=at, radius=2.5, rgb=BLACK)))
    for site in layout.sites.values():
        if site.kind == "city":
            yield Group(f"city:{site.id}", tuple(_city_tactile(site)))


def route_rgb(layout: BoardLayout, colour: str) -> Rgb:
    """What a route's colour is printed as; grey where the board names none."""
    return layout.route_rgb.get(colour, (150, 150, 150))


def _edge(layout: BoardLayout, rgb: Rgb, width: float) -> Line:
    wide, high = layout.width_mm, layout.height_mm
    right, front = wide - _EDGE, high - _EDGE
    front_line: list[Point] = [(right, front)]
    if layout.notch is not None:
        x, y, radius = layout.notch
        reach = (max(0.0, radius**2 - (y - front) ** 2)) ** 0.5
        rim = radius + _EDGE
        reach = (rim**2 - (y - front) ** 2) ** 0.5 if rim > abs(y - front) else reach
        steps = [(x + reach - 2 * reach * n / 12) for n in range(13)]
        front_line += [(at, y - max(0.0, rim**2 - (at - x) ** 2) ** 0.5) for at in steps]
    corners = [(_EDGE, _EDGE), (right, _EDGE), *front_line, (_EDGE, front), (_EDGE, _EDGE)]
    return Line(points=tuple(corners), width=width, rgb=rgb)


# Routes


def tie_shapes(site: Site, route: Route, rgb: Rgb) -> Iterator[Shape]:
    """A mark for each space of a route, nearest the pin first, on a's side first."""
    for place in range(route.length):
        at, turn = _along(site, place)
        special = place < route.locomotives
        if route.kind in ("ship", "ferry"):
            yield Disc(at=at, radius=1.6, rgb=rgb)
            if special:
                yield Polygon(points=box(at, 1.8, 6.0, turn), rgb=rgb)
            continue
        for off in (-1.2, 1.2) if route.pair else (0.0,):
            by = turned((off, 0.0), turn)
            middle = (at[0] + by[0], at[1] + by[1])
            if route.kind == "tunnel":
                for side in (-2.0, 2.0):
                    part = turned((0.0, side), turn)
                    there = (middle[0] + part[0], middle[1] + part[1])
                    yield Polygon(points=box(there, 1.8, 2.0, turn), rgb=rgb)
            else:
                yield Polygon(points=box(middle, 1.8 if not route.pair else 1.4, 6.0, turn), rgb=rgb)


def _along(site: Site, place: int) -> tuple[Point, float]:
    """Where the mark of a space stands: so far along the line from the site, and the line's direction."""
    part = min(site.path, key=lambda one: min(dist(point, (site.x, site.y)) for point in one))
    at = min(range(len(part)), key=lambda n: dist(part[n], (site.x, site.y)))
    towards_a = place % 2 == 0
    if part is not site.path[0]:
        towards_a = not towards_a  # the second line of a route that wraps runs from b
    way = part[at::-1] if towards_a else part[at:]
    left = _FIRST_TIE + _TIE_STEP * (place // 2)
    last = way[0]
    for one, two in pairwise(way):
        step = dist(one, two)
        if step and left <= step:
            u = ((two[0] - one[0]) / step, (two[1] - one[1]) / step)
            return (one[0] + u[0] * left, one[1] + u[1] * left), degrees(atan2(u[1], u[0]))
        left, last = left - step, two
    return last, site.angle_deg


def collar_printed(
    layout: BoardLayout, site: Site, route: Route, letters: Mapping[str, str]
) -> Iterator[Shape]:
    """A route's collar: its colour, the pin that a camera sees when nothing stands there, its letter."""
    at, colour = (site.x, site.y), route_rgb(layout, route.colour)
    yield Disc(at=at, radius=COLLAR_R, rgb=colour)
    yield Ring(at=at, radius=COLLAR_R - 0.2, width=0.4, rgb=DARK)
    yield from printed_pin(at)
    ink = BLACK if sum(w * c for w, c in zip((3, 6, 1), colour, strict=True)) > 1150 else WHITE
    yield Text(
        at=(site.x, site.y - 6.7), text=letters.get(route.colour, "?"), height=_LETTER, rgb=ink, bold=True
    )


def printed_pin(at: Point) -> tuple[Shape, ...]:
    """What a camera sees where no token stands: a grey dot in a white ring."""
    return (Disc(at=at, radius=2.5, rgb=WHITE), Disc(at=at, radius=2.1, rgb=PIN))


def collar_shapes(colour: str) -> tuple[Shape, ...]:
    """What is raised on a collar of that colour, round its middle; its north stays flat."""
    rim = Ring(at=(0, 0), radius=COLLAR_R - 0.6, width=1.2, rgb=BLACK)
    return (rim, *(_TEXTURES[colour]() if colour in _TEXTURES else ()))


def _dots() -> Iterator[Shape]:
    yield from (Disc(at=at, radius=0.65, rgb=BLACK) for at in _lattice(2.5, 8.2))


def _squares() -> Iterator[Shape]:
    yield from (Polygon(points=box(at, 3, 3), rgb=BLACK) for at in _lattice(4.4, 7.0, inner=4.6))


def _lattice(pitch: float, reach: float, inner: float = 3.6) -> Iterator[Point]:
    """Places of a grid on the ring that a finger reads, but for its north."""
    steps = int(reach / pitch) + 1
    for row in range(-steps, steps + 1):
        for column in range(-steps, steps + 1):
            x, y = column * pitch, row * pitch
            if inner <= hypot(x, y) <= reach and not _north(x, y):
                yield x, y


def _north(x: float, y: float) -> bool:
    return y < 0 and abs(x) < -y * 0.9  # within 42° of north


def _rings() -> Iterator[Shape]:
    for radius in (5.4, 8.6):
        yield Line(points=arc((0, 0), radius, 42, 318), width=1.2, rgb=BLACK)


def _domes() -> Iterator[Shape]:
    for n in range(7):
        yield Disc(at=on_circle((0, 0), 6.8, 60 + n * 40), radius=1.7, rgb=BLACK)


def _wedges() -> Iterator[Shape]:
    for start in (48, 114, 180 + 22, 180 + 88):
        yield Polygon(
            points=(*arc((0, 0), 8.2, start, start + 44), *arc((0, 0), 4.2, start + 44, start)), rgb=BLACK
        )


def _ribs() -> Iterator[Shape]:
    for turn in range(60, 301, 20):
        yield Line(points=(on_circle((0, 0), 4, turn), on_circle((0, 0), 8.8, turn)), width=1.2, rgb=BLACK)


def _bars() -> Iterator[Shape]:
    for row in range(-2, 3):
        y = row * 3.4
        reach = max(0.0, 8.4**2 - y**2) ** 0.5
        for left, right in ((-reach, -3.4), (3.4, reach)) if abs(y) < 3.6 else ((-reach, reach),):
            ends = [x for x in (left, right) if not _north(x, y)]
            if len(ends) == 2 and right - left > 1.2 and y > -4:
                yield Line(points=((left, y), (right, y)), width=1.2, rgb=BLACK)


def _half() -> Iterator[Shape]:
    yield Polygon(points=(*arc((0, 0), 8.8, 42, 180), *arc((0, 0), 3.6, 180, 42)), rgb=BLACK)


_TEXTURES: Final = {
    "white": _dots, "black": _squares, "red": _rings, "orange": _domes, "yellow": _wedges, "green": _ribs,
    "blue": _bars, "purple": _half,
}  # fmt: skip


# Cities


def city_outline(site: Site) -> tuple[Point, ...]:
    """A disc; of a port with eight lobes; a diamond where only routes meet."""
    radius = city_radius(site)
    if site.form == "junction":
        return tuple((site.x + x, site.y + y) for x, y in ((0, -7.0), (7.0, 0), (0, 7.0), (-7.0, 0)))
    lobes = 0.7 if site.form == "port" else 0.0
    steps = 48
    return tuple(
        on_circle((site.x, site.y), radius - lobes + lobes * abs(cos(pi * 8 * n / steps)), 360 * n / steps)
        for n in range(steps)
    )


def _city_printed(site: Site) -> Iterator[Shape]:
    outline = city_outline(site)
    yield Polygon(points=outline, rgb=WHITE, rim=DARK, width=0.8)
    if site.channel is not None:
        yield from printed_pin((site.x, site.y))
    if site.label and site.label_at is not None:
        yield from _code(site.label, site.label_at)


def _code(text: str, at: Point) -> Iterator[Shape]:
    """Where the tile in braille goes, and what it says."""
    yield Polygon(points=box(at, 19.5, 9.6), rgb=None, rim=DARK, width=0.2)
    yield Text(at=at, text=text, height=5.0, rgb=BLACK)


def _city_tactile(site: Site) -> Iterator[Shape]:
    yield Polygon(points=city_outline(site), rgb=WHITE, rim=BLACK, width=1.2)
    if site.channel is not None:
        yield Disc(at=(site.x, site.y), radius=2.5, rgb=BLACK)


# Tokens


def token_outline(shape: str, radius: float = TOKEN_R) -> tuple[Point, ...]:
    """A token's outline round its pin, by the name of its shape."""
    if shape == "disc":
        return tuple(on_circle((0, 0), radius, 10.0 * n) for n in range(36))
    if shape == "square":
        return box((0, 0), radius * 2**0.5, radius * 2**0.5)
    if shape == "triangle":
        return tuple(on_circle((0, 0), radius, 120.0 * n) for n in range(3))
    if shape == "star":
        return tuple(
            on_circle((0, 0), radius * (1 if n % 2 == 0 else _STAR_INNER), 36.0 * n) for n in range(10)
        )
    arm = radius * _CROSS_ARM / 2
    long = (radius**2 - arm**2) ** 0.5
    quarter = ((-arm, -long), (arm, -long), (arm, -arm))
    return tuple(turned(point, 90.0 * n) for n in range(4) for point in quarter)


def ring_of(points: tuple[Point, ...], at: Point) -> tuple[Point, ...]:
    """An outline round another place."""
    return tuple((at[0] + x, at[1] + y) for x, y in points)


def with_tokens(scene: Scene, layout: BoardLayout, tokens: Mapping[SiteId, Seat]) -> Scene:
    """The scene with a token's outline, in its seat's colour, on each of these places."""
    groups = tuple(
        Group(f"token:{site}", tuple(_token(layout, site, seat)))
        for site, seat in tokens.items()
        if site in layout.sites
    )
    return Scene(scene.width, scene.height, (*scene.groups, *groups))


def _token(layout: BoardLayout, site: SiteId, seat: Seat) -> Iterator[Shape]:
    place = layout.sites[site]
    shape = layout.tokens.shapes.get(seat, "disc")
    outline = ring_of(token_outline(shape), (place.x, place.y))
    colour = layout.tokens.rgb.get(seat, DARK)
    yield Polygon(points=outline, rgb=colour, rim=WHITE, width=0.6)
