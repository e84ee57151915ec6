"""`fingerpost board check|draw`: what is too near, and the face of a board as a file."""

import json
from pathlib import Path
from xml.etree import ElementTree

import cv2
import numpy as np
import pytest

from fingerpost.cli import main
from tabletop import board_layout
from tests.printing.boards import corner_of_usa, text_of

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


def test_given_a_position_of_another_map_when_drawn_then_both_are_named_and_nothing_is_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its tokens stand on no place of this board: the bare board was drawn, and 0 returned."""
    position = tmp_path / "position.json"
    position.write_text(json.dumps(POSITION))
    out = tmp_path / "a.svg"
    assert main(["board", "draw", "usa", "--out", str(out), "--position", str(position)]) == 2
    told = capsys.readouterr().err
    assert "is of the map europe, the board of usa" in told and told.count("\n") == 1
    assert not out.exists()


def test_given_a_map_of_one_s_own_when_its_position_is_drawn_then_its_tokens_stand_there(
    tmp_path: Path,
) -> None:
    board, map_file = corner_of_usa(tmp_path)
    position = tmp_path / "position.json"
    route = json.loads(map_file.read_text())["routes"][0]["id"]
    position.write_text(
        json.dumps(
            {
                "edition": "us-accessible",
                "map": "corner",
                "settings": {"trains": 45},
                "seats": [
                    {"seat": "blue", "routes": [route], "tickets": []},
                    {"seat": "red", "routes": [], "tickets": []},
                ],
            }
        )
    )
    out = tmp_path / "drawn.svg"
    call = ["board", "draw", str(board), "--map", str(map_file), "--position", str(position)]
    assert main([*call, "--out", str(out)]) == 0
    assert f'id="token:{route}"' in out.read_text(encoding="utf-8")


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


def test_given_a_board_that_ships_when_mended_then_it_is_the_same_to_the_byte(tmp_path: Path) -> None:
    out = tmp_path / "again.json"
    assert main(["board", "make", "legends-east", "--mend", "legends-east", "--out", str(out)]) == 0
    assert out.read_text("utf-8") == text_of("legends-east")


def test_given_lines_that_tangle_at_a_city_when_mended_then_those_alone_are_other_and_all_is_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = text_of("usa")
    first = next(line for line in text.splitlines() if '"denver-omaha"' in line)
    x, y = json.loads(first.strip().rstrip(","))["path"][0][0]
    spoiled = first.replace(f'"path": [[[{x}, {y}],', f'"path": [[[{x}, {y}], [{x - 12:.1f}, {y + 9:.1f}],')
    assert spoiled != first
    board, out = tmp_path / "board.json", tmp_path / "out.json"
    board.write_text(text.replace(first, spoiled), encoding="utf-8")
    assert main(["board", "check", str(board)]) == 1
    assert main(["board", "make", "usa", "--mend", str(board), "--out", str(out)]) == 0
    assert "lines led anew" in capsys.readouterr().err
    assert main(["board", "check", str(out)]) == 0
    changed = [
        (before, after)
        for before, after in zip(board.read_text().splitlines(), out.read_text().splitlines(), strict=True)
        if before != after
    ]
    assert all('"denver' in before or "-denver" in before for before, _ in changed)
    assert all(before.split('"path"')[0] == after.split('"path"')[0] for before, after in changed)


@pytest.mark.parametrize(
    ("called", "complaint"),
    [
        (("usa", "--mend", "europe"), "board europe: lacks "),
        (("usa", "--mend", "none.json"), "none.json"),
        (("usa", "--mend", "atlantis"), "atlantis"),
    ],
)
def test_given_a_board_that_cannot_be_mended_then_one_line_and_nothing_is_written(
    called: tuple[str, ...], complaint: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out.json"
    assert main(["board", "make", *called, "--out", str(out)]) == 2
    told = capsys.readouterr().err
    assert complaint in told and told.count("\n") == 1
    assert not out.exists()


def test_given_a_board_whose_sites_share_lines_when_it_cannot_be_mended_so_then_one_line_says_why(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    raw = json.loads(text_of("usa"))
    site = next(one for one in raw["sites"] if one["id"] == "denver-omaha")
    x, y = site["path"][0][0]
    site["path"][0].insert(1, [round(x - 12, 1), round(y + 9, 1)])
    board, out = tmp_path / "board.json", tmp_path / "out.json"
    board.write_text(json.dumps(raw))
    assert main(["board", "make", "usa", "--mend", str(board), "--out", str(out)]) == 2
    assert "stand not a line each" in capsys.readouterr().err
    assert not out.exists()
