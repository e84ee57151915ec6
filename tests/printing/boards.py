"""The boards that ship, as their files."""

import json
from importlib.resources import files
from pathlib import Path

from engine import game_map
from printing.order import Order, Paper, Tier
from tabletop import board_layout, layout_text


def text_of(name: str) -> str:
    return files("tabletop").joinpath("layouts", f"{name}.json").read_text(encoding="utf-8")


BOARDS = ("usa", "europe", "world", "great-lakes", "legends-east", "starter")


def order(name: str, tier: Tier = "paper", language: str = "en", paper: Paper = "a4") -> Order:
    """What is wanted of one of them."""
    return Order(
        text=layout_text(name),
        layout=board_layout(name),
        game_map=game_map(name),
        tier=tier,
        language=language,
        paper=paper,
    )


def corner_of_usa(folder: Path) -> tuple[Path, Path]:
    """A board and its map: the routes of one panel of the United States, which are few, as files."""
    board = json.loads(text_of("usa"))
    board["panels"] = [one for one in board["panels"] if one["id"] in ("A1", "K")]
    map_file = json.loads(files("engine").joinpath("maps", "usa.json").read_text(encoding="utf-8"))
    near = {one["id"] for one in board["sites"] if one["x"] < 180 and one["y"] < 200}
    map_file["id"] = board["map"] = "corner"
    map_file["routes"] = [one for one in map_file["routes"] if one["id"] in near]
    ends = {city for one in map_file["routes"] for city in (one["a"], one["b"])}
    map_file["cities"] = [one for one in map_file["cities"] if one["id"] in ends]
    map_file["tickets"] = [one for one in map_file["tickets"] if set(one["cities"]) <= ends]
    kept = ends | {one["id"] for one in map_file["routes"]}
    board["sites"] = [one for one in board["sites"] if one["id"] in kept or one["kind"] == "control"]
    for name, raw in (("board", board), ("map", map_file)):
        (folder / f"{name}.json").write_text(json.dumps(raw), encoding="utf-8")
    return folder / "board.json", folder / "map.json"
