"""PURE: a scene as SVG, in millimetres; the same scene, the same text."""

from collections.abc import Iterable
from html import escape

from table.board_drawing.drawn_shapes import Disc, Line, Polygon, Ring, Shape
from table.board_drawing.scene import Scene
from tabletop import Point, Rgb


def as_svg(scene: Scene, *, title: str) -> str:
    """A file of its own: a group for each thing, true to size when printed."""
    wide, high = number(scene.width), number(scene.height)
    groups = (
        f'<g id="{escape(group.name)}">{"".join(map(shape_svg, group.shapes))}</g>\n'
        for group in scene.groups
        if group.shapes
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}mm" height="{high}mm"'
        f' viewBox="0 0 {wide} {high}">\n<title>{escape(title)}</title>\n{"".join(groups)}</svg>\n'
    )


def shape_svg(shape: Shape) -> str:
    """One shape."""
    if isinstance(shape, Line):
        return (
            f'<path d="{as_path(shape.points)}" fill="none" stroke="{colour_of(shape.rgb)}"'
            f' stroke-width="{number(shape.width)}" stroke-linejoin="round" stroke-linecap="round"/>'
        )
    if isinstance(shape, Polygon):
        fill = "none" if shape.rgb is None else colour_of(shape.rgb)
        rim = (
            ""
            if shape.rim is None
            else f' stroke="{colour_of(shape.rim)}" stroke-width="{number(shape.width)}"'
        )
        return f'<path d="{as_path(shape.points)}z" fill="{fill}"{rim}/>'
    x, y = (number(part) for part in shape.at)
    if isinstance(shape, Disc):
        return f'<circle cx="{x}" cy="{y}" r="{number(shape.radius)}" fill="{colour_of(shape.rgb)}"/>'
    if isinstance(shape, Ring):
        line = f'stroke="{colour_of(shape.rgb)}" stroke-width="{number(shape.width)}"'
        return f'<circle cx="{x}" cy="{y}" r="{number(shape.radius)}" fill="none" {line}/>'
    weight = ' font-weight="bold"' if shape.bold else ""
    return (
        f'<text x="{x}" y="{number(shape.at[1] + 0.36 * shape.height)}" font-size="{number(shape.height)}"'
        f' font-family="DejaVu Sans, sans-serif" text-anchor="middle"{weight}'
        f' fill="{colour_of(shape.rgb)}">{escape(shape.text)}</text>'
    )


def as_path(points: Iterable[Point], *, fine: int = 100) -> str:
    """A line through points: the first as it is, the others by their steps; parts of a mm that are kept."""
    told: list[str] = []
    last: tuple[int, int] | None = None
    for x, y in points:
        here = (round(x * fine), round(y * fine))
        if last is None:
            told.append(f"M{number(here[0] / fine)} {number(here[1] / fine)}")
        else:
            told.append(f"l{number((here[0] - last[0]) / fine)} {number((here[1] - last[1]) / fine)}")
        last = here
    return "".join(told)


def number(value: float) -> str:
    """As short as a hundredth allows."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def colour_of(rgb: Rgb) -> str:
    """As style sheets write it."""
    return "#{:02x}{:02x}{:02x}".format(*rgb)
