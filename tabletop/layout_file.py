"""Board/1 files (docs/boards.md): the boards that ship, and any text read into values without nonsense."""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import TypeGuard

from tabletop.json_text import read_json
from tabletop.layout import BoardLayout, BoardPanel, Exit, Markers, Point, Site, SiteKind, Tokens
from tabletop.layout_reading import JsonReader, LayoutError, Rgb
from tabletop.values import TOKEN_COLOURS, Channel, HubId, Shape, SiteId, TokenColour

_SHAPES: tuple[Shape, ...] = ("disc", "square", "triangle", "star", "cross")
_KINDS: tuple[SiteKind, ...] = ("route", "city", "score", "control")
_TOP_KEYS = frozenset(
    (
        "format", "map", "name", "size_mm", "thickness_mm", "ground_rgb", "route_rgb", "notch", "markers",
        "pin", "collar", "tokens", "sensing", "panels", "exits", "sites",
    )
)  # fmt: skip
_SITE_KEYS = frozenset(
    ("id", "kind", "x", "y", "angle_deg", "hub", "channel", "path", "form", "label", "player", "value")
)
_NESTED_KEYS: Mapping[str, frozenset[str]] = {
    "notch": frozenset(("x", "y", "radius_mm")),
    "markers": frozenset(("dictionary", "side_mm", "quiet_mm", "ids")),
    "pin": frozenset(("height_mm", "diameter_mm", "length_mm", "material")),
    "collar": frozenset(("diameter_mm", "height_mm")),
    "tokens": frozenset(
        ("height_mm", "footprint_mm", "base_mm", "station_height_mm", "bore_mm", "magnet_mm", "players")
    ),
    "sensing": frozenset(("type", "hubs", "ohms")),
}
_PLAYER_KEYS = frozenset(("shape", "rgb"))
_PANEL_KEYS = frozenset(("id", "x", "y", "width", "height", "first_channel", "chips"))
_EXIT_KEYS = frozenset(("route", "x", "y", "label"))
_LABEL_KEYS = frozenset(("text", "x", "y"))
_SENSINGS = ("hall-switch", "reed", "contact", "resistor", "none")
_FORMS = ("plain", "large", "port", "junction")


@cache
def board_layout(name: str) -> BoardLayout:
    """The board that ships for a map id, for instance `usa`; read once."""
    return parse_layout(layout_text(name), source=f"{name}.json")


def layout_text(name: str) -> str:
    """The board/1 file that ships for a map id."""
    path = files("tabletop").joinpath("layouts", f"{name}.json")
    if not path.is_file():
        raise LayoutError(f"no board for the map {name}; boards that ship: {', '.join(_shipped())}")
    return path.read_text(encoding="utf-8")


def _shipped() -> list[str]:
    folder = files("tabletop").joinpath("layouts")
    return sorted(item.name.removesuffix(".json") for item in folder.iterdir() if item.name.endswith(".json"))


def parse_layout(text: str | bytes, *, source: str = "board") -> BoardLayout:
    """Read a board/1 text.

    Raises:
        LayoutError: not JSON, a key missing, unknown or of the wrong type, a number out of range, a site
            twice.
    """
    raw = read_json(text, source=source, advice="give a board/1 file", error=LayoutError)
    reader = JsonReader(source)
    top = reader.table(raw, "the file")
    if top.get("format") != "board/1":
        raise LayoutError(f'{source}: format is {top.get("format")!r}; give a file with "format": "board/1"')
    reader.known(top, _TOP_KEYS, "the file")
    for part, keys in _NESTED_KEYS.items():
        if isinstance(nested := top.get(part), dict):  # what is no object is complained of where it is read
            reader.known(nested, keys, part)
    try:
        return _layout(reader, top)
    except (ValueError, TypeError, OverflowError) as error:
        raise LayoutError(f"{source}: {error}; compare it with docs/boards.md") from None


