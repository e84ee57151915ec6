"""`fingerpost read` and `watch` from files: answers, drawings, and pictures that cannot be read."""

import json
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from fingerpost.cli import main
from lab.camera.drawn_camera import SimulatedCamera
from tabletop import SiteId, TokenColour, board_layout

LAYOUT = board_layout("usa")
TOKENS: dict[SiteId, TokenColour] = {SiteId("denver-omaha"): "blue", SiteId("calgary-helena"): "yellow"}


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder: two pictures, the empty board, the camera's file, and pictures that are none."""
    folder = tmp_path_factory.mktemp("table")
    camera = SimulatedCamera(LAYOUT, seed=2)
    for number, name in enumerate(("a.jpg", "b.jpg")):
        cv2.imwrite(str(folder / name), camera.render(TOKENS, at=0, number=number).image)
    cv2.imwrite(str(folder / "empty.jpg"), camera.render({}, at=0, number=9).image)
    cv2.imwrite(str(folder / "black.png"), np.zeros((720, 1280, 3), np.uint8))
    (folder / "camera.json").write_text(camera.model.to_json(), encoding="utf-8")
    (folder / "cut.jpg").write_bytes((folder / "a.jpg").read_bytes()[:9000])
    (folder / "text.jpg").write_text("no picture", encoding="utf-8")
    return folder


def _read(table: Path, *arguments: str) -> int:
    return main(["read", "--board", "usa", "--camera", str(table / "camera.json"), *arguments])


def _tokens(answers: dict[str, str]) -> dict[str, str]:
    return {site: seen for site, seen in answers.items() if seen not in ("empty", "unknown")}


