"""The rooms drawn for measuring: true to what they say, the same twice, and nothing that was learnt from."""

import ast
import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from benchmarks.rooms.__main__ import draw_room
from benchmarks.rooms.art import random_style
from lab.rooms.laid_table import furnish
from lab.rooms.mishaps import upset
from tabletop import BoardLayout, board_layout
from vision import BoardReader, CameraModel, load_frame, parse_camera

ROOT = Path(__file__).parents[2]
LAYOUT = board_layout("legends-east")


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("room")
    draw_room(np.random.default_rng(12), LAYOUT, folder, 0)
    return folder


def _camera(truth: dict[str, dict[str, object]], image: np.ndarray) -> CameraModel:
    high, wide = image.shape[:2]
    lens = truth["camera"]
    text = {"format": "camera/1", "size_px": [wide, high], "matrix": lens["matrix"], "dist": lens["dist"]}
    return parse_camera(json.dumps(text))


def _placed(layout: BoardLayout, truth: dict[str, dict[str, object]], camera: CameraModel) -> np.ndarray:
    tops = np.array([(site.x, site.y, -layout.tokens.top_mm) for site in layout.pins()])
    rvec, tvec = (np.array(truth["camera"][name], dtype=float) for name in ("rvec", "tvec"))
    return cv2.projectPoints(tops, rvec, tvec, camera.matrix, camera.distortion)[0].reshape(-1, 2)


def test_given_a_room_when_its_board_is_found_then_it_lies_where_the_truth_says(room: Path) -> None:
    truth = json.loads((room / "frame_0000.json").read_text())
    frame = load_frame(room / truth["image"])
    camera = _camera(truth, frame.image)
    _, plan = BoardReader(LAYOUT, camera).locate(frame)
    assert plan is not None
    tops = np.array([(site.x, site.y, LAYOUT.tokens.top_mm) for site in LAYOUT.pins()])
    off = (
        np.linalg.norm(plan.pose.project(tops) - _placed(LAYOUT, truth, camera), axis=1)
        / plan.cutter.px_per_mm
    )
    assert off.max() < 1.0


def test_given_mishaps_when_a_table_is_upset_then_it_is_told_where_and_what_stands_stays_true() -> None:
    chance = np.random.default_rng(9)
    table = furnish(chance, LAYOUT, random_style(chance).land)
    stood, before = dict(table.stands), {site: block for site, (_, block) in table.numbers.items()}
    amiss = upset(chance, LAYOUT, table)
    assert table.stands == stood
    assert amiss.askew and set(amiss.askew) <= set(stood)
    assert amiss.fallen and not set(amiss.fallen) & set(stood)
    for site in amiss.askew:
        _, hung = table.numbers[site]
        assert any(block is hung for block in table.blocks)
        assert hung.z1 > before[site].z1


def test_given_a_room_when_read_then_nearly_all_is_right_and_its_empty_board_is_empty(room: Path) -> None:
    truth = json.loads((room / "frame_0000.json").read_text())
    frame = load_frame(room / truth["image"])
    seen = BoardReader(LAYOUT, _camera(truth, frame.image)).read(frame).sightings
    open_ = [site for site in truth["sites"] if site not in truth["occluded"]]
    right = [seen[site].seen == (truth["sites"][site] or "empty") for site in open_]
    assert sum(right) >= 0.97 * len(open_)
    assert {colour for colour in truth["sites"].values() if colour} == set(LAYOUT.tokens.shapes)
    before = load_frame(room / truth["reference"])
    empty = BoardReader(LAYOUT, _camera(truth, frame.image)).read(before).sightings
    assert sum(one.seen == "empty" for one in empty.values()) >= 0.97 * len(empty)


@pytest.mark.parametrize(
    ("package", "other"),
    [
        ("training", "benchmarks"),
        ("training", "lab.rooms"),
        ("benchmarks/rooms", "training"),
        ("lab/rooms", "training"),
    ],
)
def test_given_the_two_painters_when_looked_into_then_neither_knows_the_other(
    package: str, other: str
) -> None:
    for path in sorted((ROOT / package).glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ImportFrom):
                assert not (node.module or "").startswith(other), path
            elif isinstance(node, ast.Import):
                assert not any(name.name.startswith(other) for name in node.names), path
