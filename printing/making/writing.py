"""PURE: what was laid out as a board/1 text, a line a panel and a site, with every pin's channel."""

import json
from collections.abc import Iterable, Mapping, Sequence
from math import atan2, degrees
from typing import Final

from engine import SEATS, GameMap
from printing.making.city_places import SIZE
from printing.making.forces import FixedParts
from printing.making.growing import Grown
from printing.making.labelling import Label, exit_place
from printing.making.lines import Floats, LinePart, parts_of
from tabletop import BUTTONS, LayoutError, board_layout

_PANEL: Final = (180.0, 200.0)
_ROWS: Final = "ABC"
_COLUMNS: Final = 5
_MARKER: Final = 40.0
_QUIET: Final = 5.0
_AT: Final = ((35, 35), (865, 35), (865, 565), (35, 565), (450, 35), (865, 300), (450, 565), (35, 300))
_OWN: Final = 56  # maps of one's own have the last ids that can be drawn
_CONTROLS: Final = (405.0, 610, 90.0, 126.0)
_SHAPES: Final = {
    "blue": ("disc", [30, 80, 180]),
    "red": ("square", [200, 30, 40]),
    "green": ("triangle", [40, 170, 120]),
    "yellow": ("star", [240, 200, 30]),
    "black": ("cross", [25, 25, 25]),
}
_ROUTES: Final = {
    "purple": [225, 105, 245], "blue": [26, 63, 175], "orange": [219, 99, 0], "white": [255, 255, 255],
    "green": [87, 191, 149], "yellow": [255, 224, 69], "black": [25, 25, 25], "red": [164, 0, 4],
    "gray": [110, 110, 110],
}  # fmt: skip
_Row = Mapping[str, object]


def the_board() -> FixedParts:
    """What does not move on a board of this size."""
    reach = _MARKER / 2 + _QUIET
    return FixedParts(
        tuple((x - reach, y - reach, x + reach, y + reach) for x, y in _AT),
        tuple(_PANEL[0] * n for n in range(1, _COLUMNS)),
        tuple(_PANEL[1] * n for n in range(1, len(_ROWS))),
    )


def board_text(game_map: GameMap, grown: Grown, labels: Sequence[Label], places: Floats) -> str:
    """The board/1 file."""
    sites = _sites(grown, labels, places)
    panels = _wired(sites)
    channels = max(int(str(one["first_channel"])) + 8 * int(str(one["chips"])) for one in panels)
    first = _first_marker(game_map.id)
    head: dict[str, object] = {
        "format": "board/1",
        "map": game_map.id,
        "name": game_map.name,
        "size_mm": [int(SIZE[0]), int(SIZE[1])],
        "thickness_mm": 6,
        "notch": {"x": 225.0, "y": int(SIZE[1]), "radius_mm": 8},
        "markers": {
            "dictionary": "DICT_APRILTAG_36h11",
            "side_mm": int(_MARKER),
            "quiet_mm": int(_QUIET),
            "ids": {str(first + n): [float(x), float(y)] for n, (x, y) in enumerate(_AT)},
        },
        "pin": {"height_mm": 6, "diameter_mm": 5, "material": "soft-steel", "length_mm": 14},
        "collar": {"diameter_mm": 20, "height_mm": 1.2},
        "tokens": {
            "height_mm": 10.6, "footprint_mm": 18, "base_mm": 1.2, "bore_mm": [5.6, 6.6], "magnet_mm": [5, 3],
            "station_height_mm": 15,
            "players": {seat: dict(zip(("shape", "rgb"), _SHAPES[seat], strict=True)) for seat in SEATS},
        },
        "route_rgb": _ROUTES,
        "ground_rgb": [244, 241, 230],
        "sensing": {"type": "hall-switch", "hubs": [{"id": 0, "channels": channels}]},
    }  # fmt: skip
    lines = [f"  {json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}" for key, value in head.items()]
    lines.append(_list("panels", panels))
    lines.append(_list("exits", _exits(grown, labels, places)))
    lines.append(_list("sites", [*sites, *_controls()]))
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _first_marker(map_id: str) -> int:
    """That of the board that ships for the map, so that a camera takes the one for the other's kin."""
    try:
        shipped = board_layout(map_id).markers
    except LayoutError:
        shipped = None
    return _OWN if shipped is None else min(shipped.ids)


def _list(key: str, rows: Sequence[_Row]) -> str:
    if not rows:
        return f'  "{key}": []'
    inside = ",\n".join(f"    {json.dumps(row, ensure_ascii=False)}" for row in rows)
    return f'  "{key}": [\n{inside}\n  ]'


def _tenth(value: float) -> float:
    return round(float(value), 1) + 0.0


