"""`fingerpost board check|draw`: what is too near, and the face of a board as a file."""

import json
from pathlib import Path
from xml.etree import ElementTree

import cv2
import numpy as np
import pytest

from fingerpost.cli import main
from tabletop import board_layout
from tests.printing.boards import text_of

POSITION = {
    "edition": "europe",
    "map": "europe",
    "seats": [
        {"seat": "blue", "routes": ["brest-paris"], "tickets": [], "stations": ["roma"]},
        {"seat": "red", "routes": [], "tickets": [], "stations": []},
    ],
}


def drawn(tmp_path: Path, *call: str) -> Path:
    out = tmp_path / "drawn" / call[-1]
    assert main(["board", "draw", *call[:-1], "--out", str(out)]) == 0
    return out


def test_given_a_board_that_ships_when_checked_then_nothing_and_0(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["board", "check", "usa"]) == 0
    out, told = capsys.readouterr()
    assert out == "" and "all distances kept" in told


def test_given_a_board_with_faults_when_checked_then_a_line_each_and_1(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    raw = json.loads(text_of("usa"))
    site = next(one for one in raw["sites"] if one["id"] == "denver-omaha")
    site["x"], site["y"] = site["path"][0][0][0] + 11, site["path"][0][0][1]
    path = tmp_path / "mine.json"
    path.write_text(json.dumps(raw))
    assert main(["board", "check", str(path)]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert "site-city: denver-omaha and denver are 11.00 mm apart; at least 24" in lines


def test_given_a_board_when_drawn_as_svg_then_true_to_size_with_its_names_and_twice_alike(
    tmp_path: Path,
) -> None:
    out = drawn(tmp_path, "europe", "--language", "de", "a.svg")
    again = drawn(tmp_path, "europe", "--language", "de", "b.svg")
    assert out.read_bytes() == again.read_bytes()
    root = ElementTree.fromstring(out.read_text(encoding="utf-8"))
    assert root.get("viewBox") == "0 0 900 600"
    words = {one.text for one in root.iter("{http://www.w3.org/2000/svg}text")}
    assert {"København", "s"} <= words


def test_given_a_board_when_drawn_as_pixels_then_4_a_millimetre_and_a_camera_finds_its_markers(
    tmp_path: Path,
) -> None:
    out = drawn(tmp_path, "usa", "a.png")
    picture = cv2.imread(str(out), cv2.IMREAD_GRAYSCALE)
    assert picture is not None and picture.shape == (2400, 3600)
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11)
    corners, ids, _ = cv2.aruco.ArucoDetector(dictionary).detectMarkers(picture)
    markers = board_layout("usa").markers
    assert markers is not None
    read = {int(one): found[0].mean(axis=0) / 4 for one, found in zip(ids.ravel(), corners, strict=True)}
    assert read.keys() == markers.ids.keys()
    assert max(float(np.hypot(*(read[one] - np.array(at)))) for one, at in markers.ids.items()) < 0.5


def test_given_a_position_when_drawn_then_its_tokens_stand_there_in_their_colours(tmp_path: Path) -> None:
    position = tmp_path / "position.json"
    position.write_text(json.dumps(POSITION))
    bare = drawn(tmp_path, "europe", "bare.svg").read_text(encoding="utf-8")
    out = drawn(tmp_path, "europe", "--position", str(position), "tokens.svg").read_text(encoding="utf-8")
    assert 'id="token:' not in bare
    assert 'id="token:brest-paris"' in out and 'id="token:roma"' in out
    assert out.count('id="token:') == 2 and "#1e50b4" in out


def test_given_the_tactile_view_when_drawn_then_black_on_white(tmp_path: Path) -> None:
    out = drawn(tmp_path, "world", "--view", "tactile", "a.png")
    picture = cv2.imread(str(out))
    assert picture is not None
    assert float(np.ptp(picture.astype(int), axis=2).max()) < 10
    assert (picture < 60).any()


@pytest.mark.parametrize(
    ("call", "told"),
    [
        (["check", "atlantis"], "no board for the map atlantis"),
        (["check", "nowhere.json"], "nowhere.json"),
        (["draw", "usa", "--out", "x.gif"], "give a name that ends in .svg or .png"),
        (["draw", "usa", "--out", "x.svg", "--language", "tlh"], "--language"),
        (["draw", "usa", "--out", "x.svg", "--position", "nowhere.json"], "nowhere.json"),
    ],
)
def test_given_a_bad_call_when_made_then_one_line_and_2(
    call: list[str],
    told: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["board", *call]) == 2
    said = capsys.readouterr().err
    assert told in said and said.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_given_a_board_of_another_map_when_checked_then_what_it_lacks_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    raw = json.loads(text_of("usa"))
    raw["sites"] = [site for site in raw["sites"] if site["id"] != "denver-omaha"]
    path = tmp_path / "mine.json"
    path.write_text(json.dumps(raw))
    assert main(["board", "check", str(path)]) == 2
    assert "lacks denver-omaha; is usa its map?" in capsys.readouterr().err