def _layout(reader: JsonReader, top: dict[str, object]) -> BoardLayout:
    width, height = reader.numbers(top.get("size_mm"), 2, "size_mm")
    if not (300 <= width <= 1200 and 200 <= height <= 900):
        raise reader.wrong("size_mm", f"is {width:g} x {height:g}; give 300 to 1200 by 200 to 900")
    pin = reader.table(top.get("pin"), "pin")
    collar = reader.table(top.get("collar", {}), "collar")
    route_rgb = reader.table(top.get("route_rgb", {}), "route_rgb")
    notch = top.get("notch")
    sensing = reader.table(top.get("sensing", {}), "sensing")
    return BoardLayout(
        map=reader.text(top.get("map"), "map"),
        name=reader.text(top.get("name", top.get("map")), "name"),
        width_mm=width,
        height_mm=height,
        markers=_markers(reader, top["markers"]) if top.get("markers") is not None else None,
        pin_height_mm=reader.number(pin.get("height_mm"), "pin.height_mm", 1, 30),
        pin_diameter_mm=reader.number(pin.get("diameter_mm"), "pin.diameter_mm", 1, 20),
        collar_diameter_mm=reader.number(collar.get("diameter_mm", 0), "collar.diameter_mm", 0, 60),
        collar_height_mm=reader.number(collar.get("height_mm", 0), "collar.height_mm", 0, 10),
        tokens=_tokens(reader, reader.table(top.get("tokens"), "tokens")),
        sensing=reader.one_of(sensing.get("type", "none"), "sensing.type", _SENSINGS),
        ground_rgb=reader.rgb(top.get("ground_rgb", [244, 241, 230]), "ground_rgb"),
        route_rgb={name: reader.rgb(value, f"route_rgb.{name}") for name, value in route_rgb.items()},
        notch=_notch(reader, notch) if notch is not None else None,
        sites=_sites(reader, top.get("sites"), width, height),
        exits=_exits(reader, top.get("exits", [])),
        panels=_panels(reader, top.get("panels", [])),
    )


def _panels(reader: JsonReader, raw: object) -> tuple[BoardPanel, ...]:
    if not isinstance(raw, list):
        raise reader.wrong("panels", "is no list")
    found: list[BoardPanel] = []
    for number, item in enumerate(raw):
        where = f"panels[{number}]"
        table = reader.table(item, where)
        reader.known(table, _PANEL_KEYS, where)
        x, y, width, height = (
            reader.number(table.get(key), f"{where}.{key}") for key in ("x", "y", "width", "height")
        )
        found.append(
            BoardPanel(
                id=reader.text(table.get("id"), f"{where}.id"),
                x=x,
                y=y,
                width=width,
                height=height,
                first_channel=int(reader.number(table.get("first_channel", 0), f"{where}.first_channel")),
                chips=int(reader.number(table.get("chips", 0), f"{where}.chips")),
            )
        )
    return tuple(found)


def _exits(reader: JsonReader, raw: object) -> tuple[Exit, ...]:
    if not isinstance(raw, list):
        raise reader.wrong("exits", "is no list")
    found: list[Exit] = []
    for number, item in enumerate(raw):
        where = f"exits[{number}]"
        table = reader.table(item, where)
        reader.known(table, _EXIT_KEYS, where)
        label, at = _label(reader, table.get("label"), f"{where}.label")
        found.append(
            Exit(
                route=SiteId(reader.text(table.get("route"), f"{where}.route")),
                x=reader.number(table.get("x"), f"{where}.x"),
                y=reader.number(table.get("y"), f"{where}.y"),
                label=label,
                label_at=at,
            )
        )
    return tuple(found)


def _notch(reader: JsonReader, raw: object) -> tuple[float, float, float]:
    table = reader.table(raw, "notch")
    x, y, radius = (reader.number(table.get(key), f"notch.{key}") for key in ("x", "y", "radius_mm"))
    return x, y, radius


def _markers(reader: JsonReader, raw: object) -> Markers:
    table = reader.table(raw, "markers")
    side = reader.number(table.get("side_mm"), "markers.side_mm", 5, 200)
    ids: dict[int, Point] = {}
    for key, centre in reader.table(table.get("ids"), "markers.ids").items():
        if not key.isdecimal():
            raise reader.wrong("markers.ids", f"has the id {key!r}; give whole numbers")
        x, y = reader.numbers(centre, 2, f"markers.ids.{key}")
        ids[int(key)] = (x, y)
    if not ids:
        raise reader.wrong("markers.ids", "is empty; name each marker's id and centre")
    return Markers(
        dictionary=reader.text(table.get("dictionary"), "markers.dictionary"),
        side_mm=side,
        quiet_mm=reader.number(table.get("quiet_mm", side / 8), "markers.quiet_mm", 0, 100),
        ids=ids,
    )


