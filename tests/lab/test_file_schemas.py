"""JSON Schemas of files: real ones are valid, broken ones are not, and no form of a file is left out."""

import json
import re
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from engine import Game, shipped_maps
from engine.campaign import campaign_to_json, content_from_json, new_campaign
from fingerpost.doctor.check_lines import Check
from fingerpost.doctor.checks import report
from lab.file_schemas import schemas
from storage.backup import manifest_of, write_backup
from storage.export import as_jsonl, shown
from storage.store import GameLog, read_file
from upkeep.machine_state import MachineState, Status
from vision import CameraModel
from vision.tokens import TokenLook, TokenLooks

ROOT = Path(__file__).parents[2]
MADE = schemas()
OWN = {
    "evidence": "what a camera has seen of late, for the table itself",
    "print": "which files of a folder a print has made",
    "table-settings": "what the table remembers of its people",
    "node": "what a node remembers",
    "hub": "a wire of bytes (docs/hub-protocol.md)",
    "fingerpost": "messages: fingerpost mqtt schemas",
}
"""Names of forms that are no files for others."""


def complaints(name: str, value: object) -> list[str]:
    Draft202012Validator.check_schema(MADE[name])
    return [error.message[:200] for error in Draft202012Validator(MADE[name]).iter_errors(value)]


def read(place: str) -> Any:
    path = ROOT / place
    return tomllib.loads(path.read_text("utf-8")) if path.suffix == ".toml" else json.loads(path.read_bytes())


FILES = [
    *(("map-1", f"engine/maps/{name}.json") for name in shipped_maps()),
    *(("board-1", str(path.relative_to(ROOT))) for path in sorted(ROOT.glob("tabletop/layouts/*.json"))),
    *(("tournament-1", str(path.relative_to(ROOT))) for path in sorted(ROOT.glob("club/formats/*.json"))),
    ("table.toml", "deploy/table.toml"),
    ("table.toml", "deploy/debian/table.toml"),
    ("club.toml", "deploy/club.toml"),
]


@pytest.mark.parametrize(("name", "place"), FILES)
def test_given_a_file_that_ships_then_it_is_as_its_schema_says(name: str, place: str) -> None:
    assert complaints(name, read(place)) == []


def test_given_the_labels_that_ship_then_every_line_is_as_its_schema_says() -> None:
    lines = (ROOT / "benchmarks/board_pictures/labels.jsonl").read_text("utf-8").splitlines()
    assert len(lines) >= 40
    for line in lines:
        assert complaints("labels.jsonl", json.loads(line)) == []


def _content(_: Path) -> object:
    told = (ROOT / "docs/campaign.md").read_text("utf-8")
    text = told[told.index('{"format": "content/1"') :].partition("\n\n")[0]
    content_from_json(text)
    return json.loads(text)


def _state(folder: Path) -> object:
    MachineState(folder).turn(Status(phase="game", game="game-0007", act=41), 0.0)
    return json.loads((folder / "state.json").read_text("utf-8"))


def _manifest(folder: Path) -> object:
    (folder / "one").write_text("a game")
    write_backup(
        folder / "b.tar", {"games/one": folder / "one"}, program="0.1.0", made="2026-01-01T00:00:00Z"
    )
    made = manifest_of(folder / "b.tar")
    return {name: getattr(made, name) for name in ("format", "program", "made")} | {
        "files": [{"path": one.path, "size": one.size, "sha256": one.sha256} for one in made.files]
    }


WRITTEN: dict[str, Callable[[Path], object]] = {
    "camera-1": lambda _: json.loads(
        CameraModel(size=(960, 540), focal=(700, 700), centre=(480, 270)).to_json()
    ),
    "tokens-1": lambda _: json.loads(
        TokenLooks(
            board="usa", seats={"blue": TokenLook(rgb=(1, 2, 3), footprint_mm=20.0, shown_as=(0, 0, 255))}
        ).to_json()
    ),
    "campaign-1": lambda _: json.loads(campaign_to_json(new_campaign(("blue", "red"), 7))),
    "doctor-1": lambda _: json.loads(report([Check(name="hub", ok=False, what="silent", advice="look")])),
    "content-1": _content,
    "state-1": _state,
    "backup-1": _manifest,
}


@pytest.mark.parametrize("name", WRITTEN)
def test_given_what_is_written_then_it_is_as_its_schema_says_and_without_its_format_it_is_not(
    name: str, tmp_path: Path
) -> None:
    value = WRITTEN[name](tmp_path)
    assert isinstance(value, dict)
    assert complaints(name, value) == []
    del value["format"]
    assert complaints(name, value)


def test_given_an_exported_game_then_every_line_is_as_its_schema_says(tmp_path: Path) -> None:
    game = Game.new("us-accessible", "usa", ("blue", "red"), "dealt", 3)
    with GameLog(tmp_path / "a", game_id="one") as store:
        store.append(1, game.events)
    lines = [json.loads(line) for line in as_jsonl(shown(read_file(tmp_path / "a")), None)]
    assert len(lines) == 1 + len(game.events)
    for line in lines:
        assert complaints("fingerpost-events-1", line) == []
    del lines[1]["seq"]
    assert complaints("fingerpost-events-1", lines[1])


@pytest.mark.parametrize(
    ("name", "place", "change"),
    [
        ("map-1", "engine/maps/usa.json", {"routes": None}),
        ("map-1", "engine/maps/usa.json", {"routes": [{"id": "x", "a": "y", "b": "z", "length": 41}]}),
        ("board-1", "tabletop/layouts/usa.json", {"sights": []}),
        ("board-1", "tabletop/layouts/usa.json", {"format": "board/2"}),
        ("board-1", "tabletop/layouts/usa.json", {"size_mm": [700]}),
        ("tournament-1", "club/formats/wbc.json", {"points": [-1]}),
        ("table.toml", "deploy/table.toml", {"hubb": {}}),
        ("table.toml", "deploy/table.toml", {"game": {"seats": ["blue"]}}),
        ("table.toml", "deploy/table.toml", {"game": {"seats": ["blue", "red", "blue"]}}),
        ("table.toml", "deploy/table.toml", {"mqtt": {"table": "A B"}}),
        ("club.toml", "deploy/club.toml", {"serve": {"port": 0}}),
    ],
)
def test_given_a_file_that_its_reader_refuses_then_its_schema_does_too(
    name: str, place: str, change: dict[str, object]
) -> None:
    assert complaints(name, {**read(place), **change})


def test_given_every_form_that_is_named_in_the_code_then_it_has_a_schema_or_is_for_nobody_else() -> None:
    named: set[str] = set()
    for room in ("engine", "tabletop", "vision", "bots", "announce", "table", "storage", "printing", "club",
                 "fingerpost", "lab"):  # fmt: skip
        for path in (ROOT / room).rglob("*.py"):
            named |= set(re.findall(r'"([a-z][a-z-]*)/1"', path.read_text("utf-8")))
    assert {"map", "board", "camera", "doctor", "state"} <= named
    assert named - OWN.keys() - {name.removesuffix("-1") for name in MADE} == set()
