"""PURE: the board for the eye: one still picture of its face, and what a game lays on it.

The face (`face`) is the drawing that boards are printed from, with names large enough for a screen and
without markers; a browser keeps it. On it `laid` draws what changes: whose route, the last act, a trail.
Every colour has its pattern and its letter, every seat its shape.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from announce import colour_letters
from engine import GameMap, RouteId, Seat, State
from table.board_drawing import Disc, Line, Polygon, Shape, as_path, collar_shapes, colour_of, number
from table.board_drawing.names import name_places
from table.board_drawing.scene import BLACK, DARK, city_outline, ring_of, route_rgb, tie_shapes, token_outline
from tabletop import BoardLayout, Point, Rgb, Site, SiteId
from web.markup import Html, tag, together

NAME: Final = 11.0
"""The em of a city's name, in mm: on a whole board across a screen some 13 pixels."""
_FINE: Final = 0.35
"""A line's points may be left out as long as it stays so near, in mm."""
_LINE: Final = 4.4
_INNER: Final = 2.8
_TOKEN: Final = 11.0
_HERE: Final = tag("circle", r="13", class_="here", transform="scale(0)")
"""Where one is by keys: nowhere without a script."""


@dataclass(frozen=True, slots=True)
class Window:
    """What part of a board is looked at: so many times closer, about this middle."""

    closer: int = 1
    x: float = 0.5
    y: float = 0.5  # parts of the board's width and height

    def box(self, layout: BoardLayout) -> tuple[float, float, float, float]:
        """Left, top, width and height in mm; never past the board's edge."""
        wide, high = layout.width_mm / self.closer, layout.height_mm / self.closer
        left = min(max(0.0, self.x * layout.width_mm - wide / 2), layout.width_mm - wide)
        top = min(max(0.0, self.y * layout.height_mm - high / 2), layout.height_mm - high)
        return left, top, wide, high


def face(layout: BoardLayout, game_map: GameMap, language: str) -> str:
    """The board's face without its cities, as a file of its own."""
    wide, high = number(layout.width_mm), number(layout.height_mm)
    routes = [
        (site, game_map.routes[RouteId(site.id)]) for site in layout.sites.values() if site.kind == "route"
    ]
    colours = sorted({route.colour for _, route in routes})
    lines = {colour: [p for s, r in routes if r.colour == colour for p in s.path] for colour in colours}
    ties = [shape for site, route in routes for shape in tie_shapes(site, route, DARK)]
    letters = colour_letters(language)
    collars = (
        _use(f"c-{route.colour}", site.x, site.y) for site, route in routes if layout.collar_diameter_mm
    )
    parts = [
        tag("rect", width=wide, height=high, fill=colour_of(layout.ground_rgb)),
        tag("defs", (_collar(layout, colour, letters) for colour in colours)),
        _stroked([part for found in lines.values() for part in found], DARK, _LINE),
        *(_stroked(found, route_rgb(layout, colour), _INNER) for colour, found in lines.items()),
        _ties(ties),
        *collars,
    ]
    return _file(layout, parts)


def cities(layout: BoardLayout, game_map: GameMap) -> str:
    """Its cities and their names, which lie above what a game lays on the routes."""
    return _file(layout, [_discs(layout), _names(layout, game_map)])


def _file(layout: BoardLayout, parts: Iterable[Html]) -> str:
    wide, high = number(layout.width_mm), number(layout.height_mm)
    space, box = "http://www.w3.org/2000/svg", f"0 0 {wide} {high}"
    return str(tag("svg", parts, xmlns=space, viewBox=box, width=wide, height=high))


