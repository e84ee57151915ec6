"""The tiers after paper, through the command line: which files, which refusals."""

import csv
import json
import shutil
from io import StringIO
from pathlib import Path

import pytest

from command_line.by_name import the_map
from engine import SEATS
from fingerpost.cli import main
from fingerpost.table_file import read_config
from printing.order import Tier
from tests.printing.boards import corner_of_usa


def printed(folder: Path, tier: Tier, *more: str) -> int:
    board, game_map = corner_of_usa(folder)
    where = ("--map", str(game_map), "--out", str(folder / tier))
    return main(["board", "print", str(board), "--tier", tier, *where, *more])


@pytest.fixture(scope="module")
def full(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("full")
    assert printed(folder, "full", "--bed", "200x180", "--language", "de") == 0
    return folder / "full"


def paths(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def test_given_the_fullest_tier_then_all_that_the_others_have_is_there_too(
    full: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert printed(tmp_path, "starter") == 0
    solids = {path.rpartition(".")[0] for path in paths(full) if path.endswith(".stl")}
    assert {path.rpartition(".")[0] for path in paths(full) if path.endswith(".3mf")} == solids
    game_map = json.loads((tmp_path / "map.json").read_text("utf-8"))
    assert {path for path in solids if not path.startswith("labels/")} == {
        *(f"tokens/token-{seat}" for seat in SEATS),
        *(f"collars/collar-{route['colour']}" for route in game_map["routes"]),
        *("panels/A1", "panels/K"),
    }
    assert {path for path in solids if path.startswith("labels/")} >= {"labels/van", "labels/sea"}
    assert paths(full) - paths(tmp_path / "starter") == {
        "panels/A1.stl", "panels/A1.3mf", "panels/K.stl", "panels/K.3mf", "swell.pdf"
    }  # fmt: skip
    drilled = {"drill.dxf", "drill.svg", "wiring.csv", "wiring.txt", "wiring.pdf"}
    assert drilled < paths(tmp_path / "starter")
    told = json.loads((full / "manifest.json").read_text("utf-8"))
    assert {one["path"] for one in told["files"]} == paths(full) - {"manifest.json"}
    assert "fingerpost: making tokens, collars, labels\n" in capsys.readouterr().err


def test_given_the_wires_when_put_back_into_the_board_then_it_is_the_board_that_is_played(full: Path) -> None:
    told = list(csv.DictReader(StringIO((full / "wiring.csv").read_text("utf-8"))))
    board = json.loads((full / "board.json").read_text("utf-8"))
    wired = {site["id"]: site["channel"] for site in board["sites"] if site["channel"] is not None}
    assert wired == {row["site"]: int(row["channel"]) for row in told if row["channel"]}
    assert "Schritt 1 von" in (full / "wiring.txt").read_text("utf-8")


def test_given_a_map_of_ones_own_then_its_folder_has_all_that_its_last_line_needs(
    full: Path, tmp_path: Path
) -> None:
    """table.toml named a file that lay where the board was printed."""
    moved = tmp_path / "given-away"
    shutil.copytree(full, moved)
    config = read_config(moved / "table.toml")
    assert config.game.map == str(moved / "map.json")
    assert (moved / "map.json").read_bytes() == (full.parent / "map.json").read_bytes()
    assert the_map(config.game.map).id == "corner"
    told = json.loads((full / "manifest.json").read_text("utf-8"))
    assert "map.json" in {one["path"] for one in told["files"]}
    assert "board.json, map.json und table.toml" in (full / "START-HERE.txt").read_text("utf-8")


@pytest.mark.parametrize(
    ("tier", "more", "complaint"),
    [
        (
            "starter",
            (),
            "United States (2004) has 100 channels, starter has 20 at most; give --tier full",
        ),
        (
            "full",
            ("--bed", "150x300"),
            "panel A1 is 180 x 200 mm, larger than the bed; give --bed of that size",
        ),
    ],
)
def test_given_what_cannot_be_made_then_one_line_says_so_before_anything_is(
    tier: Tier,
    more: tuple[str, ...],
    complaint: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    out = tmp_path / "out"
    assert main(["board", "print", "usa", "--tier", tier, "--out", str(out), *more]) == 2
    assert capsys.readouterr().err == f"fingerpost: board print --tier {tier}: {complaint}\n"
    assert not out.exists()
