"""`fingerpost benchmark make`: a board's own print, what stands on it, and the pictures that ship."""

import json
from collections import Counter
from pathlib import Path

import cv2
import numpy as np
import pytest

from benchmarks.board_samples import BOARDS
from fingerpost.cli import main
from lab.reading_tally import label_of
from lab.rooms.laid_table import furnish
from lab.rooms.mishaps import foreign_pieces
from tabletop import board_layout, parse_layout

SHIPPED = Path(__file__).parents[2] / "benchmarks" / "board_pictures"
_CALL = ["benchmark", "make", "--board", "starter", "--tier", "paper", "--seed", "3", "--count", "1"]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("made") / "pictures"
    assert main([*_CALL, "--out", str(folder)]) == 0
    return folder


def test_given_a_seed_when_made_twice_then_the_same_files(made: Path, tmp_path: Path) -> None:
    assert main([*_CALL, "--out", str(tmp_path)]) == 0
    first, again = ({one.name: one.read_bytes() for one in at.iterdir()} for at in (made, tmp_path))
    assert first == again
    assert sorted(first) == ["0001.jpg", "board.json", "labels.jsonl"]


def test_given_a_picture_when_its_label_is_read_then_every_place_of_the_board_is_told(made: Path) -> None:
    layout = parse_layout((made / "board.json").read_text())
    assert layout.pin_height_mm == 1  # of paper, as `board print --tier paper` has it
    (line,) = (made / "labels.jsonl").read_text().splitlines()
    assert list(json.loads(line)) == ["image", "board", "sites"]
    assert list(label_of(line).sites) == [str(site.id) for site in layout.pins()]
    assert cv2.imread(str(made / "0001.jpg")) is not None


def test_given_our_reader_when_the_picture_is_read_then_most_is_right_and_nothing_is_claimed(
    made: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["benchmark", "read", str(made)]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["right"] >= 0.9 * found["sites"] > 0
    assert found["false_claims"] == found["wrong_seats"] == 0
    assert "no real room" in found["about"]


def test_given_bare_pins_when_foreign_pieces_are_put_then_no_seat_stands_there() -> None:
    chance, layout = np.random.default_rng(4), board_layout("usa")
    table = furnish(chance, layout, (0.9, 0.9, 0.9))
    stood = dict(table.stands)
    bare = [site for site in table.numbers if site not in stood]
    found = foreign_pieces(chance, layout, table, bare[:20])
    assert found and not set(found) & {*stood, *bare[:20]}
    assert table.stands == stood
    for site in found:
        mark, piece = table.numbers[site]
        assert piece.number == mark and any(block is piece for block in table.blocks)


@pytest.mark.parametrize(
    ("more", "words"),
    [
        (["--count", "0"], "give --count 1 to"),
        (["--seed", "-1"], "not negative"),
        (["--board", "atlantis"], "atlantis"),
    ],
)
def test_given_a_bad_call_when_made_then_one_line_and_no_folder(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], more: list[str], words: str
) -> None:
    folder = tmp_path / "none"
    assert main([*_CALL, "--out", str(folder), *more]) == 2
    said = capsys.readouterr().err
    assert words in said and said.count("\n") == 1
    assert not folder.exists()


def test_given_a_folder_with_something_when_made_then_it_is_left_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    assert main([*_CALL, "--out", str(tmp_path)]) == 2
    assert "holds mine.txt already" in capsys.readouterr().err
    assert [one.name for one in tmp_path.iterdir()] == ["mine.txt"]


def test_given_the_pictures_that_ship_when_counted_then_forty_labelled_and_10_mb_at_most() -> None:
    labels = [label_of(line) for line in (SHIPPED / "labels.jsonl").read_text().splitlines()]
    assert len(labels) == 40
    boards = Counter(label.board for label in labels)
    assert boards == {f"{name}/board.json": count for name, _, count in BOARDS}
    for label in labels:
        layout = parse_layout((SHIPPED / label.board).read_text())
        assert list(label.sites) == [str(site.id) for site in layout.pins()]
        assert (SHIPPED / label.image).is_file()
    assert sum(one.stat().st_size for one in SHIPPED.rglob("*") if one.is_file()) <= 10_000_000