def _tokens(reader: JsonReader, table: dict[str, object]) -> Tokens:
    shapes: dict[TokenColour, Shape] = {}
    rgb: dict[TokenColour, Rgb] = {}
    for colour, raw in reader.table(table.get("players"), "tokens.players").items():
        where = f"tokens.players.{colour}"
        if not _is_colour(colour):
            raise reader.wrong(where, f"is no seat; seats are {', '.join(TOKEN_COLOURS)}")
        player = reader.table(raw, where)
        reader.known(player, _PLAYER_KEYS, where)
        shape = reader.text(player.get("shape"), f"{where}.shape")
        if shape not in _SHAPES:
            raise reader.wrong(f"{where}.shape", f"is {shape!r}; give one of {', '.join(_SHAPES)}")
        shapes[colour] = shape
        rgb[colour] = reader.rgb(player.get("rgb"), f"{where}.rgb")
    return Tokens(
        height_mm=reader.number(table.get("height_mm"), "tokens.height_mm", 1, 60),
        base_mm=reader.number(table.get("base_mm", 0), "tokens.base_mm", 0, 20),
        footprint_mm=reader.number(table.get("footprint_mm"), "tokens.footprint_mm", 5, 60),
        station_height_mm=reader.number(
            table.get("station_height_mm", 15), "tokens.station_height_mm", 1, 80
        ),
        shapes=shapes,
        rgb=rgb,
    )


def _is_colour(text: str) -> TypeGuard[TokenColour]:
    return text in TOKEN_COLOURS


def _sites(reader: JsonReader, raw: object, width: float, height: float) -> dict[SiteId, Site]:
    if not isinstance(raw, list) or not raw:
        raise reader.wrong("sites", "is missing or empty; list every route and city")
    sites: dict[SiteId, Site] = {}
    wired: dict[tuple[int, int], SiteId] = {}
    for number, item in enumerate(raw):
        site = _site(reader, item, number)
        if site.id in sites:
            raise reader.wrong(f"site {site.id}", "stands twice; every id is there once")
        inside = 0 <= site.x <= width and 0 <= site.y <= height
        if site.kind in ("route", "city") and not inside:
            raise reader.wrong(f"site {site.id}", "lies off the board; compare x and y with size_mm")
        if site.channel is not None:
            other = wired.setdefault((site.hub, site.channel), site.id)
            if other != site.id:
                raise reader.wrong(
                    f"site {site.id}",
                    f"shares hub {site.hub} channel {site.channel} with {other}; give each its own",
                )
        sites[site.id] = site
    return sites


def _site(reader: JsonReader, raw: object, number: int) -> Site:
    table = reader.table(raw, f"sites[{number}]")
    name = reader.text(table.get("id"), f"sites[{number}].id")
    where = f"site {name}"
    reader.known(table, _SITE_KEYS, where)
    kind = reader.text(table.get("kind"), f"{where}.kind")
    if kind not in _KINDS:
        raise reader.wrong(f"{where}.kind", f"is {kind!r}; give one of {', '.join(_KINDS)}")
    channel = table.get("channel")
    # A board without wiring does not say which cities carry a pin: then all may.
    has_pin = kind == "route" or (kind == "city" and ("channel" not in table or channel is not None))
    told = table.get("label")
    label, label_at = _label(reader, told, f"{where}.label") if told else ("", None)
    return Site(
        id=SiteId(name),
        kind=kind,
        x=reader.number(table.get("x"), f"{where}.x"),
        y=reader.number(table.get("y"), f"{where}.y"),
        angle_deg=reader.number(table.get("angle_deg", 0), f"{where}.angle_deg", -360, 360),
        hub=HubId(int(reader.number(table.get("hub") or 0, f"{where}.hub", 0, 7))),
        channel=None if channel is None else Channel(int(reader.number(channel, f"{where}.channel", 0, 255))),
        path=_path(reader, table.get("path", []), where),
        form=reader.one_of(table.get("form", "plain"), f"{where}.form", _FORMS),
        label=label,
        label_at=label_at,
        has_pin=has_pin,
    )


def _label(reader: JsonReader, raw: object, where: str) -> tuple[str, Point]:
    table = reader.table(raw, where)
    reader.known(table, _LABEL_KEYS, where)
    at = (reader.number(table.get("x"), f"{where}.x"), reader.number(table.get("y"), f"{where}.y"))
    return reader.text(table.get("text"), f"{where}.text"), at


def _path(reader: JsonReader, raw: object, where: str) -> tuple[tuple[Point, ...], ...]:
    if not isinstance(raw, list):
        raise reader.wrong(f"{where}.path", "is no list of lines")
    lines: list[tuple[Point, ...]] = []
    for line in raw:
        if not isinstance(line, list):
            raise reader.wrong(f"{where}.path", "holds something that is no line of points")
        points = [reader.numbers(point, 2, f"{where}.path") for point in line]
        lines.append(tuple((x, y) for x, y in points))
    return tuple(lines)
