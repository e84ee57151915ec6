"""A game as a picture and as words, for people who watch a learner: no help for playing at a table."""

from html import escape
from typing import Final

from engine import State

_COLOURS: Final = {
    "blue": "#1f5fbf",
    "red": "#c22f2f",
    "green": "#2b8a3e",
    "yellow": "#d9a400",
    "black": "#222222",
}
_WIDTH: Final = 900
_MARGIN: Final = 30


def as_svg(state: State) -> str:
    """The map with claimed routes in their seats' colours, and the points."""
    board = state.game_map
    lats, lons = zip(*((city.lat, city.lon) for city in board.cities.values()), strict=True)
    scale = (_WIDTH - 2 * _MARGIN) / max(max(lons) - min(lons), 1e-6)
    height = round((max(lats) - min(lats)) * scale * 1.25) + 3 * _MARGIN
    spot = {
        name: (
            round(_MARGIN + (city.lon - min(lons)) * scale),
            round(2 * _MARGIN + (max(lats) - city.lat) * scale * 1.25),
        )
        for name, city in board.cities.items()
    }
    lines: list[str] = []
    beside: dict[frozenset[str], int] = {}
    for name, route in board.routes.items():
        ends = frozenset((route.a, route.b))
        shift = 6 * beside.get(ends, 0)
        beside[ends] = beside.get(ends, 0) + 1
        (x, y), (u, v) = spot[route.a], spot[route.b]
        owner = state.owners.get(name)
        colour, wide = (_COLOURS[owner], 5) if owner else ("#bbbbbb", 2)
        look = f'stroke="{colour}" stroke-width="{wide}"'
        lines.append(f'<line x1="{x}" y1="{y + shift}" x2="{u}" y2="{v + shift}" {look}/>')
    for city, (x, y) in spot.items():
        label = f'<text x="{x + 6}" y="{y - 4}" font-size="10">{escape(board.cities[city].name)}</text>'
        lines.append(f'<circle cx="{x}" cy="{y}" r="4"/>{label}')
    told = ", ".join(f"{seat} {state.points[seat]}" for seat in state.seats)
    head = f'<text x="{_MARGIN}" y="{_MARGIN}" font-size="16">turn {state.turn}: {told}</text>'
    size = f'width="{_WIDTH}" height="{height}" viewBox="0 0 {_WIDTH} {height}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{head}{"".join(lines)}</svg>'