def laid(
    layout: BoardLayout,
    state: State,
    window: Window,
    *,
    title: str,
    pictures: tuple[str, str],
    last: Iterable[SiteId] = (),
    shown: Iterable[RouteId] = (),
    unsure: Iterable[SiteId] = (),
    press: Mapping[SiteId, str] | None = None,
    named: Callable[[SiteId], str] = str,
    by_keys: bool = False,
) -> Html:
    """The board as it stands in a page.

    Args:
        pictures: where the face and its cities are to be had.
        last: what the last act took; `shown`: what somebody asked to see; `unsure`: what the senses doubt.
        press: where pressing a route or city leads.
        named: what a place is called, for who points at it.
        by_keys: a script moves a ring to where one is.
    """
    box = " ".join(number(part) for part in window.box(layout))
    owners: dict[SiteId, Seat] = {SiteId(route): seat for route, seat in state.owners.items()}
    tokens = {**owners, **_built(state)}
    sites = layout.sites
    inside = [
        tag("title", title),
        _picture(layout, pictures[0]),
        *(_owned(layout, sites[site], seat) for site, seat in owners.items() if site in sites),
        *(_shown(sites[SiteId(route)]) for route in shown if SiteId(route) in sites),
        _picture(layout, pictures[1]),
        *(_token(layout, sites[site], seat, named(site)) for site, seat in tokens.items() if site in sites),
        *(_mark(sites[site], "last") for site in last if site in sites),
        *(_mark(sites[site], "unsure") for site in unsure if site in sites),
        *(_link(sites[site], where, named(site)) for site, where in (press or {}).items() if site in sites),
        _HERE if by_keys else None,
    ]
    return tag("svg", *inside, viewBox=box, class_="board", role="img" if not press else None)


def _picture(layout: BoardLayout, where: str) -> Html:
    return tag("image", href=where, width=number(layout.width_mm), height=number(layout.height_mm))


def _built(state: State) -> dict[SiteId, Seat]:
    found = {SiteId(city): seat for city, seat in state.stations.items()}
    return {**found, **{SiteId(city): seat for city, seat in state.harbors.items()}}


def _use(name: str, x: float, y: float) -> Html:
    return tag("use", href=f"#{name}", x=number(x), y=number(y))


def _collar(layout: BoardLayout, colour: str, letters: Mapping[str, str]) -> Html:
    """A colour's disc with its pattern in a shade of its own, and its letter."""
    rgb = route_rgb(layout, colour)
    dark = sum(w * c for w, c in zip((3, 6, 1), rgb, strict=True)) < 1150
    ink, shade = ((255, 255, 255), 0.38) if dark else (BLACK, 0.3)
    pattern = tag("g", (_flat(shape, ink) for shape in collar_shapes(colour)[1:]), opacity=str(shade))
    letter = tag(
        "text",
        letters.get(colour, ""),
        y="4",
        font_size="11",
        font_weight="bold",
        font_family="sans-serif",
        text_anchor="middle",
        fill=colour_of(ink),
    )
    disc = tag("circle", r="10", fill=colour_of(rgb), stroke=colour_of(DARK), stroke_width="0.8")
    return tag("g", disc, pattern, letter, id=f"c-{colour}")


def _flat(shape: Shape, rgb: Rgb) -> Html | None:
    match shape:
        case Line(points=points, width=width):
            return tag(
                "path", d=as_path(points), stroke=colour_of(rgb), stroke_width=number(width), fill="none"
            )
        case Disc(at=at, radius=radius):
            return tag("circle", cx=number(at[0]), cy=number(at[1]), r=number(radius), fill=colour_of(rgb))
        case Polygon(points=points):
            return tag("path", d=f"{as_path(points)}z", fill=colour_of(rgb))
        case _:
            return None


def _stroked(lines: Iterable[tuple[Point, ...]], rgb: Rgb, width: float) -> Html:
    drawn = "".join(as_path(_thinned(points), fine=10) for points in lines)
    return tag(
        "path",
        d=drawn,
        fill="none",
        stroke=colour_of(rgb),
        stroke_width=number(width),
        stroke_linejoin="round",
    )


