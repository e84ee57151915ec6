"""`fingerpost benchmark label`: a printed corner, a plan of pictures, and the labels that come of both."""

import csv
import json
from pathlib import Path

import cv2
import pytest

from fingerpost.cli import main
from lab.camera.drawn_camera import SimulatedCamera
from tabletop import TOKEN_COLOURS, SiteId, TokenColour, parse_layout


@pytest.fixture
def kit(tmp_path: Path) -> Path:
    folder = tmp_path / "first"
    assert main(["benchmark", "label", str(folder), "--new"]) == 0
    return folder


def _rows(kit: Path) -> list[list[str]]:
    return list(csv.reader((kit / "plan.csv").read_text().splitlines()))


def _photographed(kit: Path, row: list[str], places: list[str], name: str) -> None:
    layout = parse_layout((kit / "board.json").read_text(), source="corner")
    tokens: dict[SiteId, TokenColour] = {}
    for place, stands in zip(places, row[2:], strict=True):
        tokens |= {SiteId(place): colour for colour in TOKEN_COLOURS if colour == stands}
    image = SimulatedCamera(layout, seed=4).render(tokens, at=0, number=0).image
    cv2.imwrite(str(kit / name), image)


def test_given_a_folder_when_begun_then_sheet_board_and_a_plan_of_twenty_pictures(kit: Path) -> None:
    assert (kit / "corner.pdf").read_bytes().startswith(b"%PDF")
    layout = parse_layout((kit / "board.json").read_text(), source="corner")
    assert layout.markers is not None
    assert len(layout.markers.ids) == 4
    places = [str(site.id) for site in layout.pins()]
    head, *rows = _rows(kit)
    assert head[2:] == places
    assert len(rows) == 20
    for row in rows:
        tokens = [cell for cell in row[2:] if cell in TOKEN_COLOURS]
        assert len(tokens) == len(set(tokens))  # five tokens, one of each seat
        assert ("hidden" in row[2:]) == ("hidden" in row[1])


def test_given_pictures_when_labelled_then_labels_as_planned_and_what_is_read_otherwise_told(
    kit: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    head, first, second, *_ = _rows(kit)
    _photographed(kit, first, head[2:], "picture-01.jpg")
    swapped = [
        *second[:2],
        *("blue" if cell == "red" else "red" if cell == "blue" else cell for cell in second[2:]),
    ]
    _photographed(kit, swapped, head[2:], "picture-02.PNG")
    capsys.readouterr()
    assert main(["benchmark", "label", str(kit)]) == 1  # eighteen are not here yet
    told = capsys.readouterr()
    lines = [json.loads(line) for line in (kit / "labels.jsonl").read_text().splitlines()]
    assert [line["image"] for line in lines] == ["picture-01.jpg", "picture-02.PNG"]
    assert lines[0] == {
        "image": "picture-01.jpg",
        "board": "board.json",
        "sites": dict(zip(head[2:], first[2:], strict=True)),
    }
    assert "picture-02.PNG: " in told.err
    assert "is red by the plan, read as blue" in told.err
    assert "picture-01.jpg: " not in told.err
    assert "not here yet: picture-03" in told.err
    assert "2 pictures, 12 places, 2 read otherwise" in told.out


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (("green", "grene"), "'grene'"),
        (("picture-02", "picture-01"), "picture-01 again"),
        (("applewick-brindle", "nowhere"), "first line"),
    ],
)
def test_given_a_plan_with_a_slip_when_labelled_then_one_line_and_exit_2(
    kit: Path, capsys: pytest.CaptureFixture[str], change: tuple[str, str], words: str
) -> None:
    plan = kit / "plan.csv"
    plan.write_text(plan.read_text().replace(*change, 1))
    capsys.readouterr()
    assert main(["benchmark", "label", str(kit)]) == 2
    told = capsys.readouterr().err
    assert words in told
    assert told.count("\n") == 1


def test_given_no_pictures_or_a_kit_that_is_there_then_said_what_to_do(
    kit: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["benchmark", "label", str(kit)]) == 2
    assert "name them picture-01.jpg" in capsys.readouterr().err
    assert main(["benchmark", "label", str(kit), "--new"]) == 2
    assert "is there already" in capsys.readouterr().err
    assert main(["benchmark", "label", str(tmp_path / "none")]) == 2
    assert capsys.readouterr().err.count("\n") == 1
