"""`fingerpost calibrate`: one JSON line, words on stderr, and one line for every wrong call."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from board_reading.commands.calibrate import guided
from fingerpost.cli import main
from lab.camera.drawn_camera import SimulatedCamera
from table.errors import CallError
from tabletop import board_layout
from vision import Frame, parse_camera

LAYOUT = board_layout("usa")
STOPS = [("over", 0.0), ("oblique", 0.0), ("oblique", 178.0)]


@pytest.fixture(scope="module")
def pictures(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    folder = tmp_path_factory.mktemp("views")
    paths = []
    for number, (view, turn) in enumerate(STOPS):
        camera = SimulatedCamera(LAYOUT, view="over" if view == "over" else "oblique", seed=1)
        frame = camera.render({}, at=0, number=number, nudge=(0.0, 0.0, turn))
        paths.append(folder / f"{number}.png")
        cv2.imwrite(str(paths[-1]), frame.image)
    return paths


def test_given_pictures_of_the_board_when_calibrated_then_a_camera_file_that_can_be_read(
    pictures: list[Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "camera.json"
    assert main(["calibrate", "--board", "usa", *map(str, pictures), "--out", str(out)]) == 0
    told = capsys.readouterr()
    summary = json.loads(told.out)
    assert (summary["views"], summary["good"], summary["out"]) == (3, 3, str(out))
    assert summary["residual_px"] < 0.5
    assert "3 of 3 views good" in told.err
    assert "at least 1.2 are wanted" in told.err
    camera = parse_camera(out.read_text(encoding="utf-8"))
    assert camera.focal[0] == pytest.approx(SimulatedCamera(LAYOUT).model.focal[0], rel=0.01)
    assert set(json.loads(out.read_text(encoding="utf-8"))) == {"format", "size_px", "matrix", "dist"}


def test_given_one_picture_from_straight_above_when_calibrated_then_no_file_and_exit_1(
    pictures: list[Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "camera.json"
    assert main(["calibrate", "--board", "usa", str(pictures[0]), "--out", str(out)]) == 1
    told = capsys.readouterr()
    assert json.loads(told.out)["out"] is None
    assert "not written" in told.err
    assert "Add views tilted" in told.err
    assert not out.exists()


def test_given_a_sheet_is_asked_for_when_run_then_a_pdf(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["calibrate", "--sheet", str(tmp_path / "sheet.pdf")]) == 0
    assert (tmp_path / "sheet.pdf").read_bytes().startswith(b"%PDF-1.4")
    assert "print it at 100 %" in capsys.readouterr().err


def test_given_a_running_camera_when_led_then_the_words_come_and_a_lens(
    pictures: list[Path], capsys: pytest.CaptureFixture[str]
) -> None:
    images = [np.asarray(cv2.imread(str(path)), dtype=np.uint8) for path in pictures]
    frames = [Frame(images[number // 2], number * 0.5, number) for number in range(6)]
    result, view = guided(iter(frames), LAYOUT)
    assert len(result.fits) == 3
    assert view["px_per_mm"] > 0.6
    assert "View 3 taken." in capsys.readouterr().err
    with pytest.raises(CallError, match="no view was taken"):
        guided(iter(frames[:1]), LAYOUT)


def test_given_a_mirrored_picture_when_calibrated_then_that_is_named_and_not_the_board_s_file(
    pictures: list[Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Read named it, and calibrate said that no marker was seen."""
    mirrored = tmp_path / "mirrored.png"
    cv2.imwrite(str(mirrored), np.asarray(cv2.imread(str(pictures[1])))[:, ::-1])
    assert main(["calibrate", "--board", "usa", str(mirrored), "--out", str(tmp_path / "c.json")]) == 2
    told = capsys.readouterr().err
    assert f"{mirrored}: The picture is mirrored; switch that off, or use another camera." in told
    assert "No marker" not in told


BLACK = "black.png"


@pytest.mark.parametrize(
    ("arguments", "names"),
    [
        (["--board", "usa"], "no pictures"),
        (["--board", "usa", "x.jpg"], "--out is missing"),
        (["--board", "usa", "x.jpg", "--device", "0", "--out", "c.json"], "one of them"),
        (["--board", "usa", "nowhere.jpg", "--out", "c.json"], "nowhere.jpg"),
        (["--board", "nowhere.json", "nowhere.jpg", "--out", "c.json"], "nowhere.json"),
        (["--board", "usa", "--device", "/dev/video63", "--out", "c.json"], "/dev/video63"),
        (["--board", "usa", "--device", "film.mp4", "--out", "c.json"], "film.mp4"),
        (["--sheet", "/nowhere/sheet.pdf"], "/nowhere/sheet.pdf"),
        ([BLACK, "--board", "usa", "--out", "c.json"], "no picture shows"),
    ],
)
def test_given_a_wrong_call_when_run_then_the_last_line_names_it_and_exit_is_2(
    arguments: list[str],
    names: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    cv2.imwrite(BLACK, np.zeros((300, 400, 3), np.uint8))
    assert main(["calibrate", *arguments]) == 2
    told = capsys.readouterr()
    assert names in told.err.strip().splitlines()[-1]
    assert told.out == ""
    assert not (tmp_path / "c.json").exists()