def test_given_pictures_when_read_then_one_object_with_all_and_a_drawing_of_each(
    table: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out, drawn = tmp_path / "out.json", tmp_path / "seen.png"
    pictures = [str(table / "a.jpg"), str(table / "b.jpg")]
    assert (
        _read(
            table,
            *pictures,
            "--reference",
            str(table / "empty.jpg"),
            "--out",
            str(out),
            "--picture",
            str(drawn),
        )
        == 0
    )
    told = capsys.readouterr()
    assert (told.out, told.err) == ("", "")
    answers = json.loads(out.read_text(encoding="utf-8"))
    assert [_tokens(answers[name]) for name in ("a.jpg", "b.jpg")] == [TOKENS, TOKENS]
    assert len(answers["a.jpg"]) == len(LAYOUT.pins())
    assert sorted(path.name for path in tmp_path.glob("*.png")) == ["seen-a.png", "seen-b.png"]
    assert _read(table, pictures[0], "--picture", str(drawn)) == 0
    seen = cv2.imread(str(drawn))
    assert seen is not None
    assert seen.shape[1] > 1280
    assert _tokens(json.loads(capsys.readouterr().out)["a.jpg"]) == TOKENS


def test_given_a_broken_picture_among_others_when_read_then_it_is_named_and_unknown_and_the_rest_read(
    table: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert _read(table, str(table / "cut.jpg"), str(table / "a.jpg")) == 2
    told = capsys.readouterr()
    answers = json.loads(told.out)
    assert set(answers["cut.jpg"].values()) == {"unknown"}
    assert _tokens(answers["a.jpg"]) == TOKENS
    assert told.err.strip().splitlines() == [
        f"fingerpost: {table / 'cut.jpg'}: the picture is cut off; copy it again"
    ]


def test_given_a_black_picture_when_read_then_all_unknown_and_said(
    table: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert _read(table, str(table / "black.png")) == 0
    told = capsys.readouterr()
    assert set(json.loads(told.out)["black.png"].values()) == {"unknown"}
    assert len(told.err.strip().splitlines()) == 1
    assert "board is not found" in told.err


@pytest.mark.parametrize(
    ("arguments", "names"),
    [
        (["{t}/cut.jpg"], "cut.jpg"),
        (["{t}/cut.jpg", "{t}/text.jpg"], "and 1 more"),
        (["{t}"], "is a folder"),
        (["/dev/zero"], "is no file"),
        (["{t}/a.jpg", "{t}/a.jpg"], "second picture"),
        (["{t}/a.jpg", "--reference", "{t}/black.png"], "reference picture"),
        (["{t}/a.jpg", "--reference", "{t}/text.jpg"], "text.jpg"),
        (["{t}/a.jpg", "--camera", "{t}/text.jpg"], "text.jpg"),
        (["{t}/a.jpg", "--camera", "{t}/a.jpg"], "no text"),
        (["{t}/a.jpg", "--tokens", "{t}/camera.json"], "camera.json: no tokens file"),
        (["{t}/a.jpg", "--board", "{t}/camera.json"], "camera.json"),
        (["{t}/a.jpg", "--picture", "{t}/seen.gif"], "seen.gif"),
        (["{t}/a.jpg", "--picture", "/nowhere/seen.png"], "/nowhere/seen.png"),
        (["{t}/a.jpg", "--out", "/nowhere/out.json"], "/nowhere/out.json"),
    ],
)
def test_given_what_cannot_be_read_when_run_then_one_line_exit_2_and_no_answer(
    table: Path, arguments: list[str], names: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert _read(table, *(item.replace("{t}", str(table)) for item in arguments)) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert len(told.err.strip().splitlines()) == 1
    assert names in told.err


def test_given_a_folder_of_frames_when_watched_then_what_settles_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    camera, site = SimulatedCamera(LAYOUT, seed=2), SiteId("denver-omaha")
    (tmp_path / "camera.json").write_text(camera.model.to_json(), encoding="utf-8")
    shots = tmp_path / "shots"
    shots.mkdir()
    for number in range(16):
        frame = camera.render({site: "red"} if number >= 6 else {}, at=0, number=number)
        cv2.imwrite(str(shots / f"{number:03d}.png"), frame.image)
    assert (
        main(
            ["watch", str(shots), "--board", "usa", "--camera", str(tmp_path / "camera.json"), "--fps", "10"]
        )
        == 0
    )
    records = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert records[0] == {"frame": 0, "board": "found"}
    assert [(record["site"], record["token"]) for record in records[1:]] == [(site, "red")]
    assert 6 <= records[1]["frame"] <= 14


def test_given_tokens_of_other_colours_when_their_file_is_named_then_read_and_watch_know_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    purple = (120, 60, 160)
    tokens = replace(LAYOUT.tokens, rgb={**LAYOUT.tokens.rgb, "blue": purple})
    film, pins = SimulatedCamera(replace(LAYOUT, tokens=tokens), seed=2), LAYOUT.pins()
    stands: dict[SiteId, TokenColour] = {site.id: "blue" for site in pins[:40:4]}
    shots = [tmp_path / f"{number}.png" for number in range(4)]
    for number, shot in enumerate(shots):
        cv2.imwrite(str(shot), film.render(stands, at=0, number=number).image)
    blue = {"rgb": purple, "footprint_mm": 18, "shown_as": LAYOUT.tokens.rgb["blue"]}
    text = json.dumps({"format": "tokens/1", "board": "usa", "seats": {"blue": blue}})
    (tmp_path / "tokens.json").write_text(text, encoding="utf-8")
    known = ["--tokens", str(tmp_path / "tokens.json")]

    def seen(arguments: list[str]) -> int:
        assert main([*arguments, "--board", "usa"]) == 0
        told = capsys.readouterr().out
        return told.count('"blue"')

    assert seen(["read", str(shots[0])]) < len(stands)
    assert seen(["read", str(shots[0]), *known]) == len(stands)
    assert seen(["watch", *map(str, shots), *known]) == len(stands)


@pytest.mark.parametrize("count", [2, 16])
def test_given_frames_without_a_board_when_watched_then_that_is_said_once(
    table: Path, tmp_path: Path, count: int, capsys: pytest.CaptureFixture[str]
) -> None:
    shots = tmp_path / "shots"
    shots.mkdir()
    for number in range(count):
        (shots / f"{number:03d}.png").write_bytes((table / "black.png").read_bytes())
    assert main(["watch", str(shots), "--board", "usa", "--fps", "3"]) == 0
    told = capsys.readouterr()
    assert '"found"' not in told.out
    assert told.err.count("the board is not found") == 1
