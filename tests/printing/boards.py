"""The boards that ship, as their files."""

import json
from importlib.resources import files
from pathlib import Path


def text_of(name: str) -> str:
    return files("tabletop").joinpath("layouts", f"{name}.json").read_text(encoding="utf-8")


BOARDS = ("usa", "europe", "world", "great-lakes", "legends-east", "starter")


def corner_of_usa(folder: Path) -> tuple[Path, Path]:
    """A board and its map: the routes of one panel of the United States, which are few, as files."""
    board = json.loads(text_of("usa"))
    board["panels"] = [one for one in board["panels"] if one["id"] in ("A1", "K")]
    game_map = json.loads(files("engine").joinpath("maps", "usa.json").read_text(encoding="utf-8"))
    near = {one["id"] for one in board["sites"] if one["x"] < 180 and one["y"] < 200}
    game_map["id"] = board["map"] = "corner"
    game_map["routes"] = [one for one in game_map["routes"] if one["id"] in near]
    ends = {city for one in game_map["routes"] for city in (one["a"], one["b"])}
    game_map["cities"] = [one for one in game_map["cities"] if one["id"] in ends]
    game_map["tickets"] = [one for one in game_map["tickets"] if set(one["cities"]) <= ends]
    kept = ends | {one["id"] for one in game_map["routes"]}
    board["sites"] = [one for one in board["sites"] if one["id"] in kept or one["kind"] == "control"]
    for name, raw in (("board", board), ("map", game_map)):
        (folder / f"{name}.json").write_text(json.dumps(raw), encoding="utf-8")
    return folder / "board.json", folder / "map.json"