def _sites(grown: Grown, labels: Sequence[Label], places: Floats) -> list[dict[str, object]]:
    names, points = grown.names, grown.points
    parts = list(parts_of(names, points))
    found: list[dict[str, object]] = []
    for number, way in enumerate(names.start.ways):
        own = [one for one in parts if one.way == number]
        main = next(one for one in own if one.pin)
        x, y = points[names.pin(number)]
        found.append({
            "id": way.id, "kind": "route", "x": _tenth(x), "y": _tenth(y), "angle_deg": _angle(main, points),
            "path": [_line(one, points, names.pin(number)) for one in _in_order(own, way.a)],
            "hub": 0, "channel": None,
        })  # fmt: skip
    at = {label.city: (label.text, places[n]) for n, label in enumerate(labels) if label.way is None}
    for number, city in enumerate(names.start.cities):
        x, y = points[number]
        row: dict[str, object] = {
            "id": city.id, "kind": "city", "x": _tenth(x), "y": _tenth(y), "angle_deg": 0.0, "form": city.form
        }  # fmt: skip
        if number in at:
            text, spot = at[number]
            row["label"] = {"text": text, "x": _tenth(spot[0]), "y": _tenth(spot[1])}
        found.append({**row, "hub": 0 if city.sensed else None, "channel": None})
    return sorted(found, key=lambda row: row["kind"] == "city")


def _in_order(own: Sequence[LinePart], a: int) -> Iterable[LinePart]:
    return own if len(own) == 1 else sorted(own, key=lambda one: one.first != a)


def _line(part: LinePart, points: Floats, pin: int) -> list[list[float]]:
    at = part.at(points)
    rows = [[_tenth(x), _tenth(y)] for x, y in at]
    if part.pin:
        x, y = points[pin]
        rows.insert(len(rows) // 2, [_tenth(x), _tenth(y)])
    return [row for n, row in enumerate(rows) if n == 0 or row != rows[n - 1]]


def _angle(part: LinePart, points: Floats) -> float:
    at = part.at(points)
    middle = len(at) // 2
    x, y = at[middle] - at[middle - 1]
    angle = _tenth(degrees(atan2(y, x)))
    return angle if -90 < angle <= 90 else _tenth(angle - 180 if angle > 0 else angle + 180)


def _exits(grown: Grown, labels: Sequence[Label], places: Floats) -> list[_Row]:
    found: list[_Row] = []
    for n, label in enumerate(labels):
        if label.way is None:
            continue
        x, y = exit_place(grown.names, label, grown.points)
        told = {"text": label.text, "x": _tenth(places[n][0]), "y": _tenth(places[n][1])}
        route = grown.names.start.ways[label.way].id
        found.append({"route": route, "x": _tenth(x), "y": _tenth(y), "label": told})
    return sorted(found, key=lambda row: (str(row["route"]), float(str(row["x"]))))


def _wired(sites: Sequence[dict[str, object]]) -> list[_Row]:
    """The panels in the order of their wires, and each site's channel."""
    panels: list[_Row] = []
    channel = 0
    for row, letter in enumerate(_ROWS):
        columns = range(_COLUMNS) if row % 2 == 0 else reversed(range(_COLUMNS))
        for column in columns:
            x, y = column * _PANEL[0], row * _PANEL[1]
            inside = [one for one in sites if one["hub"] is not None and _within(one, x, y)]
            inside.sort(key=lambda one: (float(str(one["y"])), float(str(one["x"]))))
            for n, one in enumerate(inside):
                one["channel"] = channel + n
            chips = -(-len(inside) // 8)
            panels.append({
                "id": f"{letter}{column + 1}", "x": x, "y": y, "width": _PANEL[0], "height": _PANEL[1],
                "first_channel": channel, "chips": chips,
            })  # fmt: skip
            channel += 8 * chips
    x, y, wide, high = _CONTROLS
    panels.append(
        {"id": "K", "x": x, "y": y, "width": wide, "height": high, "first_channel": channel, "chips": 0}
    )
    return panels


def _within(site: Mapping[str, object], x: float, y: float) -> bool:
    at = float(str(site["x"])), float(str(site["y"]))
    return x <= at[0] < x + _PANEL[0] and y <= at[1] < y + _PANEL[1]


def _controls() -> list[_Row]:
    left, top = _CONTROLS[0] + 27, int(_CONTROLS[1] + 27)
    return [
        {"id": f"control:{name}", "kind": "control", "x": left + 36 * (n // 3), "y": top + 36 * (n % 3),
         "angle_deg": 0, "hub": None, "channel": None}
        for n, name in enumerate(BUTTONS)
    ]  # fmt: skip