def _ties(shapes: Iterable[Shape]) -> Html:
    """All spaces of all routes as one shape."""
    bars, beads = list[str](), list[str]()
    for shape in shapes:
        if isinstance(shape, Polygon):
            bars.append(f"{as_path(shape.points, fine=10)}z")
        elif isinstance(shape, Disc):
            beads.append(f"M{number(shape.at[0])} {number(shape.at[1])}h0")
    return together(
        tag("path", d="".join(bars), fill=colour_of(DARK)),
        tag("path", d="".join(beads), stroke=colour_of(DARK), stroke_width="3.6", stroke_linecap="round"),
    )


def _discs(layout: BoardLayout) -> Html:
    drawn = "".join(
        f"{as_path(city_outline(site), fine=10)}z" for site in layout.sites.values() if site.kind == "city"
    )
    return tag("path", d=drawn, fill="#fff", stroke=colour_of(DARK), stroke_width="1.6")


def _names(layout: BoardLayout, game_map: GameMap) -> Html:
    named = {SiteId(city): one.name for city, one in game_map.cities.items() if not one.junction}
    places = name_places(layout, named, NAME, codes=False, wide=0.66)
    told = (
        tag("text", named[city], x=number(x), y=number(y + 0.36 * NAME)) for city, (x, y) in places.items()
    )
    return tag(
        "g",
        *told,
        font_size=number(NAME),
        font_family="system-ui, sans-serif",
        font_weight="600",
        text_anchor="middle",
        stroke=colour_of(layout.ground_rgb),
        stroke_width="3",
        paint_order="stroke",
    )


# What a game lays on it


def _owned(layout: BoardLayout, site: Site, seat: Seat) -> Html:
    """A route of a seat: its line, broad and in the seat's colour."""
    line = _line(site.path)
    return together(
        tag("path", d=line, class_="cased"),
        tag("path", d=line, class_="owned", stroke=colour_of(layout.tokens.rgb.get(seat, DARK))),
    )


def _shown(site: Site) -> Html:
    return tag("path", d=_line(site.path), class_="shown")


@lru_cache(maxsize=512)  # routes do not move, and each is drawn anew at every act
def _line(path: tuple[tuple[Point, ...], ...]) -> str:
    return "".join(as_path(_thinned(points), fine=10) for points in path)


def _token(layout: BoardLayout, site: Site, seat: Seat, name: str) -> Html:
    drawn = _outline(layout.tokens.shapes.get(seat, "disc"), (site.x, site.y))
    fill = colour_of(layout.tokens.rgb.get(seat, DARK))
    return tag("path", tag("title", name), d=drawn, class_="set", fill=fill)


@lru_cache(maxsize=512)
def _outline(shape: str, at: Point) -> str:
    return f"{as_path(ring_of(token_outline(shape, _TOKEN), at), fine=10)}z"


def _mark(site: Site, kind: str) -> Html:
    return tag("circle", cx=number(site.x), cy=number(site.y), r="15", class_=kind)


def _link(site: Site, where: str, name: str) -> Html:
    """Where a route can be pressed: for the hand only, for who uses keys has the list."""
    spot = tag("circle", tag("title", name), cx=number(site.x), cy=number(site.y), r="14", class_="spot")
    return tag("a", spot, href=where, tabindex=-1)


def _thinned(points: tuple[Point, ...]) -> tuple[Point, ...]:
    """A line without the points that one would not miss (Ramer, Douglas, Peucker)."""
    if len(points) < 3:
        return points
    (ax, ay), (bx, by) = points[0], points[-1]
    length = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5 or 1.0
    away = [abs((bx - ax) * (ay - y) - (ax - x) * (by - ay)) / length for x, y in points[1:-1]]
    far = max(range(len(away)), key=away.__getitem__)
    if away[far] <= _FINE:
        return points[0], points[-1]
    return (*_thinned(points[: far + 2])[:-1], *_thinned(points[far + 1 :]))
